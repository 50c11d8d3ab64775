// What is asked of 32_fork_join: squares and cubes side by side, and their sums behind both.
#include "../judge/captured.h"
#include "../judge/judge.h"

void solve(const int *dev_a, int *dev_b, int *dev_c, int n, cudaStream_t stream,
           cudaStream_t other); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 31, 256, 1000, 30001};
}
size largest_made_up() {
    return 5000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const auto a = j.numbers<int>(n, -100, 100);
    int *dev_a = j.in_out("a", std::vector<int>(n, 0)); // the numbers come later
    int *dev_b = j.output<int>("b", n), *dev_c = j.output<int>("c", n);
    int *dev_first = j.output<int>("kernels that wait for no other", 1);
    j.run([&] {
        cudaStream_t stream, other;
        cudaStreamCreate(&stream);
        cudaStreamCreate(&other);
        const int first = captured(
            stream, [&] { solve(dev_a, dev_b, dev_c, n, stream, other); },
            [&] {
                cudaMemcpy(dev_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
                cudaDeviceSynchronize();
            });
        cudaMemcpy(dev_first, &first, sizeof first, cudaMemcpyHostToDevice);
        cudaStreamDestroy(stream);
        cudaStreamDestroy(other);
    });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = a[i] * a[i] * (1 + a[i]);
    j.expect("b", dev_b, right);
    j.expect("kernels that wait for no other", dev_first, std::vector<int>{2});
}

size counted_size() {
    return 1 << 13;
}

void asked(figures &f) {
    f.launches_at_most(3, "the three kernels, once each");
    f.threads_at_least(3 << 13, "a thread for each element");
}

} // namespace practice
