// What instructions of PTX are in C++.
#pragma once

#include <string>
#include <string_view>

namespace cuda_rewriter {

// One row of the table. In the meaning
//   $0, $1 ...  is an operand; $1{2} is 2 where there is none
//   $b1, $c1    of an address what is added up, and its coordinates
//   $a1         of an address, in the instruction's own space: shared memory, or any
//   $v1         the parts of a vector, with commas between them
//   $t, $s      the type that the instruction's name ends with, and the one before it, in C++
//   $#          the number that stands for # in the pattern
// Without "$0 = " in front an instruction gives what its meaning is to its first operand, unless
// that is `nothing`.
struct ptx_row {
    std::string_view pattern; // words; # in one is a number, T any type of a number
    std::string_view meaning;
    bool gives = true; // whether its first operand gets it
};

struct ptx_match {
    const ptx_row *row = nullptr; // null: not there
    std::string type, type_before, number;
    bool of_shared_memory = false;
};

// The row for the name of an instruction.
ptx_match find_instruction(std::string_view name);
// A special register without its %, in C++; empty: not there.
std::string_view special_register(std::string_view name);
// The type of C++ for one of PTX, as in .reg .u32; empty: not there.
std::string_view type_of_ptx(std::string_view name);

} // namespace cuda_rewriter
