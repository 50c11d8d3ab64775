// two_views.h: what a program's own header says by __CUDA_ARCH__: see two_views.cu.
#ifndef TWO_VIEWS_H
#define TWO_VIEWS_H

#ifdef __CUDA_ARCH__
#define SIDE 2
#else
#define SIDE 1
#endif
#define TEN_TIMES (10 * SIDE)

#define FOR_BOTH __host__ __device__ inline

FOR_BOTH int side_by_header() {
#if defined(__CUDA_ARCH__)
    return 2;
#else
    return 1;
#endif
}

#endif
