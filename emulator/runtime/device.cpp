// device.cpp: the devices: their properties, their limits, who may use whose memory, and waiting.

#include "api_state.h"
#include "arrays.h"
#include "cuda_profiler_api.h"
#include "device.h"
#include "graphics.h"
#include "machine/resources.h"
#include "memory.h"
#include "stream.h"
#include "textures.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

namespace cuda_emulator {

namespace {

constexpr size_t default_stack_size = 1024;
constexpr size_t default_heap_size = 8 << 20;
constexpr size_t default_printf_size = 1 << 20;
constexpr size_t default_pending_launches = 2048;
constexpr size_t default_fetch_granularity = 64;

// What one thread's local memory can be at most; a larger stack limit is refused.
constexpr size_t max_stack_size = 512 * 1024;
constexpr size_t max_fetch_granularity = 128;

// What a program may set of a device, and cudaDeviceReset sets back.
struct device_settings {
    std::atomic<size_t> stack_size{default_stack_size};
    std::atomic<size_t> heap_size{default_heap_size};
    std::atomic<size_t> printf_size{default_printf_size};
    std::atomic<size_t> pending_launches{default_pending_launches};
    // Hints for a GPU's cache, kept and not used.
    std::atomic<size_t> fetch_granularity{default_fetch_granularity};
    std::atomic<size_t> persisting_cache{0};
    std::atomic<cudaFuncCache> cache_config{cudaFuncCachePreferNone};
    std::atomic<unsigned> flags{cudaDeviceScheduleAuto};
    std::atomic<bool> uses[most_devices] = {}; // whose memory, besides its own

