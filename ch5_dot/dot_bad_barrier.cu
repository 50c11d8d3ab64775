// dot_bad_barrier: what becomes of a barrier that not all threads of the block reach
//
// In `dot` all threads wait in every round of the tree, although half of them have nothing to add.
// So why not move the barrier into the `if`, and let only those wait that did something?
//
//     threads     0 ... 15   16 ... 31   32 ... 63   64 ... 127   128 ... 255
//     i = 128     barrier    barrier     barrier     barrier      past it, and out of the kernel
//     i =  64     barrier    barrier     barrier     past it
//     i =  32     barrier    barrier     past it
//     i =  16     barrier    past it                              here a warp is divided
//
// Because a barrier is for all threads of the block, and one in a branch that only some of them
// take is undefined behaviour. Anything may happen: that the kernel waits for ever, as old texts
// say; that the device reports an error; a wrong sum; and even the right one. This program launches
// such a kernel under a watchdog, and says which of the four it was on this device.
// Long because whatever the kernel does, the program has to come back from it.
//
//     nvcc ch5_dot/dot_bad_barrier.cu -I. -o dot_bad_barrier && ./dot_bad_barrier
#include "../common/book.h"
#include "dot_exact.h"
#include <time.h>

const int threadsPerBlock = 256;

// A thread's share of the dot product of 0, 1, 2, ... and 0, 2, 4, ... The vectors are not in
// memory, and there is one block only: what goes wrong is between the threads of a block.
__device__ float own_share(int n) {
    float temp = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        temp += (float)i * (float)(2 * i);
    return temp;
}

__global__ void dot(float *c, int n) {
    __shared__ float cache[threadsPerBlock];
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = own_share(n);
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0)
        *c = cache[0];
}

__global__ void dot_bad_barrier(float *c, int n, int meet) {
    __shared__ float cache[threadsPerBlock];
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = own_share(n);
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i) {
            cache[cacheIndex] += cache[cacheIndex + i];
            __syncthreads(); // wrong here: the other threads do not come
        }
    }
    if (meet)
        __syncthreads(); // the others wait here meanwhile, instead of leaving
    if (cacheIndex == 0)
        *c = cache[0];
}

// Waits until the event has happened, but not longer than that. Returns its state then.
static cudaError_t watch(cudaEvent_t event, long long seconds) {
    struct timespec pause = {0, 1000000};
    double start = book_seconds();
    for (;;) {
        cudaError_t state = cudaEventQuery(event);
        if (state != cudaErrorNotReady || book_seconds() - start > (double)seconds)
            return state;
        nanosleep(&pause, NULL);
    }
}

int main(int argc, char **argv) {
    long long n = 33 * 1024, seconds = 5, meet = 0;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 10000000, "elements of each vector"},
        {"meet", BOOK_INTEGER, &meet, 0, 1, "1: all threads meet at a barrier after the loop"},
        {"seconds", BOOK_INTEGER, &seconds, 1, 60, "how long to wait for the kernel"},
    };
    book_parse(argc, argv, "a barrier in a branch, under a watchdog", options);

    int device = 0, major = 0, minor = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));

    float *dev_c, right = 0, bad = 0;
    cudaEvent_t done;
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof(float)));
    HANDLE_ERROR(cudaEventCreate(&done));

    // First the barrier where it belongs: what comes out differently then comes of the barrier.
    dot<<<1, threadsPerBlock>>>(dev_c, (int)n);
    HANDLE_LAUNCH("dot");
    HANDLE_ERROR(cudaMemcpy(&right, dev_c, sizeof(float), cudaMemcpyDeviceToHost));
    // NaN instead, so that the right sum cannot just be the one that is still there.
    HANDLE_ERROR(cudaMemset(dev_c, 0xff, sizeof(float)));

    // The roundings that a product goes through, as in dot.cu; there is nothing to add on the host.
    double roundings = (double)(2 + 1 + (n + threadsPerBlock - 1) / threadsPerBlock + 8);
    int control = dot_is_right(right, n, roundings);
    printf("barrier after the if:  %.0f, which is %s\n", right, control ? "right" : "WRONG");
    fflush(stdout); // what the device says of the next kernel comes below

    dot_bad_barrier<<<1, threadsPerBlock>>>(dev_c, (int)n, (int)meet);
    cudaError_t state = cudaGetLastError();
    if (state == cudaSuccess)
        state = cudaEventRecord(done, 0);
    if (state == cudaSuccess)
        state = watch(done, seconds);
    // When a kernel has failed, every call says so from then on. A call that goes well now means
    // that it was something else.
    if (state != cudaSuccess && state != cudaErrorNotReady && cudaDeviceSynchronize() != state)
        book_handle_error(state, "launch, cudaEventRecord or cudaEventQuery", __FILE__, __LINE__);

    const char *seen;
    if (state == cudaErrorNotReady) {
        seen = "the kernel does not end";
        printf("barrier inside the if: has not ended after %lld s\n", seconds);
    } else if (state != cudaSuccess) {
        seen = "the kernel fails";
        printf("barrier inside the if: the device reports %s\n", cudaGetErrorName(state));
        cudaDeviceReset(); // all that is possible now; it frees everything
    } else {
        HANDLE_ERROR(cudaMemcpy(&bad, dev_c, sizeof(float), cudaMemcpyDeviceToHost));
        int lucky = dot_is_right(bad, n, roundings);
        seen = lucky ? "the kernel ends, with the right sum" : "the kernel ends, with a wrong sum";
        printf("barrier inside the if: %.0f, which is %s\n", bad, lucky ? "right" : "wrong");
        HANDLE_ERROR(cudaEventDestroy(done));
        HANDLE_ERROR(cudaFree(dev_c));
    }
    printf("Undefined, whatever it does. (Compute capability %d.%d: ", major, minor);
    if (meet)
        printf("some threads wait at one barrier, the others at another.)\n");
    else if (major >= 7)
        printf("from 7.0 on, threads that have left are not waited for.)\n");
    else
        printf("before 7.0, most chips did not wait for warps that had left.)\n");
    // A kernel that does not end cannot be stopped from within its process, and cudaFree would wait
    // for it. So nothing is freed then: the end of the process takes the kernel and its memory.
    return book_verdict(control, "seen: %s", seen);
}
