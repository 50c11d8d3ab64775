// kept_blocks.h: which of the blocks that were recorded on trial a reader is shown.
#ifndef CUDA_EMULATOR_RECORDER_KEPT_BLOCKS_H
#define CUDA_EMULATOR_RECORDER_KEPT_BLOCKS_H

#include "trace.h"

namespace cuda_emulator {
namespace recorder {

// Leaves the first block, and those of the first findings, and drops all that belongs to the
// others.
void keep_blocks_of_findings(recording &r);

} // namespace recorder
} // namespace cuda_emulator

#endif
