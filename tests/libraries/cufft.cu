// cufft.cu: cuFFT against the sum that a transform is, over sizes with small and large prime
// factors, dimensions, strides, batches, in place and not; back again; what must be refused.
#include "../emulator/check.h"
#include "distance.h"

#include <cufft.h>
#include <complex>
#include <cmath>

#define CHECK_FFT(...) CHECK_EQUAL(__VA_ARGS__, CUFFT_SUCCESS)

using complex = std::complex<double>;

static unsigned seed = 1;
static double next() {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<double>(seed >> 20) / 2048 - 1;
}
static std::vector<complex> many(size_t count) {
    std::vector<complex> v(count);
    for (complex &x : v) {
        const double re = next();
        x = {re, next()};
    }
    return v;
}
static cufftDoubleComplex *z(complex *p) {
    return reinterpret_cast<cufftDoubleComplex *>(p);
}
static cufftComplex *c(std::complex<float> *p) {
    return reinterpret_cast<cufftComplex *>(p);
}

// By the definition, of a box of three dimensions.
static std::vector<complex> transform(const std::vector<complex> &x, int n0, int n1, int n2,
                                      int sign) {
    std::vector<complex> all(x.size());
    for (int a = 0; a < n0; ++a)
        for (int b = 0; b < n1; ++b)
            for (int d = 0; d < n2; ++d) {
                complex sum = 0;
                for (int i = 0; i < n0; ++i)
                    for (int j = 0; j < n1; ++j)
                        for (int k = 0; k < n2; ++k)
                            sum += x[(i * n1 + j) * n2 + k] *
                                   std::polar(1.0, sign * 2 * M_PI *
                                                       (double(a * i % n0) / n0 +
                                                        double(b * j % n1) / n1 +
                                                        double(d * k % n2) / n2));
                all[(a * n1 + b) * n2 + d] = sum;
            }
    return all;
}

static void check_complex(int n0, int n1, int n2) {
    const std::vector<complex> x = many(size_t(n0) * n1 * n2);
    device_array<complex> in(x), out(x.size());
    cufftHandle plan;
    if (n0 > 1)
        CHECK_FFT(cufftPlan3d(&plan, n0, n1, n2, CUFFT_Z2Z));
    else if (n1 > 1)
        CHECK_FFT(cufftPlan2d(&plan, n1, n2, CUFFT_Z2Z));
    else
        CHECK_FFT(cufftPlan1d(&plan, n2, CUFFT_Z2Z, 1));
    CHECK_FFT(cufftExecZ2Z(plan, z(in), z(out), CUFFT_FORWARD));
    check_that(largest_difference(out.get(), transform(x, n0, n1, n2, -1)) < 1e-10,
               "a transform of " + std::to_string(n0) + " x " + std::to_string(n1) + " x " +
                   std::to_string(n2) + " is wrong",
               __FILE__, __LINE__);
    CHECK_FFT(cufftExecZ2Z(plan, z(out), z(out), CUFFT_INVERSE)); // in place
    std::vector<complex> back = out.get();
    for (complex &y : back)
        y /= double(x.size());
    CHECK(largest_difference(back, x) < 1e-12);
    CHECK_FFT(cufftDestroy(plan));
}

// Of real numbers, half of what comes out is kept; in place, rows are padded.
static void check_real(int n1, int n2, bool in_place) {
    const int half = n2 / 2 + 1, row = in_place ? 2 * half : n2;
    std::vector<complex> x(size_t(n1) * n2);
    std::vector<double> real(size_t(n1) * 2 * half);
    for (int j = 0; j < n1; ++j)
        for (int k = 0; k < n2; ++k)
            x[j * n2 + k] = real[j * row + k] = next();
    device_array<double> in(real);
    device_array<complex> apart(size_t(n1) * half);
    complex *const out = in_place ? reinterpret_cast<complex *>((double *)in) : (complex *)apart;
    cufftHandle there, back;
    CHECK_FFT(cufftPlan2d(&there, n1, n2, CUFFT_D2Z));
    CHECK_FFT(cufftPlan2d(&back, n1, n2, CUFFT_Z2D));
    CHECK_FFT(cufftExecD2Z(there, in, z(out)));
    std::vector<complex> got(size_t(n1) * half), wanted;
    CHECK_CUDA(cudaMemcpy(got.data(), out, got.size() * sizeof(complex), cudaMemcpyDeviceToHost));
    const std::vector<complex> whole = transform(x, 1, n1, n2, -1);
    for (int j = 0; j < n1; ++j)
        wanted.insert(wanted.end(), whole.begin() + j * n2, whole.begin() + j * n2 + half);
    CHECK(largest_difference(got, wanted) < 1e-10);
    CHECK_FFT(cufftExecZ2D(back, z(out), in));
    const std::vector<double> again = in.get();
    for (int j = 0; j < n1; ++j)
        for (int k = 0; k < n2; ++k)
            CHECK(std::fabs(again[j * row + k] / (n1 * n2) - x[j * n2 + k].real()) < 1e-12);
    CHECK_FFT(cufftDestroy(there));
    CHECK_FFT(cufftDestroy(back));
}

