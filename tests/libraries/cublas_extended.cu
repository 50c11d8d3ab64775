// cublas_extended.cu: cuBLAS for types that are known when the call is made: half, bytes, vectors
// of any; and cuBLASLt, against loops: orders, batches, epilogues, what must be refused.
#include "../emulator/check.h"
#include "distance.h"

#include <cublasLt.h>
#include <cublas_v2.h>

#include <cmath>
#include <functional>

#define CHECK_BLAS(...) CHECK_EQUAL(__VA_ARGS__, CUBLAS_STATUS_SUCCESS)

static cublasHandle_t handle;

template <class T> static std::vector<T> many(size_t count) {
    static unsigned seed = 1;
    std::vector<T> v(count);
    for (T &x : v) {
        seed = seed * 1664525u + 1013904223u;
        x = static_cast<T>(static_cast<double>(seed >> 20) / 2048 - 1);
    }
    return v;
}
static void check_near(const std::vector<float> &got, const std::vector<float> &wanted,
                       const char *what) {
    const double worst = largest_difference(got, wanted);
    check_that(worst < 1e-4, std::string(what) + " is off by " + std::to_string(worst), __FILE__,
               __LINE__);
}

static void check_other_types() {
    const int n = 8;
    std::vector<float> a = many<float>(n * n), b = many<float>(n * n);
    std::vector<__half> ha, hb;
    std::vector<signed char> ia, ib;
    for (int i = 0; i < n * n; ++i) {
        ha.push_back(__float2half(a[i]));
        hb.push_back(__float2half(b[i]));
        a[i] = __half2float(ha[i]);
        b[i] = __half2float(hb[i]);
        ia.push_back(static_cast<signed char>(i * 37));
        ib.push_back(static_cast<signed char>(i * 91));
    }
    device_array<float> da(a), db(b), wanted(n * n), got(n * n);
    device_array<__half> dha(ha), dhb(hb), dhc(n * n);
    const float one = 1, zero = 0;
    CHECK_BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, da, n, db, n, &zero,
                           wanted, n));
    CHECK_BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, dha, CUDA_R_16F, n,
                            dhb, CUDA_R_16F, n, &zero, got, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT));
    const std::vector<float> of_float = wanted.get();
    check_near(got.get(), of_float, "GemmEx of half");
    const __half hone = __float2half(1.0f), hzero = __float2half(0.0f);
    CHECK_BLAS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &hone, dha, n, dhb, n, &hzero,
                           dhc, n));
    const std::vector<__half> hc = dhc.get();
    const std::vector<float> w = wanted.get();
    for (int i = 0; i < n * n; ++i)
        CHECK(std::fabs(__half2float(hc[i]) - w[i]) < 0.01f);
    device_array<signed char> dia(ia), dib(ib);
    device_array<int> dic(n * n);
    const int ione = 1, izero = 0;
    CHECK_BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &ione, dia, CUDA_R_8I, n,
                            dib, CUDA_R_8I, n, &izero, dic, CUDA_R_32I, n, CUBLAS_COMPUTE_32I,
                            CUBLAS_GEMM_DEFAULT));
    CHECK_ARRAY(
        dic.get(),
        [&](size_t e) {
            int sum = 0;
            for (int l = 0; l < n; ++l)
                sum += ia[l + e % n * n] * ib[l + e / n * n];
            return sum;
        },
        "GemmEx of bytes");
    // Sums that no int holds wrap.
    const int large = 1 << 30;
    const int first = dic.get()[0];
    CHECK_BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &large, dia, CUDA_R_8I, n,
                            dib, CUDA_R_8I, n, &izero, dic, CUDA_R_32I, n, CUBLAS_COMPUTE_32I,
                            CUBLAS_GEMM_DEFAULT));
#ifdef CUDA_EMULATOR
    CHECK_EQUAL(dic.get()[0], static_cast<int>(static_cast<unsigned>(first) << 30));
#else
    (void)first;
#endif
}

