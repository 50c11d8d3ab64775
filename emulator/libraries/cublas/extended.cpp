// extended.cpp: products of matrices of other types: half, bfloat16, bytes. Elements become float
// (double, complex), which the product is worked out in, and its elements are rounded once.
#include "extended.h"

namespace cuda_emulator::cublas {

namespace {

// What becomes of elements of one type in C, by the type that is computed in.
bool is_accepted(cublasComputeType_t compute, cudaDataType of, cudaDataType result) {
    struct products {
        cudaDataType of, result;
    };
    static constexpr products halves[] = {{CUDA_R_16F, CUDA_R_16F}};
    static constexpr products whole[] = {{CUDA_R_8I, CUDA_R_32I}};
    static constexpr products doubles[] = {{CUDA_R_64F, CUDA_R_64F}, {CUDA_C_64F, CUDA_C_64F}};
    static constexpr products floats[] = {{CUDA_R_32F, CUDA_R_32F}, {CUDA_C_32F, CUDA_C_32F}};
    static constexpr products to_float[] = {{CUDA_R_8I, CUDA_R_32F},
                                            {CUDA_R_16F, CUDA_R_16F},
                                            {CUDA_R_16F, CUDA_R_32F},
                                            {CUDA_R_16BF, CUDA_R_16BF},
                                            {CUDA_R_16BF, CUDA_R_32F}};
    const auto has = [=](const auto &list) {
        return std::any_of(std::begin(list), std::end(list),
                           [=](const products &p) { return p.of == of && p.result == result; });
    };
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return has(halves);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return has(whole);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return has(doubles);
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
        return has(floats) || has(to_float);
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        return has(floats);
    default:
        return false;
    }
}

// alpha * product + beta * c of whole numbers, which wraps: the product of bytes is exact.
int combined(int alpha, double product, int beta, int c) {
    const auto low = [](long long x) { return static_cast<unsigned>(x); };
    return static_cast<int>(low(alpha) * low(static_cast<long long>(product)) + low(beta) * low(c));
}

// T: what is computed in; Scalar: what alpha and beta are.
template <class T, class Scalar>
cublasStatus_t multiply_in(call &c, const product_of &p, const void *alpha, const void *beta) {
    const factor<Scalar> x = c.takes("alpha", static_cast<const Scalar *>(alpha));
    const factor<Scalar> y = c.takes("beta", static_cast<const Scalar *>(beta));
    if (!c.is_good() || p.m == 0 || p.n == 0)
        return c.status();
    const bool keeps = !y.is_known_zero();
    const bool listed = p.a.list != nullptr;
    if (!listed || c.reads_lists("A, B or C", p.count, p.a.list, p.b.list, p.c.list))
        for (int i = 0; i < p.count; ++i) {
            const bool ta = p.transa != CUBLAS_OP_N, tb = p.transb != CUBLAS_OP_N;
            p.a.touch(c, "A", i, ta ? p.k : p.m, ta ? p.m : p.k, false);
            p.b.touch(c, "B", i, tb ? p.n : p.k, tb ? p.k : p.n, false);
            if (keeps)
                p.c.touch(c, "C", i, p.m, p.n, false);
            p.d.touch(c, p.d.first == p.c.first ? "C" : "D", i, p.m, p.n, true);
        }
    return c.does([=] {
        const auto element = [](const operand &o, int number) {
            const void *const from = o.matrix(number);
            return [=](long long i, long long j) { return load<T>(from, o.type, o.place(i, j)); };
        };
        const T by = T(static_cast<T>(x())), old = T(static_cast<T>(y()));
        for (int i = 0; i < p.count; ++i) {
            const dense<T> product_here =
                product(written_out<T>(p.m, p.k, under<T>(p.transa, element(p.a, i))),
                        written_out<T>(p.k, p.n, under<T>(p.transb, element(p.b, i))));
            const void *const from = p.c.matrix(i);
            void *const to = const_cast<void *>(p.d.matrix(i));
            for (long long j = 0; j < p.n; ++j)
                for (long long row = 0; row < p.m; ++row) {
                    const long long place = p.c.place(row, j), goal = p.d.place(row, j);
                    if constexpr (std::is_same<Scalar, int>::value) {
                        const int before = y() == 0 ? 0 : static_cast<const int *>(from)[place];
                        static_cast<int *>(to)[goal] =
                            combined(x(), product_here(row, j), y(), before);
                        continue;
                    }
                    T e = old == T(0) ? T(0) : load<T>(from, p.c.type, place);
                    combine(by, product_here(row, j), old, e);
                    if constexpr (std::is_same<T, real<T>>::value)
                        if (p.after)
                            e = static_cast<T>(p.after(e, i, row));
                    store(to, p.d.type, goal, e);
                }
        }
    });
}

} // namespace

