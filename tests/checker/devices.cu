// Several devices: whose stream, event and memory is whose, and what orders their work. With
// CUDA_EMULATOR_DEVICES=2.
#include "mistakes.h"
#include <nccl.h>

__global__ void set(int *p, int value) {
    *p = value;
}
__global__ void add_one(int *to, const int *from) {
    *to = *from + 1; // here: peer, one_way, kernels, copy, collective
}

static cudaStream_t stream_of(int device) {
    cudaStream_t s = nullptr;
    must(cudaSetDevice(device));
    must(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    return s;
}
static cudaEvent_t event_of(int device) {
    cudaEvent_t e = nullptr;
    must(cudaSetDevice(device));
    must(cudaEventCreate(&e));
    return e;
}
static int *zero_of(int device) {
    must(cudaSetDevice(device));
    int *p = zeros<int>(1);
    must(cudaDeviceSynchronize());
    return p;
}
static void end() {
    for (int d = 0; d < 2; ++d) {
        must(cudaSetDevice(d));
        must(cudaDeviceSynchronize());
    }
}

// A stream of the other device, on which the kernel runs.
// stream says: launch in a stream of another device
// stream says: kernel set: the stream is one of device 0, and device 1 is the current one
// stream says: missing: cudaSetDevice.0. before the launch
template <bool CORRECT> void stream() {
    cudaStream_t s = stream_of(0);
    int *p = zero_of(0);
    must(cudaSetDevice(CORRECT ? 0 : 1));
    set<<<1, 1, 0, s>>>(p, 1); // here: stream
    must(cudaStreamSynchronize(s));
    must(cudaStreamDestroy(s));
    finish(p);
}

// And memory of the current device, which is not that of the kernel.
// memory_elsewhere says: launch in a stream of another device
// memory_elsewhere says: memory of another device, without peer access in kernel store_one
// memory_elsewhere says: missing: memory of device 0, which runs the kernel, in place of device 1's
__global__ void store_one(int *p) {
    *p = 1; // here: memory_elsewhere
}
template <bool CORRECT> void memory_elsewhere() {
    cudaStream_t s = stream_of(0);
    int *p = zero_of(CORRECT ? 0 : 1);
    store_one<<<1, 1, 0, s>>>(p); // here: memory_elsewhere
    must(cudaStreamSynchronize(s));
    must(cudaStreamDestroy(s));
    finish(p);
}

// A memset of memory of the other device. Its stream says whose work it is.
// memset_elsewhere says: cudaMemset returns cudaErrorInvalidValue .*: it is the work of device 0
// memset_elsewhere says: cudaMemset returns .* the memory that of device 1, without peer access
template <bool CORRECT> void memset_elsewhere() {
    int *p = zero_of(1);
    cudaStream_t s = stream_of(1);
    must(cudaSetDevice(0));
    if (CORRECT)
        must(cudaMemsetAsync(p, 0, sizeof *p, s));
    else
        (void)cudaMemset(p, 0, sizeof *p); // here: memset_elsewhere
    must(cudaStreamSynchronize(s));
    must(cudaStreamDestroy(s));
    finish(p);
}

// Memory of a pool that the other device may use.
// pool says: memory of another device, without peer access in kernel load_one
__global__ void load_one(int *to, const int *from) {
    *to = *from; // here: pool
}
template <bool CORRECT> void pool() {
    cudaStream_t s = stream_of(1);
    cudaMemPool_t of_device_1 = nullptr;
    must(cudaDeviceGetMemPool(&of_device_1, 1));
    if (CORRECT) {
        cudaMemAccessDesc access = {};
        access.location.type = cudaMemLocationTypeDevice;
        access.location.id = 0;
        access.flags = cudaMemAccessFlagsProtReadWrite;
        must(cudaMemPoolSetAccess(of_device_1, &access, 1));
    }
    int *theirs = nullptr, *mine = zero_of(0);
    must(cudaMallocAsync(&theirs, sizeof *theirs, s));
    must(cudaMemsetAsync(theirs, 0, sizeof *theirs, s));
    must(cudaStreamSynchronize(s));
    load_one<<<1, 1>>>(mine, theirs);
    finish(mine);
    must(cudaFree(theirs));
    must(cudaStreamDestroy(s));
}

// An event of one device, recorded in a stream of the other one.
// event says: cudaEventRecord returns cudaErrorInvalidResourceHandle .*: the event is one of device 1
template <bool CORRECT> void event() {
    cudaStream_t s = stream_of(0);
    cudaEvent_t e = event_of(CORRECT ? 0 : 1);
    const cudaError_t error = cudaEventRecord(e, s); // here: event
    if (CORRECT)
        must(error);
    must(cudaStreamDestroy(s));
    must(cudaEventDestroy(e));
}

// Two events of two devices.
// elapsed says: cudaEventElapsedTime returns .*: the one event is of device 0, and the other of device 1
template <bool CORRECT> void elapsed() {
    cudaEvent_t first = event_of(0);
    must(cudaEventRecord(first));
    cudaEvent_t last = event_of(CORRECT ? 0 : 1);
    must(cudaEventRecord(last));
    must(cudaEventSynchronize(last));
    float ms = 0;
    const cudaError_t error = cudaEventElapsedTime(&ms, first, last); // here: elapsed
    if (CORRECT)
        must(error);
    must(cudaEventDestroy(first));
    must(cudaEventDestroy(last));
}

// Memory of the other device, without peer access, or with that of the other direction.
// peer says: memory of another device, without peer access in kernel add_one
// peer says: missing: memory of device 0, .* or cudaDeviceEnablePeerAccess.1, 0., after cudaSetDevice.0.
// one_way says: memory of another device, without peer access in kernel add_one
template <bool CORRECT, bool OTHER_WAY> void use_peer() {
    int *theirs = zero_of(1), *mine = zero_of(0);
    if (OTHER_WAY) {
        must(cudaSetDevice(1));
        must(cudaDeviceEnablePeerAccess(0, 0));
        must(cudaSetDevice(0));
    }
    if (CORRECT)
        must(cudaDeviceEnablePeerAccess(1, 0));
    add_one<<<1, 1>>>(mine, theirs);
    finish(mine);
    must(cudaFree(theirs));
}
template <bool CORRECT> void peer() {
    use_peer<CORRECT, false>();
}
template <bool CORRECT> void one_way() {
    use_peer<CORRECT, true>();
}

// Kernels of two devices that use the same memory at the same time.
// kernels says: race on global memory in kernel add_one
// kernels says: missing: cudaEventRecord.. after the earlier one and cudaStreamWaitEvent.. before
__global__ void store_seven(int *p) {
    *p = 7; // here: kernels
}
template <bool CORRECT> void kernels() {
    int *theirs = zero_of(1), *mine = zero_of(0);
    must(cudaDeviceEnablePeerAccess(1, 0));
    cudaEvent_t done = event_of(1);
    store_seven<<<1, 1>>>(theirs);
    must(cudaEventRecord(done));
    must(cudaSetDevice(0));
    if (CORRECT)
        must(cudaStreamWaitEvent(0, done));
    add_one<<<1, 1>>>(mine, theirs);
    end();
    must(cudaSetDevice(0));
    finish(mine);
    must(cudaFree(theirs));
    must(cudaEventDestroy(done));
}

// A copy from device to device, and a kernel of the one that does not wait for it.
// copy says: race on global memory
// copy says: cudaMemcpyPeerAsync in the default stream of device 1
template <bool CORRECT> void copy() {
    int *theirs = zero_of(1), *mine = zero_of(0), *result = zero_of(0);
    must(cudaSetDevice(1));
    store_seven<<<1, 1>>>(theirs);
    must(cudaMemcpyPeerAsync(mine, 0, theirs, 1, sizeof(int), 0)); // here: copy
    if (CORRECT)
        must(cudaDeviceSynchronize());
    must(cudaSetDevice(0));
    add_one<<<1, 1>>>(result, mine);
    end();
    must(cudaSetDevice(0));
    finish(result);
    must(cudaFree(mine));
    must(cudaFree(theirs));
}

// cudaDeviceSynchronize waits for the current device only.
// wait says: race on global memory
// wait says: missing: cudaStreamSynchronize.. or cudaDeviceSynchronize.. before the host uses
__global__ void store_for_host(int *p) {
    *p = 8; // here: wait
}
template <bool CORRECT> void wait() {
    int *p = nullptr;
    must(cudaMallocHost(&p, sizeof *p));
    *p = 0;
    must(cudaSetDevice(1));
    store_for_host<<<1, 1>>>(p);
    must(cudaSetDevice(CORRECT ? 1 : 0));
    must(cudaDeviceSynchronize());
    if (*p != 8) // here: wait
        std::exit(1);
    end();
    must(cudaFreeHost(p));
}

// Each device has variables of its own; a device has one of each.
// variables says: race on global memory in kernel count
__device__ int counter;
__global__ void count() {
    ++counter; // here: variables
}
template <bool CORRECT> void variables() {
    cudaStream_t s[2];
    for (int d = 0; d < 2; ++d) {
        s[d] = stream_of(CORRECT ? d : 0);
        count<<<1, 1, 0, s[d]>>>();
    }
    end();
    for (int d = 0; d < 2; ++d)
        must(cudaStreamDestroy(s[d]));
}

// What a collective writes is there for those who come after it in its stream.
// collective says: race on global memory in kernel add_one
// collective says: ncclAllReduce in the stream made at
template <bool CORRECT> void collective() {
    ncclComm_t comms[2];
    cudaStream_t s[2], other = stream_of(0);
    int *sum[2], *result = zero_of(0);
    if (ncclCommInitAll(comms, 2, nullptr) != ncclSuccess)
        std::exit(1);
    for (int d = 0; d < 2; ++d) {
        s[d] = stream_of(d);
        sum[d] = zero_of(d);
    }
    ncclGroupStart();
    for (int d = 0; d < 2; ++d)
        ncclAllReduce(sum[d], sum[d], 1, ncclInt, ncclSum, comms[d], s[d]);
    if (ncclGroupEnd() != ncclSuccess) // here: collective
        std::exit(1);
    must(cudaSetDevice(0));
    add_one<<<1, 1, 0, CORRECT ? s[0] : other>>>(result, sum[0]);
    end();
    must(cudaSetDevice(0));
    finish(result);
    for (int d = 0; d < 2; ++d) {
        ncclCommDestroy(comms[d]);
        must(cudaStreamDestroy(s[d]));
        must(cudaFree(sum[d]));
    }
    must(cudaStreamDestroy(other));
}

// Kernels of two devices count together.
// two_scopes says: missing: _system in the names of both operations, or thread_scope_system
template <bool CORRECT> __global__ void two_scopes_kernel(int *count) {
    if (CORRECT)
        atomicAdd_system(count, 1);
    else
        atomicAdd(count, 1); // here: two_scopes
}
template <bool CORRECT> void two_scopes() {
    int *count;
    must(cudaMallocManaged(&count, sizeof *count));
    *count = 0;
    for (int device = 0; device < 2; ++device) {
        must(cudaSetDevice(device));
        two_scopes_kernel<CORRECT><<<2, 32>>>(count);
    }
    for (int device = 0; device < 2; ++device) {
        must(cudaSetDevice(device));
        must(cudaDeviceSynchronize());
    }
    finish(count);
}

MISTAKES(CASE(two_scopes), CASE(stream), CASE(memory_elsewhere), CASE(memset_elsewhere), CASE(pool),
         CASE(event), CASE(elapsed), CASE(peer), CASE(one_way), CASE(kernels), CASE(copy),
         CASE(wait), CASE(variables), CASE(collective))
