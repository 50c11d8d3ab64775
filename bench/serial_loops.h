/* serial_loops.h: see serial_loops.c */
#ifndef SERIAL_LOOPS_H
#define SERIAL_LOOPS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { DIM = 1024 }; /* width and height of the ripple, in pixels */

void ripple_serial(unsigned char *ptr, int ticks);
float dot_serial(const float *a, const float *b, int n);
void matmul_serial(const float *a, const float *b, float *c, int n);
void histogram_serial(const unsigned char *text, long long size, unsigned int *bins);

#ifdef __cplusplus
}
#endif

#endif
