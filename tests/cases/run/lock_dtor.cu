// $ ./book run
// says: ^4 \(expected 4\) cudaSuccess
// The book's lock.h, passed by value as the book does: the emulator destroys a copy for every thread that
// ends, so cudaFree(mutex) runs inside the kernel and later threads spin on freed memory.
#include <cstdio>
#include <cuda_runtime.h>
struct Lock {
    int *mutex;
    Lock() { cudaMalloc((void **)&mutex, sizeof(int)); cudaMemset(mutex, 0, sizeof(int)); }
    ~Lock() { cudaFree(mutex); }
    __device__ void lock() { while (atomicCAS(mutex, 0, 1) != 0); __threadfence(); }
    __device__ void unlock() { __threadfence(); atomicExch(mutex, 0); }
};
__global__ void k(Lock l, int *c) { l.lock(); *c += 1; l.unlock(); }
int main() {
    int c = 0, *d; cudaMalloc((void **)&d, 4); cudaMemcpy(d, &c, 4, cudaMemcpyHostToDevice);
    Lock l;
    k<<<4, 1>>>(l, d);
    cudaError_t e = cudaMemcpy(&c, d, 4, cudaMemcpyDeviceToHost);
    std::printf("%d (expected 4) %s\n", c, cudaGetErrorName(e));
    int *x; cudaMalloc((void **)&x, 4);
    std::printf("x %p\n", (void *)x);
}
