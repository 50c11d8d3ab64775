// told_calls.h: the functions that compilers call before accesses to memory, for an observer that
// does no more than listen: it has touch(access, address, bytes, place), and touch_range, likewise.
// To be included once, where these two and the names of access are in scope.
// CUDA_EMULATOR_TELL_WHOLE: atomic loads and stores have names of their own among these.
#ifdef CUDA_EMULATOR_TELL_WHOLE
#define ATOMIC_LOAD access::atomic_load
#define ATOMIC_STORE access::atomic_store
#else
#define ATOMIC_LOAD access::load
#define ATOMIC_STORE access::store
#endif
#define ON_READ(ADDRESS, BYTES, PLACE) touch(access::load, ADDRESS, BYTES, PLACE)
#define ON_WRITE(ADDRESS, BYTES, PLACE) touch(access::store, ADDRESS, BYTES, PLACE)
#define ON_READ_WRITE(ADDRESS, BYTES, PLACE)                                                       \
    ON_READ(ADDRESS, BYTES, PLACE);                                                                \
    ON_WRITE(ADDRESS, BYTES, PLACE)
#define ON_READ_RANGE(ADDRESS, BYTES, PLACE) touch_range(access::load, ADDRESS, BYTES, PLACE)
#define ON_WRITE_RANGE(ADDRESS, BYTES, PLACE) touch_range(access::store, ADDRESS, BYTES, PLACE)
#define ON_READ_COPY ON_READ_RANGE
#define ON_WRITE_COPY ON_WRITE_RANGE
#include "emulator/compiler_calls.h"

extern "C" {

#define ATOMIC_UPDATE(BITS, T, NAME)                                                               \
    T __tsan_atomic##BITS##_##NAME(volatile T *p, T value, int) {                                  \
        touch(access::atomic, ADDRESS(p), sizeof(T), HERE);                                        \
        return __atomic_##NAME(p, value, __ATOMIC_SEQ_CST);                                        \
    }
#define ATOMIC_EXCHANGE(BITS, T, NAME, WEAK)                                                       \
    int __tsan_atomic##BITS##_compare_exchange_##NAME(volatile T *p, T *expected, T value, int,    \
                                                      int) {                                       \
        touch(access::atomic, ADDRESS(p), sizeof(T), HERE);                                        \
        return __atomic_compare_exchange_n(p, expected, value, WEAK, __ATOMIC_SEQ_CST,             \
                                           __ATOMIC_SEQ_CST);                                      \
    }
#define ATOMICS(BITS, T)                                                                           \
    T __tsan_atomic##BITS##_load(const volatile T *p, int) {                                       \
        touch(ATOMIC_LOAD, ADDRESS(p), sizeof(T), HERE);                                           \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile T *p, T value, int) {                                \
        touch(ATOMIC_STORE, ADDRESS(p), sizeof(T), HERE);                                          \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    T __tsan_atomic##BITS##_exchange(volatile T *p, T value, int) {                                \
        touch(access::atomic, ADDRESS(p), sizeof(T), HERE);                                        \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    ATOMIC_UPDATE(BITS, T, fetch_add)                                                              \
    ATOMIC_UPDATE(BITS, T, fetch_sub)                                                              \
    ATOMIC_UPDATE(BITS, T, fetch_and)                                                              \
    ATOMIC_UPDATE(BITS, T, fetch_or)                                                               \
    ATOMIC_UPDATE(BITS, T, fetch_xor)                                                              \
    ATOMIC_UPDATE(BITS, T, fetch_nand)                                                             \
    ATOMIC_EXCHANGE(BITS, T, strong, false)                                                        \
    ATOMIC_EXCHANGE(BITS, T, weak, true)                                                           \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T expected, T value, int, int) {   \
        touch(access::atomic, ADDRESS(p), sizeof(T), HERE);                                        \
        __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST,                  \
                                    __ATOMIC_SEQ_CST);                                             \
        return expected;                                                                           \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

} // extern "C"
