/* cuda_runtime_api.h: the host side of the runtime API, for C and C++.
 *
 * Covered:
 *   errors    cudaGetLastError, cudaPeekAtLastError, cudaGetErrorName, cudaGetErrorString
 *   device    count, choice, properties, attributes, flags, limits, cache configuration, peers,
 *             PCI bus id, versions, cudaDeviceSynchronize, cudaDeviceReset
 *   memory    device, pitched, pinned, registered, managed and stream-ordered memory; copies and
 *             memsets in one, two and three dimensions; symbols; pointer attributes; prefetch and
 *             advice, which are checked and then have no effect
 *   arrays    of one, two and three dimensions, and layered ones; copies to and from them
 *   textures  objects on arrays, linear and pitched memory; surface objects on arrays. The
 * functions that kernels read them with are in cuda_runtime.h streams   creation, synchronisation,
 * callbacks events    creation, recording, waiting, elapsed time graphics  mapping buffers of
 * OpenGL that cuda_gl_interop.h has registered
 *
 * Kernel launches and what can be asked of a kernel are declared in cuda_runtime.h, graphs and
 * memory pools in emulator/graph_api.h. Not covered: other processes, other graphics.
 *
 * A device pointer is an ordinary address here, work is done before the call that issues it
 * returns, and every stream is always idle. The errors are those of a GPU all the same: a device
 * pointer that is not inside a live allocation is refused, and a kernel's fault is returned by the
 * next call that would have waited for it. */
#ifndef CUDA_EMULATOR_CUDA_RUNTIME_API_H
#define CUDA_EMULATOR_CUDA_RUNTIME_API_H
/* Which programs ask for. */
#define __CUDA_RUNTIME_API_H__

/* Which a program may ask: kernels run on the CPU here, and times say nothing about a GPU. */
#define CUDA_EMULATOR 1

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#define CUDART_VERSION 13000

/* How the toolkit marks its functions; only Windows gives it a meaning. */
#ifndef CUDARTAPI
#define CUDARTAPI
#endif

#ifdef __cplusplus
#define CUDA_EMULATOR_OR(value) = value
extern "C" {
#else
#define CUDA_EMULATOR_OR(value)
#endif

/* errors */
cudaError_t CUDARTAPI cudaGetLastError(void);
cudaError_t CUDARTAPI cudaPeekAtLastError(void);
const char *CUDARTAPI cudaGetErrorName(cudaError_t error);
const char *CUDARTAPI cudaGetErrorString(cudaError_t error);

/* devices */
cudaError_t CUDARTAPI cudaGetDeviceCount(int *count);
cudaError_t CUDARTAPI cudaGetDevice(int *device);
cudaError_t CUDARTAPI cudaSetDevice(int device);
cudaError_t CUDARTAPI cudaSetValidDevices(int *devices, int length);
cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t CUDARTAPI cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
cudaError_t CUDARTAPI cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t CUDARTAPI cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t CUDARTAPI cudaSetDeviceFlags(unsigned int flags);
cudaError_t CUDARTAPI cudaGetDeviceFlags(unsigned int *flags);
cudaError_t CUDARTAPI cudaDeviceSynchronize(void);
cudaError_t CUDARTAPI cudaDeviceReset(void);
cudaError_t CUDARTAPI cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t CUDARTAPI cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t CUDARTAPI cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t CUDARTAPI cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t CUDARTAPI cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t CUDARTAPI cudaDeviceCanAccessPeer(int *can, int device, int peer);
/* Of two different devices: else cudaErrorInvalidDevice. */
cudaError_t CUDARTAPI cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute,
                                                int from, int to);
cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t CUDARTAPI cudaDeviceDisablePeerAccess(int peer);
/* Does nothing: no cache holds lines back here. */
cudaError_t CUDARTAPI cudaCtxResetPersistingL2Cache(void);
cudaError_t CUDARTAPI cudaDriverGetVersion(int *version);
/* Of the driver's functions there are those of cuda.h. */
cudaError_t CUDARTAPI cudaGetDriverEntryPoint(const char *symbol, void **function,
                                              unsigned long long flags,
                                              enum cudaDriverEntryPointQueryResult *found);
cudaError_t CUDARTAPI cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned int version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *found);
cudaError_t CUDARTAPI cudaRuntimeGetVersion(int *version);

/* allocation */
cudaError_t CUDARTAPI cudaMalloc(void **pointer, size_t size);
cudaError_t CUDARTAPI cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t CUDARTAPI cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);
cudaError_t CUDARTAPI cudaMallocManaged(void **pointer, size_t size,
                                        unsigned int flags CUDA_EMULATOR_OR(cudaMemAttachGlobal));
