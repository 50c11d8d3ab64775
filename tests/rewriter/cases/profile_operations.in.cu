// Floating-point operations are told to the profiler; types say later which of these are some.
__global__ void forms(float *a, int n, float f) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    float x = f * a[i], y = -x / 3;
    a[i] += x * y - f;
    if (n > 1) x = x + 1; else return x * 2, void();
    if (x * y < 1 && y + f > 2) a[i] = n < 3 ? x * f : y / (n < 2 ? f + 1 : f);
    for (int k = 0; k < n * 2; x *= 2, ++k) y -= a[k];
    do y = y - 1; while (y * 2 > 0);
    while (x + f < 4 || x * x < 9) { x++; }
    switch (int(x * 2)) { case 1 + 1: x = x + 3; default: y = f - x; }
    x = fmaf(x, y, ::sqrtf(f)) + std::exp(x) + v.exp(x) + mine::exp(x) + pow(2, 3);
    sincosf(x + 1, &x, &y);
    v += {x, y};
    x = f * *(a + 1);
    a = b ? a : c;
}
__device__ float hypot(float a, float b) { return a + b; }
template <class T> __device__ T all(T x) { auto twice = x + x; return hypot(twice, x) * x.template get<int>(); }
__device__ int left_alone(float x, int n) {
    constexpr float k = 2 * PI;
    static const float s = 3 * PI;
    float numbers = 2.0f * 3.0f + (float)1 / 3, bounds[N * 2];
    if constexpr (sizeof(x * 2) > 4) return 1;
    assert(x * 2 > 1);
    x = [=](float y) { return x * y; }(x + 1) * 2;
    x = x
#ifdef N
        * 2
#endif
        ;
    if (float y = x * 2) return 2;
    for (float y = x * 2; y > 0;) return 3;
    return sizeof(x * 2);
}
#define CONSTANT constexpr
CONSTANT __device__ float half_of(float x) { return x > 1 ? x * 0.5f : x; }
template <class... T> __device__ float of_all(T... x) { float y = (x + ...); if (((x * 2) + ...) > 1) ((y += x * 2), ...); return y; }
#define FOR(i, n) for (int i = 0; i < n; ++i)
#define TWICE for (int i = 0; i < 2; ++i)
#define ELEMENT(x) x
__device__ void loops(float x, float y) {
    FOR(k, 3) x += k * y;
    TWICE x += x * y;
    ELEMENT(x) += y * 2;
}
void host(float x) { x = x * 2; }
