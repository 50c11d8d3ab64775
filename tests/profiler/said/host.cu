// host.cu: never calls CUDA.
#include <cstdio>

int main() {
    std::printf("the host alone\n");
}
