// fragments.h: products of small matrices that lie in the registers of a warp, as PTX has them
// (mma), and what brings them there (ldmatrix).
#ifndef CUDA_EMULATOR_FRAGMENTS_H
#define CUDA_EMULATOR_FRAGMENTS_H

#include "emulator/fp8.h"
#include "emulator/groups.h"
#include "emulator/shared_addresses.h"
#include "emulator/warp.h"

#include <array>
#include <cstddef>

namespace cuda_emulator {

// What the elements of a matrix are.
enum class element { f64, f32, tf32, f16, bf16, e4m3, e5m2, s32, s8, u8 };

// A lane's part of a product d = a b + c of matrices of m x k, k x n and m x n. Registers have 4
// bytes each, those of doubles 8.
struct warp_fragments {
    int m, n, k;
    element of_d, of_a, of_b;
    const void *a, *b, *c; // registers, one after the other
    void *const *d;        // where each register of the result is
};
// Waits for all lanes of the warp, and multiplies.
void multiply_fragments(const warp_fragments &mine, const char *file, int line);

namespace ptx {

// The names of the types of PTX.
template <element E> struct of_element { static constexpr element value = E; };
using f64 = of_element<element::f64>;
using f32 = of_element<element::f32>;
using tf32 = of_element<element::tf32>;
using f16 = of_element<element::f16>;
using bf16 = of_element<element::bf16>;
using e4m3 = of_element<element::e4m3>;
using e5m2 = of_element<element::e5m2>;
using s32 = of_element<element::s32>;
using s8 = of_element<element::s8>;
using u8 = of_element<element::u8>;

// Registers of a matrix that a warp has together, and in each of them elements.
constexpr int registers_of(int elements, element e) {
    return e == element::f64 || e == element::f32 || e == element::tf32 || e == element::s32
               ? elements / 32
           : e == element::f16 || e == element::bf16 ? elements / 64
                                                     : elements / 128;
}

template <int m, int n, int k, class D, class A, class B, class TD, std::size_t ND, class TA,
          std::size_t NA, class TB, std::size_t NB, class TC, std::size_t NC>
inline void mma(const std::array<TD *, ND> &d, const std::array<TA, NA> &a,
                const std::array<TB, NB> &b, const std::array<TC, NC> &c,
                call_place where = call_place()) {
    constexpr std::size_t BYTES = D::value == element::f64 ? 8 : 4;
    static_assert(sizeof(TD) == BYTES && sizeof(TA) == BYTES && sizeof(TB) == BYTES &&
                      sizeof(TC) == BYTES,
                  "the registers of this mma have another size");
    static_assert(ND == registers_of(m * n, D::value) && NA == registers_of(m * k, A::value) &&
                      NB == registers_of(k * n, B::value) && NC == ND,
                  "this mma takes another number of registers");
    void *to[ND];
    for (std::size_t i = 0; i < ND; ++i)
        to[i] = d[i];
    multiply_fragments({m, n, k, D::value, A::value, B::value, a.data(), b.data(), c.data(), to},
                       where.file, where.line);
}

// 8 x 8 numbers of 16 bits, whose rows the lanes point to, eight for each matrix. A lane gets two
// neighbours of a row, or, transposed, of a column.
template <int COUNT, class... To>
inline __attribute__((always_inline)) void load_matrices(const unsigned char *row, bool transposed,
                                                         To &...to) {
    static_assert(COUNT == sizeof...(To), "ldmatrix gives a register for each matrix");
    constexpr unsigned ALL = 0xffffffff;
    const auto mine = reinterpret_cast<unsigned long long>(row);
    const unsigned lane = lane_index();
    const auto half = [&](unsigned matrix, unsigned of_row, unsigned column) {
        const auto *from = reinterpret_cast<const unsigned short *>(
            __shfl_sync(ALL, mine, static_cast<int>(8 * matrix + of_row)));
        return static_cast<unsigned>(from[column]);
    };
    unsigned matrix = 0;
    const auto one = [&](auto &register_of) {
        const unsigned i = lane / 4, j = lane % 4 * 2;
        const unsigned low = transposed ? half(matrix, j, i) : half(matrix, i, j);
        const unsigned high = transposed ? half(matrix, j + 1, i) : half(matrix, i, j + 1);
        register_of = low | high << 16;
        ++matrix;
    };
    (one(to), ...);
}
template <int COUNT, class... From>
inline __attribute__((always_inline)) void store_matrices(unsigned char *row, bool transposed,
                                                          From... from) {
    static_assert(COUNT == sizeof...(From), "stmatrix takes a register for each matrix");
    constexpr unsigned ALL = 0xffffffff;
    const auto mine = reinterpret_cast<unsigned long long>(row);
    const unsigned lane = lane_index();
    const auto put = [&](unsigned matrix, unsigned of_row, unsigned column, unsigned value) {
        auto *to = reinterpret_cast<unsigned short *>(
            __shfl_sync(ALL, mine, static_cast<int>(8 * matrix + of_row)));
        to[column] = static_cast<unsigned short>(value);
    };
    unsigned matrix = 0;
    const auto one = [&](unsigned value) {
        const unsigned i = lane / 4, j = lane % 4 * 2;
        transposed ? put(matrix, j, i, value) : put(matrix, i, j, value);
        transposed ? put(matrix, j + 1, i, value >> 16) : put(matrix, i, j + 1, value >> 16);
        ++matrix;
    };
    (one(static_cast<unsigned>(from)), ...);
}

// Two floats to FP8, the second in the lower bits.
template <class Format> inline unsigned short to_fp8x2(float high, float low) {
    using format =
        std::conditional_t<Format::value == element::e4m3, math::e4m3_format, math::e5m2_format>;
    return static_cast<unsigned short>(math::nearest_of_8_bits(format(), low, true) |
                                       math::nearest_of_8_bits(format(), high, true) << 8);
}

// To the 11 significant bits of TF32, halves away from zero.
inline unsigned to_tf32(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u) // neither infinite nor NaN
        bits += 0x1000;
    return bits & 0xffffe000u;
}

// The same, of two as near to the even one.
inline unsigned to_even_tf32(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u)
        bits += 0xfff + (bits >> 13 & 1);
    return bits & 0xffffe000u;
}

} // namespace ptx
} // namespace cuda_emulator

#endif
