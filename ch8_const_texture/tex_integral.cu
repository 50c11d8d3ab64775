// tex_integral: the integral of a function of which only samples are known
//
// The midpoint rule: cut [0, 1] into n intervals of length h and take f in the middle of each for
// the whole interval,
//
//     integral of f = h * (f(h/2) + f(3h/2) + f(5h/2) + ...) + error
//                                                   |error| <= h^2 / 24 * max |f''|
//
// The samples lie in linear memory, and the kernel reads them through a texture, tex1Dfetch. Texels
// are 8, 16 or 32 bits for each channel, and there may be 1, 2 or 4 of those: there is no texture
// of doubles. So the samples are float, and sums and results double: a sample is off by up to 2^-24
// f, and that is where the accuracy ends.
//
// f(x) = 4 / (1 + x^2), whose integral from 0 to 1 is pi, and |f''| is at most 8.
// Long because to make a texture takes so many words, and errors are drawn.
//
//     nvcc ch8_const_texture/tex_integral.cu -I. -o tex_integral && ./tex_integral
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

#define PI 3.141592653589793
const int threadsPerBlock = 256, maxBlocks = 64;

// sums[b] becomes the sum of those samples that block b adds up.
__global__ void add_samples(cudaTextureObject_t samples, int n, double *sums) {
    __shared__ double cache[threadsPerBlock];
    int thread = threadIdx.x;
    double sum = 0;
    for (int i = thread + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += tex1Dfetch<float>(samples, i);
    cache[thread] = sum;
    __syncthreads(); // nobody may add a sum that is not there yet
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i)
            cache[thread] += cache[thread + i];
        __syncthreads();
    }
    if (thread == 0)
        sums[blockIdx.x] = cache[0];
}

// The integral by n samples, which are in dev_samples.
static double integrate(const float *dev_samples, int n, double *dev_sums) {
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = (void *)dev_samples;
    what.res.linear.desc = cudaCreateChannelDesc<float>();
    what.res.linear.sizeInBytes = n * sizeof(float);
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &what, &how, NULL));

    int needed = (n + threadsPerBlock - 1) / threadsPerBlock;
    int blocks = needed < maxBlocks ? needed : maxBlocks;
    double sums[maxBlocks], sum = 0;
    add_samples<<<blocks, threadsPerBlock>>>(texture, n, dev_sums);
    HANDLE_LAUNCH("add_samples");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, blocks * sizeof(double), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    for (int i = 0; i < blocks; i++)
        sum += sums[i];
    return sum / n;
}

int main(int argc, char **argv) {
    long long largest = 1 << 20;
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &largest, 1, 1 << 30, "tries 1, 4, 16, ... and so many samples"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or .png: draws the errors"},
    };
    book_parse(argc, argv, "midpoint rule on samples in a texture", options);
    int device = 0;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<float>();
    size_t most = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&most, &type, device));
    if ((size_t)largest > most) {
        fprintf(stderr, "option --n: a texture on linear memory has up to %zu elements here\n",
                most);
        return BOOK_EXIT_USAGE;
    }
    book_table table;
    book_table_open(&table, csv, "n,integral,error,bound");
    book_chart chart;
    book_chart_open(&chart, chart_file, "Midpoint rule on samples in float", "samples", "error",
                    BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);

    size_t bytes = largest * sizeof(float);
    float *dev_samples, *samples = (float *)malloc(bytes);
    double *dev_sums, results[32], bounds[32];
    HANDLE_NULL(samples);
    HANDLE_ERROR(cudaMalloc((void **)&dev_samples, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, maxBlocks * sizeof(double)));

    int rows = 0, right = 0;
    long long sizes[32];
    printf("%10s  %-14s  %-9s  %s\n", "samples", "integral", "error", "at most");
    for (long long n = 1;; n = 4 * n < largest ? 4 * n : largest) {
        for (long long i = 0; i < n; i++) {
            double x = (i + 0.5) / n;
            samples[i] = (float)(4 / (1 + x * x));
        }
        HANDLE_ERROR(cudaMemcpy(dev_samples, samples, n * sizeof(float), cudaMemcpyHostToDevice));
        double integral = integrate(dev_samples, (int)n, dev_sums), error = fabs(integral - PI);
        // What the rule is off by, and what the samples are: the sum in double adds next to
        // nothing.
        double bound = 8.0 / 24 / n / n + PI * 0x1p-24 * 1.001;
        right += book_close(integral, PI, bound);
        printf("%10lld  %.12f  %-9.2e  %.2e\n", n, integral, error, bound);
        book_table_row(&table, "%lld,%.17g,%.17g,%.17g", n, integral, error, bound);
        sizes[rows] = n;
        results[rows] = error;
        bounds[rows] = bound;
        rows++;
        if (n == largest)
            break;
    }
    book_chart_series(&chart, "error", BOOK_CHART_BEST);
    for (int i = 0; i < rows; i++)
        book_chart_point(&chart, (double)sizes[i], results[i]);
    book_chart_series(&chart, "at most", BOOK_CHART_LIMIT);
    for (int i = 0; i < rows; i++)
        book_chart_point(&chart, (double)sizes[i], bounds[i]);

    free(samples);
    HANDLE_ERROR(cudaFree(dev_samples));
    HANDLE_ERROR(cudaFree(dev_sums));
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(right == rows, "%d of %d integrals are as near to pi as they must be",
                        right, rows);
}
