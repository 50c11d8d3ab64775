// groups.cu: cooperative groups: which threads they are of, what they exchange, and waiting for the
// block, parts of it and the whole grid.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// ------------------------------------------------------------------ who is in a group

__global__ void ranks(unsigned *out) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const auto four = cg::tiled_partition<4>(warp);
    const cg::thread_group eight = cg::tiled_partition(block, 8);
    const cg::grid_group grid = cg::this_grid();
    const unsigned values[] = {
        block.thread_rank(),
        block.size(),
        block.num_threads(),
        block.group_index().x + 10 * block.group_index().y,
        block.thread_index().x + 100 * block.thread_index().y,
        block.dim_threads().x * 100 + block.dim_threads().y,
        warp.thread_rank(),
        warp.meta_group_rank(),
        warp.meta_group_size(),
        four.thread_rank(),
        four.meta_group_rank(),
        four.meta_group_size(),
        static_cast<unsigned>(eight.thread_rank()),
        static_cast<unsigned>(eight.size()),
        static_cast<unsigned>(grid.thread_rank()),
        static_cast<unsigned>(grid.size()),
        static_cast<unsigned>(grid.num_blocks()),
        static_cast<unsigned>(grid.block_rank()),
        static_cast<unsigned>(cg::this_thread().size()),
        cg::thread_rank(block),
        static_cast<unsigned>(cg::group_size(warp)),
    };
    const unsigned count = sizeof values / sizeof *values;
    for (unsigned i = 0; i < count; ++i)
        out[grid.thread_rank() * count + i] = values[i];
}

static void test_ranks() {
    const unsigned width = 24, height = 4, threads = width * height, count = 21;
    device_array<unsigned> out(2 * 3 * threads * count);
    ranks<<<dim3(2, 3), dim3(width, height)>>>(out);
    CHECK_LAUNCH();
    const std::vector<unsigned> got = out.get();
    std::vector<unsigned> expected;
    for (unsigned b = 0; b < 6; ++b)
        for (unsigned t = 0; t < threads; ++t) {
            const unsigned values[] = {t,
                                       threads,
                                       threads,
                                       b % 2 + 10 * (b / 2),
                                       t % width + 100 * (t / width),
                                       width * 100 + height,
                                       t % 32,
                                       t / 32,
                                       3,
                                       t % 4,
                                       t % 32 / 4,
                                       8,
                                       t % 8,
                                       8,
                                       b * threads + t,
                                       6 * threads,
                                       6,
                                       b,
                                       1,
                                       t,
                                       32};
            expected.insert(expected.end(), values, values + count);
        }
    CHECK_ARRAY(
        got, [&](size_t i) { return expected[i]; }, "ranks and sizes");
}

// ------------------------------------------------------------------ tiles of a warp

struct triple {
    int a;
    double b;
    short c;
};

template <unsigned SIZE> __global__ void tiles(int *wrong) {
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const int thread = static_cast<int>(threadIdx.x);
    const int rank = static_cast<int>(tile.thread_rank()), first = thread - rank;
    const int size = SIZE;
    int bad = 0;
    bad += tile.shfl(thread, 1) != first + 1 % size;
    bad += tile.shfl(thread, rank + size + 1) != first + (rank + 1) % size;
    bad += tile.shfl_up(thread, 2) != (rank >= 2 ? thread - 2 : thread);
    bad += tile.shfl_down(thread, 1) != (rank + 1 < size ? thread + 1 : thread);
    bad += tile.shfl_xor(thread, size / 2) != first + (rank ^ size / 2);
    const triple mine = {thread, 0.5 * thread, static_cast<short>(-thread)};
    const triple other = tile.shfl(mine, size - 1 - rank);
    const int there = first + size - 1 - rank;
    bad += other.a != there || other.b != 0.5 * there || other.c != static_cast<short>(-there);
    bad += tile.any(rank == size - 1) == 0;
    bad += tile.any(thread < 0) != 0;
    bad += tile.all(rank < size) == 0;
    bad += tile.all(rank != 0) != 0;
    bad += tile.ballot(rank == 0 || rank == size - 1) != (1u | 1u << (size - 1));
    bad += tile.match_any(rank / 2) !=
           (3u << (rank / 2 * 2) & static_cast<unsigned>((1ull << size) - 1));
    int equal = -1;
    bad += tile.match_all(first, equal) != static_cast<unsigned>((1ull << size) - 1) || equal == 0;
    bad += size > 1 && (tile.match_all(thread, equal) != 0 || equal != 0);
    tile.sync();
    cg::sync(tile);
    atomicAdd(wrong, bad);
}

