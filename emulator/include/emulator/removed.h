// removed.h: what books of 2009 to 2014 use and CUDA 12 and 13 have no more: texture and surface
// references, warp operations without a mask, cudaThreadSynchronize() and its relatives. It means
// what it meant. The rewriter warns of each, and says what to write today (rewriter/passes/removed.cpp).
// It also puts the names of the two classes in the place of `texture` and `surface`, which a
// program of today may use for something else.
#ifndef CUDA_EMULATOR_REMOVED_H
#define CUDA_EMULATOR_REMOVED_H

#include "cuda_runtime_api.h"
#include "channel_descriptor.h"
#include "emulator/observed.h"
#include "emulator/textures.h"
#include "emulator/warp.h"

#include <climits>

// ---- texture references -------------------------------------------------------------------------

// What a program sets before it binds memory or an array.
struct textureReference {
    int normalized = 0;
    cudaTextureFilterMode filterMode = cudaFilterModePoint;
    cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp,
                                             cudaAddressModeClamp};
    cudaChannelFormatDesc channelDesc = {};
    int sRGB = 0;
    unsigned int maxAnisotropy = 0;
    cudaTextureFilterMode mipmapFilterMode = cudaFilterModePoint;
    float mipmapLevelBias = 0, minMipmapLevelClamp = 0, maxMipmapLevelClamp = 0;

    // The texture object that stands behind it; 0 while nothing is bound.
    mutable cudaTextureObject_t cuda_emulator_object = 0;
    mutable size_t cuda_emulator_offset = 0;
    mutable bool cuda_emulator_is_row = false; // an array of two dimensions, of one row
};

template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct cuda_emulator_texture : textureReference {
    cuda_emulator_texture(int normalised = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                          cudaTextureAddressMode address = cudaAddressModeClamp)
        : cuda_emulator_texture(normalised, filter, address, cudaCreateChannelDesc<T>()) {}
    cuda_emulator_texture(int normalised, cudaTextureFilterMode filter,
                          cudaTextureAddressMode address, cudaChannelFormatDesc format) {
        normalized = normalised;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = format;
    }
};

