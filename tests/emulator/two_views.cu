// two_views.cu: __CUDA_ARCH__ in device code and in host code, nvcc's other macros, and clock().
#include "check.h"
#include "two_views.h"

#include <ctime>

#if !defined(__NVCC__) || !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ < 12 ||                     \
    defined(__CUDACC_RDC__)
#error "not the macros of nvcc"
#endif

// Only an old GPU needs one of its own.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *, double) {
    return -1;
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *, double) {
    return -1;
}
#endif

#if __CUDA_ARCH__ >= 600
__device__ int architecture() {
    return __CUDA_ARCH__;
}
#else
__device__ int architecture() {
    return 0;
}
#endif

#ifndef __CUDA_ARCH__
#include <cmath>
#define PLACE "host"
static int host_variable = 5;
#else
#define PLACE "device"
#endif

// A header that only the device's view includes.
#ifdef __CUDA_ARCH__
#include <math_constants.h>
#endif
__device__ bool is_infinity(float x) {
#ifdef __CUDA_ARCH__
    return x == CUDART_INF_F;
#else
    return x != x; // not compiled for a device
#endif
}

template <class A, class B> struct two {
    A first;
    B second;
};

struct side {
    int value, from_list;
    __host__ __device__ side() : value{1}, from_list(SIDE) {
#ifdef __CUDA_ARCH__
        value = 2;
#endif
    }
    __host__ __device__ int get() const {
        return TEN_TIMES + value;
    }
    __host__ __device__ bool operator==(const side &other) const {
#ifdef __CUDA_ARCH__
        return value == other.value && value == 2;
#else
        return value == other.value && value == 1;
#endif
    }
    __device__ two<int, int> both() const {
        return {SIDE, 7};
    }
};

template <class T> __host__ __device__ T twice_the_side(T x) {
    T result = x;
    for (int i = 0; i < 2; ++i) {
#if !defined(__CUDA_ARCH__)
        if (i == 0)
            continue;
        result += 1;
#else
        result += 2;
#endif
    }
    return result;
}

__host__ __device__ constexpr int side_of_constant() {
#ifdef __CUDA_ARCH__
    return 2;
#else
    return 1;
#endif
}
static_assert(side_of_constant() >= 1, "known to the compiler");

__host__ __device__ char first_letter() {
    return PLACE[0];
}

// Functions that macros make.
#define TIMES_SIDE(NAME, FACTOR)                                                                   \
    __host__ __device__ int NAME() {                                                               \
        int result = 0;                                                                            \
        for (int i = 0; i < FACTOR; ++i)                                                           \
            result += SIDE;                                                                        \
        return result;                                                                             \
    }                                                                                              \
    __device__ int NAME##_of_device() {                                                            \
        return FACTOR * SIDE;                                                                      \
    }
TIMES_SIDE(thrice, 3)
TIMES_SIDE(five_times, 5)

__global__ void look(int *out, double *sum) {
#ifdef __CUDA_ARCH__
    __shared__ int shared[32];
    shared[threadIdx.x] = SIDE;
    __syncthreads();
    atomicAdd(sum, shared[31 - threadIdx.x] / 2.0);
    if (threadIdx.x != 0)
        return;
    side s;
    out[0] = side_by_header();
    out[1] = s.get();
    out[2] = s == side();
    out[3] = s.both().first * 10 + s.both().second;
    out[4] = twice_the_side(3);
    out[5] = side_of_constant();
    out[6] = first_letter();
    out[7] = architecture();
    out[8] = __CUDA_ARCH__;
    out[11] = is_infinity(1.0f / out[11]);
    out[10] = 100 * thrice() + 10 * thrice_of_device() + five_times() - five_times_of_device();
#if __CUDA_ARCH__ < 300
    out[9] = 1;
#elif SIDE == 2
    out[9] = 2;
#endif
#else
    out[0] = 1;
#endif
}

// The clock of a kernel is the device's, and one clock.
#define TICKS() clock()

__host__ __device__ clock_t ticks() {
    return TICKS();
}

__global__ void read_clocks(long long *out) {
    out[0] = clock64();
    out[1] = clock();
    out[2] = TICKS();
    out[3] = ticks();
    out[4] = clock64();
}

static void check_clocks() {
    long long *out, h[5];
    CHECK_CUDA(cudaMalloc(&out, sizeof h));
    read_clocks<<<1, 1>>>(out);
    CHECK_CUDA(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] > 0);
    for (int i = 1; i < 5; ++i) {
        // clock() may have 32 bits less.
        const unsigned passed = static_cast<unsigned>(h[i]) - static_cast<unsigned>(h[i - 1]);
        CHECK(passed < 100000000);
    }
    const clock_t before = clock(), between = ticks();
    CHECK(before <= between && between <= clock() && between < 3600ll * CLOCKS_PER_SEC);
    CHECK_CUDA(cudaFree(out));
}

int main() {
    check_clocks();
    int *out, h[12] = {};
    double *sum, total = 0;
    CHECK_CUDA(cudaMalloc(&out, sizeof h));
    CHECK_CUDA(cudaMalloc(&sum, sizeof total));
    CHECK_CUDA(cudaMemset(out, 0, sizeof h));
    CHECK_CUDA(cudaMemset(sum, 0, sizeof total));
    look<<<1, 32>>>(out, sum);
    CHECK_CUDA(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost));
    cudaDeviceProp device;
    CHECK_CUDA(cudaGetDeviceProperties(&device, 0));
    CHECK_EQUAL(total, 32);
    const int expected[] = {2, 22, 1, 27, 7, 2, 'd'};
    for (int i = 0; i < 7; ++i)
        check_equal(h[i], expected[i], "on the device, " + std::to_string(i), __FILE__, __LINE__);
    CHECK_EQUAL(h[7], h[8]);
    CHECK(h[8] >= 600 && h[8] <= 100 * device.major + 10 * device.minor);
    CHECK_EQUAL(h[9], 2);
    CHECK_EQUAL(h[10], 660);
    CHECK_EQUAL(h[11], 1);

    CHECK_CUDA(cudaFree(out));
    CHECK_CUDA(cudaFree(sum));

    side s;
    CHECK_EQUAL(side_by_header(), 1);
    CHECK_EQUAL(s.get(), 11);
    CHECK_EQUAL(s == side(), 1);
    CHECK_EQUAL(s.from_list, 1);
    CHECK_EQUAL(twice_the_side(3), 4);
    CHECK_EQUAL(side_of_constant(), 1);
    CHECK_EQUAL(first_letter(), 'h');
    CHECK_EQUAL(TEN_TIMES, 10);
    CHECK_EQUAL(thrice(), 3);
    CHECK_EQUAL(five_times(), 5);
#ifndef __CUDA_ARCH__
    CHECK_EQUAL(host_variable, 5);
#endif
    return check_result();
}
