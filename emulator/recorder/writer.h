// writer.h: a recording as a file (see docs/TRACE.md), and what is said of it.
#ifndef CUDA_EMULATOR_RECORDER_WRITER_H
#define CUDA_EMULATOR_RECORDER_WRITER_H

#include "settings.h"
#include "trace.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace recorder {

// A file that cannot be written is said; the program itself goes on.
void write_trace(recording &r, const settings &wanted);

// On stderr: what was recorded, of how many launches (with the names of the first ones), and what
// was not. Null: nothing.
void report(const recording *r, const settings &wanted, unsigned launches,
            const std::vector<std::string> &names);

} // namespace recorder
} // namespace cuda_emulator

#endif
