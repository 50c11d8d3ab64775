// conversions.cpp: from one form of a matrix to another.
#include "descriptions.h"

#include <algorithm>
#include <numeric>

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

cusparseStatus_t count_nonzeros(const char *name, cusparseHandle_t handle, bool columns,
                                const cusparseDnMatDescr &d, int *counts, int *total) {
    call c(name, handle);
    c.wants(d.rows >= 0 && d.columns >= 0 && d.ld >= d.rows, "the sizes do not fit");
    c.wants(total != nullptr, "the total is a null pointer");
    if (!c.is_good())
        return c.status();
    const int64_t lines = columns ? d.columns : d.rows;
    c.touches("A", d, false);
    c.touches("the counts", counts, lines, sizeof(int), true);
    if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
        c.touches("the total", total, 1, sizeof(int), true);
    return c.does([=] {
        std::fill(counts, counts + lines, 0);
        *total = 0;
        each_nonzero(d, columns, [&](int64_t line, int64_t, const value &) {
            ++counts[line];
            ++*total;
        });
    });
}

// Puts what lies at these places in the list one behind the other, from `first` on.
void bring(const std::vector<int> &places, int *list, int first) {
    std::vector<int> moved;
    for (const int k : places)
        moved.push_back(list[k]);
    std::copy(moved.begin(), moved.end(), list + first);
}
std::vector<int> numbers(int first, int end) {
    std::vector<int> all(static_cast<size_t>(end - first));
    std::iota(all.begin(), all.end(), first);
    return all;
}

cusparseStatus_t sort_lines(const char *name, cusparseHandle_t handle, int lines, int nonzeros,
                            cusparseMatDescr_t descr, const int *offsets, int *indices, int *p) {
    call c(name, handle);
    c.wants(lines >= 0 && nonzeros >= 0, "a size is negative");
    c.wants(descr != nullptr, "the description is a null pointer");
    if (!c.is_good())
        return c.status();
    c.touches("the offsets", offsets, lines + 1, sizeof(int), false);
    for (int *const list : {indices, p})
        for (const bool writes : {false, true})
            c.touches(list == p ? "P" : "the indices", list, list == nullptr ? 0 : nonzeros,
                      sizeof(int), writes);
    const int base = descr->base;
    return c.does([=] {
        for (int line = 0; line < lines; ++line) {
            const int first = offsets[line] - base, end = offsets[line + 1] - base;
            if (first < 0 || end < first || end > nonzeros)
                return say_index();
            std::vector<int> places = numbers(first, end);
            std::stable_sort(places.begin(), places.end(),
                             [=](int a, int b) { return indices[a] < indices[b]; });
            bring(places, indices, first);
            if (p != nullptr)
                bring(places, p, first);
        }
    });
}

