// descriptions.cpp: see descriptions.h.
#include "descriptions.h"

using cuda_emulator::cusparse::size_of;

cusparseSpMatDescr cusparseSpMatDescr::of_batch(int i) const {
    cusparseSpMatDescr m = *this;
    m.first = static_cast<char *>(first) + i * first_stride * int64_t(size_of(first_type));
    m.second = static_cast<char *>(second) + i * second_stride * int64_t(size_of(second_type));
    m.values = static_cast<char *>(values) + i * second_stride * int64_t(size_of(type));
    return m;
}
cusparseDnMatDescr cusparseDnMatDescr::of_batch(int i) const {
    cusparseDnMatDescr m = *this;
    m.values = static_cast<char *>(values) + i * stride * int64_t(size_of(type));
    return m;
}

namespace cuda_emulator::cusparse {

namespace {

// Never destroyed: the program's destructors may still call.
handles_alive<cusparseHandle_t> &alive() {
    static handles_alive<cusparseHandle_t> &all = *new handles_alive<cusparseHandle_t>;
    return all;
}

} // namespace

bool is_there(cusparseHandle_t handle) {
    return alive().has(handle);
}

call::call(const char *name, cusparseHandle_t handle) : name_(name), handle_(handle) {
    if (!is_there(handle)) {
        refuse_library_call(name, "the handle is none of cusparseCreate()'s, or was destroyed",
                            "CUSPARSE_STATUS_NOT_INITIALIZED");
        status_ = CUSPARSE_STATUS_NOT_INITIALIZED;
    }
}

call &call::wants(bool holds, const std::string &what, cusparseStatus_t otherwise) {
    if (is_good() && !holds) {
        refuse_library_call(name_, what, cusparseGetErrorName(otherwise));
        status_ = otherwise;
    }
    return *this;
}

void call::reads_places(const cusparseSpMatDescr &m) {
    touches(m.format == CUSPARSE_FORMAT_COO ? "the rows' indices" : "the offsets", m.first,
            firsts(m), size_of(m.first_type), false);
    touches("the indices", m.second, m.nonzeros, size_of(m.second_type), false);
}
void call::reads(const cusparseSpMatDescr &m) {
    reads_places(m);
    touches("the values", m.values, m.nonzeros, size_of(m.type), false);
}

void call::touches(const char *name, const cusparseDnMatDescr &m, bool writes) {
    const bool by_columns = m.order == CUSPARSE_ORDER_COL;
    const size_t element = size_of(m.type);
    if (m.rows > 0 && m.columns > 0)
        memory_.push_back({name, m.values, size_t(by_columns ? m.rows : m.columns) * element,
                           size_t(by_columns ? m.columns : m.rows), size_t(m.ld) * element,
                           writes});
}

std::function<value()> call::takes(const char *name, const void *factor, cudaDataType type) {
    wants(is_of_factors(type), "the compute type is not one of float, double and complex numbers");
    if (!wants(factor != nullptr, std::string(name) + " is a null pointer").is_good())
        return [] { return value(0); };
    if (handle_->pointers == CUSPARSE_POINTER_MODE_HOST) {
        const value known = load(factor, type, 0);
        return [known] { return known; };
    }
    touches(name, factor, 1, size_of(type), false);
    return [factor, type] { return load(factor, type, 0); };
}

cusparseStatus_t call::does(const std::function<void()> &work) {
    if (!is_good())
        return status_;
    return do_library_work(name_, "CUSPARSE_STATUS_EXECUTION_FAILED", handle_->stream, memory_,
                           work) == cudaSuccess
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_EXECUTION_FAILED;
}

namespace {

template <class Descr> cusparseStatus_t give(Descr **to, const Descr &from, bool good) {
    if (to == nullptr || !good)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (size_of(from.type) == 0)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    *to = new Descr(from);
    return CUSPARSE_STATUS_SUCCESS;
}
template <class Descr> cusparseStatus_t destroy(const Descr *descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, void *first, void *second,
                              void *values) {
    if (matrix == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->first = first;
    matrix->second = second;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusparse

using namespace cuda_emulator::cusparse;

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    if (handle == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    *handle = new cusparseContext;
    alive().add(*handle);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    if (!alive().remove(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
    if (!is_there(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
    if (!is_there(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream) {
    if (!is_there(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
    if (!is_there(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    handle->pointers = mode;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode) {
    if (!is_there(handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    *mode = handle->pointers;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nonzeros, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    return give(matrix,
                {CUSPARSE_FORMAT_CSR, rows, columns, nonzeros, offsets, indices, values,
                 offset_type, index_type, base, type},
                rows >= 0 && columns >= 0 && nonzeros >= 0);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nonzeros, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    return give(matrix,
                {CUSPARSE_FORMAT_CSC, rows, columns, nonzeros, offsets, indices, values,
                 offset_type, index_type, base, type},
                rows >= 0 && columns >= 0 && nonzeros >= 0);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nonzeros, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    return give(matrix,
                {CUSPARSE_FORMAT_COO, rows, columns, nonzeros, row_indices, column_indices, values,
                 index_type, index_type, base, type},
                rows >= 0 && columns >= 0 && nonzeros >= 0);
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
    return destroy(matrix);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *nonzeros) {
    if (matrix == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = matrix->rows;
    *columns = matrix->columns;
    *nonzeros = matrix->nonzeros;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data, size_t) {
    if (matrix == nullptr || data == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = *static_cast<cusparseFillMode_t *>(data);
    else
        matrix->diag = *static_cast<cusparseDiagType_t *>(data);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t first,
                                            int64_t second) {
    if (matrix == nullptr || count < 1 || first < 0 || second < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->batches = count;
    matrix->first_stride = first;
    matrix->second_stride = second;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int count,
                                            int64_t stride) {
    return cusparseCsrSetStridedBatch(matrix, count, stride, stride);
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int count,
                                              int64_t stride) {
    if (matrix == nullptr || count < 1 || stride < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->batches = count;
    matrix->stride = stride;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values) {
    return set_pointers(matrix, offsets, indices, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values) {
    return set_pointers(matrix, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *rows, void *columns,
                                        void *values) {
    return set_pointers(matrix, rows, columns, values);
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type) {
    return give(vector, {size, values, type}, size >= 0);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
    return destroy(vector);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values) {
    if (vector == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *values = vector->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values) {
    if (vector == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    vector->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order) {
    return give(matrix, {rows, columns, ld, values, type, order},
                rows >= 0 && columns >= 0 && ld >= (order == CUSPARSE_ORDER_COL ? rows : columns));
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
    return destroy(matrix);
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t nonzeros,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type) {
    return give(vector, {size, nonzeros, indices, values, index_type, base, type},
                size >= 0 && nonzeros >= 0 && nonzeros <= size);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) {
    return destroy(vector);
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr) {
    if (descr == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new cusparseMatDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descr) {
    return destroy(descr);
}
#define SETTING(NAME, TYPE, MEMBER)                                                                \
    cusparseStatus_t cusparseSetMat##NAME(cusparseMatDescr_t descr, TYPE value) {                  \
        if (descr == nullptr)                                                                      \
            return CUSPARSE_STATUS_INVALID_VALUE;                                                  \
        descr->MEMBER = value;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    TYPE cusparseGetMat##NAME(const cusparseMatDescr_t descr) {                                    \
        return descr->MEMBER;                                                                      \
    }
SETTING(Type, cusparseMatrixType_t, type)
SETTING(IndexBase, cusparseIndexBase_t, base)
SETTING(FillMode, cusparseFillMode_t, fill)
SETTING(DiagType, cusparseDiagType_t, diag)

const char *cusparseGetErrorName(cusparseStatus_t status) {
    switch (status) {
#define NAME(S)                                                                                    \
    case S:                                                                                        \
        return #S;
        NAME(CUSPARSE_STATUS_SUCCESS)
        NAME(CUSPARSE_STATUS_NOT_INITIALIZED)
        NAME(CUSPARSE_STATUS_ALLOC_FAILED)
        NAME(CUSPARSE_STATUS_INVALID_VALUE)
        NAME(CUSPARSE_STATUS_ARCH_MISMATCH)
        NAME(CUSPARSE_STATUS_MAPPING_ERROR)
        NAME(CUSPARSE_STATUS_EXECUTION_FAILED)
        NAME(CUSPARSE_STATUS_INTERNAL_ERROR)
        NAME(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
        NAME(CUSPARSE_STATUS_ZERO_PIVOT)
        NAME(CUSPARSE_STATUS_NOT_SUPPORTED)
        NAME(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef NAME
    }
    return "unrecognized error code";
}
const char *cusparseGetErrorString(cusparseStatus_t status) {
    return status == CUSPARSE_STATUS_SUCCESS ? "success" : cusparseGetErrorName(status);
}

} // extern "C"
