/* product_climb.h: climbs a ladder of products: the product of each step must be the CPU's, but for
 * rounding.
 *
 * USAGE
 *   product_ladder_open(&l, "title");                    as ladder_open
 *   product_found found[COUNT];                          what was found of each step
 *   right += product_climb(&l, rungs, &w, tf32, found);  for float, for double or for both
 *   ladder_close(&l);
 *
 * The first tf32 steps multiply floats by way of that type. How large the matrices are says w.
 */
#ifndef PRODUCT_CLIMB_H
#define PRODUCT_CLIMB_H

#include "../common/ladder.h"
#include "product_check.h"

/* How large the matrices may be: so many rows of blocks has a grid, and a block 16 rows. */
#define PRODUCT_MOST (65535LL * 16)
#define PRODUCT_OPTIONS(m, n, k)                                                                   \
    {"m", BOOK_INTEGER, &(m), 1, PRODUCT_MOST, "rows of A and of C"},                              \
        {"n", BOOK_INTEGER, &(n), 1, PRODUCT_MOST, "columns of B and of C"}, {                     \
        "k", BOOK_INTEGER, &(k), 1, PRODUCT_MOST, "columns of A, rows of B"                        \
    }

template <typename T> struct product_trial {
    product<T> p;
    int tf32;
    product_found *found;
};

static inline void product_ladder_open(ladder *l, const char *title) {
    ladder_open(l, title, ", %.4f ms, %.1f GFLOP/s",
                "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops");
}

template <typename T> static const char *product_type(void) {
    return sizeof(T) == sizeof(float) ? "float" : "double";
}

template <typename T>
static int product_compare_step(const ladder_rung<product_work<T>> *rung, const product_work<T> *w,
                                product_trial<T> *trial, ladder_line *line) {
    product<T> *p = &trial->p;
    size_t size_c = (size_t)p->m * p->n;
    HANDLE_ERROR(cudaMemset(w->c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(p->c, w->c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
    product_found found = product_compare(p, line->step < trial->tf32, 2e7);
    trial->found[line->step] = found;
    snprintf(line->words, sizeof line->words,
             "%lld of %zu elements compared, %lld exactly, %lld wrong", found.compared, size_c,
             found.exact, found.wrong);
    snprintf(line->after, sizeof line->after, "; error %.1e, bound %.1e", found.error, found.bound);
    snprintf(line->cells, sizeof line->cells, "%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g",
             product_type<T>(), p->m, p->n, p->k, found.compared, found.wrong, found.error,
             found.bound);
    return found.wrong == 0;
}

/* Returns how many steps are right. */
template <typename T, int COUNT>
static int product_climb(ladder *l, const ladder_rung<product_work<T>> (&rungs)[COUNT],
                         const product_work<T> *w, int tf32, product_found (&found)[COUNT]) {
    product_trial<T> trial = {product_make<T>(w->m, w->n, w->k), tf32, found};
    product_send(&trial.p, w);
    printf("C (%d x %d) = A (%d x %d) B (%d x %d), %s\n", w->m, w->n, w->m, w->k, w->k, w->n,
           product_type<T>());
    double operations = 2e-6 * (double)w->m * (double)w->n * (double)w->k;
    int right =
        ladder_climb(l, product_type<T>(), rungs, w, &trial, product_compare_step<T>, operations);
    product_free(&trial.p);
    return right;
}

#endif
