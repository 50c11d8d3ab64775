// Accesses that compilers make in other ways than by a load or store of a number, and of which they
// would not tell the checker by themselves.
#include "mistakes.h"

#ifndef CUDA_EMULATOR_CHECKED
#define __builtin_memmove memcpy // nvcc has no memmove for a device
#endif

struct particle {
    float x, y, z, mass;
    int number;
};
struct pair {
    float x, y;
};

// ------------------------------------------------------------------ structs by value

__device__ __noinline__ float energy(particle p) {
    return p.mass * (p.x + p.y + p.z);
}
__device__ __noinline__ float length(pair p) {
    return p.x + p.y;
}
__device__ __noinline__ float length4(float4 p) {
    return p.x + p.y + p.z + p.w;
}
__device__ __noinline__ particle make_particle(int i) {
    return {1.0f * i, 2, 3, 4, i};
}
__device__ __noinline__ pair make_pair_of(int i) {
    return {1.0f * i, 2};
}

// passed says: read of memory that nothing has written in kernel passed_kernel
// passed says: thread 0 of block .0,0,0. reads 20 bytes: byte 0 of particles, 640 bytes of device memory
template <bool CORRECT> __global__ void passed_kernel(const particle *particles, float *out) {
    int i = threadIdx.x;
    out[i] = energy(particles[i]); // here: passed
}
template <bool CORRECT> void passed() {
    particle *particles;
    float *out = zeros<float>(32);
    must(cudaMalloc(&particles, 32 * sizeof(particle)));
    if (CORRECT)
        must(cudaMemset(particles, 0, 32 * sizeof(particle)));
    passed_kernel<CORRECT><<<1, 32>>>(particles, out);
    must(cudaFree(particles));
    finish(out);
}

