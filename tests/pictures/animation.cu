// animation: a CPUAnimBitmap as a listing from the book has it: no arguments, functions with typed
// pointers that are cast where they are handed over, and nothing known about files.
#include "../../common/book.h"
#include "../../common/cpu_anim.h"
#include "pattern.h"

#define WIDTH 61
#define HEIGHT 47

struct DataBlock {
    uchar4 *dev_bitmap;
    CPUAnimBitmap *bitmap;
};

void generate_frame(DataBlock *d, int ticks) {
    dim3 blocks((WIDTH + 15) / 16, (HEIGHT + 15) / 16);
    dim3 threads(16, 16);
    draw<<<blocks, threads>>>(d->dev_bitmap, WIDTH, HEIGHT, ticks);
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_bitmap, d->bitmap->image_size(),
                            cudaMemcpyDeviceToHost));
}

void cleanup(DataBlock *d) {
    HANDLE_ERROR(cudaFree(d->dev_bitmap));
    printf("cleaned up\n");
}

void dragged(DataBlock *d, int x0, int y0, int x1, int y1) {
    printf("dragged from %d %d to %d %d of %d\n", x0, y0, x1, y1, d->bitmap->width);
    fflush(stdout);
}

int main(void) {
    DataBlock data;
    CPUAnimBitmap bitmap(WIDTH, HEIGHT, &data);
    data.bitmap = &bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_bitmap, bitmap.image_size()));
    bitmap.click_drag((void (*)(void *, int, int, int, int))dragged);
    bitmap.anim_and_exit((void (*)(void *, int))generate_frame, (void (*)(void *))cleanup);
}
