// What is asked of 13_argmax: the index of the first of the largest elements.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_result, unsigned long long *dev_best, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 31, 256, 1001, 50000, 50001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    // Few different values, so that there are several largest ones; all negative where n is odd.
    auto a = j.numbers<int>(n, -40, n % 2 == 0 ? 40 : -2);
    const int *dev_a = j.input("a", a);
    int *dev_result = j.output<int>("result", 1);
    auto *dev_best = j.output<unsigned long long>("best", 1);
    j.run([&] { solve(dev_a, dev_result, dev_best, n); });
    j.expect("result", dev_result,
             std::vector<int>{int(std::max_element(a.begin(), a.end()) - a.begin())});
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.loads_at_most(1.1 * (1 << 14) / 8 + 8, "each element is read once");
    f.global_atomics_at_most(
        64, "a candidate for each block, found in shared memory: ch9_atomics/README.md");
}

} // namespace practice
