// Vectors that are copied whole have constructors: the elements of each stand in a list of its own.
__constant__ float4 table[] = {1, 2, 3, 4, 5.f, +6, -7, 8};
__device__ int2 pairs[3] = {1, 2, 3, 4};
__device__ uint2 odd[]{1, 2, 3, };
__device__ int4 none[2] = {}, grouped[2] = {{1, 2, 3, 4}, {5}};
__global__ void k(float4 a, float x) {
    float4 whole[2] = {a, a};
    float2 parts[2] = {x, x + 1, f(x, 2), x};
    float4 unclear[] = {a, make_float4(1, 2, 3, 4)};
    float3 three[2] = {1, 2, 3, 4, 5, 6};
    int32_t numbers[2] = {1, 2};
    float2 scalar = {1, 2};
}
