// CUB: what blocks, warps and devices do together, with the results that a loop gives.
#include "../emulator/check.h"

#include <cub/cub.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>

#include <cuda/std/tuple>

#include <algorithm>
#include <functional>
#include <numeric>

#if CUB_VERSION >= 300000
using adds = cuda::std::plus<>;
#else
using adds = cub::Sum;
#endif

static const int THREADS = 128, EACH = 4, ALL = THREADS * EACH;

static std::vector<int> numbers(int count) {
    std::vector<int> all(count);
    for (int i = 0; i < count; ++i)
        all[i] = i * 7919 % 1009 - 500;
    return all;
}

// Each thread has EACH numbers: loads them, and stores their scan, their order, and the sum of all.
static __global__ void of_a_block(const int *in, int *scanned, int *sorted, int *sum) {
    using block_load = cub::BlockLoad<int, THREADS, EACH, cub::BLOCK_LOAD_TRANSPOSE>;
    using block_store = cub::BlockStore<int, THREADS, EACH, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using block_scan = cub::BlockScan<int, THREADS>;
    using block_sort = cub::BlockRadixSort<int, THREADS, EACH>;
    using block_reduce = cub::BlockReduce<int, THREADS>;
    __shared__ union {
        typename block_load::TempStorage load;
        typename block_store::TempStorage store;
        typename block_scan::TempStorage scan;
        typename block_sort::TempStorage sort;
        typename block_reduce::TempStorage reduce;
    } temporary;
    int own[EACH], results[EACH];
    block_load(temporary.load).Load(in, own);
    __syncthreads();
    block_scan(temporary.scan).InclusiveSum(own, results);
    __syncthreads();
    block_store(temporary.store).Store(scanned, results);
    __syncthreads();
    const int total = block_reduce(temporary.reduce).Sum(own);
    if (threadIdx.x == 0)
        *sum = total;
    __syncthreads();
    block_sort(temporary.sort).Sort(own);
    __syncthreads();
    block_store(temporary.store).Store(sorted, own);
}

static void blocks() {
    const std::vector<int> all = numbers(ALL);
    const device_array<int> in(all), scanned(ALL), sorted(ALL), sum(1);
    of_a_block<<<1, THREADS>>>(in, scanned, sorted, sum);
    CHECK_LAUNCH();
    std::vector<int> expected(ALL);
    std::partial_sum(all.begin(), all.end(), expected.begin());
    CHECK_ARRAY(
        scanned.get(), [&](std::size_t i) { return expected[i]; }, "BlockScan");
    CHECK_EQUAL(sum.get()[0], expected[ALL - 1]);
    std::vector<int> ordered = all;
    std::sort(ordered.begin(), ordered.end());
    CHECK_ARRAY(
        sorted.get(), [&](std::size_t i) { return ordered[i]; }, "BlockRadixSort");
}

// Parts of a warp, of values of several words.
struct wide {
    double sum;
    int count;
    __host__ __device__ wide operator+(const wide &other) const {
        return {sum + other.sum, count + other.count};
    }
};
struct larger {
    __device__ float operator()(float a, float b) const { return a < b ? b : a; }
};
static __global__ void of_warps(int *scanned, wide *sums, float *largest) {
    using scan = cub::WarpScan<int, 8>;
    using reduce = cub::WarpReduce<wide>;
    using most = cub::WarpReduce<float, 16>;
    __shared__ typename scan::TempStorage scan_storage[8];
    __shared__ typename reduce::TempStorage reduce_storage[2];
    __shared__ typename most::TempStorage most_storage[4];
    const int i = static_cast<int>(threadIdx.x);
    int result;
    scan(scan_storage[i / 8]).ExclusiveSum(i, result);
    scanned[i] = result;
    const wide sum = reduce(reduce_storage[i / 32]).Sum(wide{i + 0.5, 1});
    if (i % 32 == 0)
        sums[i / 32] = sum;
    const float most_of_all =
        most(most_storage[i / 16]).Reduce(static_cast<float>(i * 5 % 16), larger());
    if (i % 16 == 0)
        largest[i / 16] = most_of_all;
}

static void warps() {
    const device_array<int> scanned(64);
    const device_array<wide> sums(2);
    const device_array<float> largest(4);
    of_warps<<<1, 64>>>(scanned, sums, largest);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        scanned.get(),
        [](std::size_t i) {
            const int first = static_cast<int>(i) / 8 * 8, last = static_cast<int>(i);
            return (first + last - 1) * (last - first) / 2;
        },
        "WarpScan");
    CHECK_EQUAL(sums.get()[1].sum, 47.5 * 32 + 16);
    CHECK_EQUAL(sums.get()[1].count, 32);
    CHECK_ARRAY(
        largest.get(), [](std::size_t) { return 15.0f; }, "WarpReduce");
}

