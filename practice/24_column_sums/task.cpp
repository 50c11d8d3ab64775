// What is asked of 24_column_sums: a sum for each column, reading along rows.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_sums, int columns, int rows); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("columns", "rows",
                 {{0, 0}, {5, 0}, {1, 1}, {1, 370}, {37, 1}, {64, 64}, {333, 100}, {31, 1000}});
}
size largest_made_up() {
    return {150, 200};
}

void judged(judge &j) {
    const int columns = j.given.n, rows = j.given.m;
    const auto a = j.numbers<int>(std::size_t(columns) * rows, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_sums = j.output<int>("sums", columns);
    j.run([&] { solve(dev_a, dev_sums, columns, rows); });

    std::vector<int> right(columns, 0);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            right[x] += a[x + std::size_t(y) * columns];
    j.expect("sums", dev_sums, right);
}

size counted_size() {
    return {128, 512};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(128 * 8, "threads for each piece of 64 rows");
    f.sectors_at_most(1, "neighbouring threads should have neighbouring columns: "
                         "docs/MODEL.md");
    f.loads_at_most(1.1 * 128 * 512 / 8, "each element is read once");
    f.global_atomics_at_most(128 * 8, "one for each column of a piece: ch9_atomics/README.md");
}

} // namespace practice
