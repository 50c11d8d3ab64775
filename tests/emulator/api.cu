// api.cu: the device: its number, properties, attributes, flags, limits and versions.

#include "check.h"

#include <cstdint>
#include <cstring>

// An enumerator that does not exist, without the compiler's warning about a constant.
template <class Enum> static Enum no_such(int number) {
    volatile int hidden = number;
    return static_cast<Enum>(hidden);
}

static void test_choice() {
    int n = 0;
    CHECK_CUDA(cudaGetDeviceCount(&n));
    CHECK(n >= 1);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));
    int device = -1;
    CHECK_CUDA(cudaGetDevice(&device));
    CHECK_EQUAL(device, 0);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGetDevice(nullptr));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaSetDevice(1000));
    CHECK_CUDA(cudaInitDevice(0, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaInitDevice(1000, 0, 0));

    cudaDeviceProp wanted;
    std::memset(&wanted, 0, sizeof(wanted));
    device = -1;
    CHECK_CUDA(cudaChooseDevice(&device, &wanted));
    CHECK(device >= 0 && device < n);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaChooseDevice(nullptr, &wanted));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaChooseDevice(&device, nullptr));
}

static void test_versions() {
    int version = 0;
    CHECK_CUDA(cudaRuntimeGetVersion(&version));
    CHECK_EQUAL(version, CUDART_VERSION);
    CHECK_CUDA(cudaDriverGetVersion(&version));
    CHECK(version >= 13000);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaRuntimeGetVersion(nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDriverGetVersion(nullptr));
}

