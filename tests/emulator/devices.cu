// devices.cu: one device or several: which is current, whose memory, streams and variables are
// whose, peers, and what a reset or a fault of one does to the others. A line "device N: ..." tells
// what differs from machine to machine.

#include "api_check.h"

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
    SUCCEEDS(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault));
    return value;
}

static void clear(int *p) {
    const int zero = 0;
    SUCCEEDS(cudaMemcpy(p, &zero, sizeof zero, cudaMemcpyDefault));
    EQUAL(value_at(p), 0);
}

static int *allocate_on(int device) {
    int *p = nullptr;
    SUCCEEDS(cudaSetDevice(device));
    SUCCEEDS(cudaMalloc(&p, 1024 * sizeof *p));
    return p;
}

static int current() {
    int device = -1;
    SUCCEEDS(cudaGetDevice(&device));
    return device;
}

// How the devices are, for who reads the output of a failed run.
static void probe_all(const char *when) {
    for (int d = 0; d < devices; ++d) {
        SUCCEEDS(cudaSetDevice(d));
        PROBE_ERROR(when, cudaDeviceSynchronize());
    }
    SUCCEEDS(cudaSetDevice(0));
}

// ---- Which there are, and which is current

static void test_what_they_are() {
    std::set<std::string> ids;
    for (int d = 0; d < devices; ++d) {
        cudaDeviceProp p;
        SUCCEEDS(cudaGetDeviceProperties(&p, d));
        char id[32] = "";
        SUCCEEDS(cudaDeviceGetPCIBusId(id, sizeof id, d));
        ids.insert(id);
        int found = -1, bus = -1;
        SUCCEEDS(cudaDeviceGetByPCIBusId(&found, id));
        EQUAL(found, d);
        SUCCEEDS(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, d));
        EQUAL(bus, p.pciBusID);
        HOLDS(p.totalGlobalMem > 0);
        std::printf("device %d: %s, %s\n", d, p.name, id);
    }
    EQUAL(ids.size(), (size_t)devices);
    cudaDeviceProp p;
    int value = 0;
    RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, devices));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, devices));
    RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&value, "0000:fe:1f.0"));
}

static void test_current() {
    SUCCEEDS(cudaSetDevice(last));
    EQUAL(current(), last);
    RETURNS(cudaErrorInvalidDevice, cudaSetDevice(devices));
    RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
    EQUAL(current(), last);
    // Each thread has its own, at first the first one.
    int other = -1;
    std::thread([&] {
        other = current();
        SUCCEEDS(cudaSetDevice(devices / 2));
    }).join();
    EQUAL(other, 0);
    EQUAL(current(), last);
    SUCCEEDS(cudaSetDevice(0));
}

// What is set for one is not set for another.
static void test_limits() {
    size_t before = 0, after = 0;
    SUCCEEDS(cudaSetDevice(0));
    SUCCEEDS(cudaDeviceGetLimit(&before, cudaLimitStackSize));
    SUCCEEDS(cudaSetDevice(last));
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    SUCCEEDS(cudaSetDevice(0));
    SUCCEEDS(cudaDeviceGetLimit(&after, cudaLimitStackSize));
    EQUAL(after, last == 0 ? (size_t)8192 : before);
    SUCCEEDS(cudaSetDevice(last));
    SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, before));
}

// ---- Memory

static void test_memory() {
    constexpr size_t MANY = 32 << 20;
    for (int d = 0; d < devices; ++d) {
        std::vector<size_t> before(devices), after(devices);
        for (int e = 0; e < devices; ++e) {
            SUCCEEDS(cudaSetDevice(e));
            SUCCEEDS(cudaMemGetInfo(&before[e], nullptr));
        }
        SUCCEEDS(cudaSetDevice(d));
        char *p = nullptr;
        SUCCEEDS(cudaMalloc(&p, MANY));
        for (int e = 0; e < devices; ++e) {
            SUCCEEDS(cudaSetDevice(e));
            SUCCEEDS(cudaMemGetInfo(&after[e], nullptr));
            EQUAL(before[e] - after[e], e == d ? MANY : (size_t)0);
        }
        // Whose it is can be asked, and it can be freed, whatever device is current.
        for (int e = 0; e < devices; ++e) {
            SUCCEEDS(cudaSetDevice(e));
            cudaPointerAttributes a;
            SUCCEEDS(cudaPointerGetAttributes(&a, p + 100));
            EQUAL((int)a.type, (int)cudaMemoryTypeDevice);
            EQUAL(a.device, d);
            HOLDS(a.hostPointer == nullptr);
            if (e == d) {
                HOLDS(a.devicePointer == p + 100);
            } else {
                PROBE_NUMBER("devicePointer without peer access", a.devicePointer != nullptr);
            }
        }
        SUCCEEDS(cudaSetDevice((d + 1) % devices));
        SUCCEEDS(cudaFree(p));
        RETURNS(cudaErrorInvalidValue, cudaFree(p));
    }
}

