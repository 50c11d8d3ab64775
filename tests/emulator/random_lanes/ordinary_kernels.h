// Kernels without barriers, as people write them.
#pragma once

constexpr const char *ORDINARY_KERNELS = R"cuda(
__global__ void breaks(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int found = -1, skipped = 0;
    for (int r = 0; r < m; r++) {
        for (int c = 0; c < 6; c++) {
            if (a[r * 6 + c + i] < 0) {
                skipped++;
                continue;
            }
            if (a[r * 6 + c + i] > 6) {
                found = r * 6 + c;
                break;
            }
        }
        if (found >= 0)
            break;
    }
    out[i] = found * 100 + skipped;
}

__global__ void collatz(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    unsigned value = i + 1;
    while (value != 1) {
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        if (++steps > 50)
            break;
    }
    if (i < n)
        out[i] = steps;
}

__global__ void mandelbrot(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int width = blockDim.x * gridDim.x, height = blockDim.y * gridDim.y;
    float cx = 3.0f * x / width - 2, cy = 2.0f * y / height - 1, zx = 0, zy = 0;
    int rounds = 0;
    do {
        float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy, zx = next;
    } while (zx * zx + zy * zy < 4 && ++rounds < 40);
    out[x + y * width] = rounds;
}

#define ROOT(x) sqrtf(x)
__global__ void around_a_ring(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, size = m + 170;
    float sum_x = 0, sum_y = 0;
    if (i >= size)
        return;
    float x = a[i], y = b[i];
    int other = (i + 1) % size;
    while (other != i) {
        float dx = a[other] - x, dy = b[other + 1] - y;
        float distance = dx * dx + dy * dy;
        if (distance < 0.01f)
            distance = 0.01f;
        float weight = 2 / ROOT(distance * distance * distance);
        sum_x += dx * weight;
        sum_y += dy * weight;
        other = (other + 1) % size;
    }
    out[i * 2] = sum_x;
    out[i * 2 + 1] = sum_y;
}

__global__ void back_in_a_ring(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k = i % 5;
    float sum = 0;
    while (k > -9) {
        sum += 1.0f / (a[i + k + 9] + 8);
        k = (k - 1) % 11;
    }
    out[i] = sum + k;
}

// What is divided counts, too.
__global__ void counts_on(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, next = i, k = 0, rounds = 0;
    float sum = 0;
    while (rounds < 9 + i % 5) {
        sum += 1.0f / (a[i + k] + 8);
        k = (next++) % 11;
        rounds++;
    }
    out[i] = sum + next;
}

__global__ void newton(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, rounds = 0;
    float square = fabsf(a[i]) + 1, root = square;
    do {
        root = 0.5f * (root + square / root);
        rounds++;
    } while (fabsf(root * root - square) > 0.001f * square && rounds < 30);
    out[i * 2] = root;
    out[i * 2 + 1] = rounds;
}

__global__ void swaps(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float v[4], swap;
    for (int k = 0; k < 4; k++)
        v[k] = a[i * 4 + k];
    for (int k = 0; k < 3; ++k)
        for (int q = 0; q < 3 - k; ++q)
            if (v[q] > v[q + 1])
                swap = v[q], v[q] = v[q + 1], v[q + 1] = swap;
    float *first = v;
    for (int k = 0; k < 4; k++)
        out[i * 4 + k] = first[k];
}

__global__ void counts(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int mine = 0;
    for (int j = i; j < n; j += gridDim.x * blockDim.x) {
        int bin = (int)(a[j] * STEP + 9) % 61;
        atomicAdd(&bins[bin], 1);
        mine += bin;
    }
    out[i] = mine;
}

__global__ void hashes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    unsigned h = threadIdx.x ^ n, r = blockIdx.x | 1;
    h ^= h >> 3, h *= 2654435761u;
    r <<= BITS;
    for (int k = 0; k < m; ++k, r >>= 1)
        h += r ^ k;
    out[threadIdx.x + blockIdx.x * blockDim.x] = h % 9973;
}

__global__ void power(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float result = 1, base = a[i];
    for (int e = m; e > 0; e >>= 1) {
        if (e & 1)
            result *= base;
        base *= base;
    }
    out[i] = result;
}

__global__ void row_counts_down(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, left = m;
    while (left-- > 0)
        out[i] = out[i] * 0.5f + a[left * 16 + i];
    int other = left, again = m;
    do
        out[i] += again;
    while (--again > 0);
    out[i] += other;
}

