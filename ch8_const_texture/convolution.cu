// convolution: each pixel becomes a weighted sum of its neighbours; the weights are constant
//
// With a radius of 1 a pixel has 9 neighbours, itself among them, and a weight for each:
//
//     in   a b c      weights   1 3  5                 1a + 3b +  5c
//          d e f                2 6 10      out at e = 2d + 6e + 10f
//          g h i                3 9 15                 3g + 9h + 15i
//
// (Strictly, a convolution turns the weights by 180 degrees first. For most filters that is no
// difference, and many texts leave it out, as we do.) At the edges the nearest pixel stands in for
// one that is missing.
//
// All threads of a warp are at the same weight at the same time: each weight is one number for all
// of them. That is what constant memory is for. The same runs with the weights in global memory.
//
// Each weight is the product of a number of its row and one of its column. So the CPU can take a
// different way, first along the rows and then along the columns, and must find the same numbers.
//
//     nvcc ch8_const_texture/convolution.cu -I. -o convolution && ./convolution --radius 8
#include "../common/book.h"
#include "two_passes.h"

__constant__ int constant_weights[MAX_WIDTH * MAX_WIDTH];

// The sum for pixel (x, y). Where the weights are, the compiler sees at each call.
__device__ static int weighted_sum(const unsigned char *in, int size, int x, int y,
                                   const int *weights, int radius) {
    int sum = 0, k = 0;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++, k++)
            sum += weights[k] * in[clamp(x + i, size) + clamp(y + j, size) * (size_t)size];
    return sum;
}

__global__ void convolve_constant(const unsigned char *in, int *out, int size, int radius) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        out[x + (size_t)y * size] = weighted_sum(in, size, x, y, constant_weights, radius);
}

__global__ void convolve_global(const unsigned char *in, int *out, int size, const int *weights,
                                int radius) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        out[x + (size_t)y * size] = weighted_sum(in, size, x, y, weights, radius);
}

int main(int argc, char **argv) {
    long long size = 200, radius = 3, repeat = 10;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, 30000, "width and height in pixels"},
        {"radius", BOOK_INTEGER, &radius, 0, MAX_RADIUS, "how far away a neighbour may be"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each kernel"},
    };
    book_parse(argc, argv, "weighted sums of neighbours, with constant weights", options);
    int n = (int)size, r = (int)radius;
    size_t pixels = (size_t)n * n, weight_bytes = (2 * r + 1) * (2 * r + 1) * sizeof(int);

    int weights[MAX_WIDTH * MAX_WIDTH];
    make_weights(weights, r);
    unsigned char *in = (unsigned char *)malloc(pixels), *dev_in;
    int *out = (int *)malloc(pixels * sizeof(int)), *dev_out, *dev_weights;
    HANDLE_NULL(in);
    HANDLE_NULL(out);
    make_pixels(in, n);
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, pixels));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, pixels * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_weights, weight_bytes));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, pixels, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(constant_weights, weights, weight_bytes));
    int *expected = convolve_in_two_passes(in, n, r);

    printf("%d x %d pixels, %d x %d weights\n", n, n, 2 * r + 1, 2 * r + 1);
    const char *names[2] = {"global", "constant"};
    dim3 threads(32, 8), blocks((n + 31) / 32, (n + 7) / 8); // a warp is a piece of a row
    long long right = 0;
    for (int k = 0; k < 2; k++) {
        // Bytes of 0xff are -1, which is no sum: what the kernel before left is gone.
        HANDLE_ERROR(cudaMemset(dev_out, 0xff, pixels * sizeof(int)));
        book_timer timer;
        for (int run = -1; run < (BOOK_ON_GPU ? repeat : 0); run++) {
            if (run == 0)
                book_timer_start(&timer);
            if (k == 0)
                convolve_global<<<blocks, threads>>>(dev_in, dev_out, n, dev_weights, r);
            else
                convolve_constant<<<blocks, threads>>>(dev_in, dev_out, n, r);
            if (run < 0)
                HANDLE_LAUNCH(names[k]);
        }
        if (BOOK_ON_GPU)
            printf("weights in %-8s memory: %.4f ms\n", names[k], book_timer_stop(&timer) / repeat);
        HANDLE_LAUNCH(names[k]);
        HANDLE_ERROR(cudaMemcpy(out, dev_out, pixels * sizeof(int), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < pixels; i++)
            right += out[i] == expected[i];
    }
    book_timed();

    free(in);
    free(out);
    free(expected);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_weights));
    return book_verdict(right == 2 * (long long)pixels, "%lld of %lld sums are right", right,
                        2 * (long long)pixels);
}
