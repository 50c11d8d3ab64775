// What is asked of 19_gather: c[i] is a[from[i]], or -1.
#include "../judge/judge.h"

void solve(const int *dev_a, int count, const int *dev_from, int *dev_c, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("n", "count",
                 {{0, 3}, {1, 1}, {31, 7}, {5, 0}, {256, 1000}, {1000, 500}, {50001, 3000}});
}
size largest_made_up() {
    return {5000, 2000};
}

void judged(judge &j) {
    const int n = j.given.n, count = j.given.m;
    const auto a = j.numbers<int>(count, 0, 100000), from = j.numbers<int>(n, -2, count + 1);
    const int *dev_a = j.input("a", a), *dev_from = j.input("from", from);
    int *dev_c = j.output<int>("c", n);
    j.run([&] { solve(dev_a, count, dev_from, dev_c, n); });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = from[i] >= 0 && from[i] < count ? a[from[i]] : -1;
    j.expect("c", dev_c, right);
}

size counted_size() {
    return {1 << 14, 1 << 10};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(1 << 12, "a thread for each element: ch5_vector_add/README.md");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.loads_at_most(1.2 * (1 << 14) * (1 + 1. / 8), // who reads from[i] once more for some
                    "neighbouring threads should take neighbouring elements of from and c");
}

} // namespace practice
