/* graphics_calls.h: how the runtime asks for what only a graphics API can do, for C and C++.
 *
 * The runtime knows no OpenGL and is not linked to it. A program that includes cuda_gl_interop.h
 * is; the functions that make the GL calls are compiled into it, and handed over as a table. */
#ifndef CUDA_EMULATOR_GRAPHICS_CALLS_H
#define CUDA_EMULATOR_GRAPHICS_CALLS_H

#include "../cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each returns cudaErrorInvalidGraphicsContext, and does nothing, where the calling thread has no
 * current context. None leaves a binding of the context changed, or takes an error of the program's
 * out of it. */
struct cuda_emulator_graphics_calls {
    cudaError_t (*find_context)(void);
    /* The size in bytes of a buffer object. cudaErrorInvalidResourceHandle for what is none. */
    cudaError_t (*find_buffer)(unsigned int buffer, size_t *size);
    /* Maps all of a buffer object for the host, for cudaGraphicsMapFlags; its address and its size
     * in bytes. cudaErrorMapBufferObjectFailed if there is no such buffer any more, the program has
     * mapped it itself, it is empty, or the graphics API cannot. */
    cudaError_t (*map_buffer)(unsigned int buffer, unsigned int flags, void **data, size_t *size);
    /* Copies `size` bytes from `contents` into the mapped buffer, or nothing from null, and unmaps
     * it. cudaErrorUnmapBufferObjectFailed if it is not what it was when it was mapped, or the
     * graphics API lost the contents. */
    cudaError_t (*unmap_buffer)(unsigned int buffer, const void *contents, size_t size);
};

/* What stands behind the functions of cuda_gl_interop.h. `graphics`, which has to live as long as
 * the program, may be null: cudaErrorNotSupported. */
cudaError_t CUDARTAPI cuda_emulator_gl_devices(unsigned int *count, int *devices, unsigned int room,
                                               int list,
                                               const struct cuda_emulator_graphics_calls *graphics);
cudaError_t CUDARTAPI cuda_emulator_gl_register_buffer(
    cudaGraphicsResource_t *resource, unsigned int buffer, unsigned int flags,
    const struct cuda_emulator_graphics_calls *graphics);
cudaError_t CUDARTAPI cuda_emulator_gl_register_image(cudaGraphicsResource_t *resource,
                                                      unsigned int image, unsigned int target,
                                                      unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
