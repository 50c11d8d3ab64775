/* fragment.h: what a warp hands to a tensor core, and gets back.
 *
 * A tensor core multiplies two small matrices in one instruction. It takes the 32 threads of a warp
 * to hand it those: each holds a part of both, a "fragment". CUDA leaves open which thread has
 * which part, so a fragment is loaded and stored by functions of <mma.h>, which all threads of the
 * warp must call together. They want addresses that are multiples of 32 bytes, and rows 16 bytes or
 * a multiple of it apart.
 */
#ifndef TENSOR_FRAGMENT_H
#define TENSOR_FRAGMENT_H

#include "../product_work.h"
#include <mma.h>

/* Chips before compute capability 8.0 have no tensor cores for these types: kernels that are
 * compiled for one are empty, and tensor_require says so before one is launched. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define TENSOR_CORES
namespace wmma = nvcuda::wmma;
#endif

/* One instruction multiplies M x K numbers of A by K x N of B and adds M x N sums. Of float the
 * factors must be of the type TF32: as large or small as a float, but of 11 significant bits. */
template <typename T> struct tensor;

template <> struct tensor<float> {
    enum { M = 16, N = 16, K = 8 };
    typedef float4 vector; /* 16 bytes: what a thread loads at once */
#ifdef TENSOR_CORES
    typedef wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major> part_a;
    typedef wmma::fragment<wmma::matrix_b, M, N, K, wmma::precision::tf32, wmma::row_major> part_b;
    typedef wmma::fragment<wmma::accumulator, M, N, K, float> part_c;

    static __device__ float factor(float x) {
        return wmma::__float_to_tf32(x); // rounded; left alone, the last bits would be cut off
    }
    static __device__ float4 factors(float4 x) {
        return make_float4(factor(x.x), factor(x.y), factor(x.z), factor(x.w));
    }
#endif
};

template <> struct tensor<double> {
    enum { M = 8, N = 8, K = 4 };
    typedef double2 vector;
#ifdef TENSOR_CORES
    typedef wmma::fragment<wmma::matrix_a, M, N, K, double, wmma::row_major> part_a;
    typedef wmma::fragment<wmma::matrix_b, M, N, K, double, wmma::row_major> part_b;
    typedef wmma::fragment<wmma::accumulator, M, N, K, double> part_c;

    static __device__ double factor(double x) {
        return x;
    }
    static __device__ double2 factors(double2 x) {
        return x;
    }
#endif
};

/* How much longer than its numbers a row of a tile in shared memory is, so that the threads of a
 * warp that load a fragment find their numbers in different banks. As the PTX manual tells of the
 * instructions behind it, thread t wants row t / 4, column t % 4 of A, and row t % 4, column t / 4
 * of B. */
#define TENSOR_GAP_A 4
#define TENSOR_GAP_B(T) (32 / (int)sizeof(T))

#ifdef TENSOR_CORES
/* Stores a warp's tile of C at (row, col), or what of it lies in C: by way of `patch`, M x N
 * numbers of shared memory, from which threads can choose. */
template <typename T, typename Part>
__device__ inline void tensor_store(const Part &part, T *patch, T *c, int row, int col, int m,
                                    int n) {
    const int M = tensor<T>::M, N = tensor<T>::N;
    bool aligned = n * sizeof(T) % 16 == 0 && (size_t)c % 32 == 0;
    if (aligned && row + M <= m && col + N <= n) { // the same for all threads of the warp
        wmma::store_matrix_sync(c + (size_t)row * n + col, part, n, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(patch, part, N, wmma::mem_row_major);
    __syncwarp(); // nobody may read what another thread has not stored yet
    for (int e = threadIdx.x % 32; e < M * N; e += 32)
        if (row + e / N < m && col + e % N < n)
            c[(size_t)(row + e / N) * n + col + e % N] = patch[e];
    __syncwarp(); // nobody may store the next tile over one that is still being read
}
#endif

#endif
