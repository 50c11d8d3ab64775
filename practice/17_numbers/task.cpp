// What is asked of 17_numbers: sum, difference and product of two numbers. There is no n: each case
// has other numbers.
#include "../judge/judge.h"

void solve(int a, int b, int *dev_result); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 2, 3};
}
size largest_made_up() {
    return 9;
}

void judged(judge &j) {
    const int a = j.number(1, 9999), b = -j.number(2, 9999);
    int *dev_result = j.output<int>("result", 3);
    j.run([&] { solve(a, b, dev_result); });
    j.expect("result", dev_result, std::vector<int>{a + b, a - b, a * b});
}

size counted_size() {
    return 1;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_most(1, "one block of one thread is enough: ch3_first_kernel/README.md");
}

} // namespace practice
