// What is asked of 07_dot: one number, the sum of all products.
#include "../judge/judge.h"

void solve(const float *dev_a, const float *dev_b, float *dev_result, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 1000, 50001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<float>(n, -8, 8), b = j.numbers<float>(n, -8, 8);
    const float *dev_a = j.input("a", a), *dev_b = j.input("b", b);
    float *dev_result = j.output<float>("result", 1);
    j.run([&] { solve(dev_a, dev_b, dev_result, n); });

    float right = 0; // exact: no sum of so many products needs more than 24 bits
    for (int i = 0; i < n; i++)
        right += a[i] * b[i];
    j.expect("result", dev_result, std::vector<float>{right});
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.at_work_at_least(24, "most threads of a warp should have elements");
    f.loads_at_most(1.1 * 2 * (1 << 14) / 8, "each element is read from global memory once");
    f.sectors_at_most(1, "neighbouring threads should read neighbouring elements");
    f.global_atomics_at_most(64,
                             "first a sum for each block, in shared memory: ch9_atomics/README.md");
}

} // namespace practice
