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

#endif