// Lines, one applied after the other: in another order, or by other steps, the last bits differ.
struct line {
    float slope, offset;
    bool operator==(const line &other) const {
        return slope == other.slope && offset == other.offset;
    }
};
struct then {
    __host__ __device__ line operator()(const line &first, const line &second) const {
        return {second.slope * first.slope, fmaf(second.slope, first.offset, second.offset)};
    }
};
static line line_of(int i) {
    return {1.0f + static_cast<float>(i * 37 % 11 - 5) / 29, static_cast<float>(i * 53 % 17) / 7};
}
const int LINES = 40, SOME = 21; // the second warp has eight lanes

static __global__ void of_lines(const line *in, line *scanned, line *of_eight, line *last,
                                line *of_some, int *by_key) {
    using scan = cub::WarpScan<line>;
    using scan_of_eight = cub::WarpScan<line, 8>;
    using reduce = cub::WarpReduce<line>;
    using pair = cub::KeyValuePair<int, int>;
    using scan_by_key = cub::WarpScan<pair>;
    __shared__ typename scan::TempStorage scan_storage;
    __shared__ typename scan_of_eight::TempStorage eight_storage;
    __shared__ typename reduce::TempStorage reduce_storage;
    __shared__ typename scan_by_key::TempStorage key_storage;
    const int i = static_cast<int>(threadIdx.x);
    line aggregate;
    scan(scan_storage).InclusiveScan(in[i], scanned[i], then(), aggregate);
    scan_of_eight(eight_storage).InclusiveScan(in[i], of_eight[i], then());
    pair sum;
    scan_by_key(key_storage).InclusiveScan(pair{i / 5 % 3, i}, sum, cub::ReduceByKeyOp<adds>());
    by_key[i] = sum.value;
    const line all_of_some = reduce(reduce_storage).Reduce(in[i], then(), SOME);
    if (i == 0) {
        *last = aggregate;
        *of_some = all_of_some;
    }
}

// What steps of shuffles, each twice as far as the one before it, make of warps of `width` lanes.
template <class T, class Operator>
static std::vector<T> scanned_by_steps(std::vector<T> all, int width, Operator combine) {
    for (int step = 1; step < width; step *= 2)
        for (int i = static_cast<int>(all.size()) - 1; i >= 0; --i)
            if (i % width >= step)
                all[i] = combine(all[i - step], all[i]);
    return all;
}
template <class T, class Operator> static T reduced_by_steps(std::vector<T> all, Operator combine) {
    for (std::size_t step = 1; step < all.size(); step *= 2)
        for (std::size_t i = 0; i + step < all.size(); ++i)
            all[i] = combine(all[i], all[i + step]);
    return all[0];
}

// Sums of floats, whose last bits are others if they are added in another order.
static __global__ void of_floats(const float *in, float *scanned, float *of_eight, float *sum,
                                 float *of_some) {
    using scan = cub::WarpScan<float>;
    using scan_of_eight = cub::WarpScan<float, 8>;
    using reduce = cub::WarpReduce<float>;
    __shared__ typename scan::TempStorage scan_storage;
    __shared__ typename scan_of_eight::TempStorage eight_storage;
    __shared__ typename reduce::TempStorage reduce_storage;
    const int i = static_cast<int>(threadIdx.x);
    scan(scan_storage).InclusiveSum(in[i], scanned[i]);
    scan_of_eight(eight_storage).InclusiveSum(in[i], of_eight[i]);
    const float all = reduce(reduce_storage).Sum(in[i]);
    __syncwarp();
    const float some = reduce(reduce_storage).Sum(in[i], SOME);
    if (i == 0) {
        *sum = all;
        *of_some = some;
    }
}

static void floats() {
    std::vector<float> all;
    for (int i = 0; i < 32; ++i)
        all.push_back(1.0f / static_cast<float>(1 + i * 37 % 101) - 0.1f);
    const device_array<float> in(all), scanned(32), of_eight(32), sum(1), of_some(1);
    of_floats<<<1, 32>>>(in, scanned, of_eight, sum, of_some);
    CHECK_LAUNCH();
    const std::plus<float> add;
    CHECK(scanned.get() == scanned_by_steps(all, 32, add));
    CHECK(of_eight.get() == scanned_by_steps(all, 8, add));
    CHECK_EQUAL(sum.get()[0], reduced_by_steps(all, add));
    CHECK_EQUAL(of_some.get()[0],
                reduced_by_steps(std::vector<float>(all.begin(), all.begin() + SOME), add));
}

