// devices.cu: one device or several: which is current, whose memory, streams and variables are
// whose, peers, and what a reset or a fault of one does to the others. A line "device N: ..." tells
// what differs from machine to machine.

#include "check.h"

#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

static int devices; // how many there are
static int last;    // the number of the last one

__device__ int counter = 5;
__constant__ int scale = 3;
__managed__ int shared_by_all = 1;

__global__ void store(int *p, int value) {
    *p = value;
}

__global__ void add_one(int *to, const int *from) {
    *to = *from + 1;
}

__global__ void count_up(int *result) {
    counter += scale;
    *result = counter;
}

__global__ void change_shared() {
    shared_by_all += 10;
}

__global__ void fail() {
    __trap();
}

static int value_at(const int *p) {
    int value = -1;
    CHECK_CUDA(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault));
    return value;
}

static void clear(int *p) {
    const int zero = 0;
    CHECK_CUDA(cudaMemcpy(p, &zero, sizeof zero, cudaMemcpyDefault));
    CHECK_EQUAL(value_at(p), 0);
}

static int *allocate_on(int device) {
    int *p = nullptr;
    CHECK_CUDA(cudaSetDevice(device));
    CHECK_CUDA(cudaMalloc(&p, 1024 * sizeof *p));
    return p;
}

static int current() {
    int device = -1;
    CHECK_CUDA(cudaGetDevice(&device));
    return device;
}

// How the devices are, for who reads the output of a failed run.
static void probe_all(const char *when) {
    for (int d = 0; d < devices; ++d) {
        CHECK_CUDA(cudaSetDevice(d));
        PROBE_ERROR(when, cudaDeviceSynchronize());
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// ---- Which there are, and which is current

static void test_what_they_are() {
    std::set<std::string> ids;
    for (int d = 0; d < devices; ++d) {
        cudaDeviceProp p;
        CHECK_CUDA(cudaGetDeviceProperties(&p, d));
        char id[32] = "";
        CHECK_CUDA(cudaDeviceGetPCIBusId(id, sizeof id, d));
        ids.insert(id);
        int found = -1, bus = -1;
        CHECK_CUDA(cudaDeviceGetByPCIBusId(&found, id));
        CHECK_EQUAL(found, d);
        CHECK_CUDA(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, d));
        CHECK_EQUAL(bus, p.pciBusID);
        CHECK(p.totalGlobalMem > 0);
        std::printf("device %d: %s, %s\n", d, p.name, id);
    }
    CHECK_EQUAL(ids.size(), (size_t)devices);
    cudaDeviceProp p;
    int value = 0;
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, devices));
    CHECK_RETURNS(cudaErrorInvalidDevice,
                  cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, devices));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&value, "0000:fe:1f.0"));
}

static void test_current() {
    CHECK_CUDA(cudaSetDevice(last));
    CHECK_EQUAL(current(), last);
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaSetDevice(devices));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
    CHECK_EQUAL(current(), last);
    // Each thread has its own, at first the first one.
    int other = -1;
    std::thread([&] {
        other = current();
        CHECK_CUDA(cudaSetDevice(devices / 2));
    }).join();
    CHECK_EQUAL(other, 0);
    CHECK_EQUAL(current(), last);
    CHECK_CUDA(cudaSetDevice(0));
}

// What is set for one is not set for another.
static void test_limits() {
    size_t before = 0, after = 0;
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaDeviceGetLimit(&before, cudaLimitStackSize));
    CHECK_CUDA(cudaSetDevice(last));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaDeviceGetLimit(&after, cudaLimitStackSize));
    CHECK_EQUAL(after, last == 0 ? (size_t)8192 : before);
    CHECK_CUDA(cudaSetDevice(last));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, before));
}

// ---- Memory

