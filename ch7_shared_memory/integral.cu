// integral: the integral of a function by the midpoint, the trapezoid and Simpson's rule
//
// Cut [a, b] into n intervals of length h and replace f in each by something simple:
//
//     midpoint    its value in the middle      h (f(x_1/2) + f(x_3/2) + ... )
//     trapezoid   a straight line              h (f0 / 2 + f1 + f2 + ... + f_n-1 + fn / 2)
//     Simpson     a parabola for each two      h / 3 (f0 + 4 f1 + 2 f2 + 4 f3 + ... + 4 f_n-1 + fn)
//
// Each is a sum of weights times values of f, which is a dot product: a thread takes every so many
// points, a block adds up in shared memory, the host adds the blocks.
//
// With twice as many intervals the error should be 4 times smaller (order 2) or 16 times (order 4),
// until it reaches what rounding does to the sum. This program measures the orders, and where
// rounding takes over in float and in double. The functions, and how far off the results may be,
// are in integrands.h.
// Long because three rules in two types are compared, and their orders measured.
//
//     nvcc ch7_shared_memory/integral.cu -I. -o integral && ./integral
#include "../common/book.h"
#include "../common/table.h"
#include "convergence.h"
#include "integrands.h"

const int threadsPerBlock = 256, maxBlocks = 32;

// One launch for all three rules: blockIdx.y says which one a block works for.
template <typename T> __global__ void integrate(int function, T a, T h, int n, T *sums) {
    __shared__ T cache[threadsPerBlock];
    int thread = threadIdx.x, rule = blockIdx.y, points = rule == MIDPOINT ? n : n + 1;
    T sum = 0;
    for (int i = thread + blockIdx.x * blockDim.x; i < points; i += blockDim.x * gridDim.x) {
        T x = a + (rule == MIDPOINT ? i + (T)0.5 : (T)i) * h;
        T weight = rule == SIMPSON ? 2 + i % 2 * 2 : 1;
        if (rule != MIDPOINT && (i == 0 || i == n))
            weight = rule == SIMPSON ? 1 : (T)0.5;
        sum += weight * value<T>(function, x);
    }
    cache[thread] = sum;
    __syncthreads(); // nobody may add a sum that is not there yet
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i)
            cache[thread] += cache[thread + i];
        __syncthreads();
    }
    if (thread == 0)
        sums[blockIdx.y * gridDim.x + blockIdx.x] = cache[0];
}

static int blocks_for(int n) {
    int blocks = n / threadsPerBlock + 1; // n + 1 points, rounded up
    return blocks < maxBlocks ? blocks : maxBlocks;
}

// How many additions, one after another, a point's value goes through at the most.
static int additions_for(int n) {
    return n / (blocks_for(n) * threadsPerBlock) + 1 + 8 + blocks_for(n);
}

// The three integrals with n intervals, everything in T.
template <typename T> static void run(int function, int n, void *dev_sums, double results[RULES]) {
    const integrand *f = &integrands[function];
    T h = ((T)f->b - (T)f->a) / n, sums[RULES * maxBlocks];
    int blocks = blocks_for(n);
    integrate<T><<<dim3(blocks, RULES), threadsPerBlock>>>(function, (T)f->a, h, n, (T *)dev_sums);
    HANDLE_LAUNCH("integrate");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, RULES * blocks * sizeof(T), cudaMemcpyDeviceToHost));
    for (int rule = 0; rule < RULES; rule++) {
        T sum = 0;
        for (int i = 0; i < blocks; i++)
            sum += sums[rule * blocks + i];
        results[rule] = rule == SIMPSON ? h / 3 * sum : h * sum;
    }
}

int main(int argc, char **argv) {
    long long n = 65536;
    int shown = 0; // of the integrands, which are in this order
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 64, 1 << 24, "tries 4, 8, 16, ... intervals up to so many"},
        {"function", BOOK_CHOICE, &shown, 0, 0, INTEGRANDS ": the one that is shown"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the results there, of all functions"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or .png: draws the errors"},
    };
    book_parse(argc, argv, "integrals by midpoint, trapezoid and Simpson's rule", options);
    char title[100];
    snprintf(title, sizeof title, "Error of the integral of %s", integrands[shown].formula);
    book_table table;
    book_table_open(&table, csv, "function,rule,type,n,result,exact,error,bound");
    book_chart chart;
    book_chart_open(&chart, chart_file, title, "intervals", "error",
                    BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);

    void *dev_sums;
    HANDLE_ERROR(cudaMalloc(&dev_sums, RULES * maxBlocks * sizeof(double)));
    error_rows errors[FUNCTIONS];
    double roundings[FUNCTIONS][MOST_ROWS]; // what rounding in double may add
    int rows = 0, checked = 0, wrong = 0;
    for (int k = 0; k < FUNCTIONS; k++) {
        const integrand *f = &integrands[k];
        rows = 0;
        for (int intervals = 4; intervals <= n; intervals *= 2, rows++) {
            double results[2][RULES];
            run<float>(k, intervals, dev_sums, results[0]);
            run<double>(k, intervals, dev_sums, results[1]);
            roundings[k][rows] = rounding(f, additions_for(intervals), 0x1p-53);
            for (int rule = 0; rule < RULES; rule++)
                for (int type = 0; type < 2; type++) {
                    double u = type == 0 ? 0x1p-24 : 0x1p-53, result = results[type][rule];
                    double bound =
                        truncation(f, rule, intervals) + rounding(f, additions_for(intervals), u);
                    double error = errors[k][rule][type][rows] = fabs(result - f->exact);
                    checked++;
                    wrong += !(error <= bound); // NaN is wrong
                    book_table_row(&table, "%s,%s,%s,%d,%.17g,%.17g,%.17g,%.17g", f->name,
                                   rule_names[rule], types[type], intervals, result, f->exact,
                                   error, bound);
                }
        }
    }
    HANDLE_ERROR(cudaFree(dev_sums));
    print_errors(&integrands[shown], errors[shown], rows);
    draw_errors(&chart, errors[shown], rows);

    int orders = 0, orders_right = 0;
    printf("\nmeasured order, in brackets what theory says\n");
    for (int k = 0; k < FUNCTIONS; k++) {
        printf("%-20s", integrands[k].formula);
        for (int rule = 0; rule < RULES; rule++) {
            double expected = integrands[k].orders[rule];
            if (expected == 0) {
                printf("  %s exact", rule_names[rule]);
                continue; // the error bound above has only rounding in it
            }
            double order = measured_order(errors[k][rule][1], roundings[k], rows);
            printf("  %s %.2f (%g)", rule_names[rule], order, expected);
            orders++;
            orders_right += book_close(order, expected, 0.1);
        }
        printf("\n");
    }
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(wrong == 0 && orders_right == orders,
                        "%d of %d integrals are within their bounds, %d of %d orders are right",
                        checked - wrong, checked, orders_right, orders);
}
