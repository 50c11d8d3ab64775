// exit: 1
// says: kernel add_one was called without a launch configuration
// says: add_one<<<blocks, threads>>>
#include "fault.h"

__global__ void add_one(int *out) {
    *out += 1;
}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    add_one<<<1, 1>>>(out); // a configuration lasts for one launch
    void (*kernel)(int *) = add_one; // by its name nobody could
    kernel(out);
    return outcome() + 3;
}