static void test_memory() {
    constexpr size_t MANY = 32 << 20;
    for (int d = 0; d < devices; ++d) {
        std::vector<size_t> before(devices), after(devices);
        for (int e = 0; e < devices; ++e) {
            CHECK_CUDA(cudaSetDevice(e));
            CHECK_CUDA(cudaMemGetInfo(&before[e], nullptr));
        }
        CHECK_CUDA(cudaSetDevice(d));
        char *p = nullptr;
        CHECK_CUDA(cudaMalloc(&p, MANY));
        for (int e = 0; e < devices; ++e) {
            CHECK_CUDA(cudaSetDevice(e));
            CHECK_CUDA(cudaMemGetInfo(&after[e], nullptr));
            CHECK_EQUAL(before[e] - after[e], e == d ? MANY : (size_t)0);
        }
        // Whose it is can be asked, and it can be freed, whatever device is current.
        for (int e = 0; e < devices; ++e) {
            CHECK_CUDA(cudaSetDevice(e));
            cudaPointerAttributes a;
            CHECK_CUDA(cudaPointerGetAttributes(&a, p + 100));
            CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeDevice);
            CHECK_EQUAL(a.device, d);
            CHECK(a.hostPointer == nullptr);
            if (e == d) {
                CHECK(a.devicePointer == p + 100);
            } else {
                PROBE_NUMBER("devicePointer without peer access", a.devicePointer != nullptr);
            }
        }
        CHECK_CUDA(cudaSetDevice((d + 1) % devices));
        CHECK_CUDA(cudaFree(p));
        CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
    }
}

// Of the host, all devices can use it.
static void test_host_memory() {
    for (unsigned flags : {(unsigned)cudaHostAllocDefault, (unsigned)cudaHostAllocPortable,
                           (unsigned)(cudaHostAllocPortable | cudaHostAllocMapped)}) {
        int *p = nullptr;
        CHECK_CUDA(cudaSetDevice(0));
        CHECK_CUDA(cudaHostAlloc(&p, sizeof *p, flags));
        for (int d = 0; d < devices; ++d) {
            CHECK_CUDA(cudaSetDevice(d));
            int *on_device = nullptr;
            CHECK_CUDA(cudaHostGetDevicePointer(&on_device, p, 0));
            CHECK(on_device == p);
            cudaPointerAttributes a;
            CHECK_CUDA(cudaPointerGetAttributes(&a, p));
            CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeHost);
            CHECK_EQUAL(a.device, 0);
            CHECK(a.devicePointer == p);
            store<<<1, 1>>>(on_device, 7 + d);
            CHECK_CUDA(cudaDeviceSynchronize());
            CHECK_EQUAL(*p, 7 + d);
        }
        CHECK_CUDA(cudaFreeHost(p));
    }
    int *m = nullptr;
    CHECK_CUDA(cudaSetDevice(last));
    CHECK_CUDA(cudaMallocManaged(&m, sizeof *m));
    cudaPointerAttributes a;
    CHECK_CUDA(cudaPointerGetAttributes(&a, m));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    CHECK_EQUAL(a.device, last);
    for (int d = 0; d < devices; ++d) {
        CHECK_CUDA(cudaSetDevice(d));
        store<<<1, 1>>>(m, 9 + d);
        CHECK_CUDA(cudaDeviceSynchronize());
        CHECK_EQUAL(*m, 9 + d);
    }
    CHECK_CUDA(cudaFree(m));
}

// From any device to any other, without peer access.
static void test_copies() {
    std::vector<int *> p(devices);
    for (int d = 0; d < devices; ++d)
        p[d] = allocate_on(d);
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            const int value = 100 * from + 10 * to;
            CHECK_CUDA(cudaSetDevice(from));
            store<<<1, 1>>>(p[from], value);
            CHECK_CUDA(cudaDeviceSynchronize());
            int *const target = p[to] + 1;
            for (int current_one : {from, to, 0, last}) {
                CHECK_CUDA(cudaSetDevice(current_one));
                CHECK_CUDA(cudaMemcpy(target, p[from], 4, cudaMemcpyDefault));
                CHECK_EQUAL(value_at(target), value);
                clear(target);
                CHECK_CUDA(cudaMemcpy(target, p[from], 4, cudaMemcpyDeviceToDevice));
                CHECK_EQUAL(value_at(target), value);
                clear(target);
                CHECK_CUDA(cudaMemcpyPeer(target, to, p[from], from, 4));
                CHECK_EQUAL(value_at(target), value);
                clear(target);
                CHECK_CUDA(cudaMemcpyPeerAsync(target, to, p[from], from, 4, 0));
                CHECK_CUDA(cudaDeviceSynchronize());
                CHECK_EQUAL(value_at(target), value);
                CHECK_CUDA(cudaMemcpy2D(target + 1, 16, p[from], 16, 4, 2, cudaMemcpyDefault));
                CHECK_CUDA(cudaDeviceSynchronize());
                CHECK_EQUAL(value_at(target + 1), value);
            }
        }
    }
    int *const mine = p[0], *const theirs = p[last];
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(mine, 0, theirs, devices, 4));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(mine, -1, theirs, last, 4));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(mine, devices, theirs, last, 4));
    if (devices > 1)
        PROBE_ERROR("cudaMemcpyPeer with the devices exchanged",
                    cudaMemcpyPeer(mine, last, theirs, 0, 4));
    for (int d = 0; d < devices; ++d)
        CHECK_CUDA(cudaFree(p[d]));
    CHECK_CUDA(cudaSetDevice(0));
}

