// add_numbers: gives a kernel two numbers, and gets their sum back
//
// The way in is easy: the arguments of a launch are copied to the device, as C copies those of a
// call. The way out is not: a kernel returns nothing. It stores its result in the device's memory,
// at an address that the host has passed to it, and the host copies it from there:
//
//     host      a, b                          c
//                 \ arguments                 ^ cudaMemcpy
//     device       `--> add: *dev_c = a + b --'    dev_c: an int of the device, from cudaMalloc
//
// Host and device each have a memory of their own. A pointer does not say which of the two it
// points to, so the compiler does not object to the wrong one. Try --result host.
//
//     nvcc ch3_first_kernel/add_numbers.cu -I. -o add_numbers && ./add_numbers
#include "../common/book.h"

__global__ void add(int a, int b, int *c) {
    *c = a + b;
}

int main(int argc, char **argv) {
    long long a = 2, b = 7;
    int in_host_memory = 0;
    book_option options[] = {
        {"a", BOOK_INTEGER, &a, -1000000000, 1000000000, "the first number"},
        {"b", BOOK_INTEGER, &b, -1000000000, 1000000000, "the second number"},
        {"result", BOOK_CHOICE, &in_host_memory, 0, 0,
         "device|host: whose memory the kernel stores the sum in"},
    };
    book_parse(argc, argv, "adds two numbers on the device", options);

    int c = 0;
    int *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof(int)));

    // &c is the mistake that this program can be told to make.
    int *result = in_host_memory ? &c : dev_c;
    add<<<1, 1>>>((int)a, (int)b, result);
    HANDLE_LAUNCH("add");

    HANDLE_ERROR(cudaMemcpy(&c, result, sizeof(int), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_c));

    printf("%lld + %lld = %d\n", a, b, c);
    return book_verdict(c == a + b, "the device says %d, the host %lld", c, a + b);
}
