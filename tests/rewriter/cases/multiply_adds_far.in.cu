// A template of operators that lies in another namespace than its class: so is all of this program.
namespace geo {
template <class T> struct pair {
    T x, y;
};
} // namespace geo
template <class T> __device__ geo::pair<T> operator*(geo::pair<T> p, T s) {
    return {p.x * s, p.y * s};
}
template <class T> __device__ geo::pair<T> operator+(geo::pair<T> p, geo::pair<T> q) {
    return {p.x + q.x, p.y + q.y};
}
__global__ void scale(geo::pair<float> *p, float a) {
    p[0] = p[0] * a + p[1];
}
