// transpose: turns a matrix, rows into columns, step by step, up to the speed of a copy
//
// Nothing is calculated: each element is read once and written once, to a different place. But a
// warp that reads 32 neighbours of a row has to write them into a column, where they are far apart.
// Memory moves sectors of 32 bytes, so for each 4 bytes it moves 32. Four steps:
//
//     naive   out[x][y] = in[y][x]: a warp's stores go to 32 sectors
//     tile    by way of a tile of 32 x 32 in shared memory: to 4 sectors, but 32 threads meet in a
//             bank as they read a column of the tile
//     padded  a tile of 32 x 33: no two threads of a warp meet
//     four    each thread moves four elements, so that four loads are under way at a time
//
// The kernels are in transpose_ladder.h. The times are compared with a copy, which moves just as
// many bytes. The elements are bits of all kinds, infinities and NaN among them, and every one must
// arrive as it was.
//
//     nvcc ch7_shared_memory/transpose.cu -I. -o transpose && ./transpose --rows 16384 --columns
//     16384
#include "transpose_ladder.h"

// The bits of element i of the matrix to be turned. No two of 2^31 in a row are alike, and none are
// those that the memory is filled with before.
static unsigned element(size_t i) {
    return (unsigned)i * 2654435761u & 0x7fffffff;
}

// Runs a step, after which each element must be in its place, bit by bit.
static int compare(const ladder_rung<transpose_work> *rung, const transpose_work *w, unsigned *out,
                   ladder_line *line) {
    size_t rows = w->rows, columns = w->columns, count = rows * columns, arrived = 0;
    HANDLE_ERROR(cudaMemset(w->out, 0xff, count * sizeof(float))); // nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(out, w->out, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t x = 0; x < columns; x++)
        for (size_t y = 0; y < rows; y++)
            arrived += out[x * rows + y] == element(y * columns + x);
    snprintf(line->words, sizeof line->words, "%zu of %zu elements arrived", arrived, count);
    snprintf(line->cells, sizeof line->cells, "%zu,%zu,%zu", rows, columns, arrived);
    return arrived == count;
}

int main(int argc, char **argv) {
    const long long most = 65535 * TRANSPOSE_TILE; // rows of blocks in a grid
    long long rows = 512, columns = 256;
    ladder l = {};
    l.repeat = 20;
    book_option options[] = {
        {"rows", BOOK_INTEGER, &rows, 1, most, "rows of the matrix"},
        {"columns", BOOK_INTEGER, &columns, 1, most, "columns of the matrix"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "turns a matrix, rows into columns, faster step by step", options);
    ladder_open(&l, "Transposition, step by step", ", %8.4f ms, %7.1f GB/s",
                "step,rows,columns,arrived,milliseconds,gbytes_per_second");

    size_t count = (size_t)rows * columns, bytes = count * sizeof(float);
    float *dev_in, *dev_out;
    unsigned *elements;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, bytes));
    HANDLE_NULL(elements = (unsigned *)malloc(bytes));
    for (size_t i = 0; i < count; i++)
        elements[i] = element(i);
    HANDLE_ERROR(cudaMemcpy(dev_in, elements, bytes, cudaMemcpyHostToDevice));

    transpose_work w = {dev_in, dev_out, (int)rows, (int)columns};
    int right = ladder_climb(&l, "", transpose_rungs, &w, elements, compare, 2e-6 * (double)bytes);
    ladder_copy(&l, TRANSPOSE_STEPS, dev_out, dev_in, bytes);
    free(elements);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    ladder_close(&l);
    return book_verdict(right == TRANSPOSE_STEPS, "%d of %d transposed matrices are right", right,
                        TRANSPOSE_STEPS);
}
