// What is asked of 31_range: the largest less the smallest element, in one launch. All of it twice,
// with other elements.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_range, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 31, 256, 257, 1000, 50001};
}
size largest_made_up() {
    return 20000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const int middle = n % 2 == 0 ? -500000 : 500000; // 0 is none of them
    const auto a = j.numbers<int>(n, middle - 400000, middle + 400000),
               b = j.numbers<int>(n / 2 + 1, middle - 1000, middle + 1000);
    const int *dev_a = j.input("a", a), *dev_b = j.input("b", b);
    int *dev_range = j.output<int>("range", 2);
    j.run([&] {
        solve(dev_a, dev_range, n);
        solve(dev_b, dev_range + 1, n / 2 + 1);
    });

    std::vector<int> right;
    for (const std::vector<int> *all : {&a, &b}) {
        const auto both = std::minmax_element(all->begin(), all->end());
        right.push_back(*both.second - *both.first);
    }
    j.expect("range", dev_range, right);
}

size counted_size() {
    return 1 << 15;
}

void asked(figures &f) {
    f.launches_at_most(2, "one launch a call: the last block does the rest: ch9_atomics/README.md");
    f.threads_at_least(2 * 4096, "the threads of all blocks do it together");
    f.loads_at_most(1.5 * 1.3 * (1 << 15) / 8, "each element is read once");
    f.global_atomics_at_most(2 * 64 * 4, "a ticket for each block: ch9_atomics/README.md");
}

} // namespace practice