static int attribute(cudaDeviceAttr which) {
    int value = -12345;
    CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

static void test_properties() {
    cudaDeviceProp p;
    std::memset(&p, 0x55, sizeof(p));
    CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
    CHECK(std::strlen(p.name) > 0 && std::strlen(p.name) < sizeof(p.name));
    CHECK(p.totalGlobalMem > 0);
    CHECK_EQUAL(p.warpSize, 32);
    CHECK_EQUAL(p.maxThreadsPerBlock, 1024);
    CHECK_EQUAL(p.maxThreadsDim[0], 1024);
    CHECK_EQUAL(p.maxThreadsDim[1], 1024);
    CHECK_EQUAL(p.maxThreadsDim[2], 64);
    CHECK_EQUAL(p.maxGridSize[0], 2147483647);
    CHECK_EQUAL(p.maxGridSize[1], 65535);
    CHECK_EQUAL(p.maxGridSize[2], 65535);
    CHECK_EQUAL(p.sharedMemPerBlock, 49152u);
    CHECK_EQUAL(p.totalConstMem, 65536u);
    CHECK_EQUAL(p.regsPerBlock, 65536);
    CHECK_EQUAL(p.memPitch, 2147483647u);
    CHECK_EQUAL(p.textureAlignment, 512u);
    CHECK_EQUAL(p.texturePitchAlignment, 32u);
    CHECK_EQUAL(p.surfaceAlignment, 512u);
    CHECK_EQUAL(p.unifiedAddressing, 1);
    CHECK_EQUAL(p.canMapHostMemory, 1);
    CHECK_EQUAL(p.concurrentKernels, 1);
    CHECK_EQUAL(p.managedMemory, 1);
    CHECK_EQUAL(p.memoryPoolsSupported, 1);
    CHECK(p.multiProcessorCount >= 1);
    if (p.major == 9 && p.minor == 0) {
        CHECK_EQUAL(p.maxThreadsPerMultiProcessor, 2048);
        CHECK_EQUAL(p.maxBlocksPerMultiProcessor, 32);
        CHECK_EQUAL(p.regsPerMultiprocessor, 65536);
        CHECK_EQUAL(p.sharedMemPerBlockOptin, 232448u);
        CHECK_EQUAL(p.sharedMemPerMultiprocessor, 233472u);
        CHECK_EQUAL(p.reservedSharedMemPerBlock, 1024u);
    }
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGetDeviceProperties(nullptr, 0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, -1));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, 1000));

    // Each attribute says what the property says.
    CHECK_EQUAL(attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
    CHECK_EQUAL(attribute(cudaDevAttrMaxBlockDimX), p.maxThreadsDim[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxBlockDimY), p.maxThreadsDim[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxBlockDimZ), p.maxThreadsDim[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxGridDimX), p.maxGridSize[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxGridDimY), p.maxGridSize[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxGridDimZ), p.maxGridSize[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerBlock), (int)p.sharedMemPerBlock);
    CHECK_EQUAL(attribute(cudaDevAttrTotalConstantMemory), (int)p.totalConstMem);
    CHECK_EQUAL(attribute(cudaDevAttrWarpSize), p.warpSize);
    CHECK_EQUAL(attribute(cudaDevAttrMaxPitch), (int)p.memPitch);
    CHECK_EQUAL(attribute(cudaDevAttrMaxRegistersPerBlock), p.regsPerBlock);
    CHECK_EQUAL(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
    CHECK_EQUAL(attribute(cudaDevAttrIntegrated), p.integrated);
    CHECK_EQUAL(attribute(cudaDevAttrCanMapHostMemory), p.canMapHostMemory);
    CHECK_EQUAL(attribute(cudaDevAttrConcurrentKernels), p.concurrentKernels);
    CHECK_EQUAL(attribute(cudaDevAttrEccEnabled), p.ECCEnabled);
    CHECK_EQUAL(attribute(cudaDevAttrGlobalMemoryBusWidth), p.memoryBusWidth);
    CHECK_EQUAL(attribute(cudaDevAttrL2CacheSize), p.l2CacheSize);
    CHECK_EQUAL(attribute(cudaDevAttrMaxThreadsPerMultiProcessor), p.maxThreadsPerMultiProcessor);
    CHECK_EQUAL(attribute(cudaDevAttrAsyncEngineCount), p.asyncEngineCount);
    CHECK_EQUAL(attribute(cudaDevAttrUnifiedAddressing), p.unifiedAddressing);
    CHECK_EQUAL(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
    CHECK_EQUAL(attribute(cudaDevAttrComputeCapabilityMinor), p.minor);
    CHECK_EQUAL(attribute(cudaDevAttrStreamPrioritiesSupported), p.streamPrioritiesSupported);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
                (int)p.sharedMemPerMultiprocessor);
    CHECK_EQUAL(attribute(cudaDevAttrMaxRegistersPerMultiprocessor), p.regsPerMultiprocessor);
    CHECK_EQUAL(attribute(cudaDevAttrManagedMemory), p.managedMemory);
    CHECK_EQUAL(attribute(cudaDevAttrPageableMemoryAccess), p.pageableMemoryAccess);
    CHECK_EQUAL(attribute(cudaDevAttrConcurrentManagedAccess), p.concurrentManagedAccess);
    CHECK_EQUAL(attribute(cudaDevAttrCooperativeLaunch), p.cooperativeLaunch);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), (int)p.sharedMemPerBlockOptin);
    CHECK_EQUAL(attribute(cudaDevAttrMaxBlocksPerMultiprocessor), p.maxBlocksPerMultiProcessor);
    CHECK_EQUAL(attribute(cudaDevAttrReservedSharedMemoryPerBlock),
                (int)p.reservedSharedMemPerBlock);
    CHECK_EQUAL(attribute(cudaDevAttrClusterLaunch), p.clusterLaunch);
    CHECK(attribute(cudaDevAttrClockRate) >= 0);
    CHECK(attribute(cudaDevAttrMemoryClockRate) >= 0);
    CHECK_EQUAL(attribute(cudaDevAttrGpuOverlap), p.asyncEngineCount > 0 ? 1 : 0);

    int value = 0;
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    CHECK_RETURNS(cudaErrorInvalidDevice,
                  cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaDeviceGetAttribute(&value, no_such<cudaDeviceAttr>(5000), 0));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaDeviceGetAttribute(&value, no_such<cudaDeviceAttr>(0), 0));
    PROBE_NUMBER("pageableMemoryAccess", p.pageableMemoryAccess);
    CHECK_EQUAL(p.canUseHostPointerForRegisteredMem, 1);
