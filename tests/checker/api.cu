// Calls of the API: refused ones whose failure nobody sees, leaks, streams and events used wrongly.
#include "mistakes.h"

// launch_limit says: a launch failed with cudaErrorInvalidValue .* the program did not ask
// launch_limit says: kernel empty_kernel<<<.1,1,1.,.1025,1,1.>>>, launched at
__global__ void empty_kernel() {}
template <bool CORRECT> void launch_limit() {
    empty_kernel<<<1, CORRECT ? 1024 : 1025>>>(); // here: launch_limit
}

// shared_limit says: a launch failed with cudaErrorInvalidValue
template <bool CORRECT> void shared_limit() {
    empty_kernel<<<1, 32, CORRECT ? 48 * 1024 : 48 * 1024 + 1>>>(); // here: shared_limit
}

// grid_limit says: a launch failed with cudaErrorInvalidValue
template <bool CORRECT> void grid_limit() {
    empty_kernel<<<dim3(1, CORRECT ? 2 : 65536), 1>>>(); // here: grid_limit
}

// stack says: has used up its stack of [0-9]+ KiB: stack overflow
template <bool CORRECT> __global__ void large_array(int n) { // here: stack
    volatile int local[CORRECT ? 64 : 1 << 20];
    for (int i = 0; i < n; ++i)
        local[i] = i;
}
template <bool CORRECT> void stack() {
    large_array<CORRECT><<<1, 1>>>(64);
}

// leak says: warning: leak
// leak exit: 0
// leak says: forgotten, 1000 bytes of device memory, allocated at
template <bool CORRECT> void leak() {
    int *forgotten;
    must(cudaMalloc(&forgotten, 1000)); // here: leak
    must(cudaMemset(forgotten, 0, 1000));
    if (CORRECT)
        finish(forgotten);
}

// pinned_leak says: error: leak
// pinned_leak env: CUDA_CHECKER_STRICT=1
// pinned_leak says: forgotten, 64 bytes of pinned host memory
template <bool CORRECT> void pinned_leak() {
    int *forgotten;
    must(cudaMallocHost((void **)&forgotten, 64)); // here: pinned_leak
    if (CORRECT)
        must(cudaFreeHost(forgotten));
}

// event_leak exit: 0
// event_leak says: the event of cudaEventCreate, made at
template <bool CORRECT> void event_leak() {
    cudaEvent_t event;
    must(cudaEventCreate(&event)); // here: event_leak
    if (CORRECT)
        must(cudaEventDestroy(event));
}

// texture_leak exit: 0
// texture_leak says: the texture object of cudaCreateTextureObject, made at
template <bool CORRECT> void texture_leak() {
    float *values = zeros<float>(64);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = values;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 256;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    must(cudaCreateTextureObject(&texture, &resource, &how, nullptr)); // here: texture_leak
    if (CORRECT)
        must(cudaDestroyTextureObject(texture));
    finish(values);
}

// copy_size says: call refused
// copy_size says: cudaMemcpy returns cudaErrorInvalidValue .*: 404 bytes from byte 0 of values, 400
// bytes of device memory, allocated at .*, of which only 400 follow
template <bool CORRECT> void copy_size() {
    int *values, mine[101] = {};
    must(cudaMalloc(&values, 400));
    (void)cudaMemcpy(values, mine, CORRECT ? 400 : 404, cudaMemcpyHostToDevice); // here: copy_size
    finish(values);
}

// copy_kind says: cudaMemcpy returns cudaErrorInvalidValue .*: cudaMemcpyHostToDevice says that the
// destination is the device's, and it is the host's
// copy_kind says: missing: cudaMemcpyDeviceToHost
template <bool CORRECT> void copy_kind() {
    int *values = zeros<int>(100), mine[100];
    auto kind = CORRECT ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    (void)cudaMemcpy(mine, values, 400, kind); // here: copy_kind
    finish(values);
}

// event_order says: cudaEventElapsedTime returns cudaErrorInvalidResourceHandle
template <bool CORRECT> void event_order() {
    cudaEvent_t begin, end;
    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    must(cudaEventRecord(begin));
    if (CORRECT)
        must(cudaEventRecord(end));
    float milliseconds;
    (void)cudaEventElapsedTime(&milliseconds, begin, end); // here: event_order
    must(cudaEventDestroy(begin));
    must(cudaEventDestroy(end));
}

