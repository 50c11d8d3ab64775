// checked.h: what the rewriter's output and the headers call where the checker is (see
// emulator/checker/README.md).
#ifndef CUDA_EMULATOR_CHECKED_H
#define CUDA_EMULATOR_CHECKED_H

#include <stddef.h>

namespace cuda_emulator {

// A __shared__ variable. All zero until the first thread reaches its declaration.
struct shared_note {
    const char *name, *file;
    int line;
    size_t size;
    void *memory;
    unsigned used_in; // the first serial of the block that used it last
};

// The first serial of the block that runs.
extern unsigned checked_block;

// Finds memory for a variable, and makes it fresh, as it is at the beginning of each block.
void use_shared(shared_note &note, size_t alignment);

// Every thread comes by here at the declaration, on its way to the variable.
template <class Type, class Tag, int INDEX>
__attribute__((no_sanitize("thread"))) inline Type &shared_variable(const char *name,
                                                                    const char *file, int line) {
    static shared_note note;
    if (note.used_in != checked_block) {
        if (note.name == nullptr)
            note = {name, file, line, sizeof(Type), nullptr, 0};
        use_shared(note, alignof(Tag));
    }
    return *static_cast<Type *>(note.memory);
}

// A __device__, __constant__ or __managed__ variable, noted before main begins.
struct device_variable_note {
    device_variable_note(const volatile void *address, size_t size, const char *name,
                         const char *file, int line);
};

// Called before a thread runs.
void checked_thread_begins();
void checked_fence(bool of_the_device);
void *checked_dynamic_shared();

} // namespace cuda_emulator

#define CUDA_EMULATOR_SHARED(STRUCT, INDEX, NAME)                                                  \
    ::cuda_emulator::shared_variable<decltype(STRUCT::NAME), STRUCT, INDEX>(#NAME, __FILE__,       \
                                                                            __LINE__)

#endif
