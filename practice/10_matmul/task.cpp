// What is asked of 10_matmul: c = a b, with tiles in shared memory.
#include "../judge/judge.h"

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 1, 15, 16, 17, 50, 97};
}
size largest_made_up() {
    return 70;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<float>(n * n, -8, 8), b = j.numbers<float>(n * n, -8, 8);
    const float *dev_a = j.input("a", a), *dev_b = j.input("b", b);
    float *dev_c = j.output<float>("c", a.size());
    j.run([&] { solve(dev_a, dev_b, dev_c, n); });

    std::vector<float> right(a.size(), 0);
    for (int y = 0; y < n; y++)
        for (int k = 0; k < n; k++)
            for (int x = 0; x < n; x++)
                right[x + y * n] += a[k + y * n] * b[x + k * n];
    j.expect("c", dev_c, right, n);
}

size counted_size() {
    return 128;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(128 * 128 / 16, "a GPU needs many threads to be busy");
    f.must_use("shared", "the tiles lie in shared memory: ch7_shared_memory/TILES.md");
    f.loads_at_most(36000,
                    "each tile once for each block that needs it: ch7_shared_memory/TILES.md");
}

} // namespace practice
