/* curand_mtgp32_kernel.h: numbers of MTGP32 in kernels. All threads of a block, at most 256, draw
 * from one state together: each takes a place of its own in it, and two barriers keep one drawing
 * from the next. */
#ifndef CURAND_MTGP32_KERNEL_H
#define CURAND_MTGP32_KERNEL_H

#include <cuda_runtime.h>
#include <curand.h>
#include <curand_mtgp32.h>

namespace cuda_emulator {

/* The number at a place behind the state's offset. */
inline __host__ __device__ unsigned int mtgp32_next(curandStateMtgp32_t *state,
                                                    unsigned int place) {
    const mtgp32_kernel_params_t &k = *state->k;
    const int set = state->pIdx;
    const unsigned int begin = place + state->offset, pos = k.pos_tbl[set];
    const auto at = [state](unsigned int i) -> unsigned int & {
        return state->s[i & MTGP32_STATE_MASK];
    };
    unsigned int x = (at(begin) & k.mask[0]) ^ at(begin + 1);
    x ^= x << k.sh1_tbl[set];
    const unsigned int y = x ^ (at(begin + pos) >> k.sh2_tbl[set]);
    const unsigned int value = y ^ k.param_tbl[set][y & 15];
    unsigned int t = at(begin + pos - 1);
    t ^= t >> 16;
    t ^= t >> 8;
    at(begin + MTGPDC_N) = value;
    return value ^ k.temper_tbl[set][t & 15];
}
/* The whole block is done with the state: the one at its first place moves it on. */
inline __device__ void mtgp32_advance(curandStateMtgp32_t *state, bool first, unsigned int count) {
    __syncthreads();
    if (first)
        state->offset = (state->offset + count) & MTGP32_STATE_MASK;
    __syncthreads();
}

} // namespace cuda_emulator

/* n threads draw, each at its index. */
static inline __device__ unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state,
                                                             unsigned char index, unsigned char n) {
    const unsigned int result = cuda_emulator::mtgp32_next(state, index);
    cuda_emulator::mtgp32_advance(state, index == 0, n);
    return result;
}
/* Places are counted as cuRAND does: of a block with three dimensions only cubes have all. */
static inline __device__ unsigned int curand(curandStateMtgp32_t *state) {
    const unsigned int place =
        blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
    const unsigned int result = cuda_emulator::mtgp32_next(state, place);
    cuda_emulator::mtgp32_advance(state, place == 0, blockDim.x * blockDim.y * blockDim.z);
    return result;
}

#endif