    void set_back() {
        stack_size = default_stack_size;
        heap_size = default_heap_size;
        printf_size = default_printf_size;
        pending_launches = default_pending_launches;
        fetch_granularity = default_fetch_granularity;
        persisting_cache = 0;
        cache_config = cudaFuncCachePreferNone;
        flags = cudaDeviceScheduleAuto;
        for (std::atomic<bool> &peer : uses)
            peer = false;
    }
};
device_settings settings_of[most_devices];

device_settings &my_settings() {
    return settings_of[current_device()];
}

// What cudaSetValidDevices has put first, for threads that have not chosen.
std::atomic<int> first_choice{0};
constexpr int not_chosen = -1;
thread_local int chosen = not_chosen;

// Has the memory measured before main, when the program's host arrays do not exist yet.
const size_t measured_at_start = memory_at_start();

// Of clock64(), in kHz: it counts nanoseconds.
constexpr int clock_rate = 1000 * 1000;

cudaDeviceProp make_properties(int device) {
    // What is not set stays 0: no mipmaps or gathers, no display, nothing between
    // processes.
    cudaDeviceProp p{};
    p.pciBusID = device; // they are on no bus, and differ by this number
    p.uuid.bytes[sizeof(p.uuid.bytes) - 1] = static_cast<char>(device);
    const int workers = worker_count();
    std::snprintf(p.name, sizeof(p.name), "CPU emulator (%d core%s)", workers,
                  workers == 1 ? "" : "s");
    p.totalGlobalMem = device_memory_total();
    p.sharedMemPerBlock = shared_memory_per_block;
    p.regsPerBlock = registers_per_block;
    p.warpSize = warp_size;
    p.memPitch = max_pitch;
    p.maxThreadsPerBlock = max_threads_per_block;
    p.maxThreadsDim[0] = max_block_dim_x;
    p.maxThreadsDim[1] = max_block_dim_y;
    p.maxThreadsDim[2] = max_block_dim_z;
    p.maxGridSize[0] = max_grid_dim_x;
    p.maxGridSize[1] = max_grid_dim_y;
    p.maxGridSize[2] = max_grid_dim_z;
    p.totalConstMem = constant_memory;
    p.major = compute_capability_major;
    p.minor = compute_capability_minor;
    p.textureAlignment = texture_alignment;
    p.texturePitchAlignment = texture_pitch_alignment;
    p.surfaceAlignment = texture_alignment;
    p.maxTexture1D = max_texture_1d;
    p.maxSurface1D = max_surface_1d;
    p.maxTextureCubemap = p.maxTextureCubemapLayered[0] = max_texture_cubemap;
    p.maxSurfaceCubemap = p.maxSurfaceCubemapLayered[0] = max_surface_cubemap;
    p.maxTextureCubemapLayered[1] = p.maxSurfaceCubemapLayered[1] = max_cubemap_faces;
    for (int i = 0; i < 2; ++i) {
        p.maxTexture2D[i] = max_texture_2d[i];
        p.maxTexture1DLayered[i] = max_texture_1d_layered[i];
        p.maxSurface2D[i] = max_surface_2d[i];
        p.maxSurface1DLayered[i] = max_surface_1d_layered[i];
    }
    for (int i = 0; i < 3; ++i) {
        p.maxTexture2DLinear[i] = max_texture_2d_linear[i];
        p.maxTexture3D[i] = max_texture_3d[i];
        p.maxTexture3DAlt[i] = max_texture_3d_alt[i];
        p.maxTexture2DLayered[i] = max_texture_2d_layered[i];
        p.maxSurface3D[i] = max_surface_3d[i];
        p.maxSurface2DLayered[i] = max_surface_2d_layered[i];
    }
    p.multiProcessorCount = workers;
    p.canMapHostMemory = 1;
    p.concurrentKernels = 1;
    p.asyncEngineCount = 1;
    p.unifiedAddressing = 1;
    p.memoryBusWidth = 64;
    p.l2CacheSize = static_cast<int>(largest_cache());
    p.maxThreadsPerMultiProcessor = max_threads_per_multiprocessor;
    p.globalL1CacheSupported = 1;
    p.localL1CacheSupported = 1;
    p.sharedMemPerMultiprocessor = shared_memory_per_multiprocessor;
    p.regsPerMultiprocessor = registers_per_multiprocessor;
    p.managedMemory = 1;
    p.hostNativeAtomicSupported = 1;
    p.concurrentManagedAccess = 1;
    p.canUseHostPointerForRegisteredMem = 1;
    p.cooperativeLaunch = cooperative_launch;
    p.sharedMemPerBlockOptin = shared_memory_per_block_opt_in;
    p.maxBlocksPerMultiProcessor = max_blocks_per_multiprocessor;
    p.reservedSharedMemPerBlock = reserved_shared_memory_per_block;
    p.hostRegisterSupported = 1;
    p.hostRegisterReadOnlySupported = 1;
    p.memoryPoolsSupported = 1;
    p.deviceNumaId = -1;
    p.hostNumaId = -1;
    // What CUDA 13 has no more.
    p.clockRate = clock_rate;
    p.deviceOverlap = p.asyncEngineCount > 0;
    p.computeMode = cudaComputeModeDefault;
    p.maxTexture1DLinear = max_texture_1d_linear;
    p.singleToDoublePrecisionPerfRatio = 2; // a vector register holds half as many
    return p;
}

const cudaDeviceProp &properties() {
    static const cudaDeviceProp p = make_properties(0);
    return p;
}

// One attribute of the device. The properties hold some of them in types other than int.
struct device_attribute {
    template <class T>
    device_attribute(cudaDeviceAttr n, T v) : name(n), value(static_cast<int>(v)) {}
    cudaDeviceAttr name;
    int value;
};

cudaError_t get_attribute(int *value, cudaDeviceAttr name, int device) {
    const cudaDeviceProp &p = properties();
    // Of any device: where they differ, see below.
    static const device_attribute attributes[] = {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
        {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
        {cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock},
        {cudaDevAttrTotalConstantMemory, p.totalConstMem},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrClockRate, p.clockRate},
        {cudaDevAttrMaxPitch, p.memPitch},
        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
        {cudaDevAttrTextureAlignment, p.textureAlignment},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrIntegrated, p.integrated},
        {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
        {cudaDevAttrSurfaceAlignment, p.surfaceAlignment},
        {cudaDevAttrConcurrentKernels, p.concurrentKernels},
        {cudaDevAttrEccEnabled, p.ECCEnabled},
        {cudaDevAttrPciDeviceId, p.pciDeviceID},
        {cudaDevAttrTccDriver, p.tccDriver},
        {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
        {cudaDevAttrL2CacheSize, p.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
        {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
        {cudaDevAttrPciDomainId, p.pciDomainID},
        {cudaDevAttrTexturePitchAlignment, p.texturePitchAlignment},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported},
        {cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported},
        {cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor},
        {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
        {cudaDevAttrManagedMemory, p.managedMemory},
        {cudaDevAttrIsMultiGpuBoard, p.isMultiGpuBoard},
        {cudaDevAttrMultiGpuBoardGroupID, p.multiGpuBoardGroupID},
        {cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
        {cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
        {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
        {cudaDevAttrComputePreemptionSupported, p.computePreemptionSupported},
        {cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem},
        {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin},
        {cudaDevAttrHostRegisterSupported, p.hostRegisterSupported},
        {cudaDevAttrPageableMemoryAccessUsesHostPageTables,
         p.pageableMemoryAccessUsesHostPageTables},
        {cudaDevAttrDirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost},
        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
        {cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
        {cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
        {cudaDevAttrReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock},
        {cudaDevAttrSparseCudaArraySupported, p.sparseCudaArraySupported},
        {cudaDevAttrHostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported},
        {cudaDevAttrTimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported},
        {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
        {cudaDevAttrGPUDirectRDMASupported, p.gpuDirectRDMASupported},
        {cudaDevAttrGPUDirectRDMAFlushWritesOptions, p.gpuDirectRDMAFlushWritesOptions},
        {cudaDevAttrGPUDirectRDMAWritesOrdering, p.gpuDirectRDMAWritesOrdering},
        {cudaDevAttrMemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes},
        {cudaDevAttrClusterLaunch, p.clusterLaunch},
        {cudaDevAttrDeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported},
        {cudaDevAttrIpcEventSupport, p.ipcEventSupported},
        {cudaDevAttrNumaConfig, p.deviceNumaConfig},
        {cudaDevAttrNumaId, p.deviceNumaId},
        {cudaDevAttrMpsEnabled, p.mpsEnabled},
        {cudaDevAttrHostNumaId, p.hostNumaId},
        {cudaDevAttrGpuPciDeviceId, p.gpuPciDeviceID},
        {cudaDevAttrGpuPciSubsystemId, p.gpuPciSubsystemID},
        {cudaDevAttrHostNumaMultinodeIpcSupported, p.hostNumaMultinodeIpcSupported},
        {cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
        {cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]},
        {cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
        {cudaDevAttrMaxTexture3DWidth, p.maxTexture3D[0]},
        {cudaDevAttrMaxTexture3DHeight, p.maxTexture3D[1]},
        {cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
        {cudaDevAttrMaxTexture2DLayeredWidth, p.maxTexture2DLayered[0]},
        {cudaDevAttrMaxTexture2DLayeredHeight, p.maxTexture2DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredLayers, p.maxTexture2DLayered[2]},
        {cudaDevAttrMaxTexture1DLayeredWidth, p.maxTexture1DLayered[0]},
        {cudaDevAttrMaxTexture1DLayeredLayers, p.maxTexture1DLayered[1]},
        {cudaDevAttrMaxTexture3DWidthAlt, p.maxTexture3DAlt[0]},
        {cudaDevAttrMaxTexture3DHeightAlt, p.maxTexture3DAlt[1]},
        {cudaDevAttrMaxTexture3DDepthAlt, p.maxTexture3DAlt[2]},
        {cudaDevAttrMaxSurface1DWidth, p.maxSurface1D},
        {cudaDevAttrMaxSurface2DWidth, p.maxSurface2D[0]},
        {cudaDevAttrMaxSurface2DHeight, p.maxSurface2D[1]},
        {cudaDevAttrMaxSurface3DWidth, p.maxSurface3D[0]},
        {cudaDevAttrMaxSurface3DHeight, p.maxSurface3D[1]},
        {cudaDevAttrMaxSurface3DDepth, p.maxSurface3D[2]},
        {cudaDevAttrMaxSurface1DLayeredWidth, p.maxSurface1DLayered[0]},
        {cudaDevAttrMaxSurface1DLayeredLayers, p.maxSurface1DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredWidth, p.maxSurface2DLayered[0]},
        {cudaDevAttrMaxSurface2DLayeredHeight, p.maxSurface2DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredLayers, p.maxSurface2DLayered[2]},
        {cudaDevAttrMaxSurfaceCubemapLayeredLayers, p.maxSurfaceCubemapLayered[1]},
        {cudaDevAttrMaxSurfaceCubemapLayeredWidth, p.maxSurfaceCubemapLayered[0]},
        {cudaDevAttrMaxSurfaceCubemapWidth, p.maxSurfaceCubemap},
        {cudaDevAttrMaxTextureCubemapLayeredLayers, p.maxTextureCubemapLayered[1]},
        {cudaDevAttrMaxTextureCubemapLayeredWidth, p.maxTextureCubemapLayered[0]},
        {cudaDevAttrMaxTextureCubemapWidth, p.maxTextureCubemap},
        {cudaDevAttrMaxTexture2DLinearWidth, p.maxTexture2DLinear[0]},
        {cudaDevAttrMaxTexture2DLinearHeight, p.maxTexture2DLinear[1]},
        {cudaDevAttrMaxTexture2DLinearPitch, p.maxTexture2DLinear[2]},
        // What CUDA 13 gives only as attributes.
        {cudaDevAttrMaxTexture1DLinearWidth, p.maxTexture1DLinear},
        {cudaDevAttrGpuOverlap, p.deviceOverlap},
        {cudaDevAttrSingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio},
        {cudaDevAttrMemoryClockRate, p.memoryClockRate}, // unknown
        {cudaDevAttrKernelExecTimeout, p.kernelExecTimeoutEnabled},
        {cudaDevAttrComputeMode, p.computeMode},
        {cudaDevAttrCanFlushRemoteWrites, 0},
        {cudaDevAttrMemSyncDomainCount, 0},
        {cudaDevAttrD3D12CigSupported, 0},
        {cudaDevAttrVulkanCigSupported, 0},
        {cudaDevAttrHostNumaMemoryPoolsSupported, 0},
        {cudaDevAttrHostMemoryPoolsSupported, 0},
        {cudaDevAttrOnlyPartialHostNativeAtomicSupported, 0},
        // Mipmaps and gathers do not exist.
        {cudaDevAttrMaxTexture2DGatherHeight, 0},
        {cudaDevAttrMaxTexture2DGatherWidth, 0},
        {cudaDevAttrMaxTexture2DMipmappedWidth, 0},
        {cudaDevAttrMaxTexture2DMipmappedHeight, 0},
        {cudaDevAttrMaxTexture1DMipmappedWidth, 0},
    };
    if (name == cudaDevAttrPciBusId) {
        *value = device;
        return cudaSuccess;
    }
    for (const device_attribute &attribute : attributes) {
        if (attribute.name == name) {
            *value = attribute.value;
            return cudaSuccess;
        }
    }
    return cudaErrorInvalidValue;
}

cudaError_t check_device(int device) {
    return device_exists(device) ? cudaSuccess : cudaErrorInvalidDevice;
}

// "0000:01:00.0"
std::string pci_bus_id(int device) {
    char text[32];
    std::snprintf(text, sizeof text, "0000:%02x:00.0", static_cast<unsigned>(device));
    return text;
}

cudaError_t check_flags(unsigned flags) {
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    const bool one_schedule = (schedule & (schedule - 1)) == 0;
    const bool known = (flags & ~unsigned(cudaDeviceMask & ~0x60)) == 0;
    return one_schedule && known ? cudaSuccess : cudaErrorInvalidValue;
}

std::atomic<size_t> *limit_place(cudaLimit limit) {
    device_settings &mine = my_settings();
    switch (limit) {
    case cudaLimitStackSize:
        return &mine.stack_size;
    case cudaLimitPrintfFifoSize:
        return &mine.printf_size;
    case cudaLimitMallocHeapSize:
        return &mine.heap_size;
    case cudaLimitDevRuntimePendingLaunchCount:
        return &mine.pending_launches;
    case cudaLimitMaxL2FetchGranularity:
        return &mine.fetch_granularity;
    case cudaLimitPersistingL2CacheSize:
        return &mine.persisting_cache;
    default:
        return nullptr;
    }
}

// The largest value that a limit can be set to.
size_t largest(cudaLimit limit) {
    switch (limit) {
    case cudaLimitStackSize:
        return max_stack_size;
    case cudaLimitMaxL2FetchGranularity:
        return max_fetch_granularity;
    case cudaLimitPersistingL2CacheSize:
        return static_cast<size_t>(properties().persistingL2CacheMaxSize);
    default:
        return std::numeric_limits<size_t>::max();
    }
}

// The error for a limit that cannot be set or asked for.
cudaError_t no_such_limit(cudaLimit limit) {
    return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit
                                                 : cudaErrorInvalidValue;
}

} // namespace

int device_count() {
    static const int count = static_cast<int>(std::max(environment().devices, 1ull));
    return count;
}

bool device_exists(int device) {
    return device >= 0 && device < device_count();
}

int current_device() {
    return chosen != not_chosen ? chosen : first_choice.load(std::memory_order_relaxed);
}

bool peer_access_is_enabled(int device, int peer) {
    return device == peer || settings_of[device].uses[peer];
}

device_scope::device_scope(int device) : outer_(chosen) {
    chosen = device;
}
device_scope::~device_scope() {
    chosen = outer_;
}

size_t memory_at_start() {
    static const size_t bytes = usable_memory();
    return bytes;
}

size_t device_memory_total() {
    static const size_t bytes = [] {
        const unsigned long long wanted = environment().memory;
        return wanted != 0 ? static_cast<size_t>(wanted)
                           : measured_at_start / 2 / static_cast<unsigned>(device_count());
    }();
    return bytes;
}

size_t stack_size_limit(int device) {
    return settings_of[device].stack_size;
}
size_t heap_size_limit(int device) {
    return settings_of[device].heap_size;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaGetDeviceCount(int *count) {
    const cudaError_t e =
        begin_call("cudaGetDeviceCount", cudaErrorInitializationError, call_kind::asks);
    if (e == cudaErrorNoDevice && count != nullptr)
        *count = 0;
    if (e != cudaSuccess)
        return e;
    if (count == nullptr)
        return end_call(cudaErrorInvalidValue);
    *count = device_count();
    note_result(count);
    return end_call(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device) {
    return api_call("cudaGetDevice", cudaErrorInitializationError, call_kind::asks, [&] {
        if (device == nullptr)
            return cudaErrorInvalidValue;
        *device = current_device();
        note_result(device);
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int device) {
    return api_call("cudaSetDevice", cudaErrorInvalidDevice, call_kind::asks, [&] {
        const cudaError_t e = check_device(device);
        if (e == cudaSuccess)
            chosen = device;
        return e;
    });
}

cudaError_t cudaSetValidDevices(int *devices, int length) {
    return api_call("cudaSetValidDevices", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (length < 0 || length > device_count() || (devices == nullptr && length != 0))
            return cudaErrorInvalidValue;
        for (int i = 0; i < length; ++i)
            if (check_device(devices[i]) != cudaSuccess)
                return cudaErrorInvalidDevice;
        first_choice = length == 0 ? 0 : devices[0];
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
    return api_call("cudaInitDevice", cudaErrorInitializationError, call_kind::asks, [&] {
        if (check_device(device) != cudaSuccess)
            return cudaErrorInvalidDevice;
        if ((flags & ~unsigned(cudaInitDeviceFlagsAreValid)) != 0)
            return cudaErrorInvalidValue;
        if (flags == cudaInitDeviceFlagsAreValid) {
            const cudaError_t e = check_flags(deviceFlags);
            if (e != cudaSuccess)
                return e;
            settings_of[device].flags = deviceFlags;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    return api_call("cudaChooseDevice", cudaErrorInitializationError, call_kind::asks, [&] {
        if (device == nullptr || wanted == nullptr)
            return cudaErrorInvalidValue;
        *device = 0; // they are all alike
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *result, int device) {
    return api_call("cudaGetDeviceProperties", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (result == nullptr)
            return cudaErrorInvalidValue;
        const cudaError_t e = check_device(device);
        if (e == cudaSuccess)
            *result = make_properties(device);
        return e;
    });
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    return api_call("cudaDeviceGetAttribute", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (value == nullptr)
            return cudaErrorInvalidValue;
        note_result(value);
        const cudaError_t e = check_device(device);
        return e != cudaSuccess ? e : get_attribute(value, attribute, device);
    });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    return api_call("cudaSetDeviceFlags", cudaErrorInvalidValue, call_kind::asks, [&] {
        const cudaError_t e = check_flags(flags);
        if (e == cudaSuccess)
            my_settings().flags = flags;
        return e;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    return api_call("cudaGetDeviceFlags", cudaErrorInitializationError, call_kind::asks, [&] {
        if (flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = my_settings().flags | cudaDeviceMapHost; // host memory can always be mapped
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSynchronize(void) {
    return api_call("cudaDeviceSynchronize", cudaErrorLaunchFailure, [] {
        notify(&observer::host_waits_for_all);
        return synchronise();
    });
}

cudaError_t cudaDeviceReset(void) {
    return api_call("cudaDeviceReset", cudaErrorInitializationError, call_kind::resets, [] {
        if (current_device() == device_of_graphics)
            unregister_all_graphics();
        destroy_streams_and_events();
        destroy_textures_and_surfaces();
        free_all_arrays();
        release_all_memory();
        my_settings().set_back();
        for (device_settings &other : settings_of)
            other.uses[current_device()] = false;
        // It waits for the device first, so a fault that no call has returned yet comes out
        // here.
        return reset_errors();
    });
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    return api_call("cudaDeviceSetLimit", cudaErrorUnsupportedLimit, call_kind::goes_on, [&] {
        std::atomic<size_t> *place = limit_place(limit);
        if (place == nullptr)
            return no_such_limit(limit);
        if (value > largest(limit))
            return cudaErrorInvalidValue;
        *place = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    return api_call("cudaDeviceGetLimit", cudaErrorUnsupportedLimit, call_kind::goes_on, [&] {
        if (value == nullptr)
            return cudaErrorInvalidValue;
        const std::atomic<size_t> *place = limit_place(limit);
        if (place == nullptr)
            return no_such_limit(limit);
        *value = *place;
        note_result(value);
        return cudaSuccess;
    });
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return api_call("cudaCtxResetPersistingL2Cache", cudaErrorInvalidValue, call_kind::goes_on,
                    [] { return cudaSuccess; });
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    return api_call("cudaDeviceSetCacheConfig", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        const int number = static_cast<int>(config);
        if (number < cudaFuncCachePreferNone || number > cudaFuncCachePreferEqual)
            return cudaErrorInvalidValue;
        my_settings().cache_config = config;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    return api_call("cudaDeviceGetCacheConfig", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (config == nullptr)
            return cudaErrorInvalidValue;
        *config = my_settings().cache_config;
        note_result(config);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    return api_call("cudaDeviceGetStreamPriorityRange", cudaErrorInitializationError,
                    call_kind::goes_on, [&] {
                        // Either may be null. There is one priority.
                        for (int *place : {least, greatest})
                            if (place != nullptr)
                                *place = 0;
                        return cudaSuccess;
                    });
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    return api_call("cudaDeviceGetPCIBusId", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (id == nullptr || length <= static_cast<int>(pci_bus_id(0).size()))
            return cudaErrorInvalidValue;
        const cudaError_t e = check_device(device);
        if (e == cudaSuccess)
            std::strcpy(id, pci_bus_id(device).c_str());
        return e;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    return api_call("cudaDeviceGetByPCIBusId", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (device == nullptr || id == nullptr)
            return cudaErrorInvalidValue;
        // The domain and the function may be left out.
        int domain = 0, bus = 0, slot = 0, function = 0;
        const bool whole = std::sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) >= 3;
        if (!whole) {
            domain = 0;
            if (std::sscanf(id, "%x:%x.%x", &bus, &slot, &function) < 2)
                return cudaErrorInvalidValue;
        }
        if (domain != 0 || check_device(bus) != cudaSuccess || slot != 0 || function != 0)
            return cudaErrorInvalidDevice;
        *device = bus;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    return api_call("cudaDeviceCanAccessPeer", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (can == nullptr)
            return cudaErrorInvalidValue;
        if (!device_exists(device) || !device_exists(peer))
            return cudaErrorInvalidDevice;
        *can = device != peer; // a device is not its own peer
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int from, int to) {
    return api_call("cudaDeviceGetP2PAttribute", cudaErrorInvalidDevice, call_kind::asks, [&] {
        if (value == nullptr || attribute < cudaDevP2PAttrPerformanceRank ||
            attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
            return cudaErrorInvalidValue;
        if (from == to || !device_exists(from) || !device_exists(to))
            return cudaErrorInvalidDevice;
        // All that peers can do; a rank of 0 is the best.
        *value = attribute == cudaDevP2PAttrAccessSupported ||
                 attribute == cudaDevP2PAttrNativeAtomicSupported ||
                 attribute == cudaDevP2PAttrCudaArrayAccessSupported;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    return api_call("cudaDeviceEnablePeerAccess", cudaErrorInvalidDevice, call_kind::goes_on, [&] {
        if (check_device(peer) != cudaSuccess)
            return cudaErrorInvalidDevice;
        if (flags != 0)
            return cudaErrorInvalidValue;
        if (peer == current_device())
            return cudaErrorPeerAccessUnsupported;
        const bool enabled = my_settings().uses[peer].exchange(true);
        return enabled ? cudaErrorPeerAccessAlreadyEnabled : cudaSuccess;
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return api_call("cudaDeviceDisablePeerAccess", cudaErrorInvalidDevice, call_kind::goes_on, [&] {
        if (check_device(peer) != cudaSuccess)
            return cudaErrorInvalidDevice;
        const bool enabled = my_settings().uses[peer].exchange(false);
        return enabled ? cudaSuccess : cudaErrorPeerAccessNotEnabled;
    });
}

cudaError_t cudaProfilerStart() {
    return api_call("cudaProfilerStart", cudaErrorUnknown, call_kind::goes_on,
                    [] { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
    return api_call("cudaProfilerStop", cudaErrorUnknown, call_kind::goes_on,
                    [] { return cudaSuccess; });
}

cudaError_t cudaDriverGetVersion(int *version) {
    return api_call("cudaDriverGetVersion", cudaErrorInitializationError, call_kind::asks, [&] {
        if (version == nullptr)
            return cudaErrorInvalidValue;
        *version = cuda_version;
        note_result(version);
        return cudaSuccess;
    });
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    return api_call("cudaRuntimeGetVersion", cudaErrorInitializationError, call_kind::asks, [&] {
        if (version == nullptr)
            return cudaErrorInvalidValue;
        *version = cuda_version;
        return cudaSuccess;
    });
}

} // extern "C"
