// Loops and branches of the device are marked for the profiler; kernels take no steps, and nothing strides.
__global__ void forms(int *a, int n) {
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < i; ++k) a[i] += k;
    while (n > 0) --n;
    do
        a[0] += n;
    while (++n < 3);
    do { a[1] += n; } while (--n > 0);
    for (;;) { break; }
    for (int i = 0; ; ++i) if (a[i]) break; else continue;
    while (int x = a[n]) n = x;
    for (node *p = first; node *next = p->next; p = next) ++n;
    int list[] = {1, 2};
    for (int x : list) n += x;
    if (n) for (int i = 0; i < n; ++i) a[i] = 0; else a[0] = 1;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] = i;
}
__device__ void waits(volatile int *flag) {
    while (*flag == 0)
        ;
    long long start = clock64();
    while (clock64() - start < 100) {}
}
__device__ void not_marked(int *a, int n) {
    switch (n % 2) {
    case 0:
        do {
            a[n] = 1;
    case 1:
            a[n] = 2;
        } while (--n > 0);
    }
#define BODY a[n] = 3;
    for (;;) {
#ifdef BODY
        BODY
#endif
    }
}
__device__ void with_directives(int *a, int n) {
    for (int i = 0; i < n; ++i) {
#pragma unroll
        for (int k = 0; k < 4; ++k)
            a[k] += i;
#ifdef BODY
        BODY
#endif
    }
}
__device__ void jumps(int *a) {
    for (int i = 0; i < 3; ++i) {
    again:
        if (a[i]) goto again;
    }
}
__device__ constexpr int constant(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += i;
    return sum;
}
void host(int *a) {
    for (int i = 0; i < 3; ++i) a[i] = 0;
}
__device__ int branches(int *a, int n, bool b) {
    if (n > 2) a[0] = 1; else if (b) a[1] = 2;
    if (int i = n + 1; i < 4) a[i] = 0;
    if (int i = a[n]) a[i] = 0;
    if (std::size_t i = n) a[i] = 0;
    if (node *next = list) return 0;
    if (auto [first, second] = pair(a)) return 0;
    if ((a[0] = n) != 0 && *a == 0) return 1;
    if constexpr (sizeof n == 4) return 2;
    if (*a = n) return 3;
    if (n
#ifdef BODY
        > 0
#endif
    )
        return 4;
    return [=] { if (b) return 1; return 2; }();
}
__device__ int switches(int n, int *a) {
    if (n > 7) switch (n) { case 8: return 1; case 9: case x ? 10 : 11: ++n; default: --n; } else n = 0;
    for (int i = 0; i < n; ++i) switch (n) {
        case 1:
            switch (i) { case 2: a[0] = 1; }
            continue;
        case limits::most: break;
    }
    switch (n) case 3: return 4;
    return n;
}
void of_the_host(int *a) {
    if (*a) *a = 0;
}
__device__ int choices(const int *a, int n, bool b, list *next, T &&moved) {
    int sum = n < 4 ? a[n] : 0, other = b ? n : 1;
    sum += n < 4 && a[n] > 0 && b || next->last;
    if (b && *a > 0 ? a[1] < 3 || n > 2 : b) return b ? n > 2 ? a[1] : 2 : a[3] ? 4 : 5;
    if (b) n > 0 ? a[0] : a[1];
    const int *place = b ? &a[1] : &a[n];
    while (n-- > 0 && a[n] != 0) sum = f<int, 3>(n) ? a[0] : 1;
    for (int i = 0; i < n && a[i] > 0; ++i) atomicAdd(b ? next->sums : &sum, sum > 2 || atomicAdd(&n, 1));
    constexpr int known = sizeof n > 2 ? table[1] : 0;
    static_assert(known > 2 || table[2] > 1);
    T &&local = f(a[0]);
    return lambda([&](int i) { return i < n ? a[i] : 0; }) + (b ? n : 2);
}
