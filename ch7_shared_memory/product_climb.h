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

/* type: its name. The first `by_cores` steps calculate in that way, those behind by ordinary
 * multiply-adds. */
template <typename T> struct product_trial {
    product<T> p;
    const char *type;
    product_way way;
    int by_cores;
    product_found *found;
};

static inline void product_ladder_open(ladder *l, const char *title) {
    ladder_open(l, title, ", %.4f ms, %.1f GFLOP/s",
                "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops");
}

template <typename T> static const char *product_type(void) {
    return sizeof(T) == sizeof(float) ? "float" : "double";
}

template <typename T, typename Work>
static int product_compare_step(const ladder_rung<Work> *rung, const Work *w,
                                product_trial<T> *trial, ladder_line *line) {
    product<T> *p = &trial->p;
    size_t size_c = (size_t)p->m * p->n;
    HANDLE_ERROR(cudaMemset(w->c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(p->c, w->c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
    product_found found =
        product_compare(p, line->step < trial->by_cores ? trial->way : PRODUCT_ORDINARY, 2e7);
    trial->found[line->step] = found;
    snprintf(line->words, sizeof line->words,
             "%lld of %zu elements compared, %lld exactly, %lld wrong", found.compared, size_c,
             found.exact, found.wrong);
    snprintf(line->after, sizeof line->after, "; error %.1e, bound %.1e", found.error, found.bound);
    snprintf(line->cells, sizeof line->cells, "%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g",
             trial->type, p->m, p->n, p->k, found.compared, found.wrong, found.error, found.bound);
    return found.wrong == 0;
}

/* Returns how many steps are right. */
template <typename T, typename Work, int COUNT>
static int product_climb_trial(ladder *l, const ladder_rung<Work> (&rungs)[COUNT], const Work *w,
                               product_trial<T> *trial) {
    const product<T> *p = &trial->p;
    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld), %s\n", p->m, p->n, p->m, p->k, p->k,
           p->n, trial->type);
    double operations = 2e-6 * (double)p->m * (double)p->n * (double)p->k;
    return ladder_climb(l, trial->type, rungs, w, trial, product_compare_step<T, Work>, operations);
}

template <typename T, int COUNT>
static int product_climb(ladder *l, const ladder_rung<product_work<T>> (&rungs)[COUNT],
                         const product_work<T> *w, int tf32, product_found (&found)[COUNT]) {
    product_trial<T> trial = {product_make<T>(w->m, w->n, w->k), product_type<T>(), PRODUCT_TF32,
                              tf32, found};
    product_send(&trial.p, w);
    int right = product_climb_trial(l, rungs, w, &trial);
    product_free(&trial.p);
    return right;
}

#endif
