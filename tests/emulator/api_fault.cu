// api_fault.cu: how the error of a launch and the fault of a kernel come out.

#include "check.h"

#include <cstring>

__global__ void store(int *p) {
    *p = 1;
}

// A launch that is refused is an ordinary error: asked for once, it is gone.
static void test_refused_launch() {
    int *p = nullptr;
    CHECK_CUDA(cudaMalloc(&p, sizeof(int)));
    store<<<1, 4096>>>(p);
    CHECK_EQUAL(cudaPeekAtLastError(), cudaErrorInvalidValue);
    CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
    store<<<1, 1>>>(p);
    CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
    int host = 0;
    CHECK_CUDA(cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_EQUAL(host, 1);
    CHECK_CUDA(cudaFree(p));
}

static void test_fault() {
    int *p = nullptr;
    cudaEvent_t event = nullptr;
    CHECK_CUDA(cudaMalloc(&p, sizeof(int)));
    CHECK_CUDA(cudaMemset(p, 0, sizeof(int)));
    CHECK_CUDA(cudaEventCreate(&event));
    CHECK_CUDA(cudaDeviceSynchronize());

    store<<<1, 1>>>(nullptr);
    // The launch itself went well.
    CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
    CHECK_CUDA(cudaEventRecord(event));
    // Whatever comes next waits for the kernel and finds out.
    CHECK_EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaPeekAtLastError(), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    // Asked for, it is gone, but only until the next call.
    CHECK_EQUAL(cudaGetLastError(), cudaSuccess);

    // That finds out too, and so does everything after it that needs the device.
    int host = 77;
    CHECK_EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    CHECK_EQUAL(host, 77);
    int *q = nullptr;
    CHECK_EQUAL(cudaMalloc(&q, 16), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaFree(p), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaStreamSynchronize(0), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaEventSynchronize(event), cudaErrorIllegalAddress);
    CHECK_EQUAL(cudaMemset(p, 0, 4), cudaErrorIllegalAddress);
    store<<<1, 1>>>(p);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    cudaEvent_t other = nullptr;
    cudaStream_t stream = nullptr;
    int number = 0;
    unsigned flags = 0;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    size_t size = 0;
    char id[32] = "";
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaEventCreate(&other));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaEventQuery(event));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaEventRecord(event));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaEventDestroy(event));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaStreamCreate(&stream));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaStreamQuery(0));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaMallocHost(&q, 16));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaFree(nullptr));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaMemGetInfo(&size, nullptr));
    CHECK_RETURNS(cudaErrorIllegalAddress, cudaDeviceGetLimit(&size, cudaLimitStackSize));

    // What the host knows is still to be had.
    CHECK_CUDA(cudaGetDevice(&number));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaSetDevice(1000));
    CHECK_CUDA(cudaGetDeviceCount(&number));
    CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
    CHECK_CUDA(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    CHECK_CUDA(cudaChooseDevice(&number, &properties));
    CHECK_CUDA(cudaGetDeviceFlags(&flags));
    CHECK_CUDA(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
    CHECK_CUDA(cudaDeviceGetByPCIBusId(&number, id));
    CHECK_CUDA(cudaDeviceCanAccessPeer(&number, 0, 0));
    CHECK_CUDA(cudaRuntimeGetVersion(&number));
    CHECK_CUDA(cudaDriverGetVersion(&number));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, p));

    // On a GPU the process cannot use the device again; here it can.
    CHECK_CUDA(cudaDeviceReset());
    PROBE_ERROR("after cudaDeviceReset, cudaMalloc", cudaMalloc(&p, 16));
    PROBE_ERROR("after cudaDeviceReset, cudaDeviceSynchronize", cudaDeviceSynchronize());
}

// With an argument, leaves without having asked: "launch" after a refused launch, "kernel" after
// a fault, "asked" after asking for both.
int main(int count, char **arguments) {
    check_device();
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
    return check_result();
}
