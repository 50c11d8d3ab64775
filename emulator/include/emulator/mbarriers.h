// mbarriers.h: barriers in memory, as PTX has them: mbarrier.
#ifndef CUDA_EMULATOR_MBARRIERS_H
#define CUDA_EMULATOR_MBARRIERS_H

#include "emulator/arrivals.h"

#include <new>
#include <type_traits>

namespace cuda_emulator {
namespace ptx {

// Calls what(scope), a constant: other blocks of a cluster use its barriers, too.
template <class What> inline __attribute__((always_inline)) auto in_scope(What what) {
    if (in_cluster())
        return what(std::integral_constant<int, __NV_THREAD_SCOPE_DEVICE>());
    return what(std::integral_constant<int, __NV_THREAD_SCOPE_BLOCK>());
}

// Give the block up if that is no barrier's address, or no number of its arrivals or bytes.
void check_mbarrier(const void *address, call_place where);
void check_arrivals_of_mbarrier(unsigned long long count, call_place where);
void check_bytes_of_mbarrier(long long bytes, call_place where);
void made_mbarrier_at(const void *address, void *place);

inline __attribute__((always_inline)) arrivals &mbarrier_at(unsigned char *address,
                                                            call_place where) {
    check_mbarrier(address, where);
    return *reinterpret_cast<arrivals *>(address);
}

// Tells observers, by where it is called.
CUDA_EMULATOR_APART void made_mbarrier(const void *address) {
    made_mbarrier_at(address, CUDA_EMULATOR_RETURN_ADDRESS);
}
inline __attribute__((always_inline)) void mbarrier_init(unsigned char *address, unsigned count,
                                                         call_place where = call_place()) {
    check_arrivals_of_mbarrier(count, where);
    new (&mbarrier_at(address, where)) arrivals(count);
    if constexpr (observed)
        made_mbarrier(address);
}
inline __attribute__((always_inline)) void mbarrier_inval(unsigned char *address,
                                                          call_place where = call_place()) {
    new (&mbarrier_at(address, where)) arrivals(0);
}

inline __attribute__((always_inline)) unsigned long long
arrive_at(arrivals &barrier, unsigned long long count, long long bytes, call_place where) {
    return in_scope([&](auto scope) __attribute__((always_inline)) {
        return barrier.arrive(
            count, bytes, scope, [] {}, where);
    });
}

// What they return is the state before, by which a thread may wait.
inline __attribute__((always_inline)) unsigned long long
mbarrier_arrive(unsigned char *address, unsigned count, call_place where = call_place()) {
    return arrive_at(mbarrier_at(address, where), count, 0, where);
}
inline __attribute__((always_inline)) unsigned long long
mbarrier_arrive_drop(unsigned char *address, unsigned count, call_place where = call_place()) {
    for (unsigned i = 0; i < count; ++i)
        mbarrier_at(address, where).expect_one_less(__NV_THREAD_SCOPE_BLOCK);
    return mbarrier_arrive(address, count, where);
}
inline __attribute__((always_inline)) unsigned long long
mbarrier_arrive_expect_tx(unsigned char *address, unsigned bytes, call_place where = call_place()) {
    check_bytes_of_mbarrier(bytes, where);
    return arrive_at(mbarrier_at(address, where), 1, bytes, where);
}
inline __attribute__((always_inline)) void
mbarrier_expect_tx(unsigned char *address, unsigned bytes, call_place where = call_place()) {
    check_bytes_of_mbarrier(bytes, where);
    arrive_at(mbarrier_at(address, where), 0, bytes, where);
}
inline __attribute__((always_inline)) void
mbarrier_complete_tx(unsigned char *address, unsigned bytes, call_place where = call_place()) {
    arrive_at(mbarrier_at(address, where), 0, -static_cast<long long>(bytes), where);
}
// Asynchronous copies that this thread has begun arrive before it does, here at once.
inline __attribute__((always_inline)) void
mbarrier_arrive_behind_copies(unsigned char *address, bool counts,
                              call_place where = call_place()) {
    finish_copies(where);
    if (counts)
        mbarrier_arrive(address, 1, where);
}

// Whether the phase is over; else others have had a turn meanwhile.
inline __attribute__((always_inline)) bool mbarrier_try_wait(unsigned char *address,
                                                             unsigned long long state,
                                                             call_place where = call_place()) {
    const arrivals &barrier = mbarrier_at(address, where);
    if (in_scope([&](auto scope)
                     __attribute__((always_inline)) { return barrier.is_over(state, scope); }))
        return true;
    look_in_vain(&barrier, false, where);
    return false;
}
inline __attribute__((always_inline)) bool
mbarrier_try_wait_parity(unsigned char *address, unsigned parity, call_place where = call_place()) {
    const arrivals &barrier = mbarrier_at(address, where);
    if (in_scope([&](auto scope) __attribute__((always_inline)) {
            return barrier.is_parity_over((parity & 1) != 0, scope);
        }))
        return true;
    look_in_vain(&barrier, false, where);
    return false;
}
inline unsigned mbarrier_pending_count(unsigned long long state) {
    return static_cast<unsigned>(arrivals::pending_of(state));
}

} // namespace ptx
} // namespace cuda_emulator

#endif
