// Device code calls constexpr functions of the host.
constexpr int ten() { return 10; }
struct point {
    int x;
    constexpr point(int first, int second) : x(first + second) {}
    constexpr int twice() const { return 2 * x; }
};
__global__ void constants(int *x) {
    int own[ten()] = {};
    point p(1, 2);
    *x = own[0] + ten() + p.twice();
}
