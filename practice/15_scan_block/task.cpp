// What is asked of 15_scan_block: running sums, for each 256 elements.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 257, 1000, 30001};
}
size largest_made_up() {
    return 8000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(dev_a, dev_b, n); });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = a[i] + (i % 256 == 0 ? 0 : right[i - 1]);
    j.expect("b", dev_b, right);
}

size counted_size() {
    return 1 << 13;
}

void asked(figures &f) {
    f.threads_at_least(1 << 12, "all threads of a block do it together");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.loads_at_most(1.1 * (1 << 13) / 8, "each element is read from global memory once");
    f.barriers_at_most(32 * 18, "two barriers for each of the eight steps");
}

} // namespace practice
