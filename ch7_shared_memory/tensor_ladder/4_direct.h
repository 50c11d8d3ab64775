/* 4_direct.h: each thread loads its part of a fragment itself.
 *
 * load_matrix_sync does not know that it is shared memory it loads from, and uses a slower load
 * that finds out each time. A thread's own load is a faster one, but which numbers are its part
 * CUDA does not say. It can be asked, once; the answers cost registers. The kernel is that of step
 * 3. On an H200 it is 1.5 times as fast in float, and 1.07 times in double.
 */
#ifndef TENSOR_4_DIRECT_H
#define TENSOR_4_DIRECT_H

#include "3_pipelined.h"

#ifdef TENSOR_CORES
/* Which numbers of a matrix make up a fragment of this thread is not laid down, and may differ from
 * chip to chip. But it can be asked: a fragment is loaded from a matrix of which each element is
 * its own number. Each place becomes the distance of an element from the beginning of the fragment,
 * in a matrix of `stride` numbers from row to row. room: for ROWS * COLS numbers, of one warp. */
template <int ROWS, int COLS, typename Part, typename T>
__device__ inline void tensor_places(T *room, int stride, int (&places)[Part::num_elements]) {
    Part part;
    for (int e = threadIdx.x % 32; e < ROWS * COLS; e += 32)
        room[e] = e;
    __syncwarp(); // nobody may load what another thread has not stored yet
    wmma::load_matrix_sync(part, room, COLS);
    __syncwarp(); // nobody may store over what is still being loaded
    for (int e = 0; e < part.num_elements; e++)
        places[e] = (int)part.x[e] / COLS * stride + (int)part.x[e] % COLS;
}
#endif

template <typename Part, int ROWS, int COLS, int STRIDE> struct tensor_load_apart {
#ifdef TENSOR_CORES
    int places[Part::num_elements];
    template <typename T> __device__ explicit tensor_load_apart(T *room) {
        tensor_places<ROWS, COLS, Part>(room, STRIDE, places);
    }
    template <typename T> __device__ void operator()(Part &part, const T *from) const {
#pragma unroll
        for (int e = 0; e < Part::num_elements; e++)
            part.x[e] = from[places[e]];
    }
#endif
};

template <typename T>
static void tensor_launch_direct(const product_work<T> *w, cudaStream_t stream) {
    tensor_launch_loading<tensor_load_apart>(w, stream);
}

#endif
