// cuda_pipeline_primitives.h: copies from global to shared memory that a thread begins, and waits
// for later.
//
// A GPU makes them while the thread goes on, any time before it has waited. Here the source is read
// at once, and the destination written in the wait: as late as can be, so that who does not wait
// finds what was there before. Copies that nobody waits for are never seen. The profiler counts
// both to the line that begins the copy, where a GPU has its instruction.
#ifndef CUDA_PIPELINE_PRIMITIVES_H
#define CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"

namespace cuda_emulator {

struct late_copy {
    unsigned *to;
    unsigned words;
    unsigned value[4];
};

// Gives the block up if these cannot be a copy's.
void check_copy(const void *to, const void *from, size_t size, size_t zeros, const char *file,
                int line);
void begin_copy(const late_copy &copy);
void commit_copies(const char *file, int line);
// Takes out the oldest of this thread's copies that must have arrived when all but the last `prior`
// batches have: false if there is none.
bool next_copy(size_t prior, late_copy &copy, const char *file, int line);

} // namespace cuda_emulator

namespace cuda_emulator {

#ifndef __clang__ // g++ 12 believes, of some callers, that the loop goes past the 16 bytes
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
CUDA_EMULATOR_APART void begin_copy(void *to, const void *from, size_t size, size_t zeros) {
    if constexpr (observed)
        if (size > zeros)
            tell_read(from, size - zeros, CUDA_EMULATOR_RETURN_ADDRESS);
    if constexpr (profiled)
        tell_written(to, size, CUDA_EMULATOR_RETURN_ADDRESS);
    late_copy copy = {static_cast<unsigned *>(to), static_cast<unsigned>(size / 4), {}};
    auto *bytes = reinterpret_cast<unsigned char *>(copy.value);
    for (size_t i = 0; i + zeros < size; ++i)
        bytes[i] = static_cast<const unsigned char *>(from)[i];
    begin_copy(copy);
}
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

CUDA_EMULATOR_APART void end_copy(const late_copy &copy) {
    if constexpr (observed && !profiled)
        tell_written(copy.to, copy.words * sizeof *copy.to, CUDA_EMULATOR_RETURN_ADDRESS);
    for (unsigned i = 0; i < copy.words; ++i)
        copy.to[i] = copy.value[i];
}

} // namespace cuda_emulator

// Inlined, so that the checker's reports name the program's line.

// size: 4, 8 or 16 bytes, of which both addresses are multiples. zeros: so many bytes at the end
// are not read, but 0.
inline __attribute__((always_inline)) void
__pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t size,
                        size_t zeros = 0, const char *file = __builtin_FILE(),
                        int line = __builtin_LINE()) {
    cuda_emulator::check_copy(to, from, size, zeros, file, line);
    cuda_emulator::begin_copy(to, from, size, zeros);
}

// Makes a batch of what this thread has begun to copy since the batch before.
inline void __pipeline_commit(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    cuda_emulator::commit_copies(file, line);
}

// Waits for all of this thread's batches but the last `prior`.
inline __attribute__((always_inline)) void
__pipeline_wait_prior(size_t prior, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
    cuda_emulator::late_copy copy;
    while (cuda_emulator::next_copy(prior, copy, file, line))
        cuda_emulator::end_copy(copy);
}

#endif
