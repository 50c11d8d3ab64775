/* reference.h: the plate of heat.cu on the CPU, which takes the same steps, for the device to be
 * compared with. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "plate.h"

/* All of them size x size floats, row after row. */
typedef struct {
    int size;
    float *heaters;      /* the temperatures that they keep; -1 where there is none */
    float *cells, *next; /* temperatures, and room for those after a step */
    float *found;        /* room for those of the device */
    long long time;      /* of cells, in steps; -1: no longer known */
    long long roundings; /* steps that were taken here since the device had the same numbers */
} reference;

static inline reference reference_make(int size) {
    size_t bytes = (size_t)size * size * sizeof(float);
    reference r = {size, NULL, NULL, NULL, NULL, -1, 0};
    float **all[4] = {&r.heaters, &r.cells, &r.next, &r.found};
    for (int i = 0; i < 4; i++) {
        *all[i] = (float *)malloc(bytes);
        HANDLE_NULL(*all[i]);
    }
    return r;
}

static inline void reference_free(reference *r) {
    free(r->heaters);
    free(r->cells);
    free(r->next);
    free(r->found);
}

/* Goes on from what the device has at that time, unless the CPU is there already. */
static inline void reference_follow(reference *r, const plate *device, long long time) {
    if (r->time == time)
        return;
    plate_get(device, r->cells);
    r->time = time;
    r->roundings = 0;
}

/* A step. Beyond the edge there is what a texture has there: with cudaAddressModeClamp the cell at
 * the edge once more, with cudaAddressModeBorder 0. */
static inline void reference_step(reference *r, float speed, enum cudaTextureAddressMode edge) {
    int n = r->size;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            size_t i = x + (size_t)y * n;
            const float *in = r->cells;
            float cell = in[i], beyond = edge == cudaAddressModeClamp ? cell : 0;
            float around = (x > 0 ? in[i - 1] : beyond) + (x < n - 1 ? in[i + 1] : beyond) +
                           (y > 0 ? in[i - n] : beyond) + (y < n - 1 ? in[i + n] : beyond);
            r->next[i] = r->heaters[i] >= 0 ? r->heaters[i] : cell + speed * (around - 4 * cell);
        }
    swap(r->cells, r->next);
    r->time++;
    r->roundings++;
}

/* How far cells of the device may be from those here. A GPU rounds a * b + c once where a CPU
 * rounds twice. In one step rounding changes a cell by 5 * 2^-24 at the most, on either side, and
 * the step itself, a mean, makes no difference larger. */
static inline double reference_tolerance(const reference *r) {
    return 10 * 0x1p-24 * (double)r->roundings;
}

#endif
