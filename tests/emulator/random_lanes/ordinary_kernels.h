// Kernels as people write them, with what threads that become lanes could get wrong: each must do
// the same both ways. No thread depends on another but across a barrier.
#pragma once

constexpr const char *ORDINARY_KERNELS = R"cuda(
#define TILE 16
#define HALF (TILE / 2)
#define RADIUS 1.5f
#define BITS 2 + 1
const int STEP = 3;
const float WEIGHT = 0.5f;
__device__ int line_of_all[4096];

__global__ void shift_in_place(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned key = n;
    key >>= 2;
    int k = n;
    if (a[i] > 0)
        k >>= 1;
    for (int q = 0; q < 3; q++)
        out[i] = out[i] * 0.5f + key + k;
    i <<= 1;
    out[8192 + i] = a[i];
}

__global__ void packs_bits(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned bits = 0;
    for (int k = 0; k < 8; k++) {
        if (a[i * 8 + k] > m)
            bits |= 1;
        bits <<= 1;
    }
    int j = i;
    (j) = (int)bits;
    out[i] = bits;
    out[i + 4096] = j;
}

__global__ void looser_operators(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = blockIdx.x;
    if (i < n & j < 3)
        out[i] = a[i];
    if (i < n && m > 3 || j > 1)
        out[i] += 1;
    if (i < n ? j : 0)
        out[i] += 2;
    if (i < n ^ m < 5)
        out[i] += 4;
    if (i < n == m < 5)
        out[i] += 8;
    if ((i < n) != (m < 5))
        out[i] += 16;
    if (!(i < n))
        out[i] += 32;
    if (m & 1 && i < n)
        out[i] += 64;
    if (i << 1 < n)
        out[i] += 128;
}

__global__ void leaves_early(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= n | y >= m)
        return;
    out[x + y * blockDim.x * gridDim.x] = a[x] + y;
}

__global__ void leaves_a_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    {
        if (i >= n)
            return;
        out[i] = 1;
    }
    out[i + 4096] = 2;
}