// passed_small says: race on shared memory in kernel passed_small_kernel
// passed_small says: reads 8 bytes
template <bool CORRECT> __global__ void passed_small_kernel(float *out) {
    __shared__ pair pairs[64];
    int i = threadIdx.x;
    pairs[i].x = i; // here: passed_small
    pairs[i].y = 1;
    if (CORRECT)
        __syncthreads();
    out[i] = length(pairs[63 - i]); // here: passed_small
}
template <bool CORRECT> void passed_small() {
    float *out = zeros<float>(64);
    passed_small_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// passed_vector says: 0 bytes after the end of vectors, 512 bytes of device memory
template <bool CORRECT> __global__ void passed_vector_kernel(const float4 *vectors, float *out) {
    int i = threadIdx.x;
    out[i] = length4(vectors[i + (CORRECT ? 0 : 1)]); // here: passed_vector
}
template <bool CORRECT> void passed_vector() {
    float4 *vectors;
    float *out = zeros<float>(32);
    must(cudaMalloc(&vectors, 32 * sizeof(float4)));
    must(cudaMemset(vectors, 0, 32 * sizeof(float4)));
    passed_vector_kernel<CORRECT><<<1, 32>>>(vectors, out);
    must(cudaFree(vectors));
    finish(out);
}

// returned says: memory out of bounds in kernel returned_kernel
// returned says: thread 32 of block .0,0,0. writes 20 bytes: 0 bytes after the end of particles, 640
// bytes
template <bool CORRECT> __global__ void returned_kernel(particle *particles, int n) {
    int i = threadIdx.x;
    if (!CORRECT || i < n)
        particles[i] = make_particle(i); // here: returned
}
template <bool CORRECT> void returned() {
    particle *particles;
    must(cudaMalloc(&particles, 32 * sizeof(particle)));
    returned_kernel<CORRECT><<<1, 64>>>(particles, 32);
    finish(particles);
}

// returned_small says: race on global memory in kernel returned_small_kernel
// returned_small says: writes 8 bytes
template <bool CORRECT> __global__ void returned_small_kernel(pair *pairs) {
    int i = threadIdx.x;
    pairs[CORRECT ? i : i / 2] = make_pair_of(i); // here: returned_small
}
template <bool CORRECT> void returned_small() {
    pair *pairs = zeros<pair>(64);
    returned_small_kernel<CORRECT><<<1, 64>>>(pairs);
    finish(pairs);
}

// ------------------------------------------------------------------ vectors

// vector_store says: race on shared memory in kernel vector_store_kernel
// vector_store says: writes 16 bytes
template <bool CORRECT> __global__ void vector_store_kernel(const float4 *in, float *out) {
    __shared__ float4 tile[32];
    int i = threadIdx.x;
    tile[i] = in[i]; // here: vector_store
    if (CORRECT)
        __syncthreads();
    out[i] = tile[31 - i].z; // here: vector_store
}
template <bool CORRECT> void vector_store() {
    float4 *in = zeros<float4>(32);
    float *out = zeros<float>(32);
    vector_store_kernel<CORRECT><<<1, 32>>>(in, out);
    must(cudaFree(in));
    finish(out);
}

// vector_load says: read of memory that nothing has written in kernel vector_load_kernel
// vector_load says: byte 0 of in, 128 bytes of device memory
template <bool CORRECT> __global__ void vector_load_kernel(const int *in, int *out) {
    int4 four = reinterpret_cast<const int4 *>(in)[threadIdx.x]; // here: vector_load
    out[threadIdx.x] = four.x + four.y + four.z + four.w;
}
template <bool CORRECT> void vector_load() {
    int *in, *out = zeros<int>(8);
    must(cudaMalloc(&in, 8 * sizeof(int4)));
    if (CORRECT)
        must(cudaMemset(in, 0, 8 * sizeof(int4)));
    vector_load_kernel<CORRECT><<<1, 8>>>(in, out);
    must(cudaFree(in));
    finish(out);
}

// vector_copy says: writes 16 bytes: 0 bytes after the end of to, 248 bytes of device memory
template <bool CORRECT> __global__ void vector_copy_kernel(int4 *to, const int4 *from) {
    to[threadIdx.x] = from[threadIdx.x]; // here: vector_copy
}
template <bool CORRECT> void vector_copy() {
    int4 *from = zeros<int4>(16);
    char *to;
    must(cudaMalloc(&to, CORRECT ? 256 : 248));
    vector_copy_kernel<CORRECT><<<1, 16>>>((int4 *)to, from);
    must(cudaFree(from));
    finish((int4 *)to);
}

// misaligned_store says: misaligned access in kernel misaligned_store_kernel
// misaligned_store says: an address that is no multiple of 16
template <bool CORRECT>
__global__ void misaligned_store_kernel(float *values, float4 value, int shift) {
    *(float4 *)(values + shift) = value; // here: misaligned_store
}
template <bool CORRECT> void misaligned_store() {
    float *values = zeros<float>(8);
    misaligned_store_kernel<CORRECT><<<1, 1>>>(values, make_float4(1, 2, 3, 4), CORRECT ? 4 : 2);
    finish(values);
}

// misaligned_pair says: misaligned access in kernel misaligned_pair_kernel
// misaligned_pair says: an address that is no multiple of 8
template <bool CORRECT> __global__ void misaligned_pair_kernel(int *values, int2 value, int shift) {
    ((int2 *)(values + shift))[threadIdx.x] = value; // here: misaligned_pair
}
template <bool CORRECT> void misaligned_pair() {
    int *values = zeros<int>(8);
    misaligned_pair_kernel<CORRECT><<<1, 2>>>(values, make_int2(1, 2), CORRECT ? 2 : 1);
    finish(values);
}

// misaligned_load says: misaligned access in kernel misaligned_load_kernel
// misaligned_load says: an address that is no multiple of 16
template <bool CORRECT>
__global__ void misaligned_load_kernel(const float *values, float4 *out, int shift) {
    out[0] = *(const float4 *)(values + shift); // here: misaligned_load
}
template <bool CORRECT> void misaligned_load() {
    float *values = zeros<float>(8);
    float4 *out = zeros<float4>(1);
    misaligned_load_kernel<CORRECT><<<1, 1>>>(values, out, CORRECT ? 4 : 2);
    must(cudaFree(values));
    finish(out);
}

// ------------------------------------------------------------------ bit fields

struct fields {
    unsigned low : 12, high : 20;
};
struct odd_fields {
    unsigned number : 20;
    unsigned char tag;
};

// Two bit fields side by side are one place of memory.
// bit_fields says: race on shared memory in kernel bit_fields_kernel
template <bool CORRECT> __global__ void bit_fields_kernel(unsigned *out) {
    __shared__ fields f;
    if (threadIdx.x == 0)
        f = fields();
    __syncthreads();
    if (threadIdx.x == 1)
        f.low = 7; // here: bit_fields
    if (CORRECT)
        __syncthreads();
    if (threadIdx.x == 2)
        f.high = 8; // here: bit_fields
    __syncthreads();
    out[threadIdx.x] = f.low + f.high;
}
template <bool CORRECT> void bit_fields() {
    unsigned *out = zeros<unsigned>(32);
    bit_fields_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// One of three bytes.
// odd_field says: memory out of bounds in kernel odd_field_kernel
// odd_field says: 0 bytes after the end of all, 32 bytes of device memory
template <bool CORRECT> __global__ void odd_field_kernel(odd_fields *all) {
    all[threadIdx.x].number = threadIdx.x; // here: odd_field
}
template <bool CORRECT> void odd_field() {
    odd_fields *all;
    must(cudaMalloc(&all, 8 * sizeof *all));
    must(cudaMemset(all, 0, 8 * sizeof *all));
    odd_field_kernel<CORRECT><<<1, CORRECT ? 8 : 9>>>(all);
    finish(all);
}

// odd_field_read says: read of memory that nothing has written in kernel odd_field_read_kernel
template <bool CORRECT> __global__ void odd_field_read_kernel(const odd_fields *all, int *out) {
    out[threadIdx.x] = all[threadIdx.x].number; // here: odd_field_read
}
template <bool CORRECT> void odd_field_read() {
    odd_fields *all;
    int *out = zeros<int>(8);
    must(cudaMalloc(&all, 8 * sizeof *all));
    if (CORRECT)
        must(cudaMemset(all, 0, 8 * sizeof *all));
    odd_field_read_kernel<CORRECT><<<1, 8>>>(all, out);
    must(cudaFree(all));
    finish(out);
}

// Five bytes of two fields, and a member at once behind them, which is another place.
// odd_pair says: race on shared memory in kernel odd_pair_kernel
struct odd_pair_fields {
    unsigned long long low : 20, high : 18;
    unsigned char tag;
    int low_of_all;
};
template <bool CORRECT> __global__ void odd_pair_kernel(unsigned *out) {
    __shared__ odd_pair_fields f;
    odd_pair_fields *at = &f;
    if (threadIdx.x == 0)
        f = {};
    __syncthreads();
    if (threadIdx.x == 1)
        at->low = 7; // here: odd_pair
    if (CORRECT)
        __syncthreads();
    if (threadIdx.x == 2)
        f.high += 8; // here: odd_pair
    if (threadIdx.x == 3)
        f.tag = sizeof(at->high + 1);
    __syncthreads();
    out[threadIdx.x] = at->low + f.high + f.tag;
}
template <bool CORRECT> void odd_pair() {
    unsigned *out = zeros<unsigned>(32);
    odd_pair_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// ------------------------------------------------------------------ copies of constant length

struct chunk {
    int words[16];
};

// builtin_copy says: read of memory that nothing has written in kernel builtin_copy_kernel
// builtin_copy says: byte 0 of from, 64 bytes of device memory
template <bool CORRECT> __global__ void builtin_copy_kernel(chunk *to, const chunk *from) {
    __builtin_memcpy(to, from, sizeof *to); // here: builtin_copy
}
template <bool CORRECT> void builtin_copy() {
    chunk *to = zeros<chunk>(1), *from;
    must(cudaMalloc(&from, sizeof *from));
    if (CORRECT)
        must(cudaMemset(from, 0, sizeof *from));
    builtin_copy_kernel<CORRECT><<<1, 1>>>(to, from);
    must(cudaFree(from));
    finish(to);
}

// builtin_few says: memory out of bounds in kernel builtin_few_kernel
// builtin_few says: 0 bytes after the end of to, 12 bytes of device memory
template <bool CORRECT> __global__ void builtin_few_kernel(char *to, const char *from) {
    __builtin_memcpy(to + (CORRECT ? 0 : 12), from, 12); // here: builtin_few
}
template <bool CORRECT> void builtin_few() {
    char *to, few[12], *from = zeros<char>(12);
    must(cudaMalloc(&to, 12));
    builtin_few_kernel<CORRECT><<<1, 1>>>(to, from);
    must(cudaFree(from));
    must(cudaMemcpy(few, to, 12, cudaMemcpyDeviceToHost));
    must(cudaFree(to));
}

// builtin_move says: writes 32 bytes: 0 bytes after the end of to, 64 bytes of device memory
template <bool CORRECT> __global__ void builtin_move_kernel(char *to) {
    __builtin_memmove(to + (CORRECT ? 32 : 40), to, 32); // here: builtin_move
}
template <bool CORRECT> void builtin_move() {
    char *to;
    must(cudaMalloc(&to, 64));
    must(cudaMemset(to, 0, 64));
    builtin_move_kernel<CORRECT><<<1, 1>>>(to);
    finish(to);
}

// builtin_set says: race on shared memory in kernel builtin_set_kernel
template <bool CORRECT> __global__ void builtin_set_kernel(int *out) {
    __shared__ int words[32];
    if (threadIdx.x == 0)
        __builtin_memset(words, 0, sizeof words); // here: builtin_set
    if (CORRECT)
        __syncthreads();
    words[threadIdx.x] = 1; // here: builtin_set
    out[threadIdx.x] = words[threadIdx.x];
}
template <bool CORRECT> void builtin_set() {
    int *out = zeros<int>(32);
    builtin_set_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// library_copy says: race on shared memory in kernel library_copy_kernel
template <bool CORRECT> __global__ void library_copy_kernel(int *out) {
    __shared__ chunk tile[32];
    chunk mine;
    for (int k = 0; k < 16; ++k)
        mine.words[k] = threadIdx.x;
    memcpy(&tile[threadIdx.x], &mine, sizeof mine); // here: library_copy
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x].words[3]; // here: library_copy
}
template <bool CORRECT> void library_copy() {
    int *out = zeros<int>(32);
    library_copy_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// ------------------------------------------------------------------ arrays of structs

struct wide {
    float values[10];
};
// struct_local says: reads 4 bytes: 32 bytes after the end of own, 160 bytes of a local variable
template <bool CORRECT> __global__ void struct_local_kernel(float *out, int n) {
    wide own[4];
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 10; ++i)
            own[k].values[i] = k;
    wide *at = own;
    *out += at[n].values[8]; // here: struct_local
}
template <bool CORRECT> void struct_local() {
    float *out = zeros<float>(1);
    struct_local_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 4);
    finish(out);
}

// struct_local_store says: index out of bounds in kernel struct_local_store_kernel
template <bool CORRECT> __global__ void struct_local_store_kernel(float *out, int n) {
    particle own[4];
    for (int k = 0; k < n; ++k)
        own[k] = make_particle(k); // here: struct_local_store
    *out = own[1].x;
}
template <bool CORRECT> void struct_local_store() {
    float *out = zeros<float>(1);
    struct_local_store_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 4 : 5);
    finish(out);
}

// struct_local_given says: local variable out of bounds in kernel struct_local_given_kernel
template <bool CORRECT> __global__ void struct_local_given_kernel(float *out, int n) {
    particle own[4] = {};
    particle *at = own;
    for (int k = 0; k < n; ++k)
        at[k].x = k; // here: struct_local_given
    *out = own[1].x;
}
template <bool CORRECT> void struct_local_given() {
    float *out = zeros<float>(1);
    struct_local_given_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 4 : 5);
    finish(out);
}

