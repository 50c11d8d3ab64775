// names.h: what reports call places in the source, blocks and threads, and how many of something.
#ifndef CUDA_EMULATOR_NAMES_H
#define CUDA_EMULATOR_NAMES_H

#include "vector_types.h"

#include <string>

namespace cuda_emulator {

// A place in the call that returns to this address; of null, null.
inline const void *call_before(const void *returns_to) {
    return returns_to == nullptr ? nullptr : static_cast<const char *>(returns_to) - 1;
}

// file:line of a place in the code, by addr2line. Empty if that is not there or knows nothing.
std::string source_place(const void *code_address);
// file:line of the call that returns to this address.
std::string source_place_of_call(const void *returns_to);
// Whether such a place is none that a reader has written, or none at all.
bool is_of_emulator(const std::string &place);
// Whether it is in a library of templates that others have written: Thrust or CUB.
bool is_of_library(const std::string &place);

// The folder that reports name source files from, with a slash at its end, and a path as seen from
// there: that of the checkout, or as the environment variable of the same name says for one that
// was moved.
const std::string &source_root();
std::string short_path(const std::string &path);

// The place in a grid, or a block, of this size; x counts fastest.
inline uint3 unflatten(unsigned long long index, dim3 size) {
    return {static_cast<unsigned>(index % size.x), static_cast<unsigned>(index / size.x % size.y),
            static_cast<unsigned>(index / size.x / size.y)};
}

// "./book check mine.cu": how to have the program checked.
std::string check_command();

// "1 byte", "2 bytes".
inline std::string counted(unsigned long long number, const char *noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// "(1,2,3)".
std::string triple(uint3 v);
// A thread by its threadIdx: a plain number in a block of one dimension.
std::string thread_name(unsigned index, dim3 block_size);

} // namespace cuda_emulator

#endif
