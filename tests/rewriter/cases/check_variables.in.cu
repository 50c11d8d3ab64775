// What --check adds for the checker: notes of variables that it has to know.
#define BOTH __host__ __device__
#define SHARED_INT __shared__ int
#define TILE(TYPE, NAME) __shared__ TYPE NAME[16][17]
#define cudaTest(call) test(call)
typedef struct { float x, y; } point;
__device__ int numbers[4] = {1, 2}, zero[100];
static __constant__ point points[3];
__constant__ const float fixed[] = {1, 2};
#define UNUSED __attribute__((unused))
static constexpr struct empty_type {} __device__ empty UNUSED;
__device__ int counted UNUSED = 3;
__device__ void declared(int);
extern __device__ int other;
template <class T> __device__ T of_template;
struct holder {
    static __device__ int member;
};
__device__ int holder::member = 3;
BOTH inline float kept(float x) {
    float sine, cosine, none = 0;
    int i, n, *p = &n;
    for (i = 0; i < 3; ++i)
        none += x;
    sincosf(x, &sine, &cosine);
    return *p = sine + none;
}
__global__ void kernel(float *out, int n) {
    __shared__ float first[32], second;
    SHARED_INT count;
    TILE(float, tile);
    extern __shared__ float rest[];
    float own[10], sum;
    dim3 size;
    int given[2] = {1, 2};
    if (n > 3)
        sum = 1;
    switch (n) {
    case 1:
        int skipped;
        skipped = 2;
    default: {
        unsigned long long inner;
        out[0] = inner;
    }
    }
    auto lambda = [&](int k) {
        int result;
        if (k)
            result = 1;
        return result;
    };
    struct local {
        int a;
    };
    goes(own, sum);
    a *b;
    out[1] = decltype(b)(0);
}
__device__ int jumps(int n) {
    int x;
    if (n)
        goto end;
    x = n;
end:
    return x;
}
void host(int *p) {
    int untouched;
    cudaFree(p);
    if (p)
        ::cudaFreeHost(p);
    (void)cudaFree(p);
    cudaTest(cudaFree(p));
    if (cudaFree(p) != cudaSuccess)
        cudaGetLastError();
    cudaEvent_t(event);
}
// An attribute in another spelling begins no parameter list, and a type of 16 bits is all 0 too. What
// the checker's headers cannot hold is left alone.
__device__ __attribute((aligned(16))) struct pair { int first, second; } both;
static __device__ int16_t small;
__device__ void restricts(float *p) {
    float *__restrict__ q;
    if (p)
        q = p;
    __attribute((aligned(16))) float left_alone;
    left_alone = *q;
}
