// What programs of readers use of C++ and its library beside their kernels: see endings() in site/engine/test.js.
//
// run: all 0 ~ ^sorted: 1 3 5 7 9$ ~ ^words: a=1 and=2 warp=2$ ~ ^mean 3\.50, deviation 1\.71$ ~ ^shapes: 3\.14 6\.00$ ~ ^0x00ff 1e-03 +42 left end$ ~ ^PASSED: 1024 of 1024$
#include "../common/book.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
};
struct circle final : shape {
    double radius;
    explicit circle(double r) : radius(r) {}
    double area() const override { return 3.14159265 * radius * radius; }
};
struct box final : shape {
    double width, height;
    box(double w, double h) : width(w), height(h) {}
    double area() const override { return width * height; }
};

template <typename T, int N> struct fixed {
    T values[N] = {};
    __host__ __device__ T &operator[](int i) { return values[i]; }
    __host__ __device__ constexpr int size() const { return N; }
};

enum class operation { add, multiply, subtract, divide, power };

template <typename T> __device__ T apply(operation what, T a, T b) {
    switch (what) {
    case operation::add: return a + b;
    case operation::multiply: return a * b;
    case operation::subtract: return a - b;
    case operation::divide: return b != 0 ? a / b : T{};
    default: return static_cast<T>(pow(static_cast<double>(a), static_cast<double>(b)));
    }
}

template <typename T, typename F> __global__ void transform(T *out, const T *in, int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = f(in[i]);
}
__global__ void mixed(double *out, const float *x, const unsigned char *bytes, long long *counters, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    fixed<float, 4> four;
    for (int k = 0; k < four.size(); ++k)
        four[k] = x[i] * k + sinf(x[i]) + expf(-x[i] * x[i]) + sqrtf(fabsf(x[i])) + (bytes[i] >> k & 1);
    double sum = 0;
    for (int k = 0; k < four.size(); ++k)
        sum += apply(static_cast<operation>(k), static_cast<double>(four[k]), 2.0);
    out[i] = sum + apply<int>(operation::power, i % 5, 2) + (i % 3 == 0 ? log1p(sum * sum) : cbrt(sum));
    atomicAdd(reinterpret_cast<unsigned long long *>(&counters[i % 7]), static_cast<unsigned long long>(i));
}

