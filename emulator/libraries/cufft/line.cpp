// line.cpp: see line.h. A line is split by the prime factors of its length (Cooley and Tukey).
#include "line.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator::cufft {

namespace {

constexpr long long LARGEST_FACTOR = 31; // above it a convolution is quicker

long long smallest_factor(long long n) {
    if (n % 4 == 0)
        return 4;
    for (long long p = 2; p * p <= n; ++p)
        if (n % p == 0)
            return p;
    return n;
}

bool splits_well(long long n) {
    while (n > 1) {
        const long long p = smallest_factor(n);
        if (p > LARGEST_FACTOR)
            return false;
        n /= p;
    }
    return true;
}

complex times(const complex &a, const complex &b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

complex root(long long k, long long n) {
    const double angle = -2 * M_PI * static_cast<double>(k % n) / static_cast<double>(n);
    return {std::cos(angle), std::sin(angle)};
}

} // namespace

line_transform::line_transform(long long n) : n_(n) {
    if (splits_well(n)) {
        roots_.reserve(static_cast<size_t>(n)); // too many fail at once
        for (long long k = 0; k < n; ++k)
            roots_.push_back(root(k, n));
        return;
    }
    long long length = 1;
    while (length < 2 * n)
        length *= 2;
    longer_ = std::make_unique<line_transform>(length);
    chirp_.reserve(static_cast<size_t>(n));
    // j k = (j^2 + k^2 - (k - j)^2) / 2
    for (long long k = 0; k < n; ++k)
        chirp_.push_back(root(k * k % (2 * n), 2 * n));
    kernel_.assign(static_cast<size_t>(length), 0);
    for (long long k = 0; k < n; ++k)
        kernel_[static_cast<size_t>(k)] = kernel_[static_cast<size_t>((length - k) % length)] =
            std::conj(chirp_[static_cast<size_t>(k)]);
    longer_->run(kernel_, false);
}

// The transform of n numbers, each `step` after the last.
void line_transform::split(const complex *from, long long step, complex *to, long long n) const {
    if (n == 1) {
        *to = *from;
        return;
    }
    const long long p = smallest_factor(n), m = n / p;
    for (long long q = 0; q < p; ++q)
        split(from + q * step, step * p, to + q * m, m);
    complex part[LARGEST_FACTOR];
    for (long long k = 0; k < m; ++k) {
        for (long long q = 0; q < p; ++q)
            part[q] = times(to[q * m + k], roots_[static_cast<size_t>(q * k * step)]);
        if (p == 4) {
            const complex a = part[0] + part[2], b = part[0] - part[2], c = part[1] + part[3];
            const complex d = part[1] - part[3], turned = {d.imag(), -d.real()};
            to[k] = a + c;
            to[k + m] = b + turned;
            to[k + 2 * m] = a - c;
            to[k + 3 * m] = b - turned;
            continue;
        }
        for (long long r = 0; r < p; ++r) {
            complex sum = part[0];
            for (long long q = 1; q < p; ++q)
                sum += times(part[q], roots_[static_cast<size_t>(q * r % p * m * step)]);
            to[k + r * m] = sum;
        }
    }
}

void line_transform::by_convolution(std::vector<complex> &x) const {
    const size_t n = static_cast<size_t>(n_), length = kernel_.size();
    std::vector<complex> y(length, 0);
    for (size_t k = 0; k < n; ++k)
        y[k] = times(x[k], chirp_[k]);
    longer_->run(y, false);
    for (size_t k = 0; k < length; ++k)
        y[k] = times(y[k], kernel_[k]);
    longer_->run(y, true);
    for (size_t k = 0; k < n; ++k)
        x[k] = times(y[k], chirp_[k]) / static_cast<double>(length);
}

// The inverse is the transform of the numbers in reverse.
void line_transform::run(std::vector<complex> &x, bool inverse) const {
    if (longer_ != nullptr) {
        by_convolution(x);
    } else {
        std::vector<complex> result(x.size());
        split(x.data(), 1, result.data(), n_);
        x.swap(result);
    }
    if (inverse)
        std::reverse(x.begin() + 1, x.end());
}

} // namespace cuda_emulator::cufft
