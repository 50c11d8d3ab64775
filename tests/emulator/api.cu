// api.cu: the device: its number, properties, attributes, flags, limits and versions.

#include "api_check.h"

#include <cstdint>
#include <cstring>

// An enumerator that does not exist, without the compiler's warning about a constant.
template <class Enum> static Enum no_such(int number) {
    volatile int hidden = number;
    return static_cast<Enum>(hidden);
}

static void test_choice() {
    int n = 0;
    SUCCEEDS(cudaGetDeviceCount(&n));
    HOLDS(n >= 1);
    RETURNS(cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));
    int device = -1;
    SUCCEEDS(cudaGetDevice(&device));
    EQUAL(device, 0);
    RETURNS(cudaErrorInvalidValue, cudaGetDevice(nullptr));
    SUCCEEDS(cudaSetDevice(0));
    RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
    RETURNS(cudaErrorInvalidDevice, cudaSetDevice(1000));
    SUCCEEDS(cudaInitDevice(0, 0, 0));
    RETURNS(cudaErrorInvalidDevice, cudaInitDevice(1000, 0, 0));

    cudaDeviceProp wanted;
    std::memset(&wanted, 0, sizeof(wanted));
    device = -1;
    SUCCEEDS(cudaChooseDevice(&device, &wanted));
    HOLDS(device >= 0 && device < n);
    RETURNS(cudaErrorInvalidValue, cudaChooseDevice(nullptr, &wanted));
    RETURNS(cudaErrorInvalidValue, cudaChooseDevice(&device, nullptr));
}

static void test_versions() {
    int version = 0;
    SUCCEEDS(cudaRuntimeGetVersion(&version));
    EQUAL(version, CUDART_VERSION);
    SUCCEEDS(cudaDriverGetVersion(&version));
    HOLDS(version >= 13000);
    RETURNS(cudaErrorInvalidValue, cudaRuntimeGetVersion(nullptr));
    RETURNS(cudaErrorInvalidValue, cudaDriverGetVersion(nullptr));
}

