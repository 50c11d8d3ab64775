// xt.cpp: cublasXt.h: what lies in the host's memory is copied to the device and back.
#include <cublasXt.h>

#include "libraries/cublas/handle.h"

#include <limits>

struct cublasXtContext {
    cublasHandle_t handle = nullptr;
    int device = 0, block_size = 1024;
    cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace cuda_emulator::cublas {

namespace {

// Never destroyed: the program's destructors may still call.
handles_alive<cublasXtHandle_t> &alive() {
    static handles_alive<cublasXtHandle_t> &all = *new handles_alive<cublasXtHandle_t>;
    return all;
}

// A matrix where the device can use it.
template <class T> class on_device {
public:
    on_device(const T *matrix, size_t rows, size_t columns, size_t ld, bool is_read)
        : place_(const_cast<T *>(matrix)), rows_(rows * sizeof(T)), columns_(columns),
          pitch_(ld * sizeof(T)) {
        cudaPointerAttributes where = {};
        is_copy_ = cudaPointerGetAttributes(&where, matrix) != cudaSuccess ||
                   (where.type != cudaMemoryTypeDevice && where.type != cudaMemoryTypeManaged);
        if (!is_copy_ || rows == 0 || columns == 0)
            return;
        if (cudaMalloc(&copy_, pitch_ * columns) != cudaSuccess)
            throw std::bad_alloc();
        if (is_read)
            brought_ =
                cudaMemcpy2D(copy_, pitch_, matrix, pitch_, rows_, columns, cudaMemcpyHostToDevice);
    }
    ~on_device() { (void)cudaFree(copy_); }
    on_device(const on_device &) = delete;
    on_device &operator=(const on_device &) = delete;

    bool is_there() const { return brought_ == cudaSuccess; }
    T *get() const { return is_copy_ ? static_cast<T *>(copy_) : place_; }
    cublasStatus_t bring_back() const {
        const cudaError_t e = copy_ == nullptr ? cudaDeviceSynchronize()
                                               : cudaMemcpy2D(place_, pitch_, copy_, pitch_, rows_,
                                                              columns_, cudaMemcpyDeviceToHost);
        return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
    }

private:
    T *place_;
    void *copy_ = nullptr;
    size_t rows_, columns_, pitch_;
    bool is_copy_ = false;
    cudaError_t brought_ = cudaSuccess;
};

template <class T, class Gemm>
cublasStatus_t gemm(const char *name, Gemm work, cublasXtHandle_t handle, cublasOperation_t transa,
                    cublasOperation_t transb, size_t m, size_t n, size_t k, const T *alpha,
                    const T *A, size_t lda, const T *B, size_t ldb, const T *beta, T *C,
                    size_t ldc) {
    if (!alive().has(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    const size_t a_rows = transa == CUBLAS_OP_N ? m : k, b_rows = transb == CUBLAS_OP_N ? k : n;
    call c(name, handle->handle);
    for (const size_t size : {m, n, k, lda, ldb, ldc})
        if (c.is_good() && size > static_cast<size_t>(std::numeric_limits<int>::max()))
            return refuse_size(name);
    c.leading("lda", static_cast<long long>(lda), static_cast<long long>(a_rows), "A")
        .leading("ldb", static_cast<long long>(ldb), static_cast<long long>(b_rows), "B")
        .leading("ldc", static_cast<long long>(ldc), static_cast<long long>(m), "C");
    c.operation("transa", transa).operation("transb", transb);
    c.wants(alpha != nullptr && beta != nullptr, "alpha or beta is a null pointer");
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    c.wants(C != nullptr, "C is a null pointer");
    if (!c.wants(k == 0 || (A != nullptr && B != nullptr), "A or B is a null pointer").is_good())
        return c.status();
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || cudaSetDevice(handle->device) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    cublasStatus_t status = CUBLAS_STATUS_ALLOC_FAILED;
    try {
        const on_device<T> a(A, a_rows, transa == CUBLAS_OP_N ? k : m, lda, true),
            b(B, b_rows, transb == CUBLAS_OP_N ? n : k, ldb, true), to(C, m, n, ldc, true);
        status =
            !a.is_there() || !b.is_there() || !to.is_there()
                ? CUBLAS_STATUS_EXECUTION_FAILED
                : work(handle->handle, transa, transb, static_cast<int>(m), static_cast<int>(n),
                       static_cast<int>(k), alpha, a.get(), static_cast<int>(lda), b.get(),
                       static_cast<int>(ldb), beta, to.get(), static_cast<int>(ldc));
        if (status == CUBLAS_STATUS_SUCCESS)
            status = to.bring_back();
    } catch (const std::bad_alloc &) {
    }
    (void)cudaSetDevice(device);
    return status;
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
    cublasHandle_t own = nullptr;
    const cublasStatus_t status =
        handle == nullptr ? CUBLAS_STATUS_INVALID_VALUE : cublasCreate(&own);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    *handle = new cublasXtContext;
    (*handle)->handle = own;
    alive().add(*handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
    if (!alive().remove(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    const cublasStatus_t status = cublasDestroy(handle->handle);
    delete handle;
    return status;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
    if (!alive().has(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    int there = 0;
    if (count < 1 || devices == nullptr || cudaGetDeviceCount(&there) != cudaSuccess)
        return CUBLAS_STATUS_INVALID_VALUE;
    for (int i = 0; i < count; ++i)
        if (devices[i] < 0 || devices[i] >= there)
            return CUBLAS_STATUS_INVALID_VALUE;
    handle->device = devices[0];
    return CUBLAS_STATUS_SUCCESS;
}

#define SETTING(NAME, TYPE, WHAT, GOOD)                                                            \
    cublasStatus_t cublasXtSet##NAME(cublasXtHandle_t handle, TYPE value) {                        \
        if (!alive().has(handle))                                                                  \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                  \
        if (!(GOOD))                                                                               \
            return CUBLAS_STATUS_INVALID_VALUE;                                                    \
        handle->WHAT = value;                                                                      \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublasXtGet##NAME(cublasXtHandle_t handle, TYPE *value) {                       \
        if (!alive().has(handle))                                                                  \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                  \
        if (value == nullptr)                                                                      \
            return CUBLAS_STATUS_INVALID_VALUE;                                                    \
        *value = handle->WHAT;                                                                     \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
SETTING(BlockDim, int, block_size, value > 0)
SETTING(PinningMemMode, cublasXtPinnedMemMode_t, pinning, true)

#define FOR_TYPE(T, L)                                                                             \
    cublasStatus_t cublasXt##L##gemm(cublasXtHandle_t handle, cublasOperation_t transa,            \
                                     cublasOperation_t transb, size_t m, size_t n, size_t k,       \
                                     const T *alpha, const T *A, size_t lda, const T *B,           \
                                     size_t ldb, const T *beta, T *C, size_t ldc) {                \
        return gemm("cublasXt" #L "gemm", cublas##L##gemm, handle, transa, transb, m, n, k, alpha, \
                    A, lda, B, ldb, beta, C, ldc);                                                 \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

} // extern "C"
