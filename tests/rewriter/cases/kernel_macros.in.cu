#define KERNEL __global__ void
#define STATIC_KERNEL static KERNEL
#define BOUNDED(n) __global__ void __launch_bounds__(n)
#define NAMED(type) extern "C" __global__ void k_##type(type *p)
#define WHOLE(type) __global__ void w_##type(type *p) { p[0] = 1; }
#define MULTI(type) \
    template <class T> \
    __global__ void __launch_bounds__(256) m_##type(type *p) { \
        if (p) { p[0] = 1; } \
    }
#define INSTANCE(type) template __global__ void t<type>(type *);
#define INSTANCE_HEAD(type) template __global__ void t<type>(type *)
#define WITH_BODY(name, body) __global__ void name(int *p) body
#define LAUNCHING(k) __global__ void parent_##k() { k<<<1, 1>>>(0); }
KERNEL a(int *p) { }
KERNEL declared(int *p);
STATIC_KERNEL b(int *p) { }
BOUNDED(128) c(int *p) { }
NAMED(int) { p[0] = 1; }
NAMED(float);
WHOLE(int)
MULTI(float)
INSTANCE(int)
INSTANCE_HEAD(float);
void host() { }
WITH_BODY(d, { p[0] = 1; })
void host2() { }
int BOUNDED = 1;
#undef KERNEL
#define KERNEL void
KERNEL host3() { }