// Lanes ask others within parts of a warp, of 16 and 8 lanes, and not beyond a limit in these.
template <class T> static __global__ void ask(const T *in, T *up, T *down, T *at) {
    const int i = static_cast<int>(threadIdx.x);
    up[i] = cub::ShuffleUp<16>(in[i], 3, 5, 0xffffffff);
    down[i] = cub::ShuffleDown<8>(in[i], 2, 4, 0xffffffff);
    at[i] = cub::ShuffleIndex<8>(in[i], 11, 0xffffffff);
}
template <class T> static void shuffles() {
    std::vector<T> all;
    for (int i = 0; i < 32; ++i)
        all.push_back(static_cast<T>(i));
    const device_array<T> in(all), up(32), down(32), at(32);
    ask<T><<<1, 32>>>(in, up, down, at);
    CHECK_LAUNCH();
    const std::vector<T> from_up = up.get(), from_down = down.get(), from_at = at.get();
    for (int i = 0; i < 32; ++i) {
        CHECK(from_up[i] == all[i % 16 >= 5 + 3 ? i - 3 : i]);
        CHECK(from_down[i] == all[i % 8 + 2 <= 4 ? i + 2 : i]);
        CHECK(from_at[i] == all[i / 8 * 8 + 11 % 8]);
    }
}
struct three_words {
    int first, second, third;
    __host__ __device__ explicit three_words(int x = 0) : first(x), second(x + 1), third(x + 2) {}
    bool operator==(const three_words &other) const {
        return first == other.first && second == other.second && third == other.third;
    }
};

// An operator may ask which thread it is for, and wait for the warp.
struct for_thread {
    __device__ int operator()(int first, int second) const {
        __syncwarp();
        return first + second + static_cast<int>(threadIdx.x);
    }
};
static __global__ void of_threads(int *out) {
    using scan = cub::WarpScan<int>;
    __shared__ typename scan::TempStorage storage;
    scan(storage).InclusiveScan(0, out[threadIdx.x], for_thread());
}
static void threads() {
    const device_array<int> out(32);
    of_threads<<<1, 32>>>(out);
    CHECK_LAUNCH();
    std::vector<int> expected(32);
    for (int step = 1; step < 32; step *= 2)
        for (int i = 31; i >= step; --i)
            expected[i] += expected[i - step] + i;
    CHECK(out.get() == expected);
}

static void lines() {
    std::vector<line> all;
    for (int i = 0; i < LINES; ++i)
        all.push_back(line_of(i));
    const device_array<line> in(all), scanned(LINES), of_eight(LINES), last(1), of_some(1);
    const device_array<int> by_key(LINES);
    of_lines<<<1, LINES>>>(in, scanned, of_eight, last, of_some, by_key);
    CHECK_LAUNCH();
    const std::vector<line> expected = scanned_by_steps(all, 32, then());
    CHECK(scanned.get() == expected);
    CHECK(last.get()[0] == expected[31]);
    CHECK(of_eight.get() == scanned_by_steps(all, 8, then()));
    CHECK(of_some.get()[0] ==
          reduced_by_steps(std::vector<line>(all.begin(), all.begin() + SOME), then()));
    CHECK_ARRAY(
        by_key.get(),
        [](std::size_t i) {
            int sum = 0;
            for (std::size_t j = i; j / 5 == i / 5 && j / 32 == i / 32; --j) {
                sum += static_cast<int>(j);
                if (j == 0)
                    break;
            }
            return sum;
        },
        "ReduceByKeyOp");
}

// Calls twice, as CUB is called: for the size of the temporary memory, and for the work.
template <class Call> static void twice(Call call) {
    std::size_t bytes = 0;
    CHECK_CUDA(call(nullptr, bytes));
    const device_array<char> temporary(bytes);
    CHECK_CUDA(call(static_cast<char *>(temporary), bytes));
    CHECK_CUDA(cudaDeviceSynchronize());
}

struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

