// api_stream.cu: streams, events and host functions.

#include "api_check.h"

#include <cstring>
#include <ctime>

static void sleep_milliseconds(int n) {
    timespec time = {n / 1000, (n % 1000) * 1000000L};
    nanosleep(&time, nullptr);
}

static void test_streams() {
    cudaStream_t s = nullptr, t = nullptr;
    SUCCEEDS(cudaStreamCreate(&s));
    HOLDS(s != nullptr);
    SUCCEEDS(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    HOLDS(t != s);
    SUCCEEDS(cudaStreamSynchronize(s));
    SUCCEEDS(cudaStreamQuery(s));
    unsigned flags = 77;
    SUCCEEDS(cudaStreamGetFlags(s, &flags));
    EQUAL(flags, (unsigned)cudaStreamDefault);
    SUCCEEDS(cudaStreamGetFlags(t, &flags));
    EQUAL(flags, (unsigned)cudaStreamNonBlocking);
    int priority = 77;
    SUCCEEDS(cudaStreamGetPriority(s, &priority));
    EQUAL(priority, 0);
    unsigned long long id = 0, other = 0;
    SUCCEEDS(cudaStreamGetId(s, &id));
    SUCCEEDS(cudaStreamGetId(t, &other));
    HOLDS(id != other);
#if CUDART_VERSION >= 13000
    int device = 77;
    SUCCEEDS(cudaStreamGetDevice(s, &device));
    EQUAL(device, 0);
#endif
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
    SUCCEEDS(cudaStreamIsCapturing(s, &status));
    EQUAL((int)status, (int)cudaStreamCaptureStatusNone);
    SUCCEEDS(cudaStreamDestroy(s));
    SUCCEEDS(cudaStreamDestroy(t));

    // A priority out of the range is moved into it.
    int least = 0, greatest = 0;
    SUCCEEDS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    SUCCEEDS(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1000));
    SUCCEEDS(cudaStreamGetPriority(s, &priority));
    EQUAL(priority, greatest);
    SUCCEEDS(cudaStreamDestroy(s));
    SUCCEEDS(cudaStreamCreateWithPriority(&s, cudaStreamDefault, 1000));
    SUCCEEDS(cudaStreamGetPriority(s, &priority));
    EQUAL(priority, least);

    // Work in a stream.
    int *p = nullptr;
    int one = 1, two = 0;
    SUCCEEDS(cudaMalloc(&p, sizeof(int)));
    SUCCEEDS(cudaMemcpyAsync(p, &one, sizeof(int), cudaMemcpyHostToDevice, s));
    SUCCEEDS(cudaMemcpyAsync(&two, p, sizeof(int), cudaMemcpyDeviceToHost, s));
    SUCCEEDS(cudaStreamSynchronize(s));
    EQUAL(two, 1);
    SUCCEEDS(cudaFree(p));

    RETURNS(cudaErrorInvalidValue, cudaStreamGetFlags(s, nullptr));
    RETURNS(cudaErrorInvalidValue, cudaStreamGetPriority(s, nullptr));
    RETURNS(cudaErrorInvalidValue, cudaStreamGetId(s, nullptr));
    SUCCEEDS(cudaStreamDestroy(s));
    RETURNS(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
    RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(nullptr, 0));
    RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s, 0x100));
    RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithPriority(nullptr, 0, 0));
    RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithPriority(&s, 0x100, 0));
}

static void test_default_stream() {
    for (cudaStream_t s : {(cudaStream_t)0, cudaStreamLegacy, cudaStreamPerThread}) {
        SUCCEEDS(cudaStreamSynchronize(s));
        SUCCEEDS(cudaStreamQuery(s));
        unsigned flags = 77;
        SUCCEEDS(cudaStreamGetFlags(s, &flags));
        EQUAL(flags, (unsigned)cudaStreamDefault);
        int priority = 77;
        SUCCEEDS(cudaStreamGetPriority(s, &priority));
        EQUAL(priority, 0);
        unsigned long long id = 77;
        SUCCEEDS(cudaStreamGetId(s, &id));
        PROBE_NUMBER("id of a default stream", id);
        RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
    }
}