// By the first list, and where that is the same by the second.
cusparseStatus_t sort_coordinates(const char *name, cusparseHandle_t handle, int nonzeros,
                                  int *lines, int *others, int *p) {
    call c(name, handle);
    c.wants(nonzeros >= 0, "a size is negative");
    for (int *const list : {lines, others, p})
        for (const bool writes : {false, true})
            c.touches(list == p ? "P" : "the indices", list, list == nullptr ? 0 : nonzeros,
                      sizeof(int), writes);
    return c.does([=] {
        std::vector<int> places = numbers(0, nonzeros);
        std::stable_sort(places.begin(), places.end(), [=](int a, int b) {
            return lines[a] != lines[b] ? lines[a] < lines[b] : others[a] < others[b];
        });
        for (int *const list : {lines, others, p})
            if (list != nullptr)
                bring(places, list, 0);
    });
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

// The same matrix by columns.
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void *,
                                               const int *, const int *, void *, int *, int *,
                                               cudaDataType, cusparseAction_t, cusparseIndexBase_t,
                                               cusparseCsr2CscAlg_t, size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nonzeros,
                                    const void *values, const int *offsets, const int *indices,
                                    void *values_to, int *offsets_to, int *indices_to,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *) {
    call c("cusparseCsr2cscEx2", handle);
    c.wants(m >= 0 && n >= 0 && nonzeros >= 0, "a size is negative");
    const bool copies = action == CUSPARSE_ACTION_NUMERIC;
    cusparseSpMatDescr from = {CUSPARSE_FORMAT_CSR,
                               m,
                               n,
                               nonzeros,
                               const_cast<int *>(offsets),
                               const_cast<int *>(indices),
                               const_cast<void *>(values),
                               CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_32I,
                               base,
                               type};
    c.touches("the offsets", offsets, m + 1, sizeof(int), false);
    c.touches("the indices", indices, nonzeros, sizeof(int), false);
    c.touches("the columns' offsets", offsets_to, n + 1, sizeof(int), true);
    c.touches("the rows' indices", indices_to, nonzeros, sizeof(int), true);
    if (copies) {
        c.touches("the values", values, nonzeros, size_of(type), false);
        c.touches("the values by columns", values_to, nonzeros, size_of(type), true);
    }
    return c.does([=] {
        std::vector<int> next(static_cast<size_t>(n) + 1);
        if (!each_entry(from,
                        [&](int64_t, int64_t j, int64_t) { ++next[static_cast<size_t>(j) + 1]; }))
            return say_index();
        for (int j = 0; j < n; ++j)
            next[static_cast<size_t>(j) + 1] += next[static_cast<size_t>(j)];
        for (int j = 0; j <= n; ++j)
            offsets_to[j] = next[static_cast<size_t>(j)] + base;
        each_entry(from, [&](int64_t i, int64_t j, int64_t k) {
            const int to = next[static_cast<size_t>(j)]++;
            indices_to[to] = static_cast<int>(i) + base;
            if (copies)
                store(values_to, type, to, load(values, type, k));
        });
    });
}

// How many numbers of each row, or column, of a dense matrix are not 0.
#define NNZ(L, TYPE, NUMBER)                                                                       \
    cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction,      \
                                      int m, int n, cusparseMatDescr_t, const NUMBER *A, int lda,  \
                                      int *counts, int *total) {                                   \
        return count_nonzeros("cusparse" #L "nnz", handle, direction == CUSPARSE_DIRECTION_COLUMN, \
                              {m, n, lda, const_cast<NUMBER *>(A), TYPE, CUSPARSE_ORDER_COL},      \
                              counts, total);                                                      \
    }
NNZ(S, CUDA_R_32F, float)
NNZ(D, CUDA_R_64F, double)
NNZ(C, CUDA_C_32F, cuComplex)
NNZ(Z, CUDA_C_64F, cuDoubleComplex)

// ---- Lists that are sorted, and which number of before each is now

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p) {
    call c("cusparseCreateIdentityPermutation", handle);
    c.wants(n >= 0, "n is negative");
    c.touches("p", p, n, sizeof(int), true);
    return c.does([=] { std::iota(p, p + n, 0); });
}
#define SORT(NAME)                                                                                 \
    cusparseStatus_t cusparseX##NAME##_bufferSizeExt(cusparseHandle_t, int, int, int, const int *, \
                                                     const int *, size_t *bytes) {                 \
        return no_buffer(bytes);                                                                   \
    }
SORT(csrsort)
SORT(cscsort)
SORT(coosort)
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int, int nonzeros,
                                  cusparseMatDescr_t descr, const int *offsets, int *indices,
                                  int *p, void *) {
    return sort_lines("cusparseXcsrsort", handle, m, nonzeros, descr, offsets, indices, p);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int, int n, int nonzeros,
                                  cusparseMatDescr_t descr, const int *offsets, int *indices,
                                  int *p, void *) {
    return sort_lines("cusparseXcscsort", handle, n, nonzeros, descr, offsets, indices, p);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int, int, int nonzeros, int *rows,
                                       int *columns, int *p, void *) {
    return sort_coordinates("cusparseXcoosortByRow", handle, nonzeros, rows, columns, p);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int, int, int nonzeros,
                                          int *rows, int *columns, int *p, void *) {
    return sort_coordinates("cusparseXcoosortByColumn", handle, nonzeros, columns, rows, p);
}

} // extern "C"