static void devices() {
    const int count = 5000;
    const std::vector<int> all = numbers(count);
    const device_array<int> in(all), out(count), other(count), found(1);
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceReduce::Sum(memory, bytes, static_cast<int *>(in),
                                      static_cast<int *>(found), count);
    });
    CHECK_EQUAL(found.get()[0], std::accumulate(all.begin(), all.end(), 0));
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(memory, bytes, static_cast<int *>(in),
                                             static_cast<int *>(out), count);
    });
    std::vector<int> expected(count + 1);
    std::partial_sum(all.begin(), all.end(), expected.begin() + 1);
    CHECK_ARRAY(
        out.get(), [&](std::size_t i) { return expected[i]; }, "DeviceScan");
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceSelect::If(memory, bytes, static_cast<int *>(in), static_cast<int *>(out),
                                     static_cast<int *>(found), count, is_odd());
    });
    CHECK_EQUAL(found.get()[0], std::count_if(all.begin(), all.end(), is_odd()));

    std::vector<int> places(count);
    std::iota(places.begin(), places.end(), 0);
    const device_array<int> values(places);
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceRadixSort::SortPairsDescending(
            memory, bytes, static_cast<int *>(in), static_cast<int *>(out),
            static_cast<int *>(values), static_cast<int *>(other), count);
    });
    const std::vector<int> keys = out.get(), from = other.get();
    CHECK(std::is_sorted(keys.rbegin(), keys.rend()));
    CHECK_ARRAY(
        keys, [&](std::size_t i) { return all[from[i]]; }, "SortPairsDescending");
    CHECK_ARRAY(
        in.get(), [&](std::size_t i) { return all[i]; }, "what was sorted");

    // To the order -0 is 0, and what is equal stays as it was.
    const device_array<float> zeros(std::vector<float>{0.0f, -0.0f, 1.0f, -1.0f, 0.0f, -0.0f}),
        ordered_zeros(6);
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(
            memory, bytes, static_cast<float *>(zeros), static_cast<float *>(ordered_zeros),
            static_cast<int *>(values), static_cast<int *>(other), 6);
    });
    const int order[] = {3, 0, 1, 4, 5, 2};
    std::vector<int> first_places = other.get();
    first_places.resize(6);
    CHECK_ARRAY(
        first_places, [&](std::size_t i) { return order[i]; }, "the order of zeros");

    // Rows of a hundred.
    std::vector<float> floats(all.begin(), all.end());
    const device_array<float> unsorted(floats), sorted(count);
    const device_array<int> rows(std::vector<int>{0, 100, 200, 300});
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceSegmentedRadixSort::SortKeys(
            memory, bytes, static_cast<float *>(unsorted), static_cast<float *>(sorted), count, 3,
            static_cast<int *>(rows), static_cast<int *>(rows) + 1);
    });
    for (int row = 0; row < 300; row += 100)
        std::stable_sort(floats.begin() + row, floats.begin() + row + 100);
    std::vector<float> ordered = sorted.get();
    ordered.resize(300);
    CHECK_ARRAY(
        ordered, [&](std::size_t i) { return floats[i]; }, "SegmentedRadixSort");

    const device_array<int> bins(10);
    twice([&](void *memory, std::size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(memory, bytes, static_cast<int *>(in),
                                                   static_cast<int *>(bins), 11, -500, 500, count);
    });
    const std::vector<int> counts = bins.get();
    CHECK_EQUAL(std::accumulate(counts.begin(), counts.end(), 0),
                std::count_if(all.begin(), all.end(), [](int x) { return x < 500; }));
}

struct add_number {
    int *all;
    __device__ void operator()(int i) const { all[i] += i; }
};
struct of_a_copy {
    __device__ void operator()(int x) const { (void)(x *= 2); }
};
struct twice_as_large {
    __device__ void operator()(int &x) const { x *= 2; }
};
struct difference {
    __host__ __device__ int operator()(int x, int y) const { return x - y; }
};

// What later versions have.
static void for_each() {
    const int count = 1000;
    const std::vector<int> all = numbers(count);
    const device_array<int> some(all), other(all), result(count);
    int *const to = some;
    CHECK_CUDA(cub::DeviceFor::Bulk(count, add_number{to}));
    CHECK_CUDA(cub::DeviceFor::ForEachN(to, count / 2, twice_as_large()));
    // The other forms, which change nothing.
    size_t bytes = 0;
    CHECK_CUDA(cub::DeviceFor::ForEach(nullptr, bytes, to, to, twice_as_large()));
    CHECK_CUDA(cub::DeviceFor::ForEach(to, to, twice_as_large()));
    CHECK_CUDA(cub::DeviceFor::ForEachCopyN(nullptr, bytes, to, count, of_a_copy()));
    CHECK_CUDA(cub::DeviceFor::ForEachCopyN(to, count, of_a_copy()));
    CHECK_CUDA(cub::DeviceFor::ForEachCopy(nullptr, bytes, to, to + count, of_a_copy()));
    CHECK_CUDA(cub::DeviceFor::ForEachCopy(to, to + count, of_a_copy()));
    CHECK_CUDA(
        cub::DeviceTransform::Transform(::cuda::std::make_tuple(to, static_cast<int *>(other)),
                                        static_cast<int *>(result), count, difference()));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_ARRAY(
        result.get(),
        [&](std::size_t i) {
            const int sum = all[i] + static_cast<int>(i);
            return (i < count / 2 ? 2 * sum : sum) - all[i];
        },
        "DeviceFor and DeviceTransform");
}

int main() {
    check_device();
    blocks();
    warps();
    lines();
    floats();
    shuffles<int>();
    shuffles<double>();
    shuffles<three_words>();
    threads();
    devices();
    for_each();
    return check_result();
}
