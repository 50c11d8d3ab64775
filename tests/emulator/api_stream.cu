// api_stream.cu: streams, events and host functions.

#include "check.h"

#include <cstring>
#include <ctime>

static void sleep_milliseconds(int n) {
    timespec time = {n / 1000, (n % 1000) * 1000000L};
    nanosleep(&time, nullptr);
}

static void test_streams() {
    cudaStream_t s = nullptr, t = nullptr;
    CHECK_CUDA(cudaStreamCreate(&s));
    CHECK(s != nullptr);
    CHECK_CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    CHECK(t != s);
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_CUDA(cudaStreamQuery(s));
    unsigned flags = 77;
    CHECK_CUDA(cudaStreamGetFlags(s, &flags));
    CHECK_EQUAL(flags, (unsigned)cudaStreamDefault);
    CHECK_CUDA(cudaStreamGetFlags(t, &flags));
    CHECK_EQUAL(flags, (unsigned)cudaStreamNonBlocking);
    int priority = 77;
    CHECK_CUDA(cudaStreamGetPriority(s, &priority));
    CHECK_EQUAL(priority, 0);
    unsigned long long id = 0, other = 0;
    CHECK_CUDA(cudaStreamGetId(s, &id));
    CHECK_CUDA(cudaStreamGetId(t, &other));
    CHECK(id != other);
#if CUDART_VERSION >= 13000
    int device = 77;
    CHECK_CUDA(cudaStreamGetDevice(s, &device));
    CHECK_EQUAL(device, 0);
#endif
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
    CHECK_CUDA(cudaStreamIsCapturing(s, &status));
    CHECK_EQUAL((int)status, (int)cudaStreamCaptureStatusNone);
    CHECK_CUDA(cudaStreamDestroy(s));
    CHECK_CUDA(cudaStreamDestroy(t));

    // A priority out of the range is moved into it.
    int least = 0, greatest = 0;
    CHECK_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK_CUDA(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1000));
    CHECK_CUDA(cudaStreamGetPriority(s, &priority));
    CHECK_EQUAL(priority, greatest);
    CHECK_CUDA(cudaStreamDestroy(s));
    CHECK_CUDA(cudaStreamCreateWithPriority(&s, cudaStreamDefault, 1000));
    CHECK_CUDA(cudaStreamGetPriority(s, &priority));
    CHECK_EQUAL(priority, least);

    // Work in a stream.
    int *p = nullptr;
    int one = 1, two = 0;
    CHECK_CUDA(cudaMalloc(&p, sizeof(int)));
    CHECK_CUDA(cudaMemcpyAsync(p, &one, sizeof(int), cudaMemcpyHostToDevice, s));
    CHECK_CUDA(cudaMemcpyAsync(&two, p, sizeof(int), cudaMemcpyDeviceToHost, s));
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_EQUAL(two, 1);
    CHECK_CUDA(cudaFree(p));

    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamGetFlags(s, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamGetPriority(s, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamGetId(s, nullptr));
    CHECK_CUDA(cudaStreamDestroy(s));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(nullptr, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s, 0x100));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithPriority(nullptr, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithPriority(&s, 0x100, 0));
}

static void test_default_stream() {
    for (cudaStream_t s : {(cudaStream_t)0, cudaStreamLegacy, cudaStreamPerThread}) {
        CHECK_CUDA(cudaStreamSynchronize(s));
        CHECK_CUDA(cudaStreamQuery(s));
        unsigned flags = 77;
        CHECK_CUDA(cudaStreamGetFlags(s, &flags));
        CHECK_EQUAL(flags, (unsigned)cudaStreamDefault);
        int priority = 77;
        CHECK_CUDA(cudaStreamGetPriority(s, &priority));
        CHECK_EQUAL(priority, 0);
        unsigned long long id = 77;
        CHECK_CUDA(cudaStreamGetId(s, &id));
        PROBE_NUMBER("id of a default stream", id);
        CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
    }
}

