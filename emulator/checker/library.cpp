// library.cpp: functions of the C library that the program's calls of are linked to here (--wrap):
// those that give a kernel memory, and that return something through a pointer.
#include "allocations.h"
#include "order.h"
#include "fast/batches.h"

namespace cuda_emulator {
namespace checker {

#define HERE CUDA_EMULATOR_RETURN_ADDRESS

extern "C" {

// What a kernel allocates is memory of the device, and its own place is told, as is what is not
// freed. It is never used again. The host's calls go where they went.
static void *allocate_in_kernel(size_t bytes) {
    const undisturbed quiet;
    void *memory = nullptr;
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
        return nullptr;
    is_read(reinterpret_cast<uintptr_t>(memory)); // nobody can copy it to the host
    return memory;
}
static void free_in_kernel(void *memory) {
    if (memory == nullptr)
        return;
    const undisturbed quiet;
    end_batches();
    const memory_place place = find_memory(memory);
    const bool freed_before = is_freed(reinterpret_cast<uintptr_t>(memory));
    if (place.kind == memory_kind::device && place.base == memory && !freed_before) {
        free_memory(memory, place.size);
        return;
    }
    finding f(mistake::wrong_free);
    f.address = reinterpret_cast<uintptr_t>(memory);
    f.here = calls_here();
    f.detail = freed_before ? "free in a kernel of memory that was freed before"
                            : "free in a kernel of a pointer that no allocation returned";
    f.missing = freed_before ? "a pointer is freed once; set it to NULL then"
                             : "the pointer that malloc() or new has returned in a kernel";
    if (freed_before)
        describe(f.address, f);
    add(std::move(f));
}
#define ALLOCATION(NAME)                                                                           \
    void *__real_##NAME(size_t);                                                                   \
    void *__wrap_##NAME(size_t bytes) {                                                            \
        return block.interruptible != 0 ? allocate_in_kernel(bytes) : __real_##NAME(bytes);        \
    }
ALLOCATION(malloc)
ALLOCATION(_Znwm)
ALLOCATION(_Znam)
void __real_free(void *);
void __wrap_free(void *memory) {
    block.interruptible != 0 ? free_in_kernel(memory) : __real_free(memory);
}
#define DELETE(NAME)                                                                               \
    void __real_##NAME(void *);                                                                    \
    void __wrap_##NAME(void *memory) {                                                             \
        block.interruptible != 0 ? free_in_kernel(memory) : __real_##NAME(memory);                 \
    }                                                                                              \
    void __real_##NAME##m(void *, size_t);                                                         \
    void __wrap_##NAME##m(void *memory, size_t bytes) {                                            \
        block.interruptible != 0 ? free_in_kernel(memory) : __real_##NAME##m(memory, bytes);       \
    }
DELETE(_ZdlPv)
DELETE(_ZdaPv)

// Functions of the C library that return something through a pointer.
void __real_sincosf(float, float *, float *);
void __real_sincos(double, double *, double *);
void __wrap_sincosf(float x, float *sine, float *cosine) {
    tell_written(sine, sizeof *sine, HERE);
    tell_written(cosine, sizeof *cosine, HERE);
    __real_sincosf(x, sine, cosine);
}
void __wrap_sincos(double x, double *sine, double *cosine) {
    tell_written(sine, sizeof *sine, HERE);
    tell_written(cosine, sizeof *cosine, HERE);
    __real_sincos(x, sine, cosine);
}
#define TWO_RESULTS(T, NAME, SECOND)                                                               \
    T __real_##NAME(T, SECOND *);                                                                  \
    T __wrap_##NAME(T x, SECOND *second) {                                                         \
        tell_written(second, sizeof *second, HERE);                                                \
        return __real_##NAME(x, second);                                                           \
    }
TWO_RESULTS(float, modff, float)
TWO_RESULTS(double, modf, double)
TWO_RESULTS(float, frexpf, int)
TWO_RESULTS(double, frexp, int)
float __real_remquof(float, float, int *);
double __real_remquo(double, double, int *);
float __wrap_remquof(float x, float y, int *quotient) {
    tell_written(quotient, sizeof *quotient, HERE);
    return __real_remquof(x, y, quotient);
}
double __wrap_remquo(double x, double y, int *quotient) {
    tell_written(quotient, sizeof *quotient, HERE);
    return __real_remquo(x, y, quotient);
}

#undef HERE

} // extern "C"

} // namespace checker
} // namespace cuda_emulator
