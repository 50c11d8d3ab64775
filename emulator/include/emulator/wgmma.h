// wgmma.h: products of matrices in shared memory by a warpgroup, four warps, as PTX has them:
// wgmma.
//
// On a GPU they go on while threads do. Here they are done when the warp waits for them: as late as
// can be. So whoever does not wait finds the sums as they were, and a tile that is filled again
// before the wait gives another product.
#ifndef CUDA_EMULATOR_WGMMA_H
#define CUDA_EMULATOR_WGMMA_H

#include "emulator/fragments.h"

namespace cuda_emulator {

// A lane's part of d += a b, of 64 x k and k x n elements, k of 32 bytes.
struct wgmma_call {
    int n;
    element of_d, of_a, of_b;
    void *const *d;                    // where each register of the sums is
    int registers;                     // of the sums
    unsigned long long tile_a, tile_b; // descriptors of shared memory
    unsigned long long a[2];           // or a in registers
    bool a_in_registers, adds, negates_a, negates_b, transposes_a, transposes_b;
};
void begin_wgmma(const wgmma_call &mine, void *place, call_place where);

namespace ptx {

void wgmma_fence(call_place where = call_place());
void wgmma_commit(call_place where = call_place());
void wgmma_wait(unsigned prior, call_place where = call_place());

struct factor_in_memory {
    unsigned long long tile;
};
struct factor_in_registers {
    unsigned a[4];
};
inline factor_in_memory factor(unsigned long long tile) {
    return {tile};
}
template <class T> inline factor_in_registers factor(T a0, T a1, T a2, T a3) {
    static_assert(sizeof(T) == 4, "a factor in registers has four of 4 bytes");
    factor_in_registers result;
    const T all[] = {a0, a1, a2, a3};
    __builtin_memcpy(result.a, all, sizeof all);
    return result;
}

template <int n, class D, class A, class B, class T, std::size_t COUNT>
CUDA_EMULATOR_APART void wgmma(const std::array<T *, COUNT> &d, factor_in_memory a,
                               unsigned long long tile_b, bool adds, int sign_a = 1, int sign_b = 1,
                               int transposes_a = 0, int transposes_b = 0,
                               call_place where = call_place()) {
    static_assert(n >= 8 && n <= 256 && n % 8 == 0, "wgmma has 8, 16, 24 ... 256 columns");
    static_assert(sizeof(T) == 4 && COUNT == registers_of(16 * n, D::value),
                  "this wgmma has another number of sums");
    void *to[COUNT];
    for (std::size_t i = 0; i < COUNT; ++i)
        to[i] = d[i];
    begin_wgmma({n,
                 D::value,
                 A::value,
                 B::value,
                 to,
                 static_cast<int>(COUNT),
                 a.tile,
                 tile_b,
                 {},
                 false,
                 adds,
                 sign_a < 0,
                 sign_b < 0,
                 transposes_a != 0,
                 transposes_b != 0},
                CUDA_EMULATOR_RETURN_ADDRESS, where);
}
template <int n, class D, class A, class B, class T, std::size_t COUNT>
CUDA_EMULATOR_APART void wgmma(const std::array<T *, COUNT> &d, const factor_in_registers &a,
                               unsigned long long tile_b, bool adds, int sign_a = 1, int sign_b = 1,
                               int transposes_b = 0, int /*nothing*/ = 0,
                               call_place where = call_place()) {
    static_assert(n >= 8 && n <= 256 && n % 8 == 0, "wgmma has 8, 16, 24 ... 256 columns");
    static_assert(sizeof(T) == 4 && COUNT == registers_of(16 * n, D::value),
                  "this wgmma has another number of sums");
    void *to[COUNT];
    for (std::size_t i = 0; i < COUNT; ++i)
        to[i] = d[i];
    wgmma_call call = {
        n,    D::value, A::value,   B::value,   to,    static_cast<int>(COUNT), 0, tile_b, {},
        true, adds,     sign_a < 0, sign_b < 0, false, transposes_b != 0};
    __builtin_memcpy(call.a, a.a, sizeof call.a);
    begin_wgmma(call, CUDA_EMULATOR_RETURN_ADDRESS, where);
}

} // namespace ptx
} // namespace cuda_emulator

#endif
