// checked.h: what the rewriter's output and the headers call where the checker is (see
// emulator/checker/README.md).
#ifndef CUDA_EMULATOR_CHECKED_H
#define CUDA_EMULATOR_CHECKED_H

#include "driver_types.h"
#include "emulator/builtin_variables.h"
#include "emulator/guarded.h"

#include <stddef.h>
#include <string.h> // for __builtin_memcpy, below

#include <type_traits>

namespace cuda_emulator {

// A __shared__ variable. All zero until the first thread reaches its declaration.
struct shared_note {
    const char *name, *file;
    int line;
    size_t size;
    void *memory;
    unsigned used_in;   // the first serial of the block that used it last
    unsigned in_launch; // the number of its launch
    bool of_file;       // outside of functions: every kernel has it
};

void copy_unseen(void *to, const volatile void *from, size_t bytes); // the checker is not told

// The first serial of the block that runs.
extern unsigned checked_block;

// Where the shared memory of the block lies, behind that of the first one of its cluster.
extern CUDA_EMULATOR_THREAD size_t checked_window;

// The epoch of the thread that runs (see emulator/checker/shadow.h).
struct checked_thread_state {
    unsigned long long epoch;
    // The thread behind this one begins next, or another one goes on behind a barrier, and nothing
    // has to be said of it.
    bool next_follows;
    unsigned long long phase; // the epoch of thread 0, behind the last barrier
};
extern CUDA_EMULATOR_THREAD checked_thread_state checked_thread;
constexpr unsigned long long NEXT_THREAD = 1ull << 22; // in an epoch

// Before the first statement of a thread: in the reverse order it lets the others begin first.
void checked_thread_begins();

// Finds memory for a variable, and makes it fresh, as it is at the beginning of each block.
void use_shared(shared_note &note, size_t alignment);

// Every thread comes by here at the declaration, on its way to the variable.
template <class Type, class Tag, int INDEX>
__attribute__((no_sanitize("thread"))) inline Type &shared_variable(const char *name,
                                                                    const char *file, int line) {
    static shared_note note;
    if (note.used_in != checked_block) {
        if (note.name == nullptr)
            note = {name, file, line, sizeof(Type), nullptr, 0, 0, false};
        use_shared(note, alignof(Tag));
    }
    return *reinterpret_cast<Type *>(static_cast<char *>(note.memory) + checked_window);
}

// One outside of functions: no thread comes by its declaration, so it gets its memory before main
// begins, and the checker makes it fresh for each block.
template <class Type, class Tag, int INDEX>
__attribute__((no_sanitize("thread"))) inline Type &
file_shared_variable(const char *name, const char *file, int line) {
    static shared_note note = {name, file, line, sizeof(Type), nullptr, 0, 0, true};
    use_shared(note, alignof(Tag));
    return *static_cast<Type *>(note.memory);
}

// A local variable that is declared without a value, or an array with one, between two gaps. These
// lie on the stack.
struct local_note {
    const char *name, *file;
    int line;
    unsigned thread; // that it belongs to
    size_t size;
    void *memory;
    bool written; // from the beginning on, as far as the checker knows
    local_note *outer;
};
// Whether a thread of a kernel is running, and not the host.
bool local_begins(local_note &note, size_t gap);
void local_ends(local_note &note, size_t gap);
// An index of a local array leads outside of it.
void index_outside(const local_note &array, long long index, size_t length, const char *file,
                   int line);

// Variables of other types are what they are: making them does something.
template <class T, bool PLAIN = std::is_trivially_default_constructible<T>::value
                       &&std::is_trivially_destructible<T>::value>
class local_variable {
public:
    local_variable(const char *, const char *, int, const T *) {}
    T &get(T &variable) const { return variable; }
};

template <class T> class local_variable<T, true> {
public:
    __attribute__((no_sanitize("thread")))
    local_variable(const char *name, const char *file, int line, const T *value) {
        // Members of a struct may be left out on purpose when all of it is copied.
        const bool scalar = std::is_scalar<std::remove_all_extents_t<T>>::value;
        note_ = {name,
                 file,
                 line,
                 0,
                 sizeof(T),
                 const_cast<void *>(place()),
                 !scalar || value != nullptr,
                 nullptr};
        noted_ = local_begins(note_, GAP);
        if (value != nullptr)
            copy_unseen(note_.memory, value, sizeof(T));
    }
    __attribute__((no_sanitize("thread"))) ~local_variable() {
        if (noted_)
            local_ends(note_, GAP);
    }
    local_variable(const local_variable &) = delete;
    local_variable &operator=(const local_variable &) = delete;
    // As something that compilers know nothing of. What they know to be memory they may read even
    // where the program does not.
    T &get(T &) {
        const volatile void *at = place();
        asm volatile("" : "+r"(at));
        return *static_cast<T *>(const_cast<void *>(at));
    }

private:
    // An element that is not there begins in the gap, and its members lie there too.
    static constexpr size_t ELEMENT = sizeof(typename std::remove_all_extents<T>::type);
    static constexpr size_t WIDE = ELEMENT > 16 ? ELEMENT < 64 ? (ELEMENT + 15) / 16 * 16 : 64 : 16;
    static constexpr size_t GAP = alignof(T) > WIDE ? alignof(T) : WIDE;
    const volatile void *place() const { return &memory_; }

    local_note note_; // in front: mostly an index that lies outside is too large
    bool noted_;
    char before_[GAP];
    T memory_;
    char after_[GAP];
};

// An array of which the text shows that it is filled before it is read, and that only its elements
// are used, by their indices: nobody has to be told of its accesses. It has gaps, too: where an
// index lies outside, the program goes on. Of all indices but the first one compilers tell. (Of the
// first one clang++ does not always: `own[length]++`.)
template <class T> class own_array {
public:
    // Compilers do not put a function with no_sanitize into one without.
    __attribute__((always_inline))
    own_array(const char *name, const char *file, int line, const T *value)
        : name_(name), file_(file), line_(line) {
        if (value != nullptr)
            all_of(memory_) = all_of(*value);
    }
    // A pointer: compilers do not look at its index.
    __attribute__((always_inline)) std::remove_extent_t<T> *get(T &) { return memory_; }
    __attribute__((always_inline)) void look(long long index, const char *file, int line) const {
        constexpr size_t length = std::extent<T>::value;
        if (__builtin_expect(static_cast<unsigned long long>(index) >= length, false))
            index_outside({name_, file_, line_, 0, sizeof(T), nullptr, true, nullptr}, index,
                          length, file, line);
    }

private:
    struct bytes {
        char of_array[sizeof(T)];
    };
    static bytes &all_of(const T &array) {
        return reinterpret_cast<bytes &>(const_cast<T &>(array));
    }

    static constexpr size_t GAP = 64;

    const char *name_, *file_; // in front, as above
    int line_;
    char before_[GAP];
    T memory_;
    char after_[GAP];
};

// Others are arrays of other types, with more bounds than the text shows, or of rows of one
// element, of which compilers do not tell.
template <class T> constexpr bool is_of_several() {
    if constexpr (std::is_array<T>::value)
        return std::extent<T>::value > 1 && is_of_several<std::remove_extent_t<T>>();
    return true;
}
template <class T, int RANK>
using own_or_local =
    std::conditional_t<std::is_arithmetic<std::remove_all_extents_t<T>>::value &&
                           !std::is_volatile<std::remove_all_extents_t<T>>::value &&
                           std::rank<T>::value == RANK && is_of_several<std::remove_extent_t<T>>(),
                       own_array<T>, local_variable<T>>;

template <class T, bool PLAIN, class Index>
__attribute__((always_inline)) inline Index own_index(const local_variable<T, PLAIN> &,
                                                      Index index) {
    return index;
}
template <class T>
__attribute__((always_inline)) inline long long
own_index(const own_array<T> &array, long long index, const char *file = __builtin_FILE(),
          int line = __builtin_LINE()) {
    array.look(index, file, line);
    return index;
}

// Where there is one of these, macros may have made __device__ variables that have no note.
struct hidden_device_variables {
    hidden_device_variables();
};

// `cudaFree(p);` becomes `cudaFree(p), unused_result("cudaFree", __FILE__, __LINE__);`.
class unused_result {
public:
    unused_result(const char *name, const char *file, int line);
    void tell() const;

private:
    const char *call_, *file_;
    int line_;
};
// Other types than this one have the comma of the language.
inline cudaError_t operator,(cudaError_t error, const unused_result &result) {
    if (error == cudaSuccess)
        result.tell();
    return error;
}

// The length of an array of structs, used as an index.
void index_beyond(size_t index, const char *file, int line);

// `row[i] = *at;` becomes `row[index_in<decltype((row))>(i)] = *at;`: of the index that is just the
// length the compilers do not tell where a struct is used whole. Other indices, and those of what
// is no array, are what they are.
template <class Array, class Index>
__attribute__((always_inline)) inline constexpr Index
index_in(Index index, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    using array = std::remove_reference_t<Array>;
    if constexpr (std::is_class<std::remove_extent_t<array>>::value &&
                  std::is_integral<Index>::value) {
        constexpr size_t length = std::extent<array>::value;
        // `row rest[1]` may have more.
        if (length > 1 && index == static_cast<Index>(length))
            index_beyond(length, file, line);
    }
    return index;
}

// `*p = s;` becomes `CUDA_EMULATOR_WHOLE_STRUCT(*p) = s;`, and `p[i] = s;`
// `CUDA_EMULATOR_STRUCTS(p)[i] = s;`: clang++ tests the alignment of what a reference is bound to,
// and not that of a struct to which one is assigned. g++ tests both.
#ifdef __clang__
#define CUDA_EMULATOR_WHOLE_STRUCT(...) ::cuda_emulator::whole_struct(__VA_ARGS__)
#define CUDA_EMULATOR_STRUCTS(...) ::cuda_emulator::structs(__VA_ARGS__)
#else
#define CUDA_EMULATOR_WHOLE_STRUCT(...) (__VA_ARGS__)
#define CUDA_EMULATOR_STRUCTS(...) (__VA_ARGS__)
#endif
template <class T> __attribute__((always_inline)) inline T &&whole_struct(T &&object) {
    return static_cast<T &&>(object);
}
void structs_misaligned(const void *first, size_t alignment, const char *file, int line);
template <class T>
__attribute__((always_inline)) inline T &&structs(T &&first, const char *file = __builtin_FILE(),
                                                  int line = __builtin_LINE()) {
    using pointer = std::remove_cv_t<std::remove_reference_t<T>>;
    using object = std::remove_pointer_t<pointer>;
    if constexpr (std::is_pointer<pointer>::value && std::is_class<object>::value)
        if (reinterpret_cast<size_t>(first) % alignof(object) != 0)
            structs_misaligned(const_cast<const std::remove_cv_t<object> *>(first), alignof(object),
                               file, line);
    return static_cast<T &&>(first);
}

// A bit field is read, or written and with it those beside it. They lie in some bytes of an object,
// of which the compiler does not tell.
void field_used(const void *object, size_t size, size_t first, size_t count, bool is_written);

// The bytes in which a bit field lies with those beside it, and whether clang++ keeps quiet about
// them: it tells of accesses of 1, 2, 4, 8 and 16 bytes, and of a number between these where the
// next member follows at once.
struct field_bytes {
    size_t first, count;
    bool is_hidden;
};

// one: makes all bits of the field 1; all: those of the fields beside it too; next: finds the next
// member.
template <class T, class One, class All, class Next>
__attribute__((noinline, no_sanitize("thread"))) field_bytes bytes_of_field(One one, All all,
                                                                            Next next) {
    alignas(T) unsigned char memory[sizeof(T)], mine[sizeof(T)];
    for (unsigned char &byte : memory)
        byte = 0;
    T &o = *reinterpret_cast<T *>(memory);
    one(o);
    for (size_t i = 0; i < sizeof(T); ++i)
        mine[i] = memory[i];
    all(o);
    const auto bit = [](const unsigned char *bytes, size_t i) {
        return (bytes[i / 8] >> i % 8 & 1) != 0;
    };
    size_t first = 0, behind;
    while (first < 8 * sizeof(T) && !bit(mine, first))
        ++first;
    for (behind = first; behind < 8 * sizeof(T) && bit(memory, behind);)
        ++behind;
    while (first > 0 && bit(memory, first - 1))
        --first;
    const size_t from = first / 8, count = (behind + 7) / 8 - from;
    size_t whole = 1;
    while (whole < count)
        whole *= 2;
    const size_t room = static_cast<const unsigned char *>(next(o)) - memory - from;
    return {from, count, whole > 16 || (whole != count && whole > room)};
}

template <bool IS_WRITTEN, class T, class Member, class One, class All, class Next>
__attribute__((always_inline)) inline void use_field(T &object, Member, One one, All all,
                                                     Next next) {
    using plain = std::remove_cv_t<T>;
    // The address of a bit field cannot be taken.
    if constexpr (!std::is_invocable<Member, plain &>::value &&
                  std::is_invocable<One, plain &>::value &&
                  std::is_invocable<All, plain &>::value &&
                  std::is_invocable<Next, plain &>::value) {
        static const field_bytes where = bytes_of_field<plain>(one, all, next);
        if (where.is_hidden)
            field_used(&const_cast<const plain &>(object), sizeof(plain), where.first, where.count,
                       IS_WRITTEN);
    }
}

// `s.field` becomes `with_field<is it written>(s CUDA_EMULATOR_FIELD(field, ...)).field`,
// `p->field` likewise.
template <bool IS_WRITTEN, class T, class... Field>
__attribute__((always_inline)) inline T &&with_field(T &&object, Field... field) {
    if constexpr (sizeof...(field) != 0)
        use_field<IS_WRITTEN>(object, field...);
    return static_cast<T &&>(object);
}
template <bool IS_WRITTEN, class T, class... Field>
__attribute__((always_inline)) inline T &&to_field(T &&pointer, Field... field) {
    if constexpr (sizeof...(field) != 0)
        use_field<IS_WRITTEN>(*pointer, field...);
    return static_cast<T &&>(pointer);
}
// No constant, of which compilers would say that it does not fit.
inline int all_ones() {
    return -1;
}
#ifdef __clang__
#define CUDA_EMULATOR_ONES(FIELD)                                                                  \
    (FIELD = static_cast<std::remove_reference_t<decltype(FIELD)>>(::cuda_emulator::all_ones()))
#define CUDA_EMULATOR_APART_FROM_CHECKS __attribute__((no_sanitize("thread")))
#define CUDA_EMULATOR_FIELD(NAME, NEXT, ...)                                                       \
    , [](auto &o) -> decltype(void(&o.NAME)) {},                                                   \
        [](auto &o)                                                                                \
            CUDA_EMULATOR_APART_FROM_CHECKS -> decltype(void(CUDA_EMULATOR_ONES(o.NAME))) {        \
                CUDA_EMULATOR_ONES(o.NAME);                                                        \
            },                                                                                     \
        [](auto &o)                                                                                \
            CUDA_EMULATOR_APART_FROM_CHECKS -> decltype(void((__VA_ARGS__))) { (__VA_ARGS__); },   \
        [](auto &o)                                                                                \
            CUDA_EMULATOR_APART_FROM_CHECKS -> decltype(static_cast<const void *>(&NEXT)) {        \
                return &NEXT;                                                                      \
            }
#else
#define CUDA_EMULATOR_FIELD(...)
#endif

} // namespace cuda_emulator

