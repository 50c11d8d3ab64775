/* convergence.h: how the errors of integral fall with more intervals: as a table, as a chart, and
 * as an order.
 */
#ifndef CONVERGENCE_H
#define CONVERGENCE_H

#include "../common/chart.h"
#include "integrands.h"

#define MOST_ROWS 25

static const char *const rule_names[RULES] = {"midpoint", "trapezoid", "Simpson"};
static const char *const types[2] = {"float", "double"};
typedef double error_rows[RULES][2][MOST_ROWS]; // of a rule in a type, with 4, 8, 16, ... intervals

static inline void print_errors(const integrand *f, const error_rows errors, int rows) {
    printf("error of the integral of %s from %g to %g\n", f->formula, f->a, f->b);
    printf("%10s  %-18s  %-18s  %-18s\n", "", rule_names[0], rule_names[1], rule_names[2]);
    printf("%10s  %-8s  %-8s  %-8s  %-8s  %-8s  %-8s\n", "intervals", types[0], types[1], types[0],
           types[1], types[0], types[1]);
    for (int row = 0; row < rows; row++) {
        printf("%10d", 4 << row);
        for (int rule = 0; rule < RULES; rule++)
            printf("  %-8.1e  %-8.1e", errors[rule][0][row], errors[rule][1][row]);
        printf("\n");
    }
}

static inline void draw_errors(book_chart *chart, const error_rows errors, int rows) {
    static const int roles[RULES] = {BOOK_CHART_FIRST, BOOK_CHART_MIDDLE, BOOK_CHART_BEST};
    for (int rule = 0; rule < RULES; rule++)
        for (int type = 0; type < 2; type++) {
            char name[40];
            snprintf(name, sizeof name, "%s, %s", rule_names[rule], types[type]);
            book_chart_series(chart, name, roles[rule]);
            for (int row = 0; row < rows; row++)
                book_chart_point(chart, 4 << row, errors[rule][type][row]);
        }
}

// The order is the slope of log error over log n (least squares), from n = 8 on and while rounding
// is less than a twentieth of the error.
static inline double measured_order(const double errors[], const double roundings[], int rows) {
    double points = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int row = 1; row < rows; row++) {
        double x = row, y = log2(errors[row]);
        if (!(errors[row] > 20 * roundings[row]))
            continue;
        points++, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return (sx * sy - points * sxy) / (points * sxx - sx * sx);
}

#endif
