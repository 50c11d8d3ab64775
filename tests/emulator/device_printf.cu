// device_printf.cu: printf in kernels. device_printf.sh knows what must come out.
#include "check.h"

#include <cstdio>

__global__ void print_values(int number, const char *) {
    printf("int %d %5d|%-5d|%05d %x %o %c %%\n", number, number, number, number, number, number,
           'c');
    printf("wide %lld %llu %lx\n", -5000000000ll, 18446744073709551615ull, 0xfffffffffful);
    printf("real %f %.3f %e %g %10.2f|\n", 1.5, -2.0f / 3, 12345.678, 0.0001, 3.14159);
    printf("text %s %10s|%-6s|\n", "plain", "right", "left");
    printf("nothing else\n");
}

__global__ void print_from_all() {
    printf("thread %u of block %u says %d\n", threadIdx.x, blockIdx.x,
           static_cast<int>(threadIdx.x * 10 + blockIdx.x));
}

__device__ void print_from_function(int depth) {
    if (depth > 0)
        print_from_function(depth - 1);
    __syncthreads();
    if (threadIdx.x == 0)
        printf("depth %d\n", depth);
}

__global__ void print_after_barriers(int *returned) {
    print_from_function(3);
    if (threadIdx.x == 33)
        *returned = printf("three %d %d %d\n", 1, 2, 3); // a GPU returns the number of arguments
}

int main() {
    check_device();
    device_array<int> returned(1);
    printf("host before\n");
    // The order between the host's output and a kernel's is fixed only by flushing and waiting.
    fflush(stdout);
    print_values<<<1, 1>>>(42, "");
    CHECK_LAUNCH();
    print_from_all<<<3, 4>>>();
    CHECK_LAUNCH();
    print_after_barriers<<<1, 64>>>(returned);
    CHECK_LAUNCH();
    printf("host after\n");
    printf("PROBE printf returned %d\n", returned.get()[0]);
    return check_result();
}
