// matmul: product of two matrices, from global memory and in tiles through shared memory
//
// C = A B: element (row, col) of C is the dot product of a row of A with a column of B, k
// multiplications. A thread for each element that reads its row and its column from global memory
// reads 2k numbers, and its neighbours in the same row and column read the same ones again.
//
// A block of 16 x 16 threads can share them. It goes along its rows of A and down its columns of B
// in steps of 16. In each step a thread fetches one element of either tile, and uses 16 of each:
//
//                           B  . . |bs| . .     1. fetch tile as and tile bs
//                              . . |  | . .     2. barrier: both are complete
//         A  .  .  .  .  .        C             3. add 16 products to the sum
//            [as] ->  .  .        [block]       4. barrier: nobody needs them any more
//            .  .  .  .  .                      and on to the next tiles, as -> and bs down
//
// So a thread reads 2k / 16 numbers from global memory. This program counts them.
// Long because each kernel is checked, timed, and has its reads counted.
//
//     nvcc ch7_shared_memory/matmul.cu -I. -o matmul && ./matmul --m 4096 --n 4096 --k 4096
#include "../common/book.h"
#include "../common/table.h"
#include "counted.h"
#include "product_check.h"

#define TILE 16

// C is m x n, A is m x k, B is k x n, each row after row in memory. T is float or double, and
// Matrix a pointer to T (or what stands in for one, in counted.h).
template <typename T, typename Matrix>
__global__ void matmul_global(Matrix a, Matrix b, T *c, int m, int n, int k) {
    int row = threadIdx.y + blockIdx.y * TILE, col = threadIdx.x + blockIdx.x * TILE;
    if (row >= m || col >= n)
        return;
    T sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

template <typename T, typename Matrix>
__global__ void matmul_tiled(Matrix a, Matrix b, T *c, int m, int n, int k) {
    __shared__ T as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE, col = tx + blockIdx.x * TILE;

    T sum = 0;
    for (int first = 0; first < k; first += TILE) {
        // Past the edges of the matrices tiles are filled with zeros, which add nothing. No thread
        // may leave: those past the edge of C still fetch for others and come to the barriers.
        as[ty][tx] = row < m && first + tx < k ? a[(size_t)row * k + first + tx] : 0;
        bs[ty][tx] = first + ty < k && col < n ? b[(size_t)(first + ty) * n + col] : 0;
        __syncthreads(); // nobody may read a tile before all of it is there
        for (int i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads(); // nobody may fetch the next tile over one that is still being read
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

// Launches one of the two kernels.
template <typename T, typename Matrix>
static void multiply(int tiled, Matrix a, Matrix b, T *c, int m, int n, int k) {
    dim3 threads(TILE, TILE), blocks((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    if (tiled)
        matmul_tiled<T><<<blocks, threads>>>(a, b, c, m, n, k);
    else
        matmul_global<T><<<blocks, threads>>>(a, b, c, m, n, k);
}

// Both kernels on matrices of T. Returns 1 if all is right.
template <typename T>
static int run(const char *type, int m, int n, int k, int repeat, book_table *table) {
    size_t size_c = (size_t)m * n, blocks_x = (n + TILE - 1) / TILE,
           blocks_y = (m + TILE - 1) / TILE;
    size_t threads = blocks_x * blocks_y * TILE * TILE;
    product_work<T> w = product_work_make<T>(m, n, k, 0, 0);
    product<T> p = product_make<T>(m, n, k);
    product_send(&p, &w);

    printf("C (%d x %d) = A (%d x %d) B (%d x %d), %s\n", m, n, m, k, k, n, type);
    const char *names[2] = {"matmul_global", "matmul_tiled"};
    // Tiled, A is read once by each column of blocks, B once by each row of blocks.
    size_t expected[2] = {2 * k * size_c, (size_t)m * k * blocks_x + (size_t)k * n * blocks_y};
    int right = 1;
    for (int tiled = 0; tiled < 2; tiled++) {
        HANDLE_ERROR(cudaMemset(w.c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
        multiply<T, const T *>(tiled, w.a, w.b, w.c, m, n, k);
        HANDLE_LAUNCH(names[tiled]);
        HANDLE_ERROR(cudaMemcpy(p.c, w.c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
        product_found found = product_compare(&p, PRODUCT_ORDINARY, 2e8);
        double milliseconds = NAN;
        if (repeat > 0) {
            book_timer timer;
            book_timer_start(&timer);
            for (int launch = 0; launch < repeat; launch++)
                multiply<T, const T *>(tiled, w.a, w.b, w.c, m, n, k);
            milliseconds = book_timer_stop(&timer) / repeat;
            HANDLE_LAUNCH(names[tiled]);
        }

        unsigned *dev_loads = make_loads(threads);
        counted<T> count_a = {w.a, dev_loads}, count_b = {w.b, dev_loads};
        multiply<T>(tiled, count_a, count_b, w.c, m, n, k);
        HANDLE_LAUNCH(names[tiled]);
        size_t total = add_loads(dev_loads, threads);
        double gflops = 2e-6 * k * (double)size_c / milliseconds;
        right = right && found.wrong == 0 && total == expected[tiled];
        printf("%-13s  %zu loads, %.2f for each element of C; expected: %zu\n", names[tiled], total,
               (double)total / (double)size_c, expected[tiled]);
        printf("%-13s  %lld of %zu elements compared, %lld wrong; worst error: %.1g of the bound\n",
               "", found.compared, size_c, found.wrong, found.error / found.bound);
        if (repeat > 0)
            printf("%-13s  %.4f ms, mean of %d launch%s, %.1f GFLOP/s\n", "", milliseconds, repeat,
                   repeat == 1 ? "" : "es", gflops);
        book_table_row(table, "%s,%s,%d,%d,%d,%zu,%.17g,%.17g,%.17g", names[tiled], type, m, n, k,
                       total, found.error / found.bound, milliseconds, gflops);
    }
    product_free(&p);
    product_work_free(&w);
    return right;
}

int main(int argc, char **argv) {
    const long long most = 65535 * TILE; // rows of blocks in a grid
    long long m = 200, n = 150, k = 250, repeat = 3;
    enum { FLOAT, DOUBLE };
    int type = DOUBLE;
    const char *csv = NULL;
    book_option options[] = {
        {"m", BOOK_INTEGER, &m, 1, most, "rows of A and of C"},
        {"n", BOOK_INTEGER, &n, 1, most, "columns of B and of C"},
        {"k", BOOK_INTEGER, &k, 1, most, "columns of A, rows of B"},
        {"type", BOOK_CHOICE, &type, 0, 0, "float|double: type of the elements"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "product of two matrices, from global memory and in tiles", options);
    int timed = BOOK_ON_GPU ? (int)repeat : 0;
    book_table table;
    book_table_open(&table, csv, "kernel,type,m,n,k,loads,error_of_bound,milliseconds,gflops");
    int right = type == FLOAT ? run<float>("float", (int)m, (int)n, (int)k, timed, &table)
                              : run<double>("double", (int)m, (int)n, (int)k, timed, &table);
    book_table_close(&table);
    if (repeat > 0)
        book_timed();
    return book_verdict(right, "%s",
                        right ? "all elements compared are within the rounding error"
                              : "elements or loads are not as they must be");
}
