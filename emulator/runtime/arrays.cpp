// arrays.cpp: arrays: allocation and what is known of them (see arrays.h). Copies are in copy.cpp.
//
// A handle is a number, as in stream.cpp, and never used twice: an old one is always refused.

#include "api_state.h"
#include "arrays.h"
#include "device.h"
#include "emulator/textures.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "memory.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace cuda_emulator {

namespace {

struct array_registry {
    os_mutex mutex;
    std::map<uintptr_t, array_info> arrays;
    uintptr_t next = 0x100;
};

// Never destroyed, as in memory.cpp.
array_registry &all_arrays() {
    static array_registry &r = *new array_registry;
    return r;
}

uintptr_t number(cudaArray_const_t array) {
    return reinterpret_cast<uintptr_t>(array);
}

// Whether an array of this extent can be, with a texture and, if it is to have one, with a surface.
// A layered array's layers are its depth, and six of them are a cube.
bool extent_fits(const cudaExtent &e, unsigned flags) {
    const auto within = [&e](int width, int height, int depth) {
        return e.width <= static_cast<size_t>(width) && e.height <= static_cast<size_t>(height) &&
               e.depth <= static_cast<size_t>(depth);
    };
    const bool surface = (flags & cudaArraySurfaceLoadStore) != 0;
    if ((flags & cudaArrayCubemap) != 0) {
        const bool layered = (flags & cudaArrayLayered) != 0;
        const int size = surface ? max_surface_cubemap : max_texture_cubemap;
        const int faces = layered ? max_cubemap_faces : CUBE_FACES;
        return e.width == e.height && e.depth != 0 && e.depth % CUBE_FACES == 0 &&
               within(size, size, faces);
    }
    if ((flags & cudaArrayLayered) != 0) {
        return e.depth != 0 &&
               (e.height == 0
                    ? within(max_texture_1d_layered[0], 0, max_texture_1d_layered[1]) &&
                          (!surface ||
                           within(max_surface_1d_layered[0], 0, max_surface_1d_layered[1]))
                    : within(max_texture_2d_layered[0], max_texture_2d_layered[1],
                             max_texture_2d_layered[2]) &&
                          (!surface || within(max_surface_2d_layered[0], max_surface_2d_layered[1],
                                              max_surface_2d_layered[2])));
    }
    if (e.depth != 0) {
        return e.height != 0 &&
               (within(max_texture_3d[0], max_texture_3d[1], max_texture_3d[2]) ||
                within(max_texture_3d_alt[0], max_texture_3d_alt[1], max_texture_3d_alt[2])) &&
               (!surface || within(max_surface_3d[0], max_surface_3d[1], max_surface_3d[2]));
    }
    if (e.height != 0) {
        return within(max_texture_2d[0], max_texture_2d[1], 0) &&
               (!surface || within(max_surface_2d[0], max_surface_2d[1], 0));
    }
    return within(max_texture_1d, 0, 0) && (!surface || within(max_surface_1d, 0, 0));
}

cudaError_t allocate_array(cudaArray_t *array, const cudaChannelFormatDesc *desc,
                           const cudaExtent &extent, unsigned flags, const void *caller) {
    if (array == nullptr || desc == nullptr)
        return cudaErrorInvalidValue;
    const unsigned known = cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore;
    const unsigned missing = cudaArrayTextureGather | cudaArrayColorAttachment | cudaArraySparse |
                             cudaArrayDeferredMapping;
    if ((flags & ~(known | missing)) != 0)
        return cudaErrorInvalidValue;
    if ((flags & missing) != 0)
        return cudaErrorNotSupported;
    array_info info{};
    info.element_bytes = element_bytes_of(*desc);
    if (info.element_bytes == 0)
        return cudaErrorInvalidChannelDescriptor;
    if (extent.width == 0 || !extent_fits(extent, flags))
        return cudaErrorInvalidValue;
    info.width = extent.width;
    info.height = std::max<size_t>(extent.height, 1);
    info.depth = std::max<size_t>(extent.depth, 1);
    info.desc = *desc;
    info.extent = extent;
    info.flags = flags;
    void *data = nullptr;
    // The limits of the extent keep the product far below the largest number.
    const cudaError_t e = allocate_array_memory(&data, info.slice_bytes() * info.depth, caller);
    if (e != cudaSuccess)
        return e;
    info.data = static_cast<char *>(data);
    array_registry &r = all_arrays();
    const os_lock lock(r.mutex);
    const uintptr_t handle = r.next;
    r.next += 0x10;
    r.arrays[handle] = info;
    *array = reinterpret_cast<cudaArray_t>(handle);
    return cudaSuccess;
}

cudaError_t free_array(cudaArray_t array) {
    if (array == nullptr)
        return cudaSuccess;
    array_registry &r = all_arrays();
    const os_lock lock(r.mutex);
    const auto found = r.arrays.find(number(array));
    if (found == r.arrays.end())
        return cudaErrorInvalidResourceHandle;
    free_array_memory(found->second.data);
    r.arrays.erase(found);
    return cudaSuccess;
}

} // namespace

