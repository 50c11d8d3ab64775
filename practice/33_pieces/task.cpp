// What is asked of 33_pieces: b = 2 a, from the host to the host, in pieces of 4096 elements
// through two streams.
#include "../judge/captured.h"
#include "../judge/judge.h"

#include <cstring>

void solve(const int *a, int *b, int *const dev[2], int n,
           const cudaStream_t streams[2]); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {1, 31, 1000, 4096, 4097, 8192, 30001};
}
size largest_made_up() {
    return 20000;
}

void judged(judge &j) {
    const int n = j.given.n;
    const std::size_t bytes = n * sizeof(int);
    const auto numbers = j.numbers<int>(n, -100000, 100000);
    int *dev_b = j.output<int>("b", n);
    int *dev[2] = {j.output<int>("dev[0]", 4096), j.output<int>("dev[1]", 4096)};
    int *dev_first = j.output<int>("streams at work", 1);
    j.run([&] {
        int *a, *b;
        cudaStream_t streams[2];
        cudaEvent_t event;
        cudaMallocHost(&a, bytes);
        cudaMallocHost(&b, bytes);
        std::memset(a, 0xff, bytes);
        std::memset(b, 0xff, bytes);
        cudaStreamCreate(&streams[0]);
        cudaStreamCreate(&streams[1]);
        cudaEventCreate(&event);
        const int first = captured(
            streams[0],
            [&] {
                cudaEventRecord(event, streams[0]);
                cudaStreamWaitEvent(streams[1], event, 0);
                solve(a, b, dev, n, streams);
                cudaEventRecord(event, streams[1]);
                cudaStreamWaitEvent(streams[0], event, 0);
            },
            [&] { std::memcpy(a, numbers.data(), bytes); });
        cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(dev_first, &first, sizeof first, cudaMemcpyHostToDevice);
        cudaDeviceSynchronize();
        cudaEventDestroy(event);
        cudaStreamDestroy(streams[0]);
        cudaStreamDestroy(streams[1]);
        cudaFreeHost(a);
        cudaFreeHost(b);
    });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = 2 * numbers[i];
    j.expect("b", dev_b, right);
    j.expect("streams at work", dev_first, std::vector<int>{n > 4096 ? 2 : 1});
}

size counted_size() {
    return 1 << 15;
}

void asked(figures &f) {
    f.threads_at_least(1 << 15, "a thread for each element");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
    f.launches_at_most(8, "a launch for each piece of 4096 elements");
}

} // namespace practice
