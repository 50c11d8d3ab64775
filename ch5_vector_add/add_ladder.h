/* add_ladder.h: vector addition step by step, up to what the memory delivers. */
#ifndef ADD_LADDER_H
#define ADD_LADDER_H

#include "../common/book.h"

/* The grid-stride loop of add_loop. */
__global__ void add_stride(const int *a, const int *b, int *c, long long n) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        c[i] = a[i] + b[i];
}

/* Four elements for each thread, a block's width apart, and no loop over the grid: which blocks run
 * where and when is left to the device, which hands the next one to whichever multiprocessor is
 * free. All that a thread needs is under way before it uses the first of it. first: the first
 * block's number, as one launch may not be enough. */
__global__ void add_four(const int *a, const int *b, int *c, long long n, long long first) {
    long long start = threadIdx.x + (first + blockIdx.x) * 4 * blockDim.x;
    int x[4], y[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        long long i = start + k * blockDim.x;
        x[k] = i < n ? a[i] : 0;
        y[k] = i < n ? b[i] : 0;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        long long i = start + k * blockDim.x;
        if (i < n)
            c[i] = x[k] + y[k];
    }
}

enum { ADD_BOOK, ADD_GRID, ADD_FOUR, ADD_STEPS };
static const char *const add_names[ADD_STEPS] = {"book", "grid", "four"};
static const char *const add_changes[ADD_STEPS] = {
    "128 blocks of 128 threads: 16 384 pairs of loads under way at a time, too few to keep the "
    "memory busy",
    "as many blocks as the multiprocessors hold: the memory is busy nearly all the time",
    "a thread for each four: eight loads under way before the first is used, no multiprocessor "
    "done early",
};

/* Launches one step, and does not wait for it. */
static inline void add_launch(int step, const int *a, const int *b, int *c, long long n,
                              int multiprocessors, cudaStream_t stream) {
    if (step == ADD_BOOK)
        add_stride<<<128, 128, 0, stream>>>(a, b, c, n);
    else if (step == ADD_GRID)
        add_stride<<<16 * multiprocessors, 128, 0, stream>>>(a, b, c, n);
    else {
        const long long most = 0x7fffffff; // blocks of a launch
        long long blocks = (n + 4095) / 4096;
        for (long long first = 0; first < blocks; first += most)
            add_four<<<(unsigned)(blocks - first < most ? blocks - first : most), 1024, 0,
                       stream>>>(a, b, c, n, first);
    }
    HANDLE_ERROR(cudaGetLastError()); // of the launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
