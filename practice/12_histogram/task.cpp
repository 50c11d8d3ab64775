// What is asked of 12_histogram: how often each value occurs, counted in shared memory first.
#include "../judge/judge.h"

void solve(const unsigned char *dev_data, unsigned *dev_counts, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 1000, 50001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    auto data = j.numbers<unsigned char>(n, 0, 255);
    for (int i = 0; i < n; i += 3) // some values are far more frequent
        data[i] = data[0];
    const unsigned char *dev_data = j.input("data", data);
    unsigned *dev_counts = j.output<unsigned>("counts", 256);
    j.run([&] { solve(dev_data, dev_counts, n); });

    std::vector<unsigned> right(256, 0);
    for (const unsigned char value : data)
        right[value]++;
    j.expect("counts", dev_counts, right);
}

size counted_size() {
    return 1 << 16;
}

void asked(figures &f) {
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.must_use("shared", "a block counts in shared memory: ch9_atomics/README.md");
    f.global_atomics_at_most(
        64 * 256, "256 for each block, and not one for each byte: ch9_atomics/README.md");
}

} // namespace practice
