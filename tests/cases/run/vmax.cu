// $ ./book run
// says: ^2020305 3010103 b 7030804 10 5
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(unsigned *p) { p[0] = __vmaxs4(0x01ff0305u, 0x02020202u); p[1] = __vabsdiffu4(0x01020304u, 0x04030201u); p[2] = __dp4a(0x01010101, 0x02020202, 3); p[3] = __byte_perm(0x01020304, 0x05060708, 0x5140); p[4] = __funnelshift_l(1, 2, 3); p[5] = __reduce_add_sync(1u << threadIdx.x, 5); }
int main() { unsigned *p; cudaMallocManaged(&p, 64); k<<<1, 1>>>(p); cudaDeviceSynchronize(); for (int i = 0; i < 6; ++i) std::printf("%x ", p[i]); std::puts(""); }
