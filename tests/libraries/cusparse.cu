// cusparse.cu: cuSPARSE against the dense matrix: products in each format, type of index and
// operation, triangular systems, conversions there and back, sparse vectors; what must be refused.
#include "../emulator/check.h"

#include <cusparse.h>
#include <cmath>

#define CHECK_SPARSE(...) CHECK_EQUAL(__VA_ARGS__, CUSPARSE_STATUS_SUCCESS)

static cusparseHandle_t handle;

static const int ROWS = 5, COLUMNS = 4;
// Row after row; about half of it is 0.
static const std::vector<double> dense = {4, 0, 1, 0, 0, 5, 0, 0, 2, 0,
                                          6, 3, 0, 0, 0, 0, 1, 7, 0, 8};

static std::vector<double> product(const std::vector<double> &x, bool transposed) {
    std::vector<double> y(transposed ? COLUMNS : ROWS);
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            y[transposed ? j : i] += dense[i * COLUMNS + j] * x[transposed ? i : j];
    return y;
}

template <class Index> struct lists { // of CSR, CSC and COO
    std::vector<Index> row_offsets{0}, columns, rows, column_offsets{0}, rows_by_column;
    std::vector<double> values, values_by_column;
    explicit lists(int base) {
        for (int i = 0; i < ROWS; ++i) {
            for (int j = 0; j < COLUMNS; ++j)
                if (dense[i * COLUMNS + j] != 0) {
                    rows.push_back(i + base);
                    columns.push_back(j + base);
                    values.push_back(dense[i * COLUMNS + j]);
                }
            row_offsets.push_back(static_cast<Index>(values.size()));
        }
        for (int j = 0; j < COLUMNS; ++j) {
            for (int i = 0; i < ROWS; ++i)
                if (dense[i * COLUMNS + j] != 0) {
                    rows_by_column.push_back(i + base);
                    values_by_column.push_back(dense[i * COLUMNS + j]);
                }
            column_offsets.push_back(static_cast<Index>(values_by_column.size()));
        }
        for (Index &o : row_offsets)
            o += base;
        for (Index &o : column_offsets)
            o += base;
    }
};

