/* strip.h: the rows of a plate that a rank of heat_mpi has, on its device. */
#ifndef STRIP_H
#define STRIP_H

#include "parts.h"
#include "ranks.h"

/* A strip: rows 1 to `rows` are the rank's own, rows 0 and rows + 1 halos. Of a plate of size x
 * size cells these are the rows from `first` on. */
typedef struct {
    int size, first, rows;
    float *now, *next; // (rows + 2) * size
} strip;

static inline strip strip_make(int size, int first, int rows) {
    strip s = {size, first, rows, NULL, NULL};
    size_t bytes = (size_t)(rows + 2) * size * sizeof(float);
    HANDLE_ERROR(cudaMalloc((void **)&s.now, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&s.next, bytes));
    HANDLE_ERROR(cudaMemset(s.now, 0, bytes)); // cold
    HANDLE_ERROR(cudaMemset(s.next, 0, bytes));
    return s;
}

static inline void strip_free(strip *s) {
    HANDLE_ERROR(cudaFree(s->now));
    HANDLE_ERROR(cudaFree(s->next));
}

/* The rows of all ranks, in rank 0: size x size floats, for the caller to free; elsewhere NULL. */
static inline float *gather(const ranks *all, strip s, const float *cells) {
    size_t bytes = (size_t)s.rows * s.size * sizeof(float);
    float *mine = (float *)malloc(bytes), *plate = NULL;
    int *counts = (int *)malloc(2 * all->count * sizeof(int)), *places = counts + all->count;
    HANDLE_NULL(mine);
    HANDLE_NULL(counts);
    for (int rank = 0; rank < all->count; rank++) {
        places[rank] = (int)part_begin(s.size, rank, all->count) * s.size;
        counts[rank] = (int)part_size(s.size, rank, all->count) * s.size;
    }
    if (all->rank == 0) {
        plate = (float *)malloc((size_t)s.size * s.size * sizeof(float));
        HANDLE_NULL(plate);
    }
    HANDLE_ERROR(cudaMemcpy(mine, cells + s.size, bytes, cudaMemcpyDeviceToHost));
    HANDLE_MPI(MPI_Gatherv(mine, s.rows * s.size, MPI_FLOAT, plate, counts, places, MPI_FLOAT, 0,
                           MPI_COMM_WORLD));
    free(mine);
    free(counts);
    return plate;
}

#endif
