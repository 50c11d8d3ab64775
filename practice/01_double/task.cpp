// What is asked of 01_double: x[i] becomes 2 x[i].
#include "../judge/judge.h"

void solve(float *dev_x, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 256, 1000, 70001};
}
size largest_made_up() {
    return 5000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto x = j.numbers<float>(n, -1000, 1000);
    float *dev_x = j.in_out("x", x);
    j.run([&] { solve(dev_x, n); });

    std::vector<float> right(n);
    for (int i = 0; i < n; i++)
        right[i] = 2 * x[i];
    j.expect("x", dev_x, right);
}

size counted_size() {
    return 1 << 14;
}

void asked(figures &f) {
    f.threads_at_least(1 << 14, "a thread for each element: ch5_vector_add/README.md");
    f.at_work_at_least(31, "where a block has one thread, 31 of 32 places of its warp stay empty: "
                           "ch5_vector_add/README.md");
    f.sectors_at_most(1, "neighbouring threads should take neighbouring elements");
}

} // namespace practice
