/* dot_ladder.h: the dot product step by step, from the book's kernel to what the memory delivers.
 *
 * dot_fast.cu climbs it; bench/dot.cu sets it beside the libraries. Both call dot_launch, below.
 */
#ifndef DOT_LADDER_H
#define DOT_LADDER_H

#include "../common/book.h"

#define DOT_THREADS 256 /* in a block; the tree wants a power of two */

/* ---- the book's kernel ------------------------------------------------------------------- */

/* A sum of products for each thread, then a tree in shared memory; c gets a sum for each block. */
__global__ void dot_tree(const float *a, const float *b, float *c, long long n) {
    __shared__ float cache[DOT_THREADS];
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    float sum = 0;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads(); // nobody may read another thread's sum before it is there
    for (int half = DOT_THREADS / 2; half != 0; half /= 2) {
        if ((int)threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads(); // nor before the half before has been added
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

/* ---- warps that add without shared memory ------------------------------------------------- */

/* The sum of x over the 32 threads of a warp, for the first of them. Each gets the number of the
 * thread 16 places on, then 8, 4, 2, 1: registers go to and fro, and nobody waits at a barrier. */
__device__ inline float dot_sum_of_warp(float x) {
    for (int distance = 16; distance != 0; distance /= 2)
        x += __shfl_down_sync(0xffffffff, x, distance);
    return x;
}

/* The sum of x over the threads of a block, for the first of them. */
__device__ inline float dot_sum_of_block(float x) {
    __shared__ float warps[32]; // a block has no more
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x = dot_sum_of_warp(x);
    if (lane == 0)
        warps[warp] = x;
    __syncthreads(); // nobody may read a warp's sum before it is there
    if (warp == 0)
        x = dot_sum_of_warp(lane < (int)blockDim.x / 32 ? warps[lane] : 0);
    __syncthreads(); // nobody may come back with the next sum while these are being read
    return x;
}

__global__ void dot_shuffle(const float *a, const float *b, float *c, long long n) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    float sum = 0;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    sum = dot_sum_of_block(sum);
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

/* ---- four elements at a time -------------------------------------------------------------- */

__device__ inline float dot_four(float4 x, float4 y) {
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

/* Four elements, in one load if they begin at a multiple of 16 bytes, else in four: those find in
 * the cache what the first has fetched. __ldcs: nobody reads this again, so it need not drive
 * anything else out of the caches. */
template <bool ALIGNED> __device__ inline float4 dot_load(const float *from) {
    if (ALIGNED)
        return __ldcs((const float4 *)from);
    return make_float4(from[0], from[1], from[2], from[3]);
}

/* The sum of the products of n elements, a multiple of 4, that are this thread's share of the
 * grid's. a begins at a multiple of 16 bytes, and b, if ALIGNED. */
template <bool ALIGNED>
__device__ inline float dot_fours(const float *a, const float *b, long long n) {
    long long i = 4 * (threadIdx.x + (long long)blockIdx.x * blockDim.x);
    long long step = 4LL * blockDim.x * gridDim.x;
    float sum = 0;
    for (; i + step < n; i += 2 * step) { // four loads, before the first is used
        float4 x0 = dot_load<true>(&a[i]), x1 = dot_load<true>(&a[i + step]);
        float4 y0 = dot_load<ALIGNED>(&b[i]), y1 = dot_load<ALIGNED>(&b[i + step]);
        sum += dot_four(x0, y0);
        sum += dot_four(x1, y1);
    }
    if (i < n)
        sum += dot_four(dot_load<true>(&a[i]), dot_load<ALIGNED>(&b[i]));
    return sum;
}

/* The sum of all products that are this thread's share. Elements before the first of a at a
 * multiple of 128 bytes, a line of the cache, are taken one by one, and so are those left in the
 * end. */
__device__ inline float dot_share(const float *a, const float *b, long long n) {
    long long thread = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    long long before = min(n, (long long)(-(size_t)a / sizeof(float) % 32));
    long long left = before + (n - before) % 4, fours = n - left;
    float sum = (size_t)(b + before) % sizeof(float4) == 0
                    ? dot_fours<true>(a + before, b + before, fours)
                    : dot_fours<false>(a + before, b + before, fours);
    for (long long i = thread; i < left; i += (long long)blockDim.x * gridDim.x) {
        long long e = i < before ? i : i + fours;
        sum += a[e] * b[e];
    }
    return sum;
}

__global__ void dot_vector(const float *a, const float *b, float *c, long long n) {
    float sum = dot_sum_of_block(dot_share(a, b, n));
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

/* ---- the blocks' sums --------------------------------------------------------------------- */

/* The second launch of those above: one block adds up what the others have left. */
__global__ void dot_finish(const float *partial_c, int count, float *c) {
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        sum += partial_c[i];
    sum = dot_sum_of_block(sum);
    if (threadIdx.x == 0)
        *c = sum;
}

/* One launch: each block adds its sum to c, which must be 0 before. Which block comes first is left
 * to chance, and with it how the sum is rounded. */
__global__ void dot_atomic(const float *a, const float *b, float *c, long long n) {
    float sum = dot_sum_of_block(dot_share(a, b, n));
    if (threadIdx.x == 0)
        atomicAdd(c, sum);
}

/* One launch: the block that is the last to be done adds up the sums of all, always in the same
 * order, so the result has the same bits every time. arrived must be 0 before, and is 0 again
 * afterwards. */
__global__ void dot_last_block(const float *a, const float *b, float *partial_c, unsigned *arrived,
                               float *c, long long n) {
    __shared__ bool last;
    float sum = dot_sum_of_block(dot_share(a, b, n));
    if (threadIdx.x == 0) {
        partial_c[blockIdx.x] = sum;
        __threadfence(); // who counts this block as arrived must find its sum there
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1; // counts to there, then from 0
    }
    __syncthreads(); // nobody may ask whether this is the last block before it is known
    if (!last)
        return;
    __threadfence(); // nothing that was read before the count may serve as another block's sum
    const volatile float *sums = partial_c;
    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += sums[i];
    sum = dot_sum_of_block(sum);
    if (threadIdx.x == 0)
        *c = sum;
}

/* ---- the steps ---------------------------------------------------------------------------- */

enum { DOT_BOOK, DOT_GRID, DOT_SHUFFLE, DOT_VECTOR, DOT_ATOMIC, DOT_LAST_BLOCK, DOT_STEPS };
static const char *const dot_names[DOT_STEPS] = {"book",   "grid",   "shuffle",
                                                 "vector", "atomic", "last block"};
static const char *const dot_changes[DOT_STEPS] = {
    "32 blocks of 256 threads; another block adds up what they leave",
    "blocks for all multiprocessors: more loads under way, up to what the memory can deliver",
    "warps add by shuffles: fewer barriers, hardly faster as the memory is the limit",
    "four numbers a load, four loads under way: the same with fewer instructions",
    "one launch, the blocks add to the result, which must be 0 before: no second launch",
    "one launch, the last block adds up: likewise, and the same bits every time",
};

/* What is to be multiplied, and room on the device for what the steps need. */
typedef struct {
    const float *a, *b;
    long long n;
    float *c;          /* the result */
    float *partial_c;  /* dot_most_blocks of them */
    unsigned *arrived; /* must be 0 at first */
    int multiprocessors;
} dot_work;

typedef struct {
    int blocks, threads;
} dot_grid;

/* Up to so many blocks are launched. */
static inline long long dot_most_blocks(const dot_work *w) {
    return 8LL * w->multiprocessors > 32 ? 8LL * w->multiprocessors : 32;
}

/* The grid of a step. With four elements at a time and many of them, blocks are as large as they
 * can be, so that there are few sums to add up in the end, and there are twice as many blocks as
 * fit at once, so that a multiprocessor that is done early gets more to do. With few elements small
 * blocks are spread over as many multiprocessors as possible. */
static inline dot_grid dot_grid_of(int step, const dot_work *w) {
    dot_grid grid = {8 * w->multiprocessors, DOT_THREADS};
    long long elements = w->n;
    if (step == DOT_BOOK)
        grid.blocks = 32;
    if (step >= DOT_VECTOR) {
        elements = (w->n + 3) / 4;
        if (elements > 1024LL * w->multiprocessors) {
            grid.threads = 1024;
            grid.blocks = 4 * w->multiprocessors;
        }
    }
    long long needed = (elements + grid.threads - 1) / grid.threads;
    if (needed < grid.blocks)
        grid.blocks = (int)needed;
    return grid;
}

/* Launches one step, and does not wait for it: w->c becomes the dot product. */
static inline void dot_launch(int step, const dot_work *w, cudaStream_t stream) {
    dot_grid g = dot_grid_of(step, w);
    switch (step) {
    case DOT_BOOK:
    case DOT_GRID:
        dot_tree<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->n);
        break;
    case DOT_SHUFFLE:
        dot_shuffle<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->n);
        break;
    case DOT_VECTOR:
        dot_vector<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->n);
        break;
    case DOT_ATOMIC:
        HANDLE_ERROR(cudaMemsetAsync(w->c, 0, sizeof(float), stream));
        dot_atomic<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->c, w->n);
        break;
    case DOT_LAST_BLOCK:
        dot_last_block<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->arrived,
                                                           w->c, w->n);
        break;
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
    if (step <= DOT_VECTOR) {
        dot_finish<<<1, DOT_THREADS, 0, stream>>>(w->partial_c, g.blocks, w->c);
        HANDLE_ERROR(cudaGetLastError());
    }
}

#endif
