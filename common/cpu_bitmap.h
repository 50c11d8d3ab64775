/* cpu_bitmap.h: a picture in host memory, shown in a window or written to a file.
 *
 * A drop-in for the header of the same name that listings in "CUDA by Example" include.
 *
 *   CPUBitmap bitmap(1024, 768);                    black, all bytes 0
 *   cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost);
 *   bitmap.display_and_exit();
 *
 * Pixels are RGBA, one byte each, row 0 at the bottom: pixel (x, y) begins at byte
 * 4 * (x + y * width). Alpha is not shown. Where there is a display the picture opens in a window
 * until ESC, q or the close button; with --out or BOOK_OUT, or without a display, it goes to a file
 * (picture.h). Building: see image_file.h and window.h.
 */
#ifndef CPU_BITMAP_H
#define CPU_BITMAP_H

#include "picture.h"
#include "window.h"

struct CPUBitmap {
    unsigned char *pixels;
    int x, y; /* width and height */
    void *dataBlock;

    /* d: what the function given to display_and_exit is called with. */
    CPUBitmap(int width, int height, void *d = NULL)
        : pixels(book_picture_memory(width, height)), x(width), y(height), dataBlock(d),
          output(width, height, false) {}

    ~CPUBitmap() { free(pixels); }

    CPUBitmap(const CPUBitmap &) = delete;
    CPUBitmap &operator=(const CPUBitmap &) = delete;

    unsigned char *get_ptr(void) const { return pixels; }

    /* In bytes. */
    long image_size(void) const { return (long)x * y * 4; }

    /* Shows or writes the picture, then calls e, once. In spite of its name it returns, so that
     * what the caller frees afterwards is freed. */
    void display_and_exit(void (*e)(void *) = NULL) {
        book_window window;
        window.title = book_program_name();
        window.width = x;
        window.height = y;
        window.pixels = pixels;
        if (!output.to_file && !book_window_open(&window))
            output.no_window(window.error);
        if (output.to_file) {
            output.add(pixels);
            output.finish();
        } else {
            book_window_run(&window);
        }
        if (e != NULL)
            e(dataBlock);
    }

private:
    book_output output;
};

#endif
