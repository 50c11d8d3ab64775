// What nvcc refuses. nvcc 13 refuses each of these places, too.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int sum(int a, int b) { return a + b; }
static inline float *row(float *m, int i) { return m + i; }
template <class T> T twice(T x) { return 2 * x; }
__device__ int half(int x) { return x / 2; }
__device__ int through(int x) { return sum(x, 1); }
static __device__ int by_a_kernel(int x) { return sum(x, 2); }
int counter = 0;
float table[3] = {1, 2, 3};

__global__ int returns_int(int *x) { *x = 1; }
__global__ __device__ void both_spaces() {}
struct scene {
    __global__ void draw(int *x) { *x = 1; }
};

__global__ void calls(int *x, float *m) {
    *x = sum(1, 2) + by_a_kernel(3);
	*row(m, 1) = twice(2.0f); // a tab in front: columns count characters
    /* ж */ *x += sum(*x, 3);
    auto f = [](int a) { return sum(a, 1); };
    *x = f(1);
}
__global__ void uses(int *x) {
    *x = counter;
    x[1] = table[2];
    return 1;
}
__global__ void libraries(char *s, int n) {
    std::cout << n;
    std::vector<int> v(n);
    std::string name = "a";
    int r = rand() % 6;
    puts(s);
    if (n == 0)
        exit(1);
    FILE *f = fopen(s, "r");
    n = strlen(s);
    cudaMemcpy(s, s, 1, cudaMemcpyDeviceToDevice);
    throw r;
}
struct complex_number {
    float r, i;
    complex_number(float a, float b) : r(a), i(b) {}
    float squared() const { return r * r + i * i; }
    __device__ float real() const { return r; }
};
__global__ void members(complex_number *z, float *x) {
    complex_number c(1, 2);
    *x = z->squared() + c.squared() + c.real();
}
constexpr int ten() { return 10; }
constexpr int twice(int x) { return 2 * x; }
__global__ void constants(int *x) {
    int own[ten()] = {sizeof(twice(1))};
    *x = twice(own[0]);
}
template <int N> __global__ void pattern(int *x) { *x = sum(N, N); }

int main() {
    int *x = nullptr;
    calls(x, nullptr);
    half(3);
    __syncthreads();
    atomicAdd(x, 1);
    sum<<<1, 1>>>(1, 2);
    half<<<1, 1>>>(1);
    uses<<<1>>>(x);
    uses<<<1, 1, 0, 0, 0>>>(x);
    uses<<1, 1>>(x);
    pattern<3><<<1, 1>>>(x);
    printf(“%d\n”, *x − 1);
    return half(4);
}
typedef struct { int counter; } counted; // whose member is no type