static void check_products(cusparseSpMatDescr_t A, const char *what) {
    for (const bool transposed : {false, true}) {
        const std::vector<double> x = {1, -2, 3, 0.5, 7};
        const std::vector<double> from(x.begin(), x.begin() + (transposed ? ROWS : COLUMNS));
        std::vector<double> wanted = product(from, transposed);
        device_array<double> dx(from), dy(wanted.size(), 10.0);
        cusparseDnVecDescr_t vx, vy;
        CHECK_SPARSE(cusparseCreateDnVec(&vx, from.size(), dx, CUDA_R_64F));
        CHECK_SPARSE(cusparseCreateDnVec(&vy, wanted.size(), dy, CUDA_R_64F));
        const double alpha = 2, beta = 0.5;
        const auto op =
            transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        size_t bytes = 1;
        CHECK_SPARSE(cusparseSpMV_bufferSize(handle, op, &alpha, A, vx, &beta, vy, CUDA_R_64F,
                                             CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        void *buffer = nullptr;
        CHECK_CUDA(cudaMalloc(&buffer, bytes));
        CHECK_SPARSE(cusparseSpMV(handle, op, &alpha, A, vx, &beta, vy, CUDA_R_64F,
                                  CUSPARSE_SPMV_ALG_DEFAULT, buffer));
        CHECK_CUDA(cudaFree(buffer));
        CHECK_ARRAY(
            dy.get(), [&](size_t i) { return 2 * wanted[i] + 5; }, what);
        CHECK_SPARSE(cusparseDestroyDnVec(vx));
        CHECK_SPARSE(cusparseDestroyDnVec(vy));
    }
    // Two columns at a time, row after row.
    const std::vector<double> b = {1, 2, 3, 4, 5, 6, 7, 8};
    device_array<double> db(b), dc(ROWS * 2);
    cusparseDnMatDescr_t B, C;
    CHECK_SPARSE(cusparseCreateDnMat(&B, COLUMNS, 2, 2, db, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    CHECK_SPARSE(cusparseCreateDnMat(&C, ROWS, 2, ROWS, dc, CUDA_R_64F, CUSPARSE_ORDER_COL));
    const double one = 1, zero = 0;
    size_t bytes = 1;
    CHECK_SPARSE(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                         CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, B, &zero, C,
                                         CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    void *buffer = nullptr;
    CHECK_CUDA(cudaMalloc(&buffer, bytes));
    CHECK_SPARSE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                              CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, B, &zero, C, CUDA_R_64F,
                              CUSPARSE_SPMM_ALG_DEFAULT, buffer));
    CHECK_CUDA(cudaFree(buffer));
    const std::vector<double> first = product({1, 3, 5, 7}, false),
                              second = product({2, 4, 6, 8}, false);
    CHECK_ARRAY(
        dc.get(), [&](size_t i) { return i < ROWS ? first[i] : second[i - ROWS]; }, what);
    CHECK_SPARSE(cusparseDestroyDnMat(B));
    CHECK_SPARSE(cusparseDestroyDnMat(C));
}

template <class Index>
static void check_formats(cusparseIndexType_t type, cusparseIndexBase_t base) {
    const lists<Index> l(base);
    device_array<Index> offsets(l.row_offsets), columns(l.columns), rows(l.rows),
        column_offsets(l.column_offsets), rows_by_column(l.rows_by_column);
    device_array<double> values(l.values), by_column(l.values_by_column);
    const int64_t count = static_cast<int64_t>(l.values.size());
    cusparseSpMatDescr_t A;
    CHECK_SPARSE(cusparseCreateCsr(&A, ROWS, COLUMNS, count, offsets, columns, values, type, type,
                                   base, CUDA_R_64F));
    check_products(A, "CSR");
    CHECK_SPARSE(cusparseDestroySpMat(A));
    CHECK_SPARSE(
        cusparseCreateCoo(&A, ROWS, COLUMNS, count, rows, columns, values, type, base, CUDA_R_64F));
    check_products(A, "COO");
    CHECK_SPARSE(cusparseDestroySpMat(A));
    CHECK_SPARSE(cusparseCreateCsc(&A, ROWS, COLUMNS, count, column_offsets, rows_by_column,
                                   by_column, type, type, base, CUDA_R_64F));
    check_products(A, "CSC");
    CHECK_SPARSE(cusparseDestroySpMat(A));
}

static void check_conversions() {
    std::vector<float> plain(dense.begin(), dense.end());
    device_array<float> from(plain), back(plain.size(), 9.0f);
    device_array<int> offsets(ROWS + 1), rows(9);
    cusparseDnMatDescr_t D, E;
    cusparseSpMatDescr_t S;
    CHECK_SPARSE(
        cusparseCreateDnMat(&D, ROWS, COLUMNS, COLUMNS, from, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    CHECK_SPARSE(
        cusparseCreateDnMat(&E, ROWS, COLUMNS, COLUMNS, back, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    CHECK_SPARSE(cusparseCreateCsr(&S, ROWS, COLUMNS, 0, offsets, nullptr, nullptr,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                   CUDA_R_32F));
    size_t bytes = 1;
    void *buffer = nullptr;
    CHECK_SPARSE(
        cusparseDenseToSparse_bufferSize(handle, D, S, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
    CHECK_CUDA(cudaMalloc(&buffer, bytes));
    CHECK_SPARSE(
        cusparseDenseToSparse_analysis(handle, D, S, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    int64_t m = 0, n = 0, count = 0;
    CHECK_SPARSE(cusparseSpMatGetSize(S, &m, &n, &count));
    CHECK_EQUAL(count, 9);
    device_array<int> columns(count);
    device_array<float> values(count);
    CHECK_SPARSE(cusparseCsrSetPointers(S, offsets, columns, values));
    CHECK_SPARSE(
        cusparseDenseToSparse_convert(handle, D, S, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    const lists<int> l(0);
    CHECK_ARRAY(
        offsets.get(), [&](size_t i) { return l.row_offsets[i]; }, "offsets");
    CHECK_ARRAY(
        columns.get(), [&](size_t i) { return l.columns[i]; }, "columns");
    CHECK_CUDA(cudaFree(buffer));
    CHECK_SPARSE(
        cusparseSparseToDense_bufferSize(handle, S, E, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
    CHECK_CUDA(cudaMalloc(&buffer, bytes));
    CHECK_SPARSE(cusparseSparseToDense(handle, S, E, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
    CHECK_CUDA(cudaFree(buffer));
    CHECK_ARRAY(
        back.get(), [&](size_t i) { return plain[i]; }, "dense again");
    CHECK_SPARSE(cusparseXcsr2coo(handle, offsets, 9, ROWS, rows, CUSPARSE_INDEX_BASE_ZERO));
    CHECK_ARRAY(
        rows.get(), [&](size_t i) { return l.rows[i]; }, "rows");
    device_array<int> again(ROWS + 1);
    CHECK_SPARSE(cusparseXcoo2csr(handle, rows, 9, ROWS, again, CUSPARSE_INDEX_BASE_ZERO));
    CHECK_ARRAY(
        again.get(), [&](size_t i) { return l.row_offsets[i]; }, "offsets again");
    CHECK_SPARSE(cusparseDestroySpMat(S));
    CHECK_SPARSE(cusparseDestroyDnMat(D));
    CHECK_SPARSE(cusparseDestroyDnMat(E));
}

// L x = b, and L^T x = b, of a lower triangle with 1 to 3 below a diagonal of 2.
static void check_triangle() {
    const std::vector<int> offsets = {0, 1, 3, 6}, columns = {0, 0, 1, 0, 1, 2};
    const std::vector<double> values = {2, 1, 2, 3, 1, 2};
    device_array<int> doffsets(offsets), dcolumns(columns);
    device_array<double> dvalues(values), b(std::vector<double>{2, 5, 11}), x(3);
    cusparseSpMatDescr_t L;
    cusparseDnVecDescr_t vb, vx;
    cusparseSpSVDescr_t descr;
    cusparseFillMode_t lower = CUSPARSE_FILL_MODE_LOWER;
    CHECK_SPARSE(cusparseCreateCsr(&L, 3, 3, 6, doffsets, dcolumns, dvalues, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK_SPARSE(cusparseSpMatSetAttribute(L, CUSPARSE_SPMAT_FILL_MODE, &lower, sizeof lower));
    CHECK_SPARSE(cusparseCreateDnVec(&vb, 3, b, CUDA_R_64F));
    CHECK_SPARSE(cusparseCreateDnVec(&vx, 3, x, CUDA_R_64F));
    const double one = 1;
    for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
        size_t bytes = 1;
        void *buffer = nullptr;
        CHECK_SPARSE(cusparseSpSV_createDescr(&descr));
        CHECK_SPARSE(cusparseSpSV_bufferSize(handle, op, &one, L, vb, vx, CUDA_R_64F,
                                             CUSPARSE_SPSV_ALG_DEFAULT, descr, &bytes));
        CHECK_CUDA(cudaMalloc(&buffer, bytes));
        CHECK_SPARSE(cusparseSpSV_analysis(handle, op, &one, L, vb, vx, CUDA_R_64F,
                                           CUSPARSE_SPSV_ALG_DEFAULT, descr, buffer));
        CHECK_SPARSE(cusparseSpSV_solve(handle, op, &one, L, vb, vx, CUDA_R_64F,
                                        CUSPARSE_SPSV_ALG_DEFAULT, descr));
        const std::vector<double> forwards = {1, 2, 3}, backwards = {-7.125, -0.25, 5.5};
        const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
        CHECK_ARRAY(
            x.get(), [&](size_t i) { return plain ? forwards[i] : backwards[i]; }, "a triangle");
        CHECK_SPARSE(cusparseSpSV_destroyDescr(descr));
        CHECK_CUDA(cudaFree(buffer));
    }
    CHECK_SPARSE(cusparseDestroySpMat(L));
    CHECK_SPARSE(cusparseDestroyDnVec(vb));
    CHECK_SPARSE(cusparseDestroyDnVec(vx));
}

static void check_vectors_and_mistakes() {
    device_array<int> indices(std::vector<int>{1, 3});
    device_array<float> values(std::vector<float>{10, 20}), y(std::vector<float>{1, 2, 3, 4});
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t vy;
    CHECK_SPARSE(cusparseCreateSpVec(&x, 4, 2, indices, values, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    CHECK_SPARSE(cusparseCreateDnVec(&vy, 4, y, CUDA_R_32F));
    const float two = 2, three = 3;
    CHECK_SPARSE(cusparseAxpby(handle, &two, x, &three, vy));
    const std::vector<float> wanted = {3, 26, 9, 52};
    CHECK_ARRAY(
        y.get(), [&](size_t i) { return wanted[i]; }, "axpby");
    CHECK_SPARSE(cusparseGather(handle, vy, x));
    CHECK_EQUAL(values.get()[1], 52);
    CHECK_SPARSE(cusparseScatter(handle, x, vy));
    CHECK_EQUAL(y.get()[3], 52);
    float sum = 0;
    size_t bytes = 0;
    const auto as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    CHECK_SPARSE(cusparseSpVV_bufferSize(handle, as_it_is, x, vy, &sum, CUDA_R_32F, &bytes));
    device_array<char> buffer(bytes + 1);
    CHECK_SPARSE(cusparseSpVV(handle, as_it_is, x, vy, &sum, CUDA_R_32F, buffer));
    CHECK_EQUAL(sum, 26 * 26 + 52 * 52);
    CHECK_SPARSE(cusparseRot(handle, &two, &three, x, vy));
    CHECK_EQUAL(values.get()[1], 5 * 52);
    CHECK_EQUAL(y.get()[1], -26);
    CHECK_EQUAL(cusparseCreate(nullptr), CUSPARSE_STATUS_INVALID_VALUE);
    cusparseSpMatDescr_t A;
    device_array<int> no_offsets(5);
    CHECK_SPARSE(cusparseCreateCsr(&A, 4, 4, 0, no_offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, A, vy, &three, vy, CUDA_R_8I,
                       CUSPARSE_SPMV_ALG_DEFAULT, nullptr) != CUSPARSE_STATUS_SUCCESS);
    CHECK_SPARSE(cusparseDestroySpMat(A));
    cusparseDnMatDescr_t D;
    CHECK_EQUAL(cusparseCreateDnMat(&D, 4, 2, 3, y, CUDA_R_32F, CUSPARSE_ORDER_COL),
                CUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE(cusparseDestroySpVec(x));
    CHECK_SPARSE(cusparseDestroyDnVec(vy));
}

int main() {
    check_device();
    CHECK_SPARSE(cusparseCreate(&handle));
    check_formats<int>(CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO);
    check_formats<int64_t>(CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE);
    check_conversions();
    check_triangle();
    check_vectors_and_mistakes();
    CHECK_SPARSE(cusparseDestroy(handle));
    return check_result();
}
