// trouble: animations that are slow, or whose kernel goes wrong in the middle.
#include "../../common/book.h"
#include "../../common/cpu_anim.h"
#include "../../common/gpu_anim.h"
#include "pattern.h"

#include <unistd.h>

__global__ void fail(void) {
    __trap();
}

struct settings {
    long long size, start, sleep, fail_at;
    CPUAnimBitmap *cpu;
};

static void generate_frame_gpu(uchar4 *pixels, void *data, int ticks) {
    settings *s = (settings *)data;
    usleep((useconds_t)((s->sleep + (ticks == 0 ? s->start : 0)) * 1000));
    if (ticks == s->fail_at) {
        fail<<<1, 1>>>();
        HANDLE_LAUNCH("fail");
    }
    dim3 threads(16, 16);
    dim3 blocks((unsigned)(s->size + 15) / 16, (unsigned)(s->size + 15) / 16);
    draw<<<blocks, threads>>>(pixels, (int)s->size, (int)s->size, ticks);
    HANDLE_LAUNCH("draw");
}

static uchar4 *dev_pixels;

static void generate_frame_cpu(void *data, int ticks) {
    settings *s = (settings *)data;
    generate_frame_gpu(dev_pixels, data, ticks);
    HANDLE_ERROR(
        cudaMemcpy(s->cpu->get_ptr(), dev_pixels, s->cpu->image_size(), cudaMemcpyDeviceToHost));
}

static void cleanup(void *) {
    printf("cleaned up\n");
}

int main(int argc, char **argv) {
    long long gpu = 0;
    settings s = {40, 0, 0, -1, NULL};
    book_option options[] = {
        {"gpu", BOOK_INTEGER, &gpu, 0, 1, "1: a GPUAnimBitmap"},
        {"size", BOOK_INTEGER, &s.size, 1, BOOK_MAX_SIZE, "width and height in pixels"},
        {"start", BOOK_INTEGER, &s.start, 0, 10000, "milliseconds that the first takes longer"},
        {"sleep", BOOK_INTEGER, &s.sleep, 0, 10000, "milliseconds that a frame takes"},
        {"fail-at", BOOK_INTEGER, &s.fail_at, -1, BOOK_MAX_TICK, "tick whose kernel fails"},
        BOOK_ANIMATION_OPTIONS,
    };
    book_parse(argc, argv, "an animation that gets into trouble", options);
    int size = (int)s.size;
    if (gpu) {
        GPUAnimBitmap bitmap(size, size, &s);
        bitmap.anim_and_exit(generate_frame_gpu, cleanup);
    } else {
        CPUAnimBitmap bitmap(size, size, &s);
        s.cpu = &bitmap;
        HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bitmap.image_size()));
        bitmap.anim_and_exit(generate_frame_cpu, cleanup);
        HANDLE_ERROR(cudaFree(dev_pixels));
    }
    return 0;
}
