// What is asked of 34_zero_copy: the sum of elements in pinned memory, each read once.
#include "../judge/captured.h"
#include "../judge/judge.h"

#include <cstring>
#include <numeric>

void solve(const int *a, int *dev_sum, int n, cudaStream_t stream); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 31, 256, 257, 1000, 30001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const std::size_t bytes = n * sizeof(int);
    const auto numbers = j.numbers<int>(n, -10000, 10000);
    int *dev_sum = j.output<int>("sum", 1);
    j.run([&] {
        int *a;
        cudaStream_t stream;
        cudaHostAlloc(&a, bytes, cudaHostAllocMapped);
        std::memset(a, 0xff, bytes);
        cudaStreamCreate(&stream);
        captured(
            stream, [&] { solve(a, dev_sum, n, stream); },
            [&] { std::memcpy(a, numbers.data(), bytes); });
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream);
        cudaFreeHost(a);
    });
    j.expect("sum", dev_sum, std::vector<int>{std::accumulate(numbers.begin(), numbers.end(), 0)});
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.sectors_at_most(1, "neighbouring threads should read neighbouring elements");
    f.loads_at_most(1.1 * (1 << 14) / 8, "each element comes over the bus once: "
                                         "ch11_multi_gpu/README.md");
    f.global_atomics_at_most(64, "one for each block of 256 elements: ch9_atomics/README.md");
}

} // namespace practice