// `threadIdx.x` in a function becomes this: nobody writes these variables, and g++ does not tell of
// what an instruction of the program's own reads. (No function, out of which more would seem to be
// known to others.)
#if defined(__x86_64__) && !defined(__clang__)
#define CUDA_EMULATOR_OWN_NUMBER(NUMBER)                                                           \
    __extension__({                                                                                \
        __typeof__(+NUMBER) cuda_emulator_number;                                                  \
        asm("mov %1, %0" : "=r"(cuda_emulator_number) : "m"(NUMBER));                              \
        cuda_emulator_number;                                                                      \
    })
#else
#define CUDA_EMULATOR_OWN_NUMBER(NUMBER) NUMBER
#endif

#undef CUDA_EMULATOR_SHARED
#define CUDA_EMULATOR_SHARED(STRUCT, INDEX, NAME)                                                  \
    ::cuda_emulator::shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(#NAME, __FILE__,       \
                                                                            __LINE__)
#define CUDA_EMULATOR_FILE_SHARED(STRUCT, INDEX, NAME)                                             \
    ::cuda_emulator::file_shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(#NAME, __FILE__,  \
                                                                                 __LINE__)

#define CUDA_EMULATOR_LOCAL_VARIABLE(NAME, VALUE, ...)                                             \
    ::cuda_emulator::__VA_ARGS__ cuda_emulator_h_##NAME(#NAME, __FILE__, __LINE__, VALUE);         \
    [[maybe_unused]] decltype(auto) NAME = cuda_emulator_h_##NAME.get(cuda_emulator_l_##NAME);
