/* cuda_gl_interop.h: buffer objects of OpenGL as memory of kernels, for C and C++.
 *
 * A program registers a buffer object once (cudaGraphicsGLRegisterBuffer). To let kernels at it, it
 * maps it (cudaGraphicsMapResources), asks for its address (cudaGraphicsResourceGetMappedPointer)
 * and unmaps it before OpenGL uses it again. The functions that do not begin with cudaGL or
 * cudaGraphicsGL are declared in cuda_runtime_api.h.
 *
 * The GL calls are made here, in the program, which therefore has to be linked to OpenGL (-lGL);
 * the runtime is not. Any OpenGL from 1.5 on will do, a software one too. Textures and
 * renderbuffers cannot be registered. Without the headers of OpenGL, every
 * call answers cudaErrorNotSupported. */
#ifndef CUDA_EMULATOR_CUDA_GL_INTEROP_H
#define CUDA_EMULATOR_CUDA_GL_INTEROP_H
/* Which programs ask for. */
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"
#include "emulator/graphics_calls.h"

/* GL_VERSION is there if the program has included the GL header or loader of its choice. */
#if !defined(GL_VERSION) && defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#endif
#endif

enum cudaGLDeviceList
#ifdef __cplusplus
    : int /* a number that is no enumerator has to end in an error */
#endif
{
    cudaGLDeviceListAll = 1,
    cudaGLDeviceListCurrentFrame = 2,
    cudaGLDeviceListNextFrame = 3
};

