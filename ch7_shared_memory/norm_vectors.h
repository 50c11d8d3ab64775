/* norm_vectors.h: the vectors whose norms norm finds, ordinary ones and others. */
#ifndef NORM_VECTORS_H
#define NORM_VECTORS_H

#include "../common/book.h"

enum { ORDINARY, LARGE, TINY, TINIEST, ONE_HUGE, ZERO, ONE_INFINITE, ONE_NAN, VECTORS };
static const char *const vector_names[VECTORS] = {"ordinary", "large", "tiny",     "tiniest",
                                                  "one huge", "zero",  "infinite", "one NaN"};

/* Element i of a vector of n. */
static inline float element(int vector, long long i, long long n) {
    float x = (float)(i % 1009 + 1) / (i % 2 == 0 ? 1009 : -1009); // of 0.001 ... 1, either sign
    switch (vector) {
    case LARGE:
        return x * 1e30f;
    case TINY:
        return x * 1e-30f;
    case TINIEST: // below 1.2e-38 floats have fewer digits; 1.4e-45 is the smallest
        return x * 1e-42f;
    case ONE_HUGE:
        return i == n - 1 ? -3e38f : x;
    case ZERO:
        return 0;
    case ONE_INFINITE:
        return i == n - 1 ? -INFINITY : x;
    case ONE_NAN:
        return i == n - 1 ? NAN : 0;
    default:
        return x;
    }
}

/* Whether a norm is what it must be; of an infinite one, and of NaN, nothing else will do. */
static inline int is_right(float found, double exact, double tolerance) {
    if (isnan(exact))
        return isnan(found);
    return isinf(exact) ? found == exact : book_close(found, exact, tolerance);
}

#endif
