// What is asked of 08_transpose: rows of a are columns of b, and both are moved by whole sectors.
#include "../judge/judge.h"

void solve(const float *dev_a, float *dev_b, int columns, int rows); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("columns", "rows",
                 {{0, 0}, {1, 1}, {1, 37}, {37, 1}, {64, 64}, {200, 100}, {45, 310}});
}
size largest_made_up() {
    return {150, 150};
}

void judged(judge &j) {
    const int columns = j.given.n, rows = j.given.m;
    const auto a = j.numbers<float>(std::size_t(columns) * rows, -9999, 9999);
    const float *dev_a = j.input("a", a);
    float *dev_b = j.output<float>("b", a.size());
    j.run([&] { solve(dev_a, dev_b, columns, rows); });

    std::vector<float> right(a.size());
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            right[y + std::size_t(x) * rows] = a[x + std::size_t(y) * columns];
    j.expect("b", dev_b, right, rows);
}

size counted_size() {
    return {128, 256};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(128 * 256 / 16, "a GPU needs many threads to be busy");
    f.sectors_at_most(
        1, "both reading and writing should go along rows: ch7_shared_memory/TRANSPOSITION.md");
    f.wavefronts_at_most(1, "words of different rows share a bank: ch7_shared_memory/BANKS.md");
}

} // namespace practice
