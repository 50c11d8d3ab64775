/* scramblers.h: what the two ways of the branch in divergence do. */
#ifndef SCRAMBLERS_H
#define SCRAMBLERS_H

/* Two ways to scramble a number. They have little in common, or a compiler would do that part for
 * all threads together. */
__host__ __device__ static unsigned multiply(unsigned x, int rounds) {
    for (int k = 0; k < rounds; k++)
        x = (x ^ x >> 15) * 739982445u;
    return x;
}

__host__ __device__ static unsigned shift(unsigned x, int rounds) {
    for (int k = 0; k < rounds; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

#endif