// Of the host, all devices can use it.
static void test_host_memory() {
    for (unsigned flags : {(unsigned)cudaHostAllocDefault, (unsigned)cudaHostAllocPortable,
                           (unsigned)(cudaHostAllocPortable | cudaHostAllocMapped)}) {
        int *p = nullptr;
        SUCCEEDS(cudaSetDevice(0));
        SUCCEEDS(cudaHostAlloc(&p, sizeof *p, flags));
        for (int d = 0; d < devices; ++d) {
            SUCCEEDS(cudaSetDevice(d));
            int *on_device = nullptr;
            SUCCEEDS(cudaHostGetDevicePointer(&on_device, p, 0));
            HOLDS(on_device == p);
            cudaPointerAttributes a;
            SUCCEEDS(cudaPointerGetAttributes(&a, p));
            EQUAL((int)a.type, (int)cudaMemoryTypeHost);
            EQUAL(a.device, 0);
            HOLDS(a.devicePointer == p);
            store<<<1, 1>>>(on_device, 7 + d);
            SUCCEEDS(cudaDeviceSynchronize());
            EQUAL(*p, 7 + d);
        }
        SUCCEEDS(cudaFreeHost(p));
    }
    int *m = nullptr;
    SUCCEEDS(cudaSetDevice(last));
    SUCCEEDS(cudaMallocManaged(&m, sizeof *m));
    cudaPointerAttributes a;
    SUCCEEDS(cudaPointerGetAttributes(&a, m));
    EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    EQUAL(a.device, last);
    for (int d = 0; d < devices; ++d) {
        SUCCEEDS(cudaSetDevice(d));
        store<<<1, 1>>>(m, 9 + d);
        SUCCEEDS(cudaDeviceSynchronize());
        EQUAL(*m, 9 + d);
    }
    SUCCEEDS(cudaFree(m));
}

// From any device to any other, without peer access.
static void test_copies() {
    std::vector<int *> p(devices);
    for (int d = 0; d < devices; ++d)
        p[d] = allocate_on(d);
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            const int value = 100 * from + 10 * to;
            SUCCEEDS(cudaSetDevice(from));
            store<<<1, 1>>>(p[from], value);
            SUCCEEDS(cudaDeviceSynchronize());
            int *const target = p[to] + 1;
            for (int current_one : {from, to, 0, last}) {
                SUCCEEDS(cudaSetDevice(current_one));
                SUCCEEDS(cudaMemcpy(target, p[from], 4, cudaMemcpyDefault));
                EQUAL(value_at(target), value);
                clear(target);
                SUCCEEDS(cudaMemcpy(target, p[from], 4, cudaMemcpyDeviceToDevice));
                EQUAL(value_at(target), value);
                clear(target);
                SUCCEEDS(cudaMemcpyPeer(target, to, p[from], from, 4));
                EQUAL(value_at(target), value);
                clear(target);
                SUCCEEDS(cudaMemcpyPeerAsync(target, to, p[from], from, 4, 0));
                SUCCEEDS(cudaDeviceSynchronize());
                EQUAL(value_at(target), value);
                SUCCEEDS(cudaMemcpy2D(target + 1, 16, p[from], 16, 4, 2, cudaMemcpyDefault));
                SUCCEEDS(cudaDeviceSynchronize());
                EQUAL(value_at(target + 1), value);
            }
        }
    }
    int *const mine = p[0], *const theirs = p[last];
    RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(mine, 0, theirs, devices, 4));
    RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(mine, -1, theirs, last, 4));
    RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(mine, devices, theirs, last, 4));
    if (devices > 1)
        PROBE_ERROR("cudaMemcpyPeer with the devices exchanged",
                    cudaMemcpyPeer(mine, last, theirs, 0, 4));
    for (int d = 0; d < devices; ++d)
        SUCCEEDS(cudaFree(p[d]));
    SUCCEEDS(cudaSetDevice(0));
}

