/* cublas_64.h: the functions of cuBLAS with sizes of 64 bits, for C++. The work is done by those of
 * 32 bits; a size that does not fit in an int is refused.
 */
#ifndef CUDA_EMULATOR_CUBLAS_64_H
#define CUDA_EMULATOR_CUBLAS_64_H

#include <stdint.h>

namespace cuda_emulator {

template <class T> struct widened { using type = T; };
template <> struct widened<int> { using type = int64_t; };

cublasStatus_t cublas_refuses_size(const char *name);

template <auto OF_32, const char *NAME_64, class F = decltype(OF_32)> struct with_wide_sizes;
template <auto OF_32, const char *NAME_64, class... P>
struct with_wide_sizes<OF_32, NAME_64, cublasStatus_t (*)(P...)> {
    static cublasStatus_t call(typename widened<P>::type... arguments) {
        if (!((P(arguments) == arguments) && ...))
            return cublas_refuses_size(NAME_64);
        return OF_32(static_cast<P>(arguments)...);
    }
};

} // namespace cuda_emulator

#define CUDA_EMULATOR_64(name)                                                                     \
    inline constexpr char cuda_emulator_name_of_##name[] = #name "_64";                            \
    inline constexpr auto name##_64 =                                                              \
        cuda_emulator::with_wide_sizes<&name, cuda_emulator_name_of_##name>::call

