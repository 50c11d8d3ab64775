// guarded.h: what the rewriter makes of __device__ and __shared__ variables, so that a write beside
// one is seen.
#ifndef CUDA_EMULATOR_GUARDED_H
#define CUDA_EMULATOR_GUARDED_H

#include "emulator/builtin_variables.h"

#include <stddef.h>

namespace cuda_emulator {

// A __device__, __constant__ or __managed__ variable, noted before main begins. The gaps, if any,
// lie on both sides of it: in the same section, which nothing else is put into.
struct device_variable_note {
    // whole_file: the one that the compiler was given.
    device_variable_note(const volatile void *address, size_t size, const char *name, bool constant,
                         const char *file, int line, const char *whole_file, const char *gap,
                         const char *other_gap);
};
constexpr size_t DEVICE_VARIABLE_GAP = 512;

// A __shared__ variable, noted likewise. Each OS thread has its own: `find` finds that of the
// thread that calls it.
struct shared_variable_note {
    const char *names; // of all variables of the declaration
    int index;         // of this one
    const char *file;
    int line;
    size_t size;
    char *(*find)();
    shared_variable_note *next;

    shared_variable_note(const char *all_names, int which, const char *in_file, int at_line,
                         size_t bytes, char *(*finder)());
};

// So many bytes in front of it and behind it, which are worth more: an array that is too small is
// written beyond its end by as many threads as a block has.
constexpr size_t SHARED_FRONT = 512, SHARED_BACK = 4096;

// Tag is a struct with the variables of the declaration, of which this is one.
template <class Type, class Tag, int INDEX> struct guarded_shared {
    struct layout {
        alignas(Tag) char front[SHARED_FRONT];
        alignas(Tag) char value[sizeof(Type)];
        char back[SHARED_BACK];
    };
    static CUDA_EMULATOR_THREAD layout room;
    static shared_variable_note note;
    static char *find() { return room.value; }
};

template <class Type, class Tag, int INDEX>
CUDA_EMULATOR_THREAD
    typename guarded_shared<Type, Tag, INDEX>::layout guarded_shared<Type, Tag, INDEX>::room;

template <class Type, class Tag, int INDEX>
shared_variable_note guarded_shared<Type, Tag, INDEX>::note(Tag::cuda_emulator_names(), INDEX,
                                                            Tag::cuda_emulator_file(),
                                                            Tag::cuda_emulator_line(), sizeof(Type),
                                                            &guarded_shared::find);

template <class Type, class Tag, int INDEX>
inline __attribute__((always_inline)) Type &guarded_shared_variable() {
    using variable = guarded_shared<Type, Tag, INDEX>;
    (void)&variable::note; // so that there is one
    return *reinterpret_cast<Type *>(variable::room.value);
}

} // namespace cuda_emulator

#define CUDA_EMULATOR_GAP(NAME)                                                                    \
    char cuda_emulator_gap_##NAME[::cuda_emulator::DEVICE_VARIABLE_GAP] __attribute__((used))
#define CUDA_EMULATOR_BSS(NAME) __attribute__((section(".bss.cuda_emulator." #NAME)))
#define CUDA_EMULATOR_DATA(NAME) __attribute__((section(".data.cuda_emulator." #NAME)))

#define CUDA_EMULATOR_NOTE(UNIQUE, NAME, CONSTANT, GAP, OTHER_GAP)                                 \
    static const ::cuda_emulator::device_variable_note cuda_emulator_note_##UNIQUE(                \
        &NAME, sizeof NAME, #NAME, CONSTANT, __FILE__, __LINE__, __BASE_FILE__, GAP, OTHER_GAP)

// In the struct of a declaration. (Not for the checker, which has another CUDA_EMULATOR_SHARED.)
#define CUDA_EMULATOR_SHARED_NOTE(LINE, ...)                                                       \
    static const char *cuda_emulator_names() {                                                     \
        return #__VA_ARGS__;                                                                       \
    }                                                                                              \
    static const char *cuda_emulator_file() {                                                      \
        return __FILE__;                                                                           \
    }                                                                                              \
    static int cuda_emulator_line() {                                                              \
        return LINE;                                                                               \
    }
#ifndef CUDA_EMULATOR_SHARED
#define CUDA_EMULATOR_SHARED(STRUCT, INDEX, NAME)                                                  \
    ::cuda_emulator::guarded_shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>()
#endif

#endif
