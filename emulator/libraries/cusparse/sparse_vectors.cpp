// sparse_vectors.cpp: a vector of which only some elements are stored, and a dense one.
#include "descriptions.h"

using namespace cuda_emulator;
using namespace cuda_emulator::cusparse;

extern "C" {

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
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    call c("cusparseRot", handle);
    c.wants(x != nullptr && y != nullptr, "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const std::function<value()> cos = c.takes("c_coeff", cosine, x->type),
                                 sin = c.takes("s_coeff", sine, x->type);
    c.touches("the indices", x->indices, x->nonzeros, size_of(x->index_type), false);
    for (const bool writes : {false, true}) {
        c.touches("the values", x->values, x->nonzeros, size_of(x->type), writes);
        c.touches("y", *y, writes);
    }
    const cusparseSpVecDescr turned = *x;
    const cusparseDnVecDescr other = *y;
    return c.does([=] {
        for (int64_t k = 0; k < turned.nonzeros; ++k) {
            const int64_t i = index(turned.indices, turned.index_type, k) - turned.base;
            if (i < 0 || i >= other.size)
                return say_index();
            const value a = load(turned.values, turned.type, k),
                        b = load(other.values, other.type, i);
            store(turned.values, turned.type, k, cos() * a + sin() * b);
            store(other.values, other.type, i, cos() * b - sin() * a);
        }
    });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         const void *, cudaDataType, size_t *bytes) {
    return no_buffer(bytes);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *) {
    call c("cusparseSpVV", handle);
    c.wants(x != nullptr && y != nullptr && result != nullptr,
            "a description, or the result, is a null pointer");
    c.wants(size_of(compute) != 0, "there are no sums of this type");
    if (!c.is_good())
        return c.status();
    c.touches("the indices", x->indices, x->nonzeros, size_of(x->index_type), false);
    c.touches("the values", x->values, x->nonzeros, size_of(x->type), false);
    c.touches("y", *y, false);
    if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
        c.touches("the result", result, 1, size_of(compute), true);
    const cusparseSpVecDescr from = *x;
    const cusparseDnVecDescr by = *y;
    return c.does([=] {
        value sum(0);
        for (int64_t k = 0; k < from.nonzeros; ++k) {
            const int64_t i = index(from.indices, from.index_type, k) - from.base;
            if (i < 0 || i >= by.size)
                return say_index();
            sum += under(op, load(from.values, from.type, k)) * load(by.values, by.type, i);
        }
        store(result, compute, 0, sum);
    });
}

} // extern "C"
