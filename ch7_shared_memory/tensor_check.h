/* tensor_check.h: the matrices of matmul_tensor, what their product must be, and how far off it may
 * be.
 *
 *   a[i] = element(i, factor, is_whole(row));            fills a matrix
 *   comparison found = compare(a, b, c, m, n, k, plain); plain: calculated without tensor cores
 */
#ifndef TENSOR_CHECK_H
#define TENSOR_CHECK_H

#include "../common/book.h"
#include <float.h>

/* Every other row of A and column of B has whole numbers from -3 to 3. So has C where they meet:
 * each sum is exact, and so must be the result. All others are from -1 to 1, and fill all of their
 * bits. */
static inline int is_whole(long long line) {
    return line % 2;
}
static inline double element(size_t i, unsigned long long factor, int whole) {
    unsigned long long noise = (i + 1) * factor;
    noise = (noise ^ noise >> 29) * 0xd6e8feb86659fd93ULL;
    return whole ? (int)((noise >> 40) % 7) - 3 : (double)(long long)noise * 0x1p-63;
}

/* A factor as the tensor core multiplies it: of a float the nearest number of 11 significant bits,
 * and of two that are equally near the one farther from 0, as __float_to_tf32 rounds. */
static inline double seen(float x) {
    int exponent;
    double part = frexp(x, &exponent); // 1/2 <= |part| < 1
    return ldexp(round(part * 0x1p11), exponent - 11);
}
static inline double seen(double x) {
    return x;
}

/* S is |a1 b1| + ... + |ak bk|.
 *
 * A sum of k products in any order, where each operation is off by a factor 1 + u at the most, is
 * off by gamma S at the most, gamma = k u / (1 - k u) (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd edition, section 3.1). u is 2^-24 for float and 2^-53 for double.
 *
 * Products of TF32 are exact in float, but their sum need not be rounded to nearest. Tensor cores
 * have been found to add several products and the old sum at once, cutting off of each what is too
 * small beside the largest, and to cut off the result (Fasi, Higham, Mikaitis, Pranesh: Numerical
 * behavior of NVIDIA tensor cores, PeerJ Computer Science 7:e330, 2021). With the 24 bits of a
 * float that is an error of 2^-23 S for each product and two more for each group. Even if a group
 * is only two products, these are no more than 2 k, which u = 2^-22 allows for.
 *
 * All that is about the products of rounded factors. Rounding changes a factor by 1 + r at the
 * most, r = 2^-11. Beside the product of the floats themselves, then, C is off by no more than
 * ((1 + r)^2 (1 + gamma) - 1) S. */
struct comparison {
    long long compared, exact, wrong;
    double error, bound; // parts of S: the largest error found, and what it may be
};

/* Compares C with the CPU's, calculated in long double: every element, or where that would take too
 * long one of every `step`, at changing places. */
template <typename T>
static comparison compare(const T *a, const T *b, const T *c, long long m, long long n, long long k,
                          int plain) {
    int tf32 = !plain && sizeof(T) == sizeof(float);
    double u = (double)k * (tf32 ? 0x1p-22 : sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    double v = 2 * (double)(k + 1) * LDBL_EPSILON, r = tf32 ? 0x1p-11 : 0;
    double gamma = u / (1 - u) + v / (1 - v); // the reference rounds too
    comparison found = {0, 0, 0, 0, (1 + r) * (1 + r) * (1 + gamma) - 1};
    long long step = (long long)((double)m * n * k / 2e7) + 1;
    for (long long begin = 0; begin < m * n; begin += step, found.compared++) {
        long long e = begin + (long long)((found.compared * 0x9e3779b97f4a7c15ULL >> 33) % step);
        e = e < m * n ? e : m * n - 1;
        int whole = is_whole(e / n) && is_whole(e % n);
        long double sum = 0, size = 0, seen_sum = 0, seen_size = 0;
        for (long long i = 0; i < k; i++) {
            T x = a[e / n * k + i], y = b[i * n + e % n];
            long double product = (long double)x * y;
            long double seen_product = tf32 ? (long double)seen(x) * seen(y) : product;
            sum += product;
            size += fabsl(product);
            seen_sum += seen_product;
            seen_size += fabsl(seen_product);
        }
        double error = (double)(fabsl(c[e] - sum) / (size + LDBL_MIN));
        double tolerance = whole ? 0 : gamma * (double)seen_size;
        found.exact += whole;
        found.wrong += !book_close((double)(c[e] - seen_sum), 0, tolerance) ||
                       !(error <= found.bound); // NaN is wrong
        found.error = error > found.error ? error : found.error;
    }
    return found;
}

#endif
