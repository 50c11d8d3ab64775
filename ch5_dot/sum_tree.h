/* sum_tree.h: the sum that dot_kahan compares with others, as a GPU adds it up. ch5_dot/dot.cu
 * explains the kernel.
 */
#ifndef SUM_TREE_H
#define SUM_TREE_H

#include "../common/book.h"

const int threadsPerBlock = 256;

/* T is float or double: the same sum in both is the lesson. */
template <typename T> __global__ void fill(T *a, T *b, long long n) {
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x) {
        a[i] = (T)i;
        b[i] = (T)(2 * i);
    }
}

template <typename T> __global__ void dot(const T *a, const T *b, T *c, long long n) {
    __shared__ T cache[threadsPerBlock];
    int cacheIndex = threadIdx.x;
    T temp = 0;
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        temp += a[i] * b[i];
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

template <typename T> T tree(long long n, int blocks) {
    T *dev_a, *dev_b, *dev_c, partial_c[32], c = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, n * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, n * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, blocks * sizeof(T)));
    fill<<<blocks, threadsPerBlock>>>(dev_a, dev_b, n);
    HANDLE_LAUNCH("fill");
    dot<<<blocks, threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
    HANDLE_LAUNCH("dot");
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_c, blocks * sizeof(T), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    for (int i = 0; i < blocks; i++)
        c += partial_c[i];
    return c;
}

#endif
