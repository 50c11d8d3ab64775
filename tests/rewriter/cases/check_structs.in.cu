// What the checker wants to know of whole structs and of bit fields.
struct row {
    float x, y;
    float sum() const;
};
struct packed {
    unsigned low : 12, high : 8;
    unsigned char tag;
    int after;
    bool set : 1;
    int : 0;
    unsigned rest : 7;
};
__device__ row rows[4][8];
__device__ float total(row r);

__global__ void assigned(row *p, const row *q, packed *b, int i) {
    *p = *q;
    p[i] = rows[i][2];
    *reinterpret_cast<row *>(b) = p[i].sum() > 0 ? q[i] : q[0];
    rows[1][i] = {total(rows[i][0]), 2 * rows[2][i].sum()};
    float own[2], (*line)[8] = nullptr, *ends[2] = {own, &own[2]};
    row copies[3] = {rows[0][i], p[1]};
    auto [x, y] = copies[i];
    *ends[0]++ = x;
    own[i] += y;
    row(*again)[8] = (row(*)[8])p;
    for (int k = 0, places[2] = {}; k < 2; ++k)
        own[k] = places[k] + (*again)[k].x;
    b->low = b[i].high;
    ++(*b).high;
    b[b->tag].set |= sizeof(b->low) > 1;
    assert(rows[i] != nullptr);
    total(
#ifdef OTHER
        rows[0][i]
#else
        rows[1][i]
#endif
    );
}
__global__ void unnamed(int *d, int i) {
    __shared__ struct {
        int a, b;
    } pairs[64];
    struct base {
        int a;
    } *first = nullptr;
    struct alignas(8) derived : base {
        int b;
    } own[2] = {}, *last = own;
    enum { RED, GREEN } colours[2] = {RED, GREEN};
    if (i > 0) {
    }
    d[i] = pairs[i].a + own[i].b + colours[i];
    last[i] = own[0];
}
void host(row *p, packed *b) {
    *p = p[1];
    b->low = 1;
}
__global__ void in_indices(row *p, const int *at, int i) {
    using line = row[4];
    p[at[i]] = p[(int)at[i]], p[0] = p[min(i, 1)];
    row *made = new row[i];
    ALIGNED(8) row rows[2][4];
    __align__(16) row more[2][4], others[3][5];
    [[maybe_unused]] row last[2], first[3];
}
