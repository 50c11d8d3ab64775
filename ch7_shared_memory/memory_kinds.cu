// memory_kinds: the memories of a GPU: who sees them, how long they live, how large they are
//
//     a thread       registers, and local memory for what does not fit there or is indexed
//     its block      shared memory
//     every grid     global memory; constant memory and textures, which kernels only read
//
// The program prints what this device has of each, and sends numbers through all of them. How long
// a read takes, memory_latency measures.
//
//     nvcc ch7_shared_memory/memory_kinds.cu -I. -o memory_kinds && ./memory_kinds
#include "../common/book.h"
#include "linear_texture.h"

#define BLOCKS 4
#define THREADS 256
#define ALL (BLOCKS * THREADS)
#define KINDS 6
#define LOCAL 8 // elements of the array in local memory

__constant__ int from_host[THREADS];

__global__ void leave(int *global) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    global[i] = 7 * i;
}

// results: a row of ALL for each memory. texture: lies over the same numbers as `global`. pick: 0
// to 7, which the compiler must not know.
__global__ void collect(const int *global, cudaTextureObject_t texture, int pick, int *results) {
    __shared__ int shared[THREADS];
    int i = threadIdx.x + blockIdx.x * blockDim.x;

    int in_register = 3 * i; // nobody else sees it
    int local[LOCAL];        // nor this; registers have no numbers for `pick` to choose from
    for (int k = 0; k < LOCAL; k++)
        local[(k + pick) % LOCAL] = 10 * i + (k + pick) % LOCAL;
    shared[threadIdx.x] = 5 * i;
    __syncthreads(); // nobody may read another thread's number before it is there

    results[0 * ALL + i] = in_register;
    results[1 * ALL + i] = local[pick];
    results[2 * ALL + i] = shared[THREADS - 1 - threadIdx.x]; // from another thread of the block
    results[3 * ALL + i] = global[ALL - 1 - i]; // from another block, even of an earlier kernel
    results[4 * ALL + i] = from_host[threadIdx.x];
    results[5 * ALL + i] = tex1Dfetch<int>(texture, ALL - 1 - i); // as the global one, another way
}

static void print_memories(void) {
    int device = 0;
    size_t stack = 0;
    cudaDeviceProp p;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&p, device));
    HANDLE_ERROR(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    printf("%s, %d multiprocessor%s\n", p.name, p.multiProcessorCount,
           p.multiProcessorCount == 1 ? "" : "s");
    printf("memory    seen by     lives as long as   here\n");
    printf("register  a thread    the thread         %d of 4 bytes for a block\n", p.regsPerBlock);
    printf("local     a thread    the thread         "
           "%zu bytes of stack, cudaDeviceSetLimit: more\n",
           stack);
    printf("shared    a block     the block          "
           "%zu bytes for a block, %zu on request; %zu on a multiprocessor\n",
           p.sharedMemPerBlock, p.sharedMemPerBlockOptin, p.sharedMemPerMultiprocessor);
    printf("global    every grid  until cudaFree     %.1f GiB, behind %.1f MiB of L2 cache\n",
           (double)p.totalGlobalMem / (1 << 30), (double)p.l2CacheSize / (1 << 20));
    printf("constant  every grid  the program        %zu bytes, kernels only read\n",
           p.totalConstMem);
    printf("texture   every grid  until destroyed    up to %d x %d elements, kernels only read\n",
           p.maxTexture2D[0], p.maxTexture2D[1]);
}

int main(int argc, char **argv) {
    book_parse_options(argc, argv, "the memories of this device, and numbers sent through them",
                       NULL, 0);
    print_memories();

    int numbers[THREADS], *dev_global, *dev_results;
    int *results = (int *)malloc(KINDS * ALL * sizeof(int));
    HANDLE_NULL(results);
    for (int i = 0; i < THREADS; i++)
        numbers[i] = 9 * i;
    HANDLE_ERROR(cudaMemcpyToSymbol(from_host, numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc((void **)&dev_global, ALL * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, KINDS * ALL * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_results, 0xff, KINDS * ALL * sizeof(int)));
    leave<<<BLOCKS, THREADS>>>(dev_global);
    HANDLE_LAUNCH("leave");
    cudaTextureObject_t texture = lay_texture(dev_global, ALL * sizeof(int));
    collect<<<BLOCKS, THREADS>>>(dev_global, texture, 6, dev_results);
    HANDLE_LAUNCH("collect");
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    // Compilers are good at finding registers for an array: has this one stayed in memory?
    cudaFuncAttributes attributes;
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, collect));
    int in_memory = !BOOK_ON_GPU || attributes.localSizeBytes >= LOCAL * sizeof(int);
    HANDLE_ERROR(
        cudaMemcpy(results, dev_results, KINDS * ALL * sizeof(int), cudaMemcpyDeviceToHost));

    int arrived = 0;
    for (int i = 0; i < ALL; i++) {
        int thread = i % THREADS, opposite = i - thread + THREADS - 1 - thread;
        arrived += results[0 * ALL + i] == 3 * i;
        arrived += results[1 * ALL + i] == 10 * i + 6;
        arrived += results[2 * ALL + i] == 5 * opposite;
        arrived += results[3 * ALL + i] == 7 * (ALL - 1 - i);
        arrived += results[4 * ALL + i] == 9 * thread;
        arrived += results[5 * ALL + i] == 7 * (ALL - 1 - i);
    }
    free(results);
    HANDLE_ERROR(cudaFree(dev_global));
    HANDLE_ERROR(cudaFree(dev_results));
    return book_verdict(arrived == KINDS * ALL && in_memory, "%d of %d numbers arrived%s", arrived,
                        KINDS * ALL, in_memory ? "" : "; the local array is in registers");
}
