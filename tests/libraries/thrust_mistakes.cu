// Mistakes in what Thrust runs on the device: each is named by a line of this file.
#include "../checker/mistakes.h"

#include <cub/device/device_scan.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
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

// parts says: writes 4 bytes: 0 bytes after the end of 19996 bytes of device memory
template <bool CORRECT> void parts() {
    thrust::device_vector<int> from(5000, 1);
    thrust::device_vector<int> to(CORRECT ? 5000 : 4999);
    std::size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, from.begin(), to.begin(), 5000);
    thrust::device_vector<char> memory(bytes);
    cub::DeviceScan::ExclusiveSum(thrust::raw_pointer_cast(memory.data()), bytes, // here: parts
                                  from.begin(), to.begin(), 5000);
    look_at(to[0]);
}

MISTAKES(CASE(race), CASE(functor), CASE(vector), CASE(scan), CASE(parts))