static void test_tiles() {
    device_array<int> wrong(1);
    tiles<32><<<2, 96>>>(wrong);
    tiles<16><<<2, 96>>>(wrong);
    tiles<8><<<2, 96>>>(wrong);
    tiles<4><<<2, 96>>>(wrong);
    tiles<2><<<2, 96>>>(wrong);
    tiles<1><<<2, 96>>>(wrong);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0);
}

// ------------------------------------------------------------------ threads of one branch

__global__ void coalesced(int *wrong) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int lane = static_cast<int>(threadIdx.x % 32);
    int bad = 0;
    if (lane % 3 == 1) { // 1, 4, ... 31: eleven lanes
        const cg::coalesced_group group = cg::coalesced_threads();
        const int rank = lane / 3;
        bad += group.size() != 11 || group.num_threads() != 11;
        bad += static_cast<int>(group.thread_rank()) != rank;
        bad += group.shfl(lane, 2) != 7;
        bad += group.shfl_up(lane, 1) != (rank >= 1 ? lane - 3 : lane);
        bad += group.shfl_down(lane, 4) != (rank + 4 < 11 ? lane + 12 : lane);
        bad += group.ballot(rank < 2) != 3;
        bad += group.match_any(rank / 4) != (rank < 4 ? 0xfu : rank < 8 ? 0xf0u : 0x700u);
        bad += group.any(lane == 31) == 0 || group.all(lane > 0) == 0;
        const cg::coalesced_group four = cg::tiled_partition(group, 4);
        bad += four.size() != (rank < 8 ? 4u : 3u);
        bad += static_cast<int>(four.thread_rank()) != rank % 4;
        bad += static_cast<int>(four.meta_group_rank()) != rank / 4 || four.meta_group_size() != 3;
        bad += cg::reduce(four, lane, cg::plus<int>()) != (rank < 4 ? 22 : rank < 8 ? 70 : 84);
        group.sync();
    }
    const cg::coalesced_group half = cg::binary_partition(warp, lane < 10);
    bad += half.size() != (lane < 10 ? 10u : 22u);
    bad += static_cast<int>(half.thread_rank()) != (lane < 10 ? lane : lane - 10);
    bad += half.meta_group_rank() != (lane < 10 ? 1u : 0u) || half.meta_group_size() != 2;
    const cg::coalesced_group labels = cg::labeled_partition(warp, lane % 5);
    bad += labels.size() != (lane % 5 < 2 ? 7u : 6u);
    bad += static_cast<int>(labels.thread_rank()) != lane / 5;
    bad += static_cast<int>(labels.meta_group_rank()) != lane % 5 || labels.meta_group_size() != 5;
    const int first = cg::invoke_one_broadcast(labels, [&] { return lane; });
    bad += first % 5 != lane % 5;
    int calls = 0;
    cg::invoke_one(
        warp, [&](int by) { calls += by; }, 3);
    bad += cg::reduce(warp, calls, cg::plus<int>()) != 3;
    atomicAdd(wrong, bad);
}

static void test_coalesced() {
    device_array<int> wrong(1);
    coalesced<<<1, 64>>>(wrong);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0);
}

// ------------------------------------------------------------------ reduce and scan

struct longest { // an operator of one's own
    __host__ __device__ float2 operator()(float2 a, float2 b) const { return a.x >= b.x ? a : b; }
};

