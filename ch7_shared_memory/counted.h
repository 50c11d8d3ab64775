/* counted.h: what stands in for the pointer to a matrix and counts the reads through it, each
 * thread for itself. So the kernel whose reads are counted is the one that is timed, line by line.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "../common/book.h"

template <typename T> struct counted {
    const T *elements;
    unsigned *loads; // a number for each thread of the grid
    __device__ T operator[](size_t i) const {
        size_t block = blockIdx.x + (size_t)blockIdx.y * gridDim.x;
        loads[(block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x]++;
        return elements[i];
    }
};

/* A count for each thread, from 0 on. */
static inline unsigned *make_loads(size_t threads) {
    unsigned *dev_loads;
    HANDLE_ERROR(cudaMalloc((void **)&dev_loads, threads * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(dev_loads, 0, threads * sizeof(unsigned)));
    return dev_loads;
}

/* The reads of all threads; the counts of each are freed. */
static inline size_t add_loads(unsigned *dev_loads, size_t threads) {
    unsigned *loads = (unsigned *)malloc(threads * sizeof(unsigned));
    HANDLE_NULL(loads);
    HANDLE_ERROR(cudaMemcpy(loads, dev_loads, threads * sizeof(unsigned), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_loads));
    size_t total = 0;
    for (size_t i = 0; i < threads; i++)
        total += loads[i];
    free(loads);
    return total;
}

#endif
