// sentences.h: what is wrong with the lines of a kernel, in words.
#ifndef CUDA_EMULATOR_PROFILER_SENTENCES_H
#define CUDA_EMULATOR_PROFILER_SENTENCES_H

#include "lines.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace profiler {

// The line that costs most comes first.
std::vector<std::string> sentences(const line_table &table);
std::vector<line_row> by_cost(const line_table &table);

figures sum_of(const line_table &table, memory_space space);

// "30" or "31.2", and "mine.cu:31".
std::string fixed(double number);
std::string place(const source_line &where);

} // namespace profiler
} // namespace cuda_emulator

#endif
