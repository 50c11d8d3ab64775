// guarded.h: what the rewriter makes of __device__ and __shared__ variables, so that a write beside
// one is seen.
#ifndef CUDA_EMULATOR_GUARDED_H
#define CUDA_EMULATOR_GUARDED_H

#include "emulator/builtin_variables.h"

#include <stddef.h>

#include <type_traits>

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

// A __shared__ variable lies between red zones (see runtime/red_zones.h). Those behind it are worth
// more: an array that is too small is written beyond its end by as many threads as a block has.
constexpr size_t SHARED_FRONT = 512, SHARED_BACK = 4096;
constexpr size_t SHARED_LOOKED_AT = 128; // on each side, when a kernel ends
// Neither 0 nor -1, nor the bytes of a small number or of text.
constexpr unsigned char RED_ZONE_PATTERN = 0xB3;

// Such a variable, noted likewise. Each OS thread has its own, with red zones of its own, and
// `red_zones` is about those of the thread that calls it. It takes no address: then compilers could
// not tell any more that no pointer of the kernel points there.
struct shared_variable_note {
    const char *names; // of all variables of the declaration
    int index;         // of this one
    const char *file;
    int line;
    size_t size;
    // Of the red zones' bytes from one on, which all count as lying behind one another, up to
    // another, by eights: in which bits one of the eights differs from RED_ZONE_PATTERN. `fill`: it
    // has become that everywhere.
    unsigned long long (*red_zones)(size_t from, size_t to, bool fill);
    const void *only; // where it lies, if there is but one OS thread: it has one in each
    shared_variable_note *next;

    shared_variable_note(const char *all_names, int which, const char *in_file, int at_line,
                         size_t bytes, const void *the_only,
                         unsigned long long (*of_red_zones)(size_t from, size_t to, bool fill));
};

// Tag is a struct with the variables of the declaration, of which this is one.
template <class Type, class Tag, int INDEX> struct guarded_shared {
    static constexpr size_t LEAST = sizeof(Type) < 64 ? 16 : 64; // large ones by cache lines
    // One alignas: of two in a template g++ 12 takes the last.
    static constexpr size_t ALIGNMENT = alignof(Tag) > LEAST ? alignof(Tag) : LEAST;
    // Thread-local variables cannot be made by constructors here, and shared ones need not be.
    struct bytes {
        char of_value[sizeof(Type)];
    };
    using plain = typename std::conditional<std::is_trivially_default_constructible<Type>::value,
                                            Type, bytes>::type;
    struct alignas(ALIGNMENT) front_red_zone {
        unsigned char bytes[SHARED_FRONT];
    };
    struct alignas(ALIGNMENT) back_red_zone {
        unsigned char bytes[SHARED_BACK];
    };
    // Three members of one variable lie side by side. So do three variables where g++ optimises,
    // the one that is declared first behind the others; it would take one of all three, or one that
    // the functions below use too, for a place to which pointers of the kernel may point, and dot
    // products took 3 % longer.
#if defined(__clang__) || !defined(__OPTIMIZE__)
    struct layout {
        front_red_zone before;
        alignas(ALIGNMENT) plain value;
        alignas(1) unsigned char after[SHARED_BACK];
    };
    static CUDA_EMULATOR_THREAD layout room;
#define CUDA_EMULATOR_BEFORE room.before.bytes
#define CUDA_EMULATOR_AFTER room.after
#else
    struct alignas(ALIGNMENT) layout {
        plain value;
    };
    static CUDA_EMULATOR_THREAD back_red_zone after;
    static CUDA_EMULATOR_THREAD layout room;
    static CUDA_EMULATOR_THREAD front_red_zone before;
#define CUDA_EMULATOR_BEFORE before.bytes
#define CUDA_EMULATOR_AFTER after.bytes
#endif
    static shared_variable_note note;

    // Cold: compilers would make much of the loop.
    static __attribute__((cold)) unsigned long long red_zones(size_t from, size_t to, bool fill) {
        using eight __attribute__((aligned(1), may_alias)) = unsigned long long;
        constexpr unsigned long long PATTERNS = 0x0101010101010101u * RED_ZONE_PATTERN;
        unsigned long long difference = 0;
        for (size_t at = from; at < to; at += 8)
            if (at < SHARED_FRONT) { // with ?: the addresses would be taken
                eight &bytes = reinterpret_cast<eight &>(CUDA_EMULATOR_BEFORE[at]);
                difference |= fill ? (bytes = PATTERNS, 0) : bytes ^ PATTERNS;
            } else {
                eight &bytes = reinterpret_cast<eight &>(CUDA_EMULATOR_AFTER[at - SHARED_FRONT]);
                difference |= fill ? (bytes = PATTERNS, 0) : bytes ^ PATTERNS;
            }
        return difference;
    }
#ifdef __wasm__
    static const void *only() {
        return const_cast<const void *>(static_cast<const volatile void *>(&room.value));
    }
#else
    static const void *only() {
        return nullptr;
    }
#endif
};

#if !defined(__clang__) && defined(__OPTIMIZE__)
template <class Type, class Tag, int INDEX>
CUDA_EMULATOR_THREAD typename guarded_shared<Type, Tag, INDEX>::back_red_zone
    guarded_shared<Type, Tag, INDEX>::after;
#endif

template <class Type, class Tag, int INDEX>
CUDA_EMULATOR_THREAD
    typename guarded_shared<Type, Tag, INDEX>::layout guarded_shared<Type, Tag, INDEX>::room;

#if !defined(__clang__) && defined(__OPTIMIZE__)
template <class Type, class Tag, int INDEX>
CUDA_EMULATOR_THREAD typename guarded_shared<Type, Tag, INDEX>::front_red_zone
    guarded_shared<Type, Tag, INDEX>::before;
#endif

template <class Type, class Tag, int INDEX>
shared_variable_note guarded_shared<Type, Tag, INDEX>::note(Tag::cuda_emulator_names(), INDEX,
                                                            Tag::cuda_emulator_file(),
                                                            Tag::cuda_emulator_line(), sizeof(Type),
                                                            guarded_shared::only(),
                                                            &guarded_shared::red_zones);

template <class Type, class Tag, int INDEX>
inline __attribute__((always_inline)) Type &guarded_shared_variable() {
    using variable = guarded_shared<Type, Tag, INDEX>;
    (void)&variable::note; // so that there is one
    return reinterpret_cast<Type &>(variable::room.value);
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