// Unlike a copy, a memset is the work of one device, which has to reach the memory.
static void test_memsets() {
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        int *const p = allocate_on(d);
        cudaStream_t stream = nullptr, of_other = nullptr;
        SUCCEEDS(cudaStreamCreate(&stream));
        SUCCEEDS(cudaSetDevice(other));
        SUCCEEDS(cudaStreamCreate(&of_other));
        const cudaError_t refused = other == d ? cudaSuccess : cudaErrorInvalidValue;
        const cudaPitchedPtr box = make_cudaPitchedPtr(p, 16, 16, 2);
        const cudaExtent extent = make_cudaExtent(4, 2, 2);
        RETURNS(refused, cudaMemset(p, 1, 4));
        RETURNS(refused, cudaMemset2D(p, 16, 1, 4, 2));
        RETURNS(refused, cudaMemset3D(box, 1, extent));
        RETURNS(refused, cudaMemsetAsync(p, 1, 4, 0));
        RETURNS(refused, cudaMemset2DAsync(p, 16, 1, 4, 2, 0));
        RETURNS(refused, cudaMemset3DAsync(box, 1, extent, 0));
        RETURNS(refused, cudaMemsetAsync(p, 1, 4, of_other));
        // That of a stream is the work of the stream's device.
        SUCCEEDS(cudaMemsetAsync(p, 2, 4, stream));
        SUCCEEDS(cudaMemset2DAsync(p, 16, 2, 4, 2, stream));
        SUCCEEDS(cudaMemset3DAsync(box, 2, extent, stream));
        SUCCEEDS(cudaStreamSynchronize(stream));
        EQUAL(value_at(p), 0x02020202);
        SUCCEEDS(cudaSetDevice(d));
        RETURNS(refused, cudaMemsetAsync(p, 3, 4, of_other));
        SUCCEEDS(cudaStreamSynchronize(of_other));
        SUCCEEDS(cudaMemset(p, 4, 4));
        EQUAL(value_at(p), 0x04040404);
        SUCCEEDS(cudaStreamDestroy(stream));
        SUCCEEDS(cudaStreamDestroy(of_other));
        SUCCEEDS(cudaFree(p));
    }
    SUCCEEDS(cudaSetDevice(0));
}

// ---- Streams and events

