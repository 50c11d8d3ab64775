// Memory that kernels allocate: malloc() and new.
#include "mistakes.h"

// beyond says: memory out of bounds in kernel beyond_kernel
// beyond says: writes 4 bytes: 0 bytes after the end of 16 bytes of device memory, allocated at
template <bool CORRECT> __global__ void beyond_kernel(int *out) {
    int *own = (int *)malloc(4 * sizeof(int)); // here: beyond
    for (int i = 0; i < (CORRECT ? 4 : 5); ++i)
        own[i] = i; // here: beyond
    out[threadIdx.x] = own[2];
    free(own);
}
template <bool CORRECT> void beyond() {
    int *out = zeros<int>(32);
    beyond_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// forgotten says: warning: leak
// forgotten exit: 0
// forgotten says: 16 bytes of device memory, allocated at
template <bool CORRECT> __global__ void forgotten_kernel(int *out) {
    int *own = new int[4]; // here: forgotten
    own[threadIdx.x] = 1;
    out[threadIdx.x] = own[threadIdx.x];
    if (CORRECT)
        delete[] own;
}
template <bool CORRECT> void forgotten() {
    int *out = zeros<int>(4);
    forgotten_kernel<CORRECT><<<1, 4>>>(out);
    finish(out);
}

// unwritten says: read of memory that nothing has written in kernel unwritten_kernel
// unwritten says: byte 8 of 16 bytes of device memory
template <bool CORRECT> __global__ void unwritten_kernel(int *out) {
    int *own = new int[4];
    if (CORRECT)
        own[2] = 1;
    out[threadIdx.x] = own[2]; // here: unwritten
    delete[] own;
}
template <bool CORRECT> void unwritten() {
    int *out = zeros<int>(4);
    unwritten_kernel<CORRECT><<<1, 4>>>(out);
    finish(out);
}

// after says: use after free in kernel after_kernel
template <bool CORRECT> __global__ void after_kernel(int *out) {
    int *own = new int(7);
    if (!CORRECT)
        delete own;          // here: after
    out[threadIdx.x] = *own; // here: after
    if (CORRECT)
        delete own;
}
template <bool CORRECT> void after() {
    int *out = zeros<int>(4);
    after_kernel<CORRECT><<<1, 4>>>(out);
    finish(out);
}

// twice says: wrong free
// twice says: of memory that was freed before
template <bool CORRECT> __global__ void twice_kernel(void *volatile *where) {
    where[threadIdx.x] = malloc(8);
    free(where[threadIdx.x]); // here: twice
    if (!CORRECT)
        free(where[threadIdx.x]); // here: twice
}
template <bool CORRECT> void twice() {
    void **where = zeros<void *>(4);
    twice_kernel<CORRECT><<<1, 4>>>(where);
    finish(where);
}

// The threads read memory one after the other, and one of them frees it.
// amid says: use after free
// amid says: thread 101 of block .0,0,0. reads 4 bytes
template <bool CORRECT> __global__ void amid_kernel(int **where, int *out) {
    const int i = threadIdx.x;
    int *const memory = *where;
    out[i] = memory[i]; // here: amid
    if (CORRECT)
        __syncthreads();
    if (i == 100)
        free(memory);
}
__global__ void allocate_kernel(int **where) {
    *where = (int *)malloc(256 * sizeof(int));
    for (int i = 0; i < 256; i++)
        (*where)[i] = i;
}
template <bool CORRECT> void amid() {
    int **where = zeros<int *>(1), *out = zeros<int>(256);
    allocate_kernel<<<1, 1>>>(where);
    amid_kernel<CORRECT><<<1, 256>>>(where, out);
    finish(where);
    finish(out);
}

MISTAKES(CASE(beyond), CASE(forgotten), CASE(unwritten), CASE(after), CASE(twice), CASE(amid))