// stream_gone says: cudaMemsetAsync returns cudaErrorInvalidResourceHandle
template <bool CORRECT> void stream_gone() {
    cudaStream_t stream;
    int *values = zeros<int>(1);
    must(cudaStreamCreate(&stream));
    if (!CORRECT)
        must(cudaStreamDestroy(stream));
    (void)cudaMemsetAsync(values, 0, 4, stream); // here: stream_gone
    if (CORRECT)
        must(cudaStreamDestroy(stream));
    finish(values);
}

// shared_together says: more than a device can do in kernel shared_together_kernel
// shared_together says: a block needs 40000 bytes of __shared__ variables and 10000 of the launch,
// together 50000
template <bool CORRECT> __global__ void shared_together_kernel() {
    __shared__ char all[40000]; // here: shared_together
    all[threadIdx.x] = 0;
}
template <bool CORRECT> void shared_together() {
    shared_together_kernel<CORRECT><<<1, 32, CORRECT ? 9000 : 10000>>>();
}

// wrong_device says: cudaSetDevice returns cudaErrorInvalidDevice
template <bool CORRECT> void wrong_device() {
    (void)cudaSetDevice(CORRECT ? 0 : 64); // here: wrong_device
}

// event_gone says: cudaEventRecord returns cudaErrorInvalidResourceHandle
template <bool CORRECT> void event_gone() {
    cudaEvent_t event;
    must(cudaEventCreate(&event));
    if (!CORRECT)
        must(cudaEventDestroy(event));
    (void)cudaEventRecord(event); // here: event_gone
    if (CORRECT)
        must(cudaEventDestroy(event));
}

// stream_twice says: cudaStreamDestroy returns cudaErrorInvalidResourceHandle
template <bool CORRECT> void stream_twice() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    must(cudaStreamDestroy(stream));
    if (!CORRECT)
        (void)cudaStreamDestroy(stream); // here: stream_twice
}

// copy_source says: cudaMemcpy returns cudaErrorInvalidValue .*: 404 bytes from byte 0 of values, 400
// bytes of device memory
template <bool CORRECT> void copy_source() {
    int *values, mine[101];
    must(cudaMalloc(&values, 400)); // here: copy_source
    must(cudaMemset(values, 0, 400));
    size_t bytes = CORRECT ? 400 : 404;
    (void)cudaMemcpy(mine, values, bytes, cudaMemcpyDeviceToHost); // here: copy_source
    finish(values);
}

// The kind says that the source is the host's. It works, as addresses say whose they are.
// copy_kind_device says: wrong kind of copy
// copy_kind_device says: cudaMemcpy: cudaMemcpyHostToDevice says that the source is the host's, and it
// is the device's: byte 0 of .*, 400 bytes of device memory
// copy_kind_device says: missing: cudaMemcpyDeviceToDevice
template <bool CORRECT> void copy_kind_device() {
    int *from = zeros<int>(100), *to = zeros<int>(100);
    auto kind = CORRECT ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
    must(cudaMemcpy(to, from, 400, kind)); // here: copy_kind_device
    finish(from);
    finish(to);
}

// pitch says: cudaMemcpy2D returns cudaErrorInvalidPitchValue
template <bool CORRECT> void pitch() {
    int *values = zeros<int>(100), mine[100];
    auto kind = cudaMemcpyDeviceToHost;
    (void)cudaMemcpy2D(mine, 40, values, CORRECT ? 40 : 36, 40, 10, kind); // here: pitch
    finish(values);
}

MISTAKES(CASE(launch_limit), CASE(shared_limit), CASE(grid_limit), CASE(stack), CASE(leak),
         CASE(pinned_leak), CASE(event_leak), CASE(copy_size), CASE(copy_kind), CASE(event_order),
         CASE(stream_gone), CASE(shared_together), CASE(wrong_device), CASE(event_gone),
         CASE(stream_twice), CASE(copy_source), CASE(copy_kind_device), CASE(pitch),
         CASE(texture_leak))
