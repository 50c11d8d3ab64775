/* dot_exact.h: the dot product of 0, 1, 2, ... and 0, 2, 4, ..., and how far off it may be in
 * float.
 *
 * For C and C++. How often a product is rounded is for each program to say: dot.cu shows how.
 */
#ifndef DOT_EXACT_H
#define DOT_EXACT_H

#include "../common/book.h"

/* 2 (0 + 1 + 4 + ... + (n-1)^2). In long double it is exact while the product stays below 2^64,
 * that is up to n = 2.1 million, and beyond that a few parts in 10^19 off. */
static inline long double dot_exact(long long n) {
    return (long double)(n - 1) * n * (2 * n - 1) / 3;
}

/* How far the sum of n products may be off if each of them goes through at most m roundings on its
 * way into the sum. A rounding changes what it rounds by a factor of at most 1 + u, u = 2^-24, so a
 * product is off by at most (1 + u)^m - 1 <= m u / (1 - m u) of itself in the end (Higham, Accuracy
 * and Stability of Numerical Algorithms, lemma 3.1). No product is negative, so the sum is
 * off by no more of itself than they are. From m u = 1 on that says nothing: INFINITY. */
static inline double dot_bound(long long n, double m) {
    double mu = m * 0x1p-24;
    return mu < 1 ? (double)dot_exact(n) * mu / (1 - mu) : (double)INFINITY;
}

/* 1 if sum is no further than that from the exact one, else 0. NaN is further, and without a bound
 * everything is. */
static inline int dot_is_right(float sum, long long n, double m) {
    return m * 0x1p-24 < 1 && book_close(sum, (double)dot_exact(n), dot_bound(n, m));
}

#endif
