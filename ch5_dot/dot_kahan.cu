// dot_kahan: why CPU and GPU disagree: one sum, added up in six ways
//
// a + (b + c) is not (a + b) + c where every addition is rounded, so another order of adding gives
// another result. Usually the GPU's is the better one. From the worst to the best:
//
//     sequential   ((((x0 + x1) + x2) + x3) + ...      a loop; large sums meet small elements
//     tree         each thread a loop, then a tree     `dot`, on the GPU
//     pairwise     (x0 + x1) + (x2 + x3), ...          halves of halves, on the CPU
//     Kahan        a loop that remembers what each rounding took away, and adds it next time
//
// With a[i] = i and b[i] = 2i the result is a whole number, known exactly. A table shows how far
// each of them is off. No float can be trusted to better than 6e-8. Below the table, how far off
// the book's own formula for the right result is when it is calculated in float.
// Long because it adds up in six ways, and looks whether the compiler has spoilt one.
//
//     nvcc ch5_dot/dot_kahan.cu -I. -o dot_kahan && ./dot_kahan --n 100000000
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"
#include "sum_errors.h"
#include "sum_tree.h"

template <typename T> T sequential(long long n) {
    T sum = 0;
    for (long long i = 0; i < n; i++)
        sum += (T)i * (T)(2 * i);
    return sum;
}

static float pairwise(long long first, long long n) {
    if (n == 1)
        return (float)first * (float)(2 * first);
    return pairwise(first, n / 2) + pairwise(first + n / 2, n - n / 2);
}

// Adds x to *sum. sum + y is rounded; (t - *sum) is what of y has arrived, so (t - *sum) - y is
// what the rounding added too much, and the next x will be made smaller by it.
static void add_kahan(float *sum, float *too_much, float x) {
    float y = x - *too_much;
    float t = *sum + y;
    *too_much = (t - *sum) - y;
    *sum = t;
}

static float kahan(long long n) {
    float sum = 0, too_much = 0;
    for (long long i = 0; i < n; i++)
        add_kahan(&sum, &too_much, (float)i * (float)(2 * i));
    return sum;
}

// With the rules of algebra (t - sum) - y is 0, and a compiler told to use them (-ffast-math) makes
// a plain sum of this. 2^24 + 1 + 1 tells: a float cannot hold 2^24 + 1.
static int compensates(void) {
    volatile float large = 0x1p24f, one = 1; // volatile: to be found out when the program runs
    float sum = large, too_much = 0;
    add_kahan(&sum, &too_much, one);
    add_kahan(&sum, &too_much, one);
    return sum == 0x1p24f + 2;
}

int main(int argc, char **argv) {
    long long n = 4000000;
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 100000000, "largest size; the usual ones below it come first"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or FILE.png: draws error against N"},
    };
    book_parse(argc, argv, "the rounding errors of one sum, added up in six ways", options);
    book_table table;
    book_chart chart;
    book_table_open(&table, csv, "n,method,precision,result,relative_error,bound");
    book_chart_open(&chart, chart_file, "Rounding errors of a dot product", "N", "relative error",
                    BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);
    if (!compensates()) {
        fprintf(stderr, "compiled with -ffast-math or -fassociative-math: the compiler has taken "
                        "Kahan's correction for 0; compile without\n");
        book_exit(BOOK_EXIT_FAILED);
    }

    const long long usual[4] = {1000, 33 * 1024, 1000000, 4000000};
    long long sizes[5], size = 0;
    double errors[5][METHODS];
    int count = 0, wrong = 0, usual_count = 0, disorder = 0;
    printf("relative errors\n           float %46s double\n         N", "");
    for (int k = 0; k < METHODS; k++)
        printf(" %12s", methods[k]);
    printf("\n");
    for (; size < n; count++) {
        size = sizes[count] = count < 4 && usual[count] < n ? usual[count] : n;
        long long needed = (size + threadsPerBlock - 1) / threadsPerBlock;
        int blocks = needed < 32 ? (int)needed : 32;
        double bounds[METHODS], *error = errors[count];
        double results[METHODS] = {sequential<float>(size),  tree<float>(size, blocks),
                                   pairwise(0, size),        kahan(size),
                                   sequential<double>(size), tree<double>(size, blocks)};
        set_bounds(bounds, (double)size, blocks);
        printf("%10lld", size);
        for (int k = 0; k < METHODS; k++) {
            error[k] = relative_error(results[k], size);
            wrong += !book_close(error[k], 0, bounds[k]);
            printf(" %12.2e", error[k]);
            book_table_row(&table, "%lld,%s,%s,%.17g,%.17g,%.17g", size, methods[k], precisions[k],
                           results[k], error[k], bounds[k]);
        }
        // No law says that a worse method may not be right by luck; at the usual sizes none is.
        int ordered = error[KAHAN] <= error[TREE] && error[TREE] < error[SEQUENTIAL];
        printf(ordered ? "\n" : "   out of order\n");
        if (count < 4 && size == usual[count]) {
            usual_count++;
            disorder += !ordered;
        }
    }

    float x = (float)(n - 1);
    printf("for N = %lld the exact result by formula, with x = N - 1, in float:\n", n);
    printf("%12.2e = relative error of 2 * (x * (x + 1) * (2 * x + 1) / 6), the book's\n",
           relative_error(2 * (x * (x + 1) * (2 * x + 1) / 6), n));
    printf("%12.2e = relative error of x * (x + 1) * (2 * x + 1) / 3\n",
           relative_error(x * (x + 1) * (2 * x + 1) / 3, n));

    for (int k = 0; k < METHODS; k++) {
        draw_series(&chart, k);
        for (int s = 0; s < count; s++)
            book_chart_point(&chart, (double)sizes[s], errors[s][k]);
    }
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(
        wrong == 0 && disorder == 0,
        "%d of %d errors are within their bounds; Kahan <= tree < sequential (float) "
        "at %d of %d usual sizes",
        METHODS * count - wrong, METHODS * count, usual_count - disorder, usual_count);
}
