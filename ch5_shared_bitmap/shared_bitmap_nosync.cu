// shared_bitmap_nosync: the same picture without the barrier, and what becomes of it
//
// Three pictures side by side: what it should be, what it is, and where the two differ. Which
// pixels are wrong is chance: a race has no result of its own. This program passes if the harm is
// seen.
//
//     nvcc ch5_shared_bitmap/shared_bitmap_nosync.cu -I. -o nosync -lglut -lGL && ./nosync
#include "../common/book.h"
#include "../common/panels.h"

#define PI 3.1415926535897932f
const float period = 128.0f; // pixels

__global__ void draw(unsigned char *ptr, int size) {
    __shared__ float tile[16][16];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;

    tile[threadIdx.x][threadIdx.y] =
        255 * (sinf(x * 2.0f * PI / period) + 1.0f) * (sinf(y * 2.0f * PI / period) + 1.0f) / 4.0f;

    // here __syncthreads() is missing

    if (x < size && y < size) {
        size_t offset = x + (size_t)y * size;
        ptr[offset * 4 + 0] = 0;
        ptr[offset * 4 + 1] = (unsigned char)tile[15 - threadIdx.x][15 - threadIdx.y];
        ptr[offset * 4 + 2] = 0;
        ptr[offset * 4 + 3] = 255;
    }
}

// The green of pixel (x, y): what the thread opposite worked out.
static int reference(int x, int y) {
    int opposite_x = x - x % 16 + 15 - x % 16;
    int opposite_y = y - y % 16 + 15 - y % 16;
    return (int)(255 * (sinf(opposite_x * 2.0f * PI / period) + 1.0f) *
                 (sinf(opposite_y * 2.0f * PI / period) + 1.0f) / 4.0f);
}

int main(int argc, char **argv) {
    long long size = 512;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, BOOK_MAX_SIZE, "width and height of each of the three"},
        BOOK_PICTURE_OPTIONS,
    };
    book_parse(argc, argv, "draws a picture through shared memory without the barrier it needs",
               options);
    int n = (int)size;

    const char *captions[3] = {"right", "without the barrier", "the difference"};
    book_panels panels(n, 3, captions);
    size_t bytes = 4 * (size_t)n * n;
    unsigned char *dev_bitmap, *drawn = (unsigned char *)malloc(bytes);
    HANDLE_NULL(drawn);
    HANDLE_ERROR(cudaMalloc((void **)&dev_bitmap, bytes));

    dim3 threads(16, 16);
    dim3 blocks((n + 15) / 16, (n + 15) / 16);
    draw<<<blocks, threads>>>(dev_bitmap, n);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(cudaMemcpy(drawn, dev_bitmap, bytes, cudaMemcpyDeviceToHost));

    long long wrong = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int right = reference(x, y), is = drawn[4 * (x + (size_t)y * n) + 1];
            int difference = abs(is - right);
            if (difference > 1) // one level is a GPU's sinf, not the race
                wrong++;
            panels.set(0, x, y, 0, right, 0);
            panels.set(1, x, y, 0, is, 0);
            panels.set(2, x, y, difference > 1 ? 128 + difference / 2 : 0, 0, 0);
        }

    panels.display_and_exit();

    free(drawn);
    HANDLE_ERROR(cudaFree(dev_bitmap));
    return book_verdict(wrong > 0, "without the barrier %lld of %lld pixels are wrong%s", wrong,
                        size * size, wrong > 0 ? "" : ": luck, try another --size");
}
