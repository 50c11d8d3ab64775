// Each kind of floating-point operation, by lines; 64 threads.
#include <cuda_fp16.h>
#include <math.h>

struct pair {
    float x, y;
    __device__ pair operator+(const pair &other) const { return {x + other.x, y + other.y}; }
    //= 1 none float add: operations 128
};

struct set {
    float sum;
    __device__ void operator+=(float more) { sum += more; }
    //= 1 none float add: operations 64
};

template <class T> __device__ T twice(T x) {
    auto both = x + x;
    //= 1 none float add: operations 64
    //= 1 none double add: operations 64
    return both;
}

// A function of the reader's is no function of the library.
__device__ float j0(const pair &p) {
    return -p.x;
}

// What may be constant is, be it said by a macro, or by nobody.
#define BOTH __host__ __device__ constexpr
BOTH float cube(float x) {
    if (x < 0)
        return -x * x * x;
    return x * x * x;
}
static_assert(cube(2) == 8 && cube(-2) == 8, "is no constant");

// Of each of them: compilers know where these are written out.
template <class... T> __device__ float sum_of_all(T... x) {
    float sum = (x + ...);
    ((sum += x * 2), ...);
    return sum + 1;
    //= 1 none float add: operations 64
}

// A macro may be a loop, which is no operand.
#define FOR(k, end) for (int k = 0; k < end; ++k)
#define SAME(x) x

#define SUM(a, b) ((a) + (b))
#define LARGER(a, b)                                                                               \
    ({                                                                                             \
        float larger = (a);                                                                        \
        larger > (b) ? larger : (b);                                                               \
    })

__device__ __align__(128) float values[64];

__global__ void all(int n, float f, double d, __half h) {
    const int i = threadIdx.x;
    float x = f * 2 + i, y = x / 3;
    //= 1 none float multiply: operations 64
    //= 1 none float add: operations 64
    //= 1 none float divide: operations 64
    x += y * f - 1;
    //= 1 none float multiply: operations 64
    //= 1 none float add: operations 128
    d = d * f;
    //= 1 none double multiply: operations 64
    x -= d;
    //= 1 none double add: operations 64
    int whole = n;
    whole += f;
    //= 1 none float add: operations 64
    int steps = n * 2 + 1;
    const int places[] = {n + 1, n * 3};
    x = fmaf(x, y, sqrtf(f));
    //= 1 none float multiply: operations 64
    //= 1 none float add: operations 64
    //= 1 none float function: operations 64
    y = std::exp(x) + __fmul_rn(x, 2.f) + rsqrt(d);
    //= 1 none float function: operations 64
    //= 1 none float multiply: operations 64
    //= 1 none float add: operations 64
    //= 1 none double function: operations 64
    //= 1 none double add: operations 64
    sincosf(x, &x, &y);
    //= 1 none float function: operations 128
    h = h * h;
    //= 1 none half multiply: operations 64
    h = __hfma(h, h, h);
    //= 1 none half multiply: operations 64
    //= 1 none half add: operations 64
    __half2 two = __hadd2(__half2half2(h), __half2half2(h));
    //= 1 none half add: operations 128
    x = 2.0f * 3.0f;
    x = -y;
    x = fabsf(fmaxf(x, y)) + j0({y, y});
    //= 1 none float add: operations 64

    // What is not always evaluated.
    x = i < 16 ? x + 1 : x * (y / 2);
    //= 1 none float add: operations 16
    //= 1 none float multiply: operations 48
    //= 1 none float divide: operations 48
    if (i < 8 && x * f < 1e30f)
        //= 1 none float multiply: operations 8
        y -= x;
    //= 1 none float add: operations 8
    else if (i < 24 || x / f < 1)
        //= 1 none float divide: operations 40
        x = 1;
    bool is_small = i < 32 && (i < 4 ? x + y : x * y) < 2;
    //= 1 none float add: operations 4
    //= 1 none float multiply: operations 28

    // Loops: three turns.
    for (int k = 0; k < 3; x *= 2, ++k)
        //= 1 none float multiply: operations 192
        y += k;
    //= 1 none float add: operations 192
    float limit = 0;
    while (limit + f < 4)
        //= 1 none float add: operations 256
        limit += 1;
    //= 1 none float add: operations 192
    do
        limit -= 1;
    //= 1 none float add: operations 192
    while (limit * f > 0);
    //= 1 none float multiply: operations 192
    switch (int(limit * 2)) {
    //= 1 none float multiply: operations 64
    case 0:
        limit = limit + 3;
        //= 1 none float add: operations 64
        break;
    default:
        limit = 0;
    }

    // Functions, templates, macros, lambda expressions.
    pair sum = pair{x, y} + pair{y, x};
    set total = {x};
    total += y;
    x = twice(x) + SUM(x, y);
    //= 1 none float add: operations 64
    d = twice(d);
    x = LARGER(x, y) * 2;
    //= 1 none float multiply: operations 64
    const auto product = [=](float a) { return a * y; };
    //= 1 none float multiply: operations 64
    FOR(k, 2) x += k * y;
    SAME(x) = x * y;
    //= 1 none float multiply: operations 64
    constexpr auto square = [](float a) { return a * a; };
    //= 1 none float multiply: operations 64
    static_assert(square(3) == 9, "is no constant");
    x = square(x) - sum_of_all(x, y, 1);
    //= 1 none float add: operations 64
    x = cube(y);
    values[i] = product(x) + sum.x + total.sum + limit + d + float(h) + float(two.x) + steps +
                //= 1 global store: requests 2, sectors 8, ideal 8
                //= 1 none float add: operations 192
                //= 1 none double add: operations 448
                places[1] + is_small + whole;
}

int main() {
    all<<<1, 64>>>(2, 1, 1, __float2half(1));
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
