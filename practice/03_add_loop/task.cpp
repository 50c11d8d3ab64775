// What is asked of 03_add_loop: c = a + b, by no more than 64 blocks of 256 threads.
#include "../judge/judge.h"

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 31, 1000, 16384, 16385, 70001};
}
size largest_made_up() {
    return 40000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<float>(n, -1000, 1000), b = j.numbers<float>(n, -1000, 1000);
    const float *dev_a = j.input("a", a), *dev_b = j.input("b", b);
    float *dev_c = j.output<float>("c", n);
    j.run([&] { solve(dev_a, dev_b, dev_c, n); });

    std::vector<float> right(n);
    for (int i = 0; i < n; i++)
        right[i] = a[i] + b[i];
    j.expect("c", dev_c, right);
}

size counted_size() {
    return 1 << 17;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.loads_at_most(1.1 * 2 * (1 << 17) / 8,
                    "some elements are read more than once: the next element of a "
                    "thread is as many further on as the grid has threads");
    f.threads_at_most(64 * 256, "64 blocks of 256 threads, and a loop: ch5_vector_add/README.md");
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.sectors_at_most(
        1, "neighbouring threads should take neighbouring elements: a stretch of its own for each "
           "thread puts them apart");
}

} // namespace practice
