// graphics.h: what the rest of the runtime needs of graphics resources.
#ifndef CUDA_EMULATOR_GRAPHICS_H
#define CUDA_EMULATOR_GRAPHICS_H

#include <stddef.h>

namespace cuda_emulator {

// Who shares its memory with OpenGL.
constexpr int device_of_graphics = 0;

// Unmaps, where the graphics API still can, and forgets all graphics resources.
void unregister_all_graphics();

// Lists the graphics resources still registered, one a line on stderr. Returns how many.
size_t report_graphics_leaks();

} // namespace cuda_emulator

#endif
