// What is asked of 21_rotate: each 256 elements are turned, in place. The second number of a size
// is by how many.
#include "../judge/judge.h"

void solve(int *dev_a, int n, int k); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("n", "k", {{0, 1}, {256, 0}, {256, 1}, {512, 255}, {1024, 31}, {25600, 100}});
}
size largest_made_up() {
    return {8192, 255};
}

void judged(judge &j) {
    const int n = j.given.n / 256 * 256, k = j.given.m;
    const auto a = j.numbers<int>(n, -100000, 100000);
    int *dev_a = j.in_out("a", a);
    j.run([&] { solve(dev_a, n, k); });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = a[i / 256 * 256 + (i + k) % 256];
    j.expect("a", dev_a, right);
}

size counted_size() {
    return {1 << 14, 5};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(1 << 14, "a thread for each element");
    f.must_use("shared", "in place, by way of shared memory: ch5_shared_bitmap/README.md");
    f.barriers_at_most(64, "one barrier a block is enough");
    f.sectors_at_most(1, "both reading and writing a should go along neighbouring elements");
}

} // namespace practice
