// Kernels whose threads wait for each other.
#pragma once

constexpr const char *WAITING_KERNELS = R"cuda(
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

__global__ void one_thread_adds(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x;
    float own = 0, kept = 1;
    for (int k = 0; k < 5; k++)
        own += a[t] + k;
    cells[t] = own + kept;
    __syncthreads();
    if (n > 0 && t == m) {
        for (int i = 0; i < blockDim.x; i++)
            kept += cells[i] * own;
        int low = 3;
        while (low < 9)
            kept += cells[low++ % blockDim.x];
        cells[0] = kept + low;
    }
    __syncthreads();
    out[t + blockIdx.x * blockDim.x] = kept + cells[0] + own;
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

__global__ void branches_without_braces(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, last = blockDim.x - 1;
    float x;
    if (m > 5) {
        cells[t] = a[t];
        __syncthreads();
        x = cells[last - t];
        __syncthreads();
    } else
        x = a[t];
    if (m < 5)
        x += b[t];
    else {
        cells[t] = x;
        __syncthreads();
        x += cells[last - t];
        __syncthreads();
    }
    if (m > 2)
        for (int k = 0; k < 3; k++) {
            cells[t] = x;
            __syncthreads();
            x += cells[last - t];
            __syncthreads();
        }
    else if (m > 1)
        __syncthreads();
    else
        for (int k = 0; k < 3; k++)
            x += a[t + k];
    out[t + blockIdx.x * blockDim.x] = x;
}

__global__ void lengths_beside_lanes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    const int t = threadIdx.x, LENGTH = 4;
    cells[t] = a[t];
    __syncthreads();
    float v[LENGTH] = {0};
    for (int k = 0; k < LENGTH; k++)
        v[k] += cells[(t + k) % blockDim.x];
    out[t + blockIdx.x * blockDim.x] = v[0] - v[1] + v[2] * v[3];
}

__global__ void lengths_beside_values(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    const int own = (int)a[threadIdx.x] + m, LENGTH = 4;
    cells[threadIdx.x] = own;
    __syncthreads();
    float v[LENGTH] = {0};
    for (int k = 0; k < LENGTH; k++)
        v[k] += cells[(threadIdx.x + k) % blockDim.x] * own;
    out[threadIdx.x + blockIdx.x * blockDim.x] = v[0] - v[1] + v[2] * v[3];
}

__global__ void lengths_of_shared(const float *a, const float *b, float *out, int *bins, int n, int m) {
    const int t = threadIdx.x, LENGTH = 1024;
    __shared__ float cells[LENGTH];
    cells[t] = a[t];
    __syncthreads();
    out[t + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - t];
}

__global__ void rows_of_its_own(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x;
    float own[2][2] = {{a[t], a[t + 1]}, {b[t + 2], b[t]}};
    const float *row = own[t % 2];
    cells[t] = b[t];
    __syncthreads();
    float others[4] = {cells[blockDim.x - 1 - t], 1, 2, 3};
    float sum = others[m % 4];
    for (int k = 0; k < 2; k++)
        sum += row[k] * a[t + k];
    out[t + blockIdx.x * blockDim.x] = sum;
}

__global__ void casts_by_macros(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, y = threadIdx.y, block = blockIdx.x + blockIdx.y * gridDim.x;
    float *p = out + 8192 + block * 64 + y;
    const float old = (REAL)*p;
    __syncthreads();
    if (t == 0)
        p[0] += 1;
    __syncthreads();
    out[t + (y + block * blockDim.y) * blockDim.x] = old + (REAL)*p;
}

__global__ void keeps_in_layers(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x + (threadIdx.y + threadIdx.z * blockDim.y) * blockDim.x;
    int all = blockDim.x * blockDim.y * blockDim.z;
    float mine = a[t] + threadIdx.z;
    cells[t] = mine;
    __syncthreads();
    mine += cells[all - 1 - t];
    __syncthreads();
    cells[t] = mine * threadIdx.z;
    __syncthreads();
    out[t + (blockIdx.x + blockIdx.z * gridDim.x) * all] = cells[all - 1 - t] + mine;
}

__global__ void turns_a_tile(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int x = threadIdx.x + 3, y = threadIdx.y + m;
    int all = blockDim.x * blockDim.y;
    int place = threadIdx.x + threadIdx.y * blockDim.x;
    out += (blockIdx.x + blockIdx.y * gridDim.x) * all;
    cells[place] = a[x + y];
    __syncthreads();
    x = threadIdx.x + blockIdx.x * 2;
    y = threadIdx.y * 2;
    for (int k = 0; k < 3; k++)
        out[place] += cells[all - 1 - place] * k + x + y;
}

