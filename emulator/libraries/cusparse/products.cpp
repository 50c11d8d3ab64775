// products.cpp: sparse matrices and vectors times dense ones, triangular systems, conversions.
#include "descriptions.h"

namespace cuda_emulator::cusparse {

namespace {

value under(cusparseOperation_t op, const value &x) {
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
}

cusparseStatus_t no_buffer(size_t *bytes) {
    if (bytes == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

// What is stored when sums are there: alpha * sum + beta * what was there, if beta is not 0.
void finish(void *to, cudaDataType type, int64_t i, const value &alpha, const value &sum,
            const value &beta) {
    store(to, type, i, beta == value(0) ? alpha * sum : alpha * sum + beta * load(to, type, i));
}

cusparseStatus_t solve(const char *name, cusparseHandle_t handle, cusparseOperation_t op,
                       const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,
                       cusparseDnVecDescr_t y, cudaDataType compute) {
    call c(name, handle);
    c.wants(A != nullptr && x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, compute);
    c.wants(A->rows == A->columns && x->size == A->rows && y->size == A->rows,
            "the sizes do not fit");
    if (!c.is_good())
        return c.status();
    c.reads(*A);
    c.touches("x", *x, false);
    c.touches("y", *y, true);
    const cusparseSpMatDescr m = *A;
    const cusparseDnVecDescr from = *x, to = *y;
    return c.does([=] {
        const int64_t n = m.rows;
        struct entry {
            int64_t column;
            value x;
        };
        std::vector<std::vector<entry>> rows(static_cast<size_t>(n));
        std::vector<value> diagonal(static_cast<size_t>(n),
                                    m.diag == CUSPARSE_DIAG_TYPE_UNIT ? 1 : 0),
            result(static_cast<size_t>(n));
        const bool good = each_entry(m, [&](int64_t i, int64_t j, int64_t k) {
            const value v = under(op, load(m.values, m.type, k));
            if (i == j && m.diag == CUSPARSE_DIAG_TYPE_NON_UNIT)
                diagonal[static_cast<size_t>(i)] = v;
            else if (m.fill == CUSPARSE_FILL_MODE_LOWER ? i > j : i < j)
                rows[static_cast<size_t>(op == CUSPARSE_OPERATION_NON_TRANSPOSE ? i : j)].push_back(
                    {op == CUSPARSE_OPERATION_NON_TRANSPOSE ? j : i, v});
        });
        if (!good)
            return say_index();
        const bool downwards =
            (m.fill == CUSPARSE_FILL_MODE_LOWER) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
        for (int64_t step = 0; step < n; ++step) {
            const size_t i = static_cast<size_t>(downwards ? step : n - 1 - step);
            value rest = a() * load(from.values, from.type, static_cast<int64_t>(i));
            for (const entry &e : rows[i])
                rest -= e.x * result[static_cast<size_t>(e.column)];
            result[i] = rest / diagonal[i];
        }
        for (int64_t i = 0; i < n; ++i)
            store(to.values, to.type, i, result[static_cast<size_t>(i)]);
    });
}

} // namespace

} // namespace cuda_emulator::cusparse

using namespace cuda_emulator::cusparse;

struct cusparseSpSVDescr {};

extern "C" {

#define SPMV                                                                                       \
    cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,                            \
        cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void *beta,                \
        cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void *, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void *, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, void *) {
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(SPMV, void *) {
    call c("cusparseSpMV", handle);
    c.wants(A != nullptr && x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, compute),
                                 b = c.takes("beta", beta, compute);
    const bool as_it_is = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t rows = as_it_is ? A->rows : A->columns, columns = as_it_is ? A->columns : A->rows;
    c.wants(x->size == columns, "x has " + std::to_string(x->size) + " elements, and the matrix " +
                                    std::to_string(columns) + " columns");
    c.wants(y->size == rows, "y has " + std::to_string(y->size) + " elements, and the matrix " +
                                 std::to_string(rows) + " rows");
    if (!c.is_good())
        return c.status();
    c.reads(*A);
    c.touches("x", *x, false);
    if (handle->pointers == CUSPARSE_POINTER_MODE_HOST && b() != value(0))
        c.touches("y", *y, false);
    c.touches("y", *y, true);
    const cusparseSpMatDescr m = *A;
    const cusparseDnVecDescr from = *x, to = *y;
    return c.does([=] {
        std::vector<value> sums(static_cast<size_t>(rows));
        const bool good = each_entry(m, [&](int64_t i, int64_t j, int64_t k) {
            sums[static_cast<size_t>(as_it_is ? i : j)] +=
                under(op, load(m.values, m.type, k)) *
                load(from.values, from.type, as_it_is ? j : i);
        });
        if (!good)
            return say_index();
        for (int64_t i = 0; i < rows; ++i)
            finish(to.values, to.type, i, a(), sums[static_cast<size_t>(i)], b());
    });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void *, cusparseConstSpMatDescr_t,
                                         cusparseConstDnMatDescr_t, const void *,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
                                         size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void *, cusparseConstSpMatDescr_t,
                                         cusparseConstDnMatDescr_t, const void *,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
                                         void *) {
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void *alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                              const void *beta, cusparseDnMatDescr_t C, cudaDataType compute,
                              cusparseSpMMAlg_t, void *) {
    call c("cusparseSpMM", handle);
    c.wants(A != nullptr && B != nullptr && C != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, compute),
                                 b = c.takes("beta", beta, compute);
    const bool plain_a = opA == CUSPARSE_OPERATION_NON_TRANSPOSE,
               plain_b = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t rows = plain_a ? A->rows : A->columns, inner = plain_a ? A->columns : A->rows;
    const int64_t columns = plain_b ? B->columns : B->rows;
    c.wants((plain_b ? B->rows : B->columns) == inner && C->rows == rows && C->columns == columns,
            "the sizes of the matrices do not fit");
    if (!c.is_good())
        return c.status();
    c.reads(*A);
    c.touches("B", *B, false);
    if (handle->pointers == CUSPARSE_POINTER_MODE_HOST && b() != value(0))
        c.touches("C", *C, false);
    c.touches("C", *C, true);
    const cusparseSpMatDescr m = *A;
    const cusparseDnMatDescr from = *B, to = *C;
    return c.does([=] {
        std::vector<value> sums(static_cast<size_t>(rows * columns));
        const bool good = each_entry(m, [&](int64_t i, int64_t j, int64_t k) {
            const value by = under(opA, load(m.values, m.type, k));
            const int64_t row = plain_a ? i : j, other = plain_a ? j : i;
            for (int64_t column = 0; column < columns; ++column)
                sums[static_cast<size_t>(row * columns + column)] +=
                    by * under(opB, load(from.values, from.type,
                                         plain_b ? from.place(other, column)
                                                 : from.place(column, other)));
        });
        if (!good)
            return say_index();
        for (int64_t i = 0; i < rows; ++i)
            for (int64_t j = 0; j < columns; ++j)
                finish(to.values, to.type, to.place(i, j), a(),
                       sums[static_cast<size_t>(i * columns + j)], b());
    });
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr) {
    *descr = new cusparseSpSVDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t, cusparseOperation_t, const void *,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                       cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t, void *) {
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                    const void *alpha, cusparseConstSpMatDescr_t A,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t) {
    return solve("cusparseSpSV_solve", handle, op, alpha, A, x, y, compute);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
    call c("cusparseAxpby", handle);
    c.wants(x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, x->type),
                                 b = c.takes("beta", beta, x->type);
    c.touches("the indices", x->indices, x->nonzeros, size_of(x->index_type), false);
    c.touches("the values", x->values, x->nonzeros, size_of(x->type), false);
    c.touches("y", *y, false);
    c.touches("y", *y, true);
    const cusparseSpVecDescr from = *x;
    const cusparseDnVecDescr to = *y;
    return c.does([=] {
        for (int64_t i = 0; i < to.size; ++i)
            finish(to.values, to.type, i, a(), value(0), b());
        for (int64_t k = 0; k < from.nonzeros; ++k) {
            const int64_t i = index(from.indices, from.index_type, k) - from.base;
            if (i < 0 || i >= to.size)
                return say_index();
            finish(to.values, to.type, i, a(), load(from.values, from.type, k), value(1));
        }
    });
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
    call c("cusparseGather", handle);
    c.wants(x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    c.touches("the indices", x->indices, x->nonzeros, size_of(x->index_type), false);
    c.touches("y", *y, false);
    c.touches("the values", x->values, x->nonzeros, size_of(x->type), true);
    const cusparseSpVecDescr to = *x;
    const cusparseDnVecDescr from = *y;
    return c.does([=] {
        for (int64_t k = 0; k < to.nonzeros; ++k) {
            const int64_t i = index(to.indices, to.index_type, k) - to.base;
            if (i < 0 || i >= from.size)
                return say_index();
            store(to.values, to.type, k, load(from.values, from.type, i));
        }
    });
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
    call c("cusparseScatter", handle);
    c.wants(x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    c.touches("the indices", x->indices, x->nonzeros, size_of(x->index_type), false);
    c.touches("the values", x->values, x->nonzeros, size_of(x->type), false);
    c.touches("y", *y, true);
    const cusparseSpVecDescr from = *x;
    const cusparseDnVecDescr to = *y;
    return c.does([=] {
        for (int64_t k = 0; k < from.nonzeros; ++k) {
            const int64_t i = index(from.indices, from.index_type, k) - from.base;
            if (i < 0 || i >= to.size)
                return say_index();
            store(to.values, to.type, i, load(from.values, from.type, k));
        }
    });
}

} // extern "C"
