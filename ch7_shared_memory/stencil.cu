// stencil: adds up the neighbours of each element, from global memory and from a tile with a halo
//
// out[i] = in[i - radius] + ... + in[i] + ... + in[i + radius], where what lies beyond the ends
// counts as 0. A thread for each i reads 2 radius + 1 numbers, of which its neighbours read nearly
// all once more. A block of 256 threads can fetch them once, for all of its threads:
//
//          halo                                             halo
//     [ radius numbers | a number for each of 256 threads | radius numbers ]   the block's tile
//
// The numbers at the edges, the halo, belong to the blocks beside, which fetch them as well.
//
//     1. fetch tile and halo    2. barrier    3. each thread adds 2 radius + 1 numbers of the tile
//
// Every element is a whole number, so all sums are exact, but for one in the middle, which is NaN:
// just the sums that it belongs to must be NaN too.
//
//     nvcc ch7_shared_memory/stencil.cu -I. -o stencil && ./stencil --n 100000000 --radius 32
#include "../common/ladder.h"

#define THREADS 256
#define MOST_RADIUS 256

typedef struct {
    const float *in; // on the device, as out
    float *out;
    long long n;
    int radius;
} stencil_work;

__global__ void stencil_global(const float *in, float *out, long long n, int radius) {
    long long i = threadIdx.x + (long long)blockIdx.x * THREADS;
    if (i >= n)
        return;
    float sum = 0;
    for (long long j = i - radius; j <= i + radius; j++)
        sum += j >= 0 && j < n ? in[j] : 0;
    out[i] = sum;
}

__global__ void stencil_shared(const float *in, float *out, long long n, int radius) {
    __shared__ float tile[MOST_RADIUS + THREADS + MOST_RADIUS];
    long long i = threadIdx.x + (long long)blockIdx.x * THREADS;
    // There is more to fetch than there are threads: some fetch two numbers or three.
    for (int k = threadIdx.x; k < THREADS + 2 * radius; k += THREADS) {
        long long j = (long long)blockIdx.x * THREADS - radius + k;
        tile[k] = j >= 0 && j < n ? in[j] : 0;
    }
    __syncthreads(); // nobody may add what another thread has not fetched yet
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++)
        sum += tile[threadIdx.x + k];
    out[i] = sum;
}

template <void (*kernel)(const float *in, float *out, long long n, int radius)>
static void launch(const stencil_work *w, cudaStream_t stream) {
    unsigned blocks = (unsigned)((w->n + THREADS - 1) / THREADS);
    kernel<<<blocks, THREADS, 0, stream>>>(w->in, w->out, w->n, w->radius);
}

static const ladder_rung<stencil_work> rungs[2] = {
    {"global", "each thread reads all its numbers from global memory", launch<stencil_global>},
    {"shared", "a block fetches its numbers and a halo once", launch<stencil_shared>},
};

// Element i of n, a whole number; 0 beyond the ends, and in the place of the NaN.
static int element(long long i, long long n) {
    return i < 0 || i >= n || i == n / 2 ? 0 : (int)(i * 7919 % 201) - 100;
}

// Runs a kernel, whose sums must all be exact.
static int compare(const ladder_rung<stencil_work> *rung, const stencil_work *w, float *out,
                   ladder_line *line) {
    size_t bytes = (size_t)w->n * sizeof(float);
    HANDLE_ERROR(cudaMemset(w->out, 0x7f, bytes)); // 3.4e38, and no NaN: nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(out, w->out, bytes, cudaMemcpyDeviceToHost));
    long long right = 0, sum = 0; // of the numbers around i
    for (long long i = -w->radius; i < w->n; i++) {
        sum += element(i + w->radius, w->n) - element(i - w->radius - 1, w->n);
        if (i >= 0)
            right += llabs(i - w->n / 2) <= w->radius ? isnan(out[i]) : out[i] == (float)sum;
    }
    snprintf(line->words, sizeof line->words, "%lld of %lld sums are right", right, w->n);
    snprintf(line->cells, sizeof line->cells, "%lld,%d,%lld", w->n, w->radius, right);
    return right == w->n;
}

int main(int argc, char **argv) {
    long long n = 100000, radius = 8;
    ladder l = {};
    l.repeat = 20;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1LL << 38, "elements"},
        {"radius", BOOK_INTEGER, &radius, 1, MOST_RADIUS, "neighbours on each side"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "adds up the neighbours of each element, in two ways", options);
    ladder_open(&l, "Sums of neighbours", ", %8.4f ms, %7.1f GB/s",
                "step,n,radius,right,milliseconds,gbytes_per_second");

    size_t bytes = (size_t)n * sizeof(float);
    float *dev_in, *dev_out, *numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, bytes));
    HANDLE_NULL(numbers = (float *)malloc(bytes));
    for (long long i = 0; i < n; i++)
        numbers[i] = i == n / 2 ? NAN : (float)element(i, n);
    HANDLE_ERROR(cudaMemcpy(dev_in, numbers, bytes, cudaMemcpyHostToDevice));

    stencil_work w = {dev_in, dev_out, n, (int)radius};
    int right = ladder_climb(&l, "", rungs, &w, numbers, compare, 2e-6 * (double)bytes);
    free(numbers);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    ladder_close(&l);
    return book_verdict(right == 2, "the sums of %d of 2 kernels are right", right);
}