#define CUDA_EMULATOR_LOCAL(NAME)                                                                  \
    CUDA_EMULATOR_LOCAL_VARIABLE(NAME, nullptr, local_variable<decltype(cuda_emulator_l_##NAME)>)
#define CUDA_EMULATOR_LOCAL_WITH_VALUE(NAME)                                                       \
    CUDA_EMULATOR_LOCAL_VARIABLE(NAME, &cuda_emulator_l_##NAME,                                    \
                                 local_variable<decltype(cuda_emulator_l_##NAME)>)
#define CUDA_EMULATOR_OWN(NAME, RANK)                                                              \
    CUDA_EMULATOR_LOCAL_VARIABLE(NAME, nullptr,                                                    \
                                 own_or_local<decltype(cuda_emulator_l_##NAME), RANK>)
#define CUDA_EMULATOR_OWN_WITH_VALUE(NAME, RANK)                                                   \
    CUDA_EMULATOR_LOCAL_VARIABLE(NAME, &cuda_emulator_l_##NAME,                                    \
                                 own_or_local<decltype(cuda_emulator_l_##NAME), RANK>)

// The compilers make moves of these where the length is constant, of which they do not tell. (A
// library may write :: in front of them.)
#define __builtin_memcpy(...) memcpy(__VA_ARGS__)
#define __builtin_memmove(...) memmove(__VA_ARGS__)
#define __builtin_memset(...) memset(__VA_ARGS__)

#endif
