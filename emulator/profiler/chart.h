// chart.h: one request, drawn: its lanes against what its memory is divided into.
#ifndef CUDA_EMULATOR_PROFILER_CHART_H
#define CUDA_EMULATOR_PROFILER_CHART_H

#include "lines.h"

#include <array>
#include <string>

namespace cuda_emulator {
namespace profiler {

// How many different words each bank of shared memory has to serve.
std::array<unsigned, BANKS> words_of_banks(const line_row &row);

// Prints on stderr the worst request of the line that costs most, if `line` is empty; else of each
// row of this line ("31", or "mine.cu:31"). Returns whether there was one.
bool draw(const line_table &table, const std::string &line);

} // namespace profiler
} // namespace cuda_emulator

#endif
