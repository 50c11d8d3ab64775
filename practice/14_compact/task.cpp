// What is asked of 14_compact: the positive elements, in any order, and their number.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int *dev_count, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 32, 33, 1000, 50001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n), *dev_count = j.output<int>("count", 1);
    j.run([&] { solve(dev_a, dev_b, dev_count, n); });

    std::vector<int> right;
    for (const int element : a)
        if (element > 0)
            right.push_back(element);
    j.expect("count", dev_count, std::vector<int>{int(right.size())});
    j.expect_in_any_order("b", dev_b, right);
}

size counted_size() {
    return 1 << 16;
}

void asked(figures &f) {
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.global_atomics_at_most(2048, "one for a warp: ch9_atomics/AGGREGATION.md");
}

} // namespace practice
