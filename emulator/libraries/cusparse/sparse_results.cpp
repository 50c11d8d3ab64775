// sparse_results.cpp: products whose result is sparse: of two sparse matrices (SpGEMM), and of two
// dense ones at the places of a sparse one (SDDMM).
#include "descriptions.h"

#include <map>

struct cusparseSpGEMMDescr {
    std::vector<std::map<int64_t, cuda_emulator::cusparse::value>> rows; // of the product
};

using namespace cuda_emulator::cusparse;

// What each step of SpGEMM wants, as cuSPARSE does.
static bool fit(call &c, cusparseOperation_t opA, cusparseOperation_t opB,
                cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                cusparseConstSpMatDescr_t C, cusparseSpGEMMDescr_t descr) {
    if (!c.wants(A != nullptr && B != nullptr && C != nullptr && descr != nullptr,
                 "a description is a null pointer")
             .is_good())
        return false;
    return c
        .wants(opA == CUSPARSE_OPERATION_NON_TRANSPOSE && opB == CUSPARSE_OPERATION_NON_TRANSPOSE,
               "only CUSPARSE_OPERATION_NON_TRANSPOSE is there, as in cuSPARSE")
        .wants(A->columns == B->rows && C->rows == A->rows && C->columns == B->columns,
               "the sizes of the matrices do not fit")
        .wants(A->base == B->base && A->base == C->base,
               "the matrices do not all count from the same index base",
               CUSPARSE_STATUS_NOT_SUPPORTED)
        .is_good();
}

extern "C" {

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr) {
    if (descr == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new cusparseSpGEMMDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}

#define SPGEMM                                                                                     \
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,  \
        cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, const void *beta,                \
        cusparseSpMatDescr_t C, cudaDataType compute, cusparseSpGEMMAlg_t,                         \
        cusparseSpGEMMDescr_t descr

cusparseStatus_t cusparseSpGEMM_workEstimation(SPGEMM, size_t *bytes, void *) {
    (void)alpha, (void)beta, (void)compute;
    call c("cusparseSpGEMM_workEstimation", handle);
    return fit(c, opA, opB, A, B, C, descr) ? no_buffer(bytes) : c.status();
}
// A buffer of no bytes is a null pointer, so that the question for its size looks like the call
// that does the work: both do it.
cusparseStatus_t cusparseSpGEMM_compute(SPGEMM, size_t *bytes, void *) {
    call c("cusparseSpGEMM_compute", handle);
    if (!fit(c, opA, opB, A, B, C, descr))
        return c.status();
    c.takes("alpha", alpha, compute);
    c.takes("beta", beta, compute);
    if (!c.is_good())
        return c.status();
    c.reads(*A);
    c.reads(*B);
    const cusparseSpMatDescr a = *A, b = *B;
    const cusparseStatus_t status = c.does([=] {
        std::vector<std::map<int64_t, value>> of_b(static_cast<size_t>(b.rows));
        descr->rows.assign(static_cast<size_t>(a.rows), {});
        if (!each_entry(b, [&](int64_t i, int64_t j, int64_t k) {
                of_b[static_cast<size_t>(i)][j] += load(b.values, b.type, k);
            }))
            return say_index();
        if (!each_entry(a, [&](int64_t i, int64_t l, int64_t k) {
                const value x = load(a.values, a.type, k);
                for (const auto &[j, y] : of_b[static_cast<size_t>(l)])
                    descr->rows[static_cast<size_t>(i)][j] += x * y;
            }))
            return say_index();
    });
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    C->nonzeros = 0;
    for (const auto &row : descr->rows)
        C->nonzeros += static_cast<int64_t>(row.size());
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpGEMM_copy(SPGEMM) {
    call c("cusparseSpGEMM_copy", handle);
    if (!fit(c, opA, opB, A, B, C, descr))
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, compute),
                                 b = c.takes("beta", beta, compute);
    c.wants(C->format == CUSPARSE_FORMAT_CSR, "the result is not of CUSPARSE_FORMAT_CSR");
    c.wants(C->rows == static_cast<int64_t>(descr->rows.size()),
            "cusparseSpGEMM_compute() did not come before");
    if (!c.is_good())
        return c.status();
    c.touches("the offsets of C", C->first, C->rows + 1, size_of(C->first_type), true);
    c.touches("the indices of C", C->second, C->nonzeros, size_of(C->second_type), true);
    if (handle->pointers == CUSPARSE_POINTER_MODE_HOST && b() != value(0))
        c.touches("the values of C", C->values, C->nonzeros, size_of(C->type), false);
    c.touches("the values of C", C->values, C->nonzeros, size_of(C->type), true);
    const cusparseSpMatDescr to = *C;
    const auto rows = descr->rows;
    return c.does([=] {
        int64_t k = 0, row = 0;
        for (const auto &entries : rows) {
            set_index(to.first, to.first_type, row++, k + to.base);
            for (const auto &[j, x] : entries) {
                set_index(to.second, to.second_type, k, j + to.base);
                finish(to.values, to.type, k++, a(), x, b());
            }
        }
        set_index(to.first, to.first_type, row, k + to.base);
    });
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t,
                                          cusparseOperation_t, const void *,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void *, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t, cusparseOperation_t,
                                          cusparseOperation_t, const void *,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void *, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, void *) {
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void *alpha,
                               cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                               const void *beta, cusparseSpMatDescr_t C, cudaDataType compute,
                               cusparseSDDMMAlg_t, void *) {
    call c("cusparseSDDMM", handle);
    c.wants(A != nullptr && B != nullptr && C != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> a = c.takes("alpha", alpha, compute),
                                 b = c.takes("beta", beta, compute);
    const bool plain_a = opA == CUSPARSE_OPERATION_NON_TRANSPOSE,
               plain_b = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t inner = plain_a ? A->columns : A->rows;
    c.wants((plain_a ? A->rows : A->columns) == C->rows &&
                (plain_b ? B->columns : B->rows) == C->columns &&
                (plain_b ? B->rows : B->columns) == inner,
            "the sizes of the matrices do not fit");
    const int batches = C->batches;
    c.wants_batches(A->batches, B->batches, batches);
    if (!c.is_good())
        return c.status();
    for (int i = 0; i < batches; ++i) {
        c.touches("A", A->of_batch(i), false);
        c.touches("B", B->of_batch(i), false);
        const cusparseSpMatDescr m = C->of_batch(i);
        if (handle->pointers == CUSPARSE_POINTER_MODE_HOST && b() != value(0))
            c.reads(m);
        else
            c.reads_places(m);
        c.touches("the values of C", m.values, m.nonzeros, size_of(m.type), true);
    }
    const cusparseDnMatDescr all_a = *A, all_b = *B;
    const cusparseSpMatDescr all_c = *C;
    return c.does([=] {
        for (int batch = 0; batch < batches; ++batch) {
            const cusparseDnMatDescr x = all_a.of_batch(batch), y = all_b.of_batch(batch);
            const cusparseSpMatDescr to = all_c.of_batch(batch);
            if (!each_entry(to, [&](int64_t i, int64_t j, int64_t k) {
                    value sum = 0;
                    for (int64_t l = 0; l < inner; ++l)
                        sum +=
                            under(opA,
                                  load(x.values, x.type, plain_a ? x.place(i, l) : x.place(l, i))) *
                            under(opB,
                                  load(y.values, y.type, plain_b ? y.place(l, j) : y.place(j, l)));
                    finish(to.values, to.type, k, a(), sum, b());
                }))
                return say_index();
        }
    });
}

} // extern "C"