#ifdef __cplusplus
extern "C" {
#endif

#ifdef GL_VERSION

/* The GL calls that are needed, by their own names for the linker and by others for the compiler.
 * The prototypes of those younger than OpenGL 1.1 are in no header unless the program asked for
 * them before its first GL header, and a loader (GLEW, glad, epoxy) makes all their names macros.
 * GLuint and GLenum are unsigned int, GLboolean is unsigned char. */
#define CUDA_EMULATOR_GL(type, name, ...)                                                          \
    extern type cuda_emulator_##name(__VA_ARGS__) __asm__(#name)
CUDA_EMULATOR_GL(const unsigned char *, glGetString, unsigned int name);
CUDA_EMULATOR_GL(void, glGetIntegerv, unsigned int name, int *value);
/* A program may have a variable `glBindBuffer` for what it asks glXGetProcAddress for, as those of
 * CUDA by Example do, and the linker would find that one. So these are called by the names that
 * they had as an extension, where the library has them. */
#undef CUDA_EMULATOR_GL
#define CUDA_EMULATOR_GL(type, name, ...)                                                          \
    extern type cuda_emulator_core_##name(__VA_ARGS__) __asm__(#name);                             \
    extern type cuda_emulator_ARB_##name(__VA_ARGS__) __asm__(#name "ARB") __attribute__((weak));  \
    static inline type (*cuda_emulator_##name(void))(__VA_ARGS__) {                                \
        return cuda_emulator_ARB_##name != NULL ? cuda_emulator_ARB_##name                         \
                                                : cuda_emulator_core_##name;                       \
    }
CUDA_EMULATOR_GL(unsigned char, glIsBuffer, unsigned int buffer)
CUDA_EMULATOR_GL(void, glBindBuffer, unsigned int target, unsigned int buffer)
CUDA_EMULATOR_GL(void, glGetBufferParameteriv, unsigned int target, unsigned int name, int *value)
CUDA_EMULATOR_GL(void, glGetBufferPointerv, unsigned int target, unsigned int name, void **value)
CUDA_EMULATOR_GL(void *, glMapBuffer, unsigned int target, unsigned int access)
CUDA_EMULATOR_GL(unsigned char, glUnmapBuffer, unsigned int target)
#undef CUDA_EMULATOR_GL

/* Numbers of OpenGL's registry. */
enum {
    cuda_emulator_GL_VERSION = 0x1F02,
    cuda_emulator_GL_BUFFER_SIZE = 0x8764,
    cuda_emulator_GL_ARRAY_BUFFER = 0x8892,
    cuda_emulator_GL_ARRAY_BUFFER_BINDING = 0x8894,
    cuda_emulator_GL_READ_ONLY = 0x88B8,
    cuda_emulator_GL_WRITE_ONLY = 0x88B9,
    cuda_emulator_GL_READ_WRITE = 0x88BA,
    cuda_emulator_GL_BUFFER_MAPPED = 0x88BC,
    cuda_emulator_GL_BUFFER_MAP_POINTER = 0x88BD
};

static inline cudaError_t cuda_emulator_gl_find_context(void) {
    /* The one question that can be asked without a context. */
    return cuda_emulator_glGetString(cuda_emulator_GL_VERSION) != NULL
               ? cudaSuccess
               : cudaErrorInvalidGraphicsContext;
}

/* Binds a buffer to be worked on, returns what was bound there. This binding point is the oldest,
 * and the state of no vertex array. */
static inline unsigned int cuda_emulator_gl_bind(unsigned int buffer) {
    int before = 0;
    cuda_emulator_glGetIntegerv(cuda_emulator_GL_ARRAY_BUFFER_BINDING, &before);
    cuda_emulator_glBindBuffer()(cuda_emulator_GL_ARRAY_BUFFER, buffer);
    return (unsigned int)before;
}

/* Binds what that function returned. */
static inline void cuda_emulator_gl_rebind(unsigned int before) {
    cuda_emulator_glBindBuffer()(cuda_emulator_GL_ARRAY_BUFFER, before);
}

/* A property of the bound buffer. */
static inline int cuda_emulator_gl_ask(unsigned int name) {
    int value = 0;
    cuda_emulator_glGetBufferParameteriv()(cuda_emulator_GL_ARRAY_BUFFER, name, &value);
    return value;
}

static inline cudaError_t cuda_emulator_gl_find_buffer(unsigned int buffer, size_t *size) {
    unsigned int before;
    int bytes;
    cudaError_t e = cuda_emulator_gl_find_context();
    if (e != cudaSuccess)
        return e;
    if (!cuda_emulator_glIsBuffer()(buffer))
        return cudaErrorInvalidResourceHandle;
    before = cuda_emulator_gl_bind(buffer);
    bytes = cuda_emulator_gl_ask(cuda_emulator_GL_BUFFER_SIZE);
    cuda_emulator_gl_rebind(before);
    *size = bytes > 0 ? (size_t)bytes : 0;
    return cudaSuccess;
}

static inline cudaError_t cuda_emulator_gl_map_buffer(unsigned int buffer, unsigned int flags,
                                                      void **data, size_t *size) {
    const unsigned int access = flags == cudaGraphicsMapFlagsReadOnly ? cuda_emulator_GL_READ_ONLY
                                : flags == cudaGraphicsMapFlagsWriteDiscard
                                    ? cuda_emulator_GL_WRITE_ONLY
                                    : cuda_emulator_GL_READ_WRITE;
    unsigned int before;
    int bytes;
    cudaError_t e = cuda_emulator_gl_find_context();
    if (e != cudaSuccess)
        return e;
    if (!cuda_emulator_glIsBuffer()(buffer))
        return cudaErrorMapBufferObjectFailed; /* the program has deleted it */
    before = cuda_emulator_gl_bind(buffer);
    *data = NULL;
    /* What cannot be mapped is not tried: that would leave an error in the context. */
    bytes = cuda_emulator_gl_ask(cuda_emulator_GL_BUFFER_SIZE);
    if (bytes > 0 && !cuda_emulator_gl_ask(cuda_emulator_GL_BUFFER_MAPPED)) {
        /* Waits for all earlier GL commands that use the buffer. */
        *data = cuda_emulator_glMapBuffer()(cuda_emulator_GL_ARRAY_BUFFER, access);
        *size = (size_t)bytes;
    }
    cuda_emulator_gl_rebind(before);
    return *data != NULL ? cudaSuccess : cudaErrorMapBufferObjectFailed;
}

static inline cudaError_t cuda_emulator_gl_unmap_buffer(unsigned int buffer, const void *contents,
                                                        size_t size) {
    unsigned int before;
    void *data = NULL;
    int good = 0;
    cudaError_t e = cuda_emulator_gl_find_context();
    if (e != cudaSuccess)
        return e;
    if (!cuda_emulator_glIsBuffer()(buffer))
        return cudaErrorUnmapBufferObjectFailed;
    before = cuda_emulator_gl_bind(buffer);
    /* The program may have unmapped it behind our back, or given it another store. */
    if (cuda_emulator_gl_ask(cuda_emulator_GL_BUFFER_MAPPED)) {
        cuda_emulator_glGetBufferPointerv()(cuda_emulator_GL_ARRAY_BUFFER,
                                            cuda_emulator_GL_BUFFER_MAP_POINTER, &data);
        good = contents == NULL ||
               (data != NULL && (size_t)cuda_emulator_gl_ask(cuda_emulator_GL_BUFFER_SIZE) == size);
        if (contents != NULL && good)
            __builtin_memcpy(data, contents, size);
        good &= cuda_emulator_glUnmapBuffer()(cuda_emulator_GL_ARRAY_BUFFER) != 0;
    }
    cuda_emulator_gl_rebind(before);
    return good ? cudaSuccess : cudaErrorUnmapBufferObjectFailed;
}

/* Inside the functions that need it, so that a program that calls none needs no OpenGL. */
#define CUDA_EMULATOR_GL_CALLS                                                                     \
    static const struct cuda_emulator_graphics_calls calls = {                                     \
        cuda_emulator_gl_find_context, cuda_emulator_gl_find_buffer, cuda_emulator_gl_map_buffer,  \
        cuda_emulator_gl_unmap_buffer};                                                            \
    const struct cuda_emulator_graphics_calls *const graphics = &calls
#else
#define CUDA_EMULATOR_GL_CALLS const struct cuda_emulator_graphics_calls *const graphics = NULL
#endif

/* Which devices draw for the current GL context: device 0, and no others. At most `room` are
 * written to `devices`. cudaErrorInvalidGraphicsContext if no context is current. */
static inline cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int *count, int *devices,
                                                     unsigned int room,
                                                     enum cudaGLDeviceList list) {
    CUDA_EMULATOR_GL_CALLS;
    return cuda_emulator_gl_devices(count, devices, room, (int)list, graphics);
}

