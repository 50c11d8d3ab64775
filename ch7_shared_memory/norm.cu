// norm: the Euclidean norm of a vector, plainly and without overflow
//
// The length of a vector is sqrt(x . x), a dot product of x with itself. But a float ends
// at 3.4e38, so the square of 1e30 is infinite, and the square of 1e-30 is 0, though both norms
// would be fine floats. The remedy takes two passes: find the largest |x_i|, call it m, and with it
//
//     norm = m * sqrt((x_0 / m)^2 + (x_1 / m)^2 + ...)
//
// No quotient is above 1, and one of them is 1: nothing overflows, and what is lost to underflow is
// too small to matter. Both passes reduce a block in shared memory, one by max, one by addition.
// If m is 0, infinite or NaN, it is the norm itself, and there is nothing to divide.
// Long because it reduces twice, by max and by addition, with a kernel for each.
//
//     nvcc ch7_shared_memory/norm.cu -I. -o norm && ./norm
#include "../common/book.h"
#include "../common/table.h"
#include "norm_vectors.h"

const int threadsPerBlock = 256, maxBlocks = 256;

// The larger one, or NaN if one of them is. (fmaxf would pass over a NaN, and of {0, NaN} find 0.)
__host__ __device__ static float larger(float a, float b) {
    return a > b || isnan(a) ? a : b;
}

// partial[b] becomes the largest |x| among the elements of block b, or NaN if one of those is.
__global__ void largest(const float *x, float *partial, long long n) {
    __shared__ float cache[threadsPerBlock];
    int thread = threadIdx.x;
    float most = 0;
    for (long long i = thread + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        most = larger(most, fabsf(x[i]));
    cache[thread] = most;
    __syncthreads(); // first all write, then they read each other's
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i)
            cache[thread] = larger(cache[thread], cache[thread + i]);
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = cache[0];
}

// partial[b] becomes the sum of (x / scale)^2 over the elements of block b.
__global__ void add_squares(const float *x, float scale, float *partial, long long n) {
    __shared__ float cache[threadsPerBlock];
    int thread = threadIdx.x;
    float sum = 0;
    for (long long i = thread + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x) {
        float part = x[i] / scale; // not * (1 / scale): of 2^-128 that is no float
        sum += part * part;
    }
    cache[thread] = sum;
    __syncthreads(); // as above
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i)
            cache[thread] += cache[thread + i];
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = cache[0];
}

// scale * sqrt(sum of (x / scale)^2): with scale 1 that is sqrt(x . x).
static float norm(const float *dev_x, float scale, float *dev_partial, int blocks, long long n) {
    float partial[maxBlocks], sum = 0;
    add_squares<<<blocks, threadsPerBlock>>>(dev_x, scale, dev_partial, n);
    HANDLE_LAUNCH("add_squares");
    HANDLE_ERROR(cudaMemcpy(partial, dev_partial, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++)
        sum += partial[i];
    return scale * sqrtf(sum);
}

static float largest_element(const float *dev_x, float *dev_partial, int blocks, long long n) {
    float partial[maxBlocks], most = 0;
    largest<<<blocks, threadsPerBlock>>>(dev_x, dev_partial, n);
    HANDLE_LAUNCH("largest");
    HANDLE_ERROR(cudaMemcpy(partial, dev_partial, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++)
        most = larger(most, partial[i]);
    return most;
}

int main(int argc, char **argv) {
    long long n = 100003;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1LL << 34, "elements of each vector"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "Euclidean norm, plainly and without overflow", options);
    book_table table;
    book_table_open(&table, csv, "vector,n,long_double,naive,scaled,tolerance");

    long long needed = (n + threadsPerBlock - 1) / threadsPerBlock;
    int blocks = needed < maxBlocks ? (int)needed : maxBlocks;
    size_t bytes = (size_t)n * sizeof(float);
    float *dev_x, *dev_partial, *x = (float *)malloc(bytes);
    HANDLE_NULL(x);
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial, blocks * sizeof(float)));

    // Each square is off by a factor of at most (1 + u)^3, u = 2^-24, by its division and product;
    // each addition, the root and the product with m bring 1 + u more (Higham, Accuracy and
    // Stability of Numerical Algorithms, 2nd edition, lemma 3.1).
    double mu = 0x1p-24 * (double)(5 + n / ((long long)blocks * threadsPerBlock) + 1 + 8 + blocks);
    int scaled_right = 0, naive_right = 0;
    printf("%-8s  %-12s  %-12s  %s\n", "vector", "long double", "sqrt(x . x)", "scaled");
    for (int vector = 0; vector < VECTORS; vector++) {
        long double squares = 0; // no overflow here: even a double reaches 1.8e308
        for (long long i = 0; i < n; i++) {
            x[i] = element(vector, i, n);
            squares += (long double)x[i] * x[i];
        }
        double exact = (double)sqrtl(squares);
        HANDLE_ERROR(cudaMemcpy(dev_x, x, bytes, cudaMemcpyHostToDevice));
        float naive = norm(dev_x, 1, dev_partial, blocks, n);
        float most = largest_element(dev_x, dev_partial, blocks, n);
        float scaled = most; // 0, infinity and NaN are the norm, and no number to divide by
        if (most > 0 && most < INFINITY)
            scaled = norm(dev_x, most, dev_partial, blocks, n);

        // 2^-149 is the smallest float: what rounding may do to a result down there.
        double tolerance = exact * mu / (1 - mu) + 0x1p-149;
        scaled_right += is_right(scaled, exact, tolerance);
        naive_right += is_right(naive, exact, tolerance);
        printf("%-8s  %-12.6g  %-12.6g  %.6g\n", vector_names[vector], exact, naive, scaled);
        book_table_row(&table, "%s,%lld,%.17g,%.9g,%.9g,%.17g", vector_names[vector], n, exact,
                       naive, scaled, tolerance);
    }

    free(x);
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_partial));
    book_table_close(&table);
    return book_verdict(scaled_right == VECTORS,
                        "scaled, %d of %d norms are right; sqrt(x . x), %d of %d", scaled_right,
                        VECTORS, naive_right, VECTORS);
}