static void check_vectors() {
    const int n = 5;
    const std::vector<float> x = {1, 2, 3, 4, 5}, y = {2, 0, 1, -1, 3};
    std::vector<__half> half;
    for (const float e : x)
        half.push_back(__float2half(e));
    device_array<__half> dx(half);
    device_array<float> dy(y);
    float result = 0;
    const float two = 2;
    CHECK_BLAS(cublasDotEx(handle, n, dx, CUDA_R_16F, 1, dx, CUDA_R_16F, -1, &half[0], CUDA_R_16F,
                           CUDA_R_32F));
    CHECK_EQUAL(__half2float(half[0]), 35.0f); // backwards
    CHECK_BLAS(cublasNrm2Ex(handle, 2, static_cast<float *>(dy) + 3, CUDA_R_32F, 1, &result,
                            CUDA_R_32F, CUDA_R_32F));
    CHECK(std::fabs(result - std::sqrt(10.0f)) < 1e-6f);
    CHECK_BLAS(cublasScalEx(handle, n, &two, CUDA_R_32F, dx, CUDA_R_16F, 1, CUDA_R_32F));
    CHECK_EQUAL(__half2float(dx.get()[4]), 10.0f);
    CHECK_BLAS(cublasAxpyEx(handle, n, &two, CUDA_R_32F, dy, CUDA_R_32F, 1, dy, CUDA_R_32F, 1,
                            CUDA_R_32F));
    CHECK_ARRAY(
        dy.get(), [&](size_t i) { return 3 * y[i]; }, "AxpyEx");
}

// ---- cuBLASLt

struct matrix {
    cublasLtMatrixLayout_t layout = nullptr;
    bool by_rows;
    int ld;
    long long stride;

    matrix(cudaDataType type, int rows, int columns, int ld_, bool by_rows_, int count)
        : by_rows(by_rows_), ld(ld_),
          stride(static_cast<long long>(ld_) * (by_rows_ ? rows : columns)) {
        const auto order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
        CHECK_BLAS(cublasLtMatrixLayoutCreate(&layout, type, rows, columns, ld));
        CHECK_BLAS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order,
                                                    sizeof order));
        CHECK_BLAS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                                    &count, sizeof count));
        CHECK_BLAS(cublasLtMatrixLayoutSetAttribute(
            layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride));
    }
    matrix(const matrix &) = delete;
    ~matrix() { CHECK_BLAS(cublasLtMatrixLayoutDestroy(layout)); }
    size_t place(int number, int i, int j) const {
        return static_cast<size_t>(number * stride + (by_rows ? i * ld + j : i + j * ld));
    }
};

template <class T>
static void set(cublasLtMatmulDesc_t o, cublasLtMatmulDescAttributes_t which, const T &value) {
    CHECK_BLAS(cublasLtMatmulDescSetAttribute(o, which, &value, sizeof value));
}

