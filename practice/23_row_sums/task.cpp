// What is asked of 23_row_sums: a sum for each row, by a warp.
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_sums, int columns, int rows); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("columns", "rows",
                 {{0, 0}, {0, 5}, {1, 1}, {1, 37}, {37, 1}, {64, 64}, {333, 100}, {31, 1000}});
}
size largest_made_up() {
    return {200, 60};
}

void judged(judge &j) {
    const int columns = j.given.n, rows = j.given.m;
    const auto a = j.numbers<int>(std::size_t(columns) * rows, -1000, 1000);
    const int *dev_a = j.input("a", a);
    int *dev_sums = j.output<int>("sums", rows);
    j.run([&] { solve(dev_a, dev_sums, columns, rows); });

    std::vector<int> right(rows, 0);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            right[y] += a[x + std::size_t(y) * columns];
    j.expect("sums", dev_sums, right);
}

size counted_size() {
    return {256, 64};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(64 * 32, "32 threads for each row");
    f.sectors_at_most(1, "neighbouring lanes should read neighbouring elements of the row");
    f.loads_at_most(1.1 * 256 * 64 / 8, "each element is read once");
    f.global_atomics_at_most(0, "shuffles need no atomic operation: ch7_shared_memory/SUMS.md");
    f.barriers_at_most(0, "a warp needs no barrier of the block: ch7_shared_memory/SUMS.md");
}

} // namespace practice