// Unlike a copy, a memset is the work of one device, which has to reach the memory.
static void test_memsets() {
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        int *const p = allocate_on(d);
        cudaStream_t stream = nullptr, of_other = nullptr;
        CHECK_CUDA(cudaStreamCreate(&stream));
        CHECK_CUDA(cudaSetDevice(other));
        CHECK_CUDA(cudaStreamCreate(&of_other));
        const cudaError_t refused = other == d ? cudaSuccess : cudaErrorInvalidValue;
        const cudaPitchedPtr box = make_cudaPitchedPtr(p, 16, 16, 2);
        const cudaExtent extent = make_cudaExtent(4, 2, 2);
        CHECK_RETURNS(refused, cudaMemset(p, 1, 4));
        CHECK_RETURNS(refused, cudaMemset2D(p, 16, 1, 4, 2));
        CHECK_RETURNS(refused, cudaMemset3D(box, 1, extent));
        CHECK_RETURNS(refused, cudaMemsetAsync(p, 1, 4, 0));
        CHECK_RETURNS(refused, cudaMemset2DAsync(p, 16, 1, 4, 2, 0));
        CHECK_RETURNS(refused, cudaMemset3DAsync(box, 1, extent, 0));
        CHECK_RETURNS(refused, cudaMemsetAsync(p, 1, 4, of_other));
        // That of a stream is the work of the stream's device.
        CHECK_CUDA(cudaMemsetAsync(p, 2, 4, stream));
        CHECK_CUDA(cudaMemset2DAsync(p, 16, 2, 4, 2, stream));
        CHECK_CUDA(cudaMemset3DAsync(box, 2, extent, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_EQUAL(value_at(p), 0x02020202);
        CHECK_CUDA(cudaSetDevice(d));
        CHECK_RETURNS(refused, cudaMemsetAsync(p, 3, 4, of_other));
        CHECK_CUDA(cudaStreamSynchronize(of_other));
        CHECK_CUDA(cudaMemset(p, 4, 4));
        CHECK_EQUAL(value_at(p), 0x04040404);
        CHECK_CUDA(cudaStreamDestroy(stream));
        CHECK_CUDA(cudaStreamDestroy(of_other));
        CHECK_CUDA(cudaFree(p));
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// ---- Streams and events

static void test_streams() {
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        int *const p = allocate_on(d);
        cudaStream_t stream = nullptr;
        cudaEvent_t event = nullptr, event2 = nullptr, of_other = nullptr;
        CHECK_CUDA(cudaStreamCreate(&stream));
        CHECK_CUDA(cudaEventCreate(&event));
        CHECK_CUDA(cudaEventCreate(&event2));
        int answer = -1;
#if CUDART_VERSION >= 12080
        CHECK_CUDA(cudaStreamGetDevice(stream, &answer));
        CHECK_EQUAL(answer, d);
        CHECK_CUDA(cudaStreamGetDevice(0, &answer));
        CHECK_EQUAL(answer, d);
#endif
        store<<<1, 1, 0, stream>>>(p, 41);
        CHECK_CUDA(cudaGetLastError());
        CHECK_CUDA(cudaEventRecord(event, stream));
        CHECK_CUDA(cudaEventRecord(event2, 0));

        CHECK_CUDA(cudaSetDevice(other));
        CHECK_CUDA(cudaEventCreate(&of_other));
        CHECK_CUDA(cudaEventRecord(of_other, 0));
        // What does not care which device is current.
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_CUDA(cudaStreamQuery(stream));
        CHECK_CUDA(cudaEventSynchronize(event));
        CHECK_CUDA(cudaEventQuery(event));
        CHECK_CUDA(cudaEventRecord(event, stream));
        CHECK_CUDA(cudaStreamWaitEvent(0, event, 0));
        CHECK_CUDA(cudaStreamWaitEvent(stream, of_other, 0));
        float ms = -1;
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_CUDA(cudaEventElapsedTime(&ms, event2, event));
        int host = 0;
        CHECK_CUDA(cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_EQUAL(host, 41);
        CHECK_CUDA(cudaMemsetAsync(p, 0, sizeof *p, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_EQUAL(value_at(p), 0);
        CHECK_CUDA(cudaLaunchHostFunc(
            stream, [](void *what) { *(int *)what = 43; }, &host));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_EQUAL(host, 43);
        int *in_stream = nullptr;
        cudaPointerAttributes a;
        CHECK_CUDA(cudaMallocAsync(&in_stream, 1024, stream));
        CHECK_CUDA(cudaPointerGetAttributes(&a, in_stream));
        CHECK_EQUAL(a.device, d);
        CHECK_CUDA(cudaFreeAsync(in_stream, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));

        // What does: an event and a stream of two devices, and two events. (Launches: see below.)
        const cudaError_t refused = other == d ? cudaSuccess : cudaErrorInvalidResourceHandle;
        CHECK_RETURNS(refused, cudaEventRecord(event, 0));
        CHECK_RETURNS(refused, cudaEventRecord(of_other, stream));
        CHECK_CUDA(cudaDeviceSynchronize());
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_RETURNS(refused, cudaEventElapsedTime(&ms, event, of_other));
        // All can be destroyed from anywhere.
        CHECK_CUDA(cudaStreamDestroy(stream));
        CHECK_CUDA(cudaEventDestroy(event));
        CHECK_CUDA(cudaEventDestroy(event2));
        CHECK_CUDA(cudaEventDestroy(of_other));
        CHECK_CUDA(cudaFree(p));
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// ---- Variables, of which each device has its own

static void test_variables() {
    std::vector<int *> p(devices);
    for (int d = 0; d < devices; ++d) {
        p[d] = allocate_on(d);
        const int mine = 10 + d;
        CHECK_CUDA(cudaMemcpyToSymbol(scale, &mine, sizeof mine));
    }
    for (int round = 1; round <= 3; ++round)
        for (int d = 0; d < devices; ++d) {
            CHECK_CUDA(cudaSetDevice(d));
            count_up<<<1, 1>>>(p[d]);
            CHECK_EQUAL(value_at(p[d]), 5 + round * (10 + d));
        }
    for (int d = 0; d < devices; ++d) {
        CHECK_CUDA(cudaSetDevice(d));
        int value = 0;
        CHECK_CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        CHECK_EQUAL(value, 5 + 3 * (10 + d));
        // By address, too.
        int *address = nullptr;
        CHECK_CUDA(cudaGetSymbolAddress((void **)&address, counter));
        CHECK_EQUAL(value_at(address), 5 + 3 * (10 + d));
        cudaPointerAttributes a;
        CHECK_CUDA(cudaPointerGetAttributes(&a, address));
        CHECK_EQUAL(a.device, d);
        store<<<1, 1>>>(address, 1000 + d);
        CHECK_CUDA(cudaDeviceSynchronize());
    }
    for (int d = last; d >= 0; --d) {
        CHECK_CUDA(cudaSetDevice(d));
        int value = 0;
        CHECK_CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        CHECK_EQUAL(value, 1000 + d);
        CHECK_CUDA(cudaFree(p[d]));
        const int five = 5;
        CHECK_CUDA(cudaMemcpyToSymbol(counter, &five, sizeof five));
    }
    // But for managed ones.
    for (int d = 0; d < devices; ++d) {
        CHECK_CUDA(cudaSetDevice(d));
        const int before = shared_by_all;
        change_shared<<<1, 1>>>();
        CHECK_CUDA(cudaDeviceSynchronize());
        CHECK_EQUAL(shared_by_all, before + 10);
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// ---- Peers

// Whether kernels of one may use the memory of the other, and in which calls that shows.
static void test_peers() {
    int value = -1;
    for (int d = 0; d < devices; ++d) {
        CHECK_CUDA(cudaDeviceCanAccessPeer(&value, d, d));
        CHECK_EQUAL(value, 0);
        CHECK_CUDA(cudaSetDevice(d));
        CHECK_RETURNS(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(d, 0));
        CHECK_RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(d));
        CHECK_RETURNS(cudaErrorInvalidDevice,
                      cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, d, d));
        CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(devices, 0));
        CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(devices));
        CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, d, devices));
        CHECK_RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, devices, d));
    }
    for (int d = 0; d < devices; ++d)
        for (int peer = 0; peer < devices; ++peer) {
            if (peer == d)
                continue;
            CHECK_CUDA(cudaDeviceCanAccessPeer(&value, d, peer));
            std::printf("device %d: %s use the memory of device %d\n", d,
                        value != 0 ? "can" : "cannot", peer);
            if (value == 0)
                continue;
            for (auto what :
                 {cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
                  cudaDevP2PAttrCudaArrayAccessSupported, cudaDevP2PAttrPerformanceRank}) {
                CHECK_CUDA(cudaDeviceGetP2PAttribute(&value, what, d, peer));
                std::printf("device %d: attribute %d with device %d: %d\n", d, (int)what, peer,
                            value);
            }
            int *const theirs = allocate_on(peer);
            store<<<1, 1>>>(theirs, 20);
            CHECK_CUDA(cudaDeviceSynchronize());
            int *const mine = allocate_on(d);
            CHECK_RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(peer));
            CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(peer, 1));
            CHECK_CUDA(cudaDeviceEnablePeerAccess(peer, 0));
            CHECK_RETURNS(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(peer, 0));
            CHECK_RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(peer, 1));
            cudaPointerAttributes a;
            CHECK_CUDA(cudaPointerGetAttributes(&a, theirs));
            CHECK_EQUAL(a.device, peer);
            CHECK(a.devicePointer == theirs);
            // Loads and stores, of memory that was there before and of memory that was not.
            add_one<<<1, 1>>>(mine, theirs);
            CHECK_CUDA(cudaDeviceSynchronize());
            CHECK_EQUAL(value_at(mine), 21);
            int *const later = allocate_on(peer);
            CHECK_CUDA(cudaSetDevice(d));
            add_one<<<1, 1>>>(later, mine);
            CHECK_CUDA(cudaDeviceSynchronize());
            CHECK_EQUAL(value_at(later), 22);
            CHECK_CUDA(cudaMemcpyPeer(mine, d, theirs, peer, 4));
            CHECK_EQUAL(value_at(mine), 20);
            PROBE_ERROR("cudaMemset with peer access", cudaMemset(theirs, 0, 4));
            CHECK_CUDA(cudaDeviceSynchronize());
            // It holds in one direction only.
            CHECK_CUDA(cudaSetDevice(peer));
            CHECK_RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(d));
            CHECK_CUDA(cudaSetDevice(d));
            CHECK_CUDA(cudaDeviceDisablePeerAccess(peer));
            CHECK_RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(peer));
            CHECK_CUDA(cudaFree(mine));
            CHECK_CUDA(cudaFree(theirs));
            CHECK_CUDA(cudaFree(later));
        }
    CHECK_CUDA(cudaSetDevice(0));
}

