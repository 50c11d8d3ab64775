// Calls of the API: refused ones whose failure nobody sees, leaks, streams and events used wrongly.
#include "planted.h"

// launch_limit: a launch failed with cudaErrorInvalidValue .* the program did not ask
// launch_limit: kernel empty_kernel<<<.1,1,1.,.1025,1,1.>>>, launched at
__global__ void empty_kernel() {}
template <bool CORRECT> void launch_limit() {
    empty_kernel<<<1, CORRECT ? 1024 : 1025>>>(); // here: launch_limit
}

// shared_limit: a launch failed with cudaErrorInvalidValue
template <bool CORRECT> void shared_limit() {
    empty_kernel<<<1, 32, CORRECT ? 48 * 1024 : 48 * 1024 + 1>>>(); // here: shared_limit
}

// grid_limit: a launch failed with cudaErrorInvalidValue
template <bool CORRECT> void grid_limit() {
    empty_kernel<<<dim3(1, CORRECT ? 2 : 65536), 1>>>(); // here: grid_limit
}

// leak: error: leak
// leak: forgotten, 1000 bytes of device memory, allocated at
template <bool CORRECT> void leak() {
    int *forgotten;
    must(cudaMalloc(&forgotten, 1000)); // here: leak
    if (CORRECT)
        must(cudaFree(forgotten));
}

// pinned_leak: forgotten, 64 bytes of pinned host memory
template <bool CORRECT> void pinned_leak() {
    int *forgotten;
    must(cudaMallocHost((void **)&forgotten, 64)); // here: pinned_leak
    if (CORRECT)
        must(cudaFreeHost(forgotten));
}

// event_leak: the event of cudaEventCreate, allocated at
template <bool CORRECT> void event_leak() {
    cudaEvent_t event;
    must(cudaEventCreate(&event)); // here: event_leak
    if (CORRECT)
        must(cudaEventDestroy(event));
}

// copy_size: call refused
// copy_size: cudaMemcpy returns cudaErrorInvalidValue .*: 404 bytes from byte 0 of values, 400 bytes of device memory, allocated at .*, of which only 400 follow
template <bool CORRECT> void copy_size() {
    int *values, mine[101] = {};
    must(cudaMalloc(&values, 400));
    (void)cudaMemcpy(values, mine, CORRECT ? 400 : 404, cudaMemcpyHostToDevice); // here: copy_size
    must(cudaFree(values));
}

// copy_kind: cudaMemcpy returns cudaErrorInvalidValue .*: the kind says that a pointer is the device's
template <bool CORRECT> void copy_kind() {
    int *values = zeros<int>(100), mine[100];
    auto kind = CORRECT ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    (void)cudaMemcpy(mine, values, 400, kind); // here: copy_kind
    must(cudaFree(values));
}

// event_order: cudaEventElapsedTime returns cudaErrorInvalidResourceHandle
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

// stream_gone: cudaMemsetAsync returns cudaErrorInvalidResourceHandle
template <bool CORRECT> void stream_gone() {
    cudaStream_t stream;
    int *values = zeros<int>(1);
    must(cudaStreamCreate(&stream));
    if (!CORRECT)
        must(cudaStreamDestroy(stream));
    (void)cudaMemsetAsync(values, 0, 4, stream); // here: stream_gone
    if (CORRECT)
        must(cudaStreamDestroy(stream));
    must(cudaFree(values));
}

PLANTED_MAIN(CASE(launch_limit), CASE(shared_limit), CASE(grid_limit), CASE(leak),
             CASE(pinned_leak), CASE(event_leak), CASE(copy_size), CASE(copy_kind),
             CASE(event_order), CASE(stream_gone))
