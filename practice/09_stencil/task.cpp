// What is asked of 09_stencil: sums of seven neighbours, each loaded about once.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 2, 31, 256, 257, 1000, 30001};
}
size largest_made_up() {
    return 6000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(dev_a, dev_b, n); });

    std::vector<int> right(n, 0);
    for (int i = 0; i < n; i++)
        for (int k = i - 3; k <= i + 3; k++)
            if (k >= 0 && k < n)
                right[i] += a[k];
    j.expect("b", dev_b, right);
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 12, "a GPU needs many threads to be busy");
    f.loads_at_most(1.4 * (1 << 14) / 8,
                    "each element once, into shared memory: ch7_shared_memory/HALOS.md");
    f.must_use("shared", "the tile lies in shared memory: ch7_shared_memory/HALOS.md");
}

} // namespace practice
