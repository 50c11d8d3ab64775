// What looks like what nvcc refuses, and is right: nothing is said of it. nvcc 13 accepts all of it.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

constexpr int square(int x) { return x * x; }
int sum(int a, int b) { return a + b; }
float hypot3(float x, float y, float z) { return x + y + z; }
__device__ float hypot3(float x, float y) { return x + y; }
__host__ __device__ int both(int x) { return x + 1; }
__host__ __device__ int warns(int x) { return sum(x, 1); } // only a warning
template <class T> __device__ T never_used(T x) { return sum(x, 1); }
static __device__ int nobody_calls(int x) { return sum(x, 2); }
namespace {
__device__ int nor_this_one(int x) { return sum(x, 2); }
} // namespace
__global__ void dynamic(int *x) {
    extern __shared__ __align__(16) int one_name[];
    extern volatile __shared__ int more[];
    *x = one_name[0] + more[0];
}
#define BOTH __host__ __device__
BOTH int by_macro(int x) { return x; }
#define KERNEL __global__ void
#ifdef NEVER_DEFINED
__global__ void not_compiled(int *x) { *x = sum(1, 2); }
#endif
int n = 3, sums[4];
const int limit = 4, nine = square(3);
struct point {
    int x;
    __device__ int sum(int a) { return a + x; }
    __device__ int twice() { return sum(1); }
};
struct pair {
    int a, b;
    pair() = default;
    __host__ __device__ pair(int a, int b) : a(a), b(b) {}
    int for_the_host() { return a; }
    __device__ int sum() { return a + b; }
};
__device__ int members(pair &first, pair *second) {
    pair third, fourth(1, 2);
    third = *second;
    return first.sum() + second->sum() + third.sum() + fourth.sum() + pair(3, 4).sum();
}
namespace other {
__device__ int sum(int a, int b, int c) { return a + b + c; }
} // namespace other
#define CHECK(call)                                                                                \
    if ((call) != cudaSuccess) {                                                                   \
        fprintf(stderr, "no\n");                                                                   \
        exit(1);                                                                                   \
    }

__device__ int length(const char *s) {
    int i = 0;
    while (s[i] != 0)
        ++i;
    return i;
}

__global__ void right(int *out, const char *s, int n) {
    __shared__ int sums[4];
    sums[0] = n;
    float minus = fminf(1, 2) + sqrtf(2) + std::sqrt(2.0f) + abs(-1) + max(1, 2);
    point p = {1};
    out[0] = nine + sizeof(sum(1, 2)) + both(1) + by_macro(2) + p.twice() + sums[0] + limit;
    out[1] = std::numeric_limits<int>::is_signed ? 0 : length(s);
    out[2] = other::sum(1, 2, 3) + static_cast<int>(hypot3(1, minus));
    std::size_t bytes = 4;
    int *block = static_cast<int *>(malloc(bytes));
    memset(block, 0, bytes);
    free(block);
    int sum = 0;
    sum += 1;
    auto add = [](int a, int b) { return a + b; };
    out[3] = add(sum, std::is_same<int, float>::value);
    printf("%d\n", out[3]);
    pair both_of(1, 2);
    out[0] = members(both_of, &both_of);
    if (n < 0)
        return;
}
KERNEL by_another_name(int *x) { *x = 1; }
struct add_one {
    __device__ int operator()(int a) const { return a + 1; }
};
template <class F> __global__ void apply(F f, int *x) { *x = f(1); }
#define LAMBDA [=] __device__
__device__ int cube(int a) { return a * a * a; }
int *data = nullptr;
__global__ void references(point *p, int n) {
    point *data{p}, &first(*p);
    data->x = first.twice() > (n);
}

int main() {
    int *x = nullptr;
    std::vector<int> v(3);
    std::string name = "s";
    std::cout << name << sum(1, n) << square(2) << std::min(v[0], sums[1]) << "\n";
    CHECK(cudaMalloc(&x, 16));
    right<<<1, 1>>>(x, nullptr, 2);
    by_another_name<<<1, 1>>>(x);
    apply<<<dim3(1, 1), dim3(32), 0, nullptr>>>(add_one(), x);
    apply<<<1, 1>>>(LAMBDA(int a) { return atomicAdd(x, cube(a)); }, x);
    void (*pointer)(int *) = by_another_name;
    pointer<<<1, 1>>>(x);
    // “smart quotes”, a − and Кириллица are right in comments and in "strings".
    printf("“%s” − 中文 ж\n", name.c_str());
    pair one(1, 2);
    n += one.for_the_host();
    return rand() % 2 == 0 ? both(1) : 0;
}
