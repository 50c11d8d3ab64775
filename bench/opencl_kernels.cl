// The kernels of emulator_speed.cu, word for word, in OpenCL C.

kernel void ripple(global uchar *ptr, int ticks) {
    int x = get_local_id(0) + get_group_id(0) * get_local_size(0);
    int y = get_local_id(1) + get_group_id(1) * get_local_size(1);
    int offset = x + y * get_local_size(0) * get_num_groups(0);
    float fx = x - DIM / 2;
    float fy = y - DIM / 2;
    float d = sqrt(fx * fx + fy * fy);
    uchar grey =
        (uchar)(128.0f + 127.0f * cos(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

kernel void dot_product(global const float *a, global const float *b, global float *c, int n) {
    local float cache[256];
    int tid = get_local_id(0) + get_group_id(0) * get_local_size(0);
    int cacheIndex = get_local_id(0);
    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += get_local_size(0) * get_num_groups(0);
    }
    cache[cacheIndex] = temp;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_size(0) / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (cacheIndex == 0)
        c[get_group_id(0)] = cache[0];
}

kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
    local float as[TILE][TILE], bs[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[y][x] = a[row * n + k + x];
        bs[y][x] = b[(k + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

kernel void histogram(global const uchar *text, long size, volatile global uint *bins) {
    volatile local uint mine[256];
    mine[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    long i = get_local_id(0) + get_group_id(0) * get_local_size(0);
    for (; i < size; i += get_local_size(0) * get_num_groups(0))
        atomic_add(&mine[text[i]], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[get_local_id(0)], mine[get_local_id(0)]);
}
