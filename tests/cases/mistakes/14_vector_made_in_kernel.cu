// $ ./book run
// exit: 1
// says: {here}
#include <cstdio>
#include <vector>
__global__ void squares(int n) {
    std::vector<int> v; // here
    for (int i = 0; i < n; i++) v.push_back(i * i);
    printf("%d\n", v.back());
}
int main() {
    squares<<<1, 1>>>(10);
    cudaDeviceSynchronize();
}
