// More than a kernel can have. nvcc refuses to compile these, so that no device gets to see them.
#include "mistakes.h"

// shared_static says: a block needs 49156 bytes of __shared__ variables
template <bool CORRECT> __global__ void shared_static_kernel() {
    __shared__ int all[CORRECT ? 12288 : 12289]; // here: shared_static
    all[threadIdx.x] = 0;
}
template <bool CORRECT> void shared_static() {
    shared_static_kernel<CORRECT><<<1, 32>>>();
}

// parameters says: its parameters have at least 32[78][0-9][0-9] bytes
template <int SIZE> struct package { char bytes[SIZE]; };
template <int SIZE> __global__ void parameters_kernel(package<SIZE> p, char *out) {
    *out = p.bytes[SIZE - 1];
}
template <bool CORRECT> void parameters() {
    char *out = zeros<char>(1);
    parameters_kernel<<<1, 1>>>(package < CORRECT ? 32000 : 32768 > {}, out);
    finish(out);
}

MISTAKES(CASE(shared_static), CASE(parameters))
