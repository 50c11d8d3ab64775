const int N = 64;
__device__ float elsewhere[N];

// `a` and `b` point to no shared memory, and `these` are not `those`.
__global__ void tiles(const float *a, const float *b) {
    __shared__ float these[N], those[N];
    int t = threadIdx.x;
    these[t] = a[t];
    those[t] = b[t] + a[t];
}

// `to` may point to where `from` does.
__global__ void once(const float *from, float *to) {
    int t = threadIdx.x;
    to[t] = from[t] + from[t + 1];
}
__global__ void twice(const float *from, float *to) {
    int t = threadIdx.x;
    to[t] = from[t];
    to[t + N] = from[t];
}
__global__ void fields(const float2 *from, float2 *to) {
    int t = threadIdx.x;
    to[t].x = from[t].y;
}
__global__ void not_a_parameter(const float *a) {
    __shared__ float these[N];
    int t = threadIdx.x;
    these[t] = a[t];
    elsewhere[t] = these[t];
    elsewhere[t] += a[t];
}
// A parameter that changes: no lanes.
__global__ void moved(const float *a) {
    __shared__ float these[N];
    a = these;
    int t = threadIdx.x;
    these[t] = 1;
    these[t] += a[t];
}

// Dynamic shared memory is one piece.
__global__ void dynamic(const float *a) {
    extern __shared__ float these[];
    extern __shared__ float those[];
    int t = threadIdx.x;
    these[t] = a[t];
    those[t] = a[t];
}

// Nobody knows what is called.
__global__ void calls(const float *a, float *to) {
    int t = threadIdx.x;
    to[t] = fmaf(a[t], a[t], 1);
}
