// dot_mutex: a dot product that is finished on the device
//
// ch5_dot leaves a sum for each block, and the host adds them up. Here are three ways to finish:
//
//     host     c[block] = sum                        the host adds up, as before
//     atomic   atomicAdd(c, sum)                     one thread of each block
//     mutex    lock; *c = *c + sum; unlock           one thread of each block
//
// Floating-point sums depend on the order, and which block comes first is not known. So the vectors
// hold small whole numbers: as long as no sum exceeds 2^24 a float holds it exactly, whatever the
// order, and all three must give the same number:
//
//     a  0 1 2 0 1 2 ...    b  -1 0 1 2 3 -1 0 1 2 3 ...    15 products make 15, |15| of them 21
//
// Long because three ways to finish are compared, each checked exactly and timed.
//
//     nvcc ch9_atomics/dot_mutex.cu -I. -o dot_mutex && ./dot_mutex --n 10000000
#include "../common/book.h"
#include "../common/table.h"
#include "back_off.h"
#include "block_sum.h"
#include "exact_vectors.h"

__global__ void dot_host(const float *a, const float *b, float *c, long long n) {
    float sum = sum_of_block(a, b, n);
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

__global__ void dot_atomic(const float *a, const float *b, float *c, long long n) {
    float sum = sum_of_block(a, b, n);
    if (threadIdx.x == 0)
        atomicAdd(c, sum);
}

// mutex.cu explains the lock. Only one thread of a block takes it, so no other thread of its warp
// is waiting for it, and this runs on chips of any age.
__global__ void dot_mutex(const float *a, const float *b, float *c, int *mutex, long long n) {
    float sum = sum_of_block(a, b, n);
    if (threadIdx.x == 0) {
        unsigned nanoseconds = BACK_OFF_FIRST;
        while (atomicCAS(mutex, 0, 1) != 0)
            back_off(&nanoseconds);
        __threadfence();
        *c = *c + sum;
        __threadfence();
        atomicExch(mutex, 0);
    }
}

enum { HOST, ATOMIC, MUTEX, WAYS };
static const char *const names[WAYS] = {"host", "atomic", "mutex"};

// The dot product by one of the ways, with so many blocks.
static float dot(int way, int blocks, const vectors *v) {
    size_t bytes = way == HOST ? blocks * sizeof(float) : sizeof(float);
    if (way == HOST) {
        dot_host<<<blocks, threadsPerBlock>>>(v->dev_a, v->dev_b, v->dev_c, v->n);
    } else {
        HANDLE_ERROR(cudaMemset(v->dev_c, 0, bytes)); // 0 to begin with
        if (way == ATOMIC)
            dot_atomic<<<blocks, threadsPerBlock>>>(v->dev_a, v->dev_b, v->dev_c, v->n);
        else
            dot_mutex<<<blocks, threadsPerBlock>>>(v->dev_a, v->dev_b, v->dev_c, v->dev_mutex,
                                                   v->n);
    }
    HANDLE_LAUNCH(names[way]);
    HANDLE_ERROR(cudaMemcpy(v->partial, v->dev_c, bytes, cudaMemcpyDeviceToHost));
    float sum = 0;
    for (size_t i = 0; i < bytes / sizeof(float); i++)
        sum += v->partial[i];
    return sum;
}

int main(int argc, char **argv) {
    long long n = 1000003, only = 0, repeat = 20;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, MOST_ELEMENTS, "elements of each vector"},
        {"blocks", BOOK_INTEGER, &only, 1, MOST_BLOCKS, "blocks; default: several numbers in turn"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 10000, "timed dot products of each kind, on a GPU"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "a dot product finished by the host, by atomicAdd, under a mutex",
               options);
    book_table table;
    book_table_open(&table, csv, "way,n,blocks,result,exact,milliseconds");
    vectors v = vectors_make(n);
    long long exact = exact_sum(n);
    const int usual[] = {32, 64, 160, 320, 640, 1600, 3200, 6400, 16000, MOST_BLOCKS};
    int rows = only > 0 ? 1 : BOOK_ON_GPU ? 10 : 5, right = 0;
    printf("%lld product%s, sum %lld\n", n, n == 1 ? "" : "s", exact);
    printf("blocks %10s %10s %10s%s\n", names[HOST], names[ATOMIC], names[MUTEX],
           BOOK_ON_GPU ? "    ms: host  atomic   mutex" : "");
    for (int row = 0; row < rows; row++) {
        int blocks = only > 0 ? (int)only : usual[row];
        double milliseconds[WAYS];
        float c[WAYS];
        for (int way = 0; way < WAYS; way++) {
            HANDLE_ERROR(cudaMemset(v.dev_c, 0xff, MOST_BLOCKS * sizeof(float))); // NaN
            c[way] = dot(way, blocks, &v);
            right += book_close(c[way], (double)exact, 0);
            milliseconds[way] = NAN;
            if (BOOK_ON_GPU) { // until the sum is on the host
                double start = book_seconds();
                for (long long i = 0; i < repeat; i++)
                    dot(way, blocks, &v);
                milliseconds[way] = 1e3 * (book_seconds() - start) / (double)repeat;
            }
            book_table_row(&table, "%s,%lld,%d,%.9g,%lld,%.17g", names[way], n, blocks, c[way],
                           exact, milliseconds[way]);
        }
        printf("%6d %10.0f %10.0f %10.0f", blocks, c[HOST], c[ATOMIC], c[MUTEX]);
        if (BOOK_ON_GPU)
            printf("    %8.4f%8.4f%8.4f", milliseconds[HOST], milliseconds[ATOMIC],
                   milliseconds[MUTEX]);
        printf("\n");
    }
    book_timed();
    vectors_free(&v);
    book_table_close(&table);
    return book_verdict(right == WAYS * rows, "%d of %d sums are the exact %lld", right,
                        WAYS * rows, exact);
}
