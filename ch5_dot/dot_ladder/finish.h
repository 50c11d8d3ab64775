/* finish.h: the second launch of the steps 1 to 4: one block adds up what the others have left. */
#ifndef DOT_FINISH_H
#define DOT_FINISH_H

#include "3_shuffle.h"

__global__ void dot_finish(const float *partial_c, int count, float *c) {
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        sum += partial_c[i];
    sum = dot_sum_of_block(sum);
    if (threadIdx.x == 0)
        *c = sum;
}

static inline void dot_add_up(const dot_work *w, int blocks, cudaStream_t stream) {
    HANDLE_ERROR(cudaGetLastError()); // of the first launch
    dot_finish<<<1, DOT_THREADS, 0, stream>>>(w->partial_c, blocks, w->c);
}

#endif
