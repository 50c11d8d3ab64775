// Calls of libraries with a mistake, each with its correction: which memory a call reads and writes
// is known.
#include "../checker/mistakes.h"

#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>

constexpr int N = 16;

// C = A B, of matrices of N * N.
static void multiply(cublasHandle_t h, const float *a, int lda, const float *b, float *c) {
    const float one = 1, zero = 0;
    const int n = N;
    const auto o = CUBLAS_OP_N;
    cublasSgemm(h, o, o, n, n, n, &one, a, lda, b, n, &zero, c, n); // here: leading small unset
}
static void multiply_all(int lda, bool b_is_written) {
    float *a = zeros<float>(N * N), *b = nullptr, *c = zeros<float>(N * N);
    must(cudaMalloc(&b, N * N * sizeof(float))); // here: unset
    if (b_is_written)
        must(cudaMemset(b, 0, N * N * sizeof(float)));
    cublasHandle_t handle;
    (void)cublasCreate(&handle);
    multiply(handle, a, lda, b, c);
    (void)cublasDestroy(handle);
    finish(a);
    must(cudaFree(b));
    finish(c);
}

// leading says: cublasSgemm returns CUBLAS_STATUS_EXECUTION_FAILED: 1984 bytes from byte 0 of memory, 1024 bytes of device memory
template <bool CORRECT> void leading() {
    multiply_all(CORRECT ? N : 2 * N, true);
}

// small says: cublasSgemm returns CUBLAS_STATUS_INVALID_VALUE: lda is 8, and A has 16 rows: it must not be less
template <bool CORRECT> void small() {
    multiply_all(CORRECT ? N : N / 2, true);
}

// unset says: cublasSgemm reads 2048 bytes, and nothing has written 1024 of them
// unset exit: 0
template <bool CORRECT> void unset() {
    multiply_all(N, CORRECT);
}

__global__ void fill(float *a) {
    a[threadIdx.x] = 1; // here: other_stream
}

// other_stream says: race on global memory
// other_stream says: cublasSasum in the stream made at .* reads 1024 bytes
template <bool CORRECT> void other_stream() {
    float *a = zeros<float>(N * N), sum = 0;
    cudaStream_t stream;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cublasHandle_t handle;
    (void)cublasCreate(&handle);
    (void)cublasSetStream(handle, stream);
    must(cudaDeviceSynchronize());
    fill<<<1, N * N>>>(a);
    if (CORRECT)
        must(cudaDeviceSynchronize());
    (void)cublasSasum(handle, N * N, a, 1, &sum); // here: other_stream
    (void)cublasDestroy(handle);
    must(cudaStreamDestroy(stream));
    finish(a);
}

// length says: curandGenerateUniform returns CURAND_STATUS_LAUNCH_FAILURE: 404 bytes from byte 0 of memory, 400 bytes
template <bool CORRECT> void length() {
    float *numbers = zeros<float>(100);
    curandGenerator_t generator;
    (void)curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    (void)curandGenerateUniform(generator, numbers, CORRECT ? 100 : 101); // here: length
    (void)curandDestroyGenerator(generator);
    finish(numbers);
}

// Real numbers need a row of n / 2 + 1 complex ones.
// half_row says: cufftExecR2C returns CUFFT_EXEC_FAILED: 264 bytes from byte 0 of memory, 256 bytes
template <bool CORRECT> void half_row() {
    float *in = zeros<float>(64);
    cufftComplex *out = zeros<cufftComplex>(CORRECT ? 33 : 32);
    cufftHandle plan;
    (void)cufftPlan1d(&plan, 64, CUFFT_R2C, 1);
    (void)cufftExecR2C(plan, in, out); // here: half_row
    (void)cufftDestroy(plan);
    finish(in);
    finish(out);
}

