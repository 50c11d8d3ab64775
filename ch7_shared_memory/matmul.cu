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
//
//     nvcc ch7_shared_memory/matmul.cu -I. -o matmul && ./matmul --m 4096 --n 4096 --k 4096
#include "../common/book.h"
#include "../common/table.h"
#include <float.h>

#define TILE 16

// C is m x n, A is m x k, B is k x n, each row after row in memory. T is float or double, and
// Matrix a pointer to T (or what stands in for one, below).
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

// Stands in for the pointer to a matrix and counts what is read through it, each thread for itself.
// So the kernel whose reads are counted is the one that is timed, line by line.
template <typename T> struct counted {
    const T *elements;
    unsigned *loads; // a number for each thread of the grid
    __device__ T operator[](size_t i) const {
        size_t block = blockIdx.x + (size_t)blockIdx.y * gridDim.x;
        loads[(block * TILE + threadIdx.y) * TILE + threadIdx.x]++;
        return elements[i];
    }
};

// An element of a matrix: of either sign, never 0, and different at every place.
static double element(size_t i, unsigned long long factor) {
    unsigned long long noise = (i + 1) * factor >> 40;
    return (noise & 1 ? 0.001 : -0.001) * (double)(noise / 2 % 1000 + 1);
}

// Relative error of a sum of k products, in any order, fused or not, each operation being off by a
// factor 1 + u at the most: |error| <= gamma * (|a1 b1| + ... + |ak bk|) with this gamma (Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd edition, section 3.1).
static double gamma_of(double k, double u) {
    return k * u / (1 - k * u);
}

// Compares C with the CPU's, calculated in long double: every element, or where that would take too
// long one of every `step`, at changing places. Returns how many were compared, and how many of
// them are wrong; worst becomes the largest error, as a fraction of what rounding may do.
template <typename T>
static long long compare(const T *a, const T *b_columns, const T *c, long long m, long long n,
                         long long k, long long *wrong, double *worst) {
    long long step = (long long)((double)m * n * k / 2e8) + 1, compared = 0;
    double bound = gamma_of(k, sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53) +
                   2 * gamma_of(k + 1, LDBL_EPSILON / 2); // the reference rounds too
    *wrong = 0;
    *worst = 0;
    for (long long begin = 0; begin < m * n; begin += step, compared++) {
        long long e = begin + (long long)((compared * 0x9e3779b97f4a7c15ULL >> 33) % step);
        e = e < m * n ? e : m * n - 1;
        const T *row = a + e / n * k, *column = b_columns + e % n * k;
        long double exact = 0, size = 0;
        for (long long i = 0; i < k; i++) {
            long double product = (long double)row[i] * column[i];
            exact += product;
            size += fabsl(product);
        }
        double part = (double)(fabsl(c[e] - exact) / (bound * size));
        if (!(part <= 1)) // so that NaN is wrong
            ++*wrong;
        if (!(part <= *worst))
            *worst = part;
    }
    return compared;
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
    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    size_t blocks_x = (n + TILE - 1) / TILE, blocks_y = (m + TILE - 1) / TILE;
    size_t all_threads = blocks_x * blocks_y * TILE * TILE;
    T *dev_a, *dev_b, *dev_c;
    unsigned *dev_loads;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, size_a * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, size_b * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, size_c * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_loads, all_threads * sizeof(unsigned)));
    T *a = (T *)malloc(size_a * sizeof(T)), *c = (T *)malloc(size_c * sizeof(T));
    T *b = (T *)malloc(size_b * sizeof(T)), *b_columns = (T *)malloc(size_b * sizeof(T));
    unsigned *loads = (unsigned *)malloc(all_threads * sizeof(unsigned));
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(b_columns);
    HANDLE_NULL(c);
    HANDLE_NULL(loads);
    for (size_t i = 0; i < size_a; i++)
        a[i] = (T)element(i, 0x9e3779b97f4a7c15ULL);
    for (size_t i = 0; i < size_b; i++)
        b_columns[i % n * k + i / n] = b[i] = (T)element(i, 0xc2b2ae3d27d4eb4fULL);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, size_a * sizeof(T), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, size_b * sizeof(T), cudaMemcpyHostToDevice));
    const T *read_a = dev_a, *read_b = dev_b;
    counted<T> count_a = {dev_a, dev_loads}, count_b = {dev_b, dev_loads};

    printf("C (%d x %d) = A (%d x %d) B (%d x %d), %s\n", m, n, m, k, k, n, type);
    const char *names[2] = {"matmul_global", "matmul_tiled"};
    // Tiled, A is read once by each column of blocks, B once by each row of blocks.
    long long expected[2] = {2LL * k * (long long)size_c,
                             (long long)(size_a * blocks_x + size_b * blocks_y)};
    int right = 1;
    for (int which = 0; which < 2; which++) {
        HANDLE_ERROR(cudaMemset(dev_c, 0xff, size_c * sizeof(T))); // NaN: nothing is left over
        book_timer timer;
        for (int launch = -1; launch < repeat; launch++) { // the first is not timed
            if (launch == 0)
                book_timer_start(&timer);
            multiply<T>(which, read_a, read_b, dev_c, m, n, k);
            if (launch < 0)
                HANDLE_LAUNCH(names[which]);
        }
        double milliseconds = repeat > 0 ? book_timer_stop(&timer) / repeat : NAN;
        HANDLE_LAUNCH(names[which]);
        HANDLE_ERROR(cudaMemcpy(c, dev_c, size_c * sizeof(T), cudaMemcpyDeviceToHost));
        long long wrong;
        double worst;
        long long compared = compare(a, b_columns, c, m, n, k, &wrong, &worst);

        HANDLE_ERROR(cudaMemset(dev_loads, 0, all_threads * sizeof(unsigned)));
        multiply<T>(which, count_a, count_b, dev_c, m, n, k);
        HANDLE_LAUNCH(names[which]);
        HANDLE_ERROR(
            cudaMemcpy(loads, dev_loads, all_threads * sizeof(unsigned), cudaMemcpyDeviceToHost));
        long long total = 0;
        for (size_t i = 0; i < all_threads; i++)
            total += loads[i];

        printf("%-13s  %lld loads, %.2f for each element of C; expected: %lld\n", names[which],
               total, (double)total / (double)size_c, expected[which]);
        printf("               %lld of %lld elements compared, %lld wrong; worst error: %.1g of "
               "the bound\n",
               compared, (long long)size_c, wrong, worst);
        double gflops = 2e-6 * k * (double)size_c / milliseconds;
        if (repeat > 0)
            printf("               %.4f ms, mean of %d launches, %.1f GFLOP/s\n", milliseconds,
                   repeat, gflops);
        book_table_row(table, "%s,%s,%d,%d,%d,%lld,%.17g,%.17g,%.17g", names[which], type, m, n, k,
                       total, worst, milliseconds, gflops);
        right = right && wrong == 0 && total == expected[which];
    }
    free(a);
    free(b);
    free(b_columns);
    free(c);
    free(loads);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    HANDLE_ERROR(cudaFree(dev_loads));
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
