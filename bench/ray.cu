// ray: the two kernels of ch8_const_texture/ray.cu beside what arithmetic can reach
#include "multiply_add.h"

#define main ray_main // the program's, which is not called here
#include "../ch8_const_texture/ray.cu"
#undef main

// The operations are counted by the program's own source: its headers are compiled once more, for
// the CPU's sake, with numbers that count what is done to them.
namespace counted {

static long long operations, // + - * of two floats, one each; also where two of them can be fused
    apart;                   // divisions and square roots, which take several instructions

#define HOST_AND_DEVICE static inline __host__ __device__
#ifdef __CUDA_ARCH__
#define COUNT(what, result) return result
#else
#define COUNT(what, result) return what++, result
#endif

struct number {
    float value;
    number() = default;
    __host__ __device__ number(float v) : value(v) {}
    __host__ __device__ explicit operator int() const { return (int)value; }
    __host__ __device__ explicit operator unsigned char() const { return (unsigned char)value; }
};
struct number3 {
    number x, y, z;
};
HOST_AND_DEVICE number3 make_number3(number x, number y, number z) {
    return {x, y, z};
}
HOST_AND_DEVICE number operator-(number a) { // a sign costs nothing
    return -a.value;
}
HOST_AND_DEVICE number operator+(number a, number b) {
    COUNT(operations, a.value + b.value);
}
HOST_AND_DEVICE number operator-(number a, number b) {
    COUNT(operations, a.value - b.value);
}
HOST_AND_DEVICE number operator*(number a, number b) {
    if (a.value == -1) // so times(-1, v) is a sign, and sum() with it a subtraction
        return -b.value;
    COUNT(operations, a.value * b.value);
}
HOST_AND_DEVICE number operator/(number a, number b) {
    COUNT(apart, a.value / b.value);
}
HOST_AND_DEVICE number sqrtf(number a) {
    COUNT(apart, ::sqrtf(a.value));
}
HOST_AND_DEVICE number &operator+=(number &a, number b) {
    return a = a + b;
}
HOST_AND_DEVICE number &operator*=(number &a, number b) {
    return a = a * b;
}
HOST_AND_DEVICE number fmaxf(number a, number b) {
    return ::fmaxf(a.value, b.value);
}
HOST_AND_DEVICE number fminf(number a, number b) {
    return ::fminf(a.value, b.value);
}
HOST_AND_DEVICE number floorf(number a) {
    return ::floorf(a.value);
}
HOST_AND_DEVICE bool operator<(number a, number b) {
    return a.value < b.value;
}
HOST_AND_DEVICE bool operator>(number a, number b) {
    return a.value > b.value;
}
HOST_AND_DEVICE bool operator==(number a, number b) {
    return a.value == b.value;
}

#define float number
#define float3 number3
#define make_float3 make_number3
#undef SCENE_H
#undef TRACE_H
#include "../ch8_const_texture/trace.h"
#undef float
#undef float3
#undef make_float3

} // namespace counted

// What the CPU finds at some of the picture's pixels, those of one warp in so many.
struct reference_pixels {
    std::vector<long long> places;
    std::vector<uchar4> pixels;
    double operations, apart; // for a pixel
    double busy;              // see below
    int same;                 // the source with numbers that count draws the same
};