cublasStatus_t multiply(call &c, const product_of &p, const void *alpha, const void *beta,
                        cublasComputeType_t compute) {
    const bool is_complex = p.c.type == CUDA_C_32F || p.c.type == CUDA_C_64F;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return multiply_in<float, __half>(c, p, alpha, beta);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return is_complex
                   ? multiply_in<std::complex<double>, std::complex<double>>(c, p, alpha, beta)
                   : multiply_in<double, double>(c, p, alpha, beta);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return p.c.type == CUDA_R_8I ? multiply_in<double, float>(c, p, alpha, beta)
                                     : multiply_in<double, int>(c, p, alpha, beta);
    default:
        return is_complex ? multiply_in<std::complex<float>, std::complex<float>>(c, p, alpha, beta)
                          : multiply_in<float, float>(c, p, alpha, beta);
    }
}

bool refuse_types(const char *name, cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                  cudaDataType c) {
    if (a == b && is_accepted(compute, a, c))
        return false;
    say_of_library(name,
                   "the emulator has this for half, bfloat16, float, double, bytes that add up to "
                   "int or float, and complex numbers with their like, each with the compute types "
                   "that cuBLAS has for it");
    return true;
}

namespace {

cublasStatus_t gemm(const char *name, cublasHandle_t handle, const product_of &p, const void *alpha,
                    const void *beta, cublasComputeType_t compute) {
    call c(name, handle);
    c.operation("transa", p.transa).operation("transb", p.transb);
    c.size("m", p.m).size("n", p.n).size("k", p.k).size("the number of matrices", p.count);
    c.leading("lda", p.a.ld, p.transa == CUBLAS_OP_N ? p.m : p.k, "A");
    c.leading("ldb", p.b.ld, p.transb == CUBLAS_OP_N ? p.k : p.n, "B");
    c.leading("ldc", p.c.ld, p.m, "C");
    if (!c.is_good())
        return c.status();
    if (refuse_types(name, compute, p.a.type, p.b.type, p.c.type))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    product_of in_place = p;
    in_place.d = p.c;
    return multiply(c, in_place, alpha, beta, compute);
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define GEMM                                                                                       \
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

cublasStatus_t cublasGemmEx(GEMM, const void *alpha, const void *A, cudaDataType typeA, int lda,
                            const void *B, cudaDataType typeB, int ldb, const void *beta, void *C,
                            cudaDataType typeC, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t) {
    return gemm("cublasGemmEx", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 1,
                 {A, nullptr, typeA, lda, 0},
                 {B, nullptr, typeB, ldb, 0},
                 {C, nullptr, typeC, ldc, 0}},
                alpha, beta, compute);
}
cublasStatus_t cublasGemmStridedBatchedEx(GEMM, const void *alpha, const void *A,
                                          cudaDataType typeA, int lda, long long strideA,
                                          const void *B, cudaDataType typeB, int ldb,
                                          long long strideB, const void *beta, void *C,
                                          cudaDataType typeC, int ldc, long long strideC, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
    return gemm("cublasGemmStridedBatchedEx", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 count,
                 {A, nullptr, typeA, lda, strideA},
                 {B, nullptr, typeB, ldb, strideB},
                 {C, nullptr, typeC, ldc, strideC}},
                alpha, beta, compute);
}
cublasStatus_t cublasGemmBatchedEx(GEMM, const void *alpha, const void *const A[],
                                   cudaDataType typeA, int lda, const void *const B[],
                                   cudaDataType typeB, int ldb, const void *beta, void *const C[],
                                   cudaDataType typeC, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t) {
    return gemm("cublasGemmBatchedEx", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 count,
                 {nullptr, A, typeA, lda, 0},
                 {nullptr, B, typeB, ldb, 0},
                 {nullptr, C, typeC, ldc, 0}},
                alpha, beta, compute);
}
cublasStatus_t cublasSgemmEx(GEMM, const float *alpha, const void *A, cudaDataType typeA, int lda,
                             const void *B, cudaDataType typeB, int ldb, const float *beta, void *C,
                             cudaDataType typeC, int ldc) {
    return gemm("cublasSgemmEx", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 1,
                 {A, nullptr, typeA, lda, 0},
                 {B, nullptr, typeB, ldb, 0},
                 {C, nullptr, typeC, ldc, 0}},
                alpha, beta, CUBLAS_COMPUTE_32F);
}
cublasStatus_t cublasCgemmEx(GEMM, const cuComplex *alpha, const void *A, cudaDataType typeA,
                             int lda, const void *B, cudaDataType typeB, int ldb,
                             const cuComplex *beta, void *C, cudaDataType typeC, int ldc) {
    return gemm("cublasCgemmEx", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 1,
                 {A, nullptr, typeA, lda, 0},
                 {B, nullptr, typeB, ldb, 0},
                 {C, nullptr, typeC, ldc, 0}},
                alpha, beta, CUBLAS_COMPUTE_32F);
}
cublasStatus_t cublasHgemm(GEMM, const __half *alpha, const __half *A, int lda, const __half *B,
                           int ldb, const __half *beta, __half *C, int ldc) {
    return gemm("cublasHgemm", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 1,
                 {A, nullptr, CUDA_R_16F, lda, 0},
                 {B, nullptr, CUDA_R_16F, ldb, 0},
                 {C, nullptr, CUDA_R_16F, ldc, 0}},
                alpha, beta, CUBLAS_COMPUTE_16F);
}
cublasStatus_t cublasHgemmStridedBatched(GEMM, const __half *alpha, const __half *A, int lda,
                                         long long strideA, const __half *B, int ldb,
                                         long long strideB, const __half *beta, __half *C, int ldc,
                                         long long strideC, int count) {
    return gemm("cublasHgemmStridedBatched", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 count,
                 {A, nullptr, CUDA_R_16F, lda, strideA},
                 {B, nullptr, CUDA_R_16F, ldb, strideB},
                 {C, nullptr, CUDA_R_16F, ldc, strideC}},
                alpha, beta, CUBLAS_COMPUTE_16F);
}
cublasStatus_t cublasHgemmBatched(GEMM, const __half *alpha, const __half *const A[], int lda,
                                  const __half *const B[], int ldb, const __half *beta,
                                  __half *const C[], int ldc, int count) {
    const auto pointers = [](const void *of) { return static_cast<const void *const *>(of); };
    return gemm("cublasHgemmBatched", handle,
                {transa,
                 transb,
                 m,
                 n,
                 k,
                 count,
                 {nullptr, pointers(A), CUDA_R_16F, lda, 0},
                 {nullptr, pointers(B), CUDA_R_16F, ldb, 0},
                 {nullptr, pointers(C), CUDA_R_16F, ldc, 0}},
                alpha, beta, CUBLAS_COMPUTE_16F);
}

} // extern "C"