static void test_events() {
    cudaEvent_t start = nullptr, stop = nullptr, untimed = nullptr, fresh = nullptr;
    SUCCEEDS(cudaEventCreate(&start));
    SUCCEEDS(cudaEventCreate(&stop, cudaEventBlockingSync));
    SUCCEEDS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    SUCCEEDS(cudaEventCreate(&fresh));
    HOLDS(start != stop);

    // An event that was never recorded is complete and cannot be timed.
    float ms = -77;
    SUCCEEDS(cudaEventQuery(fresh));
    SUCCEEDS(cudaEventSynchronize(fresh));
    SUCCEEDS(cudaStreamWaitEvent(0, fresh));
    SUCCEEDS(cudaEventRecord(start));
    SUCCEEDS(cudaEventSynchronize(start));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, fresh));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, fresh, start));
    SUCCEEDS(cudaEventRecord(untimed));
    SUCCEEDS(cudaEventSynchronize(untimed));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, untimed));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, untimed, start));
    RETURNS(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, start, start));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, nullptr));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, nullptr, start));

    SUCCEEDS(cudaEventRecord(start, 0));
    SUCCEEDS(cudaEventSynchronize(start));
    sleep_milliseconds(30);
    SUCCEEDS(cudaEventRecord(stop, 0));
    SUCCEEDS(cudaEventSynchronize(stop));
    SUCCEEDS(cudaEventElapsedTime(&ms, start, stop));
    HOLDS(ms > 29 && ms < 10000);
    float backwards = 0;
    SUCCEEDS(cudaEventElapsedTime(&backwards, stop, start));
    HOLDS(backwards < -29);
    SUCCEEDS(cudaEventElapsedTime(&ms, start, start));
    EQUAL(ms, 0.0f);
    // Recorded again, it counts from there; and two records in a row differ by little.
    SUCCEEDS(cudaEventRecord(start));
    SUCCEEDS(cudaEventRecord(stop));
    SUCCEEDS(cudaEventSynchronize(stop));
    SUCCEEDS(cudaEventElapsedTime(&ms, start, stop));
    HOLDS(ms >= 0 && ms < 100);

    cudaStream_t s = nullptr;
    SUCCEEDS(cudaStreamCreate(&s));
    SUCCEEDS(cudaEventRecord(start, s));
    SUCCEEDS(cudaStreamWaitEvent(0, start, 0));
    SUCCEEDS(cudaEventRecordWithFlags(stop, s, cudaEventRecordDefault));
    SUCCEEDS(cudaStreamSynchronize(s));
    SUCCEEDS(cudaEventQuery(stop));
    RETURNS(cudaErrorInvalidValue, cudaStreamWaitEvent(s, start, 77));
    RETURNS(cudaErrorInvalidValue, cudaEventRecordWithFlags(stop, s, 77));
    RETURNS(cudaErrorIllegalState, cudaEventRecordWithFlags(stop, s, cudaEventRecordExternal));
    RETURNS(cudaErrorIllegalState, cudaStreamWaitEvent(s, start, cudaEventWaitExternal));
    SUCCEEDS(cudaStreamDestroy(s));

    SUCCEEDS(cudaEventDestroy(start));
    SUCCEEDS(cudaEventDestroy(stop));
    SUCCEEDS(cudaEventDestroy(untimed));
    SUCCEEDS(cudaEventDestroy(fresh));

    RETURNS(cudaErrorInvalidValue, cudaEventCreate(nullptr));
    RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(nullptr, 0));
    RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&start, 0x100));
    RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&start, cudaEventInterprocess));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
    RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
    RETURNS(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(0, nullptr));
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
    SUCCEEDS(cudaStreamCreate(&s));
    seen data;
    SUCCEEDS(cudaLaunchHostFunc(s, host_function, &data));
    SUCCEEDS(cudaStreamSynchronize(s));
    EQUAL(data.calls, 1);
    // Host functions must not use the API.
    EQUAL(data.inner, cudaErrorNotPermitted);
    EQUAL(data.inner_get, cudaErrorNotPermitted);
    SUCCEEDS(cudaStreamAddCallback(s, callback, &data, 0));
    SUCCEEDS(cudaStreamSynchronize(s));
    EQUAL(data.calls, 2);
    EQUAL(data.status, cudaSuccess);
    HOLDS(data.stream == s);
    SUCCEEDS(cudaLaunchHostFunc(0, host_function, &data));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(data.calls, 3);
    RETURNS(cudaErrorInvalidValue, cudaLaunchHostFunc(s, nullptr, &data));
    RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(s, nullptr, &data, 0));
    RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(s, callback, &data, 1));
    SUCCEEDS(cudaStreamDestroy(s));
}

int main() {
    if (!device_exists()) {
        return 77;
    }
    test_streams();
    test_default_stream();
    test_events();
    test_host_functions();
    return finish();
}
