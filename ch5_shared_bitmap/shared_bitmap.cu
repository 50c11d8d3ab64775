// shared_bitmap: a picture that needs a barrier
//
// Each block of 16 x 16 threads works out a tile of a smooth pattern in shared memory; then each
// thread draws not its own value but that of the thread opposite. That one may not have written it
// yet: the barrier between write and read is what makes the picture right.
//
//     nvcc ch5_shared_bitmap/shared_bitmap.cu -I. -o shared_bitmap -lglut -lGL && ./shared_bitmap
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define PI 3.1415926535897932f
const float period = 128.0f; // pixels

__global__ void draw(unsigned char *ptr, int size) {
    __shared__ float tile[16][16];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;

    // Threads past the edge of the picture write too: the thread opposite may need their value.
    tile[threadIdx.x][threadIdx.y] =
        255 * (sinf(x * 2.0f * PI / period) + 1.0f) * (sinf(y * 2.0f * PI / period) + 1.0f) / 4.0f;

    __syncthreads(); // nobody may read before everybody has written

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
    long long size = 1024;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, BOOK_MAX_SIZE, "width and height in pixels"},
        BOOK_PICTURE_OPTIONS,
    };
    book_parse(argc, argv, "draws a picture through shared memory, with the barrier it needs",
               options);
    int n = (int)size;

    CPUBitmap bitmap(n, n);
    unsigned char *dev_bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&dev_bitmap, bitmap.image_size()));

    dim3 threads(16, 16);
    dim3 blocks((n + 15) / 16, (n + 15) / 16);
    draw<<<blocks, threads>>>(dev_bitmap, n);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));

    // One level of green is allowed: a GPU's sinf may differ from the C library's in the last bits,
    // which decides what 199.99999 becomes.
    long long wrong = 0;
    const unsigned char *pixel = bitmap.get_ptr();
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++, pixel += 4)
            if (abs(pixel[1] - reference(x, y)) > 1 || pixel[0] != 0 || pixel[2] != 0 ||
                pixel[3] != 255)
                wrong++;

    bitmap.display_and_exit();

    HANDLE_ERROR(cudaFree(dev_bitmap));
    return book_verdict(wrong == 0, "%lld of %lld pixels are right", size * size - wrong,
                        size * size);
}
