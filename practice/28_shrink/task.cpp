// What is asked of 28_shrink: means of four pixels, by one fetch of a texture each.
#include "../judge/judge.h"

#include <cuda_runtime.h>

void solve(cudaTextureObject_t a, float *dev_b, int width, int height); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("width", "height", {{1, 1}, {1, 37}, {37, 1}, {64, 64}, {133, 50}, {45, 210}});
}
size largest_made_up() {
    return {100, 100};
}

void judged(judge &j) {
    const int width = j.given.n, height = j.given.m;
    std::vector<float> a(std::size_t(4) * width * height);
    for (float &one : a)
        one = static_cast<float>(4 * j.number(0, 250));
    float *dev_b = j.output<float>("b", std::size_t(width) * height);
    j.run([&] {
        const std::size_t row = 2 * width * sizeof(float);
        const cudaChannelFormatDesc pixel = cudaCreateChannelDesc<float>();
        cudaResourceDesc where = {};
        cudaTextureDesc how = {};
        cudaTextureObject_t texture;
        where.resType = cudaResourceTypeArray;
        how.filterMode = cudaFilterModeLinear;
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
        cudaMallocArray(&where.res.array.array, &pixel, 2 * width, 2 * height);
        cudaMemcpy2DToArray(where.res.array.array, 0, 0, a.data(), row, row, 2 * height,
                            cudaMemcpyHostToDevice);
        std::fill(a.begin(), a.end(), 0); // the answer's host code does not find them
        cudaCreateTextureObject(&texture, &where, &how, nullptr);
        solve(texture, dev_b, width, height);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(texture);
        cudaFreeArray(where.res.array.array);
    });
    std::vector<float> right(std::size_t(width) * height, 0);
    for (std::size_t i = 0; i < a.size(); i++) {
        const std::size_t x = i % (2 * width), y = i / (2 * width);
        right[x / 2 + y / 2 * width] += a[i] / 4;
    }
    j.expect("b", dev_b, right, width);
}

size counted_size() {
    return {256, 64};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(256 * 64 / 4, "a thread for each pixel");
    f.sectors_at_most(1,
                      "the threads of a warp differ in threadIdx.x first: let that be the column");
    f.requests_at_most("texture", 256 * 64 / 32,
                       "one fetch a pixel, where four pixels meet: ch8_const_texture/README.md");
}

} // namespace practice
