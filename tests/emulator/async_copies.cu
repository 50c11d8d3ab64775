// async_copies: copies from global to shared memory that a thread begins, and waits for later.
#include "check.h"
#include <cuda_pipeline.h>

#define THREADS 96

template <class T> __global__ void through_shared(const T *from, T *to) {
    __shared__ T room[THREADS];
    const int i = threadIdx.x, other = THREADS - 1 - i;
    const int first = blockIdx.x * THREADS;
    __pipeline_memcpy_async(&room[i], &from[first + i], sizeof(T));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    to[first + i] = room[other];
}

template <class T> static void test_size(T (*number)(int)) {
    const int blocks = 5;
    std::vector<T> values;
    for (int i = 0; i < blocks * THREADS; ++i)
        values.push_back(number(i));
    const device_array<T> from(values), to(values.size());
    through_shared<T><<<blocks, THREADS>>>(from, to);
    CHECK_LAUNCH();
    const std::vector<T> got = to.get();
    int wrong = 0;
    for (int i = 0; i < blocks * THREADS; ++i)
        wrong += std::memcmp(&got[i], &values[i / THREADS * THREADS + THREADS - 1 - i % THREADS],
                             sizeof(T)) != 0;
    CHECK_EQUAL(wrong, 0);
}

// Four bytes of 16 are zeros, or all, or none.
__global__ void zeros_at_the_end(const uint4 *from, uint4 *to) {
    __shared__ uint4 room[3];
    const size_t zeros[] = {0, 4, 16};
    room[threadIdx.x] = make_uint4(9, 9, 9, 9);
    __pipeline_memcpy_async(&room[threadIdx.x], from, 16, zeros[threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    to[threadIdx.x] = room[threadIdx.x];
}

// Batches arrive in their order: a thread that has three under way waits for the first, for the
// second, then begins a fourth, and so on; a batch may be empty, and a copy in none.
__global__ void batches(const int *from, int *to) {
    __shared__ int room[4][THREADS];
    const int i = threadIdx.x;
    for (int batch = 0; batch < 3; ++batch) {
        if (batch != 1 || i % 2 == 0) // odd threads have nothing in the second
            __pipeline_memcpy_async(&room[batch][i], &from[batch * THREADS + i], 4);
        __pipeline_commit();
    }
    __pipeline_memcpy_async(&room[3][i], &from[3 * THREADS + i], 4); // not yet in a batch
    __pipeline_wait_prior(2);
    to[i] = room[0][i];
    __pipeline_wait_prior(1);
    to[THREADS + i] = i % 2 == 0 ? room[1][i] : -1;
    __pipeline_wait_prior(0);
    to[2 * THREADS + i] = room[2][i];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __pipeline_wait_prior(5); // nothing is left
    to[3 * THREADS + i] = room[3][i];
}

// As programs use it: three tiles in turn, of which two are on their way while one is used.
#define TILE 64
__global__ void sums_of_tiles(const int *from, int *to, int tiles) {
    __shared__ int room[3][TILE];
    int sum = 0;
    for (int tile = 0; tile < 2; ++tile) {
        if (tile < tiles)
            __pipeline_memcpy_async(&room[tile][threadIdx.x], &from[tile * TILE + threadIdx.x], 4);
        __pipeline_commit();
    }
    for (int tile = 0; tile < tiles; ++tile) {
        __pipeline_wait_prior(1);
        __syncthreads(); // this tile is there for all, and nobody reads the one before any more
        if (tile + 2 < tiles)
            __pipeline_memcpy_async(&room[(tile + 2) % 3][threadIdx.x],
                                    &from[(tile + 2) * TILE + threadIdx.x], 4);
        __pipeline_commit();
        for (int i = 0; i < TILE; ++i)
            sum += room[tile % 3][i] * (i + (int)threadIdx.x);
    }
    to[threadIdx.x + blockIdx.x * TILE] = sum;
}

// Nobody waits, and nobody looks: the next block and the next kernel have nothing of it.
__global__ void not_waited_for(const int *from) {
    __shared__ int room[THREADS];
    __pipeline_memcpy_async(&room[threadIdx.x], &from[threadIdx.x], 4);
    if (threadIdx.x % 2 == 0)
        __pipeline_commit();
}

int main() {
    check_device();
    test_size<unsigned>([](int i) { return i * 2654435761u; });
    test_size<unsigned long long>([](int i) { return i * 0x9e3779b97f4a7c15ULL; });
    test_size<uint4>([](int i) {
        const unsigned x = (unsigned)i;
        return make_uint4(x, ~x, x * 77u, x * x);
    });

    device_array<uint4> some(1), zeros(3);
    some.set({make_uint4(1, 2, 3, 4)});
    zeros_at_the_end<<<1, 3>>>(some, zeros);
    CHECK_LAUNCH();
    const std::vector<uint4> z = zeros.get();
    CHECK_EQUAL(z[0].x * 1000 + z[0].y * 100 + z[0].z * 10 + z[0].w, 1234u);
    CHECK_EQUAL(z[1].x * 1000 + z[1].y * 100 + z[1].z * 10 + z[1].w, 1230u);
    CHECK_EQUAL(z[2].x * 1000 + z[2].y * 100 + z[2].z * 10 + z[2].w, 0u);

    std::vector<int> values(20 * TILE);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = (int)(i * i % 1009);
    const device_array<int> from(values), to(4 * THREADS);
    not_waited_for<<<7, THREADS>>>(from);
    CHECK_LAUNCH();
    batches<<<1, THREADS>>>(from, to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [&](size_t i) { return i / THREADS == 1 && i % 2 == 1 ? -1 : values[i]; },
        "batches");
    for (int tiles : {0, 1, 2, 3, 4, 19}) {
        const device_array<int> sums(3 * TILE);
        sums_of_tiles<<<3, TILE>>>(from, sums, tiles);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            sums.get(),
            [&](size_t thread) {
                int sum = 0;
                for (int i = 0; i < tiles * TILE; ++i)
                    sum += values[i] * (i % TILE + (int)(thread % TILE));
                return sum;
            },
            "sums of " + std::to_string(tiles) + " tiles");
    }
    return check_result();
}