template <unsigned SIZE> __global__ void reductions(int *wrong) {
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const int rank = static_cast<int>(tile.thread_rank()), size = SIZE;
    int bad = 0;
    bad += cg::reduce(tile, rank, cg::plus<int>()) != size * (size - 1) / 2;
    bad += cg::reduce(tile, rank * 0.5, cg::plus<double>()) != size * (size - 1) * 0.25;
    bad += cg::reduce(tile, 5 - rank, cg::less<int>()) != 6 - size;
    bad += cg::reduce(tile, 5 - rank, cg::greater<int>()) != 5;
    bad += cg::reduce(tile, static_cast<unsigned>(~rank), cg::bit_and<unsigned>()) !=
           ~static_cast<unsigned>(size - 1);
    bad += cg::reduce(tile, static_cast<unsigned>(rank), cg::bit_or<unsigned>()) !=
           static_cast<unsigned>(size - 1);
    bad += cg::reduce(tile, 1u << rank % 32, cg::bit_xor<unsigned>()) !=
           static_cast<unsigned>((1ull << size) - 1);
    const float2 best = cg::reduce(tile, make_float2(float(rank % size), float(-rank)), longest());
    bad += best.x != float(size - 1) || best.y != float(1 - size);
    bad += cg::inclusive_scan(tile, rank) != rank * (rank + 1) / 2;
    bad += cg::exclusive_scan(tile, rank) != rank * (rank - 1) / 2;
    bad += cg::inclusive_scan(tile, rank == 3 ? 9 : rank, cg::greater<int>()) !=
           (rank < 3 || rank > 9 ? rank : 9);
    const int least = cg::exclusive_scan(tile, 100 - rank, cg::less<int>());
    bad += rank != 0 && least != 101 - rank;
    atomicAdd(wrong, bad);
}

// What all have to call stands in no branch, also where only some results are looked at.
__global__ void large_tiles(int *wrong) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ int sums[4];
    const cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<64>(block);
    const unsigned thread = threadIdx.x, first = thread / 64 * 64;
    int bad = 0;
    bad += tile.size() != 64 || tile.thread_rank() != thread % 64;
    bad += tile.meta_group_rank() != thread / 64 || tile.meta_group_size() != 4;
    bad += tile.shfl(thread, 40) != first + 40;
    bad += tile.any(thread == first + 50) == 0 || tile.any(thread > 1000) != 0;
    bad += tile.all(thread >= first) == 0 || tile.all(thread != first + 33) != 0;
    const auto whole = cg::tiled_partition<128>(block);
    bad += cg::reduce(whole, static_cast<int>(whole.thread_rank()), cg::plus<int>()) != 8128;
    const auto part = cg::tiled_partition<16>(tile);
    bad += part.meta_group_rank() != thread % 64 / 16 || part.meta_group_size() != 4;
    // Each tile goes at its own pace.
    if (tile.thread_rank() == 0)
        sums[tile.meta_group_rank()] = 0;
    for (int i = 0; i < static_cast<int>(tile.meta_group_rank()) + 1; ++i) {
        tile.sync();
        if (tile.thread_rank() == 63)
            sums[tile.meta_group_rank()] += 1;
        tile.sync();
        bad += sums[tile.meta_group_rank()] != i + 1;
    }
    atomicAdd(wrong, bad);
}

static void test_reductions() {
    device_array<int> wrong(1);
    reductions<32><<<2, 64>>>(wrong);
    reductions<8><<<2, 64>>>(wrong);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0);
    large_tiles<<<2, 256>>>(wrong);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0);
}

// ------------------------------------------------------------------ the block

__global__ void halves(const int *in, int *out) {
    __shared__ int shared[128];
    const cg::thread_block block = cg::this_thread_block();
    const unsigned thread = block.thread_rank();
    shared[thread] = in[thread];
    block.sync();
    int sum = shared[127 - thread];
    auto token = block.barrier_arrive();
    sum *= 2; // what needs no other thread
    block.barrier_wait(std::move(token));
    shared[thread] = sum;
    cg::sync(block);
    const cg::thread_group any_group = block;
    out[thread] = shared[thread ^ 1];
    any_group.sync();
}

