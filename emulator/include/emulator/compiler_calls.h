// compiler_calls.h: the functions that compilers call before plain accesses to memory. Names and
// parameters are those of ThreadSanitizer's interface. For one file of whoever watches the
// accesses, which has defined, of an access at an address by code at a place:
//
//   ON_READ(ADDRESS, BYTES, PLACE), ON_WRITE, ON_READ_WRITE     BYTES: a constant
//   ON_READ_RANGE(ADDRESS, BYTES, PLACE), ON_WRITE_RANGE        structs
//   ON_READ_COPY(ADDRESS, BYTES, PLACE), ON_WRITE_COPY          by memcpy and its like
#include "emulator/observed.h"
#include "emulator/processor.h"

#include <cstddef>
#include <cstdint>

#define HERE CUDA_EMULATOR_RETURN_ADDRESS
#define ADDRESS(POINTER) reinterpret_cast<std::uintptr_t>(POINTER)

extern "C" {

#define PLAIN_ACCESS(BYTES, KIND)                                                                  \
    void __tsan_##KIND##read##BYTES(void *p) {                                                     \
        ON_READ(ADDRESS(p), BYTES, HERE);                                                          \
    }                                                                                              \
    void __tsan_##KIND##write##BYTES(void *p) {                                                    \
        ON_WRITE(ADDRESS(p), BYTES, HERE);                                                         \
    }                                                                                              \
    void __tsan_##KIND##read_write##BYTES(void *p) {                                               \
        ON_READ_WRITE(ADDRESS(p), BYTES, HERE);                                                    \
    }
#define PLAIN_ACCESSES(BYTES) PLAIN_ACCESS(BYTES, ) PLAIN_ACCESS(BYTES, unaligned_)
PLAIN_ACCESSES(1)
PLAIN_ACCESSES(2)
PLAIN_ACCESSES(4)
PLAIN_ACCESSES(8)
PLAIN_ACCESSES(16)

void __tsan_read_range(void *p, std::size_t bytes) {
    ON_READ_RANGE(ADDRESS(p), bytes, HERE);
}
void __tsan_write_range(void *p, std::size_t bytes) {
    ON_WRITE_RANGE(ADDRESS(p), bytes, HERE);
}
void __tsan_vptr_update(void **p, void *) {
    ON_WRITE(ADDRESS(p), sizeof *p, HERE);
}
void __tsan_vptr_read(void **p) {
    ON_READ(ADDRESS(p), sizeof *p, HERE);
}

void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

// The program's calls of these are linked to here (--wrap). Newer clangs call them by the names of
// the sanitizer.
void *__real_memcpy(void *, const void *, std::size_t);
void *__real_memmove(void *, const void *, std::size_t);
void *__real_memset(void *, int, std::size_t);

#define COPY(NAME, REAL)                                                                           \
    void *NAME(void *to, const void *from, std::size_t bytes) {                                    \
        ON_READ_COPY(ADDRESS(from), bytes, HERE);                                                  \
        ON_WRITE_COPY(ADDRESS(to), bytes, HERE);                                                   \
        return REAL(to, from, bytes);                                                              \
    }
COPY(__wrap_memcpy, __real_memcpy)
COPY(__wrap_memmove, __real_memmove)
COPY(__tsan_memcpy, __real_memcpy)
COPY(__tsan_memmove, __real_memmove)

#define SET(NAME)                                                                                  \
    void *NAME(void *to, int value, std::size_t bytes) {                                           \
        ON_WRITE_COPY(ADDRESS(to), bytes, HERE);                                                   \
        return __real_memset(to, value, bytes);                                                    \
    }
SET(__wrap_memset)
SET(__tsan_memset)

} // extern "C"

namespace cuda_emulator {

void copy_unseen(void *to, const volatile void *from, std::size_t bytes) {
    __real_memcpy(to, const_cast<const void *>(from), bytes);
}

} // namespace cuda_emulator
