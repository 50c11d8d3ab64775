/* pen.h: draws on the plate of heat.cu with the mouse. */
#ifndef PEN_H
#define PEN_H

#include "plate.h"

/* Makes all cells hot that are at most radius away from the line from (x0, y0) to (x1, y1). pitch:
 * floats from one row to the next. */
__global__ void add_heat(float *in, int size, int pitch, float x0, float y0, float x1, float y1,
                         float radius) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
    float along = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0; // 0 to 1 on the line
    along = fminf(fmaxf(along, 0.0f), 1.0f);
    float beside_x = x - x0 - along * dx, beside_y = y - y0 - along * dy;
    if (beside_x * beside_x + beside_y * beside_y <= radius * radius)
        in[x + (size_t)y * pitch] = 1;
}

/* The mouse was drawn from one pixel to another; it counts y from the top. */
static inline void pen_draw(plate *on, int x0, int y0, int x1, int y1) {
    dim3 blocks((on->size + 15) / 16, (on->size + 15) / 16), threads(16, 16);
    add_heat<<<blocks, threads>>>(on->cells, on->size, on->pitch, (float)x0,
                                  (float)(on->size - 1 - y0), (float)x1, (float)(on->size - 1 - y1),
                                  on->size / 40.0f);
    HANDLE_LAUNCH("add_heat");
}

#endif
