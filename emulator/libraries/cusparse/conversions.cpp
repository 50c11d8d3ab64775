// conversions.cpp: from one form of a matrix to another.
#include "descriptions.h"

namespace cuda_emulator::cusparse {

namespace {

// Whether the lines of the sparse matrix are its columns.
bool by_columns(const cusparseSpMatDescr &m) {
    return m.format == CUSPARSE_FORMAT_CSC;
}

// what(line, its place in the line, the number) for the numbers of a dense matrix that are not 0,
// line by line.
template <class What> void each_nonzero(const cusparseDnMatDescr &d, bool columns, What what) {
    const int64_t lines = columns ? d.columns : d.rows, length = columns ? d.rows : d.columns;
    for (int64_t line = 0; line < lines; ++line)
        for (int64_t k = 0; k < length; ++k) {
            const value x = load(d.values, d.type, columns ? d.place(k, line) : d.place(line, k));
            if (x != value(0))
                what(line, k, x);
        }
}

cusparseStatus_t no_buffer(size_t *bytes) {
    if (bytes == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusparse

using namespace cuda_emulator::cusparse;

extern "C" {

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t,
                                                  cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t,
                                                  size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t A,
                                       cusparseDnMatDescr_t B, cusparseSparseToDenseAlg_t, void *) {
    call c("cusparseSparseToDense", handle);
    c.wants(A != nullptr && B != nullptr && A->rows == B->rows && A->columns == B->columns,
            "the matrices are not of one size");
    if (!c.is_good())
        return c.status();
    c.reads(*A);
    c.touches("B", *B, true);
    const cusparseSpMatDescr m = *A;
    const cusparseDnMatDescr to = *B;
    return c.does([=] {
        for (int64_t j = 0; j < to.columns; ++j)
            for (int64_t i = 0; i < to.rows; ++i)
                store(to.values, to.type, to.place(i, j), value(0));
        if (!each_entry(m, [&](int64_t i, int64_t j, int64_t k) {
                store(to.values, to.type, to.place(i, j), load(m.values, m.type, k));
            }))
            say_index();
    });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t,
                                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t,
                                                  size_t *bytes) {
    return no_buffer(bytes);
}
// Counts, and writes the offsets; the program then makes room for the rest.
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
                                                cusparseDenseToSparseAlg_t, void *) {
    call c("cusparseDenseToSparse_analysis", handle);
    c.wants(A != nullptr && B != nullptr && A->rows == B->rows && A->columns == B->columns,
            "the matrices are not of one size");
    if (!c.is_good())
        return c.status();
    c.touches("A", *A, false);
    const bool has_offsets = B->format != CUSPARSE_FORMAT_COO;
    if (has_offsets)
        c.touches("the offsets", B->first, firsts(*B), size_of(B->first_type), true);
    const cusparseDnMatDescr from = *A;
    return c.does([=] {
        std::vector<int64_t> counts(static_cast<size_t>(by_columns(*B) ? from.columns : from.rows));
        B->nonzeros = 0;
        each_nonzero(from, by_columns(*B), [&](int64_t line, int64_t, const value &) {
            ++counts[static_cast<size_t>(line)];
            ++B->nonzeros;
        });
        int64_t offset = B->base;
        for (size_t line = 0; has_offsets && line <= counts.size(); ++line) {
            set_index(B->first, B->first_type, static_cast<int64_t>(line), offset);
            offset += line < counts.size() ? counts[line] : 0;
        }
    });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                               cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t,
                                               void *) {
    call c("cusparseDenseToSparse_convert", handle);
    c.wants(A != nullptr && B != nullptr && A->rows == B->rows && A->columns == B->columns,
            "the matrices are not of one size");
    if (!c.is_good())
        return c.status();
    c.touches("A", *A, false);
    const bool coordinates = B->format == CUSPARSE_FORMAT_COO;
    if (coordinates)
        c.touches("the rows' indices", B->first, B->nonzeros, size_of(B->first_type), true);
    c.touches("the indices", B->second, B->nonzeros, size_of(B->second_type), true);
    c.touches("the values", B->values, B->nonzeros, size_of(B->type), true);
    const cusparseDnMatDescr from = *A;
    const cusparseSpMatDescr to = *B;
    return c.does([=] {
        int64_t k = 0;
        each_nonzero(from, by_columns(to), [&](int64_t line, int64_t place, const value &x) {
            if (k == to.nonzeros) // the matrix has changed since it was counted
                return;
            if (coordinates)
                set_index(to.first, to.first_type, k, line + to.base);
            set_index(to.second, to.second_type, k, place + to.base);
            store(to.values, to.type, k++, x);
        });
    });
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nonzeros, int m,
                                  int *offsets, cusparseIndexBase_t base) {
    call c("cusparseXcoo2csr", handle);
    c.wants(nonzeros >= 0 && m >= 0, "a size is negative");
    c.touches("the rows' indices", rows, nonzeros, sizeof(int), false);
    c.touches("the offsets", offsets, m + 1, sizeof(int), true);
    return c.does([=] {
        int k = 0;
        for (int row = 0; row <= m; ++row) {
            while (k < nonzeros && rows[k] - base < row)
                ++k;
            offsets[row] = k + base;
        }
    });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nonzeros, int m,
                                  int *rows, cusparseIndexBase_t base) {
    call c("cusparseXcsr2coo", handle);
    c.wants(nonzeros >= 0 && m >= 0, "a size is negative");
    c.touches("the offsets", offsets, m + 1, sizeof(int), false);
    c.touches("the rows' indices", rows, nonzeros, sizeof(int), true);
    return c.does([=] {
        for (int row = 0; row < m; ++row)
            for (int k = offsets[row] - base; k < offsets[row + 1] - base; ++k) {
                if (k < 0 || k >= nonzeros)
                    return say_index();
                rows[k] = row + base;
            }
    });
}

} // extern "C"
