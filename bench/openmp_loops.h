/* openmp_loops.h: see openmp_loops.c */
#ifndef OPENMP_LOOPS_H
#define OPENMP_LOOPS_H

#ifdef __cplusplus
extern "C" {
#endif

/* So many are asked for: returns how many there will be. */
int openmp_processors(int count);

void ripple_openmp(unsigned char *ptr, int ticks);
float dot_openmp(const float *a, const float *b, int n);
void matmul_openmp(const float *a, const float *b, float *c, int n);
void histogram_openmp(const unsigned char *text, long long size, unsigned int *bins);

/* Bodies are x, y, z and mass; of the results the last number stays 0. */
void nbody_openmp(const float *bodies, float *pull, int n);
void stencil_openmp(const float *from, float *to, int n);
void transpose_openmp(const float *from, float *to, int n);
void scan_openmp(const int *from, int *to, int n);
void spmv_openmp(const int *begin, const int *column, const float *value, const float *x, float *y,
                 int rows);

#ifdef __cplusplus
}
#endif

#endif
