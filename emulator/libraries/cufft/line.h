// line.h: the transform of one line of complex numbers.
#ifndef CUDA_EMULATOR_CUFFT_LINE_H
#define CUDA_EMULATOR_CUFFT_LINE_H

#include <complex>
#include <memory>
#include <vector>

namespace cuda_emulator::cufft {

using complex = std::complex<double>;

class line_transform {
public:
    explicit line_transform(long long n);
    // x becomes sum over k of x[k] e^(-2 pi i j k / n), or with + where it is inverse.
    void run(std::vector<complex> &x, bool inverse) const;

private:
    void split(const complex *from, long long step, complex *to, long long n) const;
    void by_convolution(std::vector<complex> &x) const;

    long long n_;
    std::vector<complex> roots_; // e^(-2 pi i k / n)
    // Where n has a large prime factor: the transform as a convolution, by transforms of a power of
    // two (Bluestein).
    std::unique_ptr<line_transform> longer_;
    std::vector<complex> chirp_, kernel_;
};

} // namespace cuda_emulator::cufft

#endif
