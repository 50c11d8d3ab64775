/* curand_mtgp32.h: the state and the parameters of MTGP32, a Mersenne twister whose next 256
 * numbers a block works out side by side. */
#ifndef CURAND_MTGP32_H
#define CURAND_MTGP32_H

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023
#define CURAND_NUM_MTGP32_PARAMS 200
#define MEXP 11213
#define TBL_SIZE 16

/* One set: pos, sh1, sh2 and tbl of the recursion, tmp_tbl of the tempering, flt_tmp_tbl of the one
 * that makes a float from 1 to 2. */
struct mtgp32_params_fast {
    int mexp, pos, sh1, sh2;
    unsigned int tbl[TBL_SIZE], tmp_tbl[TBL_SIZE], flt_tmp_tbl[TBL_SIZE];
    unsigned int mask;
    unsigned char poly_sha1[21];
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

/* All sets, as kernels read them. */
struct mtgp32_kernel_params {
    unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

struct curandStateMtgp32 {
    unsigned int s[MTGP32_STATE_SIZE];
    int offset;
    int pIdx; /* which set */
    mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

#endif
