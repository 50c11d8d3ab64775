// What is asked of 38_clock: a number of seconds in hours, minutes and seconds. n is that number.
#include "../judge/judge.h"

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {0, 59, 60, 3599, 3600, 86399, 1000000};
}
size largest_made_up() {
    return 500000;
}

void judged(judge &j) {
    const int all = j.given.n;
    int *dev_hours = j.output<int>("hours", 1), *dev_minutes = j.output<int>("minutes", 1);
    int *dev_seconds = j.output<int>("seconds", 1);
    j.run([&] { solve(all, dev_hours, dev_minutes, dev_seconds); });
    j.expect("hours", dev_hours, std::vector<int>{all / 3600});
    j.expect("minutes", dev_minutes, std::vector<int>{all / 60 % 60});
    j.expect("seconds", dev_seconds, std::vector<int>{all % 60});
}

size counted_size() {
    return 5000;
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_most(1, "one block of one thread is enough: ch3_first_kernel/README.md");
}

} // namespace practice
