// A missing semicolon in a kernel, behind what the translation puts in front of it.
__global__ void store(int *x) { int i = threadIdx.x;
    //! 20: error: expected ';'
    x[i] = i * 1000
}
__global__ void index(int *x) {
    //! 40: error:
    auto f = [&](int i) { return i + x[y]; }; f(1);
}
int main() {}
