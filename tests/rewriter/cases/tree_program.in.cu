// What programs consist of.
namespace a {
struct point {
    int x = 3;
    __device__ float length() const { return x * 2; }
} origin;
} // namespace a

template <class T, int N = (4 > 3)> __global__ void __launch_bounds__(256) k(T *out, int n) {
    extern __shared__ float tile[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (i > 3)
            out[i] = f(i)[2];
        else {
            g<int>(h(i));
        }
    do {
        n--;
    } while (n > 0);
    auto l = [=] __device__(int i) { return i; };
    switch (n) {
    case 1: break;
    default: return;
    }
    switch (n) {
        LOG(1) case 2: f();
        LOG(2) default: LOG(3) break;
    }
again:
    while (true)
        ;
    if constexpr (N > 3)
        goto again;
    T *p = out, x{1};
    a::b<c> q(3);
    FORALL(i, n) { a[i] = 2; }
    __syncthreads();
}

class B : public A {
public:
    B() : a(1), b{2} { f(); }
    ~B();
    operator int() const { return 1; }
    B &operator=(const B &) = default;
    enum { left, right } side;
};

static int table[] = {1, 2, 3};
auto later = [] __device__(int i) { return table[i]; };
DEFINE_KERNEL(name, {
    int i = 3;
    f(i);
})
extern "C" {
float half(float x);
}

int main() {
    k<float, 8><<<dim3(2, 3), n>>>(p, 3);
    try {
        cudaFree(p);
    } catch (const error &e) {
        throw;
    }
    return 0;
}
