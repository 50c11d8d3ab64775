// atomic_ref: atomic operations that say for whom they are, and what else they put in order
//
// atomicAdd and its relatives promise one thing only: nobody comes in between. cuda::atomic_ref
// makes any variable atomic too, and says two things besides. The scope: who takes part.
//
//     cuda::thread_scope_block    the threads of this block
//     cuda::thread_scope_device   all threads of this device
//     cuda::thread_scope_system   also the host and the other devices
//
// The order: what the operation promises about other variables.
//
//     cuda::memory_order_relaxed  nothing
//     cuda::memory_order_release  what stands above it is done: said by who hands something over
//     cuda::memory_order_acquire  what stands below it comes later: said by who takes it
//
// Long because each of three uses has a kernel of its own.
//
//     nvcc ch9_atomics/atomic_ref.cu -I. -arch=native -o atomic_ref && ./atomic_ref
#include "../common/book.h"
#include "back_off.h"

// All of them are 0 at first.
typedef struct {
    int threads, begun, is_there, mutex, sum;
} numbers;

// The header refuses to be compiled for chips before compute capability 6.0, and a lock among the
// threads of a warp needs 7.0.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#include <cuda/atomic>

using for_block = cuda::atomic_ref<int, cuda::thread_scope_block>;
using for_device = cuda::atomic_ref<int, cuda::thread_scope_device>;

// Counts the threads of the grid: each block its own, and one thread of each adds them up. Nobody
// reads anything else because of these numbers: relaxed.
__global__ void count(numbers *found) {
    __shared__ int in_block;
    if (threadIdx.x == 0)
        in_block = 0;
    __syncthreads();
    for_block(in_block).fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0)
        for_device(found->threads).fetch_add(in_block, cuda::memory_order_relaxed);
}

// The first block to begin writes a message, and then that it is there. All others wait for that,
// and then read it. (Would they wait for a certain block, it might be one that cannot begin before
// they have ended.)
__global__ void pass_on(int *message, int *received, numbers *found) {
    __shared__ int rank; // of this block, in the order in which they begin
    int i = threadIdx.x, n = blockDim.x;
    if (i == 0)
        rank = for_device(found->begun).fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (rank == 0) {
        message[i] = i * i;
        __syncthreads(); // the whole block has written
        if (i == 0)
            for_device(found->is_there).store(1, cuda::memory_order_release);
    } else {
        unsigned nanoseconds = BACK_OFF_FIRST;
        if (i == 0)
            while (for_device(found->is_there).load(cuda::memory_order_acquire) == 0)
                back_off(&nanoseconds);
        __syncthreads(); // what thread 0 has acquired, all have
        received[i + (rank - 1) * n] = message[i];
    }
}

// Each thread adds 1 under a lock. While it is closed they only look, and less and less often:
// an exchange would take the number away from where it is, even if nothing came of it.
__global__ void add_one(numbers *found) {
    for_device lock(found->mutex);
    unsigned nanoseconds = BACK_OFF_FIRST;
    while (lock.exchange(1, cuda::memory_order_acquire) != 0)
        while (lock.load(cuda::memory_order_relaxed) != 0)
            back_off(&nanoseconds);
    found->sum = found->sum + 1;
    lock.store(0, cuda::memory_order_release);
}
#else
__global__ void count(numbers *) {}
__global__ void pass_on(int *, int *, numbers *) {}
__global__ void add_one(numbers *) {}
#endif

int main(int argc, char **argv) {
    long long blocks = 10, threads = 64;
    book_option options[] = {
        {"blocks", BOOK_INTEGER, &blocks, 2, 10000, "blocks of the grid"},
        {"threads", BOOK_INTEGER, &threads, 1, 1024, "threads of a block"},
    };
    book_parse(argc, argv, "atomic operations with a scope and an order", options);
    cudaFuncAttributes compiled; // .ptxVersion: for which capability, 70 is 7.0
    HANDLE_ERROR(cudaFuncGetAttributes(&compiled, add_one));
    if (compiled.ptxVersion < 70) {
        fprintf(stderr, "this program was compiled for chips before compute capability 7.0\n");
        book_exit(BOOK_EXIT_CANNOT_RUN);
    }

    int all = (int)(blocks * threads), others = all - (int)threads, right = 0;
    numbers found, *dev_found;
    int *dev_message, *dev_received, *host = (int *)malloc(others * sizeof(int));
    HANDLE_NULL(host);
    HANDLE_ERROR(cudaMalloc((void **)&dev_found, sizeof found));
    HANDLE_ERROR(cudaMalloc((void **)&dev_message, threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_received, others * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_found, 0, sizeof found));
    count<<<(unsigned)blocks, (unsigned)threads>>>(dev_found);
    HANDLE_LAUNCH("count");
    pass_on<<<(unsigned)blocks, (unsigned)threads>>>(dev_message, dev_received, dev_found);
    HANDLE_LAUNCH("pass_on");
    add_one<<<(unsigned)blocks, (unsigned)threads>>>(dev_found);
    HANDLE_LAUNCH("add_one");
    HANDLE_ERROR(cudaMemcpy(&found, dev_found, sizeof found, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(host, dev_received, others * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < others; i++)
        right += host[i] == (int)(i % threads * (i % threads));
    printf("counted %d of %d threads\n", found.threads, all);
    printf("received %d of %d numbers\n", right, others);
    printf("added up %d of %d under the lock\n", found.sum, all);

    free(host);
    HANDLE_ERROR(cudaFree(dev_found));
    HANDLE_ERROR(cudaFree(dev_message));
    HANDLE_ERROR(cudaFree(dev_received));
    int passed = (found.threads == all) + (right == others) + (found.sum == all);
    return book_verdict(passed == 3, "%d of 3 results are right", passed);
}
