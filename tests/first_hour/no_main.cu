// A file with a kernel and nothing else.
// each: g++ clang++ bfd gold lld
// $ ./book run
// $ ./book check
// exit: 1
// says: no_main.cu: error: there is no main\(\): a program begins with int main\(\)
__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}
