// const_dot: a dot product with one of the two vectors in constant memory, piece by piece
//
// Constant memory holds 64 KiB: 16384 ints, and no more. A longer vector takes turns: copy a piece
// there, launch the kernel for it, copy the next.
//
//     b        [ piece 0 ][ piece 1 ][ piece 2 ][ 3 ]
//                   \______ one after the other, cudaMemcpyToSymbol
//     constant [  64 KiB  ]
//
// Beside it runs the same from global memory, in the same pieces and all at once: that shows what
// the pieces cost, and what constant memory does. It gains nothing here, and could not:
// neighbouring threads read neighbouring elements, and constant memory serves the 32 threads of a
// warp in one step only if they all want the same one. Here it takes 32.
//
// The elements are whole numbers, the sums 64 bits wide: the result must be exactly right.
// Long because three variants run and are timed for several sizes.
//
//     nvcc ch8_const_texture/const_dot.cu -I. -o const_dot && ./const_dot --n 10000000
#include "../common/book.h"
#include "../common/table.h"
#include "whole_numbers.h"

#define PIECE 16384 // elements: 65536 bytes, all the constant memory of a module, as a program is

__constant__ int constant_b[PIECE];

__global__ void dot_global(const int *a, const int *b, long long *c, long long n) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    add_block(i < n ? (long long)a[i] * b[i] : 0, c);
}

// a: those elements that belong to the piece in constant memory.
__global__ void dot_constant(const int *a, long long *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    add_block(i < n ? (long long)a[i] * constant_b[i] : 0, c);
}

enum { AT_ONCE, IN_PIECES, CONSTANT, VARIANTS };
static const char *const names[VARIANTS] = {"global at once", "global in pieces",
                                            "constant in pieces"};

// On the device. c: a sum for each block.
typedef struct {
    int *a, *b;
    long long *c;
} vectors;

// Launches a variant for all n elements. copies: whether pieces are copied to constant memory; if
// not, the kernels run on what is there, and can only be timed. Returns the number of launches.
static long long run(int variant, int copies, const vectors *v, long long n) {
    long long launches = 0, step = variant == AT_ONCE ? n : PIECE;
    for (long long first = 0; first < n; first += step, launches++) {
        long long count = n - first < step ? n - first : step;
        unsigned blocks = (unsigned)((count + threadsPerBlock - 1) / threadsPerBlock);
        long long *c = v->c + first / threadsPerBlock;
        // From the device to the device. It waits its turn: after the kernel that uses the piece
        // before, and before the next kernel.
        if (variant == CONSTANT && copies)
            HANDLE_ERROR(cudaMemcpyToSymbol(constant_b, v->b + first, count * sizeof(int), 0,
                                            cudaMemcpyDeviceToDevice));
        if (variant == CONSTANT)
            dot_constant<<<blocks, threadsPerBlock>>>(v->a + first, c, (int)count);
        else
            dot_global<<<blocks, threadsPerBlock>>>(v->a + first, v->b + first, c, count);
        HANDLE_ERROR(cudaGetLastError()); // their run is checked when all are on their way
    }
    return launches;
}

// Milliseconds that one such run takes.
static double time_run(int variant, int copies, long long repeat, const vectors *v, long long n) {
    if (repeat == 0)
        return NAN;
    book_timer timer;
    book_timer_start(&timer);
    for (long long i = 0; i < repeat; i++)
        run(variant, copies, v, n);
    double milliseconds = book_timer_stop(&timer) / repeat;
    HANDLE_LAUNCH(names[variant]);
    return milliseconds;
}

int main(int argc, char **argv) {
    long long n = 200003, repeat = 5;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1LL << 34, "elements of each vector"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000,
         "timed runs of each variant, also for smaller n; 0: no times"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "dot product with one vector in constant memory", options);
    book_table table;
    book_table_open(&table, csv, "variant,n,launches,result,exact,milliseconds,kernels_alone");
    if (!BOOK_ON_GPU) // a CPU has no constant memory that could be faster
        repeat = 0;

    long long blocks = (n + threadsPerBlock - 1) / threadsPerBlock;
    size_t bytes = (size_t)n * sizeof(int), partial_bytes = (size_t)blocks * sizeof(long long);
    vectors v;
    HANDLE_ERROR(cudaMalloc((void **)&v.a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&v.b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&v.c, partial_bytes));
    int *a = make_elements(element_a, n), *b = make_elements(element_b, n);
    HANDLE_ERROR(cudaMemcpy(v.a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(v.b, b, bytes, cudaMemcpyHostToDevice));

    // Timed, from one piece on four times as many elements in each round, and n in the last.
    long long size = repeat > 0 && n > PIECE ? PIECE : n, exact = 0, summed = 0;
    int right = 0, results = 0;
    printf("%-18s launches  result%s\n", "", repeat > 0 ? "                ms  kernels alone" : "");
    for (;; size = size > n / 4 ? n : 4 * size) {
        for (; summed < size; summed++)
            exact += (long long)a[summed] * b[summed];
        blocks = (size + threadsPerBlock - 1) / threadsPerBlock;
        if (repeat > 0)
            printf("%lld element%s\n", size, size == 1 ? "" : "s");
        for (int variant = 0; variant < VARIANTS; variant++, results++) {
            // Bytes of 0xff are -1: what a kernel leaves out, or the variant before it left, shows.
            HANDLE_ERROR(cudaMemset(v.c, 0xff, partial_bytes));
            long long launches = run(variant, 1, &v, size);
            HANDLE_LAUNCH(names[variant]);
            long long c = sum_of_blocks(v.c, blocks);
            right += c == exact;
            double all = time_run(variant, 1, repeat, &v, size);
            double kernels = variant == CONSTANT ? time_run(variant, 0, repeat, &v, size) : all;
            printf("%-18s %8lld  %lld", names[variant], launches, c);
            if (repeat > 0)
                printf("  %9.4f      %9.4f", all, kernels);
            printf("\n");
            book_table_row(&table, "%s,%lld,%lld,%lld,%lld,%.17g,%.17g", names[variant], size,
                           launches, c, exact, all, kernels);
        }
        if (size == n)
            break;
    }
    book_timed();

    free(a);
    free(b);
    HANDLE_ERROR(cudaFree(v.a));
    HANDLE_ERROR(cudaFree(v.b));
    HANDLE_ERROR(cudaFree(v.c));
    book_table_close(&table);
    return book_verdict(right == results, "%d of %d results are the exact %lld", right, results,
                        exact);
}