#define CUDA_EMULATOR_BLAS_64(L, N)                                                                \
    CUDA_EMULATOR_64(cublas##L##axpy);                                                             \
    CUDA_EMULATOR_64(cublas##L##scal);                                                             \
    CUDA_EMULATOR_64(cublas##L##copy);                                                             \
    CUDA_EMULATOR_64(cublas##L##swap);                                                             \
    CUDA_EMULATOR_64(cublas##L##rot);                                                              \
    CUDA_EMULATOR_64(cublas##L##gemv);                                                             \
    CUDA_EMULATOR_64(cublas##L##gemvBatched);                                                      \
    CUDA_EMULATOR_64(cublas##L##gemvStridedBatched);                                               \
    CUDA_EMULATOR_64(cublas##L##gbmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##symv);                                                             \
    CUDA_EMULATOR_64(cublas##L##trmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##trsv);                                                             \
    CUDA_EMULATOR_64(cublas##L##tpmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##tpsv);                                                             \
    CUDA_EMULATOR_64(cublas##L##tbmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##tbsv);                                                             \
    CUDA_EMULATOR_64(cublas##L##syr);                                                              \
    CUDA_EMULATOR_64(cublas##L##syr2);                                                             \
    CUDA_EMULATOR_64(cublas##L##gemm);                                                             \
    CUDA_EMULATOR_64(cublas##L##gemmBatched);                                                      \
    CUDA_EMULATOR_64(cublas##L##gemmStridedBatched);                                               \
    CUDA_EMULATOR_64(cublas##L##symm);                                                             \
    CUDA_EMULATOR_64(cublas##L##syrk);                                                             \
    CUDA_EMULATOR_64(cublas##L##syr2k);                                                            \
    CUDA_EMULATOR_64(cublas##L##syrkx);                                                            \
    CUDA_EMULATOR_64(cublas##L##trmm);                                                             \
    CUDA_EMULATOR_64(cublas##L##trsm);                                                             \
    CUDA_EMULATOR_64(cublas##L##trsmBatched);                                                      \
    CUDA_EMULATOR_64(cublas##L##geam);                                                             \
    CUDA_EMULATOR_64(cublas##L##dgmm);                                                             \
    CUDA_EMULATOR_64(cublas##N##nrm2);                                                             \
    CUDA_EMULATOR_64(cublas##N##asum)

#define CUDA_EMULATOR_BLAS_REAL_64(L)                                                              \
    CUDA_EMULATOR_64(cublas##L##rotm);                                                             \
    CUDA_EMULATOR_64(cublas##L##ger);                                                              \
    CUDA_EMULATOR_64(cublas##L##sbmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##spmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##spr);                                                              \
    CUDA_EMULATOR_64(cublas##L##spr2);                                                             \
    CUDA_EMULATOR_64(cublas##L##dot)

#define CUDA_EMULATOR_BLAS_COMPLEX_64(L)                                                           \
    CUDA_EMULATOR_64(cublas##L##geru);                                                             \
    CUDA_EMULATOR_64(cublas##L##gerc);                                                             \
    CUDA_EMULATOR_64(cublas##L##hbmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##hpmv);                                                             \
    CUDA_EMULATOR_64(cublas##L##hemv);                                                             \
    CUDA_EMULATOR_64(cublas##L##her);                                                              \
    CUDA_EMULATOR_64(cublas##L##her2);                                                             \
    CUDA_EMULATOR_64(cublas##L##hpr);                                                              \
    CUDA_EMULATOR_64(cublas##L##hpr2);                                                             \
    CUDA_EMULATOR_64(cublas##L##dotu);                                                             \
    CUDA_EMULATOR_64(cublas##L##dotc);                                                             \
    CUDA_EMULATOR_64(cublas##L##hemm);                                                             \
    CUDA_EMULATOR_64(cublas##L##herk);                                                             \
    CUDA_EMULATOR_64(cublas##L##her2k);                                                            \
    CUDA_EMULATOR_64(cublas##L##herkx);                                                            \
    CUDA_EMULATOR_64(cublas##L##gemm3m)

CUDA_EMULATOR_BLAS_64(S, S);
CUDA_EMULATOR_BLAS_64(D, D);
CUDA_EMULATOR_BLAS_64(C, Sc);
CUDA_EMULATOR_BLAS_64(Z, Dz);
CUDA_EMULATOR_BLAS_REAL_64(S);
CUDA_EMULATOR_BLAS_REAL_64(D);
CUDA_EMULATOR_BLAS_COMPLEX_64(C);
CUDA_EMULATOR_BLAS_COMPLEX_64(Z);

CUDA_EMULATOR_64(cublasCsscal);
CUDA_EMULATOR_64(cublasZdscal);
CUDA_EMULATOR_64(cublasCsrot);
CUDA_EMULATOR_64(cublasZdrot);
CUDA_EMULATOR_64(cublasSetVector);
CUDA_EMULATOR_64(cublasGetVector);
CUDA_EMULATOR_64(cublasSetVectorAsync);
CUDA_EMULATOR_64(cublasGetVectorAsync);
CUDA_EMULATOR_64(cublasSetMatrix);
CUDA_EMULATOR_64(cublasGetMatrix);
CUDA_EMULATOR_64(cublasSetMatrixAsync);
CUDA_EMULATOR_64(cublasGetMatrixAsync);
CUDA_EMULATOR_64(cublasHgemm);
CUDA_EMULATOR_64(cublasHgemmBatched);
CUDA_EMULATOR_64(cublasHgemmStridedBatched);
CUDA_EMULATOR_64(cublasDotEx);
CUDA_EMULATOR_64(cublasDotcEx);
CUDA_EMULATOR_64(cublasNrm2Ex);
CUDA_EMULATOR_64(cublasAxpyEx);
CUDA_EMULATOR_64(cublasScalEx);
CUDA_EMULATOR_64(cublasSgemmEx);
CUDA_EMULATOR_64(cublasCgemmEx);
CUDA_EMULATOR_64(cublasGemmEx);
CUDA_EMULATOR_64(cublasGemmBatchedEx);
CUDA_EMULATOR_64(cublasGemmStridedBatchedEx);

#undef CUDA_EMULATOR_64
#undef CUDA_EMULATOR_BLAS_64
#undef CUDA_EMULATOR_BLAS_REAL_64
#undef CUDA_EMULATOR_BLAS_COMPLEX_64

#endif
