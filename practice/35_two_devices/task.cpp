// What is asked of 35_two_devices: both parts of a vector doubled, each by its device. A size is
// that of both parts.
#include "../judge/judge.h"

#include <cuda_runtime.h>

void solve(const int devices[2], float *const parts[2], const int counts[2]); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("counts[0]", "counts[1]",
                 {{0, 0}, {1, 1}, {0, 100}, {100, 0}, {31, 1000}, {30001, 256}});
}
size largest_made_up() {
    return {3000, 3000};
}

void judged(judge &j) {
    const int counts[2] = {j.given.n, j.given.m}, n = counts[0] + counts[1];
    const auto x = j.numbers<float>(n, -1000, 1000);
    float *dev_x = j.output<float>("x", n); // the parts, one behind the other
    int *dev_current = j.output<int>("the current device", 1);
    j.run([&] {
        int devices[2] = {0, 0}, all, current;
        float *parts[2];
        cudaGetDeviceCount(&all);
        if (all > 1)
            devices[0] = 1; // on purpose the other way round
        for (int k = 0; k < 2; k++) {
            cudaSetDevice(devices[k]);
            cudaMalloc(&parts[k], counts[k] * sizeof(float) + 1);
            cudaMemcpy(parts[k], x.data() + k * counts[0], counts[k] * sizeof(float),
                       cudaMemcpyHostToDevice);
        }
        solve(devices, parts, counts);
        cudaGetDevice(&current);
        for (int k = 0; k < 2; k++) {
            cudaSetDevice(devices[k]);
            cudaDeviceSynchronize();
            cudaMemcpyPeer(dev_x + k * counts[0], 0, parts[k], devices[k],
                           counts[k] * sizeof(float));
            cudaFree(parts[k]);
        }
        cudaSetDevice(0);
        cudaMemcpy(dev_current, &current, sizeof current, cudaMemcpyHostToDevice);
    });

    std::vector<float> right(n);
    for (int i = 0; i < n; i++)
        right[i] = 2 * x[i];
    j.expect("x", dev_x, right);
    j.expect("the current device", dev_current, std::vector<int>{0});
}

size counted_size() {
    return {1 << 13, 1 << 13};
}

void asked(figures &f) {
    f.launches_at_most(2, "one launch for each device");
    f.threads_at_least(1 << 14, "a thread for each element: ch5_vector_add/README.md");
    f.at_work_at_least(31, "all 32 threads of a warp should have an element");
}

} // namespace practice
