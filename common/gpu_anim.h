/* gpu_anim.h: an animation that stays on the GPU: kernels write where OpenGL draws from.
 *
 * A drop-in for the header of the same name that listings in "CUDA by Example" include.
 *
 *   void generate_frame(uchar4 *pixels, DataBlock *d, int ticks);   launches a kernel that fills
 *                                                                   pixels, in device memory
 *   GPUAnimBitmap bitmap(512, 512, &data);
 *   bitmap.anim_and_exit((void (*)(uchar4 *, void *, int))generate_frame, cleanup);
 *
 * Row 0 is at the bottom; alpha is not shown. In a window, CUDA-OpenGL interoperability maps an
 * OpenGL buffer object into the device's address space, frame by frame, and no pixel passes through
 * the host. Where that is not to be had (OpenGL runs on another device, or the frames go to a
 * file, as in cpu_anim.h) the kernels write to device memory that is copied. Building: see
 * image_file.h and window.h.
 */
#ifndef GPU_ANIM_H
#define GPU_ANIM_H

#include "picture.h"
#include "window.h"

#if BOOK_HAS_GL
#include <cuda_gl_interop.h>
#endif

struct GPUAnimBitmap {
    int width, height;
    void *dataBlock;
    void (*fAnim)(uchar4 *, void *, int);
    void (*animExit)(void *);
    void (*clickDrag)(void *, int, int, int, int);

    /* d: what every function below is called with. Opens the window, if there is to be one. */
    GPUAnimBitmap(int w, int h, void *d = NULL)
        : width(w), height(h), dataBlock(d), fAnim(NULL), animExit(NULL), clickDrag(NULL),
          bytes(book_picture_bytes(w, h)), dev_pixels(NULL), host_pixels(NULL), resource(NULL),
          output(w, h, true), shown(0) {
        window.title = book_program_name();
        window.width = width;
        window.height = height;
        window.self = this;
        window.next_frame = next_frame;
        window.drag = drag;
        window.closing = closing;
        open();
    }

    ~GPUAnimBitmap() {
        book_window_close(&window); /* if it was never shown */
        free_resources();
    }

    GPUAnimBitmap(const GPUAnimBitmap &) = delete;
    GPUAnimBitmap &operator=(const GPUAnimBitmap &) = delete;

    /* In bytes. */
    long image_size(void) const { return (long)bytes; }

    /* Whether the frames go to a file. */
    bool to_file(void) const { return output.to_file; }

    /* As in cpu_anim.h. */
    void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }

    /* Calls f(pixels, data, ticks) for frame after frame, ticks rising by one, and shows or writes
     * each; then calls e, once. In spite of its name it returns. */
    void anim_and_exit(void (*f)(uchar4 *, void *, int), void (*e)(void *)) {
        fAnim = f;
        animExit = e;
        if (dev_pixels == NULL && resource == NULL) /* a second time */
            open();
        shown = 0;
        if (output.to_file) {
            while (shown < output.frames()) {
                next_frame(this);
                output.add(host_pixels);
            }
            output.finish();
        } else {
            book_window_run(&window);
        }
        if (animExit != NULL)
            animExit(dataBlock);
        free_resources();
    }

    /* Called by itself at the end. */
    void free_resources(void) {
        if (dev_pixels != NULL)
            HANDLE_ERROR(cudaFree(dev_pixels));
        dev_pixels = NULL;
        free(host_pixels);
        host_pixels = NULL;
    }

private:
    size_t bytes;
    uchar4 *dev_pixels;         /* NULL where a buffer is shared */
    unsigned char *host_pixels; /* likewise */
    cudaGraphicsResource *resource;
    book_output output;
    book_window window;
    long long shown;

    void open(void) {
        window.buffer = 0;
        window.stale = window.due = true;
        if (!output.to_file && !book_window_open(&window))
            output.no_window(window.error);
        if (output.to_file || !share_buffer()) {
            host_pixels = book_picture_memory(width, height);
            window.pixels = host_pixels;
            HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bytes));
        }
    }

    /* Makes a buffer object that CUDA and OpenGL share; false if the two do not work together. */
    bool share_buffer(void) {
#if BOOK_HAS_GL
        unsigned int devices = 0;
        int device = 0;
        glGenBuffers(1, &window.buffer);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, window.buffer);
        glBufferData(GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_DRAW);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        cudaError_t error = cudaGLGetDevices(&devices, &device, 1, cudaGLDeviceListAll);
        if (error == cudaSuccess)
            error = cudaGraphicsGLRegisterBuffer(&resource, window.buffer,
                                                 cudaGraphicsRegisterFlagsWriteDiscard);
        if (error == cudaSuccess)
            return true;
        cudaGetLastError(); /* it is no error of the program */
        fprintf(stderr, "%s: no CUDA-OpenGL interoperability (%s): frames pass through the host\n",
                book_program_name(), cudaGetErrorName(error));
        glDeleteBuffers(1, &window.buffer);
        window.buffer = 0;
        resource = NULL;
#endif
        return false;
    }

    static void next_frame(void *self) {
        GPUAnimBitmap *b = (GPUAnimBitmap *)self;
        int ticks = b->output.tick(b->shown++);
        if (b->resource == NULL) {
            b->fAnim(b->dev_pixels, b->dataBlock, ticks);
            HANDLE_ERROR(
                cudaMemcpy(b->host_pixels, b->dev_pixels, b->bytes, cudaMemcpyDeviceToHost));
            return;
        }
        /* Between map and unmap the buffer is CUDA's, and OpenGL must not touch it. */
        uchar4 *pixels;
        size_t size;
        HANDLE_ERROR(cudaGraphicsMapResources(1, &b->resource, NULL));
        HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, &size, b->resource));
        b->fAnim(pixels, b->dataBlock, ticks);
        /* Unmapping should order what OpenGL does next after the kernel; some drivers do not. */
        HANDLE_ERROR(cudaStreamSynchronize(NULL));
        HANDLE_ERROR(cudaGraphicsUnmapResources(1, &b->resource, NULL));
    }

    static void drag(void *self, int x0, int y0, int x1, int y1) {
        GPUAnimBitmap *b = (GPUAnimBitmap *)self;
        if (b->clickDrag != NULL)
            b->clickDrag(b->dataBlock, x0, y0, x1, y1);
    }

    /* The buffer goes with the window. */
    static void closing(void *self) {
        GPUAnimBitmap *b = (GPUAnimBitmap *)self;
        if (b->resource != NULL)
            HANDLE_ERROR(cudaGraphicsUnregisterResource(b->resource));
        b->resource = NULL;
    }
};

#endif
