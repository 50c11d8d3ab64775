// memory_kinds: the memories of a GPU: who sees them, how large they are, how long a read takes
//
//     a thread       registers, and local memory for what does not fit there or is indexed
//     its block      shared memory
//     every grid     global memory; constant memory and textures, which kernels only read
//
// The program prints what this device has of each, and sends a number through each of them. On a
// GPU it also measures how long a read takes: by a walk along a chain, where each element says
// which is next, so that no read can begin before the one before it has ended. In global memory
// that depends on which cache has the element, so there are three chains: one that fits into L1,
// one that fits into L2 only, and one that fits into neither.
//
//     nvcc ch7_shared_memory/memory_kinds.cu -I. -o memory_kinds && ./memory_kinds
#include "../common/book.h"
#include "../common/table.h"

#define WARP 32
#define BLOCKS 4
#define THREADS 256
#define ALL (BLOCKS * THREADS)
#define CHAIN 256 // elements: 1 KiB, which fits everywhere

__constant__ int constant_chain[CHAIN];

// The chain of the small memories, over all elements: 0, 33, 66, ... 231, 8, 41, ...
__host__ __device__ static int after(int i) {
    return (i + 33) % CHAIN;
}

// ---- a number through each memory

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
    int local[8];            // nor this; being indexed with `pick` it cannot be in registers
    for (int k = 0; k < 8; k++)
        local[k] = 10 * i + k;
    shared[threadIdx.x] = 5 * i;
    __syncthreads();

    results[0 * ALL + i] = in_register;
    results[1 * ALL + i] = local[pick];
    results[2 * ALL + i] = shared[THREADS - 1 - threadIdx.x]; // from another thread of the block
    results[3 * ALL + i] = global[ALL - 1 - i]; // from another block, even of an earlier kernel
    results[4 * ALL + i] = constant_chain[i % CHAIN];             // from the host
    results[5 * ALL + i] = tex1Dfetch<int>(texture, ALL - 1 - i); // as the global one, another way
}

// ---- how long a read takes

typedef struct {
    int ends[WARP]; // where the walks of the threads of a warp have ended
    float cycles;   // for one step
} walk_result;

// What stands for a pointer to a chain that is read as a texture.
struct texture_chain {
    cudaTextureObject_t texture;
    __device__ int operator[](int i) const { return tex1Dfetch<int>(texture, i); }
};

// Goes so many steps along the chain `next`, and then so many that are timed.
template <typename Chain>
__device__ static void walk(Chain next, int place, int steps, int timed_steps,
                            walk_result *result) {
    for (int i = 0; i < steps; i++) // fetches the chain into the caches, if it fits
        place = next[place];
    long long start = clock64();
    __syncthreads(); // keeps the compiler from moving reads out from between the clocks
    for (int i = 0; i < timed_steps; i++)
        place = next[place];
    __syncthreads_or(place); // a barrier, and one that waits for the last read
    long long stop = clock64();
    result->ends[threadIdx.x] = place;
    if (threadIdx.x == 0)
        result->cycles = (float)(stop - start) / timed_steps;
}

__global__ void walk_shared(int steps, walk_result *result) {
    __shared__ int next[CHAIN];
    for (int i = threadIdx.x; i < CHAIN; i += WARP)
        next[i] = after(i);
    __syncthreads();
    walk(next, threadIdx.x, steps, steps, result); // each thread in a bank of its own
}

__global__ void walk_local(int steps, walk_result *result) {
    int next[CHAIN];
    for (int i = 0; i < CHAIN; i++)
        next[i] = after(i);
    walk(next, 0, steps, steps, result);
}

// stride 0: the whole warp reads the same element; 1: 32 different ones
__global__ void walk_constant(int stride, int steps, walk_result *result) {
    walk(constant_chain, threadIdx.x * stride, steps, steps, result);
}

__global__ void walk_texture(texture_chain next, int steps, walk_result *result) {
    walk(next, 0, steps, steps, result);
}

__global__ void walk_global(const int *next, int steps, int timed_steps, walk_result *result) {
    walk(next, 0, steps, timed_steps, result);
}

// A register is there at once. What can be timed is an instruction that needs the result of the one
// before.
__global__ void step_in_register(unsigned factor, int steps, walk_result *result) {
    unsigned x = threadIdx.x; // unsigned, because the products overflow
    long long start = clock64();
    __syncthreads();
    for (int i = 0; i < steps; i++)
        x = x * factor + 1;
    __syncthreads_or((int)x);
    long long stop = clock64();
    result->ends[threadIdx.x] = (int)x;
    if (threadIdx.x == 0)
        result->cycles = (float)(stop - start) / steps;
}

// ---- host