namespace cuda_emulator {

// Puts another object in the place of the one that is bound.
inline cudaError_t bind(const textureReference &reference, cudaTextureReadMode mode,
                        const cudaResourceDesc &resource, size_t offset) {
    cudaTextureDesc how = {};
    for (int i = 0; i < 3; ++i)
        how.addressMode[i] = reference.addressMode[i];
    how.filterMode = reference.filterMode;
    how.readMode = mode;
    how.sRGB = reference.sRGB;
    how.normalizedCoords = reference.normalized;
    how.maxAnisotropy = reference.maxAnisotropy;
    cudaTextureObject_t object = 0;
    const cudaError_t error = cudaCreateTextureObject(&object, &resource, &how, nullptr);
    if (error != cudaSuccess)
        return error;
    if (reference.cuda_emulator_object != 0)
        (void)cudaDestroyTextureObject(reference.cuda_emulator_object);
    reference.cuda_emulator_object = object;
    reference.cuda_emulator_offset = offset;
    return cudaSuccess;
}

// How many bytes there are from a device pointer to the end of its memory.
size_t bytes_behind(const void *pointer);

inline cudaError_t bind_linear(size_t *offset, const textureReference &reference,
                               cudaTextureReadMode mode, const void *memory,
                               const cudaChannelFormatDesc &format, size_t size) {
    constexpr size_t alignment = 512; // cudaDeviceProp::textureAlignment
    const size_t beyond = reinterpret_cast<size_t>(memory) % alignment;
    if (offset != nullptr)
        *offset = beyond;
    else if (beyond != 0)
        return cudaErrorInvalidValue; // nobody would know where the data begins
    if (size >= UINT_MAX)             // all that there is
        size = bytes_behind(memory);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<char *>(static_cast<const char *>(memory)) - beyond;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = size + beyond;
    return bind(reference, mode, resource, beyond);
}

inline cudaError_t bind_plane(size_t *offset, const textureReference &reference,
                              cudaTextureReadMode mode, const void *memory,
                              const cudaChannelFormatDesc &format, size_t width, size_t height,
                              size_t pitch) {
    if (offset != nullptr)
        *offset = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void *>(memory);
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return bind(reference, mode, resource, 0);
}

inline cudaError_t bind_array(const textureReference &reference, cudaTextureReadMode mode,
                              cudaArray_const_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    cudaExtent extent = {};
    const cudaError_t error =
        cudaArrayGetInfo(nullptr, &extent, nullptr, const_cast<cudaArray_t>(array));
    if (error != cudaSuccess)
        return error;
    reference.cuda_emulator_is_row = extent.height == 1 && extent.depth == 0;
    return bind(reference, mode, resource, 0);
}

// What a fetch returns: the element, or floats of as many channels.
template <class T, cudaTextureReadMode mode> struct fetched { using type = T; };
template <> struct fetched<char, cudaReadModeNormalizedFloat> { using type = float; };
template <> struct fetched<signed char, cudaReadModeNormalizedFloat> { using type = float; };
template <> struct fetched<unsigned char, cudaReadModeNormalizedFloat> { using type = float; };
template <> struct fetched<short, cudaReadModeNormalizedFloat> { using type = float; };
template <> struct fetched<unsigned short, cudaReadModeNormalizedFloat> { using type = float; };
template <> struct fetched<char1, cudaReadModeNormalizedFloat> { using type = float1; };
template <> struct fetched<uchar1, cudaReadModeNormalizedFloat> { using type = float1; };
template <> struct fetched<short1, cudaReadModeNormalizedFloat> { using type = float1; };
template <> struct fetched<ushort1, cudaReadModeNormalizedFloat> { using type = float1; };
template <> struct fetched<char2, cudaReadModeNormalizedFloat> { using type = float2; };
template <> struct fetched<uchar2, cudaReadModeNormalizedFloat> { using type = float2; };
template <> struct fetched<short2, cudaReadModeNormalizedFloat> { using type = float2; };
template <> struct fetched<ushort2, cudaReadModeNormalizedFloat> { using type = float2; };
template <> struct fetched<char4, cudaReadModeNormalizedFloat> { using type = float4; };
template <> struct fetched<uchar4, cudaReadModeNormalizedFloat> { using type = float4; };
template <> struct fetched<short4, cudaReadModeNormalizedFloat> { using type = float4; };
template <> struct fetched<ushort4, cudaReadModeNormalizedFloat> { using type = float4; };

// A reference is a variable of the host, which a kernel of its own accord could not read.
CUDA_EMULATOR_UNCHECKED inline cudaTextureObject_t object_of(const textureReference &reference) {
    return reference.cuda_emulator_object;
}
CUDA_EMULATOR_UNCHECKED inline bool is_row(const textureReference &reference) {
    return reference.cuda_emulator_is_row;
}

} // namespace cuda_emulator

template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *offset, const cuda_emulator_texture<T, type, mode> &reference,
                            const void *memory, size_t size = UINT_MAX) {
    return cuda_emulator::bind_linear(offset, reference, mode, memory, reference.channelDesc, size);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *offset, const cuda_emulator_texture<T, type, mode> &reference,
                            const void *memory, const cudaChannelFormatDesc &format,
                            size_t size = UINT_MAX) {
    return cuda_emulator::bind_linear(offset, reference, mode, memory, format, size);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *offset, const cuda_emulator_texture<T, type, mode> &reference,
                              const void *memory, size_t width, size_t height, size_t pitch) {
    return cuda_emulator::bind_plane(offset, reference, mode, memory, reference.channelDesc, width,
                                     height, pitch);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *offset, const cuda_emulator_texture<T, type, mode> &reference,
                              const void *memory, const cudaChannelFormatDesc &format, size_t width,
                              size_t height, size_t pitch) {
    return cuda_emulator::bind_plane(offset, reference, mode, memory, format, width, height, pitch);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const cuda_emulator_texture<T, type, mode> &reference,
                                   cudaArray_const_t array) {
    return cuda_emulator::bind_array(reference, mode, array);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const cuda_emulator_texture<T, type, mode> &reference,
                                   cudaArray_const_t array, const cudaChannelFormatDesc &) {
    return cuda_emulator::bind_array(reference, mode, array);
}
inline cudaError_t cudaUnbindTexture(const textureReference &reference) {
    const cudaTextureObject_t object = reference.cuda_emulator_object;
    reference.cuda_emulator_object = 0;
    return object == 0 ? cudaSuccess : cudaDestroyTextureObject(object);
}

