// Calls of member templates get the word template, comparisons and others do not.
struct pair {
    int count;
    template <int BY> __device__ int times(int x) { return x * BY; }
    template <class T, class U = T>
    __device__ T as() const { return T(count); }
};

template <class P> __device__ int twice(P &p, P *q, int width) {
    int sum = p.times<2>(1) + q->times<sizeof(P)>(3) + p.template times<4>(1) + q->
        template times<5>(1) + int(p.as<float>());
    return p.count < width && width > (sum) ? p.count : twice<P>(p, q, width);
}
