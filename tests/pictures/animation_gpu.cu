// animation_gpu: the same as animation.cu, with a GPUAnimBitmap.
#include "../../common/book.h"
#include "../../common/gpu_anim.h"
#include "pattern.h"

#define WIDTH 61
#define HEIGHT 47

struct DataBlock {
    GPUAnimBitmap *bitmap;
};

void generate_frame(uchar4 *pixels, DataBlock *d, int ticks) {
    dim3 blocks((d->bitmap->width + 15) / 16, (d->bitmap->height + 15) / 16);
    dim3 threads(16, 16);
    draw<<<blocks, threads>>>(pixels, WIDTH, HEIGHT, ticks);
}

void cleanup(DataBlock *) {
    printf("cleaned up\n");
}

void dragged(DataBlock *d, int x0, int y0, int x1, int y1) {
    printf("dragged from %d %d to %d %d of %d\n", x0, y0, x1, y1, d->bitmap->width);
    fflush(stdout);
}

int main(void) {
    DataBlock data;
    GPUAnimBitmap bitmap(WIDTH, HEIGHT, &data);
    data.bitmap = &bitmap;
    bitmap.click_drag((void (*)(void *, int, int, int, int))dragged);
    bitmap.anim_and_exit((void (*)(uchar4 *, void *, int))generate_frame,
                         (void (*)(void *))cleanup);
}
