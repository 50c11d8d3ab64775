// matmul_tensor: the product of two matrices by tensor cores, and what becomes of the last digits
//
// A multiprocessor has units that multiply whole matrices, 16 x 8 by 8 x 16 say, in one
// instruction. The 32 threads of a warp hand them a part of the factors each, and get a part of the
// sums each. The kernels are in tensor_ladder/, a file for each step:
//
//     1_global.h      a warp for each tile of one instruction, everything from global memory
//     2_tiled.h       tiles in shared memory
//     3_pipelined.h   16 bytes a load, larger tiles; the next ones are fetched meanwhile
//     4_direct.h      each thread loads its part of a fragment itself
//     5_packed.h      both factors are copied in the order of fragments first; asynchronous copies
//
// and beside them plain, below: a thread for each element, ordinary multiply-adds.
//
// With double nothing is lost. Of a float only 11 of its 24 significant bits are multiplied: that
// is the type TF32. How much this costs is the last number of each line.
//
//     nvcc ch7_shared_memory/matmul_tensor.cu -I. -arch=native -o matmul_tensor && ./matmul_tensor
#include "../common/book.h"
#include "../common/table.h"
#include "product_check.h"
#include "tensor_ladder/steps.h"

#define PLAIN TENSOR_STEPS

template <typename T> __global__ void multiply(const T *a, const T *b, T *c, int m, int n, int k) {
    int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m || col >= n)
        return;
    T sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

template <typename T> static void launch(int step, const product_work<T> *w) {
    dim3 threads(16, 16), blocks((w->n + 15) / 16, (w->m + 15) / 16);
    if (step == PLAIN)
        multiply<T><<<blocks, threads>>>(w->a, w->b, w->c, w->m, w->n, w->k);
    else
        tensor_launch(step, w, 0);
}

// All steps with matrices of T. Returns how many are right; error[step] becomes the largest error.
template <typename T>
static int run(const char *type, long long m, long long n, long long k, long long repeat,
               book_table *table, double error[PLAIN + 1]) {
    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    product_work<T> w = {};
    w.m = (int)m, w.n = (int)n, w.k = (int)k;
    int device = 0, right = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&w.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaMalloc((void **)&w.a, size_a * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&w.b, size_b * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&w.c, size_c * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&w.a_copy, tensor_a_copy_bytes<T>(w.m, w.k)));
    HANDLE_ERROR(cudaMalloc((void **)&w.b_copy, tensor_b_copy_bytes<T>(w.k, w.n)));
    product<T> p = product_make<T>(m, n, k);
    HANDLE_ERROR(cudaMemcpy(w.a, p.a, size_a * sizeof(T), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(w.b, p.b, size_b * sizeof(T), cudaMemcpyHostToDevice));

    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld), %s\n", m, n, m, k, k, n, type);
    for (int step = 0; step <= PLAIN; step++) {
        const char *name = step == PLAIN ? "plain" : tensor_names[step];
        HANDLE_ERROR(cudaMemset(w.c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
        launch(step, &w);
        HANDLE_LAUNCH(name);
        HANDLE_ERROR(cudaMemcpy(p.c, w.c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
        product_found found = product_compare(&p, step != PLAIN && sizeof(T) == sizeof(float), 2e7);
        right += found.wrong == 0;
        error[step] = found.error;
        printf("%-9s  %lld of %zu elements compared, %lld exactly, %lld wrong", name,
               found.compared, size_c, found.exact, found.wrong);
        double milliseconds = NAN, gflops = NAN;
        if (BOOK_ON_GPU) {
            book_timer timer;
            book_timer_start(&timer);
            for (int i = 0; i < repeat; i++)
                launch(step, &w);
            milliseconds = book_timer_stop(&timer) / (double)repeat;
            HANDLE_LAUNCH(name);
            gflops = 2e-6 * (double)k * (double)size_c / milliseconds;
            printf(", %.4f ms, %.1f GFLOP/s", milliseconds, gflops);
        }
        printf("; error %.1e, bound %.1e\n", found.error, found.bound);
        book_table_row(table, "%s,%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g,%.17g,%.17g", name, type,
                       m, n, k, found.compared, found.wrong, found.error, found.bound, milliseconds,
                       gflops);
    }
    book_timed();
    product_free(&p);
    HANDLE_ERROR(cudaFree(w.a));
    HANDLE_ERROR(cudaFree(w.b));
    HANDLE_ERROR(cudaFree(w.c));
    HANDLE_ERROR(cudaFree(w.a_copy));
    HANDLE_ERROR(cudaFree(w.b_copy));
    return right;
}

int main(int argc, char **argv) {
    const long long most = 65535 * 16; // rows of blocks in a grid
    long long m = 150, n = 203, k = 75, repeat = 10;
    const char *csv = NULL;
    book_option options[] = {
        {"m", BOOK_INTEGER, &m, 1, most, "rows of A and of C"},
        {"n", BOOK_INTEGER, &n, 1, most, "columns of B and of C"},
        {"k", BOOK_INTEGER, &k, 1, most, "columns of A, rows of B"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each step"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "product of two matrices by tensor cores", options);
    tensor_require();
    book_table table;
    book_table_open(&table, csv, "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops");
    double single[PLAIN + 1], twice[PLAIN + 1];
    int right = run<float>("float", m, n, k, repeat, &table, single) +
                run<double>("double", m, n, k, repeat, &table, twice);
    printf("of |a1 b1| + ... + |ak bk| TF32 is off by up to %.1e, float by %.1e, double by %.1e\n",
           single[TENSOR_PIPELINED], single[PLAIN], twice[PLAIN]);
    book_table_close(&table);
    return book_verdict(right == 2 * (PLAIN + 1), "%d of %d products are within their bounds",
                        right, 2 * (PLAIN + 1));
}
