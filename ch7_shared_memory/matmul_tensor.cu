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
// and beside them plain.h: a thread for each element, ordinary multiply-adds.
//
// With double nothing is lost. Of a float only 11 of its 24 significant bits are multiplied: that
// is the type TF32. How much this costs is the last number of each line.
//
//     nvcc ch7_shared_memory/matmul_tensor.cu -I. -arch=native -o matmul_tensor && ./matmul_tensor
#include "../common/ladder.h"
#include "product_check.h"
#include "tensor_ladder/plain.h"
#include "tensor_ladder/steps.h"

#define PLAIN TENSOR_STEPS // behind all steps of the ladder

// What a step's product is compared with, and the largest error of each.
template <typename T> struct comparison {
    product<T> p;
    double error[PLAIN + 1];
};

template <typename T>
static int compare(const ladder_rung<product_work<T>> *rung, const product_work<T> *w,
                   comparison<T> *with, ladder_line *line) {
    product<T> *p = &with->p;
    size_t size_c = (size_t)p->m * p->n;
    HANDLE_ERROR(cudaMemset(w->c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(p->c, w->c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
    int tf32 = line->step != PLAIN && sizeof(T) == sizeof(float);
    product_found found = product_compare(p, tf32, 2e7);
    with->error[line->step] = found.error;
    snprintf(line->words, sizeof line->words,
             "%lld of %zu elements compared, %lld exactly, %lld wrong", found.compared, size_c,
             found.exact, found.wrong);
    snprintf(line->after, sizeof line->after, "; error %.1e, bound %.1e", found.error, found.bound);
    snprintf(line->cells, sizeof line->cells, "%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g",
             sizeof(T) == sizeof(float) ? "float" : "double", p->m, p->n, p->k, found.compared,
             found.wrong, found.error, found.bound);
    return found.wrong == 0;
}

// All steps with matrices of T, and plain. Returns how many are right.
template <typename T>
static int climb(ladder *l, const char *type, long long m, long long n, long long k,
                 double error[PLAIN + 1]) {
    ladder_rung<product_work<T>> rungs[PLAIN + 1];
    memcpy(rungs, tensor_rungs<T>, sizeof tensor_rungs<T>);
    rungs[PLAIN] = {"plain", "ordinary multiply-adds", tensor_launch_plain<T>};

    product_work<T> w = product_work_make<T>(m, n, k, tensor_a_copy_bytes<T>((int)m, (int)k),
                                             tensor_b_copy_bytes<T>((int)k, (int)n));
    comparison<T> with = {product_make<T>(m, n, k), {}};
    product_send(&with.p, &w);

    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld), %s\n", m, n, m, k, k, n, type);
    double operations = 2e-6 * (double)m * (double)n * (double)k;
    int right = ladder_climb(l, type, rungs, &w, &with, compare<T>, operations);
    memcpy(error, with.error, sizeof with.error);
    product_free(&with.p);
    product_work_free(&w);
    return right;
}

int main(int argc, char **argv) {
    const long long most = 65535 * 16; // rows of blocks in a grid
    long long m = 150, n = 203, k = 75;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {
        {"m", BOOK_INTEGER, &m, 1, most, "rows of A and of C"},
        {"n", BOOK_INTEGER, &n, 1, most, "columns of B and of C"},
        {"k", BOOK_INTEGER, &k, 1, most, "columns of A, rows of B"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "product of two matrices by tensor cores", options);
    tensor_require();
    ladder_open(&l, "Matrix product by tensor cores", ", %.4f ms, %.1f GFLOP/s",
                "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops");
    double single[PLAIN + 1], twice[PLAIN + 1];
    int right =
        climb<float>(&l, "float", m, n, k, single) + climb<double>(&l, "double", m, n, k, twice);
    printf("of |a1 b1| + ... + |ak bk| TF32 is off by up to %.1e, float by %.1e, double by %.1e\n",
           single[TENSOR_PIPELINED], single[PLAIN], twice[PLAIN]);
    ladder_close(&l);
    return book_verdict(right == 2 * (PLAIN + 1), "%d of %d products are within their bounds",
                        right, 2 * (PLAIN + 1));
}
