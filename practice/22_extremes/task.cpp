// What is asked of 22_extremes: the smallest and the largest of all elements, in one pass.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_extremes, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 31, 256, 257, 1000, 50001};
}
size largest_made_up() {
    return 9000;
}

void judged(judge &j) {
    const int n = j.given.n;
    // All on one side of 0 in some cases, whichever: 0 is no beginning for either of them.
    const int middle = n % 2 == 0 ? -500000 : 500000;
    const auto a = j.numbers<int>(n, middle - 400000, middle + 400000);
    const int *dev_a = j.input("a", a);
    int *dev_extremes = j.output<int>("extremes", 2);
    j.run([&] { solve(dev_a, dev_extremes, n); });

    const auto both = std::minmax_element(a.begin(), a.end());
    j.expect("extremes", dev_extremes, std::vector<int>{*both.first, *both.second});
}

size counted_size() {
    return 1 << 15;
}

void asked(figures &f) {
    f.threads_at_least(4096, "the threads do it together: ch5_dot/README.md");
    f.launches_at_most(2, "one for the beginning, one for all elements");
    f.loads_at_most(1.2 * (1 << 15) / 8, "one pass: each element is read once, for both");
    f.global_atomics_at_most(2 * 128, "two for each block of 256 elements: ch9_atomics/README.md");
    f.wavefronts_at_most(1, "let the threads at work be neighbours: ch7_shared_memory/BANKS.md");
}

} // namespace practice