// As C had them, by addresses.
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *offset, const cuda_emulator_texture<T, type, mode> *reference,
                            const void *memory, const cudaChannelFormatDesc *format,
                            size_t size = UINT_MAX) {
    return cudaBindTexture(offset, *reference, memory, *format, size);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *offset, const cuda_emulator_texture<T, type, mode> *reference,
                              const void *memory, const cudaChannelFormatDesc *format, size_t width,
                              size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, *reference, memory, *format, width, height, pitch);
}
template <class T, int type, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const cuda_emulator_texture<T, type, mode> *reference,
                                   cudaArray_const_t array, const cudaChannelFormatDesc *format) {
    return cudaBindTextureToArray(*reference, array, *format);
}
inline cudaError_t cudaUnbindTexture(const textureReference *reference) {
    return cudaUnbindTexture(*reference);
}

inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                 const textureReference &reference) {
    if (offset == nullptr)
        return cudaErrorInvalidValue;
    if (reference.cuda_emulator_object == 0)
        return cudaErrorInvalidTextureBinding;
    *offset = reference.cuda_emulator_offset;
    return cudaSuccess;
}

// The fetches of an object, of a reference. Books read arrays of one row, which cudaMallocArray()
// makes when it is given a height of 1, by tex1D().
template <class T, int type, cudaTextureReadMode mode>
CUDA_EMULATOR_OBSERVED_INLINE typename cuda_emulator::fetched<T, mode>::type
tex1D(const cuda_emulator_texture<T, type, mode> &reference, float x,
      const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    using result = typename cuda_emulator::fetched<T, mode>::type;
    const cudaTextureObject_t object = cuda_emulator::object_of(reference);
    return cuda_emulator::is_row(reference) ? tex2D<result>(object, x, 0.5f, file, line)
                                            : tex1D<result>(object, x, file, line);
}
#define CUDA_EMULATOR_FETCH(NAME, PARAMETERS, ...)                                                 \
    template <class T, int type, cudaTextureReadMode mode>                                         \
    CUDA_EMULATOR_OBSERVED_INLINE typename cuda_emulator::fetched<T, mode>::type NAME(             \
        const cuda_emulator_texture<T, type, mode> &reference,                                     \
        CUDA_EMULATOR_FETCH_PARAMETERS PARAMETERS, const char *file = __builtin_FILE(),            \
        int line = __builtin_LINE()) {                                                             \
        return NAME<typename cuda_emulator::fetched<T, mode>::type>(                               \
            cuda_emulator::object_of(reference), __VA_ARGS__, file, line);                         \
    }
#define CUDA_EMULATOR_FETCH_PARAMETERS(...) __VA_ARGS__
CUDA_EMULATOR_FETCH(tex1Dfetch, (int x), x)
CUDA_EMULATOR_FETCH(tex2D, (float x, float y), x, y)
CUDA_EMULATOR_FETCH(tex3D, (float x, float y, float z), x, y, z)
CUDA_EMULATOR_FETCH(tex1DLayered, (float x, int layer), x, layer)
CUDA_EMULATOR_FETCH(tex2DLayered, (float x, float y, int layer), x, y, layer)
CUDA_EMULATOR_FETCH(texCubemap, (float x, float y, float z), x, y, z)
CUDA_EMULATOR_FETCH(texCubemapLayered, (float x, float y, float z, int layer), x, y, z, layer)
CUDA_EMULATOR_FETCH(tex1DLod, (float x, float level), x, level)
CUDA_EMULATOR_FETCH(tex2DLod, (float x, float y, float level), x, y, level)
CUDA_EMULATOR_FETCH(tex3DLod, (float x, float y, float z, float level), x, y, z, level)
#undef CUDA_EMULATOR_FETCH
#undef CUDA_EMULATOR_FETCH_PARAMETERS

