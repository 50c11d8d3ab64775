// handle.cpp: see handle.h; and settings, copies, names of statuses.
#include "handle.h"

#include <new>

namespace cuda_emulator::cublas {

namespace {

// Never destroyed: the program's destructors may still call.
handles_alive<cublasHandle_t> &alive() {
    static handles_alive<cublasHandle_t> &all = *new handles_alive<cublasHandle_t>;
    return all;
}

} // namespace

bool is_there(cublasHandle_t handle) {
    return alive().has(handle);
}

cublasStatus_t refuse_size(const char *name) {
    refuse_library_call(name, TOO_LARGE, "CUBLAS_STATUS_NOT_SUPPORTED");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

call::call(const char *name, cublasHandle_t handle) : name_(name), status_(CUBLAS_STATUS_SUCCESS) {
    if (is_there(handle)) {
        settings_ = *handle;
    } else {
        refuse_library_call(name, "the handle is none of cublasCreate()'s, or was destroyed",
                            "CUBLAS_STATUS_NOT_INITIALIZED");
        status_ = CUBLAS_STATUS_NOT_INITIALIZED;
    }
}

call &call::wants(bool holds, const std::string &what, cublasStatus_t otherwise) {
    if (is_good() && !holds) {
        refuse_library_call(name_, what, cublasGetStatusName(otherwise));
        status_ = otherwise;
    }
    return *this;
}

call &call::argument(int number, int *info) {
    if (!is_good() && status_ != CUBLAS_STATUS_NOT_INITIALIZED && info != nullptr && *info == 0)
        *info = -number;
    return *this;
}

call &call::size(const char *name, int value) {
    return wants(value >= 0,
                 std::string(name) + " is " + std::to_string(value) + ", and must not be negative");
}

call &call::leading(const char *name, long long value, long long rows, const char *of) {
    return wants(value >= rows && value >= 1,
                 std::string(name) + " is " + std::to_string(value) + ", and " + of + " has " +
                     std::to_string(rows < 1 ? 1 : rows) + " rows: it must not be less");
}

call &call::stride(const char *name, int value) {
    return wants(value != 0, std::string(name) + " is 0");
}

call &call::operation(const char *name, cublasOperation_t op) {
    return wants(op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C,
                 std::string(name) + " is " + std::to_string(op) +
                     ", and none of CUBLAS_OP_N, CUBLAS_OP_T and CUBLAS_OP_C");
}

call &call::side(cublasSideMode_t side) {
    return wants(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT,
                 "side is " + std::to_string(side) +
                     ", and neither CUBLAS_SIDE_LEFT nor CUBLAS_SIDE_RIGHT");
}

call &call::triangle(cublasFillMode_t uplo) {
    return wants(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER,
                 "uplo is " + std::to_string(uplo) +
                     ", and neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER");
}

call &call::diagonal(cublasDiagType_t diag) {
    return wants(diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT,
                 "diag is " + std::to_string(diag) +
                     ", and neither CUBLAS_DIAG_NON_UNIT nor CUBLAS_DIAG_UNIT");
}

void call::touch(const char *name, const void *a, long long rows, long long columns, long long lda,
                 size_t element, bool writes) {
    if (rows <= 0 || columns <= 0)
        return;
    const size_t width = size_t(rows) * element, pitch = size_t(lda) * element;
    if (width == pitch)
        memory_.push_back({name, a, width * size_t(columns), 1, width * size_t(columns), writes});
    else
        memory_.push_back({name, a, width, size_t(columns), pitch, writes});
}

cublasStatus_t call::does(const std::function<void()> &work) {
    if (!is_good())
        return status_;
    try {
        return do_library_work(name_, "CUBLAS_STATUS_EXECUTION_FAILED", settings_.stream, memory_,
                               work) == cudaSuccess
                   ? CUBLAS_STATUS_SUCCESS
                   : CUBLAS_STATUS_EXECUTION_FAILED;
    } catch (const std::bad_alloc &) {
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
}

namespace {

// A setting, and the question for it.
template <class T> cublasStatus_t set(cublasHandle_t handle, T cublasContext::*what, T value) {
    if (!is_there(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->*what = value;
    return CUBLAS_STATUS_SUCCESS;
}
template <class T> cublasStatus_t get(cublasHandle_t handle, T cublasContext::*what, T *value) {
    if (!is_there(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (value == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = handle->*what;
    return CUBLAS_STATUS_SUCCESS;
}

// Columns of `rows` elements. stream: null: the call waits.
cublasStatus_t move(int rows, int columns, int size, const void *from, int lda, void *to, int ldb,
                    cudaMemcpyKind kind, const cudaStream_t *stream) {
    if (rows < 0 || columns < 0 || size <= 0 || lda < (columns == 1 ? 1 : rows) ||
        ldb < (columns == 1 ? 1 : rows))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    const size_t width = size_t(rows) * size_t(size), height = size_t(columns);
    const size_t pitch_to = size_t(ldb) * size_t(size), pitch_from = size_t(lda) * size_t(size);
    const cudaError_t e =
        stream == nullptr
            ? cudaMemcpy2D(to, pitch_to, from, pitch_from, width, height, kind)
            : cudaMemcpy2DAsync(to, pitch_to, from, pitch_from, width, height, kind, *stream);
    return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector is a matrix of one row, of which the stride is the leading dimension.
cublasStatus_t move_vector(int n, int size, const void *from, int incx, void *to, int incy,
                           cudaMemcpyKind kind, const cudaStream_t *stream) {
    if (n < 0 || incx <= 0 || incy <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    return incx == 1 && incy == 1
               ? move(n, 1, size, from, n > 0 ? n : 1, to, n > 0 ? n : 1, kind, stream)
               : move(1, n, size, from, incx, to, incy, kind, stream);
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

cublasStatus_t cuda_emulator::cublas_refuses_size(const char *name) {
    return refuse_size(name);
}

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    if (handle == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasContext;
    alive().add(*handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (!alive().remove(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
    if (!is_there(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (version == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    return set(handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) {
    return get(handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    if (mode != CUBLAS_POINTER_MODE_HOST && mode != CUBLAS_POINTER_MODE_DEVICE)
        return CUBLAS_STATUS_INVALID_VALUE;
    return set(handle, &cublasContext::pointers, mode);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) {
    return get(handle, &cublasContext::pointers, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
    return set(handle, &cublasContext::atomics, mode);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode) {
    return get(handle, &cublasContext::atomics, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    return set(handle, &cublasContext::math, mode);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode) {
    return get(handle, &cublasContext::math, mode);
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *, size_t) {
    return is_there(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *device, int incy) {
    return move_vector(n, size, x, incx, device, incy, cudaMemcpyHostToDevice, nullptr);
}
cublasStatus_t cublasGetVector(int n, int size, const void *device, int incx, void *y, int incy) {
    return move_vector(n, size, device, incx, y, incy, cudaMemcpyDeviceToHost, nullptr);
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *device,
                                    int incy, cudaStream_t stream) {
    return move_vector(n, size, x, incx, device, incy, cudaMemcpyHostToDevice, &stream);
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *device, int incx, void *y,
                                    int incy, cudaStream_t stream) {
    return move_vector(n, size, device, incx, y, incy, cudaMemcpyDeviceToHost, &stream);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *A, int lda,
                               void *device, int ldb) {
    return move(rows, columns, size, A, lda, device, ldb, cudaMemcpyHostToDevice, nullptr);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *device, int lda,
                               void *B, int ldb) {
    return move(rows, columns, size, device, lda, B, ldb, cudaMemcpyDeviceToHost, nullptr);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *A, int lda,
                                    void *device, int ldb, cudaStream_t stream) {
    return move(rows, columns, size, A, lda, device, ldb, cudaMemcpyHostToDevice, &stream);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *device, int lda,
                                    void *B, int ldb, cudaStream_t stream) {
    return move(rows, columns, size, device, lda, B, ldb, cudaMemcpyDeviceToHost, &stream);
}

const char *cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define NAME(S)                                                                                    \
    case S:                                                                                        \
        return #S;
        NAME(CUBLAS_STATUS_SUCCESS)
        NAME(CUBLAS_STATUS_NOT_INITIALIZED)
        NAME(CUBLAS_STATUS_ALLOC_FAILED)
        NAME(CUBLAS_STATUS_INVALID_VALUE)
        NAME(CUBLAS_STATUS_ARCH_MISMATCH)
        NAME(CUBLAS_STATUS_MAPPING_ERROR)
        NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        NAME(CUBLAS_STATUS_INTERNAL_ERROR)
        NAME(CUBLAS_STATUS_NOT_SUPPORTED)
        NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef NAME
    }
    return "CUBLAS_STATUS_UNKNOWN";
}
const char *cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH:
        return "the function requires an architectural feature absent from the device";
    case CUBLAS_STATUS_MAPPING_ERROR:
        return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_INTERNAL_ERROR:
        return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "the functionality requested is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR:
        return "the functionality requested requires a license";
    }
    return "unknown error";
}

} // extern "C"
