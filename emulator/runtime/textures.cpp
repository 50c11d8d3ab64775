// textures.cpp: texture and surface objects: what a kernel may read and how (see textures.h and
// emulator/textures.h), and how an access that cannot be is named.
//
// An object is a number: the number of its entry in the table that kernels read, and above that a
// count of the objects made so far. So an old object is never taken for a new one.

#include "api_state.h"
#include "arrays.h"
#include "device.h"
#include "emulator/textures.h"
#include "machine/threads.h"
#include "memory.h"
#include "scheduler.h"
#include "textures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace cuda_emulator {

texture_state texture_table[texture_slots];
surface_state surface_table[texture_slots];

namespace {

constexpr unsigned long long surface_bit = 1ull << 48; // tells a surface from a texture

struct object {
    cudaResourceDesc resource;
    cudaTextureDesc desc;
    texture_shape shape;
    const char *first; // the memory it reads
    size_t size;
    bool memory_is_gone;
    const char *call; // that made it
    unsigned long call_number;
    int device;
};

// The textures, or the surfaces.
template <class State> struct object_list {
    State *table;
    const char *name;
    unsigned long long mark;
    std::map<unsigned long long, object> objects;
    std::vector<unsigned> free_slots;
    unsigned used_slots = 1; // slot 0 stays empty: 0 is no object
    unsigned long long made = 0;

    bool has_room() const { return !free_slots.empty() || used_slots < texture_slots; }

    unsigned long long add(const State &state, const object &added) {
        unsigned slot = used_slots;
        if (!free_slots.empty()) {
            slot = free_slots.back();
            free_slots.pop_back();
        } else {
            ++used_slots;
        }
        const unsigned long long handle = ++made * texture_slots + slot + mark;
        objects[handle] = added;
        table[slot] = state;
        table[slot].handle = handle;
        notify(&observer::texture_created, name, handle, added.first);
        return handle;
    }

    bool remove(unsigned long long handle) {
        if (objects.erase(handle) == 0)
            return false;
        notify(&observer::texture_destroyed, handle);
        const unsigned slot = handle % texture_slots;
        table[slot] = State{};
        free_slots.push_back(slot);
        return true;
    }

    void remove_all(int device) {
        for (auto entry = objects.begin(); entry != objects.end();) {
            const auto here = entry++;
            if (here->second.device == device)
                remove(here->first);
        }
    }

    void forget_memory(const char *first, size_t size) {
        for (auto &entry : objects) {
            object &o = entry.second;
            if (o.first >= first && o.first < first + size) {
                o.memory_is_gone = true;
                table[entry.first % texture_slots].handle = 0;
            }
        }
    }

    size_t report() const {
        for (const auto &entry : objects) {
            std::fprintf(stderr, "CUDA emulator: leak: %s object 0x%llx, %s call %lu\n", name,
                         entry.first, entry.second.call, entry.second.call_number);
        }
        return objects.size();
    }

    bool was_made(unsigned long long handle) const {
        const unsigned long long number = (handle - mark) / texture_slots;
        return handle > mark && handle % texture_slots != 0 && number >= 1 && number <= made;
    }
};

struct texture_registry {
    os_mutex mutex;
    object_list<texture_state> textures{texture_table, "texture", 0, {}, {}};
    object_list<surface_state> surfaces{surface_table, "surface", surface_bit, {}, {}};
};

// Never destroyed, as in memory.cpp.
texture_registry &all_textures() {
    static texture_registry &r = *new texture_registry;
    return r;
}

texel_kind kind_of(const cudaChannelFormatDesc &desc) {
    switch (desc.f) {
    case cudaChannelFormatKindSigned:
        return desc.x == 8 ? texel_kind::s8 : desc.x == 16 ? texel_kind::s16 : texel_kind::s32;
    case cudaChannelFormatKindUnsigned:
        return desc.x == 8 ? texel_kind::u8 : desc.x == 16 ? texel_kind::u16 : texel_kind::u32;
    default:
        return desc.x == 16 ? texel_kind::f16 : texel_kind::f32;
    }
}

texture_shape shape_of(const array_info &array) {
    const bool layered = (array.flags & cudaArrayLayered) != 0;
    if ((array.flags & cudaArrayCubemap) != 0)
        return layered ? texture_shape::cubes : texture_shape::cube;
    if (array.extent.height == 0)
        return layered ? texture_shape::lines : texture_shape::line;
    return layered                   ? texture_shape::planes
           : array.extent.depth != 0 ? texture_shape::volume
                                     : texture_shape::plane;
}

// What a texture of any resource begins with. A sample of it has still to be set.
void set_extent(texture_state &t, size_t width, size_t height, size_t depth) {
    const size_t sizes[3] = {width, height, depth};
    for (int i = 0; i < 3; ++i) {
        t.axes[i].size = static_cast<int>(sizes[i]);
        t.axes[i].extent = static_cast<float>(sizes[i]);
    }
    t.layers = static_cast<int>(depth);
}

// Whether the device has so many bytes there.
cudaError_t check_memory(const void *pointer, size_t bytes) {
    if (pointer == nullptr || reinterpret_cast<uintptr_t>(pointer) % texture_alignment != 0)
        return cudaErrorInvalidValue;
    const memory_place place = find_memory(pointer);
    return device_can_reach(place.kind) && bytes <= place.left ? cudaSuccess
                                                               : cudaErrorInvalidValue;
}

cudaError_t find_resource(const cudaResourceDesc &resource, texture_state &t,
                          cudaChannelFormatDesc &desc, size_t &bytes) {
    if (resource.flags != 0)
        return cudaErrorInvalidValue;
    switch (resource.resType) {
    case cudaResourceTypeArray: {
        array_info array{};
        const cudaError_t e = find_array(resource.res.array.array, array);
        if (e != cudaSuccess)
            return e;
        desc = array.desc;
        t.shape = shape_of(array);
        t.data = array.data;
        t.row = array.row_bytes();
        t.slice = array.slice_bytes();
        set_extent(t, array.width, array.height, array.depth);
        if (t.shape == texture_shape::cubes)
            t.layers /= CUBE_FACES;
        bytes = array.slice_bytes() * array.depth;
        return cudaSuccess;
    }
    case cudaResourceTypeMipmappedArray:
        return cudaErrorNotSupported;
    case cudaResourceTypeLinear: {
        desc = resource.res.linear.desc;
        bytes = resource.res.linear.sizeInBytes;
        const size_t element = element_bytes_of(desc);
        if (element == 0)
            return cudaErrorInvalidChannelDescriptor;
        const size_t width = bytes / element;
        if (width == 0 || width > static_cast<size_t>(max_texture_1d_linear))
            return cudaErrorInvalidValue;
        t.shape = texture_shape::linear;
        t.data = static_cast<const char *>(resource.res.linear.devPtr);
        set_extent(t, width, 1, 1);
        return check_memory(t.data, bytes);
    }
    case cudaResourceTypePitch2D: {
        const auto &plane = resource.res.pitch2D;
        desc = plane.desc;
        const size_t element = element_bytes_of(desc);
        if (element == 0)
            return cudaErrorInvalidChannelDescriptor;
        if (plane.width == 0 || plane.height == 0 ||
            plane.width > static_cast<size_t>(max_texture_2d_linear[0]) ||
            plane.height > static_cast<size_t>(max_texture_2d_linear[1]) ||
            plane.pitchInBytes > static_cast<size_t>(max_texture_2d_linear[2]) ||
            plane.pitchInBytes < plane.width * element ||
            plane.pitchInBytes % texture_pitch_alignment != 0)
            return cudaErrorInvalidValue;
        t.shape = texture_shape::plane;
        t.data = static_cast<const char *>(plane.devPtr);
        t.row = plane.pitchInBytes;
        set_extent(t, plane.width, plane.height, 1);
        bytes = (plane.height - 1) * plane.pitchInBytes + plane.width * element;
        return check_memory(t.data, bytes);
    }
    }
    return cudaErrorInvalidValue;
}

texture_edge edge_of(cudaTextureAddressMode mode, bool normalized) {
    if (mode == cudaAddressModeBorder)
        return texture_edge::border;
    if (!normalized || mode == cudaAddressModeClamp)
        return texture_edge::clamp;
    return mode == cudaAddressModeWrap ? texture_edge::wrap : texture_edge::mirror;
}

bool is_known(const cudaTextureDesc &desc) {
    for (const cudaTextureAddressMode mode : desc.addressMode)
        if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder)
            return false;
    return desc.filterMode >= cudaFilterModePoint && desc.filterMode <= cudaFilterModeLinear &&
           desc.readMode >= cudaReadModeElementType && desc.readMode <= cudaReadModeNormalizedFloat;
}