#define WALKS 9
static const char *const walk_names[WALKS] = {"register",
                                              "shared",
                                              "constant (one for the warp)",
                                              "constant (32 different)",
                                              "local",
                                              "texture in L1",
                                              "global in L1",
                                              "global in L2",
                                              "global in neither"};

// Fills a chain of `lines` cache lines of 128 bytes, in an order without any pattern that the
// hardware could foresee: one closed walk through all of them (Sattolo's shuffle).
#define LINE (int)(128 / sizeof(int))
static void shuffle_chain(int *next, int lines) {
    unsigned long long noise = 1;
    for (int i = 0; i < lines; i++)
        next[i * LINE] = i * LINE;
    for (int i = lines - 1; i > 0; i--) {
        noise = noise * 6364136223846793005ULL + 1442695040888963407ULL;
        int j = (int)((noise >> 33) % i), swapped = next[i * LINE];
        next[i * LINE] = next[j * LINE];
        next[j * LINE] = swapped;
    }
}

// Makes numbers in global memory readable as a texture: an address, how the numbers look, how many
// bytes. To be destroyed with cudaDestroyTextureObject.
static cudaTextureObject_t lay_texture(int *dev_numbers, size_t bytes) {
    cudaResourceDesc resource;
    cudaTextureDesc reading;
    memset(&resource, 0, sizeof resource);
    memset(&reading, 0, sizeof reading); // all 0: elements as they are
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev_numbers;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureObject_t texture = 0;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &reading, NULL));
    return texture;
}

// Runs walk number k and returns 1 if every thread has ended where it should. bytes: of the chain
// in global memory.
static int run_walk(int k, size_t bytes, texture_chain texture, walk_result *dev_result,
                    walk_result *result) {
    const int steps = 1000; // no multiple of CHAIN: they do not end where they began
    const unsigned factor = 5;
    int starts[WARP], lines = (int)(bytes / sizeof(int) / LINE), all_steps = 2 * steps;
    int *next = NULL, *dev_next = NULL;
    for (int t = 0; t < WARP; t++)
        starts[t] = k == 0 || k == 1 || k == 3 ? t : 0;
    if (k == 0)
        step_in_register<<<1, WARP>>>(factor, steps, dev_result);
    else if (k == 1)
        walk_shared<<<1, WARP>>>(steps, dev_result);
    else if (k == 2 || k == 3)
        walk_constant<<<1, WARP>>>(k - 2, steps, dev_result);
    else if (k == 4)
        walk_local<<<1, WARP>>>(steps, dev_result);
    else if (k == 5)
        walk_texture<<<1, WARP>>>(texture, steps, dev_result);
    else {
        next = (int *)calloc(1, bytes);
        HANDLE_NULL(next);
        shuffle_chain(next, lines);
        HANDLE_ERROR(cudaMalloc((void **)&dev_next, bytes));
        HANDLE_ERROR(cudaMemcpy(dev_next, next, bytes, cudaMemcpyHostToDevice));
        // Once around to have it in a cache; where it fits into none, only the instructions.
        int first = k == 8 ? 64 : lines;
        all_steps = first + steps;
        walk_global<<<1, WARP>>>(dev_next, first, steps, dev_result);
    }
    HANDLE_LAUNCH("walk");
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof *result, cudaMemcpyDeviceToHost));
    int right = 1;
    for (int t = 0; t < WARP; t++) {
        unsigned place = (unsigned)starts[t];
        if (k == 0)
            for (int i = 0; i < steps; i++)
                place = place * factor + 1;
        else
            for (int i = 0; i < all_steps; i++)
                place = (unsigned)(next != NULL ? next[place] : after((int)place));
        right = right && (unsigned)result->ends[t] == place;
    }
    if (next != NULL)
        HANDLE_ERROR(cudaFree(dev_next));
    free(next);
    return right;
}

