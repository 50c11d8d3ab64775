/* transpose_ladder.h: a matrix is transposed step by step, up to the speed of a copy.
 *
 * transpose.cu climbs the steps; bench/transpose.cu sets them beside a copy.
 */
#ifndef TRANSPOSE_LADDER_H
#define TRANSPOSE_LADDER_H

#include "../common/ladder.h"

#define TRANSPOSE_TILE 32 /* columns and rows; a warp has a row */
#define TRANSPOSE_ROWS 8  /* of threads in a block of transpose_four */

/* The matrices, on the device, each row after row. */
typedef struct {
    const float *in; /* rows x columns */
    float *out;      /* columns x rows */
    int rows, columns;
} transpose_work;

/* A warp reads 32 neighbours of a row, and writes them into a column: `rows` elements apart. */
__global__ void transpose_naive(const float *in, float *out, int rows, int columns) {
    int x = threadIdx.x + blockIdx.x * TRANSPOSE_TILE;
    int y = threadIdx.y + blockIdx.y * TRANSPOSE_TILE;
    if (x < columns && y < rows)
        out[(size_t)x * rows + y] = in[(size_t)y * columns + x];
}

/* The block's tile is turned in shared memory, so that a warp writes a row as well. WIDTH: of a row
 * of the tile there, with what pads it. */
template <int WIDTH>
__global__ void transpose_tile(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TRANSPOSE_TILE][WIDTH];
    int x = threadIdx.x + blockIdx.x * TRANSPOSE_TILE;
    int y = threadIdx.y + blockIdx.y * TRANSPOSE_TILE;
    if (x < columns && y < rows)
        tile[threadIdx.y][threadIdx.x] = in[(size_t)y * columns + x];
    __syncthreads(); // nobody may read what another thread has not fetched yet
    // The block at (x, y) of `in` writes the one at (y, x) of `out`.
    x = threadIdx.x + blockIdx.y * TRANSPOSE_TILE;
    y = threadIdx.y + blockIdx.x * TRANSPOSE_TILE;
    if (x < rows && y < columns)
        out[(size_t)y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

/* The same with a quarter of the threads: each moves four elements, and loads all four before it
 * stores the first. */
__global__ void transpose_four(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TRANSPOSE_TILE][TRANSPOSE_TILE + 1];
    int x = threadIdx.x + blockIdx.x * TRANSPOSE_TILE;
    int y = threadIdx.y + blockIdx.y * TRANSPOSE_TILE;
    for (int down = 0; down < TRANSPOSE_TILE; down += TRANSPOSE_ROWS)
        if (x < columns && y + down < rows)
            tile[threadIdx.y + down][threadIdx.x] = in[(size_t)(y + down) * columns + x];
    __syncthreads(); // as above
    x = threadIdx.x + blockIdx.y * TRANSPOSE_TILE;
    y = threadIdx.y + blockIdx.x * TRANSPOSE_TILE;
    for (int down = 0; down < TRANSPOSE_TILE; down += TRANSPOSE_ROWS)
        if (x < rows && y + down < columns)
            out[(size_t)(y + down) * rows + x] = tile[threadIdx.x][threadIdx.y + down];
}

/* A block for each tile of `in`. */
static inline dim3 transpose_blocks(const transpose_work *w) {
    return dim3((w->columns + TRANSPOSE_TILE - 1) / TRANSPOSE_TILE,
                (w->rows + TRANSPOSE_TILE - 1) / TRANSPOSE_TILE);
}

static inline void transpose_launch_naive(const transpose_work *w, cudaStream_t stream) {
    transpose_naive<<<transpose_blocks(w), dim3(TRANSPOSE_TILE, TRANSPOSE_TILE), 0, stream>>>(
        w->in, w->out, w->rows, w->columns);
}

template <int WIDTH>
static inline void transpose_launch_tile(const transpose_work *w, cudaStream_t stream) {
    transpose_tile<WIDTH><<<transpose_blocks(w), dim3(TRANSPOSE_TILE, TRANSPOSE_TILE), 0, stream>>>(
        w->in, w->out, w->rows, w->columns);
}

static inline void transpose_launch_four(const transpose_work *w, cudaStream_t stream) {
    transpose_four<<<transpose_blocks(w), dim3(TRANSPOSE_TILE, TRANSPOSE_ROWS), 0, stream>>>(
        w->in, w->out, w->rows, w->columns);
}

enum { TRANSPOSE_NAIVE, TRANSPOSE_TILED, TRANSPOSE_PADDED, TRANSPOSE_FOUR, TRANSPOSE_STEPS };
static const ladder_rung<transpose_work> transpose_rungs[TRANSPOSE_STEPS] = {
    {"naive", "rows are read, columns written: a sector for each element", transpose_launch_naive},
    {"tile",
     "a tile is turned in shared memory: rows are written too, but 32 threads meet in a bank",
     transpose_launch_tile<TRANSPOSE_TILE>},
    {"padded", "a column more in the tile: no two threads of a warp meet in a bank",
     transpose_launch_tile<TRANSPOSE_TILE + 1>},
    {"four", "four elements a thread: four loads under way, and smaller blocks at the barrier",
     transpose_launch_four},
};

#endif
