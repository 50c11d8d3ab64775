// Atomic additions whose result nobody uses.
__device__ int add(int *a, int i) {
    atomicAdd(&a[i], 1);
    if (i > 0) atomicAdd(a, 1); else ::atomicAdd(a, atomicAdd(a + 1, 1));
    int old = atomicAdd(a, 1);
    atomicAdd(a, 1) + old;
    for (;; atomicAdd(a, 1))
        atomicAdd(a, 1), old = 1;
    return atomicAdd(a, 1);
}
