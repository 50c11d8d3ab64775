// findings.h: which of the recorded accesses are in no order.
#ifndef CUDA_EMULATOR_RECORDER_FINDINGS_H
#define CUDA_EMULATOR_RECORDER_FINDINGS_H

#include "trace.h"

namespace cuda_emulator {
namespace recorder {

// Adds races between threads of one block, and reads of what nothing has written: the first of each
// kind, variable and pair of lines, with how many there are.
void find_mistakes(recording &r);

} // namespace recorder
} // namespace cuda_emulator

#endif
