// What is asked of 05_barrier: each 256 elements in reverse order, by way of shared memory.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 256, 512, 25600};
}
size largest_made_up() {
    return 8192;
}

void judged(judge &j) {
    const int n = j.given.n / 256 * 256;
    const auto a = j.numbers<int>(n, -100000, 100000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(dev_a, dev_b, n); });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = a[i / 256 * 256 + 255 - i % 256];
    j.expect("b", dev_b, right);
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 14, "a thread for each element");
    f.must_use("shared", "by way of shared memory: ch5_shared_bitmap/README.md");
    f.barriers_at_most(64, "one barrier a block is enough");
}

} // namespace practice
