// graphics.cpp: buffers of a graphics API as memory of kernels.
//
// The calls of that API come from the program as a table (emulator/graphics_calls.h). What is kept
// here is which buffers are registered, and which of them are mapped.
//
// While one is mapped, kernels work on a copy of it, an allocation like those of cudaMalloc; what
// they left there goes into the buffer when it is unmapped. That costs two copies, and gives what
// the host's mapping of a buffer cannot: a kernel that runs over its end or uses an old pointer
// faults instead of spoiling the graphics driver's memory, addresses are aligned as on a GPU, and a
// kernel may read what it wrote although a driver's mapping may be write-only or slow to read.
// The buffer is mapped for the host meanwhile, so that the graphics API refuses to use it.
//
// All work is done before the call that issues it returns, and the graphics API waits for its own
// when it maps a buffer. So nothing has to be waited for here.
//
// A handle is a number, as in stream.cpp.

#include "api_state.h"
#include "emulator/block.h" // CUDA_EMULATOR_ASAN
#include "emulator/graphics_calls.h"
#include "graphics.h"
#include "machine/threads.h"
#include "memory.h"
#include "stream.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

namespace cuda_emulator {

namespace {

struct resource {
    const cuda_emulator_graphics_calls *graphics;
    unsigned buffer;
    unsigned flags; // a cudaGraphicsMapFlags; cannot change while it is mapped
    void *memory;   // what kernels use; null if it is not mapped
    size_t size;    // bytes of that
    const char *call;
    unsigned long call_number; // that registered it
};

struct graphics_registry {
    // Held during calls of the graphics API.
    os_mutex mutex;
    std::map<uintptr_t, resource> resources;
    uintptr_t next = 0x100;
};

// Never destroyed, because the leak report comes after all destructors.
graphics_registry &all_graphics() {
    static graphics_registry &r = *new graphics_registry;
    return r;
}

// Null if there is no such resource. Needs the mutex.
resource *find(graphics_registry &r, cudaGraphicsResource_t handle) {
    const auto found = r.resources.find(reinterpret_cast<uintptr_t>(handle));
    return found != r.resources.end() ? &found->second : nullptr;
}

// Whether there is a current context, on this device: with CUDA_EMULATOR_NO_GL_INTEROP, the answer
// is what a GPU's driver says of a context that is another one's.
cudaError_t find_context(const cuda_emulator_graphics_calls *graphics) {
    if (graphics == nullptr)
        return cudaErrorNotSupported;
    const cudaError_t e = graphics->find_context();
    return e == cudaSuccess && environment().no_gl_interop ? cudaErrorOperatingSystem : e;
}

cudaError_t register_buffer(cudaGraphicsResource_t *handle, unsigned buffer, unsigned flags,
                            const cuda_emulator_graphics_calls *graphics) {
    if (handle == nullptr || buffer == 0 || flags > cudaGraphicsRegisterFlagsWriteDiscard)
        return cudaErrorInvalidValue;
    cudaError_t e = find_context(graphics);
    size_t size = 0;
    if (e == cudaSuccess)
        e = graphics->find_buffer(buffer, &size);
    if (e != cudaSuccess)
        return e;
    if (size == 0)
        return cudaErrorMemoryAllocation;
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    const uintptr_t number = r.next;
    r.next += 0x10;
    r.resources[number] = {
        graphics, buffer, flags, nullptr, 0, current_call_name(), current_call_number()};
    *handle = reinterpret_cast<cudaGraphicsResource_t>(number);
    return cudaSuccess;
}

cudaError_t map(resource &r) {
    if (r.memory != nullptr)
        return cudaErrorAlreadyMapped;
    void *data = nullptr;
    cudaError_t e = r.graphics->map_buffer(r.buffer, r.flags, &data, &r.size);
    if (e != cudaSuccess)
        return e;
    // What is there counts as lost if the program says that it needs none of it.
    const bool lost = r.flags == cudaGraphicsMapFlagsWriteDiscard;
    e = allocate_graphics_memory(&r.memory, r.size, lost ? nullptr : data);
    if (e != cudaSuccess)
        (void)r.graphics->unmap_buffer(r.buffer, nullptr, 0);
    return e;
}

cudaError_t unmap(resource &r) {
    if (r.memory == nullptr)
        return cudaErrorNotMapped;
    // What a kernel writes to what it was only to read is lost on a GPU too.
    const bool keep = r.flags != cudaGraphicsMapFlagsReadOnly;
    const cudaError_t e = r.graphics->unmap_buffer(r.buffer, keep ? r.memory : nullptr, r.size);
    if (e != cudaErrorInvalidGraphicsContext) { // else it can be tried again
        free_graphics_memory(r.memory);
        r.memory = nullptr;
    }
    return e;
}

// The resources of an array of handles, for mapping or unmapping. Needs the mutex.
cudaError_t find_all(graphics_registry &r, int count, const cudaGraphicsResource_t *handles,
                     cudaStream_t stream, std::vector<resource *> &resources) {
    if (count <= 0 || handles == nullptr)
        return cudaErrorInvalidValue;
    if (!stream_is_alive(stream))
        return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < count; ++i) {
        resources.push_back(find(r, handles[i]));
        if (resources.back() == nullptr)
            return cudaErrorInvalidResourceHandle;
    }
    return cudaSuccess;
}

// All of them or none.
cudaError_t map_all(int count, const cudaGraphicsResource_t *handles, cudaStream_t stream) {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    std::vector<resource *> wanted, mapped;
    cudaError_t e = find_all(r, count, handles, stream, wanted);
    for (resource *one : wanted) {
        if (e == cudaSuccess) {
            e = map(*one);
            if (e == cudaSuccess)
                mapped.push_back(one);
        }
    }
    if (e != cudaSuccess)
        for (resource *one : mapped)
            (void)unmap(*one);
    return e;
}

// None, if one of them is not mapped; else as many as the graphics API can.
cudaError_t unmap_all(int count, const cudaGraphicsResource_t *handles, cudaStream_t stream) {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    std::vector<resource *> wanted;
    cudaError_t e = find_all(r, count, handles, stream, wanted);
    if (e != cudaSuccess)
        return e;
    for (const resource *one : wanted)
        if (one->memory == nullptr)
            return cudaErrorNotMapped;
    for (resource *one : wanted) {
        const cudaError_t this_one = unmap(*one);
        e = e != cudaSuccess ? e : this_one;
    }
    return e;
}

cudaError_t unregister(cudaGraphicsResource_t handle) {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    const resource *found = find(r, handle);
    if (found == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (found->memory != nullptr)
        return cudaErrorAlreadyMapped;
    const cudaError_t e = found->graphics->find_context();
    if (e == cudaSuccess)
        r.resources.erase(reinterpret_cast<uintptr_t>(handle));
    return e;
}

cudaError_t set_flags(cudaGraphicsResource_t handle, unsigned flags) {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    resource *found = find(r, handle);
    if (found == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (found->memory != nullptr)
        return cudaErrorAlreadyMapped;
    // A driver takes any number. Those that are none of the flags mean nothing.
    found->flags = flags <= cudaGraphicsMapFlagsWriteDiscard ? flags : 0;
    return cudaSuccess;
}

// Either place may be null. Of a resource that is not mapped they get null and 0.
cudaError_t find_memory_of(cudaGraphicsResource_t handle, void **pointer, size_t *size) {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    const resource *found = find(r, handle);
    if (found == nullptr)
        return cudaErrorInvalidResourceHandle;
    const bool mapped = found->memory != nullptr;
    if (pointer != nullptr)
        *pointer = found->memory;
    if (size != nullptr)
        *size = mapped ? found->size : 0;
    return mapped ? cudaSuccess : cudaErrorNotMapped;
}

} // namespace

void unregister_all_graphics() {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    for (auto &entry : r.resources)
        (void)unmap(entry.second);
    r.resources.clear();
}

size_t report_graphics_leaks() {
    graphics_registry &r = all_graphics();
    const os_lock lock(r.mutex);
    for (const auto &entry : r.resources) {
        std::fprintf(stderr, "CUDA emulator: leak: graphics resource 0x%llx%s, %s call %lu\n",
                     static_cast<unsigned long long>(entry.first),
                     entry.second.memory != nullptr ? ", still mapped" : "", entry.second.call,
                     entry.second.call_number);
    }
    return r.resources.size();
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

#ifdef CUDA_EMULATOR_ASAN
// A graphics driver is unloaded before AddressSanitizer looks for leaks. Its own could then not be
// told from the program's, by the name of the library that they are in. So nothing is unloaded.
int dlclose(void *) {
    return 0;
}
#endif

cudaError_t cuda_emulator_gl_devices(unsigned int *count, int *devices, unsigned int room, int list,
                                     const struct cuda_emulator_graphics_calls *graphics) {
    return api_call("cudaGLGetDevices", cudaErrorInvalidGraphicsContext, call_kind::asks, [&] {
        if (list < 1 || list > 3) // a cudaGLDeviceList
            return cudaErrorInvalidValue;
        const cudaError_t e = find_context(graphics);
        if (e != cudaSuccess)
            return e;
        // Either place may be null.
        if (count != nullptr)
            *count = 1;
        if (devices != nullptr && room != 0)
            devices[0] = 0;
        return cudaSuccess;
    });
}

cudaError_t cuda_emulator_gl_register_buffer(cudaGraphicsResource_t *resource, unsigned int buffer,
                                             unsigned int flags,
                                             const struct cuda_emulator_graphics_calls *graphics) {
    return api_call("cudaGraphicsGLRegisterBuffer", cudaErrorOperatingSystem,
                    [&] { return register_buffer(resource, buffer, flags, graphics); });
}

cudaError_t cuda_emulator_gl_register_image(cudaGraphicsResource_t *, unsigned int, unsigned int,
                                            unsigned int) {
    return api_call("cudaGraphicsGLRegisterImage", cudaErrorOperatingSystem,
                    [] { return cudaErrorNotSupported; });
}

cudaError_t cudaGLSetGLDevice(int device) {
    return api_call("cudaGLSetGLDevice", cudaErrorInvalidDevice, call_kind::asks,
                    [&] { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    return api_call("cudaGraphicsUnregisterResource", cudaErrorInvalidGraphicsContext,
                    call_kind::goes_on, [&] { return unregister(resource); });
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags) {
    return api_call("cudaGraphicsResourceSetMapFlags", cudaErrorInvalidResourceHandle,
                    call_kind::goes_on, [&] { return set_flags(resource, flags); });
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream) {
    return api_call("cudaGraphicsMapResources", cudaErrorMapBufferObjectFailed, call_kind::goes_on,
                    [&] { return map_all(count, resources, stream); });
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream) {
    return api_call("cudaGraphicsUnmapResources", cudaErrorUnmapBufferObjectFailed,
                    call_kind::goes_on, [&] { return unmap_all(count, resources, stream); });
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size,
                                                 cudaGraphicsResource_t resource) {
    return api_call("cudaGraphicsResourceGetMappedPointer", cudaErrorInvalidResourceHandle,
                    call_kind::goes_on, [&] { return find_memory_of(resource, pointer, size); });
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                                  cudaGraphicsResource_t resource, unsigned int,
                                                  unsigned int) {
    return api_call("cudaGraphicsSubResourceGetMappedArray", cudaErrorInvalidResourceHandle,
                    call_kind::goes_on, [&] {
                        // No resource is an image.
                        const cudaError_t e = find_memory_of(resource, nullptr, nullptr);
                        return array == nullptr   ? cudaErrorInvalidValue
                               : e == cudaSuccess ? cudaErrorNotMappedAsArray
                                                  : e;
                    });
}

} // extern "C"
