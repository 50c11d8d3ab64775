// Launches whose values or arguments do not fit: the kernel's name, which the translation moves, is
// marked where the reader wrote it.
__global__ void scale(float *x, float by, int n) {
    if (threadIdx.x < n)
        x[threadIdx.x] *= by;
}
void main_of_another() {
    float *x = nullptr;
    //! *: error:
    scale<<<"1", 32>>>(x, 2, 3);
    //! *: error:
    if (x == nullptr) { scale<<<1, 32>>>(3, 2, x); }
    int scale_by = 3;
    //! *: error: what is launched here is no kernel: a kernel is a function that is declared __global__ void
    scale_by<<<1, 32>>>(x);
}
//! 1: error: main() returns int: write int main()
void main() {}