cudaError_t CUDARTAPI cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t CUDARTAPI cudaFree(void *pointer);
cudaError_t CUDARTAPI cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t CUDARTAPI cudaMallocHost(void **pointer, size_t size);
cudaError_t CUDARTAPI cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t CUDARTAPI cudaFreeHost(void *pointer);
cudaError_t CUDARTAPI cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t CUDARTAPI cudaHostUnregister(void *pointer);
cudaError_t CUDARTAPI cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t CUDARTAPI cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t CUDARTAPI cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t CUDARTAPI cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                               const void *pointer);
cudaError_t CUDARTAPI cudaMemPrefetchAsync(const void *pointer, size_t count,
                                           struct cudaMemLocation location, unsigned int flags,
                                           cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                                    struct cudaMemLocation location);
cudaError_t CUDARTAPI cudaMemRangeGetAttribute(void *data, size_t size,
                                               enum cudaMemRangeAttribute attribute,
                                               const void *pointer, size_t count);
cudaError_t CUDARTAPI cudaMemRangeGetAttributes(void **data, size_t *sizes,
                                                enum cudaMemRangeAttribute *attributes,
                                                size_t attribute_count, const void *pointer,
                                                size_t count);
cudaError_t CUDARTAPI
cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length CUDA_EMULATOR_OR(0),
                         unsigned int flags CUDA_EMULATOR_OR(cudaMemAttachSingle));

/* copies */
cudaError_t CUDARTAPI cudaMemcpy(void *to, const void *from, size_t count,
                                 enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyAsync(void *to, const void *from, size_t count,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice,
                                     size_t count);
cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice,
                                          size_t count, cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch,
                                   size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from,
                                        size_t fromPitch, size_t width, size_t height,
                                        enum cudaMemcpyKind kind,
                                        cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t CUDARTAPI cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy,
                                        cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemset(void *pointer, int value, size_t count);
cudaError_t CUDARTAPI cudaMemsetAsync(void *pointer, int value, size_t count,
                                      cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                                   size_t height);
cudaError_t CUDARTAPI cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width,
                                        size_t height, cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemset3D(struct cudaPitchedPtr pitched, int value,
                                   struct cudaExtent extent);
cudaError_t CUDARTAPI cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value,
                                        struct cudaExtent extent,
                                        cudaStream_t stream CUDA_EMULATOR_OR(0));

/* symbols: C++ programs get the templates of cuda_runtime.h, which know a symbol's size. These
 * take the address of a symbol that such a template has seen. */
cudaError_t CUDARTAPI cudaMemcpyToSymbol(
    const void *symbol, const void *from, size_t count, size_t offset CUDA_EMULATOR_OR(0),
    enum cudaMemcpyKind kind CUDA_EMULATOR_OR(cudaMemcpyHostToDevice));
cudaError_t CUDARTAPI
cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset CUDA_EMULATOR_OR(0),
                     enum cudaMemcpyKind kind CUDA_EMULATOR_OR(cudaMemcpyDeviceToHost));
cudaError_t CUDARTAPI cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                              size_t offset, enum cudaMemcpyKind kind,
                                              cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count,
                                                size_t offset, enum cudaMemcpyKind kind,
                                                cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t CUDARTAPI cudaGetSymbolSize(size_t *size, const void *symbol);

/* arrays. Widths, heights and depths are in elements; a height or a depth of 0 means that the array
 * does not have that dimension. Offsets and widths of the copies whose name begins with
 * cudaMemcpy2D are in bytes and rows. */
struct cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w,
                                                             enum cudaChannelFormatKind kind);
cudaError_t CUDARTAPI cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                                         cudaArray_const_t array);
cudaError_t CUDARTAPI cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                                      size_t width, size_t height CUDA_EMULATOR_OR(0),
                                      unsigned int flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMalloc3DArray(cudaArray_t *array,
                                        const struct cudaChannelFormatDesc *desc,
                                        struct cudaExtent extent,
                                        unsigned int flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaFreeArray(cudaArray_t array);
cudaError_t CUDARTAPI cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                                       struct cudaExtent *extent, unsigned int *flags,
                                       cudaArray_t array);
