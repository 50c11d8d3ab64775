// Thrust: an algorithm of each family, with the results that a loop gives.
#include "../emulator/check.h"

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

static const int COUNT = 3000; // more than a tile of any of them

struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct squared {
    __host__ __device__ long operator()(int x) const { return long(x) * x; }
};
// No type that is sorted by its digits.
struct pair_of {
    int key, number;
};
struct by_key {
    __host__ __device__ bool operator()(const pair_of &a, const pair_of &b) const {
        return a.key < b.key;
    }
};

static std::vector<int> numbers() {
    std::vector<int> all(COUNT);
    for (int i = 0; i < COUNT; ++i)
        all[i] = i * 7919 % 1009 - 500;
    return all;
}

template <class T> static std::vector<T> on_host(const thrust::device_vector<T> &from) {
    std::vector<T> all(from.size());
    thrust::copy(from.begin(), from.end(), all.begin());
    return all;
}

static void vectors() {
    thrust::device_vector<int> some(4, 7);
    CHECK((on_host(thrust::device_vector<int>{4, 7}) == std::vector<int>{4, 7}));
    some[2] = 5;
    some.push_back(some[2] + 1);
    CHECK_EQUAL(some.size(), 5);
    CHECK_EQUAL(int(some.back()), 6);
    const thrust::host_vector<int> copy = some;
    CHECK_EQUAL(copy[1] + copy[2], 12);
}

static void sums() {
    const std::vector<int> all = numbers();
    const thrust::device_vector<int> d(all.begin(), all.end());
    const long sum = std::accumulate(all.begin(), all.end(), 0l);
    CHECK_EQUAL(thrust::reduce(d.begin(), d.end(), 0l), sum);
    long squares = 0;
    for (const int x : all)
        squares += squared()(x);
    CHECK_EQUAL(thrust::transform_reduce(d.begin(), d.end(), squared(), 0l, thrust::plus<long>()),
                squares);
    CHECK_EQUAL(int(*thrust::max_element(d.begin(), d.end())),
                *std::max_element(all.begin(), all.end()));
    CHECK_EQUAL(thrust::count_if(d.begin(), d.end(), is_odd()),
                std::count_if(all.begin(), all.end(), is_odd()));

    thrust::device_vector<int> scanned(COUNT);
    thrust::inclusive_scan(d.begin(), d.end(), scanned.begin());
    std::vector<int> expected(COUNT);
    std::partial_sum(all.begin(), all.end(), expected.begin());
    CHECK_ARRAY(
        on_host(scanned), [&](std::size_t i) { return expected[i]; }, "inclusive_scan");
    thrust::exclusive_scan(d.begin(), d.end(), scanned.begin(), 10);
    CHECK_ARRAY(
        on_host(scanned), [&](std::size_t i) { return expected[i] - all[i] + 10; },
        "exclusive_scan");
}

static void orders() {
    std::vector<int> all = numbers();
    thrust::device_vector<int> d(all.begin(), all.end()), places(COUNT);
    thrust::sequence(places.begin(), places.end());
    thrust::sort_by_key(d.begin(), d.end(), places.begin());
    const std::vector<int> sorted = on_host(d), from = on_host(places);
    CHECK(std::is_sorted(sorted.begin(), sorted.end()));
    CHECK_ARRAY(
        sorted, [&](std::size_t i) { return all[from[i]]; }, "sort_by_key");

    std::vector<pair_of> pairs(COUNT);
    for (int i = 0; i < COUNT; ++i)
        pairs[i] = {all[i] / 10, i};
    thrust::device_vector<pair_of> device_pairs(pairs.begin(), pairs.end());
    thrust::stable_sort(device_pairs.begin(), device_pairs.end(), by_key());
    std::stable_sort(pairs.begin(), pairs.end(), by_key());
    const std::vector<pair_of> sorted_pairs = on_host(device_pairs);
    long wrong = 0;
    for (int i = 0; i < COUNT; ++i)
        wrong += sorted_pairs[i].key != pairs[i].key || sorted_pairs[i].number != pairs[i].number;
    CHECK_EQUAL(wrong, 0);

    CHECK_EQUAL(thrust::lower_bound(d.begin(), d.end(), 3) - d.begin(),
                std::lower_bound(sorted.begin(), sorted.end(), 3) - sorted.begin());
}

static void selections() {
    const std::vector<int> all = numbers();
    thrust::device_vector<int> d(all.begin(), all.end()), kept(COUNT);
    kept.resize(thrust::copy_if(d.begin(), d.end(), kept.begin(), is_odd()) - kept.begin());
    std::vector<int> odd;
    std::copy_if(all.begin(), all.end(), std::back_inserter(odd), is_odd());
    CHECK_EQUAL(kept.size(), odd.size());
    CHECK_ARRAY(
        on_host(kept), [&](std::size_t i) { return odd[i]; }, "copy_if");
    CHECK_EQUAL(thrust::stable_partition(d.begin(), d.end(), is_odd()) - d.begin(), odd.size());

    // Ten of each key.
    thrust::device_vector<int> keys(COUNT), found_keys(COUNT), counts(COUNT);
    thrust::tabulate(keys.begin(), keys.end(), [] __host__ __device__(int i) { return i / 10; });
    const auto ends =
        thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1),
                              found_keys.begin(), counts.begin());
    CHECK_EQUAL(ends.first - found_keys.begin(), COUNT / 10);
    CHECK_EQUAL(thrust::count(counts.begin(), ends.second, 10), COUNT / 10);
    CHECK_EQUAL(thrust::unique(keys.begin(), keys.end()) - keys.begin(), COUNT / 10);

    thrust::device_vector<int> evens(50), threes(50), both(100);
    thrust::sequence(evens.begin(), evens.end(), 0, 2);
    thrust::sequence(threes.begin(), threes.end(), 0, 3);
    thrust::merge(evens.begin(), evens.end(), threes.begin(), threes.end(), both.begin());
    CHECK(thrust::is_sorted(both.begin(), both.end()));
    CHECK_EQUAL(thrust::set_intersection(evens.begin(), evens.end(), threes.begin(), threes.end(),
                                         both.begin()) -
                    both.begin(),
                17);
}

// Functors in a stream, and two arrays at a time.
static void streams() {
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    thrust::device_vector<float> x(COUNT, 2.0f), y(COUNT, 1.0f);
    const auto both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
    thrust::for_each(thrust::cuda::par.on(stream), both, both + COUNT,
                     [] __device__(thrust::tuple<float &, float &> one) {
                         thrust::get<1>(one) += 3 * thrust::get<0>(one);
                     });
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        on_host(y), [](std::size_t) { return 7.0f; }, "for_each");
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// A kernel that calls an algorithm, each thread for itself.
static __global__ void sort_rows(int *rows, int width) {
    int *row = rows + threadIdx.x * width;
    thrust::sort(thrust::seq, row, row + width);
}
static void in_kernels() {
    const std::vector<int> all = numbers();
    thrust::device_vector<int> rows(all.begin(), all.begin() + 320);
    sort_rows<<<1, 32>>>(thrust::raw_pointer_cast(rows.data()), 10);
    CHECK_LAUNCH();
    const std::vector<int> sorted = on_host(rows);
    long wrong = 0;
    for (int i = 0; i < 320; i += 10)
        wrong += !std::is_sorted(sorted.begin() + i, sorted.begin() + i + 10);
    CHECK_EQUAL(wrong, 0);
}

int main() {
    check_device();
    vectors();
    sums();
    orders();
    selections();
    streams();
    in_kernels();
    return check_result();
}
