// compiler_calls.h: the functions that compilers call before each access to memory, for an observer
// that has touch(access, address, bytes, place) and touch_range, likewise.
//
// Their names and parameters are those of ThreadSanitizer's interface, which the compilers fix. To
// be included once, where these two are in scope; none of that code may itself be compiled with it.
#ifndef CUDA_EMULATOR_COMPILER_CALLS_H
#define CUDA_EMULATOR_COMPILER_CALLS_H

#include <cstddef>
#include <cstdint>

#define HERE CUDA_EMULATOR_RETURN_ADDRESS
#define ADDRESS(POINTER) reinterpret_cast<std::uintptr_t>(POINTER)

extern "C" {

#define HOOKS(BYTES)                                                                               \
    void __tsan_read##BYTES(void *p) {                                                             \
        touch(access::load, ADDRESS(p), BYTES, HERE);                                              \
    }                                                                                              \
    void __tsan_write##BYTES(void *p) {                                                            \
        touch(access::store, ADDRESS(p), BYTES, HERE);                                             \
    }                                                                                              \
    void __tsan_read_write##BYTES(void *p) {                                                       \
        touch(access::load, ADDRESS(p), BYTES, HERE);                                              \
        touch(access::store, ADDRESS(p), BYTES, HERE);                                             \
    }                                                                                              \
    void __tsan_unaligned_read##BYTES(void *p) {                                                   \
        touch(access::load, ADDRESS(p), BYTES, HERE);                                              \
    }                                                                                              \
    void __tsan_unaligned_write##BYTES(void *p) {                                                  \
        touch(access::store, ADDRESS(p), BYTES, HERE);                                             \
    }                                                                                              \
    void __tsan_unaligned_read_write##BYTES(void *p) {                                             \
        touch(access::load, ADDRESS(p), BYTES, HERE);                                              \
        touch(access::store, ADDRESS(p), BYTES, HERE);                                             \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(void *p, size_t bytes) {
    touch_range(access::load, ADDRESS(p), bytes, HERE);
}
void __tsan_write_range(void *p, size_t bytes) {
    touch_range(access::store, ADDRESS(p), bytes, HERE);
}
void __tsan_vptr_update(void **p, void *) {
    touch(access::store, ADDRESS(p), sizeof *p, HERE);
}
void __tsan_vptr_read(void **p) {
    touch(access::load, ADDRESS(p), sizeof *p, HERE);
}

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
        touch(access::load, ADDRESS(p), sizeof(T), HERE);                                          \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile T *p, T value, int) {                                \
        touch(access::store, ADDRESS(p), sizeof(T), HERE);                                         \
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

void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

// The program's calls of these are linked to here (--wrap). Newer clangs call them by the names of
// the sanitizer.
void *__real_memmove(void *, const void *, size_t);
void *__real_memset(void *, int, size_t);

#define COPY(NAME, REAL)                                                                           \
    void *NAME(void *to, const void *from, size_t bytes) {                                         \
        touch_range(access::load, ADDRESS(from), bytes, HERE);                                     \
        touch_range(access::store, ADDRESS(to), bytes, HERE);                                      \
        return REAL(to, from, bytes);                                                              \
    }
COPY(__wrap_memcpy, __real_memcpy)
COPY(__wrap_memmove, __real_memmove)
COPY(__tsan_memcpy, __real_memcpy)
COPY(__tsan_memmove, __real_memmove)

#define SET(NAME)                                                                                  \
    void *NAME(void *to, int value, size_t bytes) {                                                \
        touch_range(access::store, ADDRESS(to), bytes, HERE);                                      \
        return __real_memset(to, value, bytes);                                                    \
    }
SET(__wrap_memset)
SET(__tsan_memset)

} // extern "C"

#endif