#if CUDART_VERSION >= 13000
    PROBE_NUMBER("hostNumaId", p.hostNumaId);
    PROBE_NUMBER("deviceNumaId", p.deviceNumaId);
#endif
}

static void test_limits() {
    size_t value = 0;
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    CHECK_EQUAL(value, 1024u);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    CHECK_EQUAL(value, 4096u);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    CHECK_EQUAL(value, 8388608u);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    CHECK(value >= (16u << 20));
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
    CHECK(value >= (1u << 20));
    PROBE_NUMBER("printf fifo size", value);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));

    CHECK_RETURNS(cudaErrorUnsupportedLimit,
                  cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
    // Of these the size differs from device to device.
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
    PROBE_NUMBER("pending launches", value);
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    PROBE_NUMBER("fetch granularity", value);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    PROBE_NUMBER("persisting cache", value);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, SIZE_MAX / 2));
    CHECK_RETURNS(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetLimit(&value, no_such<cudaLimit>(77)));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(no_such<cudaLimit>(77), 1));
    PROBE_ERROR("stack of 512 KiB", cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
}

static void test_flags_and_cache() {
    unsigned flags = 0;
    CHECK_CUDA(cudaGetDeviceFlags(&flags));
    CHECK_EQUAL(flags, (unsigned)cudaDeviceMapHost);
    CHECK_CUDA(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    CHECK_CUDA(cudaGetDeviceFlags(&flags));
    CHECK_EQUAL(flags, (unsigned)(cudaDeviceScheduleYield | cudaDeviceMapHost));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(0x1000));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(3));
    CHECK_CUDA(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGetDeviceFlags(nullptr));

    cudaFuncCache config = cudaFuncCachePreferL1;
    CHECK_CUDA(cudaDeviceGetCacheConfig(&config));
    CHECK_EQUAL((int)config, (int)cudaFuncCachePreferNone);
    CHECK_CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    CHECK_CUDA(cudaDeviceGetCacheConfig(&config));
    CHECK_EQUAL((int)config, (int)cudaFuncCachePreferShared);
    CHECK_CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceSetCacheConfig(no_such<cudaFuncCache>(77)));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetCacheConfig(nullptr));
    CHECK_CUDA(cudaCtxResetPersistingL2Cache());
}

static void test_bus_and_peers() {
    char id[32] = "";
    CHECK_CUDA(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
    int device = -1;
    CHECK_CUDA(cudaDeviceGetByPCIBusId(&device, id));
    CHECK_EQUAL(device, 0);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(nullptr, 32, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(id, sizeof(id), 1000));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 5, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, "junk"));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "00ff:ff:1f.0"));

    int can = 5;
    CHECK_CUDA(cudaDeviceCanAccessPeer(&can, 0, 0));
    CHECK_EQUAL(can, 0);
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, 1000));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 1000, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceCanAccessPeer(nullptr, 0, 0));
    CHECK_RETURNS(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(0, 1));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1000, 0));
    CHECK_RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(1000));

    int least = 77, greatest = 77;
    CHECK_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(greatest <= least);
    CHECK_EQUAL(least, 0);
    CHECK_CUDA(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
}

static void test_reset() {
    void *p = nullptr;
    CHECK_CUDA(cudaMalloc(&p, 1000));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaDeviceReset());
    // What was allocated is gone with the device's state.
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
    size_t value = 0;
    CHECK_CUDA(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    CHECK_EQUAL(value, 1024u);
    CHECK_CUDA(cudaMalloc(&p, 1000));
    CHECK_CUDA(cudaFree(p));
}

int main() {
    check_device();
    test_choice();
    test_versions();
    test_properties();
    test_limits();
    test_flags_and_cache();
    test_bus_and_peers();
    test_reset();
    return check_result();
}
