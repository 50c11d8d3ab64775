// Indices that leave a row and stay in the memory: what lies behind it is the next row, or the next
// member.
#include "mistakes.h"

struct point {
    float x, y;
    __device__ float sum() const { return x + y; }
};
struct box {
    point corners[4];
    point centre;
};
struct polygon {
    int count;
    point corners[8];
};
struct table {
    float values[10];
};

__device__ __noinline__ float length(point p) {
    return p.x + p.y;
}

// Boxes of which every point is written.
inline box *boxes(int count) {
    return zeros<box>(count);
}

// stored says: index out of bounds in kernel stored_kernel
// stored says: uses index 4 of an array of 4 structs
template <bool CORRECT> __global__ void stored_kernel(box *all, int corners) {
    for (int i = 0; i < corners; ++i) {
        point p = {1.0f * i, 2};
        all[threadIdx.x].corners[i] = p; // here: stored
    }
}
template <bool CORRECT> void stored() {
    box *all = boxes(8);
    stored_kernel<CORRECT><<<1, 8>>>(all, CORRECT ? 4 : 5);
    finish(all);
}

// loaded says: index 4 of an array of 4 structs
template <bool CORRECT> __global__ void loaded_kernel(const box *all, point *out, int corner) {
    point p = all[threadIdx.x].corners[corner]; // here: loaded
    out[threadIdx.x] = p;
}
template <bool CORRECT> void loaded() {
    box *all = boxes(8);
    point *out = zeros<point>(8);
    loaded_kernel<CORRECT><<<1, 8>>>(all, out, CORRECT ? 3 : 4);
    must(cudaFree(all));
    finish(out);
}

// given says: index 4 of an array of 4 structs
template <bool CORRECT> __global__ void given_kernel(const box *all, float *out, int corner) {
    out[threadIdx.x] = length(all[threadIdx.x].corners[corner]); // here: given
}
template <bool CORRECT> void given() {
    box *all = boxes(8);
    float *out = zeros<float>(8);
    given_kernel<CORRECT><<<1, 8>>>(all, out, CORRECT ? 3 : 4);
    must(cudaFree(all));
    finish(out);
}

// asked says: index 4 of an array of 4 structs
template <bool CORRECT> __global__ void asked_kernel(const box *all, float *out, int corner) {
    out[threadIdx.x] = 2 * all[threadIdx.x].corners[corner].sum(); // here: asked
}
template <bool CORRECT> void asked() {
    box *all = boxes(8);
    float *out = zeros<float>(8);
    asked_kernel<CORRECT><<<1, 8>>>(all, out, CORRECT ? 3 : 4);
    must(cudaFree(all));
    finish(out);
}

// Vectors are structs too. Each thread's own row, so that there is no race.
// shared_row says: index 4 of an array of 4 structs
template <bool CORRECT> __global__ void shared_row_kernel(float4 *out, int shift) {
    __shared__ float4 tile[5][4];
    for (int y = 0; y < 5; ++y)
        tile[y][threadIdx.x] = make_float4(1, 2, 3, y);
    __syncthreads();
    out[threadIdx.x] = tile[1][threadIdx.x + shift]; // here: shared_row
}
template <bool CORRECT> void shared_row() {
    float4 *out = zeros<float4>(4);
    shared_row_kernel<CORRECT><<<1, 4>>>(out, CORRECT ? 0 : 1);
    finish(out);
}

// shared_struct says: index 4 of an array of 4 structs
template <bool CORRECT> __global__ void shared_struct_kernel(point *out, int corners) {
    __shared__ box one;
    if (threadIdx.x == 0) {
        one.centre = {0, 0};
        for (int i = 0; i < corners; ++i)
            one.corners[i] = {1, 2}; // here: shared_struct
    }
    __syncthreads();
    out[threadIdx.x] = one.corners[threadIdx.x];
}
template <bool CORRECT> void shared_struct() {
    point *out = zeros<point>(4);
    shared_struct_kernel<CORRECT><<<1, 4>>>(out, CORRECT ? 4 : 5);
    finish(out);
}

