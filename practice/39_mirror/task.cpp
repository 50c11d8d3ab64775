// What is asked of 39_mirror: each row of a picture backwards, by a block for each pixel.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int columns, int rows); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("columns", "rows", {{0, 0}, {5, 0}, {1, 1}, {3, 2}, {1, 37}, {37, 1}, {70, 40}});
}
size largest_made_up() {
    return {40, 40};
}

void judged(judge &j) {
    const int columns = j.given.n, rows = j.given.m;
    const auto a = j.numbers<int>(std::size_t(columns) * rows, 0, 9999);
    const int *dev_a = j.input("a", a);
    int *dev_b = j.output<int>("b", a.size());
    j.run([&] { solve(dev_a, dev_b, columns, rows); });

    std::vector<int> right = a;
    for (int y = 0; y < rows; y++)
        std::reverse(right.begin() + y * columns, right.begin() + (y + 1) * columns);
    j.expect("b", dev_b, right, columns);
}

size counted_size() {
    return {32, 16};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(32 * 16, "a block for each pixel: ch4_blocks/README.md");
    f.threads_at_most(32 * 16, "a block of one thread is enough for a pixel");
}

} // namespace practice
