// Mistakes in what Thrust runs on the device: each is named by a line of this file.
#include "../checker/mistakes.h"

#include <cub/device/device_scan.cuh>
#include <thrust/copy.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

inline void look_at(int) {}

// race says: race on global memory in kernel of Thrust or CUB
struct add_to_half {
    int *sums;
    bool correct;
    __device__ void operator()(int i) const {
        if (correct)
            atomicAdd(&sums[i / 2], i);
        else
            sums[i / 2] += i; // here: race
    }
};
template <bool CORRECT> void race() {
    thrust::device_vector<int> sums(8, 0);
    thrust::for_each_n(thrust::counting_iterator<int>(0), 16,
                       add_to_half{thrust::raw_pointer_cast(sums.data()), CORRECT});
    look_at(sums[0]);
}

// functor says: memory out of bounds in kernel of Thrust or CUB
// functor says: reads 4 bytes: 0 bytes after the end of 32 bytes of device memory
template <bool CORRECT> void functor() {
    thrust::device_vector<int> values(8, 1), sums(8); // here: functor
    const int *const all = thrust::raw_pointer_cast(values.data());
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(8),
                      sums.begin(), [=] __device__(int i) {
                          return all[i] + all[CORRECT ? i : i + 1]; // here: functor
                      });
    look_at(sums[0]);
}

// Here no line of the kernel is the reader's.
// vector says: writes 4 bytes: 0 bytes after the end of 28 bytes of device memory
template <bool CORRECT> void vector() {
    thrust::device_vector<int> from(8, 1);
    thrust::device_vector<int> to(CORRECT ? 8 : 7);
    thrust::copy_if(from.begin(), from.end(), to.begin(), // here: vector
                    [] __device__(int x) { return x > 0; });
    look_at(to[0]);
}

// Blocks that wait for what others say of their parts make no mistake by it.
// scan says: writes 4 bytes: 0 bytes after the end of 19996 bytes of device memory
template <bool CORRECT> void scan() {
    thrust::device_vector<int> from(5000, 1);
    thrust::device_vector<int> to(CORRECT ? 5000 : 4999);
    thrust::inclusive_scan(from.begin(), from.end(), to.begin()); // here: scan
    look_at(to[0]);
}

// in_place says: reads 4 bytes: 0 bytes after the end of 20000 bytes of device memory
template <bool CORRECT> void in_place() {
    thrust::device_vector<int> numbers(5000);
    thrust::sequence(numbers.begin(), numbers.end());
    thrust::remove_if(numbers.begin(), numbers.end() + (CORRECT ? 0 : 1), // here: in_place
                      [] __device__(int x) { return x % 2 == 1; });
    look_at(numbers[0]);
}

struct sums_of_three {
    double first, second, third;
    __host__ __device__ sums_of_three operator+(const sums_of_three &other) const {
        return {first + other.first, second + other.second, third + other.third};
    }
};
// parts says: writes 24 bytes: 0 bytes after the end of 119976 bytes of device memory
template <bool CORRECT> void parts() {
    thrust::device_vector<sums_of_three> from(5000, sums_of_three{1, 2, 3}),
        to(CORRECT ? 5000 : 4999);
    std::size_t bytes = 0;
    cub::DeviceScan::InclusiveSum(nullptr, bytes, from.begin(), to.begin(), 5000);
    const thrust::device_ptr<char> memory = thrust::device_malloc<char>(bytes);
    cub::DeviceScan::InclusiveSum(thrust::raw_pointer_cast(memory), bytes, // here: parts
                                  from.begin(), to.begin(), 5000);
    thrust::device_free(memory);
    look_at(static_cast<sums_of_three>(to[0]).first > 0);
}

MISTAKES(CASE(race), CASE(functor), CASE(vector), CASE(scan), CASE(in_place), CASE(parts))
