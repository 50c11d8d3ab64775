// products.cpp: sparse matrices times dense vectors and matrices.
#include "descriptions.h"

using namespace cuda_emulator::cusparse;

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
    const int batches = C->batches;
    c.wants_batches(A->batches, B->batches, batches);
    if (!c.is_good())
        return c.status();
    for (int i = 0; i < batches; ++i) {
        c.reads(A->of_batch(i));
        c.touches("B", B->of_batch(i), false);
        if (handle->pointers == CUSPARSE_POINTER_MODE_HOST && b() != value(0))
            c.touches("C", C->of_batch(i), false);
        c.touches("C", C->of_batch(i), true);
    }
    const cusparseSpMatDescr all_a = *A;
    const cusparseDnMatDescr all_b = *B, all_c = *C;
    return c.does([=] {
        for (int batch = 0; batch < batches; ++batch) {
            const cusparseSpMatDescr m = all_a.of_batch(batch);
            const cusparseDnMatDescr from = all_b.of_batch(batch), to = all_c.of_batch(batch);
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
        }
    });
}

} // extern "C"
