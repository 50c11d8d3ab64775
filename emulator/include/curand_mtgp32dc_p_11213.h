/* curand_mtgp32dc_p_11213.h: the 200 sets of parameters of MTGP32. */
#ifndef CURAND_MTGP32DC_P_11213_H
#define CURAND_MTGP32DC_P_11213_H

#include <curand_mtgp32.h>

#define mtgpdc_params_11213_num CURAND_NUM_MTGP32_PARAMS
#define mtgp32dc_params_fast_11213 cuda_emulator_mtgp32_parameters()
mtgp32_params_fast_t *cuda_emulator_mtgp32_parameters();

#endif
