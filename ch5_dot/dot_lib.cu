// dot_lib: the dot product as a library function that C can call
//
// When something goes wrong, a program may print a message and end. A library must not: only its
// caller knows what to do. And only its caller knows where the vectors are, which stream the work
// belongs in, and which memory can be used again. So there are two functions:
//
//     dotproduct_async   vectors on the device, into a stream; allocates nothing, waits for nothing
//     dotproduct         vectors on the host; allocates, copies, waits, frees
//
// Both return the first error and go no further. dotproduct frees what it has allocated, however
// far it has come, and sets the result only if all went well.
//
// dot_lib.h says what they promise, dot_lib_user.c is a caller, in C.
// Long because there are two functions, and one of them must free on every path.
//
//     nvcc ch5_dot/dot_lib.cu ch5_dot/dot_lib_user.c -I. -o dot_lib && ./dot_lib
#include "dot_lib.h"

enum { THREADS_PER_BLOCK = 256, MAX_BLOCKS = DOTPRODUCT_PARTIAL };

// As in dot.cu.
__global__ void dot(const float *a, const float *b, float *c, size_t n) {
    __shared__ float cache[THREADS_PER_BLOCK];
    int cacheIndex = threadIdx.x;

    float temp = 0;
    for (size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x; tid < n;
         tid += (size_t)blockDim.x * gridDim.x)
        temp += a[tid] * b[tid];
    cache[cacheIndex] = temp;
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

// A single block adds up what the blocks of `dot` have left. There are so few numbers that double
// costs nothing, and only the last step rounds to float.
__global__ void add_up(const float *partial_c, int count, float *result) {
    __shared__ double cache[MAX_BLOCKS];
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = cacheIndex < count ? partial_c[cacheIndex] : 0;
    __syncthreads();

    for (int i = MAX_BLOCKS / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0)
        *result = (float)cache[0];
}

static int invalid(const float *result, const float *a, const float *b, size_t n) {
    return result == NULL || (n > 0 && (a == NULL || b == NULL)) || n > (size_t)-1 / sizeof(float);
}

extern "C" cudaError_t dotproduct_async(float *dev_result, const float *dev_a, const float *dev_b,
                                        size_t n, float *dev_partial, cudaStream_t stream) {
    if (invalid(dev_result, dev_a, dev_b, n) || dev_partial == NULL)
        return cudaErrorInvalidValue;
    size_t needed = n > 0 ? (n - 1) / THREADS_PER_BLOCK + 1 : 1;
    int blocks = needed < MAX_BLOCKS ? (int)needed : MAX_BLOCKS;
    dot<<<blocks, THREADS_PER_BLOCK, 0, stream>>>(dev_a, dev_b, dev_partial, n);
    add_up<<<1, MAX_BLOCKS, 0, stream>>>(dev_partial, blocks, dev_result);
    return cudaGetLastError(); // of either launch: a success does not hide an earlier failure
}

// What must be given back, NULL being nothing. All in one place, so that there is one way out.
struct resources {
    float *dev_a, *dev_b, *dev_work; // work: MAX_BLOCKS partial sums, then the result
    cudaEvent_t start, stop;
};

// The work, up to the first error.
static cudaError_t calculate(resources *r, const float *a, const float *b, size_t n, float *sum,
                             float *milliseconds) {
    size_t bytes = n * sizeof(float);
    cudaError_t err = cudaMalloc((void **)&r->dev_a, bytes);
    if (err == cudaSuccess)
        err = cudaMalloc((void **)&r->dev_b, bytes);
    if (err == cudaSuccess)
        err = cudaMalloc((void **)&r->dev_work, (MAX_BLOCKS + 1) * sizeof(float));
    if (err == cudaSuccess)
        err = cudaEventCreate(&r->start);
    if (err == cudaSuccess)
        err = cudaEventCreate(&r->stop);

    if (err == cudaSuccess)
        err = cudaEventRecord(r->start, 0);
    if (err == cudaSuccess)
        err = cudaMemcpy(r->dev_a, a, bytes, cudaMemcpyHostToDevice);
    if (err == cudaSuccess)
        err = cudaMemcpy(r->dev_b, b, bytes, cudaMemcpyHostToDevice);
    if (err == cudaSuccess)
        err = dotproduct_async(r->dev_work + MAX_BLOCKS, r->dev_a, r->dev_b, n, r->dev_work, 0);
    if (err == cudaSuccess) // waits for the kernels, and returns what went wrong in them
        err = cudaMemcpy(sum, r->dev_work + MAX_BLOCKS, sizeof(float), cudaMemcpyDeviceToHost);
    if (err == cudaSuccess)
        err = cudaEventRecord(r->stop, 0);
    if (err == cudaSuccess)
        err = cudaEventSynchronize(r->stop);
    if (err == cudaSuccess)
        err = cudaEventElapsedTime(milliseconds, r->start, r->stop);
    return err;
}

// The first of two errors.
static cudaError_t first(cudaError_t one, cudaError_t two) {
    return one != cudaSuccess ? one : two;
}

extern "C" cudaError_t dotproduct(float *result, const float *a, const float *b, size_t n,
                                  float *milliseconds) {
    if (invalid(result, a, b, n))
        return cudaErrorInvalidValue;
    float sum = 0, time = 0;
    if (n > 0) {
        resources r = {};
        cudaError_t err = calculate(&r, a, b, n, &sum, &time);
        // All of them, even if one of these calls fails as well. To free NULL does nothing.
        err = first(err, cudaFree(r.dev_a));
        err = first(err, cudaFree(r.dev_b));
        err = first(err, cudaFree(r.dev_work));
        if (r.start != NULL)
            err = first(err, cudaEventDestroy(r.start));
        if (r.stop != NULL)
            err = first(err, cudaEventDestroy(r.stop));
        if (err != cudaSuccess) {
            cudaGetLastError(); // or the caller would find it once more after the next launch
            return err;
        }
    }
    *result = sum;
    if (milliseconds != NULL)
        *milliseconds = time;
    return cudaSuccess;
}
