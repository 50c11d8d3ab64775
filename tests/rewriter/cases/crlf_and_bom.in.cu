#include <cstdio>
__global__ void k(int x) \
{
    extern __shared__ int s[]; // café \
    <<< still a comment
}
void f() { k<<<1,
  2>>>(3); }
#define M(k) k<<<1, \
  2>>>(3)