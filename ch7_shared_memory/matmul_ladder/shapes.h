/* shapes.h: how large a block of step 4 is best, and its launch.
 *
 * Large blocks do more with what they fetch; small ones, and those that are no power of two, can be
 * shared out more evenly among the multiprocessors.
 */
#ifndef MATMUL_SHAPES_H
#define MATMUL_SHAPES_H

#include "4_pipelined.h"
#include "pad.h"

typedef struct {
    int height, width, rows, cols; /* of a block, and of a thread */
    double cost; /* of an element of C, the multiprocessor being busy; measured on an H200 */
    void (*launch)(const product_work<float> *w, const float *a, const float *b,
                   cudaStream_t stream);
} matmul_shape;

template <int HEIGHT, int WIDTH, int ROWS, int COLS, int BLOCKS>
static void matmul_launch_shape(const product_work<float> *w, const float *a, const float *b,
                                cudaStream_t stream) {
    int blocks = product_blocks(w, HEIGHT, WIDTH), threads = HEIGHT * WIDTH / (ROWS * COLS);
    matmul_pipelined<HEIGHT, WIDTH, ROWS, COLS, BLOCKS><<<blocks, threads, 0, stream>>>(
        a, matmul_stride(w->k), b, matmul_stride(w->n), w->c, w->m, w->n, w->k);
}

static const matmul_shape matmul_shapes[] = {
    {128, 128, 8, 8, 1.00, matmul_launch_shape<128, 128, 8, 8, 2>},
    {64, 128, 8, 8, 1.05, matmul_launch_shape<64, 128, 8, 8, 3>},
    {96, 96, 4, 12, 1.16, matmul_launch_shape<96, 96, 4, 12, 2>},
    {64, 32, 8, 4, 1.46, matmul_launch_shape<64, 32, 8, 4, 6>},
};

/* The time until the multiprocessor is done that has the most blocks. Each has four schedulers with
 * a share of the warps: of 6 warps two have two, and 8 would take no longer. */
static inline double matmul_cost(const product_work<float> *w, const matmul_shape *s) {
    int elements = 32 * s->rows * s->cols, warps = s->height * s->width / elements;
    int blocks = product_blocks(w, s->height, s->width);
    int rounds = (blocks + w->multiprocessors - 1) / w->multiprocessors;
    return (rounds * warps + 3) / 4 * (elements * s->cost);
}

static inline void matmul_launch_pipelined(const product_work<float> *w, cudaStream_t stream) {
    const int shapes = sizeof matmul_shapes / sizeof *matmul_shapes;
    const matmul_shape *best = matmul_shapes;
    for (const matmul_shape *s = best + 1; s < matmul_shapes + shapes; s++)
        if (matmul_cost(w, s) < matmul_cost(w, best))
            best = s;
    const float *a, *b;
    matmul_padded(w, &a, &b, stream);
    best->launch(w, a, b, stream);
}

#endif