static void test_events() {
    cudaEvent_t start = nullptr, stop = nullptr, untimed = nullptr, fresh = nullptr;
    CHECK_CUDA(cudaEventCreate(&start));
    CHECK_CUDA(cudaEventCreate(&stop, cudaEventBlockingSync));
    CHECK_CUDA(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CHECK_CUDA(cudaEventCreate(&fresh));
    CHECK(start != stop);

    // An event that was never recorded is complete and cannot be timed.
    float ms = -77;
    CHECK_CUDA(cudaEventQuery(fresh));
    CHECK_CUDA(cudaEventSynchronize(fresh));
    CHECK_CUDA(cudaStreamWaitEvent(0, fresh));
    CHECK_CUDA(cudaEventRecord(start));
    CHECK_CUDA(cudaEventSynchronize(start));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, fresh));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, fresh, start));
    CHECK_CUDA(cudaEventRecord(untimed));
    CHECK_CUDA(cudaEventSynchronize(untimed));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, untimed));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, untimed, start));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, start, start));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, nullptr));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, nullptr, start));

    CHECK_CUDA(cudaEventRecord(start, 0));
    CHECK_CUDA(cudaEventSynchronize(start));
    sleep_milliseconds(30);
    CHECK_CUDA(cudaEventRecord(stop, 0));
    CHECK_CUDA(cudaEventSynchronize(stop));
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, stop));
    CHECK(ms > 29 && ms < 10000);
    float backwards = 0;
    CHECK_CUDA(cudaEventElapsedTime(&backwards, stop, start));
    CHECK(backwards < -29);
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, start));
    CHECK_EQUAL(ms, 0.0f);
    // Recorded again, it counts from there; and two records in a row differ by little.
    CHECK_CUDA(cudaEventRecord(start));
    CHECK_CUDA(cudaEventRecord(stop));
    CHECK_CUDA(cudaEventSynchronize(stop));
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 0 && ms < 100);

    cudaStream_t s = nullptr;
    CHECK_CUDA(cudaStreamCreate(&s));
    CHECK_CUDA(cudaEventRecord(start, s));
    CHECK_CUDA(cudaStreamWaitEvent(0, start, 0));
    CHECK_CUDA(cudaEventRecordWithFlags(stop, s, cudaEventRecordDefault));
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_CUDA(cudaEventQuery(stop));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamWaitEvent(s, start, 77));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventRecordWithFlags(stop, s, 77));
    CHECK_RETURNS(cudaErrorIllegalState,
                  cudaEventRecordWithFlags(stop, s, cudaEventRecordExternal));
    CHECK_RETURNS(cudaErrorIllegalState, cudaStreamWaitEvent(s, start, cudaEventWaitExternal));
    CHECK_CUDA(cudaStreamDestroy(s));

    CHECK_CUDA(cudaEventDestroy(start));
    CHECK_CUDA(cudaEventDestroy(stop));
    CHECK_CUDA(cudaEventDestroy(untimed));
    CHECK_CUDA(cudaEventDestroy(fresh));

    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventCreate(nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(nullptr, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&start, 0x100));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&start, cudaEventInterprocess));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(0, nullptr));
}

struct seen {
    int calls = 0;
    cudaError_t status = cudaErrorUnknown;
    cudaStream_t stream = nullptr;
    cudaError_t inner = cudaErrorUnknown;
    cudaError_t inner_get = cudaErrorUnknown;
};

static void host_function(void *data) {
    seen *s = static_cast<seen *>(data);
    ++s->calls;
    void *p = nullptr;
    s->inner = cudaMalloc(&p, 16);
    int device = 0;
    s->inner_get = cudaGetDevice(&device);
}

static void callback(cudaStream_t stream, cudaError_t status, void *data) {
    seen *s = static_cast<seen *>(data);
    ++s->calls;
    s->status = status;
    s->stream = stream;
}

static void test_host_functions() {
    cudaStream_t s = nullptr;
    CHECK_CUDA(cudaStreamCreate(&s));
    seen data;
    CHECK_CUDA(cudaLaunchHostFunc(s, host_function, &data));
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_EQUAL(data.calls, 1);
    // Host functions must not use the API.
    CHECK_EQUAL(data.inner, cudaErrorNotPermitted);
    CHECK_EQUAL(data.inner_get, cudaErrorNotPermitted);
    CHECK_CUDA(cudaGetLastError()); // that was the error of a different thread
    CHECK_CUDA(cudaStreamAddCallback(s, callback, &data, 0));
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_EQUAL(data.calls, 2);
    CHECK_EQUAL(data.status, cudaSuccess);
    CHECK(data.stream == s);
    CHECK_CUDA(cudaLaunchHostFunc(0, host_function, &data));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(data.calls, 3);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaLaunchHostFunc(s, nullptr, &data));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(s, nullptr, &data, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(s, callback, &data, 1));
    CHECK_CUDA(cudaStreamDestroy(s));
}

// Programmatic dependent launch: the second kernel waits for what the first one has written.
__global__ void write_early(int *out) {
    out[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}
__global__ void read_late(const int *in, int *out) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    out[threadIdx.x] = 2 * in[threadIdx.x];
}
static void test_dependent_launch() {
    device_array<int> first(64), second(64);
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(64);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    write_early<<<1, 64, 0, stream>>>(first);
    CHECK_CUDA(cudaLaunchKernelEx(&config, read_late, static_cast<const int *>(first),
                                  static_cast<int *>(second)));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        second.get(), [](size_t i) { return 2 * static_cast<int>(i + 1); }, "dependent launch");
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main() {
    check_device();
    test_streams();
    test_default_stream();
    test_events();
    test_host_functions();
    test_dependent_launch();
    return check_result();
}