static void test_streams() {
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        int *const p = allocate_on(d);
        cudaStream_t stream = nullptr;
        cudaEvent_t event = nullptr, event2 = nullptr, of_other = nullptr;
        SUCCEEDS(cudaStreamCreate(&stream));
        SUCCEEDS(cudaEventCreate(&event));
        SUCCEEDS(cudaEventCreate(&event2));
        int answer = -1;
#if CUDART_VERSION >= 12080
        SUCCEEDS(cudaStreamGetDevice(stream, &answer));
        EQUAL(answer, d);
        SUCCEEDS(cudaStreamGetDevice(0, &answer));
        EQUAL(answer, d);
#endif
        store<<<1, 1, 0, stream>>>(p, 41);
        SUCCEEDS(cudaGetLastError());
        SUCCEEDS(cudaEventRecord(event, stream));
        SUCCEEDS(cudaEventRecord(event2, 0));

        SUCCEEDS(cudaSetDevice(other));
        SUCCEEDS(cudaEventCreate(&of_other));
        SUCCEEDS(cudaEventRecord(of_other, 0));
        // What does not care which device is current.
        SUCCEEDS(cudaStreamSynchronize(stream));
        SUCCEEDS(cudaStreamQuery(stream));
        SUCCEEDS(cudaEventSynchronize(event));
        SUCCEEDS(cudaEventQuery(event));
        SUCCEEDS(cudaEventRecord(event, stream));
        SUCCEEDS(cudaStreamWaitEvent(0, event, 0));
        SUCCEEDS(cudaStreamWaitEvent(stream, of_other, 0));
        float ms = -1;
        SUCCEEDS(cudaStreamSynchronize(stream));
        SUCCEEDS(cudaEventElapsedTime(&ms, event2, event));
        int host = 0;
        SUCCEEDS(cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
        SUCCEEDS(cudaStreamSynchronize(stream));
        EQUAL(host, 41);
        SUCCEEDS(cudaMemsetAsync(p, 0, sizeof *p, stream));
        SUCCEEDS(cudaStreamSynchronize(stream));
        EQUAL(value_at(p), 0);
        SUCCEEDS(cudaLaunchHostFunc(
            stream, [](void *what) { *(int *)what = 43; }, &host));
        SUCCEEDS(cudaStreamSynchronize(stream));
        EQUAL(host, 43);
        int *in_stream = nullptr;
        cudaPointerAttributes a;
        SUCCEEDS(cudaMallocAsync(&in_stream, 1024, stream));
        SUCCEEDS(cudaPointerGetAttributes(&a, in_stream));
        EQUAL(a.device, d);
        SUCCEEDS(cudaFreeAsync(in_stream, stream));
        SUCCEEDS(cudaStreamSynchronize(stream));

        // What does: an event and a stream of two devices, and two events. (Launches: see below.)
        const cudaError_t refused = other == d ? cudaSuccess : cudaErrorInvalidResourceHandle;
        RETURNS(refused, cudaEventRecord(event, 0));
        RETURNS(refused, cudaEventRecord(of_other, stream));
        SUCCEEDS(cudaDeviceSynchronize());
        SUCCEEDS(cudaStreamSynchronize(stream));
        RETURNS(refused, cudaEventElapsedTime(&ms, event, of_other));
        // All can be destroyed from anywhere.
        SUCCEEDS(cudaStreamDestroy(stream));
        SUCCEEDS(cudaEventDestroy(event));
        SUCCEEDS(cudaEventDestroy(event2));
        SUCCEEDS(cudaEventDestroy(of_other));
        SUCCEEDS(cudaFree(p));
    }
    SUCCEEDS(cudaSetDevice(0));
}

// ---- Variables, of which each device has its own