__global__ void reduces(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
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

__global__ void moves_in_chains(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int y = threadIdx.y, width = blockDim.x * m;
    int base = y * blockDim.x + m, unused = 1;
    int t = base - m + threadIdx.x;
    cells[t] = a[t] + unused;
    __syncthreads();
    int all = blockDim.x * blockDim.y;
    int place = (blockIdx.y * gridDim.x + blockIdx.x) * all + t;
    float sum = cells[all - 1 - t] + width;
    __syncthreads();
    cells[t] = sum;
    __syncthreads();
    out[place] = cells[all - 1 - t] + t;
}

__global__ void pointers_in_loops(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    for (; i < n; i += blockDim.x * gridDim.x) {
        const float *q = a + m, *const r = b;
        sum += q[i] * r[i];
    }
    out[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

__global__ void hops(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, step = blockDim.x * gridDim.x;
    while (i < n) {
        int hop = step * 2;
        out[i] = a[i];
        i += hop;
    }
}

__global__ void names_of_functions(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float max = a[i], min = b[i], log = 0;
    for (int k = 0; k < 8; k++) {
        max = a[k * 64 + i] > max ? a[k * 64 + i] : max;
        min = a[k * 64 + i] < min ? a[k * 64 + i] : min;
        log += a[k * 64 + i] * 0.5f;
    }
    if (max > 5)
        out[i] = max;
    if (min > -2)
        out[i] += min + log;
}

__global__ void floats_in_ints(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    float r = m * 0.5f;
    int from = x - r, near = x - RADIUS, half = x + WEIGHT, to = x + 2.7;
    int walks = x - 7;
    walks += 0.5f;
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += a[from + 16 + k] + a[near + 16 + k] + a[half + k] + a[to + k] + a[walks + 16];
    if (from < 3)
        sum += 100;
    if (x - r < m)
        sum += 1000;
    out[x] = sum;
}

__global__ void widened(const float *a, const float *b, float *out, int *bins, int n, int m) {
    size_t i = threadIdx.x - 1;
    unsigned u = threadIdx.x - m;
    long long wide = u;
    float sum = 0;
    if (i < n)
        sum += 1;
    if (wide < n)
        sum += 2;
    if (wide > 100)
        sum += 4;
    for (int k = 0; k < 3; k++)
        sum = sum * 2 + (i > 1000) + (wide > n) + a[k];
    out[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

__global__ void begins_anew(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned k = m, last = n - 1;
    int before = i - 1;
    if (threadIdx.x - 1 >= k)
        out[i] = 1;
    if (threadIdx.x - 3 < k - 2)
        out[i] += 2;
    if (before > k)
        out[i] += 4;
    if (threadIdx.x - 1 <= last)
        out[i] += 8;
    if (threadIdx.x + m > 12u)
        out[i] += 16;
}

__global__ void addresses(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    size_t p = (size_t)(a + i) - (size_t)a;
    const float *q = a + i, *last = a + n;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += q[k] + p;
    if (q < last)
        sum += 3;
    if (p < 64)
        sum += *q;
    out[i] = sum;
}

__global__ void of_all(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    line_of_all[i] = i * m;
    out[i] = line_of_all[i] + a[i];
}

__global__ void hides_names(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, k = m, i = k + t;
    float v = a[t];
    { float v = 2; cells[t] = v + i; }
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        v += cells[(i + k) % blockDim.x];
        __syncthreads();
    }
    for (int q = 0; q < 3; q++) {
        int i = q;
        v += a[i];
    }
    out[t + blockIdx.x * blockDim.x] = v + i + k;
}

__global__ void commas(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, j, k;
    float sum = 0, twice;
    for (j = 0, k = 10; j < k; j++, k--)
        sum += a[j * 4 + i] * k, twice = sum * 2;
    j = m, k = i;
    if (j++, i < n)
        sum += j;
    k++, --j;
    out[i] = sum + twice + j + k;
}

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

__global__ void stencil(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024 + TILE];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + HALF;
    for (int c = threadIdx.x; c < blockDim.x + TILE; c += blockDim.x)
        cells[c] = a[g - threadIdx.x + c];
    __syncthreads();
    float sum = 0;
    for (int d = -3; d <= 3; d++)
        sum += cells[l + d] * (d < 0 ? -d : d);
    out[g] = sum;
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

__global__ void vectors(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    uint3 t = threadIdx;
    float2 p = make_float2(a[i], b[i]);
    for (int k = 0; k < m; k++)
        p.x += a[k * 8 + i], p.y *= 0.5f;
    if (p.x > p.y)
        p.x = p.y;
    out[i] = p.x + p.y + t.x;
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

__global__ void keeps_between(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x, rounds = 0;
    float mine = a[i], other;
    for (int s = 1; s < blockDim.x; s <<= 1) {
        cells[t] = mine;
        __syncthreads();
        other = 0;
        if (t >= s)
            other = cells[t - s];
        rounds++;
        __syncthreads();
        mine += other;
    }
    out[i] = mine + rounds;
}

__global__ void transposes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, all = blockDim.x * blockDim.y;
    int in = x + y * blockDim.x, block = (blockIdx.x + blockIdx.y * gridDim.x) * all;
    tile[in / 32][in % 32] = a[block + in];
    __syncthreads();
    int from = all - 1 - in;
    out[block + in] = tile[from / 32][from % 32];
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

__global__ void tiled(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float left[1024], right[1024];
    int x = threadIdx.x, y = threadIdx.y, w = blockDim.x;
    int col = x + blockIdx.x * w, row = y + blockIdx.y * blockDim.y;
    float sum = 0.0f;
    for (int t = 0; t < 3; ++t) {
        left[y * w + x] = a[row * 64 + t * w + x];
        right[y * w + x] = b[(t * w + y) * 8 + col];
        __syncthreads();
        for (int k = 0; k < w; ++k)
            sum += left[y * w + k] * right[y * w + (k ^ 0)];
        __syncthreads();
    }
    out[row * w * gridDim.x + col] = sum;
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

__global__ void steps_twice(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int j = i++;
    int k = ++i;
    int q = j++ + k--;
    out[j * 4] = a[i];
    out[j * 4 + 1] = q + k;
    i = j = k;
    out[j * 4 + 2] = i + 0.5f;
}

__global__ void assigns_in_conditions(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int k, left = m;
    float v;
    if ((v = a[i]) > 2)
        out[i] = v;
    if ((k = m - 2) > 0 && i < n)
        out[i] += k;
    while ((left -= 2) > 0)
        out[i] += left;
    while (left++ < 5)
        out[i] += b[i];
    out[i] += left;
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

__global__ void scans(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[2][1024];
    int t = threadIdx.x, from = 0, to = 1;
    cells[0][t] = a[t + blockIdx.x * blockDim.x];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t >= d)
            cells[to][t] = cells[from][t] + cells[from][t - d];
        else
            cells[to][t] = cells[from][t];
        __syncthreads();
        from = to, to = 1 - to;
    }
    out[t + blockIdx.x * blockDim.x] = cells[from][t];
}

__global__ void histogram(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ int mine[61];
    for (int t = threadIdx.x; t < 61; t += blockDim.x)
        mine[t] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int stride = blockDim.x * gridDim.x;
    for (; i < n; i += stride)
        atomicAdd(&mine[(int)(a[i] + 3) % 61], 1);
    __syncthreads();
    for (int t = threadIdx.x; t < 61; t += blockDim.x)
        atomicAdd(&bins[t], mine[t]);
}

__global__ void one_for_all(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float best;
    __shared__ int count;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0) {
        best = 0;
        count = m;
        for (int k = 0; k < blockDim.x; k++)
            if (a[i + k] > best)
                best = a[i + k], count++;
    }
    __syncthreads();
    out[i] = a[i] / best + count;
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

__global__ void doubles(const float *a, const float *b, float *out, int *bins, int n, int m) {
    double x = threadIdx.x + blockIdx.x * blockDim.x, sum = 0;
    int i = x, at = x + 0.5;
    float f = i / 2, g = i / 2.0f;
    for (double d = 0; d < 1; d += 0.25)
        sum += a[i] * d + f - g;
    if (x < n / 2.0)
        sum += 1;
    if (i < n / 2.0)
        sum += 2;
    if (i == m * 1.5f)
        sum += 4;
    if (x == i)
        sum += at;
    out[i] = sum;
}

__global__ void logic(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int x = i, y = m;
    x = x ^ y, y = x ^ y, x = x ^ y;
    bool inside = i >= 3 && i < n - 3, outside = !inside;
    int both = inside & (m > 3) | outside & (m < 9);
    if (inside)
        out[i] = a[i - 3] + a[i + 3];
    if (m > 3 && (i < 5 || i > n - 5))
        out[i] += both;
    if (5 < i && n > i && 2 * m >= i)
        out[i] += x + y;
    if ((i) < (n))
        out[i] += 1;
    if ((i < n))
        out[i] += 1;
    if (i + 1 < n && i - 1 > 0)
        out[i] += 3;
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

__global__ void no_number(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float nan = sqrtf(-1.0f - m);
    if (i >= nan || i < nan)
        return;
    out[i] = 1;
}

__global__ void strides_by_nothing(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int j = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    int none = m / 100;
    for (int i = j; i < n; i += 512) {
        sum += a[i];
        for (int k = 0; k < none; k++)
            i += n / none;
    }
    out[j] = sum;
}

__global__ void shrinks(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x;
    cells[t] = a[t];
    __syncthreads();
    while (m > 0) {
        float v = cells[(t + m) % blockDim.x];
        m -= 3;
        __syncthreads();
        cells[t] += v;
        __syncthreads();
    }
    int i = t + blockIdx.x * blockDim.x;
    out[i] = cells[t] + m;
}

__global__ void two_ways(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, y = m / 3;
    int x, z = 0;
    i < n ? x = 1 : (x = 2);
    z = y++, y += z;
    x += i > m ? y-- : --y;
    (i & 1 ? x : z) = 9;
    for (int k = x; k < 12; k++)
        z += k;
    out[i] = x * 100 + y * 10 + z;
}

__global__ void chained(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    unsigned t = threadIdx.x, u = t, w = u + 1, last = blockDim.x - 1;
    int i = t + blockIdx.x * blockDim.x, j = i + 1, k = j - i;
    cells[t] = a[i] + k;
    __syncthreads();
    if (m > 5) {
        float v = cells[last - t];
        __syncthreads();
        cells[t] = v + w;
        __syncthreads();
    } else {
        cells[u] *= 2;
        __syncthreads();
    }
    if (w < last)
        out[i] = cells[w];
    if (t >= last)
        out[i] = cells[0] + j;
    {
        float other = cells[last - u];
        __syncthreads();
        cells[t] = other;
    }
    __syncthreads();
    out[i] += cells[w % blockDim.x];
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
    for (int c = 0, d = 9; c != d; c++, d--)
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

__global__ void size_types(const float *a, const float *b, float *out, int *bins, int n, int m) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    long long j = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (size_t k = i; k < n; k += stride)
        sum += a[k];
    if (j < n)
        sum += 1;
    if (j - 5 < 0)
        sum += 2;
    if (i - 5 < n)
        sum += 4;
    if (j - m > 3u)
        sum += 8;
    if (i >= m && j <= m + 20)
        sum += 16;
    out[i] = sum;
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

__global__ void counts_in_common(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ int total, large;
    int i = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
    if (threadIdx.x == 0)
        total = large = 0;
    __syncthreads();
    for (int j = i; j < n; j += stride) {
        if (a[j] > 2)
            atomicAdd(&total, 1);
        if (a[j] > 5 && b[j] > 1)
            atomicMax(&large, j);
    }
    __syncthreads();
    out[i] = total + large;
    if (threadIdx.x == 0)
        atomicAdd(&bins[0], total);
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

__global__ void pointers_move(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    const float *row = a, *p = b + i;
    float sum = 0;
    for (int k = 0; k < m; k++) {
        sum += row[i] * p[0];
        row += 16;
        p += 8;
    }
    sum += p - b;
    if (p < b + n)
        sum += row[0];
    out[i] = sum;
}

__global__ void mixed_types(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int j = i + 1u, k = i - 3L, l = i + true, c = i + 'a' - 'b', e = i + 1e1;
    short s = m;
    unsigned short us = 65535;
    int q = i + s - us;
    i += 2.9;
    float v = j + k + l + c;
    v += e;
    if (q < 0)
        v += 1;
    if (c >= 0 && k > -2)
        v += 2;
    out[threadIdx.x + blockIdx.x * blockDim.x] = v + i + q;
}

__global__ void conditions_with_changes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k = 0;
    float v = 0;
    if (i < n && ++k > 0)
        v += k;
    if (i < n || k++)
        v += k;
    while (k < 5 && i + k++ < n)
        v += a[k];
    for (int q = 0; q < m && (v < 50 || (v = 0, false)); ++q)
        v += a[i] > 0 ? a[i] : 1;
    out[i] = v + k;
}
)cuda";
