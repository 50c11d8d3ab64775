__device__ __noinline__ int f(int x) { return x; } // keeps its place
__attribute__((__noinline__)) int g();
__attribute__((unused, __noinline__)) int h();
__forceinline__ __device__ int even(int n);
__device__ __forceinline__ int odd(int n) { return n != 0 && even(n - 1); } // by way of the other
__forceinline__ __device__ int even(int n) { return n == 0 || odd(n - 1); }
template <int N> __device__ __launch_bounds__(32) __forceinline__ int down(int n) { return n > 0 ? down<N>(n - N) : n; }
__forceinline__ __device__ int twice(int n) { return even(n) + even(n); }
struct S { __device__ __forceinline__ int rest(int n) { return n > 9 ? rest(n - 9) : n; } };
