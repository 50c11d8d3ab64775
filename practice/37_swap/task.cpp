// What is asked of 37_swap: two numbers of device memory change places. There is no n: each case
// has other numbers.
#include "../judge/judge.h"

void solve(int *dev_a, int *dev_b); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 3};
}
size largest_made_up() {
    return 9;
}

void judged(judge &j) {
    const int a = j.number(1, 9999), b = -j.number(1, 9999);
    int *dev_a = j.in_out<int>("a", {a}), *dev_b = j.in_out<int>("b", {b});
    j.run([&] { solve(dev_a, dev_b); });
    j.expect("a", dev_a, std::vector<int>{b});
    j.expect("b", dev_b, std::vector<int>{a});
}

size counted_size() {
    return 1;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_most(1, "one block of one thread is enough: ch3_first_kernel/README.md");
}

} // namespace practice