// Columns of a matrix, each a line of its own.
static void check_strides() {
    int n = 6;
    const int columns = 5;
    int embed[] = {n};
    const std::vector<complex> x = many(n * columns);
    device_array<complex> in(x), out(x.size());
    cufftHandle plan;
    CHECK_FFT(cufftPlanMany(&plan, 1, &n, embed, columns, 1, embed, 1, n, CUFFT_Z2Z, columns));
    CHECK_FFT(cufftExecZ2Z(plan, z(in), z(out), CUFFT_FORWARD));
    std::vector<complex> wanted;
    for (int column = 0; column < columns; ++column) {
        std::vector<complex> line;
        for (int i = 0; i < n; ++i)
            line.push_back(x[i * columns + column]);
        line = transform(line, 1, 1, n, -1);
        wanted.insert(wanted.end(), line.begin(), line.end());
    }
    CHECK(largest_difference(out.get(), wanted) < 1e-10);
    CHECK_FFT(cufftDestroy(plan));
}

static void check_float_batch_and_stream() {
    const int n = 16, batch = 3;
    std::vector<std::complex<float>> x(n * batch);
    for (size_t i = 0; i < x.size(); ++i)
        x[i] = {static_cast<float>(next()), 0};
    std::vector<float> real;
    for (const auto &e : x)
        real.push_back(e.real());
    device_array<std::complex<float>> in(x), out(x.size()), half((n / 2 + 1) * batch);
    device_array<float> real_in(real);
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    cufftHandle plan, of_real;
    size_t bytes = 7;
    CHECK_FFT(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
    CHECK_FFT(cufftCreate(&of_real));
    CHECK_FFT(cufftMakePlan1d(of_real, n, CUFFT_R2C, batch, &bytes));
    CHECK_FFT(cufftSetStream(plan, stream));
    CHECK_FFT(cufftExecC2C(plan, c(in), c(out), CUFFT_FORWARD));
    CHECK_FFT(cufftExecR2C(of_real, real_in, c(half)));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaDeviceSynchronize());
    const auto whole = out.get(), part = half.get();
    for (int b = 0; b < batch; ++b)
        for (int k = 0; k <= n / 2; ++k)
            CHECK(std::abs(whole[b * n + k] - part[b * (n / 2 + 1) + k]) < 1e-5);
    CHECK_FFT(cufftDestroy(plan));
    CHECK_FFT(cufftDestroy(of_real));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main() {
    check_device();
    for (const int n : {1, 2, 3, 4, 8, 12, 30, 31, 37, 74, 128, 210, 101})
        check_complex(1, 1, n);
    check_complex(1, 6, 10);
    check_complex(3, 4, 5);
    for (const bool in_place : {false, true}) {
        check_real(4, 6, in_place);
        check_real(3, 5, in_place);
    }
    check_strides();
    check_float_batch_and_stream();

    cufftHandle plan;
    CHECK_EQUAL(cufftPlan1d(&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
    CHECK_EQUAL(cufftPlan1d(&plan, 8, static_cast<cufftType>(7), 1), CUFFT_INVALID_TYPE);
    CHECK_EQUAL(cufftDestroy(12345), CUFFT_INVALID_PLAN);

    // What could not be made leaves nothing behind.
    const std::vector<complex> x = many(8);
    device_array<complex> in(x), out(x.size());
    size_t bytes = 0;
    CHECK_FFT(cufftCreate(&plan));
    CHECK_EQUAL(cufftMakePlan1d(plan, 0, CUFFT_Z2Z, 1, &bytes), CUFFT_INVALID_SIZE);
    CHECK_FFT(cufftMakePlan1d(plan, 8, CUFFT_Z2Z, 1, &bytes));
    CHECK_FFT(cufftExecZ2Z(plan, z(in), z(out), CUFFT_FORWARD));
    CHECK(largest_difference(out.get(), transform(x, 1, 1, 8, -1)) < 1e-10);
    CHECK_FFT(cufftDestroy(plan));
    return check_result();
}