cudaError_t find_array(cudaArray_const_t array, array_info &info) {
    array_registry &r = all_arrays();
    const os_lock lock(r.mutex);
    const auto found = r.arrays.find(number(array));
    if (found == r.arrays.end())
        return cudaErrorInvalidResourceHandle;
    info = found->second;
    return cudaSuccess;
}

int channels_of(const cudaChannelFormatDesc &desc) {
    return desc.y == 0 ? 1 : desc.z == 0 ? 2 : 4;
}

size_t element_bytes_of(const cudaChannelFormatDesc &desc) {
    const int bits[] = {desc.x, desc.y, desc.z, desc.w};
    const int channels = channels_of(desc);
    for (int i = 0; i < 4; ++i)
        if (bits[i] != (i < channels ? desc.x : 0))
            return 0;
    const bool integer =
        desc.f == cudaChannelFormatKindSigned || desc.f == cudaChannelFormatKindUnsigned;
    const bool known = integer
                           ? desc.x == 8 || desc.x == 16 || desc.x == 32
                           : desc.f == cudaChannelFormatKindFloat && (desc.x == 16 || desc.x == 32);
    return known ? static_cast<size_t>(channels * desc.x / 8) : 0;
}

void free_all_arrays() {
    array_registry &r = all_arrays();
    const os_lock lock(r.mutex);
    for (auto entry = r.arrays.begin(); entry != r.arrays.end();) {
        const bool mine = find_memory(entry->second.data).device == current_device();
        if (mine)
            free_array_memory(entry->second.data);
        entry = mine ? r.arrays.erase(entry) : std::next(entry);
    }
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
    return api_call("cudaGetChannelDesc", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        array_info info{};
        if (desc == nullptr)
            return cudaErrorInvalidValue;
        const cudaError_t e = find_array(array, info);
        if (e == cudaSuccess)
            *desc = info.desc;
        return e;
    });
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMallocArray", cudaErrorMemoryAllocation, [&] {
        if ((flags & cudaArrayLayered) != 0)
            return cudaErrorInvalidValue; // there is no number of layers
        return allocate_array(array, desc, make_cudaExtent(width, height, 0), flags, caller);
    });
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMalloc3DArray", cudaErrorMemoryAllocation,
                    [&] { return allocate_array(array, desc, extent, flags, caller); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return api_call("cudaFreeArray", cudaErrorInvalidValue, [&] { return free_array(array); });
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array) {
    return api_call("cudaArrayGetInfo", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        array_info info{};
        const cudaError_t e = find_array(array, info);
        if (e != cudaSuccess)
            return e;
        // Each may be null.
        if (desc != nullptr)
            *desc = info.desc;
        if (extent != nullptr)
            *extent = info.extent;
        if (flags != nullptr)
            *flags = info.flags;
        return cudaSuccess;
    });
}

} // extern "C"
