// dot_lib: the dot product as a library function that C can call
//
// When something goes wrong, a program may print a message and end. A library may not: only its
// caller knows what to do. So dotproduct
//
//     returns every error, the first one first, and goes no further;
//     frees what it has allocated, however far it has come;
//     has a result only if all went well.
//
// dot_lib.h says what it promises, dot_lib_user.c is a caller, in C.
//
//     nvcc ch5_dot/dot_lib.cu ch5_dot/dot_lib_user.c -I. -o dot_lib && ./dot_lib
#include "dot_lib.h"

enum { THREADS_PER_BLOCK = 256, MAX_BLOCKS = 256 };

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

// What must be given back, NULL being nothing. All in one place, so that there is one way out.
struct resources {
    float *dev_a, *dev_b, *dev_partial_c;
    cudaEvent_t start, stop;
};

// The work, up to the first error.
static cudaError_t calculate(resources *r, const float *a, const float *b, size_t n, float *sum,
                             float *milliseconds) {
    size_t bytes = n * sizeof(float), needed = (n - 1) / THREADS_PER_BLOCK + 1;
    int blocks = needed < MAX_BLOCKS ? (int)needed : MAX_BLOCKS;
    float partial_c[MAX_BLOCKS];

    cudaError_t err = cudaMalloc((void **)&r->dev_a, bytes);
    if (err == cudaSuccess)
        err = cudaMalloc((void **)&r->dev_b, bytes);
    if (err == cudaSuccess)
        err = cudaMalloc((void **)&r->dev_partial_c, blocks * sizeof(float));
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
    if (err == cudaSuccess) {
        dot<<<blocks, THREADS_PER_BLOCK>>>(r->dev_a, r->dev_b, r->dev_partial_c, n);
        err = cudaGetLastError();
    }
    if (err == cudaSuccess) // waits for the kernel, and returns what went wrong in it
        err =
            cudaMemcpy(partial_c, r->dev_partial_c, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    if (err == cudaSuccess)
        err = cudaEventRecord(r->stop, 0);
    if (err == cudaSuccess)
        err = cudaEventSynchronize(r->stop);
    if (err == cudaSuccess)
        err = cudaEventElapsedTime(milliseconds, r->start, r->stop);
    if (err != cudaSuccess)
        return err;

    double c = 0; // so few additions that double costs nothing
    for (int i = 0; i < blocks; i++)
        c += partial_c[i];
    *sum = (float)c;
    return cudaSuccess;
}

// The first of two errors.
static cudaError_t first(cudaError_t one, cudaError_t two) {
    return one != cudaSuccess ? one : two;
}

extern "C" cudaError_t dotproduct(float *result, const float *a, const float *b, size_t n,
                                  float *milliseconds) {
    if (result == NULL || (n > 0 && (a == NULL || b == NULL)) || n > (size_t)-1 / sizeof(float))
        return cudaErrorInvalidValue;
    float sum = 0, time = 0;
    if (n > 0) {
        resources r = {};
        cudaError_t err = calculate(&r, a, b, n, &sum, &time);
        // All of them, even if one of these calls fails as well. To free NULL does nothing.
        err = first(err, cudaFree(r.dev_a));
        err = first(err, cudaFree(r.dev_b));
        err = first(err, cudaFree(r.dev_partial_c));
        if (r.start != NULL)
            err = first(err, cudaEventDestroy(r.start));
        if (r.stop != NULL)
            err = first(err, cudaEventDestroy(r.stop));
        if (err != cudaSuccess) {
            cudaGetLastError(); // returned, it must not turn up after the caller's next launch
            return err;
        }
    }
    *result = sum;
    if (milliseconds != NULL)
        *milliseconds = time;
    return cudaSuccess;
}
