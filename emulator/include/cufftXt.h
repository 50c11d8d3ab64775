/* cufftXt.h: of cuFFT's extensions there is this header, which many programs include without need.
 * A callback is refused: cufftXtSetCallback says so, and returns CUFFT_NOT_SUPPORTED. */
#ifndef CUFFTXT_H_
#define CUFFTXT_H_

#include <cufft.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX = 0,
    CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
    CUFFT_CB_LD_REAL = 2,
    CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4,
    CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
    CUFFT_CB_ST_REAL = 6,
    CUFFT_CB_ST_REAL_DOUBLE = 7,
    CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *in, size_t offset, void *info, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *in, size_t offset, void *info, void *shared);
typedef void (*cufftCallbackStoreC)(void *out, size_t offset, cufftComplex x, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreZ)(void *out, size_t offset, cufftDoubleComplex x, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreR)(void *out, size_t offset, cufftReal x, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreD)(void *out, size_t offset, cufftDoubleReal x, void *info,
                                    void *shared);

cufftResult cufftXtSetCallback(cufftHandle plan, void **routine, cufftXtCallbackType type,
                               void **info);

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                cudaDataType in, long long int *onembed, long long int ostride,
                                long long int odist, cudaDataType out, long long int batch,
                                size_t *bytes, cudaDataType compute);
cufftResult cufftXtExec(cufftHandle plan, void *from, void *to, int direction);

#ifdef __cplusplus
}
#endif

#endif
