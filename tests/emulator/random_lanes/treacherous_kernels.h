// Kernels in which threads that become lanes could easily do something else: by types, operators
// and names.
#pragma once

constexpr const char *TREACHEROUS_KERNELS = R"cuda(
#define TILE 16
#define HALF (TILE / 2)
#define RADIUS 1.5f
#define BITS 2 + 1
#define NEARLY_ALL 4294967290u
#define OFFSET 1 << 10
#define REAL float
const int STEP = 3;
const float WEIGHT = 0.5f;
__device__ int line_of_all[4096];
__device__ float cbrtf(int &of) {
    return of += 7;
}

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

// In the middle of a row, where an index has no sign, and where a number with one has grown too large.
__global__ void grows_too_large(const float *a, const float *b, float *out, int *bins, int n, int m) {
    unsigned u = threadIdx.x + blockIdx.x * blockDim.x, back = m;
    int high = 32767 * 65536u + 65500 + 4 * threadIdx.x + blockIdx.x;
    out[u] = u >= back && a[u - back] > 0;
    __syncthreads();
    out[u + 4096] = high;
    __syncthreads();
    out[u + 8192] = high / 2;
}

// What does not grow by one number from each thread to the next one, though it looks so.
__global__ void no_steps(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, part = 4.5f * t;
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned char low = 4 * t, lower = blockIdx.x * 64 + 4 * t;
    float large = blockIdx.x * 64 + 16777217 + 3 * t;
    unsigned u = low + m, v = part + m, w = blockIdx.x * 64 + t * BITS, x = m & 1 + 4 * t;
    out[i] = u + v;
    __syncthreads();
    out[i + 4096] = w + x;
    __syncthreads();
    out[i + 8192] = u + v + w + x + large;
    __syncthreads();
    out[i + 12288 + (n << 2)] = lower;
    __syncthreads();
    out[i] = out[i] + lower;
}

__global__ void adds_in_shared(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ int *far[2], counts[2][8];
    int t = threadIdx.x;
    counts[0][t % 8] = counts[1][t % 8] = 0;
    far[t % 2] = bins;
    __syncthreads();
    atomicAdd(&counts[t % 2][t % 8], n);
    atomicAdd(&counts[t % 2][t % 7] + 1, n);
    atomicAdd(&far[t % 2][t % 8], 1);
    __syncthreads();
    out[t] = counts[0][t % 8] + counts[1][t % 8];
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

__global__ void goes_on_at_0(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned last = threadIdx.x + 4294967290u;
    float v = 0;
    if (last > 3)
        v += 1;
    if (threadIdx.x + 0xfffffffau > 3u)
        v += 2;
    if (threadIdx.x + NEARLY_ALL <= NEARLY_ALL + 2)
        v += 4;
    if (threadIdx.x + (4095u << 20) + (4095u << 8) + 250 > 3)
        v += 8;
    out[i] = v;
}

__global__ void own_functions(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k = m;
    float sum = a[i] + cbrtf(k);
    for (int q = 0; q < 4; q++)
        sum += a[i + q] * k;
    out[i] = sum;
}

__global__ void adds_to_its_own(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k = m;
    atomicAdd(&k, 5);
    float sum = 0;
    for (int q = 0; q < 4; q++)
        sum += a[i + q] * k;
    out[i] = sum + k;
}

__global__ void shifts_in_macros(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, j = t + OFFSET;
    out[t] = a[t];
    if (j < 3 << 10)
        out[t] += 2;
    if (t + OFFSET < 5 << 10)
        out[t] += 4;
    if (t < OFFSET)
        out[t] += j;
}

__global__ void layers(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, width = blockDim.x * gridDim.x;
    int y = threadIdx.y, z = threadIdx.z + blockIdx.z * blockDim.z;
    int place = x + (y + z * blockDim.y) * width;
    float sum = z;
    for (int k = 0; k < y + z; k++)
        sum += a[x + k] * 0.5f;
    if (x < n && z < m)
        sum += b[place];
    out[place] = sum;
}

__global__ void hides_constants(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int q = threadIdx.x * STEP, i = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += a[i + k];
    {
        int STEP = 2;
        for (int k = 0; k < STEP; k++)
            sum += a[i + k] * (q + STEP);
    }
    out[i] = sum + q;
}

// Sums of floating-point numbers, by whatever name, stay in their order.
__global__ void adds_by_a_macro(const float *a, const float *b, float *out, int *bins, int n, int m) {
    REAL *sums = out + 8 * (blockIdx.x + blockIdx.y * gridDim.x), weight = REAL(m) / 7;
    for (int q = threadIdx.x; q < n; q += blockDim.x)
        atomicAdd(&sums[threadIdx.y % 8], weight * a[q]);
}

__global__ void calculates_by_a_macro(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    REAL x = a[i] * REAL(0.3f), y = 0;
    if (i < n)
        y = x * b[i];
    out[i] = x + y;
}

__global__ void reads_by_another_name(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float2 *to = (float2 *)out;
    const float2 *from = (const float2 *)out + (m < 0);
    to[i].x = a[i] + 1;
    to[i].y = from[i].x * b[i];
}
)cuda";
