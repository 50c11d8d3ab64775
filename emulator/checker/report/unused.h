// unused.h: results of calls that nobody has looked at (calls.cpp), as the report at the end needs
// them.
#ifndef CUDA_EMULATOR_UNUSED_H
#define CUDA_EMULATOR_UNUSED_H

#include "checker/finding.h"

namespace cuda_emulator {
namespace checker {

// Launches after which nobody has asked for the last error; and adds them to the results.
std::vector<call_stack> unanswered_launches();
void drop_unanswered_launches();
size_t results_unused();
// One finding for all, or they would hide the others. There is one at least.
finding unused_results();
// What comments in the source have kept from it.
const std::vector<finding> &ignored_results();

} // namespace checker
} // namespace cuda_emulator

#endif
