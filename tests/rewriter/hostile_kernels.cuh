// Included by hostile.cu: what a rewriter has to find in a header.
#pragma once

constexpr int count = 64; // threads of most launches, and elements of the result

// A kernel in a header.
__global__ void header_kernel(int *out, int factor) {
    out[threadIdx.x] = factor * threadIdx.x;
}

// Macros that are one more spelling of __global__ where the header is included.
#define HEADER_KERNEL __global__ void
#define HEADER_KERNEL_OF(type) template <class T> __global__ void header_##type(T *out)

// A launch in a header, and one in a header's macro.
inline void header_launch(int *out, int factor) {
    header_kernel<<<1, count>>>(out, factor);
}
#define HEADER_LAUNCH(kernel, ...) kernel<<<1, count>>>(__VA_ARGS__)