__global__ void lookups(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float value = (float)*a;
    const int wrapped = (i + m) % 32, sign = i % 2 ? -1 : 1;
    int clamped = min(max(i - 2, 0), n);
    for (int k = 0; k < 4; k++)
        value += a[wrapped + k] * sign;
    if (clamped >= 1 && clamped < n)
        value += a[clamped];
    out[i] = value;
}

__global__ void saxpy(const float *a, const float *b, float *out, int *bins, int n, int m) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = WEIGHT * a[i] + b[i];
}

__global__ void counts_backwards(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    for (; i >= 0; i -= gridDim.x * blockDim.x)
        out[i] = a[i] - b[i];
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    while (j > 0) {
        out[4096 + j] += 1;
        j -= 4096;
    }
}

__global__ void chains_of_ifs(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int kind = 0;
    if (i < 10)
        kind = 1;
    else if (i < 100)
        kind = 2;
    else if (i < n)
        kind = 3;
    if (kind == 1)
        out[i] = a[i];
    else
        out[i] = kind;
    if (i < n)
        if (m > 5)
            out[i] += 1;
        else
            out[i] += 2;
}

__global__ void switches(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float v = a[i];
    if (i % 3 == 0)
        v *= 2;
    if (i % 3 == 1) {
        int i2 = i * 2, k = 5;
        v += i2 + k--;
        v += k;
    }
    bool odd = i & 1, late = i >= n;
    if (odd || late)
        v = -v;
    if (!odd && !late)
        v++;
    out[i] = v;
}

__global__ void while_true(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k = 0;
    float v = 0;
    while (true) {
        v += a[i + k];
        if (k++ >= m)
            break;
        if (k % 2)
            continue;
        v *= 0.5f;
    }
    for (;;) {
        if (--k < 0)
            break;
        v += 1;
    }
    out[i] = v;
}

__global__ void matrix(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    float sum = 0;
    if (row < height && col < width) {
        for (int k = 0; k < TILE; k++)
            sum += a[row * TILE + k] * b[k * width + col];
        out[row * width + col] = sum;
    }
}

__global__ void neighbours(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int left = x - 1, right = x + 1;
    if (left < 0)
        left = 0;
    if (right >= n)
        right = n - 1;
    if (x == 0 || x == n - 1)
        out[x] = a[x];
    else
        out[x] = (a[left] + a[right]) / 2;
}

__global__ void wraps(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int left = i == 0 ? n - 1 : i - 1, right = (i + 1) % n;
    unsigned char pixel = i * 3;
    short s = i - 300;
    char c = i;
    out[i] = a[left] + a[right] + pixel + s + c;
}

__global__ void integers(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned u = i;
    long long big = (long long)i * 1000003;
    u *= 2654435761u;
    u ^= u >> 15;
    big %= 9973;
    int half = i / 2, rest = i - half * 2, minus = -i;
    i = i * 2 + rest;
    out[i] = (u & 0xffff) + big + half + minus % 7;
}

__global__ void primes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    bool prime = i > 1;
    for (int d = 2; d * d <= i && prime; d++)
        prime = i % d != 0;
    if (prime)
        atomicAdd(bins + i % 61, 1);
    out[i] = prime ? i : 0;
}

