// What is asked of 02_reverse: b is a, the last element first.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 1000, 70001};
}
size largest_made_up() {
    return 5000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -100000, 100000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(dev_a, dev_b, n); });
    j.expect("b", dev_b, std::vector<int>(a.rbegin(), a.rend()));
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 14, "a thread for each element: ch5_vector_add/README.md");
    f.at_work_at_least(31,
                       "all 32 threads of a warp should have an element: ch5_vector_add/README.md");
}

} // namespace practice