static void test_variables() {
    std::vector<int *> p(devices);
    for (int d = 0; d < devices; ++d) {
        p[d] = allocate_on(d);
        const int mine = 10 + d;
        SUCCEEDS(cudaMemcpyToSymbol(scale, &mine, sizeof mine));
    }
    for (int round = 1; round <= 3; ++round)
        for (int d = 0; d < devices; ++d) {
            SUCCEEDS(cudaSetDevice(d));
            count_up<<<1, 1>>>(p[d]);
            EQUAL(value_at(p[d]), 5 + round * (10 + d));
        }
    for (int d = 0; d < devices; ++d) {
        SUCCEEDS(cudaSetDevice(d));
        int value = 0;
        SUCCEEDS(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        EQUAL(value, 5 + 3 * (10 + d));
        // By address, too.
        int *address = nullptr;
        SUCCEEDS(cudaGetSymbolAddress((void **)&address, counter));
        EQUAL(value_at(address), 5 + 3 * (10 + d));
        cudaPointerAttributes a;
        SUCCEEDS(cudaPointerGetAttributes(&a, address));
        EQUAL(a.device, d);
        store<<<1, 1>>>(address, 1000 + d);
        SUCCEEDS(cudaDeviceSynchronize());
    }
    for (int d = last; d >= 0; --d) {
        SUCCEEDS(cudaSetDevice(d));
        int value = 0;
        SUCCEEDS(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        EQUAL(value, 1000 + d);
        SUCCEEDS(cudaFree(p[d]));
        const int five = 5;
        SUCCEEDS(cudaMemcpyToSymbol(counter, &five, sizeof five));
    }
    // But for managed ones.
    for (int d = 0; d < devices; ++d) {
        SUCCEEDS(cudaSetDevice(d));
        const int before = shared_by_all;
        change_shared<<<1, 1>>>();
        SUCCEEDS(cudaDeviceSynchronize());
        EQUAL(shared_by_all, before + 10);
    }
    SUCCEEDS(cudaSetDevice(0));
}

// ---- Peers

// Whether kernels of one may use the memory of the other, and in which calls that shows.
static void test_peers() {
    int value = -1;
    for (int d = 0; d < devices; ++d) {
        SUCCEEDS(cudaDeviceCanAccessPeer(&value, d, d));
        EQUAL(value, 0);
        SUCCEEDS(cudaSetDevice(d));
        RETURNS(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(d, 0));
        RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(d));
        RETURNS(cudaErrorInvalidDevice,
                cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, d, d));
        RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(devices, 0));
        RETURNS(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(devices));
        RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, d, devices));
        RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, devices, d));
    }
    for (int d = 0; d < devices; ++d)
        for (int peer = 0; peer < devices; ++peer) {
            if (peer == d)
                continue;
            SUCCEEDS(cudaDeviceCanAccessPeer(&value, d, peer));
            std::printf("device %d: %s use the memory of device %d\n", d,
                        value != 0 ? "can" : "cannot", peer);
            if (value == 0)
                continue;
            for (auto what :
                 {cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
                  cudaDevP2PAttrCudaArrayAccessSupported, cudaDevP2PAttrPerformanceRank}) {
                SUCCEEDS(cudaDeviceGetP2PAttribute(&value, what, d, peer));
                std::printf("device %d: attribute %d with device %d: %d\n", d, (int)what, peer,
                            value);
            }
            int *const theirs = allocate_on(peer);
            store<<<1, 1>>>(theirs, 20);
            SUCCEEDS(cudaDeviceSynchronize());
            int *const mine = allocate_on(d);
            RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(peer));
            RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(peer, 1));
            SUCCEEDS(cudaDeviceEnablePeerAccess(peer, 0));
            RETURNS(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(peer, 0));
            RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(peer, 1));
            cudaPointerAttributes a;
            SUCCEEDS(cudaPointerGetAttributes(&a, theirs));
            EQUAL(a.device, peer);
            HOLDS(a.devicePointer == theirs);
            // Loads and stores, of memory that was there before and of memory that was not.
            add_one<<<1, 1>>>(mine, theirs);
            SUCCEEDS(cudaDeviceSynchronize());
            EQUAL(value_at(mine), 21);
            int *const later = allocate_on(peer);
            SUCCEEDS(cudaSetDevice(d));
            add_one<<<1, 1>>>(later, mine);
            SUCCEEDS(cudaDeviceSynchronize());
            EQUAL(value_at(later), 22);
            SUCCEEDS(cudaMemcpyPeer(mine, d, theirs, peer, 4));
            EQUAL(value_at(mine), 20);
            PROBE_ERROR("cudaMemset with peer access", cudaMemset(theirs, 0, 4));
            SUCCEEDS(cudaDeviceSynchronize());
            // It holds in one direction only.
            SUCCEEDS(cudaSetDevice(peer));
            RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(d));
            SUCCEEDS(cudaSetDevice(d));
            SUCCEEDS(cudaDeviceDisablePeerAccess(peer));
            RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(peer));
            SUCCEEDS(cudaFree(mine));
            SUCCEEDS(cudaFree(theirs));
            SUCCEEDS(cudaFree(later));
        }
    SUCCEEDS(cudaSetDevice(0));
}

// ---- A device that is reset, and one that has failed

static void test_reset() {
    if (devices == 1)
        return;
    int *const stays = allocate_on(0);
    store<<<1, 1>>>(stays, 30);
    cudaStream_t stream = nullptr;
    SUCCEEDS(cudaStreamCreate(&stream));
    int can = 0;
    SUCCEEDS(cudaDeviceCanAccessPeer(&can, 0, last));
    if (can != 0)
        SUCCEEDS(cudaDeviceEnablePeerAccess(last, 0));
    int *const goes = allocate_on(last);
    SUCCEEDS(cudaDeviceReset());
    EQUAL(current(), last);
    cudaPointerAttributes a;
    SUCCEEDS(cudaPointerGetAttributes(&a, goes));
    EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
    // It can be used again.
    int *const again = allocate_on(last);
    store<<<1, 1>>>(again, 31);
    EQUAL(value_at(again), 31);
    SUCCEEDS(cudaFree(again));
    // The others did not notice, but for the peer that they had.
    SUCCEEDS(cudaSetDevice(0));
    EQUAL(value_at(stays), 30);
    store<<<1, 1, 0, stream>>>(stays, 32);
    SUCCEEDS(cudaStreamSynchronize(stream));
    EQUAL(value_at(stays), 32);
    if (can != 0) {
        SUCCEEDS(cudaDeviceEnablePeerAccess(last, 0));
        SUCCEEDS(cudaDeviceDisablePeerAccess(last));
    }
    SUCCEEDS(cudaStreamDestroy(stream));
    SUCCEEDS(cudaFree(stays));
}

