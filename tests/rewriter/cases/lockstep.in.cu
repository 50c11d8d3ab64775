// Warps that exchange values through volatile memory without a barrier.
template <unsigned int N> __device__ void last_warp(volatile int *v, unsigned t) {
    if (N >= 64) v[t] += v[t + 32];
    v[t] += v[t + 16];
}
__device__ void synchronised(volatile int *v, unsigned t) {
    v[t] += v[t + 32]; __syncwarp();
    v[t] += v[t + 16];
}
__device__ int only_reads(const volatile int *v, volatile int one, int *volatile moving) {
    one = 2;
    *moving = one;
    return v[1] + v[2] + one + *moving;
}
__device__ void loops(int *a, int volatile *b, unsigned t) {
    volatile int *v = a, *other = b, y = 3;
    for (int k = 16; k > 0; k /= 2) { v[t] = y = y + v[t ^ k]; }
    do *(v + t) = v[v[t]] + sizeof(v) + (v != nullptr);
    while (++v[t] < 9);
    while (v[t] < 9)
        ;
    f(&v[t], v);
    other[t] = 1;
    asm volatile("" : "=r"(y));
}
void host(volatile int *v) { v[0] = 1; v[0] = v[1]; }
