/* cpu_anim.h: an animation in host memory, shown in a window or written to a file.
 *
 * A drop-in for the header of the same name that listings in "CUDA by Example" include.
 *
 *   void generate_frame(DataBlock *d, int ticks);   fills d->bitmap->get_ptr() for time `ticks`
 *
 *   CPUAnimBitmap bitmap(512, 512, &data);
 *   bitmap.anim_and_exit((void (*)(void *, int))generate_frame, (void (*)(void *))cleanup);
 *
 * Pixels are RGBA, one byte each, row 0 at the bottom: pixel (x, y) begins at byte
 * 4 * (x + y * width). Alpha is not shown. Where there is a display the animation runs in a window,
 * 60 frames a second, until ESC, q or the close button; with --out or BOOK_OUT, or without a
 * display, it goes to a file (picture.h). Building: see image_file.h and window.h.
 */
#ifndef CPU_ANIM_H
#define CPU_ANIM_H

#include "picture.h"
#include "window.h"

struct CPUAnimBitmap {
    unsigned char *pixels;
    int width, height;
    void *dataBlock;
    void (*fAnim)(void *, int);
    void (*animExit)(void *);
    void (*clickDrag)(void *, int, int, int, int);

    /* d: what every function below is called with. */
    CPUAnimBitmap(int w, int h, void *d = NULL)
        : pixels(book_picture_memory(w, h)), width(w), height(h), dataBlock(d), fAnim(NULL),
          animExit(NULL), clickDrag(NULL), output(w, h, true), shown(0) {}

    ~CPUAnimBitmap() { free(pixels); }

    CPUAnimBitmap(const CPUAnimBitmap &) = delete;
    CPUAnimBitmap &operator=(const CPUAnimBitmap &) = delete;

    unsigned char *get_ptr(void) const { return pixels; }

    /* In bytes. */
    long image_size(void) const { return (long)width * height * 4; }

    /* Whether the frames go to a file. Certain from the first frame on. */
    bool to_file(void) const { return output.to_file; }

    /* f(data, x0, y0, x1, y1): the left mouse button went down at pixel (x0, y0) and up at
     * (x1, y1). y counts from the top, as the mouse does. */
    void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }

    /* Calls f(data, ticks) for frame after frame, ticks rising by one, and shows or writes each;
     * then calls e, once. In spite of its name it returns. */
    void anim_and_exit(void (*f)(void *, int), void (*e)(void *)) {
        fAnim = f;
        animExit = e;
        shown = 0;
        book_window window;
        window.title = book_program_name();
        window.width = width;
        window.height = height;
        window.pixels = pixels;
        window.self = this;
        window.next_frame = next_frame;
        window.drag = drag;
        if (!output.to_file && !book_window_open(&window))
            output.no_window(window.error);
        if (output.to_file) {
            while (shown < output.frames()) {
                next_frame(this);
                output.add(pixels);
            }
            output.finish();
        } else {
            book_window_run(&window);
        }
        if (animExit != NULL)
            animExit(dataBlock);
    }

private:
    book_output output;
    long long shown;

    static void next_frame(void *self) {
        CPUAnimBitmap *b = (CPUAnimBitmap *)self;
        b->fAnim(b->dataBlock, b->output.tick(b->shown));
        b->shown++;
    }

    static void drag(void *self, int x0, int y0, int x1, int y1) {
        CPUAnimBitmap *b = (CPUAnimBitmap *)self;
        if (b->clickDrag != NULL)
            b->clickDrag(b->dataBlock, x0, y0, x1, y1);
    }
};

#endif
