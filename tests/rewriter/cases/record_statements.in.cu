// Statements of the device, marked for the recorder.
struct pair { int a, b; };
__device__ pair make(int n) { return (pair){n, 2 * n}; }
__global__ void k(int *out, int n) {
    __shared__ int tile[4];
    int first[2] = {0}, second[2] = {-1};
    const int last = [&] { return n; }();
    for (int i = 0; i < n; ++i)
        out[i] = i;
    for (;;) {
        if (n) break; else { n--; }
    }
    while (int left = n--) out[left] = 1;
    do out[0]++; while (n > 0);
    switch (n) {
    case pair::one: out[1] = 2;
    default: LOG(1) case 3: return;
    }
    LOG(n; n++);
again:
    out[2] = n > 3 ? 4 : 5;
}
