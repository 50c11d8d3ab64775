// A function whose places come in front of those of the kernels in files that include it.
__device__ void last_steps(volatile int *v, unsigned t) {
    v[t] += v[t + 2]; v[t] += v[t + 1];
}
