// textures.h: what the rest of the runtime needs of texture and surface objects.
#ifndef CUDA_EMULATOR_TEXTURES_H
#define CUDA_EMULATOR_TEXTURES_H

#include <stddef.h>

namespace cuda_emulator {

// The memory is about to be freed: from now on, reading it through a texture or a surface is a
// fault.
void memory_is_gone(const void *first, size_t size);

// Destroys all texture and surface objects.
void destroy_textures_and_surfaces();

// Lists the texture and surface objects still alive, one a line on stderr. Returns how many.
size_t report_texture_leaks();

} // namespace cuda_emulator

#endif
