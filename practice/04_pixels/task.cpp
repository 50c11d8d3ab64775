// What is asked of 04_pixels: the pixel in column x of row y is x ^ y.
#include "../judge/judge.h"

void solve(int *dev_pixels, int width, int height); // the answer's

namespace practice {

std::vector<size> sizes() {
    return {{0, 0}, {1, 1}, {1, 37}, {37, 1}, {64, 64}, {333, 100}, {45, 610}};
}
size largest_made_up() {
    return {200, 200};
}

void judged(judge &j) {
    const int width = j.given.n, height = j.given.m;
    int *dev_pixels = j.output<int>("pixels", std::size_t(width) * height);
    j.run([&] { solve(dev_pixels, width, height); });

    std::vector<int> right;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            right.push_back(x ^ y);
    j.expect("pixels", dev_pixels, right, width);
}

size counted_size() {
    return {256, 128};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(256 * 128, "a thread for each pixel: ch5_ripple/README.md");
    f.at_work_at_least(31, "all 32 threads of a warp should have a pixel");
    f.sectors_at_most(1,
                      "the threads of a warp differ in threadIdx.x first: let that be the column");
}

} // namespace practice
