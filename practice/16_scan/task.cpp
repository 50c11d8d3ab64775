// What is asked of 16_scan: running sums of all elements.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 257, 1000, 30001, 65536};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(dev_a, dev_b, n); });

    std::vector<int> right(n);
    int sum = 0;
    for (int i = 0; i < n; i++)
        right[i] = sum += a[i];
    j.expect("b", dev_b, right);
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 13, "all threads of all blocks do it together");
    f.at_work_at_least(24, "most threads of a warp should have elements");
    f.launches_at_most(3, "three launches are enough");
    f.loads_at_most(2.3 * (1 << 14) / 8, "each element is read about twice");
}

} // namespace practice
