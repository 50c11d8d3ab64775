__device__ __noinline__ int f(int x) { return x; } // keeps its place
__attribute__((__noinline__)) int g();
__attribute__((unused, __noinline__)) int h();
