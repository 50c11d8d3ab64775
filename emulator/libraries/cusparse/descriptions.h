// descriptions.h: what cuSPARSE is told of matrices and vectors, and how their numbers are reached.
#ifndef CUDA_EMULATOR_CUSPARSE_DESCRIPTIONS_H
#define CUDA_EMULATOR_CUSPARSE_DESCRIPTIONS_H

#include <cusparse.h>

#include "libraries/elements.h"
#include "runtime/library_work.h"

#include <string>
#include <vector>

struct cusparseContext {
    cudaStream_t stream = nullptr;
    cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, nonzeros;
    void *first, *second, *values; // offsets and indices, or the indices of rows and columns
    cusparseIndexType_t first_type, second_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
    int batches = 1; // and from one matrix to the next, in elements:
    int64_t first_stride = 0, second_stride = 0;

    cusparseSpMatDescr of_batch(int i) const;
};
struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};
struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int batches = 1;
    int64_t stride = 0;

    cusparseDnMatDescr of_batch(int i) const;
    int64_t place(int64_t i, int64_t j) const {
        return order == CUSPARSE_ORDER_COL ? i + j * ld : i * ld + j;
    }
};
struct cusparseSpVecDescr {
    int64_t size, nonzeros;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

// Of the interface of before.
struct cusparseMatDescr {
    cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
    cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
};

namespace cuda_emulator::cusparse {

// All is worked out in this, and rounded once.
using value = std::complex<double>;

inline value load(const void *p, cudaDataType type, int64_t i) {
    return cuda_emulator::load<value>(p, type, i);
}
// What alpha and beta may be.
inline bool is_of_factors(cudaDataType type) {
    return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
}

using cuda_emulator::size_of;
using cuda_emulator::store;
inline size_t size_of(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_64I ? 8 : 4;
}
inline int64_t index(const void *p, cusparseIndexType_t type, int64_t i) {
    return type == CUSPARSE_INDEX_64I ? static_cast<const int64_t *>(p)[i]
                                      : static_cast<const int *>(p)[i];
}
inline void set_index(void *p, cusparseIndexType_t type, int64_t i, int64_t x) {
    if (type == CUSPARSE_INDEX_64I)
        static_cast<int64_t *>(p)[i] = x;
    else
        static_cast<int *>(p)[i] = static_cast<int>(x);
}

// How many lines (rows, columns) have offsets: one more than that, or, of coordinates, as many
// indices as numbers.
inline int64_t firsts(const cusparseSpMatDescr &m) {
    return m.format == CUSPARSE_FORMAT_COO
               ? m.nonzeros
               : (m.format == CUSPARSE_FORMAT_CSR ? m.rows : m.columns) + 1;
}

// what(row, column, number in the list of values). False where an index leads out of the matrix.
template <class What> bool each_entry(const cusparseSpMatDescr &m, What what) {
    const auto look_at = [&](int64_t i, int64_t j, int64_t k) {
        if (i < 0 || i >= m.rows || j < 0 || j >= m.columns)
            return false;
        what(i, j, k);
        return true;
    };
    if (m.format == CUSPARSE_FORMAT_COO) {
        for (int64_t k = 0; k < m.nonzeros; ++k)
            if (!look_at(index(m.first, m.first_type, k) - m.base,
                         index(m.second, m.second_type, k) - m.base, k))
                return false;
        return true;
    }
    for (int64_t line = 0; line + 1 < firsts(m); ++line) {
        const int64_t begin = index(m.first, m.first_type, line) - m.base;
        const int64_t end = index(m.first, m.first_type, line + 1) - m.base;
        if (begin < 0 || end > m.nonzeros)
            return false;
        for (int64_t k = begin; k < end; ++k) {
            const int64_t other = index(m.second, m.second_type, k) - m.base;
            if (m.format == CUSPARSE_FORMAT_CSR ? !look_at(line, other, k)
                                                : !look_at(other, line, k))
                return false;
        }
    }
    return true;
}

inline value under(cusparseOperation_t op, const value &x) {
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
}

// What is stored when sums are there: alpha * sum + beta * what was there, if beta is not 0.
inline void finish(void *to, cudaDataType type, int64_t i, const value &alpha, const value &sum,
                   const value &beta) {
    store(to, type, i, beta == value(0) ? alpha * sum : alpha * sum + beta * load(to, type, i));
}

bool is_there(cusparseHandle_t handle);

inline cusparseStatus_t no_buffer(size_t *bytes) {
    if (bytes == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

// An index that leads out of its matrix, in work that is done.
inline void say_index() {
    fail_library_work("an index, or an offset, leads out of the matrix");
}

// One call: gathers the memory that it touches, and does its work.
class call {
public:
    call(const char *name, cusparseHandle_t handle);

    call &wants(bool holds, const std::string &what,
                cusparseStatus_t otherwise = CUSPARSE_STATUS_INVALID_VALUE);
    // A product of so many: of each of its factors as many matrices, or one for all.
    call &wants_batches(int a, int b, int products) {
        return wants((a == products || a == 1) && (b == products || b == 1),
                     "the numbers of matrices do not fit");
    }
    bool is_good() const { return status_ == CUSPARSE_STATUS_SUCCESS; }
    cusparseStatus_t status() const { return status_; }

    void touches(const char *name, const void *p, int64_t count, size_t element, bool writes) {
        memory_.push_back(spread(name, p, count > 0 ? size_t(count) : 0, 1, element, writes));
    }
    void reads(const cusparseSpMatDescr &m);
    void reads_places(const cusparseSpMatDescr &m); // of its numbers
    void touches(const char *name, const cusparseDnVecDescr &v, bool writes) {
        touches(name, v.values, v.size, size_of(v.type), writes);
    }
    void touches(const char *name, const cusparseDnMatDescr &m, bool writes);
    // A factor: the host's is taken now, the device's when the work is done.
    std::function<value()> takes(const char *name, const void *factor, cudaDataType type);

    cusparseStatus_t does(const std::function<void()> &work);

private:
    const char *name_;
    cusparseHandle_t handle_;
    cusparseStatus_t status_ = CUSPARSE_STATUS_SUCCESS;
    std::vector<library_memory> memory_;
};

} // namespace cuda_emulator::cusparse

#endif
