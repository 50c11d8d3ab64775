// matrix.h: what the programs about mma.h here have in common.
#ifndef MATRIX_H
#define MATRIX_H

#include "fault.h"
#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> factor_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> factor_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;

static inline __device__ void fill(factor_a &a, factor_b &b, sums &c) {
    wmma::fill_fragment(a, 1.0f);
    wmma::fill_fragment(b, 1.0f);
    wmma::fill_fragment(c, 0.0f);
}

static inline float *matrix() {
    float *memory = nullptr;
    cudaMalloc(&memory, 1000 * sizeof(float));
    return memory;
}

#endif
