// What is asked of 11_filter: a weighted sum of nine neighbours, weights in constant memory.
#include "../judge/judge.h"

void solve(const int *w, const int *dev_a, int *dev_b, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 4, 5, 31, 1000, 20001};
}
size largest_made_up() {
    return 5000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto w = j.numbers<int>(9, -9, 9), a = j.numbers<int>(n, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", n);
    j.run([&] { solve(w.data(), dev_a, dev_b, n); });

    std::vector<int> right(n, 0);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++)
            if (i + k - 4 >= 0 && i + k - 4 < n)
                right[i] += w[k] * a[i + k - 4];
    j.expect("b", dev_b, right);
}

size counted_size() {
    return 1 << 13;
}

void asked(figures &f) {
    f.must_use("constant", "the weights lie in constant memory: ch8_const_texture/WEIGHTS.md");
    f.threads_at_least(1 << 12, "a GPU needs many threads to be busy");
    f.at_work_at_least(24, "most threads of a warp should have elements");
}

} // namespace practice
