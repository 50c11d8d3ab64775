// $ ./book run
// says: ^64$
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *p) { cg::thread_block b = cg::this_thread_block(); b.sync(); p[b.thread_rank()] = b.size(); }
int main() { int *p; cudaMallocManaged(&p, 256); k<<<1, 64>>>(p); cudaDeviceSynchronize(); std::printf("%d\n", p[3]); }
