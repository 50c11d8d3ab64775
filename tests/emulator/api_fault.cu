// api_fault.cu: how the error of a launch and the fault of a kernel come out.

#include "api_check.h"

#include <cstring>

__global__ void store(int *p) {
    *p = 1;
}

// A launch that is refused is an ordinary error: asked for once, it is gone.
static void test_refused_launch() {
    int *p = nullptr;
    SUCCEEDS(cudaMalloc(&p, sizeof(int)));
    store<<<1, 4096>>>(p);
    EQUAL(cudaPeekAtLastError(), cudaErrorInvalidValue);
    EQUAL(cudaDeviceSynchronize(), cudaSuccess);
    EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
    EQUAL(cudaGetLastError(), cudaSuccess);
    store<<<1, 1>>>(p);
    EQUAL(cudaGetLastError(), cudaSuccess);
    int host = 0;
    SUCCEEDS(cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost));
    EQUAL(host, 1);
    SUCCEEDS(cudaFree(p));
}

static void test_fault() {
    int *p = nullptr;
    cudaEvent_t event = nullptr;
    SUCCEEDS(cudaMalloc(&p, sizeof(int)));
    SUCCEEDS(cudaMemset(p, 0, sizeof(int)));
    SUCCEEDS(cudaEventCreate(&event));
    SUCCEEDS(cudaDeviceSynchronize());

    store<<<1, 1>>>(nullptr);
    // The launch itself went well.
    EQUAL(cudaGetLastError(), cudaSuccess);
    PROBE_ERROR("record after a fault", cudaEventRecord(event));
    // Whatever comes next waits for the kernel and finds out.
    EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EQUAL(cudaPeekAtLastError(), cudaErrorIllegalAddress);
    EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    std::printf("PROBE second cudaGetLastError %s\n", cudaGetErrorName(cudaGetLastError()));

    // And so does everything after it.
    int host = 77;
    EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EQUAL(cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    EQUAL(host, 77);
    int *q = nullptr;
    EQUAL(cudaMalloc(&q, 16), cudaErrorIllegalAddress);
    EQUAL(cudaFree(p), cudaErrorIllegalAddress);
    EQUAL(cudaStreamSynchronize(0), cudaErrorIllegalAddress);
    EQUAL(cudaEventSynchronize(event), cudaErrorIllegalAddress);
    EQUAL(cudaMemset(p, 0, 4), cudaErrorIllegalAddress);
    store<<<1, 1>>>(p);
    EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    cudaEvent_t other = nullptr;
    cudaStream_t stream = nullptr;
    int number = 0;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    PROBE_ERROR("after a fault, cudaGetDevice", cudaGetDevice(&number));
    PROBE_ERROR("after a fault, cudaSetDevice", cudaSetDevice(0));
    PROBE_ERROR("after a fault, cudaGetDeviceCount", cudaGetDeviceCount(&number));
    PROBE_ERROR("after a fault, cudaGetDeviceProperties", cudaGetDeviceProperties(&properties, 0));
    PROBE_ERROR("after a fault, cudaDeviceGetAttribute",
                cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    PROBE_ERROR("after a fault, cudaRuntimeGetVersion", cudaRuntimeGetVersion(&number));
    PROBE_ERROR("after a fault, cudaDriverGetVersion", cudaDriverGetVersion(&number));
    PROBE_ERROR("after a fault, cudaEventCreate", cudaEventCreate(&other));
    PROBE_ERROR("after a fault, cudaEventQuery", cudaEventQuery(event));
    PROBE_ERROR("after a fault, cudaEventDestroy", cudaEventDestroy(event));
    PROBE_ERROR("after a fault, cudaStreamCreate", cudaStreamCreate(&stream));
    PROBE_ERROR("after a fault, cudaStreamQuery", cudaStreamQuery(0));
    PROBE_ERROR("after a fault, cudaPointerGetAttributes",
                cudaPointerGetAttributes(&attributes, p));
    PROBE_ERROR("after a fault, cudaMallocHost", cudaMallocHost(&q, 16));
    PROBE_ERROR("after a fault, cudaFree(null)", cudaFree(nullptr));
    PROBE_ERROR("after a fault, cudaDeviceReset", cudaDeviceReset());
    PROBE_ERROR("after cudaDeviceReset, cudaMalloc", cudaMalloc(&p, 16));
    PROBE_ERROR("after cudaDeviceReset, cudaDeviceSynchronize", cudaDeviceSynchronize());
}

// With an argument, leaves without having asked: "launch" after a refused launch, "kernel" after
// a fault, "asked" after asking for both.
int main(int count, char **arguments) {
    if (!device_exists()) {
        return 77;
    }
    if (count > 1) {
        const bool asked = std::strcmp(arguments[1], "asked") == 0;
        if (asked || std::strcmp(arguments[1], "launch") == 0) {
            store<<<1, 33792>>>(nullptr);
        }
        if (asked) {
            (void)cudaPeekAtLastError();
        }
        if (asked || std::strcmp(arguments[1], "kernel") == 0) {
            store<<<1, 1>>>(nullptr);
        }
        if (asked) {
            (void)cudaDeviceSynchronize();
        }
        return 0;
    }
    test_refused_launch();
    test_fault();
    return finish();
}
