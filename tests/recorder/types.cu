// Variables of many types. Behind each stands what the recorder calls it: type, format, size, shape.
#include <cuda_fp16.h>
#include <stdio.h>

struct pixel {
    unsigned char r, g, b;
};

__device__ float total;          //: global float f32 4 [1]
__constant__ double factors[3];  //: constant double f64 8 [3]
__device__ unsigned table[2][5]; //: global unsigned u32 4 [2, 5]

__global__ void use(float4 *vectors, const unsigned char *bytes, pixel *pixels, long long *large) {
    //: vectors global float4 f32 4 [10, 4]
    //: bytes global unsigned char u8 1 [40]
    //: pixels global pixel bytes 3 [20]
    //: large global long long i64 8 [2]
    __shared__ float tile[4][8]; //: shared float f32 4 [4, 8]
    __shared__ __half halves[6]; //: shared __half f16 2 [6]
    extern __shared__ short dynamic[]; //: shared short i16 2 [12]
    int i = threadIdx.x;
    tile[i][i] = 1;
    halves[i] = __float2half(2.0f);
    dynamic[i] = 3;
    vectors[i] = make_float4(1, 2, 3, 4);
    pixels[i].r = bytes[i];
    large[i] = -1;
    total = 1;
    table[1][i] = static_cast<unsigned>(factors[i]);
}

int main() {
    float4 *vectors;
    unsigned char *bytes;
    pixel *pixels;
    long long *large;
    cudaMalloc(&vectors, 10 * sizeof *vectors);
    cudaMalloc(&bytes, 40);
    cudaMalloc(&pixels, 20 * sizeof *pixels);
    cudaMalloc(&large, 2 * sizeof *large);
    cudaMemset(bytes, 7, 40);
    use<<<1, 2, 24>>>(vectors, bytes, pixels, large);
    cudaFree(vectors);
    cudaFree(bytes);
    cudaFree(pixels);
    cudaFree(large);
}
