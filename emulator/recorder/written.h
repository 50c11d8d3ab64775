// written.h: which bytes of the device's memory have been written since they were allocated.
#ifndef CUDA_EMULATOR_RECORDER_WRITTEN_H
#define CUDA_EMULATOR_RECORDER_WRITTEN_H

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {
namespace recorder {

// Device memory, in which nothing is written yet. Of other memory all counts as written.
void begin_marks(std::uintptr_t memory, std::size_t size);
void end_marks(std::uintptr_t memory);

void mark_written(std::uintptr_t address, std::size_t bytes);
bool is_written(std::uintptr_t address);

} // namespace recorder
} // namespace cuda_emulator

#endif