__global__ void late_copies(const int *in, int *out, int count) {
    __shared__ int first[256], second[256];
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, first, in, sizeof(int) * 256);
    cg::memcpy_async(block, second, 256, in + 256, count); // elements, the lesser of the two
    cg::wait_prior<1>(block);
    const int a = first[255 - threadIdx.x];
    cg::wait(block);
    const int b = static_cast<int>(threadIdx.x) < count ? second[threadIdx.x] : 0;
    out[threadIdx.x] = a + b;
}

static void test_block() {
    std::vector<int> values(512);
    for (int i = 0; i < 512; ++i)
        values[i] = 3 * i + 1;
    const device_array<int> in(values);
    device_array<int> out(256);
    halves<<<1, 128>>>(in, out);
    CHECK_LAUNCH();
    std::vector<int> got = out.get();
    got.resize(128);
    CHECK_ARRAY(
        got, [&](size_t i) { return 2 * values[127 - (i ^ 1)]; }, "halves");
    late_copies<<<1, 256>>>(in, out, 100);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return values[255 - i] + (i < 100 ? values[256 + i] : 0); },
        "late copies");
}

// ------------------------------------------------------------------ the grid

// Each thread adds what its neighbours in the blocks beside it had, round after round.
__global__ void rounds(int *a, int *b, int count, int times) {
    const cg::grid_group grid = cg::this_grid();
    __shared__ int kept; // a block keeps its shared memory while others run
    if (threadIdx.x == 0)
        kept = static_cast<int>(blockIdx.x);
    cg::this_thread_block().sync();
    const int i = static_cast<int>(grid.thread_rank());
    for (int round = 0; round < times; ++round) {
        const int left = i == 0 ? 0 : a[i - 1], right = i == count - 1 ? 0 : a[i + 1];
        b[i] = (left + right + a[i] + static_cast<int>(blockIdx.x) - kept) % 1000003;
        grid.sync();
        int *const other = a;
        a = b;
        b = other;
    }
}

__global__ void is_valid(int *out) {
    *out = cg::this_grid().is_valid();
}

template <class T> __global__ void sum_of_all(const T *in, T *sums, int count) {
    const cg::grid_group grid = cg::this_grid();
    T sum = 0;
    for (unsigned long long i = grid.thread_rank(); i < static_cast<unsigned>(count);
         i += grid.num_threads())
        sum += in[i];
    extern __shared__ char memory[];
    T *const of_warps = reinterpret_cast<T *>(memory);
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    sum = cg::reduce(warp, sum, cg::plus<T>());
    if (warp.thread_rank() == 0)
        of_warps[warp.meta_group_rank()] = sum;
    cg::this_thread_block().sync();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < warp.meta_group_size(); ++i)
            sum += of_warps[i];
        sums[blockIdx.x] = sum;
    }
    grid.sync();
    if (grid.thread_rank() == 0)
        for (unsigned b = 1; b < gridDim.x; ++b)
            sums[0] += sums[b];
}

static std::vector<int> rounds_by_host(std::vector<int> a, int times) {
    const int count = static_cast<int>(a.size());
    std::vector<int> b(a);
    for (int round = 0; round < times; ++round) {
        for (int i = 0; i < count; ++i)
            b[i] = ((i == 0 ? 0 : a[i - 1]) + (i == count - 1 ? 0 : a[i + 1]) + a[i]) % 1000003;
        a.swap(b);
    }
    return a;
}