static int attribute(cudaDeviceAttr which) {
    int value = -12345;
    SUCCEEDS(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

static void test_properties() {
    cudaDeviceProp p;
    std::memset(&p, 0x55, sizeof(p));
    SUCCEEDS(cudaGetDeviceProperties(&p, 0));
    HOLDS(std::strlen(p.name) > 0 && std::strlen(p.name) < sizeof(p.name));
    HOLDS(p.totalGlobalMem > 0);
    EQUAL(p.warpSize, 32);
    EQUAL(p.maxThreadsPerBlock, 1024);
    EQUAL(p.maxThreadsDim[0], 1024);
    EQUAL(p.maxThreadsDim[1], 1024);
    EQUAL(p.maxThreadsDim[2], 64);
    EQUAL(p.maxGridSize[0], 2147483647);
    EQUAL(p.maxGridSize[1], 65535);
    EQUAL(p.maxGridSize[2], 65535);
    EQUAL(p.sharedMemPerBlock, 49152u);
    EQUAL(p.totalConstMem, 65536u);
    EQUAL(p.regsPerBlock, 65536);
    EQUAL(p.memPitch, 2147483647u);
    EQUAL(p.textureAlignment, 512u);
    EQUAL(p.texturePitchAlignment, 32u);
    EQUAL(p.surfaceAlignment, 512u);
    EQUAL(p.unifiedAddressing, 1);
    EQUAL(p.canMapHostMemory, 1);
    EQUAL(p.concurrentKernels, 1);
    EQUAL(p.managedMemory, 1);
    EQUAL(p.memoryPoolsSupported, 1);
    HOLDS(p.multiProcessorCount >= 1);
    if (p.major == 9 && p.minor == 0) {
        EQUAL(p.maxThreadsPerMultiProcessor, 2048);
        EQUAL(p.maxBlocksPerMultiProcessor, 32);
        EQUAL(p.regsPerMultiprocessor, 65536);
        EQUAL(p.sharedMemPerBlockOptin, 232448u);
        EQUAL(p.sharedMemPerMultiprocessor, 233472u);
        EQUAL(p.reservedSharedMemPerBlock, 1024u);
    }
    RETURNS(cudaErrorInvalidValue, cudaGetDeviceProperties(nullptr, 0));
    RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, -1));
    RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, 1000));

    // Each attribute says what the property says.
    EQUAL(attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
    EQUAL(attribute(cudaDevAttrMaxBlockDimX), p.maxThreadsDim[0]);
    EQUAL(attribute(cudaDevAttrMaxBlockDimY), p.maxThreadsDim[1]);
    EQUAL(attribute(cudaDevAttrMaxBlockDimZ), p.maxThreadsDim[2]);
    EQUAL(attribute(cudaDevAttrMaxGridDimX), p.maxGridSize[0]);
    EQUAL(attribute(cudaDevAttrMaxGridDimY), p.maxGridSize[1]);
    EQUAL(attribute(cudaDevAttrMaxGridDimZ), p.maxGridSize[2]);
    EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerBlock), (int)p.sharedMemPerBlock);
    EQUAL(attribute(cudaDevAttrTotalConstantMemory), (int)p.totalConstMem);
    EQUAL(attribute(cudaDevAttrWarpSize), p.warpSize);
    EQUAL(attribute(cudaDevAttrMaxPitch), (int)p.memPitch);
    EQUAL(attribute(cudaDevAttrMaxRegistersPerBlock), p.regsPerBlock);
    EQUAL(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
    EQUAL(attribute(cudaDevAttrIntegrated), p.integrated);
    EQUAL(attribute(cudaDevAttrCanMapHostMemory), p.canMapHostMemory);
    EQUAL(attribute(cudaDevAttrConcurrentKernels), p.concurrentKernels);
    EQUAL(attribute(cudaDevAttrEccEnabled), p.ECCEnabled);
    EQUAL(attribute(cudaDevAttrGlobalMemoryBusWidth), p.memoryBusWidth);
    EQUAL(attribute(cudaDevAttrL2CacheSize), p.l2CacheSize);
    EQUAL(attribute(cudaDevAttrMaxThreadsPerMultiProcessor), p.maxThreadsPerMultiProcessor);
    EQUAL(attribute(cudaDevAttrAsyncEngineCount), p.asyncEngineCount);
    EQUAL(attribute(cudaDevAttrUnifiedAddressing), p.unifiedAddressing);
    EQUAL(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
    EQUAL(attribute(cudaDevAttrComputeCapabilityMinor), p.minor);
    EQUAL(attribute(cudaDevAttrStreamPrioritiesSupported), p.streamPrioritiesSupported);
    EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
          (int)p.sharedMemPerMultiprocessor);
    EQUAL(attribute(cudaDevAttrMaxRegistersPerMultiprocessor), p.regsPerMultiprocessor);
    EQUAL(attribute(cudaDevAttrManagedMemory), p.managedMemory);
    EQUAL(attribute(cudaDevAttrPageableMemoryAccess), p.pageableMemoryAccess);
    EQUAL(attribute(cudaDevAttrConcurrentManagedAccess), p.concurrentManagedAccess);
    EQUAL(attribute(cudaDevAttrCooperativeLaunch), p.cooperativeLaunch);
    EQUAL(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), (int)p.sharedMemPerBlockOptin);
    EQUAL(attribute(cudaDevAttrMaxBlocksPerMultiprocessor), p.maxBlocksPerMultiProcessor);
    EQUAL(attribute(cudaDevAttrReservedSharedMemoryPerBlock), (int)p.reservedSharedMemPerBlock);
    EQUAL(attribute(cudaDevAttrClusterLaunch), p.clusterLaunch);
    HOLDS(attribute(cudaDevAttrClockRate) >= 0);
    HOLDS(attribute(cudaDevAttrMemoryClockRate) >= 0);
    EQUAL(attribute(cudaDevAttrGpuOverlap), p.asyncEngineCount > 0 ? 1 : 0);

    int value = 0;
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    RETURNS(cudaErrorInvalidValue,
            cudaDeviceGetAttribute(&value, no_such<cudaDeviceAttr>(5000), 0));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, no_such<cudaDeviceAttr>(0), 0));
    PROBE_NUMBER("pageableMemoryAccess", p.pageableMemoryAccess);
    EQUAL(p.canUseHostPointerForRegisteredMem, 1);
