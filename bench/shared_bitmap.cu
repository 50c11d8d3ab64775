// shared_bitmap: the kernel of ch5_shared_bitmap/shared_bitmap.cu beside storing one byte as many
// times
#include "bench.h"

#define main shared_bitmap_main // the program's, which is not called here
#include "../ch5_shared_bitmap/shared_bitmap.cu"
#undef main

// Parts of the kernel, each the bound of what is left when the others cost nothing. This one stores
// the pixels as the kernel does, four single bytes, and has nothing to work out.
__global__ void store_bytes(unsigned char *ptr, int size) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    size_t offset = x + (size_t)y * size;
    ptr[offset * 4 + 0] = 0;
    ptr[offset * 4 + 1] = (unsigned char)x;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

// This one has the tile in between: each thread writes a number and reads that of the one opposite.
__global__ void store_through_tile(unsigned char *ptr, int size) {
    __shared__ float tile[16][16];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    tile[threadIdx.x][threadIdx.y] = (float)(x % 256);
    __syncthreads();
    if (x >= size || y >= size)
        return;
    size_t offset = x + (size_t)y * size;
    ptr[offset * 4 + 0] = 0;
    ptr[offset * 4 + 1] = (unsigned char)tile[15 - threadIdx.x][15 - threadIdx.y];
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

// How many pixels are not what one of the two parts stores. In the tile the other end of x's
// sixteen stands for x.
static long long count_wrong_part(const unsigned char *pixel, int size, bool tile) {
    long long wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++, pixel += 4) {
            int expected = (tile ? x / 16 * 16 + 15 - x % 16 : x) % 256;
            wrong += pixel[0] != 0 || pixel[1] != expected || pixel[2] != 0 || pixel[3] != 255;
        }
    return wrong;
}

// How many pixels are not those of the program's reference, by its own measure.
static long long count_wrong(const unsigned char *pixel, int size) {
    long long wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++, pixel += 4)
            wrong += abs(pixel[1] - reference(x, y)) > 1 || pixel[0] != 0 || pixel[2] != 0 ||
                     pixel[3] != 255;
    return wrong;
}

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Shared bitmap",
        "The kernel of shared_bitmap.cu as it stands, 4 bytes a pixel; each call draws into "
        "another picture. A picture cannot be drawn in less time than it takes to store it, and "
        "the share of the yardstick is this time over that of drawing. Where the rest goes is for "
        "the "
        "other rows to tell, which are parts of the kernel: `bytes` against `memset` is what four "
        "stores of a byte cost instead of whole words, `tile` against `bytes` what the way through "
        "shared memory and the barrier cost, `book` against `tile` what the two sines cost. (While "
        "one warp waits for one thing another does something else, so costs need not add up.)",
        "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick_name = "cudaMemset of a 4096 x 4096 picture";
    for (int size : {4096, 4095}) {
        size_t bytes = (size_t)size * size * 4;
        std::string data = std::to_string(size) + " x " + std::to_string(size);
        int sets = bench_sets(report.gpu, bytes);
        unsigned char *pictures, *picture = (unsigned char *)malloc(bytes);
        HANDLE_NULL(picture);
        HANDLE_ERROR(cudaMalloc((void **)&pictures, sets * bytes));
        dim3 threads(16, 16), blocks((size + 15) / 16, (size + 15) / 16); // as in the program
        auto store = [&](int set, cudaStream_t stream) {
            HANDLE_ERROR(cudaMemsetAsync(pictures + set * bytes, 7, bytes, stream));
        };
        auto bytes_call = [&](int set, cudaStream_t stream) {
            store_bytes<<<blocks, threads, 0, stream>>>(pictures + set * bytes, size);
        };
        auto tile_call = [&](int set, cudaStream_t stream) {
            store_through_tile<<<blocks, threads, 0, stream>>>(pictures + set * bytes, size);
        };
        auto book_call = [&](int set, cudaStream_t stream) {
            draw<<<blocks, threads, 0, stream>>>(pictures + set * bytes, size);
        };
        auto draw_once = [&](auto call) {
            HANDLE_ERROR(cudaMemset(pictures, 99, bytes));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("shared_bitmap");
            HANDLE_ERROR(cudaMemcpy(picture, pictures, bytes, cudaMemcpyDeviceToHost));
        };
        draw_once(store);
        int right = std::count(picture, picture + bytes, 7) == (long long)bytes;
        bench_enter(report, data.c_str(), "memset", "", BENCH_LIBRARY, sets, store, (double)bytes,
                    0, right);
        draw_once(bytes_call);
        right = count_wrong_part(picture, size, false) == 0;
        bench_enter(report, data.c_str(), "bytes",
                    "a part: four stores of a byte for each pixel, nothing to work out",
                    BENCH_APART, sets, bytes_call, (double)bytes, 0, right);
        draw_once(tile_call);
        right = count_wrong_part(picture, size, true) == 0;
        bench_enter(report, data.c_str(), "tile",
                    "a part: `bytes` by way of the tile, where x as the first index sends a warp "
                    "to 4 of 32 banks: 8 steps to write and 8 to read",
                    BENCH_APART, sets, tile_call, (double)bytes, 0, right);
        draw_once(book_call);
        right = count_wrong(picture, size) == 0;
        bench_enter(report, data.c_str(), "book",
                    "the program's kernel: two sines for each pixel, the tile, the barrier, four "
                    "stores of a byte",
                    BENCH_STEP, sets, book_call, (double)bytes, 0, right);
        bench_run(report);
        if (report.yardstick == 0)
            report.yardstick = report.lines[0].rate;
        free(picture);
        HANDLE_ERROR(cudaFree(pictures));
    }
    return bench_close(report);
}
