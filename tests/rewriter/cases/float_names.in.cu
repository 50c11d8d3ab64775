// Variables whose types are names that the program gives to float and double can be kept behind a
// barrier, unless something else has such a name.
#ifdef EXACT
typedef double real;
#else
typedef float real;
#endif
using exact = double;
typedef float either;
struct holder {
    typedef int either;
};

__global__ void counts(exact *out, int n) {
    __shared__ real total;
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
