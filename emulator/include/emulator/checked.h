// checked.h: what the rewriter's output and the headers call where the checker is (see
// emulator/checker/README.md).
#ifndef CUDA_EMULATOR_CHECKED_H
#define CUDA_EMULATOR_CHECKED_H

#include "driver_types.h"
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

// The thread that runs, and its epoch (see emulator/checker/shadow.h). Whether the one after it
// begins next, and nothing has to be said but its number.
struct checked_thread_state {
    unsigned long long epoch;
    unsigned number;
    bool next_follows;
};
extern checked_thread_state checked_thread;
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
    return *static_cast<Type *>(note.memory);
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

    char before_[GAP];
    T memory_;
    char after_[GAP];
    local_note note_;
    bool noted_;
};

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

// `atomicExch(p, 0);` becomes `unused_old_value(), atomicExch(p, 0);`: a store, and no read.
void unused_old_value();

} // namespace cuda_emulator

#undef CUDA_EMULATOR_SHARED
#define CUDA_EMULATOR_SHARED(STRUCT, INDEX, NAME)                                                  \
    ::cuda_emulator::shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(#NAME, __FILE__,       \
                                                                            __LINE__)
#define CUDA_EMULATOR_FILE_SHARED(STRUCT, INDEX, NAME)                                             \
    ::cuda_emulator::file_shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(#NAME, __FILE__,  \
                                                                                 __LINE__)

#define CUDA_EMULATOR_LOCAL_VARIABLE(NAME, VALUE)                                                  \
    ::cuda_emulator::local_variable<decltype(cuda_emulator_l_##NAME)> cuda_emulator_h_##NAME(      \
        #NAME, __FILE__, __LINE__, VALUE);                                                         \
    auto &NAME = cuda_emulator_h_##NAME.get(cuda_emulator_l_##NAME);
#define CUDA_EMULATOR_LOCAL(NAME) CUDA_EMULATOR_LOCAL_VARIABLE(NAME, nullptr)
#define CUDA_EMULATOR_LOCAL_WITH_VALUE(NAME)                                                       \
    CUDA_EMULATOR_LOCAL_VARIABLE(NAME, &cuda_emulator_l_##NAME)

// The compilers make moves of these where the length is constant, of which they do not tell.
#define __builtin_memcpy(...) ::memcpy(__VA_ARGS__)
#define __builtin_memmove(...) ::memmove(__VA_ARGS__)
#define __builtin_memset(...) ::memset(__VA_ARGS__)

#endif
