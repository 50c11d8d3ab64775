// The ladders that no program of a chapter runs, at sizes and addresses that suit nobody: every
// step does what the first does, and touches nothing beside.
#include "../ch5_ripple/ripple_ladder.h"
#include "../ch5_vector_add/add_ladder.h"
#include "../ch7_shared_memory/hopper/rows.h"
#include "../ch7_shared_memory/hopper/steps.h"
#include "../ch7_shared_memory/tensor_ladder/6_wide.h"
#include "emulator/check.h"

// What lies before, behind, and where nothing has been stored yet.
constexpr unsigned untouched = 0xdeadbeef;
constexpr size_t margin = 8;

// What the host works out for a pixel; its cosine may have the level beside the device's.
static bool is_pixel(unsigned pixel, int size, size_t number) {
    const float fx = (float)(number % size) - (float)(size / 2);
    const float fy = (float)(number / size) - (float)(size / 2);
    const float d = sqrtf(fx * fx + fy * fy);
    const float grey = 128.0f + 127.0f * cosf(d / 10.0f - 3 / 7.0f) / (d / 10.0f + 1.0f);
    const int level = pixel & 0xff;
    return pixel == 0xff000000u + 0x010101u * level && abs(level - (int)grey) <= 1;
}

static void test_ripple(int size, size_t offset) {
    const size_t pixels = (size_t)size * size;
    const std::string where =
        " of size " + std::to_string(size) + " from pixel " + std::to_string(offset) + " on";
    device_array<unsigned> frame(offset + pixels + margin);
    std::vector<unsigned> book;
    for (int step = 0; step < RIPPLE_STEPS; ++step) {
        frame.set(std::vector<unsigned>(frame.size(), untouched));
        ripple_launch(step, (unsigned char *)(frame + offset), size, 3, 0);
        CHECK_LAUNCH();
        const std::vector<unsigned> got = frame.get();
        if (step == RIPPLE_BOOK) {
            book = got;
            size_t wrong = 0;
            for (size_t i = 0; i < got.size(); ++i)
                wrong += i < offset || i >= offset + pixels ? got[i] != untouched
                                                            : !is_pixel(got[i], size, i - offset);
            CHECK_EQUAL(wrong, 0u);
        }
        CHECK_ARRAY(
            got, [&](size_t i) { return book[i]; }, ripple_names[step] + where);
    }
}

static void test_add(long long n, size_t offset) {
    const size_t all = margin + (size_t)n + margin;
    std::vector<int> values(all);
    for (size_t i = 0; i < all; ++i)
        values[i] = (int)((unsigned)i * 2654435761u >> 3);
    device_array<int> c(all);
    const device_array<int> a(values);
    for (int step = 0; step < ADD_STEPS; ++step) {
        c.set(std::vector<int>(all, (int)untouched));
        // Three arrays, each with an alignment of its own.
        add_launch(step, a + offset, a + 1, c + 3, n, 2, 0);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            c.get(),
            [&](size_t i) {
                return i < 3 || i >= 3 + (size_t)n ? (int)untouched
                                                   : values[i - 3 + offset] + values[i - 3 + 1];
            },
            std::string(add_names[step]) + " of " + std::to_string(n) + " from " +
                std::to_string(offset) + " on");
    }
}

// C = A B of small whole numbers, of which every sum is exact.
template <typename T>
static void test_product(const char *name, void (*launch)(const product_work<T> *, cudaStream_t),
                         int m, int n, int k) {
    std::vector<T> a(m * k), b(k * n), expected(m * n);
    for (int i = 0; i < m * k; ++i)
        a[i] = (T)(i * 7 % 11 - 5);
    for (int i = 0; i < k * n; ++i)
        b[i] = (T)(i * 5 % 13 - 6);
    for (int i = 0; i < m * n; ++i)
        for (int j = 0; j < k; ++j)
            expected[i] += a[i / n * k + j] * b[j * n + i % n];
    const device_array<T> dev_a(a), dev_b(b);
    device_array<T> c(m * n + margin, (T)untouched);
    const device_array<T> a_copy((m + 16) * (k + 16)), b_copy((k + 16) * (n + 16));
    const product_work<T> work = {dev_a, dev_b, c, m, n, k, a_copy, b_copy, 1};
    launch(&work, 0);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        c.get(), [&](size_t i) { return i < expected.size() ? expected[i] : (T)untouched; },
        std::string(name) + " of " + std::to_string(m) + " x " + std::to_string(n) + " x " +
            std::to_string(k));
}

int main() {
    check_device();
    const int products[][3] = {{1, 1, 1}, {128, 128, 64}, {130, 259, 77}, {300, 100, 17}};
    for (auto &p : products) {
        if (hopper_capability() >= 80)
            test_product("wide", tensor_launch_wide, p[0], p[1], p[2]);
        if (hopper_here())
            test_product("rows", hopper_launch_rows, p[0], p[1], p[2]);
    }
    for (int size = 1; size <= 34; ++size)
        test_ripple(size, margin + size % 4);
    for (int size : {63, 64, 65, 255, 256, 257, 333, 1025})
        for (size_t offset = 4; offset < 8; ++offset)
            if (size < 256 || offset == size % 4 + 4u)
                test_ripple(size, offset);
    for (long long n : {1, 3, 1023, 1025, 4095, 4096, 4097, 12289, 100000})
        for (size_t offset = 0; offset < 4; ++offset)
            test_add(n, offset);
    return check_result();
}
