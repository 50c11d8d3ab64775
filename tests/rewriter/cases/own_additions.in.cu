// The program has additions of its own, which may take anything.
__device__ double atomicAdd(long *address, long value) { return 0; }
__device__ void add(int *a, long *b) {
    atomicAdd(a, 1);
    atomicAdd(b, 1);
}
