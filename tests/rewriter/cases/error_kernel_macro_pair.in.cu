#define OPEN(n) __global__ void n() {
#define CLOSE }
