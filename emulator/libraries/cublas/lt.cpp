// lt.cpp: cuBLASLt: descriptions of matrices and of a product, and the product.
#include <cublasLt.h>

#include "extended.h"

#include <climits>
#include <cstring>
#include <new>

namespace cuda_emulator::cublas {

namespace {

// What lies in the descriptions, whose size is that of cuBLASLt's.
struct layout {
    uint64_t rows, columns, ld;
    int64_t stride; // from one matrix of a batch to the next
    cudaDataType type;
    int32_t order, count;
};
struct operation {
    const void *bias;
    int64_t bias_stride;
    cublasComputeType_t compute;
    cudaDataType scale;
    int32_t pointers, transa, transb, transc, fill, bias_type; // the latter -1: that of D
    uint32_t epilogue;
};

template <class Description, class Opaque> Description *in(Opaque *opaque) {
    static_assert(sizeof(Description) <= sizeof(Opaque), "it has to lie in there");
    return reinterpret_cast<Description *>(opaque);
}

// Where an attribute lies in its description.
struct field {
    void *place; // null: there is no such attribute
    size_t bytes;
};
template <class T> field at(T &member) {
    return {&member, sizeof member};
}
field attribute(layout &l, int which) {
    switch (which) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
        return at(l.type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
        return at(l.order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
        return at(l.rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
        return at(l.columns);
    case CUBLASLT_MATRIX_LAYOUT_LD:
        return at(l.ld);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
        return at(l.count);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
        return at(l.stride);
    default:
        return {};
    }
}
field attribute(operation &o, int which) {
    switch (which) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
        return at(o.compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
        return at(o.scale);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
        return at(o.pointers);
    case CUBLASLT_MATMUL_DESC_TRANSA:
        return at(o.transa);
    case CUBLASLT_MATMUL_DESC_TRANSB:
        return at(o.transb);
    case CUBLASLT_MATMUL_DESC_TRANSC:
        return at(o.transc);
    case CUBLASLT_MATMUL_DESC_FILL_MODE:
        return at(o.fill);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
        return at(o.epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
        return at(o.bias);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
        return at(o.bias_stride);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
        return at(o.bias_type);
    default:
        return {};
    }
}

cublasStatus_t set(const char *call, const field &f, int which, const void *value, size_t bytes) {
    if (f.place == nullptr) {
        say_of_library(call, ("the emulator has no attribute " + std::to_string(which)).c_str());
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (value == nullptr || bytes != f.bytes) {
        refuse_library_call(call,
                            "attribute " + std::to_string(which) + " has " +
                                std::to_string(f.bytes) + " bytes, and " + std::to_string(bytes) +
                                " are given",
                            "CUBLAS_STATUS_INVALID_VALUE");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    std::memcpy(f.place, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t get(const field &f, void *value, size_t bytes, size_t *written) {
    if (f.place == nullptr || (bytes != 0 && bytes < f.bytes) || (bytes == 0 && written == nullptr))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (written != nullptr)
        *written = f.bytes;
    if (bytes != 0)
        std::memcpy(value, f.place, f.bytes);
    return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque> cublasStatus_t create(Opaque **made) {
    if (made == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *made = new (std::nothrow) Opaque{};
    return *made == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}
template <class Opaque> cublasStatus_t destroy(Opaque *made) {
    delete made;
    return CUBLAS_STATUS_SUCCESS;
}

double relu(double x) {
    return x > 0 ? x : 0;
}
double gelu(double x) { // by the hyperbolic tangent
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// Of alpha and beta, where D is of type d and no bytes.
cudaDataType scale_of(cublasComputeType_t compute, cudaDataType d) {
    const bool is_complex = d == CUDA_C_32F || d == CUDA_C_64F;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUDA_R_32I;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return is_complex ? CUDA_C_64F : CUDA_R_64F;
    default:
        return is_complex ? CUDA_C_32F : CUDA_R_32F;
    }
}

// Whether cublasLtMatmul() has this product; says so where it has not.
bool is_there(const char *name, const operation &o, const layout &a, const layout &b,
              const layout &d) {
    const bool to_bytes =
        a.type == CUDA_R_8I && b.type == CUDA_R_8I && d.type == CUDA_R_8I &&
        (o.compute == CUBLAS_COMPUTE_32I || o.compute == CUBLAS_COMPUTE_32I_PEDANTIC) &&
        o.scale == CUDA_R_32F;
    if (!to_bytes && refuse_types(name, o.compute, a.type, b.type, d.type))
        return false;
    if (!to_bytes && o.scale != scale_of(o.compute, d.type)) {
        refuse_library_call(name,
                            "alpha and beta are of a type, SCALE_TYPE, that this product "
                            "does not take",
                            "CUBLAS_STATUS_NOT_SUPPORTED");
        return false;
    }
    if (o.bias_type != -1 && o.bias_type != d.type && o.bias_type != CUDA_R_32F &&
        o.bias_type != CUDA_R_16F && o.bias_type != CUDA_R_16BF) {
        say_of_library(name, "the emulator has a bias of the type of D, R_32F, R_16F and R_16BF");
        return false;
    }
    if ((o.epilogue & ~uint32_t(CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_BIAS |
                                CUBLASLT_EPILOGUE_GELU)) != 0 ||
        (o.epilogue != CUBLASLT_EPILOGUE_DEFAULT &&
         (d.type == CUDA_R_32I || d.type == CUDA_C_32F || d.type == CUDA_C_64F))) {
        say_of_library(name, "the emulator has the epilogues DEFAULT, BIAS, RELU and GELU, and the "
                             "latter two with a bias, of real numbers that are not int");
        return false;
    }
    for (const layout *l : {&a, &b, &d})
        if (l->order != CUBLASLT_ORDER_COL && l->order != CUBLASLT_ORDER_ROW) {
            say_of_library(name, "the emulator has the orders COL and ROW");
            return false;
        }
    if (o.pointers > CUBLASLT_POINTER_MODE_DEVICE || o.transc != CUBLAS_OP_N ||
        o.fill != CUBLAS_FILL_MODE_FULL) {
        say_of_library(name, "the emulator has the pointer modes HOST and DEVICE, and no TRANSC "
                             "and FILL_MODE");
        return false;
    }
    return true;
}

operand of(const void *p, const layout &l) {
    return {p, nullptr, l.type, (long long)l.ld, l.stride, l.order == CUBLASLT_ORDER_ROW};
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;
using cuda_emulator::load;
using cuda_emulator::say_of_library;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
    return cublasCreate(reinterpret_cast<cublasHandle_t *>(handle));
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    return cublasDestroy(reinterpret_cast<cublasHandle_t>(handle));
}
size_t cublasLtGetVersion(void) {
    return CUBLAS_VERSION;
}
size_t cublasLtGetCudartVersion(void) {
    return CUDART_VERSION;
}
const char *cublasLtGetStatusName(cublasStatus_t status) {
    return cublasGetStatusName(status);
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
    return cublasGetStatusString(status);
}

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t l, cudaDataType type, uint64_t rows,
                                        uint64_t columns, int64_t ld) {
    if (l == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *in<layout>(l) = {rows, columns, uint64_t(ld), 0, type, CUBLASLT_ORDER_COL, 1};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *l, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t ld) {
    const cublasStatus_t status = create(l);
    return status == CUBLAS_STATUS_SUCCESS ? cublasLtMatrixLayoutInit(*l, type, rows, columns, ld)
                                           : status;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l) {
    return destroy(l);
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t which,
                                                const void *value, size_t bytes) {
    return l == nullptr ? CUBLAS_STATUS_INVALID_VALUE
                        : set("cublasLtMatrixLayoutSetAttribute", attribute(*in<layout>(l), which),
                              which, value, bytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t which, void *value,
                                                size_t bytes, size_t *written) {
    return l == nullptr ? CUBLAS_STATUS_INVALID_VALUE
                        : get(attribute(*in<layout>(l), which), value, bytes, written);
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t o, cublasComputeType_t compute,
                                      cudaDataType scale) {
    if (o == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *in<operation>(o) = {nullptr,
                         0,
                         compute,
                         scale,
                         CUBLASLT_POINTER_MODE_HOST,
                         CUBLAS_OP_N,
                         CUBLAS_OP_N,
                         CUBLAS_OP_N,
                         CUBLAS_FILL_MODE_FULL,
                         -1,
                         CUBLASLT_EPILOGUE_DEFAULT};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *o, cublasComputeType_t compute,
                                        cudaDataType scale) {
    const cublasStatus_t status = create(o);
    return status == CUBLAS_STATUS_SUCCESS ? cublasLtMatmulDescInit(*o, compute, scale) : status;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t o) {
    return destroy(o);
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t o,
                                              cublasLtMatmulDescAttributes_t which,
                                              const void *value, size_t bytes) {
    if (o == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    // They say how, and not what.
    if (which == CUBLASLT_MATMUL_DESC_FAST_ACCUM || which == CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET)
        return CUBLAS_STATUS_SUCCESS;
    return set("cublasLtMatmulDescSetAttribute", attribute(*in<operation>(o), which), which, value,
               bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t o,
                                              cublasLtMatmulDescAttributes_t which, void *value,
                                              size_t bytes, size_t *written) {
    return o == nullptr ? CUBLAS_STATUS_INVALID_VALUE
                        : get(attribute(*in<operation>(o), which), value, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t p) {
    if (p == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *p = {};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *p) {
    return create(p);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t p) {
    return destroy(p);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t p,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void *value, size_t) {
    return p == nullptr || value == nullptr ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t o,
                                              cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                                              cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int *found) {
    if (o == nullptr || A == nullptr || B == nullptr || C == nullptr || D == nullptr ||
        wanted < 1 || results == nullptr || found == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    *found = 0;
    if (!is_there("cublasLtMatmulAlgoGetHeuristic", *in<operation>(o), *in<layout>(A),
                  *in<layout>(B), *in<layout>(D)))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = {};
    results[0].state = CUBLAS_STATUS_SUCCESS;
    results[0].wavesCount = 1;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                              const void *alpha, const void *A, cublasLtMatrixLayout_t layoutA,
                              const void *B, cublasLtMatrixLayout_t layoutB, const void *beta,
                              const void *C, cublasLtMatrixLayout_t layoutC, void *D,
                              cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *, void *,
                              size_t, cudaStream_t stream) {
    static const char *const name = "cublasLtMatmul";
    call c(name, reinterpret_cast<cublasHandle_t>(handle));
    c.wants(description != nullptr && layoutA != nullptr && layoutB != nullptr &&
                layoutC != nullptr && layoutD != nullptr,
            "a description is a null pointer");
    if (!c.is_good())
        return c.status();
    const operation o = *in<operation>(description);
    const layout a = *in<layout>(layoutA), b = *in<layout>(layoutB), old = *in<layout>(layoutC),
                 d = *in<layout>(layoutD);
    if (!is_there(name, o, a, b, d))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const auto transa = cublasOperation_t(o.transa), transb = cublasOperation_t(o.transb);
    c.operation("transa", transa).operation("transb", transb);
    const auto rows = [](const layout &l, int op) {
        return op == CUBLAS_OP_N ? l.rows : l.columns;
    };
    const auto columns = [](const layout &l, int op) {
        return op == CUBLAS_OP_N ? l.columns : l.rows;
    };
    const uint64_t m = d.rows, n = d.columns, k = columns(a, transa);
    const auto size = [](uint64_t x, uint64_t y) {
        return std::to_string(x) + " * " + std::to_string(y);
    };
    c.wants(rows(a, transa) == m && rows(b, transb) == k && columns(b, transb) == n &&
                old.rows == m && old.columns == n,
            "op(A) has " + size(rows(a, transa), k) + " elements, op(B) " +
                size(rows(b, transb), columns(b, transb)) + ", C " + size(old.rows, old.columns) +
                ", D " + size(m, n));
    c.wants(m <= INT_MAX && n <= INT_MAX && k <= INT_MAX, "a matrix is too large");
    c.wants(a.count == d.count && b.count == d.count && old.count == d.count && d.count >= 1,
            "the numbers of matrices are not the same");
    c.wants(old.type == d.type && old.order == d.order, "C and D have different types or orders");
    for (const auto &[which, l] :
         {std::pair<const char *, const layout *>{"A", &a}, {"B", &b}, {"C", &old}, {"D", &d}}) {
        const bool by_rows = l->order == CUBLASLT_ORDER_ROW;
        const uint64_t least = by_rows ? l->columns : l->rows;
        c.wants(l->ld >= least, std::string("the leading dimension of ") + which + " is " +
                                    std::to_string(l->ld) + ", and it has " +
                                    std::to_string(least) + (by_rows ? " columns" : " rows"));
    }
    const bool has_bias = (o.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
    c.wants(!has_bias || o.bias != nullptr, "the epilogue wants a bias, and BIAS_POINTER is null");
    if (!c.is_good())
        return c.status();
    c.set(stream, cublasPointerMode_t(o.pointers));

    const cudaDataType bias_type = o.bias_type != -1     ? cudaDataType(o.bias_type)
                                   : d.type == CUDA_R_8I ? CUDA_R_32F
                                                         : d.type;
    const size_t element = cuda_emulator::size_of(bias_type);
    for (int i = 0; has_bias && i < (o.bias_stride == 0 ? 1 : d.count); ++i)
        c.touch("the bias",
                static_cast<const char *>(o.bias) + i * o.bias_stride * (long long)element,
                (long long)m, 1, (long long)m, element, false);
    product_of p = {transa,  transb,   int(m),   int(n),    int(k),
                    d.count, of(A, a), of(B, b), of(C, old)};
    p.d = of(D, d);
    if (o.epilogue != CUBLASLT_EPILOGUE_DEFAULT)
        p.after = [=](double x, int i, long long row) {
            if (has_bias)
                x += load<double>(o.bias, bias_type, i * o.bias_stride + row);
            return (o.epilogue & CUBLASLT_EPILOGUE_RELU) != 0   ? relu(x)
                   : (o.epilogue & CUBLASLT_EPILOGUE_GELU) != 0 ? gelu(x)
                                                                : x;
        };
    return multiply(c, p, alpha, beta, o.compute);
}

} // extern "C"