static void test_grid() {
    int per_processor = 0, cooperative = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    CHECK_EQUAL(cooperative, 1);
    cudaDeviceProp device;
    CHECK_CUDA(cudaGetDeviceProperties(&device, 0));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, rounds, 64, 0));
    const int most = per_processor * device.multiProcessorCount;
    const int blocks = most < 24 ? most : 24, threads = 64;
    int count = blocks * threads, times = 10;
    std::vector<int> start(count);
    for (int i = 0; i < count; ++i)
        start[i] = i % 17;
    device_array<int> a(start), b(count);
    int *dev_a = a, *dev_b = b;
    void *arguments[] = {&dev_a, &dev_b, &count, &times};
    CHECK_CUDA(cudaLaunchCooperativeKernel(rounds, blocks, threads, arguments));
    CHECK_CUDA(cudaDeviceSynchronize());
    const std::vector<int> expected = rounds_by_host(start, times);
    CHECK_ARRAY(
        a.get(), [&](size_t i) { return expected[i]; }, "rounds of a grid");

    // By its address, and with the attribute.
    a.set(start);
    CHECK_CUDA(cudaLaunchCooperativeKernel((void *)rounds, dim3(blocks), dim3(threads), arguments,
                                           0, nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_ARRAY(
        a.get(), [&](size_t i) { return expected[i]; }, "by its address");
    a.set(start);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK_CUDA(cudaLaunchKernelExC(&config, (const void *)rounds, arguments));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_ARRAY(
        a.get(), [&](size_t i) { return expected[i]; }, "with the attribute");
    a.set(start);
    CHECK_CUDA(cudaLaunchKernelEx(&config, rounds, dev_a, dev_b, count, times));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_ARRAY(
        a.get(), [&](size_t i) { return expected[i]; }, "with the attribute, by type");

    // A template, with dynamic shared memory.
    std::vector<double> numbers(10000);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(i) * 0.25;
    const device_array<double> in(numbers);
    device_array<double> sums(blocks);
    const double *dev_in = in;
    double *dev_sums = sums;
    int length = static_cast<int>(numbers.size());
    void *of_sum[] = {&dev_in, &dev_sums, &length};
    CHECK_CUDA(cudaLaunchCooperativeKernel((const void *)sum_of_all<double>, dim3(blocks),
                                           dim3(128), of_sum, 4 * sizeof(double), nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(sums.get()[0], 0.25 * 9999 * 5000);

    // An ordinary launch has no grid to wait for. (An H200 says here, too, that it has.)
    device_array<int> valid(1);
#ifdef CUDA_EMULATOR
    is_valid<<<1, 1>>>(valid);
    CHECK_LAUNCH();
    CHECK_EQUAL(valid.get()[0], 0);
#endif
    int *dev_valid = valid;
    void *of_valid[] = {&dev_valid};
    CHECK_CUDA(cudaLaunchCooperativeKernel(is_valid, 1, 1, of_valid));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(valid.get()[0], 1);

    // One block more than are resident together.
    CHECK_EQUAL(cudaLaunchCooperativeKernel(rounds, most + 1, threads, arguments),
                cudaErrorCooperativeLaunchTooLarge);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    CHECK_EQUAL(cudaLaunchCooperativeKernel(rounds, blocks, 1025, arguments),
                cudaErrorInvalidValue);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
}

// ------------------------------------------------------------------ a grid barrier by hand

__global__ void by_hand(int *arrived, int *data, int *sums, int rounds_) {
    for (int round = 1; round <= rounds_; ++round) {
        if (threadIdx.x == 0)
            data[blockIdx.x] = round * (static_cast<int>(blockIdx.x) + 1);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived, 1);
            while (atomicAdd(arrived, 0) < round * static_cast<int>(gridDim.x)) {
            }
            __threadfence();
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int sum = 0;
            for (unsigned b = 0; b < gridDim.x; ++b)
                sum += static_cast<volatile int *>(data)[b];
            sums[blockIdx.x] = sum;
            __threadfence();
            atomicAdd(arrived + 1, 1);
            while (atomicAdd(arrived + 1, 0) < round * static_cast<int>(gridDim.x)) {
            }
        }
        __syncthreads();
    }
}

static void test_by_hand() {
    const int blocks = 8;
    device_array<int> arrived(2), data(blocks), sums(blocks);
    by_hand<<<blocks, 64>>>(arrived, data, sums, 3);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        sums.get(), [](size_t) { return 3 * 36; }, "a grid barrier by hand");
}

int main() {
    check_device();
    test_ranks();
    test_tiles();
    test_coalesced();
    test_reductions();
    test_block();
    test_grid();
    test_by_hand();
    return check_result();
}