// ---- surface references -------------------------------------------------------------------------

struct surfaceReference {
    cudaChannelFormatDesc channelDesc = {};
    mutable cudaSurfaceObject_t cuda_emulator_object = 0;
    CUDA_EMULATOR_UNCHECKED operator cudaSurfaceObject_t() const { return cuda_emulator_object; }
};

// Its element type is void, and the functions that read and write say what they move.
template <class T, int type = cudaSurfaceType1D> struct cuda_emulator_surface : surfaceReference {};

inline cudaError_t cudaBindSurfaceToArray(const surfaceReference &reference,
                                          cudaArray_const_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    cudaSurfaceObject_t object = 0;
    const cudaError_t error = cudaCreateSurfaceObject(&object, &resource);
    if (error != cudaSuccess)
        return error;
    if (reference.cuda_emulator_object != 0)
        (void)cudaDestroySurfaceObject(reference.cuda_emulator_object);
    reference.cuda_emulator_object = object;
    return cudaSuccess;
}
inline cudaError_t cudaBindSurfaceToArray(const surfaceReference &reference,
                                          cudaArray_const_t array, const cudaChannelFormatDesc &) {
    return cudaBindSurfaceToArray(reference, array);
}

// ---- warp operations without a mask -------------------------------------------------------------

// They were among the threads of the warp that are at this very place.
#define CUDA_EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define CUDA_EMULATOR_SHUFFLE(NAME, ARGUMENT_TYPE)                                                 \
    template <class T>                                                                             \
    inline auto NAME(T value, ARGUMENT_TYPE argument, int width = 32, CUDA_EMULATOR_PLACE)         \
        ->decltype(NAME##_sync(0u, value, argument, width, file, line)) {                          \
        return NAME##_sync(::cuda_emulator::active_mask(file, line), value, argument, width, file, \
                           line);                                                                  \
    }
CUDA_EMULATOR_SHUFFLE(__shfl, int)
CUDA_EMULATOR_SHUFFLE(__shfl_up, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_down, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_xor, int)
#undef CUDA_EMULATOR_SHUFFLE

inline int __all(int predicate, CUDA_EMULATOR_PLACE) {
    return __all_sync(::cuda_emulator::active_mask(file, line), predicate, file, line);
}
inline int __any(int predicate, CUDA_EMULATOR_PLACE) {
    return __any_sync(::cuda_emulator::active_mask(file, line), predicate, file, line);
}
inline unsigned __ballot(int predicate, CUDA_EMULATOR_PLACE) {
    return __ballot_sync(::cuda_emulator::active_mask(file, line), predicate, file, line);
}
#undef CUDA_EMULATOR_PLACE

// ---- cudaThread... is cudaDevice... -------------------------------------------------------------

inline cudaError_t cudaThreadSynchronize() {
    return cudaDeviceSynchronize();
}
inline cudaError_t cudaThreadExit() {
    return cudaDeviceReset();
}
inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
    return cudaDeviceSetLimit(limit, value);
}
inline cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) {
    return cudaDeviceGetLimit(value, limit);
}
inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) {
    return cudaDeviceGetCacheConfig(config);
}
inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
    return cudaDeviceSetCacheConfig(config);
}

// The banks of shared memory have had one width since 2014.
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    if (config == nullptr)
        return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncSetSharedMemConfig(Kernel *kernel, cudaSharedMemConfig) {
    return kernel != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

// Of before there was double: nothing to convert.
inline cudaError_t cudaSetDoubleForDevice(double *) {
    return cudaSuccess;
}
inline cudaError_t cudaSetDoubleForHost(double *) {
    return cudaSuccess;
}

#endif
