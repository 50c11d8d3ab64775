/* integrands.h: what integral integrates, and how far off each rule may be. */
#ifndef INTEGRANDS_H
#define INTEGRANDS_H

#include "../common/book.h"

enum { MIDPOINT, TRAPEZOID, SIMPSON, RULES };

// What is integrated, and what the error bounds need: the largest |f'|, |f''| and |f''''| on [a,
// b], and size, the sum of the absolute values of the parts of f, no less than |f| itself.
typedef struct {
    const char *name, *formula;
    double a, b, exact, size, d1, d2, d4;
    double orders[RULES]; // 0: the rule gives the exact value
} integrand;

#define E 2.718281828459045
#define PI 3.141592653589793
#define INTEGRANDS "sin|exp|atan|cubic" /* the names, as an option takes them */
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

// How far the rule itself may be off.
static inline double truncation(const integrand *f, int rule, int n) {
    double length = f->b - f->a, h = length / n;
    return rule == MIDPOINT    ? length * h * h / 24 * f->d2
           : rule == TRAPEZOID ? length * h * h / 12 * f->d2
                               : length * h * h * h * h / 180 * f->d4;
}

// How far rounding may carry it, each operation being off by a factor 1 + u: in a value of f (12
// covers up to 3 units in the last place of sin and exp, the weight and h), in each of so many
// additions, and in x, where 4u are multiplied by f'. All intervals begin at 0, so x is off in
// proportion.
static inline double rounding(const integrand *f, int additions, double u) {
    return (f->b - f->a) * u * 1.01 * (f->size * (12 + additions) + 4 * f->d1 * (f->b - f->a));
}

#endif
