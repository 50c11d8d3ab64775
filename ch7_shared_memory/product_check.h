/* product_check.h: two matrices, and whether what a kernel makes of them is their product.
 *
 *   product<T> p = product_make<T>(m, n, k);             A, B and room for C, on the host
 *   product_send(&p, &w);                                A and B to the device
 *   ... launches, copies the result to p.c ...
 *   product_found f = product_compare(&p, way, work);    way: how the device calculates
 *   product_free(&p);
 *
 * Of matrices of float or double: C is m x n, A is m x k, B is k x n, each row after row.
 */
#ifndef PRODUCT_CHECK_H
#define PRODUCT_CHECK_H

#include "product_work.h"
#include <limits>

template <typename T> struct product {
    long long m, n, k;
    T *a, *b, *c;
    T *b_columns; // B once more, column after column: so a CPU reads it faster
};

/* Every other row of A and column of B has whole numbers from -3 to 3. So has C where they meet:
 * each sum is exact, and so must be the result. All others are from -1 to 1, different at every
 * place, and fill all of their bits. */
static inline int product_is_whole(long long line) {
    return line % 2;
}

static inline double product_element(size_t i, unsigned long long factor, int whole) {
    unsigned long long noise = (i + 1) * factor;
    noise = (noise ^ noise >> 29) * 0xd6e8feb86659fd93ULL;
    return whole ? (int)((noise >> 40) % 7) - 3 : (double)(long long)noise * 0x1p-63;
}

template <typename T> static product<T> product_make(long long m, long long n, long long k) {
    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    product<T> p = {m, n, k, NULL, NULL, NULL, NULL};
    HANDLE_NULL(p.a = (T *)malloc(size_a * sizeof(T)));
    HANDLE_NULL(p.b = (T *)malloc(size_b * sizeof(T)));
    HANDLE_NULL(p.c = (T *)malloc(size_c * sizeof(T)));
    HANDLE_NULL(p.b_columns = (T *)malloc(size_b * sizeof(T)));
    for (size_t i = 0; i < size_a; i++)
        p.a[i] = (T)product_element(i, 0x9e3779b97f4a7c15ULL, product_is_whole(i / k));
    for (size_t i = 0; i < size_b; i++)
        p.b_columns[i % n * k + i / n] = p.b[i] =
            (T)product_element(i, 0xc2b2ae3d27d4eb4fULL, product_is_whole(i % n));
    return p;
}

template <typename T> static void product_send(const product<T> *p, const product_work<T> *w) {
    HANDLE_ERROR(cudaMemcpy(w->a, p->a, (size_t)p->m * p->k * sizeof(T), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(w->b, p->b, (size_t)p->k * p->n * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T> static void product_free(product<T> *p) {
    free(p->a);
    free(p->b);
    free(p->c);
    free(p->b_columns);
}

/* A factor as a tensor core multiplies it: of a float the nearest number of 11 significant bits. Of
 * two that are equally near __float_to_tf32 takes the one farther from 0, and the copy engine of an
 * H100 the even one, as the default mode of the CPU does. */
static inline double product_tf32(double x, bool even) {
    int exponent;
    double part = frexp(x, &exponent) * 0x1p11; // 1/2 <= |before| < 1
    return ldexp(even ? nearbyint(part) : round(part), exponent - 11);
}

/* S is |a1 b1| + ... + |ak bk|.
 *
 * A sum of k products in any order, fused or not, where each operation is off by a factor 1 + u at
 * the most, is off by gamma S at the most, with this gamma (Higham, Accuracy and Stability of
 * Numerical Algorithms, 2nd edition, section 3.1). u is 2^-24 for float and 2^-53 for double.
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
static inline double product_gamma(double k, double u) {
    return k * u / (1 - k * u);
}

enum product_way {
    PRODUCT_ORDINARY,  // by multiply-adds
    PRODUCT_TENSOR,    // sums by tensor cores, of factors as they are
    PRODUCT_TF32,      // the same, of factors rounded to TF32, halves away from 0
    PRODUCT_TF32_EVEN, // the same, halves to even
    PRODUCT_FP8        // as PRODUCT_TENSOR, but for PRODUCT_FP8_LOSS
};

// Of sums of FP8 tensor cores keep fewer bits. How many, nobody says. On an H100 (2026-11-26), with
// k from 2 to 16384, they were off by up to 2.6e-4 S, more k or less; this allows for nearly twice
// as much.
#define PRODUCT_FP8_LOSS 0x1p-11

typedef struct {
    long long compared, exact, wrong; // elements; exact: those that had to be
    double error, bound;              // parts of S: the largest error found, and what it may be
} product_found;

/* The type that the CPU calculates in. A double holds the product of two floats exactly, and adds
 * them with 29 bits more than a float has. */
template <typename T> struct product_reference { typedef long double type; };
template <> struct product_reference<float> { typedef double type; };

/* Compares C with the CPU's, calculated in that type: every element, or where that would take more
 * than `work` multiplications one of every `step`, at changing places. */
template <typename T>
static product_found product_compare(const product<T> *p, product_way way, double work) {
    typedef typename product_reference<T>::type R;
    bool even = way == PRODUCT_TF32_EVEN, tf32 = even || way == PRODUCT_TF32;
    double ordinary = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    double u = way == PRODUCT_ORDINARY ? ordinary : 0x1p-22;
    double gamma = product_gamma((double)p->k, u) + (way == PRODUCT_FP8 ? PRODUCT_FP8_LOSS : 0) +
                   2 * product_gamma((double)p->k + 1, // the reference rounds too
                                     (double)std::numeric_limits<R>::epsilon() / 2);
    double r = tf32 ? 0x1p-11 : 0;
    product_found found = {0, 0, 0, 0, (1 + r) * (1 + r) * (1 + gamma) - 1};
    long long n = p->n, k = p->k, step = (long long)((double)p->m * n * k / work) + 1;
    for (long long begin = 0; begin < p->m * n; begin += step, found.compared++) {
        long long e = begin + (long long)((found.compared * 0x9e3779b97f4a7c15ULL >> 33) % step);
        e = e < p->m * n ? e : p->m * n - 1;
        const T *row = p->a + e / n * k, *column = p->b_columns + e % n * k;
        int whole = product_is_whole(e / n) && product_is_whole(e % n);
        R sum = 0, size = 0, seen_sum = 0, seen_size = 0;
        for (long long i = 0; i < k; i++) {
            R exact = (R)row[i] * column[i];
            sum += exact;
            size += fabs(exact);
            if (tf32) {
                R seen = (R)product_tf32(row[i], even) * product_tf32(column[i], even);
                seen_sum += seen;
                seen_size += fabs(seen);
            }
        }
        if (!tf32) {
            seen_sum = sum;
            seen_size = size;
        }
        double error = (double)(fabs(p->c[e] - sum) / (size + std::numeric_limits<R>::min()));
        double tolerance = whole ? 0 : gamma * (double)seen_size;
        found.exact += whole;
        found.wrong += !book_close((double)(p->c[e] - seen_sum), 0, tolerance) ||
                       !(error <= found.bound); // NaN is wrong
        if (!(error <= found.error))
            found.error = error;
    }
    return found;
}

#endif
