// What is asked of 26_dynamic: each w elements reversed, in dynamic shared memory. w is the second
// number of a size.
#include "../judge/judge.h"

void solve(int *dev_a, int n, int w); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named(
        "n", "w",
        {{0, 8}, {1, 1}, {1, 100}, {31, 32}, {64, 32}, {1000, 300}, {5000, 1024}, {2100, 7}});
}
size largest_made_up() {
    return {5000, 1000};
}

void judged(judge &j) {
    const int n = j.given.n, w = j.given.m;
    const auto a = j.numbers<int>(n, -100000, 100000);
    int *dev_a = j.in_out("a", a);
    j.run([&] { solve(dev_a, n, w); });

    std::vector<int> right = a;
    for (int first = 0; first < n; first += w)
        std::reverse(right.begin() + first, right.begin() + std::min(first + w, n));
    j.expect("a", dev_a, right);
}

size counted_size() {
    return {8192, 128};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(8192, "a thread for each element");
    f.must_use("shared", "in place, by way of shared memory: ch7_shared_memory/OCCUPANCY.md");
    f.barriers_at_most(64, "one barrier a block is enough");
    f.sectors_at_most(1, "both reading and writing a should go along neighbouring elements");
}

} // namespace practice