// row_pointer says: index 4 of an array of 4 structs
template <bool CORRECT>
__global__ void row_pointer_kernel(const point (*rows)[4], float *out, int column) {
    const point p = rows[threadIdx.x][column], *first = &rows[threadIdx.x][0];
    out[threadIdx.x] = p.x + rows[threadIdx.x][column].y + first->x; // here: row_pointer
    const point whole[2] = {rows[threadIdx.x][0], rows[threadIdx.x][column]};
    out[threadIdx.x] += length(whole[1]) + length(rows[threadIdx.x][column]); // here: row_pointer
}
template <bool CORRECT> void row_pointer() {
    point *points = zeros<point>(9 * 4);
    float *out = zeros<float>(8);
    row_pointer_kernel<CORRECT><<<1, 8>>>((point(*)[4])points, out, CORRECT ? 3 : 4);
    must(cudaFree(points));
    finish(out);
}

// The last member of a struct, behind which the next struct begins.
// last_member says: index 10 of an array of type .*float ?\[10\]
template <bool CORRECT> __global__ void last_member_kernel(const table *tables, float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum += tables[threadIdx.x].values[i]; // here: last_member
    out[threadIdx.x] = sum;
}
template <bool CORRECT> void last_member() {
    table *tables = zeros<table>(9);
    float *out = zeros<float>(8);
    last_member_kernel<CORRECT><<<1, 8>>>(tables, out, CORRECT ? 10 : 11);
    must(cudaFree(tables));
    finish(out);
}

// last_struct says: index 8 of an array of 8 structs
template <bool CORRECT> __global__ void last_struct_kernel(polygon *all, int n) {
    polygon *mine = all + threadIdx.x;
    mine->count = n;
    mine->corners[n] = make_float2(1, 2).x > 0 ? point{1, 2} : point{2, 1}; // here: last_struct
}
template <bool CORRECT> void last_struct() {
    polygon *all = zeros<polygon>(9);
    last_struct_kernel<CORRECT><<<1, 8>>>(all, CORRECT ? 7 : 8);
    finish(all);
}

// A last member of one element may have any number of them, if there is memory for them.
// rest says: memory out of bounds in kernel rest_kernel
struct list {
    int count;
    int rest[1];
};
struct point_list {
    int count;
    point rest[1];
};
template <bool CORRECT> __global__ void rest_kernel(list *numbers, point_list *points, int n) {
    for (int i = 0; i < n; ++i) {
        numbers->rest[i] = i; // here: rest
        if (i < 10)
            points->rest[i] = {1, 2};
    }
}
template <bool CORRECT> void rest() {
    char *numbers = zeros<char>(sizeof(list) + 9 * sizeof(int));
    char *points = zeros<char>(sizeof(point_list) + 9 * sizeof(point));
    rest_kernel<CORRECT><<<1, 1>>>((list *)numbers, (point_list *)points, CORRECT ? 10 : 11);
    finish(numbers);
    finish(points);
}

// What stays as it is: addresses behind a row, declarations, and what only looks like an element.
// looks_alike says: index 4 of an array of 4 structs
template <class T, int N> __device__ T last_of(const T (&row)[N]) {
    return row[N - 1];
}
struct keys {
    float kept[4];
    __device__ float operator[](point p) const { return kept[int(p.x)]; }
};
template <bool CORRECT> __global__ void looks_alike_kernel(box *all, float *out, int n) {
    point local[4], *ends[2] = {local, &local[4]}, (*rows)[4] = &local, spare[2] = {};
    for (point *p = local; p != &local[4]; ++p)
        *p = {1, 1};
    *ends[0] = *rows[0];
    (*rows)[1] = spare[1];
    const keys k = {{1, 2, 3, 4}};
    auto &[x, y] = local[2];
    const auto first = [&](int i) { return local[i]; };
    point(*again)[4] = reinterpret_cast<point(*)[4]>(&all[0].corners[0]);
    out[0] = k[first(0)] + last_of(local).x + x + y + (*again)[0].x;
    *reinterpret_cast<point *>(out) = local[n]; // here: looks_alike
}
template <bool CORRECT> void looks_alike() {
    box *all = boxes(1);
    float *out = zeros<float>(2);
    looks_alike_kernel<CORRECT><<<1, 1>>>(all, out, CORRECT ? 3 : 4);
    must(cudaFree(all));
    finish(out);
}

MISTAKES(CASE(stored), CASE(loaded), CASE(given), CASE(asked), CASE(shared_row),
         CASE(shared_struct), CASE(row_pointer), CASE(last_member), CASE(last_struct), CASE(rest),
         CASE(looks_alike))
