// extended.h: products of matrices whose elements have a type that is known when the call is made.
#ifndef CUDA_EMULATOR_CUBLAS_EXTENDED_H
#define CUDA_EMULATOR_CUBLAS_EXTENDED_H

#include "dense.h"

#include <functional>

namespace cuda_emulator::cublas {

struct operand {
    const void *first; // or, of a batch of pointers, null
    const void *const *list;
    cudaDataType type;
    long long ld, stride;
    bool by_rows = false;

    const void *matrix(int i) const {
        return list != nullptr
                   ? list[i]
                   : static_cast<const char *>(first) + i * stride * (long long)size_of(type);
    }
    long long place(long long i, long long j) const { return by_rows ? i * ld + j : i + j * ld; }
    void touch(call &c, const char *name, int i, int rows, int columns, bool writes) const {
        c.touch(name, matrix(i), by_rows ? columns : rows, by_rows ? rows : columns, ld,
                size_of(type), writes);
    }
};

// D = alpha * op(A) * op(B) + beta * C, and what becomes of each element before it is rounded:
// after(element, number of the matrix, row).
struct product_of {
    cublasOperation_t transa, transb;
    int m, n, k, count;
    operand a, b, c;
    operand d = {};
    std::function<double(double, int, long long)> after = {};
};
cublasStatus_t multiply(call &c, const product_of &p, const void *alpha, const void *beta,
                        cublasComputeType_t compute);

// Says so where there is no product of these types, and is true.
bool refuse_types(const char *name, cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                  cudaDataType c);

} // namespace cuda_emulator::cublas

#endif
