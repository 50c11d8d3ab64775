__global__ void k() {
    extern __shared__ float a[];
    extern __shared__ __align__(16) unsigned char b[];
    __shared__ extern int c[];
    extern volatile __shared__ float d[];
    extern __shared__ float4 e[][8];
    extern __shared__ int f[], g[], (*h)[];
    extern __shared__ std::array<int, 4> i[];
    alignas(16) extern __shared__ char j[];
    __shared__ alignas(sizeof(x[0])) extern char j2[];
    __align__(8) extern __shared__ char l[] __attribute__((aligned(16)));
    volatile extern unsigned __shared__ m
        []; // comment
    static __shared__ int n;
    __shared__ static int o[3], p;
    __shared__ int q;
    static const int r = 1; __shared__ float s;
    extern int t[]; __shared__ float u;
    extern  /* between */  __shared__  int v[];
    extern
    __shared__
    int w[]
    ;
}
extern "C" { extern __shared__ int at_file_scope[]; }
#define SHARED_ARRAY(type, name) extern __shared__ type name[]
#define SHARED_STATEMENT(type, name) extern __shared__ type name[];
#define DYNAMIC extern __shared__
void f() { SHARED_ARRAY(int, x); SHARED_STATEMENT(int, y) DYNAMIC float z[], zz[2]; }
extern __shared__ int of_the_builtin[] __builtin_align__(16);
// In a class template, a variable of the class itself has members of which it is known what they are.
template <class T, int N> struct scan {
    T values[N];
    __device__ static void run(T *x) {
        __shared__ scan<T, N> both[2], one;
        __shared__ scan another;
        __shared__ typename other<T>::scan foreign;
        both[0].template step<1>(x);
        one.step<2>(x);
    }
};
