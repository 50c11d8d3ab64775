// lines.h: what was counted, line by line of the reader's source.
#ifndef CUDA_EMULATOR_PROFILER_LINES_H
#define CUDA_EMULATOR_PROFILER_LINES_H

#include "profiler.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace profiler {

struct source_line {
    std::string file; // as reports name it
    int line;
    bool operator<(const source_line &other) const {
        return std::tie(file, line) < std::tie(other.file, other.line);
    }
};

// The accesses of one kind to one memory in a line.
struct line_row {
    source_line where;
    memory_space space;
    access kind;
    figures sum;
    figures worst; // of the instructions of the line: the one with the most excess
    worst_request request;
};

// A branch in a line.
struct branch_row {
    source_line where;
    branch_kind kind;
    branch_figures sum;
};

// What numbers an operation is about.
enum class width { half_number, float_number, double_number };

// The floating-point operations of one kind in a line.
struct operation_row {
    source_line where;
    width numbers;
    operation_kind kind;
    std::uint64_t count; // of threads
};

// Barriers, or operations of warps, in a line.
struct meeting_row {
    source_line where;
    std::string what;
    meetings sum;
};

struct line_table {
    std::vector<line_row> rows;            // by line, space and kind
    std::vector<branch_row> branches;      // by line
    std::vector<operation_row> operations; // by line, width and kind
    std::vector<meeting_row> met;
};
line_table by_lines(const counted_launch &counted);
// All of these together, by width and kind.
std::vector<operation_row> sum_of(const std::vector<operation_row> &operations);

// To find out about all places of the code at once takes little longer than about one.
void look_up_places(const std::vector<launches> &all);

// The text of a line, without blanks in front of it and behind, and the beginning only of a long
// one; empty if nobody can read it.
std::string text_of(const source_line &where);

// "global", "load", and what the memory moves: "sector". Empty where that is not known.
const char *name_of(memory_space space);
const char *name_of(access kind);
const char *name_of(branch_kind kind);
std::string name_of(const operation_row &row); // "float add"
const char *unit_of(memory_space space);

// "naive<<<(16,16,1),(32,32,1)>>>".
std::string name_of(const launches &l);

} // namespace profiler
} // namespace cuda_emulator

#endif
