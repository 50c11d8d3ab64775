// Ways to write what a step must not take for something else.
typedef float4 *vec;
__constant__ int twice_n;
__global__ void references(float4 *cells, int n) {
    for (int k = 0; k < n; ++k) {
        float4 &cell{cells[k]};
        const float4 &next(cells[k + 1]);
        float4 *place{&cell};
        place->x += next.y;
        __syncthreads();
    }
}
__global__ void refers(int *x) {
    int i = 5;
    int &same(i);
    __syncthreads();
    same = threadIdx.x;
    __syncthreads();
    x[i] = i;
}
__global__ void address_by_casts(float *x) {
    float4 v = make_float4(1, 2, 3, 4);
    x[0] = *(char *)(vec)&v;
    __syncthreads();
    x[1] = v.x;
}
__global__ void value_by_cast(float *x) {
    float4 v = make_float4(1, 2, 3, 4), u = *(vec)&v;
    __syncthreads();
    x[1] = u.x;
}
__global__ void no_address(int *x, int n) {
    int i = threadIdx.x, k = min(n, 2) & i;
    __syncthreads();
    x[i] = k;
}
__global__ void size_of_value(float *x) {
    float y = x[0];
    const int bytes = sizeof y * 8;
    __shared__ int cells[bytes];
    cells[threadIdx.x] = y;
    __syncthreads();
    x[threadIdx.x] = cells[0] + y;
}
__global__ void shifted(int *x, int n) {
    const int HALF = 8 >> (1 + 1);
    __shared__ int cells[HALF];
    int i = n >> (HALF + 1);
    cells[threadIdx.x] = i;
    __syncthreads();
    x[i] = cells[0];
}
__global__ void global_name(int *x, int twice_n) {
    int i = ::twice_n * 2;
    __syncthreads();
    x[threadIdx.x] = i;
}
