// Branches of an #if with brackets of their own, and what does not fit together.
#ifdef A
__global__ void k(int *x) {
    if (x) {
#else
__global__ void k(float *x) {
    if (*x) {
#endif
        f();
    }
}
int g() {
#if B
    a(
#else
    b(
#endif
        1);
    else c();
    case 1
}
)]
while if (x) do
struct {
    k<<<1
