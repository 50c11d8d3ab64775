/* sum_errors.h: the six sums of dot_kahan: their names, how far off each is, and how far off it may
 * be.
 */
#ifndef SUM_ERRORS_H
#define SUM_ERRORS_H

#include "../common/chart.h"
#include "sum_tree.h"

enum { SEQUENTIAL, TREE, PAIRWISE, KAHAN, SEQUENTIAL_DOUBLE, TREE_DOUBLE, METHODS };
static const char *const methods[METHODS] = {"sequential", "tree",       "pairwise",
                                             "Kahan",      "sequential", "tree"};
static const char *const precisions[METHODS] = {"float", "float",  "float",
                                                "float", "double", "double"};
static const int roles[METHODS] = {BOOK_CHART_FIRST, BOOK_CHART_MIDDLE, BOOK_CHART_MIDDLE,
                                   BOOK_CHART_BEST,  BOOK_CHART_APART,  BOOK_CHART_APART};

/* Begins the line of a sum in the chart. */
static inline void draw_series(book_chart *chart, int k) {
    char name[40];
    snprintf(name, sizeof name, "%s, %s", methods[k], precisions[k]);
    book_chart_series(chart, name, roles[k]);
}

/* How far value is from the exact result for n elements. That has up to 80 bits, too many for long
 * long and long double. Results are whole numbers too, so the difference is exact. NaN stays NaN.
 */
static inline double relative_error(double value, long long n) {
    __int128 exact = (__int128)(n - 1) * n * (2 * n - 1) / 3;
    if (!book_close(value, 0, 0x1p120))
        return NAN;
    __int128 difference = (__int128)value - exact;
    return difference == 0 ? 0 : fabs((double)difference) / (double)exact; // N = 1: 0 / 0
}

/* Bounds of the relative error. All terms are positive, so a term that goes through m roundings,
 * each by a factor of at most 1 + u, ends up too large by at most (1 + u)^m - 1 < e^(m u) - 1 of
 * itself, and so does their sum. Each product has 3: of i, of 2 i and its own. Then for N elements
 *   sequential N, one for each addition;          pairwise  log2 N, rounded up;
 *   tree       N / threads, rounded up, in the thread, 8 in the block, one for each block;
 *   Kahan      2 u + N u^2 in all, and a little: see FASTER.md.
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 4.2 and 4.3) */
static inline void set_bounds(double bounds[METHODS], double n, double blocks) {
    double u = 0x1p-24, v = 0x1p-53; // half the distance from 1 to the next float, double
    double tree_additions = ceil(n / (blocks * threadsPerBlock)) + 8 + blocks;
    bounds[SEQUENTIAL] = expm1((3 + n) * u);
    bounds[TREE] = expm1((3 + tree_additions) * u);
    bounds[PAIRWISE] = expm1((3 + ceil(log2(n))) * u);
    bounds[KAHAN] = expm1((3 + (2 + n * u) / (1 - u - n * u * u)) * u);
    bounds[SEQUENTIAL_DOUBLE] = expm1((3 + n) * v);
    bounds[TREE_DOUBLE] = expm1((3 + tree_additions) * v);
}

#endif
