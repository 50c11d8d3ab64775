// What each thread has of its own, and where it is defined.
__global__ void shifts(const int *a, int *out, int n) {
    int i = threadIdx.x, k = n;
    unsigned key = n;
    key >>= 2;
    i <<= 1;
    (k) = a[i];
    if (a[i] > 0)
        key >>= 1;
    out[i] = k + key;
}

__global__ void moves(const float *a, float *out, int n) {
    __shared__ float cells[256];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cells[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            cells[t] += cells[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = cells[0];
}

__global__ void inside(const float *a, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, step = blockDim.x * gridDim.x;
    while (i < n) {
        const float *q = a + n;
        int hop = step * 2;
        out[i] = q[i];
        i += hop;
    }
}

__global__ void names(const float *a, float *out, int n) {
    int i = threadIdx.x;
    float max = a[i];
    if (max > 5)
        out[i] = 1;
}

// No ladders but `left`.
__global__ void ladders(const float *a, float *out, float r, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int from = i - r;
    int left = i - n;
    size_t wide = threadIdx.x - 1;
    size_t bytes = (size_t)(a + threadIdx.x);
    if (from < n)
        out[i] = a[from];
    if (left < n)
        out[i] = a[left];
    if (wide < n)
        out[i] = a[wide];
    if (bytes < 4096)
        out[i] = 1;
}

// Left alone: one name for two variables.
__global__ void hides(const float *a, float *out, int n) {
    int i = threadIdx.x;
    for (int k = 0; k < n; k++) {
        int i = k;
        out[i + 1] = a[i];
    }
    out[i] = 2;
}

// Each segment gives `x` and `y` their values; each lane works `four` out anew; `k` is kept.
__global__ void anew(const float *a, float *out, int n) {
    __shared__ float cells[256];
    int t = threadIdx.x, four = 4 * t;
    int x = threadIdx.x + n, y = threadIdx.y;
    int k = n;
    k += t;
    cells[t] = a[four] + a[x + y];
    __syncthreads();
    x = threadIdx.x + blockIdx.x;
    y = n;
    out[four] = cells[255 - t] + x + y + k;
}

// A part of the lanes at a time, but not where a round changes what all of them share.
__global__ void parts(const float *a, float *out, int n) {
    int i = threadIdx.x, from = n;
    float sum = 0, other = 0;
    for (int k = 0; k < n; k++)
        for (int q = 0; q < 4; q++)
            sum += a[i + k + q];
    for (int k = 0; k < n; k++) {
        other += a[i + from];
        from += 2;
    }
    out[i] = sum + other;
}

// Left alone: `x` is no longer what it was, and a barrier is missing.
__global__ void overtakes(const float *a, float *out) {
    __shared__ float cells[257];
    int x = threadIdx.x;
    cells[x] = a[x];
    x = threadIdx.x + 1;
    out[threadIdx.x] = cells[x];
}
