// still: a CPUBitmap of any size, with an exit callback. Called at the end, once, it says so.
#include "../../common/book.h"
#include "../../common/cpu_bitmap.h"
#include "pattern.h"

static int left;

static void leave(void *data) {
    left++;
    printf("left with %d\n", *(int *)data);
}

int main(int argc, char **argv) {
    long long width = 61, height = 47;
    book_option options[] = {
        {"width", BOOK_INTEGER, &width, 1, BOOK_MAX_SIZE, "in pixels"},
        {"height", BOOK_INTEGER, &height, 1, BOOK_MAX_SIZE, "in pixels"},
        BOOK_PICTURE_OPTIONS,
    };
    book_parse(argc, argv, "a picture without any symmetry", options);

    int number = 42;
    CPUBitmap bitmap((int)width, (int)height, &number);
    uchar4 *dev_pixels;
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bitmap.image_size()));
    dim3 threads(16, 16);
    dim3 blocks((bitmap.x + 15) / 16, (bitmap.y + 15) / 16);
    draw<<<blocks, threads>>>(dev_pixels, bitmap.x, bitmap.y, 0);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_pixels, bitmap.image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_pixels));

    bitmap.display_and_exit(leave);

    return book_verdict(left == 1, "left %d times", left);
}
