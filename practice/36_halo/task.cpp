// What is asked of 36_halo: sums of three neighbours, where some are on the other device. A size is
// that of both parts.
#include "../judge/judge.h"

#include <cuda_runtime.h>

void solve(const int devices[2], int *const in[2], int *const out[2],
           const int counts[2]); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("counts[0]", "counts[1]",
                 {{1, 1}, {1, 100}, {31, 2}, {256, 257}, {1000, 500}, {20001, 3000}});
}
size largest_made_up() {
    return {3000, 3000};
}

void judged(judge &j) {
    const int counts[2] = {j.given.n, j.given.m}, n = counts[0] + counts[1];
    auto x = j.numbers<int>(n + 2, -1000, 1000); // with both outer ends
    x.front() = x.back() = 0;
    int *dev_out = j.output<int>("out", n); // the parts, one behind the other
    j.run([&] {
        int devices[2] = {0, 0}, all, *in[2], *out[2];
        cudaGetDeviceCount(&all);
        if (all > 1)
            devices[0] = 1; // on purpose the other way round
        for (int k = 0; k < 2; k++) {
            cudaSetDevice(devices[k]);
            cudaMalloc(&in[k], (counts[k] + 2) * sizeof(int));
            cudaMalloc(&out[k], counts[k] * sizeof(int));
            cudaMemcpy(in[k] + k, x.data() + k * (counts[0] + 1), (counts[k] + 1) * sizeof(int),
                       cudaMemcpyHostToDevice);
        }
        cudaSetDevice(0);
        solve(devices, in, out, counts);
        for (int k = 0; k < 2; k++) {
            cudaSetDevice(devices[k]);
            cudaDeviceSynchronize();
            cudaMemcpyPeer(dev_out + k * counts[0], 0, out[k], devices[k], counts[k] * sizeof(int));
            cudaFree(in[k]);
            cudaFree(out[k]);
        }
        cudaSetDevice(0);
    });

    std::vector<int> right(n);
    for (int i = 0; i < n; i++)
        right[i] = x[i] + x[i + 1] + x[i + 2];
    j.expect("out", dev_out, right);
}

size counted_size() {
    return {1 << 13, 1 << 13};
}

void asked(figures &f) {
    f.launches_at_most(2, "one launch for each device");
    f.threads_at_least(1 << 12, "a GPU needs many threads to be busy");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
}

} // namespace practice
