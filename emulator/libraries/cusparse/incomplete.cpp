// incomplete.cpp: factors of a sparse matrix that have numbers only where the matrix has: LU (ILU0)
// and Cholesky (IC0).
#include "descriptions.h"

#include <algorithm>

struct cusparseIncomplete {
    int zero_pivot = -1; // the first row whose pivot is 0 or missing, as the matrix counts
};

namespace cuda_emulator::cusparse {

namespace {

struct matrix {
    int m, nonzeros;
    void *values;
    cudaDataType type;
    const int *offsets, *indices;
    int base;

    int begin(int row) const { return offsets[row] - base; }
    int end(int row) const { return offsets[row + 1] - base; }
    int column(int k) const { return indices[k] - base; }
    value operator()(int k) const { return load(values, type, k); }
    void set(int k, const value &x) const { store(values, type, k, x); }
    // Which number is that of (row, column); -1: none.
    int find(int row, int wanted) const {
        const int *const last = indices + end(row);
        const int *const there = std::lower_bound(indices + begin(row), last, wanted + base);
        return there != last && *there == wanted + base ? static_cast<int>(there - indices) : -1;
    }
    // Whether no index leads out of the matrix.
    bool is_whole() const {
        for (int row = 0; row < m; ++row) {
            if (begin(row) < 0 || end(row) < begin(row) || end(row) > nonzeros)
                return false;
            for (int k = begin(row); k < end(row); ++k)
                if (column(k) < 0 || column(k) >= m)
                    return false;
        }
        return true;
    }
    bool is_sorted() const {
        for (int row = 0; row < m; ++row)
            if (!std::is_sorted(indices + begin(row), indices + end(row)))
                return false;
        return true;
    }
};

void note(cusparseIncomplete &info, const matrix &a, int row) {
    if (info.zero_pivot < 0)
        info.zero_pivot = row + a.base;
}

// Row after row: what is above has become U, and what is left of the diagonal L, whose diagonal
// is 1.
void factor_lu(const matrix &a, cusparseIncomplete &info) {
    for (int i = 0; i < a.m; ++i) {
        for (int k = a.begin(i); k < a.end(i) && a.column(k) < i; ++k) {
            const int row = a.column(k), pivot = a.find(row, row);
            if (pivot < 0 || a(pivot) == value(0))
                continue; // it was noted
            const value by = a(k) / a(pivot);
            a.set(k, by);
            for (int l = pivot + 1; l < a.end(row); ++l) {
                const int there = a.find(i, a.column(l));
                if (there >= 0)
                    a.set(there, a(there) - by * a(l));
            }
        }
        const int diagonal = a.find(i, i);
        if (diagonal < 0 || a(diagonal) == value(0))
            note(info, a, i);
    }
}

// The lower triangle becomes L, of which L times its conjugate transpose is the matrix.
void factor_cholesky(const matrix &a, cusparseIncomplete &info) {
    for (int i = 0; i < a.m; ++i) {
        for (int k = a.begin(i); k < a.end(i) && a.column(k) <= i; ++k) {
            const int row = a.column(k);
            value rest = a(k);
            for (int l = a.begin(i); l < a.end(i) && a.column(l) < row; ++l) {
                const int there = a.find(row, a.column(l));
                if (there >= 0)
                    rest -= a(l) * std::conj(a(there));
            }
            if (row == i) {
                if (rest.real() > 0)
                    a.set(k, std::sqrt(rest.real()));
                else
                    note(info, a, i);
                continue;
            }
            const int pivot = a.find(row, row);
            if (pivot >= 0 && a(pivot) != value(0))
                a.set(k, rest / std::conj(a(pivot)));
        }
        if (a.find(i, i) < 0)
            note(info, a, i);
    }
}

cusparseStatus_t factor(const char *name, cusparseHandle_t handle, int m, int nonzeros,
                        cusparseMatDescr_t descr, const void *values, cudaDataType type,
                        const int *offsets, const int *indices, cusparseIncomplete *info,
                        void (*work)(const matrix &, cusparseIncomplete &)) {
    call c(name, handle);
    c.wants(m >= 0 && nonzeros >= 0, "a size is negative");
    c.wants(descr != nullptr && info != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    c.wants(descr->type == CUSPARSE_MATRIX_TYPE_GENERAL,
            "the matrix is not of CUSPARSE_MATRIX_TYPE_GENERAL");
    c.touches("the offsets", offsets, m + 1, sizeof(int), false);
    c.touches("the indices", indices, nonzeros, sizeof(int), false);
    c.touches("the values", values, nonzeros, size_of(type), false);
    if (work != nullptr)
        c.touches("the values", values, nonzeros, size_of(type), true);
    const matrix a = {m, nonzeros, const_cast<void *>(values), type, offsets, indices, descr->base};
    return c.does([=] {
        if (!a.is_whole())
            return say_index();
        if (!a.is_sorted()) // cuSPARSE finds no pivot there
            return fail_library_work(
                "the columns of a row do not ascend: cusparseXcsrsort() sorts them");
        *info = {};
        if (work != nullptr)
            work(a, *info);
        for (int i = 0; work == nullptr && i < m; ++i) // the analysis
            if (a.find(i, i) < 0)
                note(*info, a, i);
    });
}

cusparseStatus_t zero_pivot(const char *name, cusparseHandle_t handle,
                            const cusparseIncomplete *info, int *position) {
    call c(name, handle);
    c.wants(info != nullptr && position != nullptr, "a pointer is null");
    if (!c.is_good())
        return c.status();
    if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
        c.touches("the position", position, 1, sizeof(int), true);
    const int found = info->zero_pivot;
    const cusparseStatus_t status = c.does([=] { *position = found; });
    return status == CUSPARSE_STATUS_SUCCESS && found >= 0 ? CUSPARSE_STATUS_ZERO_PIVOT : status;
}

template <class Info> cusparseStatus_t create(Info *info) {
    if (info == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *info = new cusparseIncomplete;
    return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusparse

using namespace cuda_emulator::cusparse;

extern "C" {

#define FACTOR(NAME, INFO, WORK, L, NUMBER, TYPE)                                                  \
    cusparseStatus_t cusparse##L##NAME##_bufferSize(cusparseHandle_t, int, int,                    \
                                                    cusparseMatDescr_t, NUMBER *, const int *,     \
                                                    const int *, INFO, int *bytes) {               \
        if (bytes == nullptr)                                                                      \
            return CUSPARSE_STATUS_INVALID_VALUE;                                                  \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##L##NAME##_analysis(cusparseHandle_t handle, int m, int nonzeros,    \
                                                  cusparseMatDescr_t descr, const NUMBER *values,  \
                                                  const int *offsets, const int *indices,          \
                                                  INFO info, cusparseSolvePolicy_t, void *) {      \
        return factor("cusparse" #L#NAME "_analysis", handle, m, nonzeros, descr, values, TYPE,    \
                      offsets, indices, info, nullptr);                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##L##NAME(                                                            \
        cusparseHandle_t handle, int m, int nonzeros, cusparseMatDescr_t descr, NUMBER *values,    \
        const int *offsets, const int *indices, INFO info, cusparseSolvePolicy_t, void *) {        \
        return factor("cusparse" #L#NAME, handle, m, nonzeros, descr, values, TYPE, offsets,       \
                      indices, info, WORK);                                                        \
    }
#define FACTORS(NAME, NAMED, INFO, WORK)                                                           \
    cusparseStatus_t cusparseCreate##NAMED##Info(INFO *info) {                                     \
        return create(info);                                                                       \
    }                                                                                              \
    cusparseStatus_t cusparseDestroy##NAMED##Info(INFO info) {                                     \
        delete info;                                                                               \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseX##NAME##_zeroPivot(cusparseHandle_t handle, INFO info,               \
                                                 int *position) {                                  \
        return zero_pivot("cusparseX" #NAME "_zeroPivot", handle, info, position);                 \
    }                                                                                              \
    FACTOR(NAME, INFO, WORK, S, float, CUDA_R_32F)                                                 \
    FACTOR(NAME, INFO, WORK, D, double, CUDA_R_64F)                                                \
    FACTOR(NAME, INFO, WORK, C, cuComplex, CUDA_C_32F)                                             \
    FACTOR(NAME, INFO, WORK, Z, cuDoubleComplex, CUDA_C_64F)

FACTORS(csrilu02, Csrilu02, csrilu02Info_t, factor_lu)
FACTORS(csric02, Csric02, csric02Info_t, factor_cholesky)

} // extern "C"
