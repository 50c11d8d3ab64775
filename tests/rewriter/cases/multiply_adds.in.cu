#define BOTH __host__ __device__
#define TILE 16
#define SQUARE(x) ((x) * (x))
#define THIRD 1 / 3.0f

struct packed {
    unsigned depth : 3;
    float weight;
};
typedef float real;
constexpr int WIDTH = 1 << 10;

float on_host(float a, float b, float c) {
    return a * b + c;
}

BOTH float lerp(float a, float b, float t) {
    return a + t * (b - a);
}

template <class T> __device__ T length(T x, T y, T z) {
    T sum = x * x;
    sum += y * y;
    return sum + z * z;
}

__global__ void sums(float *p, const float *q, double *d, int n, float a, packed *f) {
    int i = blockIdx.x * TILE + threadIdx.x, j = i * n + 1;
    p[i * WIDTH + j] = a * q[i] + q[j];
    p[i] = q[i] - a * q[j] - 2 * a * q[0] + 0xE * a;
    p[j] = (a * q[0]) - -(q[1] * q[2]);
    p[0] = a * a / q[3] * q[4] + q[0] / q[5];
    p[1] = a * q[0]+q[1]*a-q[2] * q[3];
    p[2] = (real)-a + (real)*q + (a)*a;
    p[3] = SQUARE(a) + a * SQUARE(q[0]) - a * THIRD;
    p[4] = f->depth * a + 1.0f;
    p[5] = (i > 0 ? a * a : a) + 1.0f;
    p[6] = f[i].weight * (a + q[0] * q[1]) + n * a;
    *p += a * *q;
    p[i] -= (q[i] * q[j]);
    p[i] += i * j;
    d[i * 2] += a * a;
    d[i] = sqrt(a * d[0] + d[1]) * 2 + length(q[0] * a + 1, a, a);
    float local[2 * 3 + 1], zero = sizeof(a * a + a);
    switch (n) {
    case 2 * TILE + 1:
        local[0] = zero;
    }
    static const int many = 3 * TILE + n;
#define ADD(x) x * x + x
    auto f2 = [=](float x) { return x * a + local[0]; };
    if (a * q[0] + f2(a) > 1)
        while (a * a - q[1] < 0)
            a = a * q[many] + 1;
}
