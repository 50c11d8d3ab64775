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
// rounding takes over in float and in double.
//
//     nvcc ch7_shared_memory/integral.cu -I. -o integral && ./integral
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

const int threadsPerBlock = 256, maxBlocks = 32;

enum { MIDPOINT, TRAPEZOID, SIMPSON, RULES };
static const char *const rule_names[RULES] = {"midpoint", "trapezoid", "Simpson"};

// What is integrated, and what the error bounds need: the largest |f'|, |f''| and |f''''| on [a,
// b], and size, the sum of the absolute values of the parts of f, no less than |f| itself.
typedef struct {
    const char *name, *formula;
    double a, b, exact, size, d1, d2, d4;
    int orders[RULES]; // 0: the rule gives the exact value
} integrand;

#define E 2.718281828459045
#define PI 3.141592653589793
static const integrand integrands[] = {
    {"sin", "sin x", 0, PI, 2, 1, 1, 1, 1, {2, 2, 4}},
    {"exp", "exp x", 0, 1, E - 1, E, E, E, E, {2, 2, 4}},
    // Simpson's error is h^4 / 180 (f'''(b) - f'''(a)) and smaller terms. Here f''' is 0 at both
    // ends.
    {"atan", "1 / (1 + x^2)", 0, 1, PI / 4, 1, 1, 2, 24, {2, 2, 6}},
    {"cubic", "4x^3 - 3x^2 + 2x - 1", 0, 2, 10, 49, 38, 42, 0, {2, 2, 0}},
};
#define FUNCTIONS (int)(sizeof integrands / sizeof integrands[0])

template <typename T> __device__ static T value(int function, T x) {
    switch (function) {
    case 0:
        return sin(x);
    case 1:
        return exp(x);
    case 2:
        return 1 / (1 + x * x);
    default:
        return ((4 * x - 3) * x + 2) * x - 1;
    }
}

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

// How far the rule itself may be off.
static double truncation(const integrand *f, int rule, int n) {
    double length = f->b - f->a, h = length / n;
    return rule == MIDPOINT    ? length * h * h / 24 * f->d2
           : rule == TRAPEZOID ? length * h * h / 12 * f->d2
                               : length * h * h * h * h / 180 * f->d4;
}

// How far rounding may carry it, each operation being off by a factor 1 + u: in a value of f (12
// covers up to 3 units in the last place of sin and exp, the weight and h), in each addition, and
// in x, where 4u are multiplied by f'. All intervals begin at 0, so x is off in proportion.
static double rounding(const integrand *f, int n, double u) {
    int blocks = blocks_for(n), additions = n / (blocks * threadsPerBlock) + 1 + 8 + blocks;
    return (f->b - f->a) * u * 1.01 * (f->size * (12 + additions) + 4 * f->d1 * (f->b - f->a));
}

int main(int argc, char **argv) {
    long long n = 65536;
    int shown = 0; // of the integrands, which are in this order
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 64, 1 << 24, "tries 4, 8, 16, ... intervals up to so many"},
        {"function", BOOK_CHOICE, &shown, 0, 0, "sin|exp|atan|cubic: the one that is shown"},
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
    static const char *const types[2] = {"float", "double"};
    double errors[FUNCTIONS][RULES][2][25];
    long long checked = 0, wrong = 0;
    int rows = 0;
    for (int k = 0; k < FUNCTIONS; k++) {
        const integrand *f = &integrands[k];
        rows = 0;
        for (int intervals = 4; intervals <= n; intervals *= 2, rows++) {
            double results[2][RULES];
            run<float>(k, intervals, dev_sums, results[0]);
            run<double>(k, intervals, dev_sums, results[1]);
            for (int rule = 0; rule < RULES; rule++)
                for (int type = 0; type < 2; type++) {
                    double bound = truncation(f, rule, intervals) +
                                   rounding(f, intervals, type == 0 ? 0x1p-24 : 0x1p-53);
                    double error = fabs(results[type][rule] - f->exact);
                    errors[k][rule][type][rows] = error;
                    checked++;
                    wrong += !(error <= bound); // NaN is wrong
                    book_table_row(&table, "%s,%s,%s,%d,%.17g,%.17g,%.17g,%.17g", f->name,
                                   rule_names[rule], types[type], intervals, results[type][rule],
                                   f->exact, error, bound);
                }
        }
    }
    HANDLE_ERROR(cudaFree(dev_sums));

    printf("error of the integral of %s from %g to %g\n", integrands[shown].formula,
           integrands[shown].a, integrands[shown].b);
    printf("%10s  %-18s  %-18s  %-18s\n", "", rule_names[0], rule_names[1], rule_names[2]);
    printf("%10s  %-8s  %-8s  %-8s  %-8s  %-8s  %-8s\n", "intervals", types[0], types[1], types[0],
           types[1], types[0], types[1]);
    for (int row = 0; row < rows; row++) {
        printf("%10d", 4 << row);
        for (int rule = 0; rule < RULES; rule++)
            printf("  %-8.1e  %-8.1e", errors[shown][rule][0][row], errors[shown][rule][1][row]);
        printf("\n");
    }
    for (int rule = 0; rule < RULES; rule++)
        for (int type = 0; type < 2; type++) {
            char name[40];
            snprintf(name, sizeof name, "%s, %s", rule_names[rule], types[type]);
            book_chart_series(&chart, name);
            for (int row = 0; row < rows; row++)
                book_chart_point(&chart, 4 << row, errors[shown][rule][type][row]);
        }

    // The order is the slope of log error over log n (least squares), in double, from n = 8 on and
    // while rounding is less than a twentieth of the error.
    int orders = 0, orders_right = 0;
    printf("\nmeasured order, in brackets what theory says\n");
    for (int k = 0; k < FUNCTIONS; k++) {
        printf("%-20s", integrands[k].formula);
        for (int rule = 0; rule < RULES; rule++) {
            double points = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
            for (int row = 1; row < rows; row++) {
                double x = row, y = log2(errors[k][rule][1][row]);
                if (!(errors[k][rule][1][row] > 20 * rounding(&integrands[k], 4 << row, 0x1p-53)))
                    continue;
                points++, sx += x, sy += y, sxx += x * x, sxy += x * y;
            }
            int expected = integrands[k].orders[rule];
            double order = (sx * sy - points * sxy) / (points * sxx - sx * sx);
            if (expected == 0) {
                printf("  %s exact", rule_names[rule]);
                continue; // the error bound above has only rounding in it
            }
            printf("  %s %.2f (%d)", rule_names[rule], order, expected);
            orders++;
            orders_right += book_close(order, expected, 0.1);
        }
        printf("\n");
    }
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(wrong == 0 && orders_right == orders,
                        "%lld of %lld integrals are within their bounds, %d of %d orders are right",
                        checked - wrong, checked, orders_right, orders);
}
