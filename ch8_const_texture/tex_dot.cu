// tex_dot: dot products of vectors that are read through textures
//
// Three ways to have the two vectors in texture memory, and beside them plain global loads:
//
//     arrays    both in CUDA arrays, tex2D
//     mixed     one in an array, one in linear memory
//     linear    both in linear memory, tex1Dfetch
//
// An array of one dimension cannot be long (131072 elements on an H200). So a vector is laid into
// an array of two, row after row, as words are on a page (vector_places.h):
//
//     vector   0 1 2 3 4 5 6 7 8 9          row 0   0 1 2 3          element i is in column i % 4
//                                           row 1   4 5 6 7          of row i / 4
//                                           row 2   8 9 . .
//
// Textures were faster than global loads while those went past all caches (before 2010). Since
// Volta both go through the same L1 cache, and a texture fetch has further to go. A GPU shows the
// times.
//
// The elements are whole numbers, the sums 64 bits wide: the result must be exactly right.
// Long because four variants run and are timed for several sizes.
//
//     nvcc ch8_const_texture/tex_dot.cu -I. -o tex_dot && ./tex_dot --n 100000000
#include "../common/book.h"
#include "../common/table.h"
#include "vector_places.h"
#include "whole_numbers.h"

const int maxBlocks = 1024;

enum { GLOBAL, ARRAYS, MIXED, LINEAR, VARIANTS };
static const char *const names[VARIANTS] = {"global", "arrays", "mixed", "linear"};

// Point filter and texel coordinates: the centre of a texel is half a texel from its edge.
__device__ static long long from_array(vector v, int i) {
    return tex2D<int>(v.array, i % WIDTH + 0.5f, i / WIDTH + 0.5f);
}

__device__ static long long from_linear(vector v, int i) {
    return tex1Dfetch<int>(v.linear, i);
}

__device__ static long long product(int variant, vector a, vector b, int i) {
    switch (variant) {
    case ARRAYS:
        return from_array(a, i) * from_array(b, i);
    case MIXED:
        return from_array(a, i) * from_linear(b, i);
    case LINEAR:
        return from_linear(a, i) * from_linear(b, i);
    default:
        return (long long)a.global[i] * b.global[i];
    }
}

// A kernel for each variant: known when it is compiled, the switch above costs nothing.
template <int variant> __global__ void dot(vector a, vector b, long long *c, int n) {
    long long sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += product(variant, a, b, i);
    add_block(sum, c);
}

static void launch(int variant, vector a, vector b, long long *dev_c, int blocks, int n) {
    if (variant == GLOBAL)
        dot<GLOBAL><<<blocks, threadsPerBlock>>>(a, b, dev_c, n);
    else if (variant == ARRAYS)
        dot<ARRAYS><<<blocks, threadsPerBlock>>>(a, b, dev_c, n);
    else if (variant == MIXED)
        dot<MIXED><<<blocks, threadsPerBlock>>>(a, b, dev_c, n);
    else
        dot<LINEAR><<<blocks, threadsPerBlock>>>(a, b, dev_c, n);
    HANDLE_ERROR(cudaGetLastError()); // its run is checked by those who wait for it
}

int main(int argc, char **argv) {
    long long largest = 200003, repeat = 20;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &largest, 1, 1 << 29, // 32769 rows of an array: all devices have those
         "tries 1024, 4096, 16384, ... and so many elements"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "dot products of vectors in texture memory", options);
    check_vector_size(largest);
    book_table table;
    book_table_open(&table, csv, "n,variant,result,exact,milliseconds");
    if (!BOOK_ON_GPU) // a CPU has no texture units that could be faster
        repeat = 0;

    int *a = make_elements(element_a, largest), *b = make_elements(element_b, largest);
    const size_t bytes_c = maxBlocks * sizeof(long long);
    long long *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes_c));

    int right = 0, all = 0, is_right[VARIANTS];
    double milliseconds[VARIANTS];
    printf("%10s  %20s", "elements", "result");
    for (int variant = 0; variant < VARIANTS; variant++)
        printf(" %9s", names[variant]);
    printf(repeat > 0 ? "   ms\n" : "\n");
    for (long long n = largest < 1024 ? largest : 1024;; n = 4 * n < largest ? 4 * n : largest) {
        stored_vector stored_a = store_vector(a, (int)n), stored_b = store_vector(b, (int)n);
        long long needed = (n + threadsPerBlock - 1) / threadsPerBlock, exact = 0;
        int blocks = needed < maxBlocks ? (int)needed : maxBlocks;
        for (int i = 0; i < n; i++)
            exact += (long long)a[i] * b[i];
        for (int variant = 0; variant < VARIANTS; variant++) {
            // Bytes of 0xff are -1: what a kernel leaves out, or the one before it left, shows.
            HANDLE_ERROR(cudaMemset(dev_c, 0xff, bytes_c));
            book_timer timer;
            for (int run = -1; run < repeat; run++) { // the first is not timed
                if (run == 0)
                    book_timer_start(&timer);
                launch(variant, stored_a.v, stored_b.v, dev_c, blocks, (int)n);
            }
            milliseconds[variant] = repeat > 0 ? book_timer_stop(&timer) / repeat : (double)NAN;
            HANDLE_LAUNCH("dot");
            long long result = sum_of_blocks(dev_c, blocks);
            is_right[variant] = result == exact;
            right += is_right[variant];
            all++;
            book_table_row(&table, "%lld,%s,%lld,%lld,%.17g", n, names[variant], result, exact,
                           milliseconds[variant]);
        }
        printf("%10lld  %20lld", n, exact);
        for (int variant = 0; variant < VARIANTS; variant++)
            if (is_right[variant] && repeat > 0)
                printf(" %9.4f", milliseconds[variant]);
            else
                printf(" %9s", is_right[variant] ? "exact" : "wrong");
        printf("\n");
        free_vector(stored_a);
        free_vector(stored_b);
        if (n == largest)
            break;
    }
    if (book_timed() && repeat > 0)
        printf("times that global takes: arrays %.2f, mixed %.2f, linear %.2f\n",
               milliseconds[ARRAYS] / milliseconds[GLOBAL],
               milliseconds[MIXED] / milliseconds[GLOBAL],
               milliseconds[LINEAR] / milliseconds[GLOBAL]);

    free(a);
    free(b);
    HANDLE_ERROR(cudaFree(dev_c));
    book_table_close(&table);
    return book_verdict(right == all, "%d of %d results are exact", right, all);
}
