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

/* Four elements for each thread, in one load, and no loop: which blocks run where and when is left
 * to the device, which hands the next one to whichever multiprocessor is free. first: the first
 * block's number, as one launch may not be enough. Vectors must begin at multiples of 16 bytes; the
 * up to three elements that are left in the end are added one by one. */
__global__ void add_four(const int *a, const int *b, int *c, long long n, long long first) {
    long long i = threadIdx.x + (first + blockIdx.x) * blockDim.x;
    if (i < n / 4) {
        int4 x = ((const int4 *)a)[i], y = ((const int4 *)b)[i];
        ((int4 *)c)[i] = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    } else if (i < n / 4 + n % 4) {
        i = n / 4 * 4 + (i - n / 4);
        c[i] = a[i] + b[i];
    }
}

enum { ADD_BOOK, ADD_GRID, ADD_FOUR, ADD_STEPS };
static const char *const add_names[ADD_STEPS] = {"book", "grid", "four"};
static const char *const add_changes[ADD_STEPS] = {
    "128 blocks of 128 threads: 16 384 loads under way at a time, too few to keep the memory busy",
    "as many blocks as the multiprocessors hold: the memory is busy nearly all the time",
    "four elements a load, a thread for each four: fewer instructions, no multiprocessor done "
    "early",
};

/* Launches one step, and does not wait for it. */
static inline void add_launch(int step, const int *a, const int *b, int *c, long long n,
                              int multiprocessors, cudaStream_t stream) {
    int aligned = ((size_t)a | (size_t)b | (size_t)c) % sizeof(int4) == 0;
    if (step == ADD_BOOK)
        add_stride<<<128, 128, 0, stream>>>(a, b, c, n);
    else if (step == ADD_GRID || !aligned)
        add_stride<<<16 * multiprocessors, 128, 0, stream>>>(a, b, c, n);
    else {
        const long long most = 0x7fffffff; // blocks of a launch
        long long blocks = (n / 4 + n % 4 + 1023) / 1024;
        for (long long first = 0; first < blocks; first += most)
            add_four<<<(unsigned)(blocks - first < most ? blocks - first : most), 1024, 0,
                       stream>>>(a, b, c, n, first);
    }
    HANDLE_ERROR(cudaGetLastError()); // of the launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
