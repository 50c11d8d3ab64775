// What is asked of 18_table: a multiplication table, by a block for each cell.
#include "../judge/judge.h"

void solve(int *dev_table, int columns, int rows); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("columns", "rows", {{0, 0}, {0, 5}, {1, 1}, {4, 3}, {1, 37}, {37, 1}, {70, 40}});
}
size largest_made_up() {
    return {40, 40};
}

void judged(judge &j) {
    const int columns = j.given.n, rows = j.given.m;
    int *dev_table = j.output<int>("table", std::size_t(columns) * rows);
    j.run([&] { solve(dev_table, columns, rows); });

    std::vector<int> right;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            right.push_back((x + 1) * (y + 1));
    j.expect("table", dev_table, right, columns);
}

size counted_size() {
    return {32, 16};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(32 * 16, "a block for each cell: ch4_blocks/README.md");
    f.threads_at_most(32 * 16, "a block of one thread is enough for a cell");
}

} // namespace practice
