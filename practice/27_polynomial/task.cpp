// What is asked of 27_polynomial: its value at each x, with coefficients in constant memory.
#include "../judge/judge.h"

void solve(const unsigned *c, int count, const unsigned *dev_x, unsigned *dev_y,
           int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("n", "count", {{0, 3}, {1, 1}, {31, 2}, {256, 16}, {1000, 5}, {20001, 7}});
}
size largest_made_up() {
    return {5000, 16};
}

void judged(judge &j) {
    const int n = j.given.n, count = j.given.m;
    const auto c = j.numbers<unsigned>(count, 1, 1000000), x = j.numbers<unsigned>(n, 0, 1000000);
    const unsigned *dev_x = j.input("x", x);
    unsigned *dev_y = j.output<unsigned>("y", n);
    j.run([&] { solve(c.data(), count, dev_x, dev_y, n); });

    std::vector<unsigned> right(n, 0);
    for (int i = 0; i < n; i++)
        for (int k = count; k-- > 0;)
            right[i] = right[i] * x[i] + c[k];
    j.expect("y", dev_y, right);
}

size counted_size() {
    return {1 << 13, 8};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.must_use("constant", "the coefficients lie in constant memory: ch8_const_texture/README.md");
    f.threads_at_least(1 << 12, "a GPU needs many threads to be busy");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.sectors_at_most(1, "neighbouring threads should take neighbouring elements");
}

} // namespace practice
