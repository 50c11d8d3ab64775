// random_skip.cpp: see random_skip.h. A step of a generator is a matrix, times its state; 2^k steps
// are the matrix that comes of squaring it k times.
#include "emulator/random_skip.h"

#include "observer.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace cuda_emulator {

namespace {

// ---- XORWOW: Marsaglia's xorshift of five words, a linear map of 160 bits. (Its counter needs no
// matrix.)

using words = std::array<std::uint32_t, 5>;
using bit_matrix = std::array<words, 160>; // where each bit of the state goes

words step(words v) {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

words times(const bit_matrix &m, const words &v) {
    words sum = {};
    for (unsigned i = 0; i < 5; ++i)
        for (std::uint32_t left = v[i]; left != 0; left &= left - 1) {
            const words &row = m[i * 32 + static_cast<unsigned>(__builtin_ctz(left))];
            for (unsigned k = 0; k < 5; ++k)
                sum[k] ^= row[k];
        }
    return sum;
}

bit_matrix squared(const bit_matrix &m) {
    bit_matrix result;
    for (unsigned bit = 0; bit < 160; ++bit)
        result[bit] = times(m, m[bit]);
    return result;
}

constexpr unsigned XORWOW_POWERS = 67 + 64; // 2^67 numbers are a subsequence

const std::vector<bit_matrix> &xorwow_powers() {
    static const std::vector<bit_matrix> &all = *new std::vector<bit_matrix>([] {
        std::vector<bit_matrix> powers(1);
        for (unsigned bit = 0; bit < 160; ++bit) {
            words v = {};
            v[bit / 32] = std::uint32_t(1) << bit % 32;
            powers[0][bit] = step(v);
        }
        while (powers.size() < XORWOW_POWERS)
            powers.push_back(squared(powers.back()));
        return powers;
    }());
    return all;
}

// ---- MRG32k3a: L'Ecuyer's two recurrences of three terms, each modulo its own number.

using matrix = std::array<std::array<std::uint64_t, 3>, 3>;

struct recurrence {
    std::uint64_t modulus;
    std::vector<matrix> powers;
};

matrix product(const matrix &a, const matrix &b, std::uint64_t modulus) {
    matrix c = {};
    for (unsigned i = 0; i < 3; ++i)
        for (unsigned j = 0; j < 3; ++j)
            for (unsigned k = 0; k < 3; ++k)
                c[i][j] = (c[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
    return c;
}

constexpr unsigned MRG32K3A_POWERS = 127 + 64; // 2^127 numbers are a sequence, 2^76 a subsequence

recurrence powers_of(std::uint64_t modulus, std::uint64_t a0, std::uint64_t a1, std::uint64_t a2) {
    recurrence r = {modulus, {{{{{0, 1, 0}}, {{0, 0, 1}}, {{a0, a1, a2}}}}}};
    while (r.powers.size() < MRG32K3A_POWERS)
        r.powers.push_back(product(r.powers.back(), r.powers.back(), modulus));
    return r;
}

void skip(unsigned (&s)[3], const recurrence &r, unsigned long long n, unsigned power) {
    for (; n != 0; n >>= 1, ++power) {
        if ((n & 1) == 0)
            continue;
        const matrix &m = r.powers[power];
        std::uint64_t next[3] = {};
        for (unsigned i = 0; i < 3; ++i)
            for (unsigned k = 0; k < 3; ++k)
                next[i] = (next[i] + m[i][k] * s[k] % r.modulus) % r.modulus;
        for (unsigned i = 0; i < 3; ++i)
            s[i] = static_cast<unsigned>(next[i]);
    }
}

} // namespace

// No other thread of the block may come while one works the matrices out.

void skip_xorwow(unsigned (&v)[5], unsigned long long n, int power) {
    const undisturbed quiet;
    words state;
    std::memcpy(state.data(), v, sizeof v);
    const std::vector<bit_matrix> &powers = xorwow_powers();
    for (unsigned k = static_cast<unsigned>(power); n != 0; n >>= 1, ++k)
        if ((n & 1) != 0)
            state = times(powers[k], state);
    std::memcpy(v, state.data(), sizeof v);
}

void skip_mrg32k3a(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, int power) {
    const undisturbed quiet;
    static const recurrence &first =
        *new recurrence(powers_of(4294967087u, 4294967087u - 810728u, 1403580u, 0));
    static const recurrence &second =
        *new recurrence(powers_of(4294944443u, 4294944443u - 1370589u, 0, 527612u));
    skip(s1, first, n, static_cast<unsigned>(power));
    skip(s2, second, n, static_cast<unsigned>(power));
}

} // namespace cuda_emulator
