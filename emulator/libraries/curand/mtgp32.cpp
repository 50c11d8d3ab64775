// mtgp32.cpp: MTGP32 of the host: the states that kernels draw from, and its generator.
#include "mtgp32.h"

#include <curand_kernel.h>
#include <curand_mtgp32_host.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace cuda_emulator::curand {

namespace {

constexpr unsigned IN_TURN = 256; // numbers of one set of parameters, before those of the next

curandStateMtgp32_t first_state(const mtgp32_params_fast_t &parameters, int set,
                                mtgp32_kernel_params_t *k, unsigned long long seed) {
    curandStateMtgp32_t state{};
    mtgp32_init_state(state.s, &parameters,
                      static_cast<unsigned>(seed ^ seed >> 32) + static_cast<unsigned>(set) + 1);
    state.pIdx = set;
    state.k = k;
    return state;
}

mtgp32_kernel_params_t for_kernels(const mtgp32_params_fast_t *sets) {
    mtgp32_kernel_params_t k{};
    k.mask[0] = sets[0].mask;
    for (size_t i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
        const mtgp32_params_fast_t &set = sets[i];
        k.pos_tbl[i] = static_cast<unsigned>(set.pos);
        k.sh1_tbl[i] = static_cast<unsigned>(set.sh1);
        k.sh2_tbl[i] = static_cast<unsigned>(set.sh2);
        std::copy_n(set.tbl, TBL_SIZE, k.param_tbl[i]);
        std::copy_n(set.tmp_tbl, TBL_SIZE, k.temper_tbl[i]);
        std::copy_n(set.flt_tmp_tbl, TBL_SIZE, k.single_temper_tbl[i]);
    }
    return k;
}

} // namespace

mtgp32::mtgp32(unsigned long long seed, int sets)
    : parameters_(std::make_unique<mtgp32_kernel_params_t>(
          for_kernels(cuda_emulator_mtgp32_parameters()))) {
    for (int set = 0; set < sets; ++set)
        states_.push_back(
            first_state(cuda_emulator_mtgp32_parameters()[set], set, parameters_.get(), seed));
}

unsigned mtgp32::next() {
    const size_t number = next_++, place = number % IN_TURN;
    curandStateMtgp32_t &state = states_[number / IN_TURN % states_.size()];
    const unsigned result = mtgp32_next(&state, static_cast<unsigned>(place));
    if (place == IN_TURN - 1)
        state.offset = (state.offset + static_cast<int>(IN_TURN)) & MTGP32_STATE_MASK;
    return result;
}

} // namespace cuda_emulator::curand

using namespace cuda_emulator::curand;

void mtgp32_init_state(unsigned int state[], const mtgp32_params_fast_t *parameters,
                       unsigned int seed) {
    const unsigned hidden = parameters->tbl[4] ^ parameters->tbl[8] << 16;
    unsigned filling = hidden + (hidden >> 16);
    filling += filling >> 8;
    std::fill_n(state, MTGPDC_N, (filling & 0xff) * 0x01010101u);
    state[0] = seed;
    state[1] = hidden;
    for (unsigned i = 1; i < MTGPDC_N; ++i)
        state[i] ^= 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
}

curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                         mtgp32_kernel_params_t *p) {
    const mtgp32_kernel_params_t k = for_kernels(params);
    return cudaMemcpy(p, &k, sizeof k, cudaMemcpyHostToDevice) == cudaSuccess
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_INITIALIZATION_FAILED;
}

curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
                                           mtgp32_kernel_params_t *k, int n,
                                           unsigned long long seed) {
    std::vector<curandStateMtgp32_t> states;
    for (int i = 0; i < n; ++i)
        states.push_back(first_state(params[i], i, k, seed));
    return cudaMemcpy(s, states.data(), states.size() * sizeof *s, cudaMemcpyHostToDevice) ==
                   cudaSuccess
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_INITIALIZATION_FAILED;
}