__global__ void binary_search(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (middle * 3 < i)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

__global__ void locals_in_loops(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float total = 0;
    for (int r = 0; r < 3; r++) {
        float part = 0, weight = r + 1;
        int base = r * 100 + i, end = base + 4;
        for (int j = base; j < end; j++)
            part += a[j] * weight;
        for (int j = 4; j; --j) {
            float part2 = b[j + i];
            part -= part2;
        }
        total += part;
    }
    out[i] = total;
}

__global__ void pointer_walk(const float *a, const float *b, float *out, int *bins, int n, int m) {
    const float *p = a + threadIdx.x + blockIdx.x * blockDim.x, *end = a + n;
    float *o = out + threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    while (p < end) {
        sum += *p;
        p += blockDim.x * gridDim.x;
    }
    *o = sum;
    const float *q = &b[0] + m;
    o[8192] = *q++ + *q + q[1];
}

__global__ void row_variables(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int width = blockDim.x * gridDim.x, count = 0, start = y * width;
    if (y > 2)
        count += y;
    if (y % 2)
        start += 0, count <<= 1;
    for (int k = y; k < m; k++)
        count++;
    if (x < m)
        count++;
    float v = a[start + x];
    for (int k = 0; k < count; k++)
        v = v * 0.5f + k;
    out[start + x] = v + count;
}

__global__ void uses_after(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int start = i, rounds = 0;
    float sum = 0;
    for (; i < n; i += blockDim.x * gridDim.x) {
        sum += a[i];
        rounds++;
    }
    out[start] = sum + i + rounds;
    for (int q = 0; q < m; q++) {
        for (i = start; i < n; i += 700)
            sum += b[i] * 0.5f;
        sum += i;
    }
    out[start + 4096] = sum;
}

__global__ void loops_of_kinds(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float v = a[i];
    int k = m;
    for (unsigned q = m; q-- > 0;)
        v += a[q * 4 + i];
    for (; k > 0; k -= 2)
        v *= 0.5f;
    for (int c = 0, d = 8; c != d; c++, d--)
        ;
    for (int c = 1; c < 9; c <<= 1)
        v += b[c + i];
    for (int c = 256; c; c >>= 2)
        v -= b[c + i];
    for (float f = 0; f < 1; f += 0.3f)
        v += a[i] * f;
    for (int c = 0; v += 1, c < 3; c++)
        v += b[i];
    do
        v += 1;
    while (0);
    if (i > 3)
        ;
    else
        v = 7;
    out[i] = v + k;
}

__global__ void many_returns(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    const float x = a[i];
    if (m < 2) {
        return;
    }
    out[i] = x;
    if (i < 3 || i > n - 4)
        return;
    for (int k = 0; k < m; k++)
        out[i] += a[i + k];
    if (x < 0)
        return;
    out[i] += 1;
}

__global__ void returns_in_loops(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < m; k++) {
        if (a[i + k] > 5) {
            out[i] = k;
            return;
        }
    }
    out[i] = -1;
}

__global__ void chooses(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int grade = i > 90 ? 5 : i > 60 ? 3 : m > 4 ? 2 : 1;
    const float *from = m % 2 ? a : b;
    float v = from[i];
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    int edge = i < m ? m : i;
    for (int k = 0; k < 5; k++)
        v = v * 0.5f + from[edge + k];
    if (edge < n && grade >= 2)
        v += grade;
    out[i] = v;
}

__global__ void nests(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    if (x < n) {
        int y = m;
        if (x > 4) {
            y -= 2;
            if (m > 6 && x < 200)
                y = y << 1 | 1;
        }
        for (int k = 0; k < 4; k++) {
            float v = a[k * 16 + x];
            if (x >= k) {
                v += b[x - k];
                for (int q = k; q < 6; q++)
                    v *= 0.75f;
            }
            out[x] += v;
        }
        out[x] += y;
    }
}

__global__ void depths(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x, y = threadIdx.y, w = blockDim.x, h = blockDim.y;
    int in = y * w + x, block = (blockIdx.y * gridDim.x + blockIdx.x) * w * h;
    int far = h - 1 - y, line = block + far * w;
    float v = a[line + x] - a[block + in];
    for (int k = 0; k < y; k++) {
        v += b[line + x] * k;
        line += w;
    }
    while (far-- > 0 && x < 40)
        v += far;
    out[block + in] = v + line;
}

// Of floating-point numbers with names of the program's own.
#ifdef AS_DOUBLE
typedef double real_t;
#else
typedef float real_t;
#endif
using exact = double;
const exact STRETCH = 1.75;

__global__ void named_floats(const real_t *a, const real_t *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    real_t cut = m + 0.5f;
    int from = i - cut;
    exact sum = real_t(i) * STRETCH;
    for (int j = i; j < n; j += blockDim.x * gridDim.x) {
        const real_t here = a[j] * 1.7f;
        sum += here;
    }
    if (from < m)
        sum -= b[i];
    out[i] = sum;
}

__global__ void adds_named(const real_t *a, const real_t *b, float *out, int *bins, int n, int m) {
    __shared__ real_t total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x)
        atomicAdd(&total, a[j] / 3);
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = total;
}

__global__ void halves_of_named(const real_t *a, const real_t *b, real_t *out, int *bins, int n, int m) {
    real_t *of_block = out + blockIdx.x * blockDim.x;
    const int t = threadIdx.x;
    of_block[t] = a[t] - b[blockIdx.x];
    __syncthreads();
    for (int half = blockDim.x >> 1; half > 0; half >>= 1) {
        if (t < half)
            of_block[t] += of_block[t + half];
        __syncthreads();
    }
}
)cuda";