static reference_pixels draw_on_cpu(int n, int samples, int count) {
    reference_pixels found = {};
    std::vector<sphere> spheres(count);
    std::vector<counted::sphere> counted_spheres(count);
    make_scene(spheres.data(), count);
    counted::make_scene(counted_spheres.data(), count);
    found.same = 1;
    // A warp of a block of 16 x 16 has 16 x 2 pixels.
    long long across = n / 16, warps = across * (n / 2), most = 0;
    long long tests = (long long)n * n * samples * samples * count;
    counted::operations = counted::apart = 0;
    for (long long warp = 0; warp < warps; warp += 1 | tests >> 23) { // odd: in all columns
        long long longest = 0;
        for (int lane = 0; lane < 32; lane++) {
            int x = (int)(warp % across) * 16 + lane % 16, y = (int)(warp / across) * 2 + lane / 16;
            long long before = counted::operations;
            uchar4 p = pixel(spheres.data(), count, x, y, n, samples);
            uchar4 c = counted::pixel(counted_spheres.data(), count, x, y, n, samples);
            found.same = found.same && memcmp(&p, &c, sizeof p) == 0;
            found.places.push_back(x + (long long)y * n);
            found.pixels.push_back(p);
            longest = std::max(longest, counted::operations - before);
        }
        most += 32 * longest; // the others wait for the lane that has most to do
    }
    found.operations = (double)counted::operations / (double)found.pixels.size();
    found.apart = (double)counted::apart / (double)found.pixels.size();
    found.busy = (double)counted::operations / (double)most;
    return found;
}

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Ray",
        "A picture of 1024 x 1024 pixels by ray.cu, its two kernels as they stand. The spheres are "
        "few and stay in caches, and a pixel is stored once, so what can bound it is arithmetic. "
        "Counted is what the source has: each + - * of two floats is an operation, a sign, a "
        "comparison, a minimum or a maximum none, and divisions and square roots stand apart. The "
        "numbers themselves do the counting, on the CPU, in a sample of the picture's warps. A "
        "sphere behind the ray takes 8 operations (3 for `to`, 5 for `along`), another one 21 (6 "
        "for `beside` and 7 for `inside` as well), one that is hit 22 and a square root. (The "
        "direction of the sun, 8 operations wherever it stands, is counted too, though a compiler "
        "can work it out beforehand.) Even if all threads of a warp did the same, the yardstick "
        "would "
        "be out of reach: it is that of fused multiply-adds, two operations an instruction. The 21 "
        "operations fit into no fewer than 13 instructions, with the two comparisons 15, in whose "
        "time there could be 30, and the loads of the sphere and the loop come on top. And they do "
        "not do the same: the last column has what waiting for the thread that takes most leaves.",
        "TFLOP/s");
    report.limit = bench_find_sheet(report.gpu).single;
    report.yardstick = bench_multiply_add_rate(report.gpu);
    report.yardstick_name = "a kernel of nothing but fused multiply-adds";
    const int n = 1024;
    uchar4 *dev_pixels;
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, n * n * sizeof(uchar4)));
    std::vector<uchar4> pixels((size_t)n * n);
    struct {
        int count, samples;
    } cases[] = {{60, 2}, {MAX_SPHERES, 1}}; // the program's own, and where the loop takes longest
    for (auto &t : cases) {
        std::string data = std::to_string(t.count) + " spheres";
        sphere *dev_spheres;
        std::vector<sphere> spheres(t.count);
        size_t bytes = t.count * sizeof(sphere);
        make_scene(spheres.data(), t.count);
        HANDLE_ERROR(cudaMemcpyToSymbol(constant_spheres, spheres.data(), bytes));
        HANDLE_ERROR(cudaMalloc((void **)&dev_spheres, bytes));
        HANDLE_ERROR(cudaMemcpy(dev_spheres, spheres.data(), bytes, cudaMemcpyHostToDevice));
        reference_pixels reference = draw_on_cpu(n, t.samples, t.count);
        double operations = reference.operations * n * n;
        int rays = t.samples * t.samples;
        bench_add(report.about,
                  " With %s a ray from the eye, its reflections and shadows included, takes %.0f "
                  "operations and %.1f divisions and square roots.",
                  data.c_str(), reference.operations / rays, reference.apart / rays);
        const char *names[2] = {"global", "constant"};
        const char *notes[2] = {"spheres by way of the L1 cache, one place for a whole warp",
                                "spheres by way of the constant cache, one place for a whole warp"};
        for (int k = 0; k < 2; k++) {
            dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16); // as in the program
            auto call = [&](int, cudaStream_t stream) {
                if (k == 0)
                    draw_global<<<blocks, threads, 0, stream>>>(dev_pixels, dev_spheres, t.count, n,
                                                                t.samples);
                else
                    draw_constant<<<blocks, threads, 0, stream>>>(dev_pixels, t.count, n,
                                                                  t.samples);
            };
            HANDLE_ERROR(cudaMemset(dev_pixels, 0, n * n * sizeof(uchar4)));
            call(0, 0);
            HANDLE_LAUNCH(names[k]);
            HANDLE_ERROR(cudaMemcpy(pixels.data(), dev_pixels, n * n * sizeof(uchar4),
                                    cudaMemcpyDeviceToHost));
            long long compared = (long long)reference.pixels.size(), wrong = 0;
            for (long long i = 0; i < compared; i++) { // by the program's measure
                uchar4 p = pixels[reference.places[i]], r = reference.pixels[i];
                wrong +=
                    abs(p.x - r.x) > 2 || abs(p.y - r.y) > 2 || abs(p.z - r.z) > 2 || p.w != r.w;
            }
            std::string note = notes[k];
            bench_add(note, "; at most %.2f of a warp's threads have work at a time",
                      reference.busy);
            bench_enter(report, data.c_str(), names[k], note.c_str(), BENCH_STEP, 1, call,
                        4.0 * n * n, operations,
                        reference.same && compared > 0 && wrong <= 1 + compared / 1000);
        }
        bench_run(report);
        HANDLE_ERROR(cudaFree(dev_spheres));
    }
    HANDLE_ERROR(cudaFree(dev_pixels));
    return bench_close(report);
}
