// A misspelt specifier: what follows from it is left out.
//! 1: error: '_global_' is not known here; did you mean '__global__'?
_global_ void add(int a, int b, int *c) {
    *c = a + b;
}

int main() {
    int *c = nullptr;
    add<<<1, 1>>>(1, 2, c);
}
