// What is asked of 06_block_sum: a sum for each block of 256 elements.
#include "../judge/judge.h"

void solve(const float *dev_a, float *dev_sums, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 257, 1000, 30001};
}
size largest_made_up() {
    return 8000;
}

void judged(judge &j) {
    const int n = j.given.n, blocks = (n + 255) / 256;
    const auto a = j.numbers<float>(n, -100, 100);
    const float *dev_a = j.input("a", a);
    float *dev_sums = j.output<float>("sums", blocks);
    j.run([&] { solve(dev_a, dev_sums, n); });

    std::vector<float> right(blocks, 0);
    for (int i = 0; i < n; i++)
        right[i / 256] += a[i];
    j.expect("sums", dev_sums, right);
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 13, "the threads of the block do it together: ch5_dot/README.md");
    f.loads_at_most(1.1 * (1 << 14) / 8, "each element is read from global memory once");
    f.sectors_at_most(1, "neighbouring threads should read neighbouring elements");
    f.wavefronts_at_most(1, "let the threads that add be neighbours: ch7_shared_memory/BANKS.md");
    f.global_atomics_at_most(0, "a tree in shared memory needs no atomic operation");
    f.barriers_at_most(64 * 10, "a barrier for each of the eight steps, and one before them");
}

} // namespace practice
