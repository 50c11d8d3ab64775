// What nvcc refuses where operators stand in front: what '>' ends is no template here.
float limit = 3;
int sum(int a) { return a; }
template <class T> __global__ void counts(T *x) {
    constexpr int two = 2;
    *x = two > sum(1);
}
__global__ void above(float *x) {
    if (*x > limit)
        *x = 0;
    sizeof(sum(2));
    return *x * 2;
}
void host(float *x, int *n) {
    above << 1, 2 >> (x);
    counts<<<1, 1>>>(n);
}