// ------------------------------------------------------------------ textures

inline cudaTextureObject_t filtered(cudaResourceDesc resource, bool normalised = false,
                                    cudaTextureAddressMode edge = cudaAddressModeClamp) {
    cudaTextureDesc how = {};
    how.filterMode = cudaFilterModeLinear;
    how.readMode = normalised ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = edge;
    cudaTextureObject_t texture;
    must(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    return texture;
}
template <class T> cudaResourceDesc plane(T *data, size_t width, size_t height, size_t pitch) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = data;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<T>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return resource;
}

// Half way between the last row that was written and the next.
// filtered_unwritten says: read of memory that nothing has written in kernel filtered_unwritten_kernel
// filtered_unwritten says: reads 4 bytes: byte 1024 of data
template <bool CORRECT>
__global__ void filtered_unwritten_kernel(cudaTextureObject_t texture, float *out) {
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.0f); // here: filtered_unwritten
}
template <bool CORRECT> void filtered_unwritten() {
    float *data, *out = zeros<float>(8);
    must(cudaMalloc(&data, 4 * 512));
    must(cudaMemset(data, 0, CORRECT ? 2048 : 1024));
    cudaTextureObject_t texture = filtered(plane(data, 8, 4, 512));
    filtered_unwritten_kernel<CORRECT><<<1, 8>>>(texture, out);
    must(cudaDestroyTextureObject(texture));
    must(cudaFree(data));
    finish(out);
}