#if CUDART_VERSION >= 13000
    PROBE_NUMBER("hostNumaId", p.hostNumaId);
    PROBE_NUMBER("deviceNumaId", p.deviceNumaId);
#endif
}

static void test_limits() {
    size_t value = 0;
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    EQUAL(value, 1024u);
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    EQUAL(value, 4096u);
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    EQUAL(value, 8388608u);
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    HOLDS(value >= (16u << 20));
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
    HOLDS(value >= (1u << 20));
    PROBE_NUMBER("printf fifo size", value);
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));

    RETURNS(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
    // Of these the size differs from device to device.
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
    PROBE_NUMBER("pending launches", value);
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    PROBE_NUMBER("fetch granularity", value);
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
    RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    PROBE_NUMBER("persisting cache", value);
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
    RETURNS(cudaErrorInvalidValue,
            cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, SIZE_MAX / 2));
    RETURNS(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetLimit(&value, no_such<cudaLimit>(77)));
    RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(no_such<cudaLimit>(77), 1));
    PROBE_ERROR("stack of 512 KiB", cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10));
    RETURNS(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30));
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
}

static void test_flags_and_cache() {
    unsigned flags = 0;
    SUCCEEDS(cudaGetDeviceFlags(&flags));
    EQUAL(flags, (unsigned)cudaDeviceMapHost);
    SUCCEEDS(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    SUCCEEDS(cudaGetDeviceFlags(&flags));
    EQUAL(flags, (unsigned)(cudaDeviceScheduleYield | cudaDeviceMapHost));
    RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(0x1000));
    RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(3));
    SUCCEEDS(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    RETURNS(cudaErrorInvalidValue, cudaGetDeviceFlags(nullptr));

    cudaFuncCache config = cudaFuncCachePreferL1;
    SUCCEEDS(cudaDeviceGetCacheConfig(&config));
    EQUAL((int)config, (int)cudaFuncCachePreferNone);
    SUCCEEDS(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    SUCCEEDS(cudaDeviceGetCacheConfig(&config));
    EQUAL((int)config, (int)cudaFuncCachePreferShared);
    SUCCEEDS(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
    RETURNS(cudaErrorInvalidValue, cudaDeviceSetCacheConfig(no_such<cudaFuncCache>(77)));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetCacheConfig(nullptr));
    SUCCEEDS(cudaCtxResetPersistingL2Cache());
}

static void test_bus_and_peers() {
    char id[32] = "";
    SUCCEEDS(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
    int device = -1;
    SUCCEEDS(cudaDeviceGetByPCIBusId(&device, id));
    EQUAL(device, 0);
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(nullptr, 32, 0));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 0, 0));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(id, sizeof(id), 1000));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 5, 0));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, nullptr));
    RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, "junk"));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "00ff:ff:1f.0"));

    int can = 5;
    SUCCEEDS(cudaDeviceCanAccessPeer(&can, 0, 0));
    EQUAL(can, 0);
    RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, 1000));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 1000, 0));
    RETURNS(cudaErrorInvalidValue, cudaDeviceCanAccessPeer(nullptr, 0, 0));
    RETURNS(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
    RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(0, 1));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1000, 0));
    RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(1000));

    int least = 77, greatest = 77;
    SUCCEEDS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    HOLDS(greatest <= least);
    EQUAL(least, 0);
    SUCCEEDS(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
}

static void test_reset() {
    void *p = nullptr;
    SUCCEEDS(cudaMalloc(&p, 1000));
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    SUCCEEDS(cudaDeviceSynchronize());
    SUCCEEDS(cudaDeviceReset());
    // What was allocated is gone with the device's state.
    RETURNS(cudaErrorInvalidValue, cudaFree(p));
    size_t value = 0;
    SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    EQUAL(value, 1024u);
    SUCCEEDS(cudaMalloc(&p, 1000));
    SUCCEEDS(cudaFree(p));
}

int main() {
    if (!device_exists()) {
        return 77;
    }
    test_choice();
    test_versions();
    test_properties();
    test_limits();
    test_flags_and_cache();
    test_bus_and_peers();
    test_reset();
    return finish();
}
