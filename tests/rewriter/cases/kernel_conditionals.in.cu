__global__ void a(int x) {
#ifdef X
    if (x) {
#else
    if (!x) {
#endif
    }
#if 0
    }
#elif defined(Y)
    {
#endif
#if defined(Y)
    }
#endif
}
#ifdef X
__global__ void __launch_bounds__(64) b(int x) {
#else
__global__ void __launch_bounds__(32) b(int x, int y) {
#endif
}
#ifdef X
__global__ void __launch_bounds__(64) c(int x)
#else
__global__ void c(int x, int y)
#endif
{
}
__global__ void d(int x) {
#ifdef X
}
#elif Y
    x = 1; }
#else
    x = 2;
}
#endif
void host() { }
#ifdef __CUDACC__
__global__
#endif
void e() { }
__global__ void
#ifdef X
    __launch_bounds__(64)
#endif
    f(int x) { }
