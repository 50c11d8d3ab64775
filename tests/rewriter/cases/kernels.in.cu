__global__ void declared(int *p);
__global__ void a(int *p) { p[0] = 1; }
__global__ static void b() {}
static __global__ void c(int x = int{3}) { if (x) { return; } }
template <class T, int N> __global__ void __launch_bounds__(N * 2, 4) d(T *p)
{
    // }
    const char *s = "}"; char c = '}';
}
extern "C" __global__ void __launch_bounds__(256) e(int) { }
void __global__ f() { }
__launch_bounds__(64) __global__ void g() { }
__global__ void __launch_bounds__(max_v<1, 2>, 1) h() { }
__global__ void __launch_bounds__(n < 3 ? 1 : 2, 1) i() { }
template <class T> __global__ std::enable_if_t<is_same<T, float>{}, void> j(T) { }
template <class T> __global__ enable_if_t<is_x<T>{} && is_y{}> j2(T) { }
template <class T> __global__ void k(T) requires requires(T t) { t + t; } { }
__global__ __attribute__((noinline)) void l() noexcept { }
__host__ __device__ int not_a_kernel() { return 1; }
template __global__ void d<int, 4>(int *);
template <> __global__ void d<float, 4>(float *p) { [](int) {}(1); }
namespace n { __global__ void m(int a[], dim3 b = {1, 2}) { struct s { int x; }; } }
extern "C" { __global__ void o() { } }
struct s { friend __global__ void q<>(int); };
WRAPPED(__global__ void r() { }, name)
__global__ void __launch_bounds__(128)
t(int *p) [[maybe_unused]] /* { */ // {
{ for (;;) { } }
__global__ void u() <% int x<:1:> = <%1%>; %>
__device__ auto lambda = [] __device__ (int) { };