// One channel of a border as a fetch gives it: of integers the bits that the format has, and of
// those that are read as 0 to 1 (or -1 to 1) the nearest that it has. Bits in, bits out.
unsigned border_of(const texture_state &t, unsigned bits) {
    const bool is_signed = t.kind == texel_kind::s8 || t.kind == texel_kind::s16;
    if (t.channel_bytes == 4 || t.kind == texel_kind::f16)
        return bits;
    if (!t.unit_range) {
        const int unused = 32 - 8 * t.channel_bytes;
        return is_signed ? static_cast<unsigned>(static_cast<int>(bits << unused) >> unused)
                         : bits << unused >> unused;
    }
    float value;
    std::memcpy(&value, &bits, sizeof value);
    value = value == value ? std::min(std::max(value, is_signed ? -1.0f : 0.0f), 1.0f) : 0;
    const double largest = (1 << (8 * t.channel_bytes - (is_signed ? 1 : 0))) - 1;
    value = static_cast<float>((std::ceil(value * largest - 0.5) + 0.0) / largest);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

cudaError_t create_texture(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                           const cudaTextureDesc *desc, const cudaResourceViewDesc *view) {
    if (texture == nullptr || resource == nullptr || desc == nullptr || !is_known(*desc))
        return cudaErrorInvalidValue;
    if (view != nullptr || desc->sRGB != 0)
        return cudaErrorNotSupported;
    texture_state t{};
    cudaChannelFormatDesc format{};
    size_t bytes = 0;
    const cudaError_t e = find_resource(*resource, t, format, bytes);
    if (e != cudaSuccess)
        return e;
    const bool is_float = format.f == cudaChannelFormatKindFloat;
    if (desc->readMode == cudaReadModeNormalizedFloat && !is_float && format.x == 32)
        return cudaErrorInvalidNormSetting;
    t.unit_range = desc->readMode == cudaReadModeNormalizedFloat && !is_float;
    t.linear = desc->filterMode == cudaFilterModeLinear && t.shape != texture_shape::linear;
    if (t.linear && !is_float && !t.unit_range)
        return cudaErrorInvalidFilterSetting;
    const bool is_cube = t.shape == texture_shape::cube || t.shape == texture_shape::cubes;
    const bool normalized = desc->normalizedCoords != 0 || is_cube; // a direction has no texels
    for (int i = 0; i < 3; ++i) {
        t.axes[i].edge = edge_of(desc->addressMode[i], normalized);
        t.axes[i].scale = normalized ? t.axes[i].extent : 1;
    }
    t.seamless = is_cube && t.linear && desc->seamlessCubemap != 0;
    if (t.seamless) // fetch_linear finds the texel of the other face
        t.axes[0].edge = t.axes[1].edge = texture_edge::border;
    t.kind = kind_of(format);
    t.channels = static_cast<unsigned char>(channels_of(format));
    t.channel_bytes = static_cast<unsigned char>(format.x / 8);
    t.texel_bytes = static_cast<unsigned char>(t.channels * t.channel_bytes);
    if (!t.unit_range && t.kind != texel_kind::f16)
        t.direct = static_cast<unsigned char>(1 + 4 * static_cast<int>(t.kind) + t.channels / 2);
    // A linear filter looks at the second dimension of a line, too: see fetch_linear.
    if (t.linear && t.shape == texture_shape::line && t.axes[1].edge == texture_edge::border)
        t.direct = 0;
    // For integers, the program puts the bits of integers there.
    std::memcpy(t.border, desc->borderColor, sizeof t.border);
    for (unsigned &channel : t.border)
        channel = border_of(t, channel);
    texture_registry &r = all_textures();
    const os_lock lock(r.mutex);
    if (!r.textures.has_room())
        return cudaErrorMemoryAllocation;
    *texture = r.textures.add(t, {*resource, *desc, t.shape, t.data, bytes, false,
                                  current_call_name(), current_call_number(), current_device()});
    return cudaSuccess;
}

cudaError_t create_surface(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource) {
    if (surface == nullptr || resource == nullptr || resource->flags != 0 ||
        resource->resType != cudaResourceTypeArray)
        return cudaErrorInvalidValue;
    array_info array{};
    const cudaError_t e = find_array(resource->res.array.array, array);
    if (e != cudaSuccess)
        return e;
    if ((array.flags & cudaArraySurfaceLoadStore) == 0)
        return cudaErrorInvalidValue;
    surface_state s{};
    s.data = array.data;
    s.row = static_cast<long>(array.row_bytes());
    s.slice = array.slice_bytes();
    s.height = static_cast<int>(array.height);
    s.depth = static_cast<int>(array.depth);
    s.shape = shape_of(array);
    texture_registry &r = all_textures();
    const os_lock lock(r.mutex);
    if (!r.surfaces.has_room())
        return cudaErrorMemoryAllocation;
    *surface = r.surfaces.add(s, {*resource,
                                  {},
                                  s.shape,
                                  s.data,
                                  s.slice * array.depth,
                                  false,
                                  current_call_name(),
                                  current_call_number(),
                                  current_device()});
    return cudaSuccess;
}

// Copies something of a live object to where the program wants it.
template <class List, class Wanted, class Member>
cudaError_t ask(List &list, unsigned long long handle, Wanted *result, Member member) {
    if (result == nullptr)
        return cudaErrorInvalidValue;
    const os_lock lock(all_textures().mutex);
    const auto found = list.objects.find(handle);
    if (found == list.objects.end())
        return cudaErrorInvalidValue;
    *result = found->second.*member;
    return cudaSuccess;
}

const char *describe(texture_shape shape) {
    switch (shape) {
    case texture_shape::none:
        break;
    case texture_shape::linear:
        return "linear memory";
    case texture_shape::line:
        return "a 1D array";
    case texture_shape::plane:
        return "2D";
    case texture_shape::volume:
        return "a 3D array";
    case texture_shape::lines:
        return "a layered 1D array";
    case texture_shape::planes:
        return "a layered 2D array";
    case texture_shape::cube:
        return "a cubemap";
    case texture_shape::cubes:
        return "a layered cubemap";
    }
    return "nothing";
}

// Puts into words what is wrong with an object that was to be `wanted`.
template <class List>
void complain(List &list, unsigned long long handle, texture_shape wanted, char *text,
              size_t room) {
    const os_lock lock(all_textures().mutex);
    const auto found = list.objects.find(handle);
    if (found == list.objects.end()) {
        std::snprintf(text, room, "uses %s object 0x%llx, which %s", list.name, handle,
                      list.was_made(handle) ? "has been destroyed" : "does not exist");
    } else if (found->second.memory_is_gone) {
        std::snprintf(text, room, "uses %s object 0x%llx, whose %s has been freed", list.name,
                      handle,
                      found->second.resource.resType == cudaResourceTypeArray ? "array" : "memory");
    } else {
        std::snprintf(text, room, "uses %s object 0x%llx as if it were %s: it is %s", list.name,
                      handle, describe(wanted), describe(found->second.shape));
    }
}

} // namespace

