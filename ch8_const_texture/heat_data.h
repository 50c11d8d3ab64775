/* heat_data.h: what heat works on: plates on the device, the picture, and the same plate on the
 * CPU, to compare with.
 */
#ifndef HEAT_DATA_H
#define HEAT_DATA_H

#include "../common/cpu_anim.h"
#include "coil.h"
#include "palette.h"
#include "pen.h"
#include "plate.h"
#include "reference.h"

struct DataBlock {
    plate now, next, heaters;
    palette colours;
    uchar4 *dev_pixels;
    CPUAnimBitmap *bitmap;
    long long time, steps;                       // time in steps, and steps from frame to frame
    reference same;                              // on the CPU
    long long frames, wrong_cells, wrong_pixels; // checked, and of these
};

/* Everything cold but the heaters. */
static inline void data_restart(DataBlock *d) {
    HANDLE_ERROR(cudaMemset(d->now.cells, 0, (size_t)d->now.pitch * d->now.size * sizeof(float)));
    d->time = 0;
    d->same.time = -1;
}

/* Cold plates of size x size cells, read in that way, and the coil that heats them. edge: what is
 * found beyond. The bitmap the caller sets. */
static inline void data_make(DataBlock *d, int size, int way, enum cudaTextureAddressMode edge,
                             long long steps) {
    d->steps = steps;
    d->heaters = plate_make(size, way, edge);
    d->now = plate_make(size, way, edge);
    d->next = plate_make(size, way, edge);
    d->same = reference_make(size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            d->same.heaters[x + (size_t)y * size] = coil(x, y, size);
    plate_set(&d->heaters, d->same.heaters);
    d->colours = palette_make();
    HANDLE_ERROR(cudaMalloc((void **)&d->dev_pixels, (size_t)size * size * sizeof(uchar4)));
    data_restart(d);
}

/* Compares the plate, and the picture of it, with the CPU's. */
static inline void data_check(DataBlock *d) {
    plate_get(&d->now, d->same.found);
    long long cells = (long long)d->now.size * d->now.size;
    for (long long i = 0; i < cells; i++) {
        float found = d->same.found[i];
        d->wrong_cells += !book_close(found, d->same.cells[i], reference_tolerance(&d->same));
        d->wrong_pixels += !palette_is_right(d->bitmap->get_ptr() + 4 * i, found);
    }
    d->frames++;
}

/* The mouse was drawn from one pixel to another. */
static inline void drag(void *data, int x0, int y0, int x1, int y1) {
    DataBlock *d = (DataBlock *)data;
    pen_draw(&d->now, x0, y0, x1, y1);
    d->same.time = -1; // of this the CPU knows nothing
}

static inline void cleanup(void *data) {
    DataBlock *d = (DataBlock *)data;
    plate_free(&d->now);
    plate_free(&d->next);
    plate_free(&d->heaters);
    palette_free(&d->colours);
    HANDLE_ERROR(cudaFree(d->dev_pixels));
    reference_free(&d->same);
}

#endif