int main(int argc, char **argv) {
    const char *csv = NULL;
    book_option options[] = {
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the times of the reads there too"},
    };
    book_parse(argc, argv, "the memories of this device, and how long a read takes", options);
    book_table table;
    book_table_open(&table, csv, "memory,bytes,cycles,right");

    int device = 0;
    size_t stack = 0;
    cudaDeviceProp p;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&p, device));
    HANDLE_ERROR(cudaDeviceGetLimit(&stack, cudaLimitStackSize));

    printf("%s, %d multiprocessors\n", p.name, p.multiProcessorCount);
    printf("memory    seen by     lives as long as   here\n");
    printf("register  a thread    the thread         %d of 4 bytes for a block\n", p.regsPerBlock);
    printf(
        "local     a thread    the thread         %zu bytes of stack, cudaDeviceSetLimit: more\n",
        stack);
    printf("shared    a block     the block          %zu bytes for a block, %zu on request; %zu on "
           "a multiprocessor\n",
           p.sharedMemPerBlock, p.sharedMemPerBlockOptin, p.sharedMemPerMultiprocessor);
    printf("global    every grid  until cudaFree     %.1f GiB, behind %.1f MiB of L2 cache\n",
           (double)p.totalGlobalMem / (1 << 30), (double)p.l2CacheSize / (1 << 20));
    printf("constant  every grid  the program        %zu bytes, kernels only read\n",
           p.totalConstMem);
    printf("texture   every grid  until destroyed    up to %d x %d elements, kernels only read\n",
           p.maxTexture2D[0], p.maxTexture2D[1]);

    int chain[CHAIN], *dev_chain, *dev_global, *dev_results;
    int *results = (int *)malloc(6 * ALL * sizeof(int));
    HANDLE_NULL(results);
    for (int i = 0; i < CHAIN; i++)
        chain[i] = after(i);
    HANDLE_ERROR(cudaMemcpyToSymbol(constant_chain, chain, sizeof chain));
    HANDLE_ERROR(cudaMalloc((void **)&dev_global, ALL * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, 6 * ALL * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_results, 0xff, 6 * ALL * sizeof(int)));
    leave<<<BLOCKS, THREADS>>>(dev_global);
    HANDLE_LAUNCH("leave");
    cudaTextureObject_t texture = lay_texture(dev_global, ALL * sizeof(int));
    collect<<<BLOCKS, THREADS>>>(dev_global, texture, 6, dev_results);
    HANDLE_LAUNCH("collect");
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaMemcpy(results, dev_results, 6 * ALL * sizeof(int), cudaMemcpyDeviceToHost));
    int values = 0;
    for (int i = 0; i < ALL; i++) {
        int opposite = i / THREADS * THREADS + THREADS - 1 - i % THREADS;
        values += results[0 * ALL + i] == 3 * i;
        values += results[1 * ALL + i] == 10 * i + 6;
        values += results[2 * ALL + i] == 5 * opposite;
        values += results[3 * ALL + i] == 7 * (ALL - 1 - i);
        values += results[4 * ALL + i] == after(i % CHAIN);
        values += results[5 * ALL + i] == 7 * (ALL - 1 - i);
    }
    free(results);
    HANDLE_ERROR(cudaFree(dev_global));
    HANDLE_ERROR(cudaFree(dev_results));

    // L1 has no property to ask. It is what shared memory leaves over: since compute capability 7.0
    // 28 KiB at the least, and 256 at the most (2026).
    size_t l2 = (size_t)p.l2CacheSize;
    size_t bytes[WALKS] = {
        4,        sizeof chain, sizeof chain, sizeof chain, sizeof chain, sizeof chain,
        16 << 10, l2 / 8,       8 * l2};
    walk_result *dev_result, found[WALKS];
    int walks = BOOK_ON_GPU ? WALKS : 7, walks_right = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof found[0]));
    HANDLE_ERROR(cudaMalloc((void **)&dev_chain, sizeof chain));
    HANDLE_ERROR(cudaMemcpy(dev_chain, chain, sizeof chain, cudaMemcpyHostToDevice));
    texture_chain small_texture = {lay_texture(dev_chain, sizeof chain)};
    if (BOOK_ON_GPU)
        printf("\ncycles for a read and finding out where the next one is\n");
    for (int k = 0; k < walks; k++) {
        int right = run_walk(k, bytes[k], small_texture, dev_result, &found[k]);
        walks_right += right;
        if (BOOK_ON_GPU)
            printf("%-28s %8.1f   %zu bytes\n", walk_names[k], found[k].cycles, bytes[k]);
        book_table_row(&table, "%s,%zu,%.9g,%d", walk_names[k], bytes[k],
                       BOOK_ON_GPU ? found[k].cycles : NAN, right);
    }
    HANDLE_ERROR(cudaDestroyTextureObject(small_texture.texture));
    HANDLE_ERROR(cudaFree(dev_chain));
    HANDLE_ERROR(cudaFree(dev_result));
    if (!BOOK_ON_GPU)
        printf("\nreads are not timed: on a CPU all memories are one\n");
    book_table_close(&table);
    int order =
        !BOOK_ON_GPU || (found[6].cycles < found[7].cycles && found[7].cycles < found[8].cycles);
    return book_verdict(values == 6 * ALL && walks_right == walks && order,
                        "%d of %d numbers arrived, %d of %d walks ended where they should%s",
                        values, 6 * ALL, walks_right, walks,
                        order ? "" : "; L1, L2 and memory are not in that order");
}
