// Templates of operators beside their classes, and members of packed classes: no reference can be
// bound to these.
namespace geo {
template <class T> struct pair {
    T x, y;
};
template <class T> __device__ pair<T> operator*(pair<T> p, T s) {
    return {p.x * s, p.y * s};
}
} // namespace geo
class counter {
    float value;

public:
    __device__ counter &operator+=(float x) { return value += x, *this; }

protected:
    friend counter operator+(const counter &, const counter &);
};
typedef struct __attribute__((packed)) {
    char letter;
    float packed_sum;
} record;
#pragma pack(push, 1)
struct line {
    char letter;
    float last;
};
#pragma pack(pop)
__global__ void add(geo::pair<float> *p, record *r, counter *c, float a) {
    r->packed_sum += a * a;
    p->x += r->packed_sum * a;
    *c += a * a;
}
__global__ void add_to_line(line *l, float a) {
    l->last += a * a;
}