void memory_is_gone(const void *first, size_t size) {
    texture_registry &r = all_textures();
    const os_lock lock(r.mutex);
    r.textures.forget_memory(static_cast<const char *>(first), size);
    r.surfaces.forget_memory(static_cast<const char *>(first), size);
}

void destroy_textures_and_surfaces() {
    texture_registry &r = all_textures();
    const os_lock lock(r.mutex);
    r.textures.remove_all(current_device());
    r.surfaces.remove_all(current_device());
}

size_t report_texture_leaks() {
    texture_registry &r = all_textures();
    const os_lock lock(r.mutex);
    return r.textures.report() + r.surfaces.report();
}

void texture_fault(cudaTextureObject_t object, texture_shape wanted, const char *file, int line) {
    stop_watchdog();
    char text[sizeof worker::complaint];
    complain(all_textures().textures, object, wanted, text, sizeof text);
    fail(file, line, cudaErrorIllegalAddress, text);
}

void surface_fault(cudaSurfaceObject_t object, texture_shape wanted, const char *file, int line) {
    stop_watchdog();
    char text[sizeof worker::complaint];
    complain(all_textures().surfaces, object, wanted, text, sizeof text);
    fail(file, line, cudaErrorIllegalAddress, text);
}

char *surface_beyond(const surface_state &s, long x, int y, int z, int bytes,
                     cudaSurfaceBoundaryMode mode, const char *file, int line) {
    const bool inside =
        x >= 0 && x <= s.row - bytes && y >= 0 && y < s.height && z >= 0 && z < s.depth;
    const bool misaligned = x % bytes != 0;
    if (!misaligned && !inside && mode == cudaBoundaryModeZero)
        return nullptr;
    if (misaligned || s.row < bytes || mode != cudaBoundaryModeClamp) {
        stop_watchdog();
        char text[sizeof worker::complaint];
        std::snprintf(
            text, sizeof text,
            "%s %d byte%s of a surface at byte %ld of row %d of slice %d, %s %ld bytes x %d "
            "rows x %d slices",
            misaligned ? "accesses unaligned" : "accesses", bytes, bytes == 1 ? "" : "s", x, y, z,
            inside ? "which has" : "beyond its", s.row, s.height, s.depth);
        fail(file, line, misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, text);
    }
    const auto clamp = [](long v, long most) { return v < 0 ? 0 : v > most ? most : v; };
    return s.data + static_cast<size_t>(clamp(z, s.depth - 1)) * s.slice +
           clamp(y, s.height - 1) * s.row + clamp(x, s.row - bytes);
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view) {
    return api_call("cudaCreateTextureObject", cudaErrorInvalidValue,
                    [&] { return create_texture(texture, resource, desc, view); });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return api_call("cudaDestroyTextureObject", cudaErrorInvalidValue, [&] {
        const os_lock lock(all_textures().mutex);
        return all_textures().textures.remove(texture) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture) {
    return api_call(
        "cudaGetTextureObjectResourceDesc", cudaErrorInvalidValue, call_kind::goes_on,
        [&] { return ask(all_textures().textures, texture, resource, &object::resource); });
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture) {
    return api_call("cudaGetTextureObjectTextureDesc", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return ask(all_textures().textures, texture, desc, &object::desc); });
}

// No object has a view.
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                 cudaTextureObject_t texture) {
    return api_call(
        "cudaGetTextureObjectResourceViewDesc", cudaErrorInvalidValue, call_kind::goes_on, [&] {
            cudaTextureDesc desc;
            const cudaError_t e = ask(all_textures().textures, texture, &desc, &object::desc);
            if (view == nullptr || e != cudaSuccess)
                return cudaErrorInvalidValue;
            *view = cudaResourceViewDesc{};
            return cudaSuccess;
        });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource) {
    return api_call("cudaCreateSurfaceObject", cudaErrorInvalidValue,
                    [&] { return create_surface(surface, resource); });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return api_call("cudaDestroySurfaceObject", cudaErrorInvalidValue, [&] {
        const os_lock lock(all_textures().mutex);
        return all_textures().surfaces.remove(surface) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface) {
    return api_call(
        "cudaGetSurfaceObjectResourceDesc", cudaErrorInvalidValue, call_kind::goes_on,
        [&] { return ask(all_textures().surfaces, surface, resource, &object::resource); });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                 const struct cudaChannelFormatDesc *desc,
                                                 int device) {
    return api_call("cudaDeviceGetTexture1DLinearMaxWidth", cudaErrorInvalidValue, call_kind::asks,
                    [&] {
                        if (device != 0)
                            return cudaErrorInvalidDevice;
                        if (width == nullptr || desc == nullptr || element_bytes_of(*desc) == 0)
                            return cudaErrorInvalidValue;
                        *width = static_cast<size_t>(max_texture_1d_linear);
                        return cudaSuccess;
                    });
}

} // extern "C"