// ---- A device that is reset, and one that has failed

static void test_reset() {
    if (devices == 1)
        return;
    int *const stays = allocate_on(0);
    store<<<1, 1>>>(stays, 30);
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreate(&stream));
    int can = 0;
    CHECK_CUDA(cudaDeviceCanAccessPeer(&can, 0, last));
    if (can != 0)
        CHECK_CUDA(cudaDeviceEnablePeerAccess(last, 0));
    int *const goes = allocate_on(last);
    CHECK_CUDA(cudaDeviceReset());
    CHECK_EQUAL(current(), last);
    cudaPointerAttributes a;
    CHECK_CUDA(cudaPointerGetAttributes(&a, goes));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
    // It can be used again.
    int *const again = allocate_on(last);
    store<<<1, 1>>>(again, 31);
    CHECK_EQUAL(value_at(again), 31);
    CHECK_CUDA(cudaFree(again));
    // The others did not notice, but for the peer that they had.
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_EQUAL(value_at(stays), 30);
    store<<<1, 1, 0, stream>>>(stays, 32);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(value_at(stays), 32);
    if (can != 0) {
        CHECK_CUDA(cudaDeviceEnablePeerAccess(last, 0));
        CHECK_CUDA(cudaDeviceDisablePeerAccess(last));
    }
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFree(stays));
}

