// What is asked of 20_grey: a byte of grey for four of colour.
#include "../judge/judge.h"

#include <vector_types.h>

void solve(const uchar4 *dev_pixels, unsigned char *dev_grey, int width,
           int height); // the answer's

namespace practice {

std::vector<size> sizes() {
    return named("width", "height",
                 {{0, 0}, {1, 1}, {1, 37}, {37, 1}, {64, 64}, {333, 100}, {45, 310}});
}
size largest_made_up() {
    return {200, 200};
}

void judged(judge &j) {
    const int width = j.given.n, height = j.given.m;
    std::vector<uchar4> pixels(std::size_t(width) * height);
    for (uchar4 &p : pixels)
        for (unsigned char *byte : {&p.x, &p.y, &p.z, &p.w})
            *byte = static_cast<unsigned char>(j.number(0, 255));
    const uchar4 *dev_pixels = j.input("pixels", pixels);
    unsigned char *dev_grey = j.output<unsigned char>("grey", pixels.size());
    j.run([&] { solve(dev_pixels, dev_grey, width, height); });

    std::vector<unsigned char> right;
    for (const uchar4 &p : pixels)
        right.push_back(static_cast<unsigned char>((30 * p.x + 59 * p.y + 11 * p.z) / 100));
    j.expect("grey", dev_grey, right, width);
}

size counted_size() {
    return {256, 128};
}

void asked(figures &f) {
    f.launches_at_most(1, "one launch does it");
    f.threads_at_least(256 * 128 / 4, "a thread for each pixel: ch5_ripple/README.md");
    f.at_work_at_least(31, "all 32 threads of a warp should have a pixel");
    f.sectors_at_most(2,
                      "the threads of a warp differ in threadIdx.x first: let that be the column");
    f.loads_at_most(1.1 * 256 * 128 * 4 / 32, "a pixel is loaded at once: ch5_ripple/README.md");
}

} // namespace practice
