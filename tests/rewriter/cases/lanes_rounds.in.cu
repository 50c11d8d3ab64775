// Loops that each thread leaves when it likes, with a root or a quotient: its lanes go round
// together.
#define ROOT(x) sqrtf(x)
#define NEXT(x) sqrtf(x + other)

__global__ void ring(const float *a, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    float sum = 0;
    int other = (i + 1) % n;
    while (other != i) {
        float d = a[other] - a[i];
        sum += 1 / ROOT(d * d + 1);
        other = (other + 1) % n;
    }
    out[i] = sum;
}

__global__ void newton(const float *a, float *out) {
    int i = threadIdx.x;
    float square = a[i], root = square;
    do {
        root = 0.5f * (root + square / root);
    } while (root * root - square > 0.001f);
    out[i] = root;
}

// A macro that uses more than its parameters; memory that is changed; no root.
__global__ void hidden(const float *a, float *out, int n) {
    int i = threadIdx.x, other = 0;
    float x = a[i];
    while (x < n)
        x = 1 + NEXT(x);
    out[i] = x;
}

__global__ void writes(float *a, int n) {
    int i = threadIdx.x, other = (i + 1) % n;
    while (other != i) {
        a[i] += 1 / a[n + other];
        other = (other + 1) % n;
    }
}

__global__ void cheap(const float *a, float *out, int n) {
    int i = threadIdx.x, k = i;
    float sum = 0;
    while (k * k < n) {
        sum += a[k];
        k += i + 1;
    }
    out[i] = sum;
}

// A macro that reads memory, and one that calls what it is given.
#define READ(p) (*p)
#define CALL(f, x) f(x)

__global__ void reads(const int *p, float *out) {
    out[threadIdx.x] = READ(p);
}

__global__ void calls(const float *a, float *out) {
    out[threadIdx.x] = CALL(sqrtf, a[threadIdx.x]);
}
