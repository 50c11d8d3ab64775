/* serial_loops: what the kernels of emulator_speed.cu calculate, as a C program without any thought
 * of a GPU has it, compiled as such a program is. */
#include "serial_loops.h"

#include <math.h>

void ripple_serial(unsigned char *ptr, int ticks) {
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            int offset = x + y * DIM;
            float fx = x - DIM / 2;
            float fy = y - DIM / 2;
            float d = sqrtf(fx * fx + fy * fy);
            unsigned char value = (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) /
                                                               (d / 10.0f + 1.0f));
            ptr[offset * 4 + 0] = value;
            ptr[offset * 4 + 1] = value;
            ptr[offset * 4 + 2] = value;
            ptr[offset * 4 + 3] = 255;
        }
}

float dot_serial(const float *a, const float *b, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

void matmul_serial(const float *a, const float *b, float *c, int n) {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++)
            c[row * n + column] = 0;
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
    }
}

void histogram_serial(const unsigned char *text, long long size, unsigned int *bins) {
    for (long long i = 0; i < size; i++)
        bins[text[i]]++;
}
