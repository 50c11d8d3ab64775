// recorded.h: what the rewriter's output and the headers call where the recorder is (see
// docs/TRACE.md).
#ifndef CUDA_EMULATOR_RECORDED_H
#define CUDA_EMULATOR_RECORDED_H

#include "emulator/builtin_variables.h"
#include "emulator/guarded.h"

#include <stddef.h>

#include <type_traits>

namespace cuda_emulator {

// The type of a variable: arrays of arrays of elements.
struct recorded_type {
    const char *text; // in which the compiler names the element
    char kind;        // of the element: signed, unsigned, floating, pointer, other
    size_t size;      // of an element
    unsigned rank;
    size_t extents[4]; // 0: unknown
};

template <class T> const char *text_of_type() {
    return __PRETTY_FUNCTION__;
}

template <class T> recorded_type recorded_type_of() {
    using element = std::remove_cv_t<std::remove_all_extents_t<T>>;
    recorded_type result = {text_of_type<element>(), 'o', 1, std::rank<T>::value, {}};
    if constexpr (std::is_floating_point<element>::value)
        result.kind = 'f';
    else if constexpr (std::is_enum<element>::value)
        result.kind = std::is_signed<std::underlying_type_t<element>>::value ? 's' : 'u';
    else if constexpr (std::is_integral<element>::value)
        result.kind = std::is_signed<element>::value ? 's' : 'u';
    else if constexpr (std::is_pointer<element>::value)
        result.kind = 'p';
    if constexpr (!std::is_void<element>::value)
        result.size = sizeof(element);
    result.extents[0] = std::extent<T, 0>::value;
    result.extents[1] = std::extent<T, 1>::value;
    result.extents[2] = std::extent<T, 2>::value;
    result.extents[3] = std::extent<T, 3>::value;
    return result;
}

// The kernel's own code begins, and ends, in the current thread.
void recorded_body_begins();
void recorded_body_ends();
// The thread comes to a statement; the rewriter puts this in front of each.
void recorded_statement(const char *file = __builtin_FILE(), int line = __builtin_LINE(),
                        const char *function = __builtin_FUNCTION());
// The thread has looked in vain for what another one is to do.
void recorded_look();
void copy_unseen(void *to, const volatile void *from, size_t bytes); // nobody is told

// Variables, where they are declared: a __shared__ one each time that a thread comes by. Without a
// size, and a name, it is the dynamic memory.
void recorded_shared(const void *memory, size_t size, const char *name, const char *file, int line,
                     const recorded_type &type);
struct recorded_device_variable {
    recorded_device_variable(const volatile void *memory, size_t size, const char *name,
                             bool constant, const char *file, int line, const recorded_type &type);
};
// An argument of the kernel that is about to be launched.
void recorded_argument(const char *kernel, const char *names, int number, const void *pointer,
                       const recorded_type &type);

template <class Type, class Tag, int INDEX>
__attribute__((always_inline)) inline Type &recorded_shared_variable(const char *name,
                                                                     const char *file, int line) {
    Type &variable = guarded_shared_variable<Type, Tag, INDEX>();
    recorded_shared(&variable, sizeof variable, name, file, line, recorded_type_of<Type>());
    return variable;
}

} // namespace cuda_emulator

#undef CUDA_EMULATOR_SHARED
#define CUDA_EMULATOR_SHARED(STRUCT, INDEX, NAME)                                                  \
    ::cuda_emulator::recorded_shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(              \
        #NAME, __FILE__, __LINE__)

#undef CUDA_EMULATOR_NOTE
#define CUDA_EMULATOR_NOTE(UNIQUE, NAME, CONSTANT, GAP, OTHER_GAP)                                 \
    static const ::cuda_emulator::device_variable_note cuda_emulator_note_##UNIQUE(                \
        &NAME, sizeof NAME, #NAME, CONSTANT, __FILE__, __LINE__, __BASE_FILE__, GAP, OTHER_GAP);   \
    static const ::cuda_emulator::recorded_device_variable cuda_emulator_recorded_##UNIQUE(        \
        &NAME, sizeof NAME, #NAME, CONSTANT, __FILE__, __LINE__,                                   \
        ::cuda_emulator::recorded_type_of<decltype(NAME)>())

#endif
