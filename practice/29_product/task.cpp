// What is asked of 29_product: all elements multiplied, modulo a prime, so that no product is 0.
#include "../judge/judge.h"

void solve(const unsigned *dev_a, unsigned *dev_result, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 31, 256, 257, 1000, 30001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<unsigned>(n, 1, 1000002);
    const unsigned *dev_a = j.input("a", a);
    unsigned *dev_result = j.output<unsigned>("result", 1);
    j.run([&] { solve(dev_a, dev_result, n); });

    std::uint64_t right = 1;
    for (const unsigned factor : a)
        right = right * factor % 1000003;
    j.expect("result", dev_result, std::vector<unsigned>{unsigned(right)});
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.launches_at_most(2, "one for the beginning, one for all elements");
    f.threads_at_least(4096, "the threads do it together: ch5_dot/README.md");
    f.loads_at_most(1.2 * (1 << 14) / 8, "each element is read once");
    f.global_atomics_at_most(8 * 64,
                             "a block multiplies in shared memory first: ch9_atomics/README.md");
}

} // namespace practice