cudaError_t CUDARTAPI cudaMemcpy2DToArray(cudaArray_t to, size_t wOffset, size_t hOffset,
                                          const void *from, size_t fromPitch, size_t width,
                                          size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t wOffset, size_t hOffset,
                                               const void *from, size_t fromPitch, size_t width,
                                               size_t height, enum cudaMemcpyKind kind,
                                               cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpy2DFromArray(void *to, size_t toPitch, cudaArray_const_t from,
                                            size_t wOffset, size_t hOffset, size_t width,
                                            size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DFromArrayAsync(void *to, size_t toPitch, cudaArray_const_t from,
                                                 size_t wOffset, size_t hOffset, size_t width,
                                                 size_t height, enum cudaMemcpyKind kind,
                                                 cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI
cudaMemcpy2DArrayToArray(cudaArray_t to, size_t wOffsetTo, size_t hOffsetTo, cudaArray_const_t from,
                         size_t wOffsetFrom, size_t hOffsetFrom, size_t width, size_t height,
                         enum cudaMemcpyKind kind CUDA_EMULATOR_OR(cudaMemcpyDeviceToDevice));
/* `count` bytes in the order of the rows. The rewriter says what to write instead. */
cudaError_t CUDARTAPI cudaMemcpyToArray(cudaArray_t to, size_t wOffset, size_t hOffset,
                                        const void *from, size_t count, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyToArrayAsync(cudaArray_t to, size_t wOffset, size_t hOffset,
                                             const void *from, size_t count,
                                             enum cudaMemcpyKind kind,
                                             cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t wOffset,
                                          size_t hOffset, size_t count, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t wOffset,
                                               size_t hOffset, size_t count,
                                               enum cudaMemcpyKind kind,
                                               cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI
cudaMemcpyArrayToArray(cudaArray_t to, size_t wOffsetTo, size_t hOffsetTo, cudaArray_const_t from,
                       size_t wOffsetFrom, size_t hOffsetFrom, size_t count,
                       enum cudaMemcpyKind kind CUDA_EMULATOR_OR(cudaMemcpyDeviceToDevice));

/* textures and surfaces. `view` must be null: cudaErrorNotSupported. */
cudaError_t CUDARTAPI cudaCreateTextureObject(cudaTextureObject_t *texture,
                                              const struct cudaResourceDesc *resource,
                                              const struct cudaTextureDesc *desc,
                                              const struct cudaResourceViewDesc *view);
cudaError_t CUDARTAPI cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                                       cudaTextureObject_t texture);
cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                                      cudaTextureObject_t texture);
cudaError_t CUDARTAPI cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                           cudaTextureObject_t texture);
cudaError_t CUDARTAPI cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                              const struct cudaResourceDesc *resource);
cudaError_t CUDARTAPI cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t CUDARTAPI cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                                       cudaSurfaceObject_t surface);
/* The longest texture that cudaCreateTextureObject makes of linear memory, in elements. */
cudaError_t CUDARTAPI cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                           const struct cudaChannelFormatDesc *desc,
                                                           int device);

/* streams */
typedef void(CUDART_CB *cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status,
                                              void *userData);
cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t *stream);
cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                                   int priority);
cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream);
cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream);
cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream);
cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                          unsigned int flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                            void *userData, unsigned int flags);
cudaError_t CUDARTAPI cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                                         void *userData);
cudaError_t CUDARTAPI cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t CUDARTAPI cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t CUDARTAPI cudaStreamIsCapturing(cudaStream_t stream,
                                            enum cudaStreamCaptureStatus *status);

/* events */
cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t *event);
cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event,
                                               cudaStream_t stream CUDA_EMULATOR_OR(0),
                                               unsigned int flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event);
cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event);
cudaError_t CUDARTAPI cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event);

/* graphics: resources that cuda_gl_interop.h has registered. The context that they belong to has to
 * be current when they are mapped, unmapped or unregistered: else cudaErrorInvalidGraphicsContext.
 * While mapped, they are used by kernels only; their pointers are valid that long.
 * cudaErrorAlreadyMapped and cudaErrorNotMapped say which of the two a resource is in the way. */
cudaError_t CUDARTAPI cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t CUDARTAPI cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                                      unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                               cudaStream_t stream CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                                 cudaStream_t stream CUDA_EMULATOR_OR(0));
/* The address and the size in bytes; either place may be null. */
cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size,
                                                           cudaGraphicsResource_t resource);
/* A buffer has none: cudaErrorNotMappedAsArray. */
cudaError_t CUDARTAPI cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                                            cudaGraphicsResource_t resource,
                                                            unsigned int arrayIndex,
                                                            unsigned int mipLevel);

#include "emulator/graph_api.h" /* also memory pools */
#include "emulator/launch_api.h"

#ifdef __cplusplus
}
#endif
#undef CUDA_EMULATOR_OR

/* The extents and pitched pointers that the 3D functions take. */
static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent extent;
    extent.width = width;
    extent.height = height;
    extent.depth = depth;
    return extent;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize,
                                                        size_t ysize) {
    struct cudaPitchedPtr pitched;
    pitched.ptr = pointer;
    pitched.pitch = pitch;
    pitched.xsize = xsize;
    pitched.ysize = ysize;
    return pitched;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos position;
    position.x = x;
    position.y = y;
    position.z = z;
    return position;
}

#endif
