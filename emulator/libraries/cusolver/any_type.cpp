// any_type.cpp: the interface that is told by its arguments which type a matrix has, with sizes of
// 64 bits.
#include "eigenvalues.h"
#include "routines.h"

struct cusolverDnParams {};

namespace cuda_emulator::cusolver {

namespace {

// Calls work(T()) for the type of a matrix; those of all others must be as given, and sizes ints.
template <class Work>
cusolverStatus_t by_type(const char *name, cudaDataType type, std::initializer_list<bool> alike,
                         std::initializer_list<int64_t> sizes, Work work) {
    for (const int64_t size : sizes)
        if (size != static_cast<int>(size)) {
            refuse_library_call(name, TOO_LARGE, "CUSOLVER_STATUS_NOT_SUPPORTED");
            return CUSOLVER_STATUS_NOT_SUPPORTED;
        }
    if (std::find(alike.begin(), alike.end(), false) == alike.end())
        switch (type) {
        case CUDA_R_32F:
            return work(float());
        case CUDA_R_64F:
            return work(double());
        case CUDA_C_32F:
            return work(std::complex<float>());
        case CUDA_C_64F:
            return work(std::complex<double>());
        default:
            break;
        }
    refuse_library_call(name, "these types do not go together here",
                        "CUSOLVER_STATUS_INVALID_VALUE");
    return CUSOLVER_STATUS_INVALID_VALUE;
}

cudaDataType real_type(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

cusolverStatus_t no_buffers(size_t *of_device, size_t *of_host) {
    const cusolverStatus_t status = no_buffer(of_device);
    return status == CUSOLVER_STATUS_SUCCESS ? no_buffer(of_host) : status;
}

} // namespace

} // namespace cuda_emulator::cusolver

using namespace cuda_emulator::cusolver;

#define AS(P) static_cast<T *>(P)
#define AS_CONST(P) static_cast<const T *>(P)

extern "C" {

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
    if (params == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *params = new cusolverDnParams;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
    delete params;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t, cusolverDnFunction_t,
                                         cusolverAlgMode_t) {
    return CUSOLVER_STATUS_SUCCESS; // all find the same
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType, const void *,
                                             int64_t, cudaDataType, size_t *of_device,
                                             size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A,
                                  int64_t lda, cudaDataType compute, void *, size_t, void *, size_t,
                                  int *info) {
    return by_type("cusolverDnXpotrf", typeA, {compute == typeA}, {n, lda}, [=](auto example) {
        using T = decltype(example);
        return potrf("cusolverDnXpotrf", handle, uplo, int(n), AS(A), int(lda), info);
    });
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType typeA, const void *A, int64_t lda,
                                  cudaDataType typeB, void *B, int64_t ldb, int *info) {
    return by_type("cusolverDnXpotrs", typeA, {typeB == typeA}, {n, columns, lda, ldb},
                   [=](auto example) {
                       using T = decltype(example);
                       return potrs("cusolverDnXpotrs", handle, uplo, int(n), int(columns),
                                    AS_CONST(A), int(lda), AS(B), int(ldb), info);
                   });
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, size_t *of_device, size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void *A, int64_t lda,
                                  int64_t *pivots, cudaDataType compute, void *, size_t, void *,
                                  size_t, int *info) {
    return by_type("cusolverDnXgetrf", typeA, {compute == typeA}, {m, n, lda}, [=](auto example) {
        using T = decltype(example);
        return getrf("cusolverDnXgetrf", handle, int(m), int(n), AS(A), int(lda), pivots, info);
    });
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t trans, int64_t n, int64_t columns,
                                  cudaDataType typeA, const void *A, int64_t lda,
                                  const int64_t *pivots, cudaDataType typeB, void *B, int64_t ldb,
                                  int *info) {
    return by_type("cusolverDnXgetrs", typeA, {typeB == typeA}, {n, columns, lda, ldb},
                   [=](auto example) {
                       using T = decltype(example);
                       return getrs("cusolverDnXgetrs", handle, trans, int(n), int(columns),
                                    AS_CONST(A), int(lda), pivots, AS(B), int(ldb), info);
                   });
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType,
                                             size_t *of_device, size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void *A, int64_t lda,
                                  cudaDataType typeTau, void *tau, cudaDataType compute, void *,
                                  size_t, void *, size_t, int *info) {
    return by_type("cusolverDnXgeqrf", typeA, {typeTau == typeA, compute == typeA}, {m, n, lda},
                   [=](auto example) {
                       using T = decltype(example);
                       return geqrf("cusolverDnXgeqrf", handle, int(m), int(n), AS(A), int(lda),
                                    AS(tau), info);
                   });
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *of_device,
                                             size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType typeA, void *A, int64_t lda, cudaDataType typeW,
                                  void *W, cudaDataType compute, void *, size_t, void *, size_t,
                                  int *info) {
    return by_type("cusolverDnXsyevd", typeA, {typeW == real_type(typeA), compute == typeA},
                   {n, lda}, [=](auto example) {
                       using T = decltype(example);
                       return syevd("cusolverDnXsyevd", handle, mode, uplo, int(n), AS(A), int(lda),
                                    static_cast<real<T> *>(W), info);
                   });
}

cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                              cusolverEigMode_t, cusolverEigRange_t,
                                              cublasFillMode_t, int64_t, cudaDataType, const void *,
                                              int64_t, void *, void *, int64_t, int64_t, int64_t *,
                                              cudaDataType, const void *, cudaDataType,
                                              size_t *of_device, size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t mode, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A,
                                   int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
                                   int64_t *meig, cudaDataType typeW, void *W, cudaDataType compute,
                                   void *, size_t, void *, size_t, int *info) {
    return by_type("cusolverDnXsyevdx", typeA, {typeW == real_type(typeA), compute == typeA},
                   {n, lda, il, iu}, [=](auto example) {
                       using T = decltype(example);
                       range_of_values<real<T>> wanted{range, 0, 0, il, iu};
                       if (range == CUSOLVER_EIG_RANGE_V) {
                           wanted.low = *static_cast<const real<T> *>(vl);
                           wanted.high = *static_cast<const real<T> *>(vu);
                       }
                       return eigenvalues("cusolverDnXsyevdx", handle, ONE_MATRIX, mode, wanted,
                                          uplo, int(n), AS(A), int(lda), static_cast<T *>(nullptr),
                                          0, static_cast<real<T> *>(W), meig, true, info);
                   });
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                             signed char, int64_t, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, const void *,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *of_device,
                                             size_t *of_host) {
    return no_buffers(of_device, of_host);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType typeA,
                                  void *A, int64_t lda, cudaDataType typeS, void *S,
                                  cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeVT,
                                  void *VT, int64_t ldvt, cudaDataType compute, void *, size_t,
                                  void *, size_t, int *info) {
    return by_type("cusolverDnXgesvd", typeA,
                   {typeS == real_type(typeA), typeU == typeA, typeVT == typeA, compute == typeA},
                   {m, n, lda, ldu, ldvt}, [=](auto example) {
                       using T = decltype(example);
                       return gesvd("cusolverDnXgesvd", handle, jobu, jobvt, int(m), int(n), AS(A),
                                    int(lda), static_cast<real<T> *>(S), AS(U), int(ldu), AS(VT),
                                    int(ldvt), info);
                   });
}

} // extern "C"
