/* dot_lib_user: a C program that calls the function of dot_lib.cu
 *
 * It calculates the dot product of dot.cu, and then makes mistakes on purpose, to see that they
 * come back as errors and leave the result alone. Last, the same vectors from device memory, in a
 * stream.
 */
#include "../common/book.h"
#include "dot_exact.h"
#include "dot_lib.h"

/* Makes a call that is to end with an error; 1 if it does, and leaves result alone. */
static int refused(const char *what, cudaError_t err, float result) {
    printf("%-22s %s, result %s\n", what, cudaGetErrorName(err),
           result == -1 ? "left alone" : "CHANGED");
    return err == cudaErrorInvalidValue && result == -1;
}

/* The same with vectors on the device, as a program with more to do there would call it. */
static float in_a_stream(const float *a, const float *b, size_t n) {
    float *dev_a, *dev_b, *dev_work, c = NAN;
    cudaStream_t stream;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_work, (DOTPRODUCT_PARTIAL + 1) * sizeof(float)));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaMemcpyAsync(dev_a, a, n * sizeof(float), cudaMemcpyHostToDevice, stream));
    HANDLE_ERROR(cudaMemcpyAsync(dev_b, b, n * sizeof(float), cudaMemcpyHostToDevice, stream));
    float *dev_c = dev_work + DOTPRODUCT_PARTIAL;
    HANDLE_ERROR(dotproduct_async(dev_c, dev_a, dev_b, n, dev_work, stream));
    HANDLE_ERROR(cudaMemcpyAsync(&c, dev_c, sizeof c, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_work));
    return c;
}

int main(int argc, char **argv) {
    long long n = 33 * 1024, repeat = 5;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed calls; 0: no times"},
    };
    book_parse(argc, argv, "calls a library for the dot product of two vectors", options);

    float *a = (float *)malloc((size_t)n * sizeof(float));
    float *b = (float *)malloc((size_t)n * sizeof(float));
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    for (long long i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
    }

    float c = NAN, milliseconds = 0, sum_of_times = 0;
    HANDLE_ERROR(dotproduct(&c, a, b, (size_t)n, NULL));
    for (long long run = 0; run < repeat; run++) {
        HANDLE_ERROR(dotproduct(&c, a, b, (size_t)n, &milliseconds));
        sum_of_times += milliseconds;
    }
    printf("%-22s %.0f", "dot product", c);
    if (repeat > 0)
        printf(", %.4f ms on the device, copies included", sum_of_times / repeat);
    printf("\n");

    float nothing = NAN, untouched = -1;
    HANDLE_ERROR(dotproduct(&nothing, NULL, NULL, 0, NULL));
    printf("%-22s %.0f\n", "of no elements", nothing);
    int ok = book_close(nothing, 0, 0);
    ok &= refused("a is NULL", dotproduct(&untouched, NULL, b, (size_t)n, NULL), untouched);
    ok &= refused("b is NULL", dotproduct(&untouched, a, NULL, (size_t)n, NULL), untouched);
    ok &= refused("2^64 - 1 elements", dotproduct(&untouched, a, b, (size_t)-1, NULL), untouched);
    ok &= refused("no place for a result", dotproduct(NULL, a, b, (size_t)n, NULL), untouched);
    float again = in_a_stream(a, b, (size_t)n);
    printf("%-22s %.0f\n", "in a stream", again);
    ok &= book_close(again, c, 0); /* added up in the same order */

    /* The header says how many roundings there are; i and 2 i have one each besides. */
    double roundings = (double)n / 65536 + 11 + 2;
    ok &= dot_is_right(c, n, roundings);
    free(a);
    free(b);
    return book_verdict(ok, "%.0f, %.3g from the exact %.0Lf; float may be off by %.3g", c,
                        (double)fabsl(c - dot_exact(n)), dot_exact(n), dot_bound(n, roundings));
}
