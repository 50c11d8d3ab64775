/* discs.h: the plate of heat_mpi: what heats it, what one of its cells does in a step, as the CPU
 * sees it, and its colours.
 */
#ifndef DISCS_H
#define DISCS_H

#include "../common/book.h"

#define SPEED 0.25f // above this the formula is unstable

/* The temperature that a cell keeps: three hot discs; -1 for the plate itself. */
__host__ __device__ static float heater(int x, int y, int size) {
    const int places[3][2] = {{30, 70}, {65, 60}, {45, 30}}; // in percent
    const float temperatures[3] = {1, 0.9f, 0.8f};
    for (int i = 0; i < 3; i++) {
        unsigned dx = abs(x - places[i][0] * size / 100), dy = abs(y - places[i][1] * size / 100);
        if (dx * dx + dy * dy <= (unsigned)size * size / 200) // whole numbers: the same everywhere
            return temperatures[i];
    }
    return -1;
}

/* What a cell of a whole plate becomes in a step, as the CPU sees it. */
static inline double step_on_cpu(const float *cells, int x, int y, int size) {
    const int neighbours[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
    double cell = cells[x + (size_t)y * size], kept = heater(x, y, size), flow = 0;
    for (const int *n : neighbours)
        if (n[0] >= 0 && n[0] < size && n[1] >= 0 && n[1] < size)
            flow += cells[n[0] + (size_t)n[1] * size] - cell;
    return kept >= 0 ? kept : cell + SPEED * flow;
}

/* Black, red, yellow, white. */
static inline void colour(unsigned char *pixel, float temperature) {
    for (int channel = 0; channel < 3; channel++) {
        float bright = 3 * temperature - channel;
        pixel[channel] = (unsigned char)(255 * (bright < 0 ? 0 : bright > 1 ? 1 : bright) + 0.5f);
    }
    pixel[3] = 255;
}

#endif
