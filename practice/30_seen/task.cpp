// What is asked of 30_seen: a bit for each number that occurs. The second number of a size is how
// many words there are.
#include "../judge/judge.h"

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("n", "words", {{0, 3}, {1, 1}, {31, 1}, {256, 100}, {1000, 30}, {20001, 2000}});
}
size largest_made_up() {
    return {5000, 300};
}

void judged(judge &j) {
    const int n = j.given.n, words = j.given.m;
    const auto a = j.numbers<unsigned>(n, 0, 32 * words - 1);
    const unsigned *dev_a = j.input("a", a);
    unsigned *dev_seen = j.output<unsigned>("seen", words);
    j.run([&] { solve(dev_a, dev_seen, n, words); });

    std::vector<unsigned> right(words, 0);
    for (const unsigned v : a)
        right[v / 32] |= 1u << v % 32;
    j.expect("seen", dev_seen, right);
}

size counted_size() {
    return {1 << 14, 1000};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(4096, "a GPU needs many threads to be busy");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.loads_at_most(1.1 * (1 << 14) / 8, "each element is read once");
    f.global_atomics_at_most(1 << 14, "one for each element at the most");
}

} // namespace practice
