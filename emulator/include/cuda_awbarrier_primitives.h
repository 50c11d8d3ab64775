// cuda_awbarrier_primitives.h: barriers in shared memory, as functions: arrive, do something else,
// ask whether all others have arrived.
#ifndef CUDA_AWBARRIER_PRIMITIVES_H
#define CUDA_AWBARRIER_PRIMITIVES_H

#include "emulator/arrivals.h"

#include <new>

typedef cuda_emulator::arrivals __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

inline unsigned __mbarrier_maximum_count() {
    return static_cast<unsigned>(cuda_emulator::arrivals::MOST);
}
inline void __mbarrier_init(__mbarrier_t *barrier, unsigned expected) {
    new (barrier) __mbarrier_t(expected);
}
inline void __mbarrier_inval(__mbarrier_t *) {}
inline __attribute__((always_inline)) __mbarrier_token_t
__mbarrier_arrive(__mbarrier_t *barrier, cuda_emulator::call_place where = {}) {
    cuda_emulator::finish_copies(where);
    return barrier->arrive(
        1, 0, __NV_THREAD_SCOPE_BLOCK, [] {}, where);
}
inline __attribute__((always_inline)) __mbarrier_token_t
__mbarrier_arrive_and_drop(__mbarrier_t *barrier, cuda_emulator::call_place where = {}) {
    barrier->expect_one_less(__NV_THREAD_SCOPE_BLOCK);
    return __mbarrier_arrive(barrier, where);
}
// Who is told no has let others have a turn.
inline __attribute__((always_inline)) bool
__mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                     cuda_emulator::call_place where = {}) {
    if (barrier->is_over(token, __NV_THREAD_SCOPE_BLOCK))
        return true;
    cuda_emulator::look_in_vain(barrier, false, where);
    return barrier->is_over(token, __NV_THREAD_SCOPE_BLOCK);
}
inline __attribute__((always_inline)) bool
__mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity,
                            cuda_emulator::call_place where = {}) {
    if (barrier->is_parity_over(parity, __NV_THREAD_SCOPE_BLOCK))
        return true;
    cuda_emulator::look_in_vain(barrier, false, where);
    return barrier->is_parity_over(parity, __NV_THREAD_SCOPE_BLOCK);
}
inline __attribute__((always_inline)) bool
__mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned /*nanoseconds*/,
                    cuda_emulator::call_place where = {}) {
    return __mbarrier_test_wait(barrier, token, where);
}
inline __attribute__((always_inline)) bool
__mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned /*nanoseconds*/,
                           cuda_emulator::call_place where = {}) {
    return __mbarrier_test_wait_parity(barrier, parity, where);
}

#endif
