// Names that the program gives to float and double, unless something else has such a name.
#ifdef EXACT
typedef double real;
#else
typedef float real;
#endif
using exact = double;
#ifdef EXACT
#define NUMBER double
#else
#define NUMBER float
#endif
#define EITHER float
#undef EITHER
#define EITHER int *
typedef float either;
struct holder {
    typedef int either;
};

__global__ void adds(const real *a, real *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = a[i] * real(2);
}

__global__ void counts(exact *out, int n) {
    __shared__ exact total;
    int i = threadIdx.x;
    exact mine = out[i];
    __syncthreads();
    for (int k = 0; k < 2; k++)
        atomicAdd(&total, mine);
    __syncthreads();
    out[i] = total;
}

__global__ void unknown(const either *a, either *out, int n) {
    const int i = threadIdx.x;
    either mine = a[i];
    __syncthreads();
    out[i] = mine;
}

__global__ void halves(const NUMBER *a, NUMBER *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    NUMBER mine = a[i];
    out[i] = mine * NUMBER(0.5);
}

__global__ void unknown_too(EITHER a, int n) {
    const int i = threadIdx.x;
    if (i < n)
        a[i] = n;
}
