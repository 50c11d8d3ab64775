/* multiply_add.h: what arithmetic can reach, measured: operations of float in a second.
 *
 *   report.yardstick = bench_multiply_add_rate(report.gpu);     TFLOP/s
 */
#ifndef BENCH_MULTIPLY_ADD_H
#define BENCH_MULTIPLY_ADD_H

#include "bench.h"

/* Nothing but fused multiply-adds, 16 in a row that do not wait for one another. */
#define BENCH_ROUNDS 4000
__global__ void multiply_add(float *out, float factor) {
    float sum[16];
    for (int i = 0; i < 16; i++)
        sum[i] = (float)(threadIdx.x + i);
    for (int round = 0; round < BENCH_ROUNDS; round++)
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum[i] = sum[i] * factor + 0.5f;
    for (int i = 1; i < 16; i++)
        sum[0] += sum[i];
    if (sum[0] == 12345.678f) // never, but the compiler cannot know
        *out = sum[0];
}

/* A fused multiply-add is two operations. */
static inline double bench_multiply_add_rate(const bench_device &gpu) {
    float *out;
    HANDLE_ERROR(cudaMalloc((void **)&out, sizeof(float)));
    int blocks = 8 * gpu.multiprocessors;
    bench_time t = bench_measure(1, [&](int, cudaStream_t stream) {
        multiply_add<<<blocks, 256, 0, stream>>>(out, 0.999f);
    });
    HANDLE_ERROR(cudaFree(out));
    return 2.0 * 16 * BENCH_ROUNDS * 256 * blocks / t.median / 1e9;
}

#endif