// A kernel runs on the device of its stream, whichever is current, with the variables, the memory
// and the peers of that device. What is not its own would be a fault, so this comes late.
static void test_launches_elsewhere() {
    const int one = 1;
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        const int counts[] = {100, 200};
        int *const here = allocate_on(other);
        CHECK_CUDA(cudaMemcpyToSymbol(counter, &counts[1], sizeof counts[1]));
        int *const p = allocate_on(d);
        CHECK_CUDA(cudaMemcpyToSymbol(counter, &counts[0], sizeof counts[0]));
        CHECK_CUDA(cudaMemcpyToSymbol(scale, &one, sizeof one));
        cudaStream_t stream = nullptr;
        CHECK_CUDA(cudaStreamCreate(&stream));
        int can = 0;
        if (other != d)
            CHECK_CUDA(cudaDeviceCanAccessPeer(&can, d, other));
        if (can != 0)
            CHECK_CUDA(cudaDeviceEnablePeerAccess(other, 0));

        CHECK_CUDA(cudaSetDevice(other));
        count_up<<<1, 1, 0, stream>>>(p);
        const cudaError_t launched = cudaGetLastError();
#if CUDART_VERSION >= 13000
        CHECK_EQUAL(launched, cudaSuccess);
#else
        PROBE_ERROR("a launch in a stream of another device", launched);
#endif
        if (launched == cudaSuccess) {
            CHECK_CUDA(cudaStreamSynchronize(stream));
            CHECK_EQUAL(value_at(p), 101);
            if (can != 0) {
                store<<<1, 1, 0, stream>>>(here, 44);
                CHECK_CUDA(cudaGetLastError());
                CHECK_CUDA(cudaStreamSynchronize(stream));
                CHECK_EQUAL(value_at(here), 44);
            }
        }
        CHECK_EQUAL(current(), other);
        CHECK_CUDA(cudaSetDevice(d));
        if (can != 0)
            CHECK_CUDA(cudaDeviceDisablePeerAccess(other));
        CHECK_CUDA(cudaStreamDestroy(stream));
        CHECK_CUDA(cudaFree(p));
        CHECK_CUDA(cudaFree(here));
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// A fault of one device ends the work of all. On a GPU the process cannot use them any more, so
// this comes last.
static void test_fault() {
    int *const mine = allocate_on(0);
    int *const theirs = allocate_on(last);
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreate(&stream));
    fail<<<1, 1, 0, stream>>>();
    CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
    CHECK_RETURNS(cudaErrorLaunchFailure, cudaStreamSynchronize(stream));
    CHECK_RETURNS(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    CHECK_RETURNS(cudaErrorLaunchFailure, cudaFree(theirs));
    for (int d = 0; d < devices; ++d) {
        int value = 0, *p = nullptr;
        CHECK_CUDA(cudaSetDevice(d));
        CHECK_EQUAL(current(), d);
        CHECK_RETURNS(cudaErrorLaunchFailure, cudaDeviceSynchronize());
        CHECK_RETURNS(cudaErrorLaunchFailure, cudaMalloc(&p, 16));
        CHECK_RETURNS(cudaErrorLaunchFailure,
                      cudaMemcpy(&value, mine, sizeof value, cudaMemcpyDefault));
        store<<<1, 1>>>(mine, 33);
        CHECK_RETURNS(cudaErrorLaunchFailure, cudaGetLastError());
        CHECK_RETURNS(cudaErrorLaunchFailure, cudaStreamSynchronize(0));
        CHECK_RETURNS(cudaErrorLaunchFailure, cudaFree(mine));
    }
    // On a GPU no reset helps. Here it does, to the device that is reset.
    for (int d = 0; d < devices; ++d) {
        int *p = nullptr;
        PROBE_ERROR("before its cudaDeviceReset, cudaMalloc",
                    (cudaSetDevice(d), cudaMalloc(&p, 16)));
        PROBE_ERROR("cudaDeviceReset", cudaDeviceReset());
        PROBE_ERROR("after its cudaDeviceReset, cudaMalloc", cudaMalloc(&p, 16));
    }
}

int main() {
    check_device();
    CHECK_CUDA(cudaGetDeviceCount(&devices));
    last = devices - 1;
    test_what_they_are();
    test_current();
    test_limits();
    test_memory();
    test_host_memory();
    test_copies();
    test_streams();
    test_variables();
    test_peers();
    // A fault would spoil all that comes after it: what may be one comes late, what is one last.
    probe_all("before memsets");
    test_memsets();
    probe_all("after memsets");
    test_reset();
    probe_all("after a reset");
    test_launches_elsewhere();
    probe_all("after launches in streams of other devices");
    test_fault();
    std::printf("devices: %d\n", devices);
    return check_result();
}
