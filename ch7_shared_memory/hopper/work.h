/* work.h: a product of matrices as the rungs get it, how blocks share it out, and how a block
 * stores its part.
 *
 * Both factors have their k numbers in a row, as wgmma wants them: A row after row, B column after
 * column. The weights of a neural network are often kept so. Rows are whole parts of 16 bytes,
 * filled up with zeros, which add nothing: k counts them.
 */
#ifndef HOPPER_WORK_H
#define HOPPER_WORK_H

#include "../product_work.h"
#include "wgmma.h"

/* C = A B on the device: C is m x n floats, A m x k, B k x n. */
template <typename T> struct hopper_work {
    T *a, *b;
    float *c;
    int m, n, k;
    int multiprocessors;
};

/* A block makes 128 x 256 elements of C, each of its two warpgroups that multiply half of the rows.
 * It goes along k by slabs of 128 bytes. */
#define HOPPER_TALL 128
#define HOPPER_WIDE 256
#define HOPPER_STAGES 4 /* so many slabs fit shared memory */

struct hopper_slab {
    char a[HOPPER_TALL * FETCH_ROW], b[HOPPER_WIDE * FETCH_ROW];
};

template <typename T> static __host__ __device__ inline int hopper_slabs(int k) {
    return (k * (int)sizeof(T) + FETCH_ROW - 1) / FETCH_ROW;
}

/* The numbers of a row of a slab. */
template <typename T> static __host__ __device__ inline int hopper_deep() {
    return FETCH_ROW / (int)sizeof(T);
}

#ifdef HOPPER
/* Stores the 64 x 256 sums of this warpgroup at (row, col), or what of them lies in C: wgmma.h says
 * which of them a thread has. */
__device__ inline void hopper_store(const float (&sums)[WGMMA_SUMS], float *c, int row, int col,
                                    int m, int n) {
    int warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    row += warp * 16 + lane / 4;
    col += lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < WGMMA_SUMS; i += 2) {
        int r = row + i / 2 % 2 * 8, q = col + i / 4 * 8;
        float *to = c + (size_t)r * n + q;
        if (r < m && q < n && n % 2 == 0)
            *(float2 *)to = make_float2(sums[i], sums[i + 1]);
        else if (r < m && q < n) {
            to[0] = sums[i];
            if (q + 1 < n)
                to[1] = sums[i + 1];
        }
    }
}
#endif

/* Has the kernel launched with room for so many slabs in shared memory, and in clusters of so many
 * blocks. */
template <typename... Parameters, typename... Arguments>
static void hopper_launch(void (*kernel)(Parameters...), int blocks, int cluster, int threads,
                          int slabs, cudaStream_t stream, Arguments... arguments) {
    int room = slabs * (int)sizeof(hopper_slab);
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    cudaLaunchAttribute clusters = {};
    clusters.id = cudaLaunchAttributeClusterDimension;
    clusters.val.clusterDim = {(unsigned)cluster, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = room;
    config.stream = stream;
    config.attrs = &clusters;
    config.numAttrs = 1;
    HANDLE_ERROR(cudaLaunchKernelEx(&config, kernel, arguments...));
}

template <typename T> static int hopper_blocks(const hopper_work<T> *w) {
    return product_parts(w->m, w->n, HOPPER_TALL, HOPPER_WIDE);
}

template <typename T> static CUtensorMap hopper_map_a(const hopper_work<T> *w) {
    return fetch_map(w->a, w->m, w->k, HOPPER_TALL);
}

template <typename T> static CUtensorMap hopper_map_b(const hopper_work<T> *w, int rows) {
    return fetch_map(w->b, w->n, w->k, rows);
}

#endif
