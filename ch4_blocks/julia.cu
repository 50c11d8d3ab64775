// julia: draws a Julia set, with one block for each pixel
//
// A pixel stands for a number z of the complex plane. Square it and add c, again and again:
//
//     z  ->  z * z + c  ->  (z * z + c) * (z * z + c) + c  -> ...
//
// From most places z runs away, sooner or later; the places where it never does are the Julia set.
// The colour says how soon. No pixel needs another one, so each has a block of its own: the grid is
// as wide and as high as the picture, and blockIdx.x and blockIdx.y say which pixel it is.
//
// All functions that draw are both __device__, for the kernel, and __host__, for the CPU, whose
// picture is compared with the device's.
//
//     nvcc ch4_blocks/julia.cu -I. -o julia -lglut -lGL && ./julia
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define STEPS 300   // a z that has not run away by then is taken to stay for ever
#define FAR_AWAY 16 // the square of a distance from which no z comes back

struct Complex {
    float r, i;
    __host__ __device__ Complex(float a, float b) : r(a), i(b) {}
    __host__ __device__ float magnitude2(void) const { return r * r + i * i; }
    __host__ __device__ Complex operator*(const Complex &a) const {
        return Complex(r * a.r - i * a.i, i * a.r + r * a.i);
    }
    __host__ __device__ Complex operator+(const Complex &a) const {
        return Complex(r + a.r, i + a.i);
    }
};

// How many steps it takes z to run away, and which part of the last one it needed: without that
// fraction the colours would come in bands.
__host__ __device__ float steps_to_run_away(Complex z) {
    const Complex c(-0.8f, 0.156f);
    float before = z.magnitude2();
    for (int step = 0; step < STEPS; step++) {
        z = z * z + c;
        float now = z.magnitude2();
        if (now > FAR_AWAY)
            return step + (FAR_AWAY - before) / (now - before);
        before = now;
    }
    return STEPS;
}

// Gives pixel (x, y) of a picture of size x size its colour: black, violet, red, gold, the later it
// runs away. The picture goes from -1.5 to 1.5 in both directions.
__host__ __device__ void colour_pixel(unsigned char *pixel, int x, int y, int size) {
    Complex z(3 * (x + 0.5f) / size - 1.5f, 3 * (y + 0.5f) / size - 1.5f);
    float steps = steps_to_run_away(z);
    float late = steps / (steps + 40), soon = 1 - late; // from 0 to 1
    pixel[0] = (unsigned char)(255 * (1 - soon * soon * soon));
    pixel[1] = (unsigned char)(255 * late * late);
    pixel[2] = (unsigned char)(255 * 4 * late * soon * soon);
    pixel[3] = 255;
}

__global__ void draw(unsigned char *ptr) {
    int x = blockIdx.x, y = blockIdx.y;
    size_t offset = x + (size_t)y * gridDim.x;
    colour_pixel(ptr + 4 * offset, x, y, gridDim.x);
}

int main(int argc, char **argv) {
    long long size = 1024;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, 65535, "width and height in pixels, and in blocks"},
        BOOK_PICTURE_OPTIONS,
    };
    book_parse(argc, argv, "draws a Julia set, with one block for each pixel", options);
    int n = (int)size;

    CPUBitmap bitmap(n, n);
    unsigned char *dev_bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&dev_bitmap, bitmap.image_size()));

    dim3 grid(n, n);
    draw<<<grid, 1>>>(dev_bitmap);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));

    // The CPU's picture. A GPU rounds a * b + c once where a CPU rounds twice. That changes a
    // colour by a level or two at most, but for pixels that stay long: z * z doubles a small
    // difference, and doubles it again, until it decides when they run away.
    long long different = 0;
    const unsigned char *pixel = bitmap.get_ptr();
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++, pixel += 4) {
            unsigned char cpu[4];
            colour_pixel(cpu, x, y, n);
            if (abs(pixel[0] - cpu[0]) > 2 || abs(pixel[1] - cpu[1]) > 2 ||
                abs(pixel[2] - cpu[2]) > 2 || pixel[3] != cpu[3])
                different++;
        }

    bitmap.display_and_exit();

    HANDLE_ERROR(cudaFree(dev_bitmap));
    return book_verdict(different <= 1 + size * size / 50,
                        "%lld of %lld pixels are as the CPU draws them, and 98 in 100 must be",
                        size * size - different, size * size);
}
