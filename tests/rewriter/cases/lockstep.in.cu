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
__device__ int alone(volatile int *v, unsigned t) {
    volatile int local[4];
    local[t] = 1;
    v[t] = 1;
    return v[t] + local[t + 1];
}
__device__ void nested(volatile int *v, unsigned t) {
    __shared__ volatile int s[2][4];
    for (;;) { __syncwarp(); for (;;) { s[0][t] = 1; for (;;) { __syncwarp(); x = s[1][t]; } } }
    for (;;) { for (;;) { x = v[t]; for (;;) { y = 1; } } v[t + 1] = 2; }
}
void host(volatile int *v) { v[0] = 1; v[0] = v[1]; }
__device__ void casts(float *s, int (*grid)[8], int t) {
    *(volatile float *)&s[t] += *(volatile float *)&s[t + 2];
    *((volatile float *)&s[t]) += ((const volatile float *)s)[t + 1];
    ((volatile int *)grid)[t] = 1; ((volatile int *)grid)[t] = *(volatile int *)&grid[t][1];
    *(volatile float *)s = (volatile float)t;
    __syncwarp();
    asm volatile("" : : "l"((volatile float *)&s[t]));
}
__device__ void members_by_casts(pair *s, int t) {
    ++*(volatile int *)&s[t].first;
    s[t].first += *(volatile int *)&s[t + 1].first;
}