__global__ void turns_it_on(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int x = threadIdx.x + 3, y = threadIdx.y + m;
    int all = blockDim.x * blockDim.y;
    int place = threadIdx.x + threadIdx.y * blockDim.x;
    out += (blockIdx.x + blockIdx.y * gridDim.x) * all;
    cells[place] = a[x + y];
    __syncthreads();
    x = x + 1;
    if (m > 3)
        y = 7;
    out[place] = cells[all - 1 - place] + x;
    __syncthreads();
    if (m > 3)
        y = 7;
    cells[place] = b[x + y];
    __syncthreads();
    out[place] += cells[all - 1 - place] + x;
}

__global__ void assigns_in_places(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, x = threadIdx.x + m, y = threadIdx.x;
    float sum = 0;
    if (i < n)
        x = threadIdx.x + 5;
    for (int k = 0; k < 3; k++) {
        sum += a[x] + y;
        y = threadIdx.x + k;
    }
    unsigned u = threadIdx.x;
    u = u + 4294967295u;
    long long w = threadIdx.x;
    w = threadIdx.x - 1;
    for (int k = 0; k < 3; k++)
        sum = sum * 2 + (u > 4u) + (w > 4);
    out[i] = sum + x + y;
}

__global__ void works_out_anew(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, four = 4 * t, from = m * t + 1, last = four + from;
    int k = m, late = k * t;
    unsigned back = 3u * t - 7;
    long long wide = back;
    k += t;
    cells[t] = a[four % 1000] + a[from % 1000];
    __syncthreads();
    for (int q = 0; q < 3; q++) {
        int there = 3 * t + q;
        cells[t] += a[there % 1000] + last;
        __syncthreads();
        out[t + blockIdx.x * blockDim.x] += cells[blockDim.x - 1 - t] + there * k + (wide > 9);
        __syncthreads();
    }
    out[t + blockIdx.x * blockDim.x] += four + from * 2 + back + k + late;
}

__global__ void sums_in_parts(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, from = m, at = threadIdx.x;
    float sum = b[i], most = 0, other = 1;
    for (int k = 0; k < 9; k++) {
        sum += a[i + k] * b[k];
        most = sum * 0.5f + most;
    }
    for (int k = 0; k < 5; k++) {
        sum += a[i + from];
        from += 2;
    }
    for (int k = 0; k < 5; k++) {
        other += a[at] * sum;
        at += 3;
    }
    for (int k = 0; k < m; k++)
        for (int q = 0; q < 3; q++)
            other = other * 0.25f + a[i + k + q] * most;
    out[i] = sum + most + from + at;
    out[i + 8192] = other;
}

__global__ void waits_for_nobody(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1025];
    int x = threadIdx.x;
    cells[x + 1] = a[x];
    cells[x] = b[x];
    x = threadIdx.x + 1;
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[x];
}

__global__ void takes_one_value(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cells[t] = i < n ? a[i] : b[i] + 1;
    __syncthreads();
    float other = t >= m ? cells[t - m] : 7;
    const float last = t >= m && t < n ? cells[t - m] * 2 : other;
    unsigned u = i > n ? t : -1;
    float mixed = t == m ? 16777217 : 0.5f;
    __syncthreads();
    cells[t] += other + mixed;
    __syncthreads();
    out[i] = cells[blockDim.x - 1 - t] + other + u + last;
}

__global__ void takes_what_others_write(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cells[t] = a[i];
    __syncthreads();
    cells[t] = t >= 3 ? cells[t - 3] * 0.5f : cells[t] + 1;
    bins[0] = t > m ? t : -t;
    int own = t >= 7 ? i : 5;
    __syncthreads();
    out[i] = cells[t] + own;
}

__global__ void shares_rows(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float of_a[1024], of_b[1024];
    int x = threadIdx.x, y = threadIdx.y, width = blockDim.x;
    int place = x + y * width + (blockIdx.x + blockIdx.y * gridDim.x) * width * blockDim.y;
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        of_a[y * width + x] = a[place + k] * (y + 1);
        of_b[y * width + x] = b[k * y + x];
        __syncthreads();
        for (int i = 0; i < width; i++)
            sum += of_a[y * width + i] * of_b[x];
        __syncthreads();
    }
    out[place] = sum;
    if (x > 0 && x < width - 1 && y > 0 && y < m)
        out[place] = sum + a[place - 1] + y;
}
)cuda";
