// What the compiler keeps in read-only memory lies between no gaps, however it is spelt.
static __device__ const float a[] = {1, 2};
static __device__ __const__ float b[] = {1, 2};
static __device__ float c[2];
