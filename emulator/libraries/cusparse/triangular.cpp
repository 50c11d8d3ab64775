// triangular.cpp: systems of equations whose matrix is sparse and triangular, for one right side
// and for several.
#include "descriptions.h"

namespace cuda_emulator::cusparse {

namespace {

// C = alpha * inv(op(A)) * op(B).
cusparseStatus_t solve(call &c, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha,
                       const cusparseSpMatDescr &m, const cusparseDnMatDescr &from,
                       const cusparseDnMatDescr &to, cudaDataType compute) {
    const std::function<value()> a = c.takes("alpha", alpha, compute);
    const bool plain = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t n = m.rows, columns = plain ? from.columns : from.rows;
    c.wants(n == m.columns && (plain ? from.rows : from.columns) == n && to.rows == n &&
                to.columns == columns,
            "the sizes do not fit");
    if (!c.is_good())
        return c.status();
    c.reads(m);
    c.touches("the right side", from, false);
    c.touches("the solution", to, true);
    return c.does([=] {
        struct entry {
            int64_t column;
            value x;
        };
        std::vector<std::vector<entry>> rows(static_cast<size_t>(n));
        std::vector<value> diagonal(static_cast<size_t>(n),
                                    m.diag == CUSPARSE_DIAG_TYPE_UNIT ? 1 : 0);
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
        // The solution may take the place of the right side.
        std::vector<value> result(static_cast<size_t>(n * columns));
        for (int64_t column = 0; column < columns; ++column) {
            value *const x = &result[static_cast<size_t>(column * n)];
            for (int64_t step = 0; step < n; ++step) {
                const int64_t i = downwards ? step : n - 1 - step;
                value rest =
                    a() * under(opB, load(from.values, from.type,
                                          plain ? from.place(i, column) : from.place(column, i)));
                for (const entry &e : rows[static_cast<size_t>(i)])
                    rest -= e.x * x[e.column];
                x[i] = rest / diagonal[static_cast<size_t>(i)];
            }
        }
        for (int64_t column = 0; column < columns; ++column)
            for (int64_t i = 0; i < n; ++i)
                store(to.values, to.type, to.place(i, column),
                      result[static_cast<size_t>(column * n + i)]);
    });
}

cusparseDnMatDescr as_column(const cusparseDnVecDescr &v) {
    return {v.size, 1, v.size, v.values, v.type, CUSPARSE_ORDER_COL};
}

template <class Descr> cusparseStatus_t create(Descr **descr) {
    if (descr == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new Descr;
    return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusparse

using namespace cuda_emulator::cusparse;

struct cusparseSpSVDescr {};
struct cusparseSpSMDescr {};

extern "C" {

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr) {
    return create(descr);
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
    call c("cusparseSpSV_solve", handle);
    c.wants(A != nullptr && x != nullptr && y != nullptr, "a description is a null pointer");
    return c.is_good() ? solve(c, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, *A, as_column(*x),
                               as_column(*y), compute)
                       : c.status();
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr) {
    return create(descr);
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void *, cusparseConstSpMatDescr_t,
                                         cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                         size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                       const void *, cusparseConstSpMatDescr_t,
                                       cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                       void *) {
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void *alpha,
                                    cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                    cusparseDnMatDescr_t C, cudaDataType compute, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t) {
    call c("cusparseSpSM_solve", handle);
    c.wants(A != nullptr && B != nullptr && C != nullptr, "a description is a null pointer");
    return c.is_good() ? solve(c, opA, opB, alpha, *A, *B, *C, compute) : c.status();
}

} // extern "C"