int main() {
    std::vector<int> odd{9, 3, 7, 1, 5};
    std::sort(odd.begin(), odd.end());
    std::cout << "sorted:";
    for (int i : odd)
        std::cout << ' ' << i;
    std::cout << std::endl;

    std::istringstream text("and a warp and warp");
    std::map<std::string, int> words;
    for (std::string word; text >> word;)
        ++words[word];
    std::unordered_map<std::string, std::vector<size_t>> places;
    for (const auto &[word, count] : words)
        places[word].push_back(static_cast<size_t>(count));
    std::string line = "words:";
    for (const auto &[word, count] : words)
        line += " " + word + "=" + std::to_string(count);
    printf("%s\n", line.c_str());

    std::vector<double> numbers(6);
    std::iota(numbers.begin(), numbers.end(), 1.0);
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
    const double squares = std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0);
    std::cout << std::fixed << std::setprecision(2) << "mean " << mean << ", deviation "
              << std::sqrt(squares / static_cast<double>(numbers.size()) - mean * mean) << "\n";

    std::vector<std::unique_ptr<shape>> shapes;
    shapes.push_back(std::make_unique<circle>(1.0));
    shapes.push_back(std::make_unique<box>(2.0, 3.0));
    printf("shapes:");
    for (const auto &one : shapes)
        printf(" %.2f", one->area());
    printf("\n");

    std::ostringstream made;
    made << "0x" << std::hex << std::setw(4) << std::setfill('0') << 255 << std::dec << std::setfill(' ') << std::scientific
         << std::setprecision(0) << ' ' << 0.001 << std::setw(4) << 42 << std::left << ' ' << std::setw(5) << "left" << "end";
    std::cout << made.str() << "\n";

    std::mt19937 random(42);
    std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    std::normal_distribution<double> normal;
    std::set<int> seen;
    std::optional<int> first;
    std::variant<int, std::string> either = std::string("one");
    std::tuple<int, double, const char *> three{1, 2.0, "three"};
    std::array<std::function<int(int)>, 2> functions{[&](int i) { return i + odd[0]; }, [](int i) { return i * i; }};
    const int n = 1024;
    std::vector<float> x(n);
    std::vector<unsigned char> bytes(n);
    for (int i = 0; i < n; ++i) {
        x[i] = uniform(random) + 0.0f * static_cast<float>(normal(random));
        bytes[i] = static_cast<unsigned char>(random());
        if (!seen.insert(functions[static_cast<size_t>(i % 2)](i)).second && !first)
            first = i;
    }
    if (std::holds_alternative<std::string>(either))
        either = static_cast<int>(std::get<std::string>(either).size() + std::strlen(std::get<2>(three)));
    const auto begun = std::chrono::steady_clock::now();

    float *dev_x, *dev_y;
    double *dev_sums;
    unsigned char *dev_bytes;
    long long *dev_counters;
    HANDLE_ERROR(cudaMalloc(&dev_x, n * sizeof *dev_x));
    HANDLE_ERROR(cudaMalloc(&dev_y, n * sizeof *dev_y));
    HANDLE_ERROR(cudaMalloc(&dev_sums, n * sizeof *dev_sums));
    HANDLE_ERROR(cudaMalloc(&dev_bytes, n));
    HANDLE_ERROR(cudaMalloc(&dev_counters, 7 * sizeof *dev_counters));
    HANDLE_ERROR(cudaMemset(dev_counters, 0, 7 * sizeof *dev_counters));
    HANDLE_ERROR(cudaMemcpy(dev_x, x.data(), n * sizeof *dev_x, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_bytes, bytes.data(), n, cudaMemcpyHostToDevice));
    transform<<<4, 128>>>(dev_y, dev_x, n, [=] __device__(float value) { return value * value + 1.0f; });
    HANDLE_LAUNCH("transform");
    mixed<<<(n + 255) / 256, 256>>>(dev_sums, dev_x, dev_bytes, dev_counters, n);
    HANDLE_LAUNCH("mixed");
    std::vector<float> y(n);
    std::vector<double> sums(n);
    std::array<long long, 7> counters{};
    HANDLE_ERROR(cudaMemcpy(y.data(), dev_y, n * sizeof *dev_y, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(sums.data(), dev_sums, n * sizeof *dev_sums, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(counters.data(), dev_counters, sizeof counters, cudaMemcpyDeviceToHost));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;

    std::complex<double> turned{0.0, 1.0};
    turned = turned * turned + std::polar(1.0, 0.0);
    const auto right = std::count_if(y.begin(), y.end(), [](float value) { return value >= 1.0f && value <= 2.0f; });
    const bool finite = std::all_of(sums.begin(), sums.end(), [](double sum) { return std::isfinite(sum); });
    const long long total = std::accumulate(counters.begin(), counters.end(), 0LL);
    const bool ok = right == n && finite && total == 1LL * n * (n - 1) / 2 && std::abs(turned) < 1e-9 && took.count() >= 0 &&
                    std::get<int>(either) == 8 && first.has_value();
    std::cerr << (ok ? "" : "something is wrong\n");
    printf("%s: %d of %d\n", ok ? "PASSED" : "FAILED", static_cast<int>(right), n);
    for (void *memory : {static_cast<void *>(dev_x), static_cast<void *>(dev_y), static_cast<void *>(dev_sums),
                         static_cast<void *>(dev_bytes), static_cast<void *>(dev_counters)})
        HANDLE_ERROR(cudaFree(memory));
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
