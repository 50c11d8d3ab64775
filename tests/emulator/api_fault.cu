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
    SUCCEEDS(cudaEventRecord(event));
    // Whatever comes next waits for the kernel and finds out.
    EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EQUAL(cudaPeekAtLastError(), cudaErrorIllegalAddress);
    EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    // Asked for, it is gone, but only until the next call.
    EQUAL(cudaGetLastError(), cudaSuccess);

    // That finds out too, and so does everything after it that needs the device.
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
    unsigned flags = 0;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    size_t size = 0;
    char id[32] = "";
    RETURNS(cudaErrorIllegalAddress, cudaEventCreate(&other));
    RETURNS(cudaErrorIllegalAddress, cudaEventQuery(event));
    RETURNS(cudaErrorIllegalAddress, cudaEventRecord(event));
    RETURNS(cudaErrorIllegalAddress, cudaEventDestroy(event));
    RETURNS(cudaErrorIllegalAddress, cudaStreamCreate(&stream));
    RETURNS(cudaErrorIllegalAddress, cudaStreamQuery(0));
    RETURNS(cudaErrorIllegalAddress, cudaMallocHost(&q, 16));
    RETURNS(cudaErrorIllegalAddress, cudaFree(nullptr));
    RETURNS(cudaErrorIllegalAddress, cudaMemGetInfo(&size, nullptr));
    RETURNS(cudaErrorIllegalAddress, cudaDeviceGetLimit(&size, cudaLimitStackSize));

    // What the host knows is still to be had.
    SUCCEEDS(cudaGetDevice(&number));
    SUCCEEDS(cudaSetDevice(0));
    RETURNS(cudaErrorInvalidDevice, cudaSetDevice(1000));
    SUCCEEDS(cudaGetDeviceCount(&number));
    SUCCEEDS(cudaGetDeviceProperties(&properties, 0));
    SUCCEEDS(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    SUCCEEDS(cudaChooseDevice(&number, &properties));
    SUCCEEDS(cudaGetDeviceFlags(&flags));
    SUCCEEDS(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
    SUCCEEDS(cudaDeviceGetByPCIBusId(&number, id));
    SUCCEEDS(cudaDeviceCanAccessPeer(&number, 0, 0));
    SUCCEEDS(cudaRuntimeGetVersion(&number));
    SUCCEEDS(cudaDriverGetVersion(&number));
    SUCCEEDS(cudaPointerGetAttributes(&attributes, p));

    // On a GPU the process cannot use the device again; here it can.
    SUCCEEDS(cudaDeviceReset());
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