// A kernel runs on the device of its stream, whichever is current, with the variables, the memory
// and the peers of that device. What is not its own would be a fault, so this comes late.
static void test_launches_elsewhere() {
    const int one = 1;
    for (int d = 0; d < devices; ++d) {
        const int other = (d + 1) % devices;
        const int counts[] = {100, 200};
        int *const here = allocate_on(other);
        SUCCEEDS(cudaMemcpyToSymbol(counter, &counts[1], sizeof counts[1]));
        int *const p = allocate_on(d);
        SUCCEEDS(cudaMemcpyToSymbol(counter, &counts[0], sizeof counts[0]));
        SUCCEEDS(cudaMemcpyToSymbol(scale, &one, sizeof one));
        cudaStream_t stream = nullptr;
        SUCCEEDS(cudaStreamCreate(&stream));
        int can = 0;
        if (other != d)
            SUCCEEDS(cudaDeviceCanAccessPeer(&can, d, other));
        if (can != 0)
            SUCCEEDS(cudaDeviceEnablePeerAccess(other, 0));

        SUCCEEDS(cudaSetDevice(other));
        count_up<<<1, 1, 0, stream>>>(p);
        const cudaError_t launched = cudaGetLastError();
#if CUDART_VERSION >= 13000
        EQUAL(launched, cudaSuccess);
#else
        PROBE_ERROR("a launch in a stream of another device", launched);
#endif
        if (launched == cudaSuccess) {
            SUCCEEDS(cudaStreamSynchronize(stream));
            EQUAL(value_at(p), 101);
            if (can != 0) {
                store<<<1, 1, 0, stream>>>(here, 44);
                SUCCEEDS(cudaGetLastError());
                SUCCEEDS(cudaStreamSynchronize(stream));
                EQUAL(value_at(here), 44);
            }
        }
        EQUAL(current(), other);
        SUCCEEDS(cudaSetDevice(d));
        if (can != 0)
            SUCCEEDS(cudaDeviceDisablePeerAccess(other));
        SUCCEEDS(cudaStreamDestroy(stream));
        SUCCEEDS(cudaFree(p));
        SUCCEEDS(cudaFree(here));
    }
    SUCCEEDS(cudaSetDevice(0));
}

// A fault of one device ends the work of all. On a GPU the process cannot use them any more, so
// this comes last.
static void test_fault() {
    int *const mine = allocate_on(0);
    int *const theirs = allocate_on(last);
    cudaStream_t stream = nullptr;
    SUCCEEDS(cudaStreamCreate(&stream));
    fail<<<1, 1, 0, stream>>>();
    EQUAL(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaErrorLaunchFailure, cudaStreamSynchronize(stream));
    RETURNS(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    RETURNS(cudaErrorLaunchFailure, cudaFree(theirs));
    for (int d = 0; d < devices; ++d) {
        int value = 0, *p = nullptr;
        SUCCEEDS(cudaSetDevice(d));
        EQUAL(current(), d);
        RETURNS(cudaErrorLaunchFailure, cudaDeviceSynchronize());
        RETURNS(cudaErrorLaunchFailure, cudaMalloc(&p, 16));
        RETURNS(cudaErrorLaunchFailure, cudaMemcpy(&value, mine, sizeof value, cudaMemcpyDefault));
        store<<<1, 1>>>(mine, 33);
        RETURNS(cudaErrorLaunchFailure, cudaGetLastError());
        RETURNS(cudaErrorLaunchFailure, cudaStreamSynchronize(0));
        RETURNS(cudaErrorLaunchFailure, cudaFree(mine));
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
    if (!device_exists()) {
        return 77;
    }
    SUCCEEDS(cudaGetDeviceCount(&devices));
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
    return finish();
}
