/* openmp_loops: what the kernels of emulator_speed.cu calculate, as a good programmer writes it for
 * the processors that run the emulator: threads by OpenMP, vectors by the compiler. */
#include "openmp_loops.h"

#include "serial_loops.h"

#include <math.h>

enum { MOST_THREADS = 256 };

#ifdef _OPENMP
#include <omp.h>

int openmp_processors(int count) {
    count = count < MOST_THREADS ? count : MOST_THREADS;
    omp_set_num_threads(count);
    return count;
}
#else /* where the compiler has no OpenMP */
static int omp_get_thread_num(void) {
    return 0;
}
static int omp_get_num_threads(void) {
    return 1;
}

int openmp_processors(int count) {
    (void)count;
    return 1;
}
#endif

void ripple_openmp(unsigned char *ptr, int ticks) {
#pragma omp parallel for
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

float dot_openmp(const float *a, const float *b, int n) {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Four rows at a time, so that a row of b is read once for all of them. */
void matmul_openmp(const float *restrict a, const float *restrict b, float *restrict c, int n) {
#pragma omp parallel for
    for (int row = 0; row < n; row += 4) {
        float *restrict c0 = c + row * n, *restrict c1 = c0 + n;
        float *restrict c2 = c1 + n, *restrict c3 = c2 + n;
        for (int column = 0; column < n; column++)
            c0[column] = c1[column] = c2[column] = c3[column] = 0;
        for (int k = 0; k < n; k++) {
            const float a0 = a[row * n + k], a1 = a[(row + 1) * n + k];
            const float a2 = a[(row + 2) * n + k], a3 = a[(row + 3) * n + k];
#pragma omp simd
            for (int column = 0; column < n; column++) {
                const float of_b = b[k * n + column];
                c0[column] += a0 * of_b;
                c1[column] += a1 * of_b;
                c2[column] += a2 * of_b;
                c3[column] += a3 * of_b;
            }
        }
    }
}

void histogram_openmp(const unsigned char *text, long long size, unsigned int *bins) {
#pragma omp parallel for reduction(+ : bins[:256])
    for (long long i = 0; i < size; i++)
        bins[text[i]]++;
}

void nbody_openmp(const float *bodies, float *pull, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
        for (int k = 0; k < n; k++) {
            const float dx = bodies[4 * k] - bodies[4 * i];
            const float dy = bodies[4 * k + 1] - bodies[4 * i + 1];
            const float dz = bodies[4 * k + 2] - bodies[4 * i + 2];
            const float squared = dx * dx + dy * dy + dz * dz + 1e-2f;
            const float by = bodies[4 * k + 3] / (squared * sqrtf(squared));
            x += dx * by;
            y += dy * by;
            z += dz * by;
        }
        pull[4 * i] = x;
        pull[4 * i + 1] = y;
        pull[4 * i + 2] = z;
        pull[4 * i + 3] = 0;
    }
}

void stencil_openmp(const float *from, float *to, int n) {
#pragma omp parallel for
    for (int y = 1; y < n - 1; y++)
#pragma omp simd
        for (int x = 1; x < n - 1; x++) {
            const int i = y * n + x;
            to[i] = 0.25f * (from[i - n] + from[i - 1] + from[i + 1] + from[i + n]);
        }
}

/* By squares that stay in the first-level cache. */
void transpose_openmp(const float *from, float *to, int n) {
    enum { SIDE = 32 };
#pragma omp parallel for collapse(2)
    for (int top = 0; top < n; top += SIDE)
        for (int left = 0; left < n; left += SIDE)
            for (int x = left; x < left + SIDE; x++)
                for (int y = top; y < top + SIDE; y++)
                    to[x * n + y] = from[y * n + x];
}

/* Each thread adds up its part, and then begins with what the ones before it have. */
void scan_openmp(const int *from, int *to, int n) {
    int sums[MOST_THREADS] = {0};
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        const int begin = (int)((long long)n * me / threads);
        const int end = (int)((long long)n * (me + 1) / threads);
        int sum = 0;
        for (int i = begin; i < end; i++)
            sum += from[i];
        sums[me] = sum;
#pragma omp barrier
        sum = 0;
        for (int other = 0; other < me; other++)
            sum += sums[other];
        for (int i = begin; i < end; i++)
            to[i] = sum += from[i];
    }
}

void spmv_openmp(const int *begin, const int *column, const float *value, const float *x, float *y,
                 int rows) {
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int i = begin[row]; i < begin[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}