// y = A x, of a matrix of 4 * 4 with one entry, in its first row.
static void multiply_sparse(int elements_of_x, int column, int elements_of_y = 4) {
    int *offsets = zeros<int>(5), *indices = zeros<int>(1);
    const int ends[] = {0, 1, 1, 1, 1};
    must(cudaMemcpy(offsets, ends, sizeof ends, cudaMemcpyHostToDevice));
    must(cudaMemcpy(indices, &column, sizeof column, cudaMemcpyHostToDevice));
    float *values = zeros<float>(1), *x = zeros<float>(4), *y = zeros<float>(elements_of_y);
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t vx, vy;
    (void)cusparseCreate(&handle);
    (void)cusparseCreateCsr(&matrix, 4, 4, 1, offsets, indices, values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    (void)cusparseCreateDnVec(&vx, elements_of_x, x, CUDA_R_32F);
    (void)cusparseCreateDnVec(&vy, 4, y, CUDA_R_32F);
    const float one = 1, zero = 0;
    const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto alg = CUSPARSE_SPMV_ALG_DEFAULT;
    const auto f = CUDA_R_32F;
    cusparseSpMV(handle, op, &one, matrix, vx, &zero, vy, f, alg,
                 nullptr); // here: sizes column result
    (void)cusparseDestroyDnVec(vx);
    (void)cusparseDestroyDnVec(vy);
    (void)cusparseDestroySpMat(matrix);
    (void)cusparseDestroy(handle);
    finish(offsets);
    finish(indices);
    finish(values);
    finish(x);
    finish(y);
}

// sizes says: cusparseSpMV returns CUSPARSE_STATUS_INVALID_VALUE: x has 3 elements, and the matrix 4 columns
template <bool CORRECT> void sizes() {
    multiply_sparse(CORRECT ? 4 : 3, 0);
}

// column says: cusparseSpMV returns CUSPARSE_STATUS_EXECUTION_FAILED: an index, or an offset, leads out of the matrix
template <bool CORRECT> void column() {
    multiply_sparse(4, CORRECT ? 3 : 4);
}

// result says: cusparseSpMV returns CUSPARSE_STATUS_EXECUTION_FAILED: 16 bytes from byte 0 of memory, 12 bytes
template <bool CORRECT> void result() {
    multiply_sparse(4, 0, CORRECT ? 4 : 3);
}

// The product of two empty matrices, whose result counts from another number.
// bases says: cusparseSpGEMM_compute returns CUSPARSE_STATUS_NOT_SUPPORTED: the matrices do not all count
template <bool CORRECT> void bases() {
    const auto i = CUSPARSE_INDEX_32I;
    const auto f = CUDA_R_32F;
    const auto from_0 = CUSPARSE_INDEX_BASE_ZERO;
    int *offsets = zeros<int>(5);
    cusparseHandle_t h;
    cusparseSpMatDescr_t a, c;
    cusparseSpGEMMDescr_t d;
    (void)cusparseCreate(&h);
    (void)cusparseCreateCsr(&a, 4, 4, 0, offsets, nullptr, nullptr, i, i, from_0, f);
    (void)cusparseCreateCsr(&c, 4, 4, 0, offsets, nullptr, nullptr, i, i,
                            CORRECT ? from_0 : CUSPARSE_INDEX_BASE_ONE, f);
    (void)cusparseSpGEMM_createDescr(&d);
    const float one = 1, zero = 0;
    size_t bytes = 0;
    const auto o = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto s = CUSPARSE_SPGEMM_DEFAULT;
    cusparseSpGEMM_compute(h, o, o, &one, a, a, &zero, c, f, s, d, &bytes, nullptr); // here: bases
    (void)cusparseSpGEMM_destroyDescr(d);
    (void)cusparseDestroySpMat(a);
    (void)cusparseDestroySpMat(c);
    (void)cusparseDestroy(h);
    finish(offsets);
}

// pivots says: cusolverDnSgetrf returns CUSOLVER_STATUS_EXECUTION_FAILED: 64 bytes from byte 0 of memory, 60 bytes
template <bool CORRECT> void pivots() {
    float *a = zeros<float>(N * N);
    int *rows = zeros<int>(CORRECT ? N : N - 1), *info = zeros<int>(1);
    cusolverDnHandle_t h;
    (void)cusolverDnCreate(&h);
    (void)cusolverDnSgetrf(h, N, N, a, N, nullptr, rows, info); // here: pivots
    (void)cusolverDnDestroy(h);
    finish(a);
    finish(rows);
    finish(info);
}

// order says: cusolverDnSpotrf returns CUSOLVER_STATUS_INVALID_VALUE: the leading dimension of A is 8
template <bool CORRECT> void order() {
    float *a = zeros<float>(N * N);
    int *info = zeros<int>(1);
    cusolverDnHandle_t h;
    (void)cusolverDnCreate(&h);
    const auto uplo = CUBLAS_FILL_MODE_LOWER;
    cusolverDnSpotrf(h, uplo, N, a, CORRECT ? N : N / 2, nullptr, 0, info); // here: order
    (void)cusolverDnDestroy(h);
    finish(a);
    finish(info);
}

// A call for two matrices that gets one.
// two says: cusolverDnSsygvd returns CUSOLVER_STATUS_EXECUTION_FAILED: B is a null pointer
template <bool CORRECT> void two() {
    float *a = zeros<float>(N * N), *b = zeros<float>(N * N), *w = zeros<float>(N);
    int *info = zeros<int>(1);
    cusolverDnHandle_t h;
    (void)cusolverDnCreate(&h);
    const auto type = CUSOLVER_EIG_TYPE_1;
    const auto mode = CUSOLVER_EIG_MODE_NOVECTOR;
    const auto uplo = CUBLAS_FILL_MODE_LOWER;
    float *of_b = CORRECT ? b : nullptr;
    cusolverDnSsygvd(h, type, mode, uplo, N, a, N, of_b, N, w, nullptr, 0, info); // here: two
    (void)cusolverDnDestroy(h);
    finish(a);
    finish(b);
    finish(w);
    finish(info);
}

// A list of fewer pointers than there are matrices.
// list says: cublasSgemmBatched returns CUBLAS_STATUS_EXECUTION_FAILED: 24 bytes from byte 0 of as, 8 bytes
template <bool CORRECT> void list() {
    float *a = zeros<float>(N * N), *c = zeros<float>(N * N);
    float *const from[3] = {a, a, a}, *const to[3] = {c, c, c};
    const size_t bytes = (CORRECT ? 3 : 1) * sizeof(float *);
    float **as = nullptr, **cs = nullptr;
    must(cudaMalloc(&as, bytes));
    must(cudaMalloc(&cs, sizeof to));
    must(cudaMemcpy(as, from, bytes, cudaMemcpyHostToDevice));
    must(cudaMemcpy(cs, to, sizeof to, cudaMemcpyHostToDevice));
    cublasHandle_t h;
    (void)cublasCreate(&h);
    const float one = 1, zero = 0;
    const auto o = CUBLAS_OP_N;
    const int n = N;
    cublasSgemmBatched(h, o, o, n, n, n, &one, as, n, as, n, &zero, cs, n, 3); // here: list
    (void)cublasDestroy(h);
    must(cudaFree(as));
    must(cudaFree(cs));
    finish(a);
    finish(c);
}

MISTAKES(CASE(leading), CASE(small), CASE(unset), CASE(other_stream), CASE(length), CASE(half_row),
         CASE(sizes), CASE(column), CASE(result), CASE(bases), CASE(pivots), CASE(order), CASE(two),
         CASE(list))
