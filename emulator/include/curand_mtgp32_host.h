/* curand_mtgp32_host.h: what the host makes for a kernel that draws from MTGP32. */
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#ifdef __wasm__
#error curand_mtgp32_host.h: there is no host interface of cuRAND in a browser, and ./book run has it
#endif

#include <cuda_runtime.h>
#include <curand.h>
#include <curand_mtgp32.h>
#include <curand_mtgp32dc_p_11213.h>

/* The first numbers of a state. */
void mtgp32_init_state(unsigned int state[], const mtgp32_params_fast_t *parameters,
                       unsigned int seed);

/* All sets of parameters, in the form that kernels read, to memory of the device. */
curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                         mtgp32_kernel_params_t *p);

/* n states, the i-th of set i of the parameters. */
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
                                           mtgp32_kernel_params_t *k, int n,
                                           unsigned long long seed);

#endif
