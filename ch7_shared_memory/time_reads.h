/* time_reads.h: how long a read of shared memory takes, where each must end before the next can
 * begin.
 */
#ifndef TIME_READS_H
#define TIME_READS_H

#include "../common/book.h"

#define READS 256 /* that are timed, one after another */

// The bits of what was read, all of them, or the compiler might read less.
__device__ static int bits(char value) {
    return value;
}
__device__ static int bits(short value) {
    return value;
}
__device__ static int bits(float value) {
    return __float_as_int(value);
}
__device__ static int bits(double value) {
    return __double2hiint(value) + __double2loint(value);
}
__device__ static int bits(float4 value) {
    return bits(value.x) + bits(value.y) + bits(value.z) + bits(value.w);
}

// Clock cycles of a read at s[index], while the other threads of the warp read at theirs. s is full
// of zeros, so all reads are of the same place; but where the next one is, the hardware only knows
// when the one before has come back.
template <typename T> __device__ static float time_reads(const T *s, int index) {
    int place = index;
    long long start = clock64();
    __syncthreads(); // keeps the compiler from moving reads out from between the clocks
    for (int i = 0; i < READS; i++)
        index += bits(s[index]);
    int zeros = __syncthreads_and(index == place); // a barrier that waits for the reads, too
    long long stop = clock64();
    return zeros ? (float)(stop - start) / READS : NAN;
}

#endif
