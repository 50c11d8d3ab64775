/* kept_elements.h: what aggregate filters and counts, and whether it has done it right. */
#ifndef KEPT_ELEMENTS_H
#define KEPT_ELEMENTS_H

#include "../common/book.h"

#define MAX_KEYS 1024

/* What is to be done: list the elements that are kept, by their numbers, or count all elements by
 * their keys. in, list and counts are on the device; counts[0] is also the length of the list. */
typedef struct {
    unsigned *in;
    int n, percent, keys;
    int *list, *counts;
} work;

/* Of an element. */
__host__ __device__ static inline int is_kept(unsigned element, int percent) {
    return (int)(element / MAX_KEYS % 100) < percent;
}
__host__ __device__ static inline int key_of(unsigned element, int keys) {
    return (int)(element % (unsigned)keys);
}

/* Element i: its number, scrambled, so that no warp sees a pattern. */
static inline unsigned element(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}

static inline work make_work(int n, int percent, int keys) {
    work w = {NULL, n, percent, keys, NULL, NULL};
    size_t bytes = n * sizeof(int);
    unsigned *in = (unsigned *)malloc(bytes);
    HANDLE_NULL(in);
    for (int i = 0; i < n; i++)
        in[i] = element((unsigned)i);
    HANDLE_ERROR(cudaMalloc((void **)&w.in, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&w.list, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&w.counts, MAX_KEYS * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(w.in, in, bytes, cudaMemcpyHostToDevice));
    free(in);
    return w;
}

static inline void free_work(work w) {
    HANDLE_ERROR(cudaFree(w.in));
    HANDLE_ERROR(cudaFree(w.list));
    HANDLE_ERROR(cudaFree(w.counts));
}

/* Whether the list has the number of each element that is kept, once, in any order, and no other.
 * Says how long it is. */
static inline int list_is_right(work w) {
    int length = 0;
    HANDLE_ERROR(cudaMemcpy(&length, w.counts, sizeof length, cudaMemcpyDeviceToHost));
    int right = length >= 0 && length <= w.n;
    if (right) {
        int *list = (int *)malloc(w.n * sizeof(int));
        char *missing = (char *)malloc(w.n);
        HANDLE_NULL(list);
        HANDLE_NULL(missing);
        HANDLE_ERROR(cudaMemcpy(list, w.list, length * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < w.n; i++)
            missing[i] = (char)is_kept(element((unsigned)i), w.percent);
        for (int k = 0; k < length && right; k++) {
            right = list[k] >= 0 && list[k] < w.n && missing[list[k]];
            if (right)
                missing[list[k]] = 0;
        }
        right = right && memchr(missing, 1, w.n) == NULL;
        free(list);
        free(missing);
    }
    printf("%d listed%s\n", length, right ? "" : ", and the list is wrong");
    return right;
}

/* Whether each counter is the number of elements with its key. Says what the first ones are. */
static inline int counts_are_right(work w) {
    int counts[MAX_KEYS], expected[MAX_KEYS] = {0};
    HANDLE_ERROR(cudaMemcpy(counts, w.counts, sizeof counts, cudaMemcpyDeviceToHost));
    for (int i = 0; i < w.n; i++)
        expected[key_of(element((unsigned)i), w.keys)]++;
    int right = memcmp(counts, expected, sizeof counts) == 0;
    for (int key = 0; key < w.keys && key < 4; key++)
        printf("%d ", counts[key]);
    printf("%scounted%s\n", w.keys > 4 ? "... " : "", right ? "" : ", which is wrong");
    return right;
}

#endif