// Four channels of a byte each, as 0 to 1.
// filtered_bytes says: read of memory that nothing has written in kernel filtered_bytes_kernel
template <bool CORRECT>
__global__ void filtered_bytes_kernel(cudaTextureObject_t texture, float *out) {
    const float4 colour = tex2D<float4>(texture, threadIdx.x + 0.5f, 2.0f); // here: filtered_bytes
    out[threadIdx.x] = colour.x;
}
template <bool CORRECT> void filtered_bytes() {
    uchar4 *data;
    float *out = zeros<float>(8);
    must(cudaMalloc(&data, 4 * 512));
    must(cudaMemset(data, 0, CORRECT ? 2048 : 1024));
    cudaTextureObject_t texture = filtered(plane(data, 8, 4, 512), true);
    filtered_bytes_kernel<CORRECT><<<1, 8>>>(texture, out);
    must(cudaDestroyTextureObject(texture));
    must(cudaFree(data));
    finish(out);
}

// converted says: race on global memory in kernel converted_kernel
// converted says: reads 1 byte
template <bool CORRECT>
__global__ void converted_kernel(cudaTextureObject_t texture, unsigned char *data, float *out) {
    if (!CORRECT)
        data[threadIdx.x] = 1;                                          // here: converted
    out[threadIdx.x] = tex2D<float>(texture, 7.5f - threadIdx.x, 0.5f); // here: converted
}
template <bool CORRECT> void converted() {
    unsigned char *data = zeros<unsigned char>(512);
    float *out = zeros<float>(8);
    cudaResourceDesc resource = plane(data, 8, 1, 512);
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture;
    must(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    converted_kernel<CORRECT><<<1, 8>>>(texture, data, out);
    must(cudaDestroyTextureObject(texture));
    must(cudaFree(data));
    finish(out);
}

MISTAKES(CASE(passed), CASE(passed_small), CASE(passed_vector), CASE(returned),
         CASE(returned_small), CASE(vector_store), CASE(vector_load), CASE(vector_copy),
         CASE(misaligned_store), CASE(misaligned_pair), CASE(misaligned_load), CASE(bit_fields),
         CASE(odd_field), CASE(odd_field_read), CASE(odd_pair), CASE(builtin_copy),
         CASE(builtin_few), CASE(builtin_move), CASE(builtin_set), CASE(library_copy),
         CASE(struct_local), CASE(struct_local_store), CASE(struct_local_given),
         CASE(filtered_unwritten), CASE(filtered_bytes), CASE(converted))