/* Registers a buffer object with one of cudaGraphicsRegisterFlags, which is also what it will be
 * mapped for until cudaGraphicsResourceSetMapFlags says otherwise. The GL context that it belongs
 * to has to be current, here and wherever it is mapped, unmapped or unregistered.
 * cudaErrorInvalidResourceHandle if it is no buffer object, cudaErrorMemoryAllocation if it is
 * empty, cudaErrorInvalidGraphicsContext if no context is current. */
static inline cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(
    struct cudaGraphicsResource **resource, unsigned int buffer, unsigned int flags) {
    CUDA_EMULATOR_GL_CALLS;
    return cuda_emulator_gl_register_buffer(resource, buffer, flags, graphics);
}

/* cudaErrorNotSupported. */
static inline cudaError_t CUDARTAPI
cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, unsigned int image,
                            unsigned int target, unsigned int flags) {
    return cuda_emulator_gl_register_image(resource, image, target, flags);
}

#undef CUDA_EMULATOR_GL_CALLS

/* Has had no effect since CUDA 5. */
#ifndef CUDA_ENABLE_DEPRECATED
__attribute__((deprecated))
#endif
cudaError_t CUDARTAPI
cudaGLSetGLDevice(int device);

#ifdef __cplusplus
}
#endif

#endif
