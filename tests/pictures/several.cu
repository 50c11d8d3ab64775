// several: more than one bitmap in a program, one after another, and one bitmap shown twice.
//     several WHAT    WHAT: pictures, again, mixed
#include "../../common/book.h"
#include "../../common/cpu_anim.h"
#include "../../common/cpu_bitmap.h"
#include "../../common/gpu_anim.h"
#include "pattern.h"

static void fill(CPUBitmap *bitmap, int tick) {
    for (int y = 0; y < bitmap->y; y++)
        for (int x = 0; x < bitmap->x; x++) {
            uchar4 pixel = pattern(x, y, tick);
            memcpy(bitmap->get_ptr() + 4 * (x + (size_t)y * bitmap->x), &pixel, 4);
        }
}

static void left(void *which) {
    printf("left %s\n", (const char *)which);
    fflush(stdout);
}

static void next_frame(void *data, int ticks) {
    CPUAnimBitmap *bitmap = *(CPUAnimBitmap **)data;
    for (int y = 0; y < bitmap->height; y++)
        for (int x = 0; x < bitmap->width; x++) {
            uchar4 pixel = pattern(x, y, ticks);
            memcpy(bitmap->get_ptr() + 4 * (x + (size_t)y * bitmap->width), &pixel, 4);
        }
}

static void next_frame_gpu(uchar4 *pixels, void *, int ticks) {
    draw<<<dim3(2, 2), dim3(16, 16)>>>(pixels, 30, 20, ticks);
    HANDLE_LAUNCH("draw");
}

int main(int argc, char **argv) {
    const char *what = argc == 2 ? argv[1] : "";
    char first[] = "first", second[] = "second";
    if (strcmp(what, "pictures") == 0) {
        CPUBitmap a(50, 30, first), b(20, 70, second);
        fill(&a, 1);
        fill(&b, 2);
        a.display_and_exit(left);
        b.display_and_exit(left);
    } else if (strcmp(what, "again") == 0) {
        CPUBitmap a(50, 30, first);
        fill(&a, 1);
        a.display_and_exit(left);
        fill(&a, 2);
        a.display_and_exit(left);
    } else if (strcmp(what, "mixed") == 0) {
        {
            CPUAnimBitmap *pointer;
            CPUAnimBitmap a(50, 30, &pointer);
            pointer = &a;
            a.anim_and_exit(next_frame, NULL);
            left(first);
        }
        {
            GPUAnimBitmap b(30, 20, second);
            b.anim_and_exit(next_frame_gpu, left);
        }
    } else {
        return BOOK_EXIT_USAGE;
    }
    return BOOK_EXIT_PASSED;
}
