// Products and sums of what has none: the types are those of the text.
struct vector {
    float x;
};

__global__ void add(float3 *v, vector *w, float *p, float a) {
    //! *: error:
    v[0] = v[1] * a + v[0];
    //! *: error:
    w[0] = w[1] + a * w[0];
    //! *: error:
    *w += a * p[0];
    //! *: error:
    *p += a * p;
}
