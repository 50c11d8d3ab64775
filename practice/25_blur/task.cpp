// What is asked of 25_blur: sums of nine pixels, each loaded about once.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int width, int height); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("width", "height",
                 {{0, 0}, {1, 1}, {1, 37}, {37, 1}, {64, 64}, {133, 50}, {45, 210}});
}
size largest_made_up() {
    return {120, 120};
}

void judged(judge &j) {
    const int width = j.given.n, height = j.given.m;
    const auto a = j.numbers<int>(std::size_t(width) * height, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", a.size());
    j.run([&] { solve(dev_a, dev_b, width, height); });

    std::vector<int> right(a.size(), 0);
    for (int i = 0; i < width * height; i++)
        for (int y = std::max(i / width - 1, 0); y < std::min(i / width + 2, height); y++)
            for (int x = std::max(i % width - 1, 0); x < std::min(i % width + 2, width); x++)
                right[i] += a[x + y * width];
    j.expect("b", dev_b, right, width);
}

size counted_size() {
    return {256, 64};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(256 * 64 / 8, "a GPU needs many threads to be busy");
    f.must_use("shared", "the tile lies in shared memory: ch7_shared_memory/HALOS.md");
    f.loads_at_most(2.5 * 256 * 64 / 8,
                    "each pixel once for each block that needs it: ch7_shared_memory/HALOS.md");
}

} // namespace practice