// D = f(2 op(A) op(B) + 3 C + bias), in two matrices. Of A and B one is transposed.
static void check_product(cublasLtHandle_t lt, bool by_rows, cublasOperation_t op,
                          cublasLtEpilogue_t epilogue, const std::function<float(float)> &f) {
    const int m = 5, n = 4, k = 6, count = 2;
    const bool turned = op == CUBLAS_OP_T;
    const matrix a(CUDA_R_32F, turned ? k : m, turned ? m : k, 8, by_rows, count);
    const matrix b(CUDA_R_32F, turned ? k : n, turned ? n : k, 7, by_rows, count),
        c(CUDA_R_32F, m, n, 6, by_rows, count), d(CUDA_R_32F, m, n, 5, by_rows, count);
    const std::vector<float> va = many<float>(128), vb = many<float>(128), vc = many<float>(128),
                             bias = many<float>(m);
    const device_array<float> da(va), db(vb), dc(vc), dd(128), dbias(bias);
    cublasLtMatmulDesc_t o = nullptr;
    CHECK_BLAS(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(o, CUBLASLT_MATMUL_DESC_TRANSA, op);
    set(o, CUBLASLT_MATMUL_DESC_TRANSB, turned ? CUBLAS_OP_N : CUBLAS_OP_T);
    set(o, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    const bool has_bias = (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
    if (has_bias)
        set(o, CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<float *>(dbias));
    cublasLtMatmulPreference_t preference = nullptr;
    CHECK_BLAS(cublasLtMatmulPreferenceCreate(&preference));
    cublasLtMatmulHeuristicResult_t best;
    int found = 0;
    CHECK_BLAS(cublasLtMatmulAlgoGetHeuristic(lt, o, a.layout, b.layout, c.layout, d.layout,
                                              preference, 1, &best, &found));
    CHECK_EQUAL(found, 1);
    const float two = 2, three = 3;
    CHECK_BLAS(cublasLtMatmul(lt, o, &two, da, a.layout, db, b.layout, &three, dc, c.layout, dd,
                              d.layout, &best.algo, nullptr, 0, nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    const std::vector<float> got = dd.get();
    std::vector<float> results, wanted;
    for (int number = 0; number < count; ++number)
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                float sum = 3 * vc[c.place(number, i, j)] + (has_bias ? bias[i] : 0);
                for (int l = 0; l < k; ++l)
                    sum += 2 * va[turned ? a.place(number, l, i) : a.place(number, i, l)] *
                           vb[turned ? b.place(number, l, j) : b.place(number, j, l)];
                wanted.push_back(f(sum));
                results.push_back(got[d.place(number, i, j)]);
            }
    check_near(results, wanted, by_rows ? "cublasLtMatmul by rows" : "cublasLtMatmul by columns");
    CHECK_BLAS(cublasLtMatmulPreferenceDestroy(preference));
    CHECK_BLAS(cublasLtMatmulDescDestroy(o));
}

static void check_lt() {
    cublasLtHandle_t lt = nullptr;
    CHECK_BLAS(cublasLtCreate(&lt));
    const auto same = [](float x) { return x; };
    const auto relu = [](float x) { return x > 0 ? x : 0; };
    const auto gelu = [](float x) {
        return 0.5f * x * (1 + std::tanh(0.79788456f * (x + 0.044715f * x * x * x)));
    };
    check_product(lt, false, CUBLAS_OP_T, CUBLASLT_EPILOGUE_DEFAULT, same);
    check_product(lt, false, CUBLAS_OP_N, CUBLASLT_EPILOGUE_BIAS, same);
    check_product(lt, false, CUBLAS_OP_T, CUBLASLT_EPILOGUE_RELU_BIAS, relu);
    check_product(lt, false, CUBLAS_OP_N, CUBLASLT_EPILOGUE_GELU, gelu);
    check_product(lt, true, CUBLAS_OP_N, CUBLASLT_EPILOGUE_DEFAULT, same);
    check_product(lt, true, CUBLAS_OP_T, CUBLASLT_EPILOGUE_DEFAULT, same);

    // Alpha and beta as half, which would be read as float.
    const matrix one(CUDA_R_32F, 2, 2, 2, false, 1);
    const device_array<float> four(4);
    const float none = 0;
    cublasLtMatmulDesc_t halves = nullptr;
    CHECK_BLAS(cublasLtMatmulDescCreate(&halves, CUBLAS_COMPUTE_32F, CUDA_R_16F));
    CHECK_EQUAL(cublasLtMatmul(lt, halves, &none, four, one.layout, four, one.layout, &none, four,
                               one.layout, four, one.layout, nullptr, nullptr, 0,
                               nullptr) == CUBLAS_STATUS_SUCCESS,
                false);
    CHECK_BLAS(cublasLtMatmulDescDestroy(halves));

    // Described in the program's own memory; of bytes, whose sums are too large for one.
    cublasLtMatmulDescOpaque_t o;
    cublasLtMatrixLayoutOpaque_t square;
    CHECK_BLAS(cublasLtMatmulDescInit(&o, CUBLAS_COMPUTE_32I, CUDA_R_32F));
    CHECK_BLAS(cublasLtMatrixLayoutInit(&square, CUDA_R_8I, 32, 32, 32));
    set(&o, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
    std::vector<signed char> bytes(32 * 32, 10);
    for (int i = 0; i < 32; ++i)
        bytes[i] = -1;
    const device_array<signed char> db(bytes), dd(32 * 32);
    const float tenth = 0.1f, zero = 0;
    CHECK_BLAS(cublasLtMatmul(lt, &o, &tenth, db, &square, db, &square, &zero, dd, &square, dd,
                              &square, nullptr, nullptr, 0, nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(static_cast<int>(dd.get()[0]), 3);
    CHECK_EQUAL(static_cast<int>(dd.get()[32 * 32 - 1]), 127);
    CHECK_EQUAL(static_cast<int>(dd.get()[31]), -32);

    cublasOperation_t op = CUBLAS_OP_N;
    size_t written = 0;
    CHECK_BLAS(
        cublasLtMatmulDescGetAttribute(&o, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op, &written));
    CHECK_EQUAL(op, CUBLAS_OP_T);
    CHECK_EQUAL(written, sizeof op);
    CHECK_EQUAL(cublasLtMatmulDescSetAttribute(&o, CUBLASLT_MATMUL_DESC_TRANSA, &op, 1),
                CUBLAS_STATUS_INVALID_VALUE);
    cublasLtMatrixLayoutOpaque_t other;
    CHECK_BLAS(cublasLtMatrixLayoutInit(&other, CUDA_R_8I, 32, 16, 32));
    CHECK_EQUAL(cublasLtMatmul(lt, &o, &tenth, db, &square, db, &square, &zero, dd, &other, dd,
                               &other, nullptr, nullptr, 0, nullptr),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_BLAS(cublasLtDestroy(lt));
}

int main() {
    check_device();
    CHECK_BLAS(cublasCreate(&handle));
    check_other_types();
    check_vectors();
    check_lt();
    CHECK_BLAS(cublasDestroy(handle));
    return check_result();
}
