// sobol.cpp: the direction vectors of Sobol's sequence, by the polynomials and first numbers of
// Stephen Joe and Frances Y. Kuo: the file new-joe-kuo-6.21201 of 2010
// (https://web.maths.unsw.edu.au/~fkuo/sobol/), for "Constructing Sobol sequences with better
// two-dimensional projections", SIAM J. Sci. Comput. 30, 2635-2654 (2008).
//
// Licence pertaining to sobol.cc and the accompanying sets of direction numbers
//
// Copyright (c) 2008, Frances Y. Kuo and Stephen Joe
// All rights reserved.
//
// Redistribution and use in source and binary forms, with or without
// modification, are permitted provided that the following conditions are met:
//
//     * Redistributions of source code must retain the above copyright
//       notice, this list of conditions and the following disclaimer.
//
//     * Redistributions in binary form must reproduce the above copyright
//       notice, this list of conditions and the following disclaimer in the
//       documentation and/or other materials provided with the distribution.
//
//     * Neither the names of the copyright holders nor the names of the
//       University of New South Wales and the University of Waikato
//       and its contributors may be used to endorse or promote products derived
//       from this software without specific prior written permission.
//
// THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS ``AS IS'' AND ANY
// EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
// WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
// DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDERS BE LIABLE FOR ANY
// DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
// (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
// LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND
// ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
// (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
// SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
#include "sobol.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cuda_emulator::curand {

namespace {

struct dimension {
    unsigned polynomial; // a bit for each of its coefficients, the highest first
    unsigned first[10];  // odd numbers, as many as its degree
};

// From the second dimension on. The first has no polynomial.
constexpr dimension table[BUILT_IN_DIMENSIONS - 1] = {
    {3, {1}},
    {7, {1, 3}},
    {11, {1, 3, 1}},
    {13, {1, 1, 1}},
    {19, {1, 1, 3, 3}},
    {25, {1, 3, 5, 13}},
    {37, {1, 1, 5, 5, 17}},
    {41, {1, 1, 5, 5, 5}},
    {47, {1, 1, 7, 11, 19}},
    {55, {1, 1, 5, 1, 1}},
    {59, {1, 1, 1, 3, 11}},
    {61, {1, 3, 5, 5, 31}},
    {67, {1, 3, 3, 9, 7, 49}},
    {91, {1, 1, 1, 15, 21, 21}},
    {97, {1, 3, 1, 13, 27, 49}},
    {103, {1, 1, 1, 15, 7, 5}},
    {109, {1, 3, 1, 15, 13, 25}},
    {115, {1, 1, 5, 5, 19, 61}},
    {131, {1, 3, 7, 11, 23, 15, 103}},
    {137, {1, 3, 7, 13, 13, 15, 69}},
    {143, {1, 1, 3, 13, 7, 35, 63}},
    {145, {1, 3, 5, 9, 1, 25, 53}},
    {157, {1, 3, 1, 13, 9, 35, 107}},
    {167, {1, 3, 1, 5, 27, 61, 31}},
    {171, {1, 1, 5, 11, 19, 41, 61}},
    {185, {1, 3, 5, 3, 3, 13, 69}},
    {191, {1, 1, 7, 13, 1, 19, 1}},
    {193, {1, 3, 7, 5, 13, 19, 59}},
    {203, {1, 1, 3, 9, 25, 29, 41}},
    {211, {1, 3, 5, 13, 23, 1, 55}},
    {213, {1, 3, 7, 3, 13, 59, 17}},
    {229, {1, 3, 1, 3, 5, 53, 69}},
    {239, {1, 1, 5, 5, 23, 33, 13}},
    {241, {1, 1, 7, 7, 1, 61, 123}},
    {247, {1, 1, 7, 9, 13, 61, 49}},
    {253, {1, 3, 3, 5, 3, 55, 33}},
    {285, {1, 3, 1, 15, 31, 13, 49, 245}},
    {299, {1, 3, 5, 15, 31, 59, 63, 97}},
    {301, {1, 3, 1, 11, 11, 11, 77, 249}},
    {333, {1, 3, 1, 11, 27, 43, 71, 9}},
    {351, {1, 1, 7, 15, 21, 11, 81, 45}},
    {355, {1, 3, 7, 3, 25, 31, 65, 79}},
    {357, {1, 3, 1, 1, 19, 11, 3, 205}},
    {361, {1, 1, 5, 9, 19, 21, 29, 157}},
    {369, {1, 3, 7, 11, 1, 33, 89, 185}},
    {391, {1, 3, 3, 3, 15, 9, 79, 71}},
    {397, {1, 3, 7, 11, 15, 39, 119, 27}},
    {425, {1, 1, 3, 1, 11, 31, 97, 225}},
    {451, {1, 1, 1, 3, 23, 43, 57, 177}},
    {463, {1, 3, 7, 7, 17, 17, 37, 71}},
    {487, {1, 3, 1, 5, 27, 63, 123, 213}},
    {501, {1, 1, 3, 5, 11, 43, 53, 133}},
    {529, {1, 3, 5, 5, 29, 17, 47, 173, 479}},
    {539, {1, 3, 3, 11, 3, 1, 109, 9, 69}},
    {545, {1, 1, 1, 5, 17, 39, 23, 5, 343}},
    {557, {1, 3, 1, 5, 25, 15, 31, 103, 499}},
    {563, {1, 1, 1, 11, 11, 17, 63, 105, 183}},
    {601, {1, 1, 5, 11, 9, 29, 97, 231, 363}},
    {607, {1, 1, 5, 15, 19, 45, 41, 7, 383}},
    {617, {1, 3, 7, 7, 31, 19, 83, 137, 221}},
    {623, {1, 1, 1, 3, 23, 15, 111, 223, 83}},
    {631, {1, 1, 5, 13, 31, 15, 55, 25, 161}},
    {637, {1, 1, 3, 13, 25, 47, 39, 87, 257}},
};

template <class Word> constexpr unsigned BITS = 8 * sizeof(Word);

template <class Word> void work_out(unsigned number, Word *v) {
    constexpr unsigned LAST = BITS<Word> - 1;
    if (number == 0) {
        for (unsigned i = 0; i <= LAST; ++i)
            v[i] = Word{1} << (LAST - i);
        return;
    }
    const dimension &d = table[number - 1];
    const unsigned degree = 31 - static_cast<unsigned>(__builtin_clz(d.polynomial));
    for (unsigned i = 0; i <= LAST; ++i) {
        if (i < degree) {
            v[i] = Word{d.first[i]} << (LAST - i);
            continue;
        }
        v[i] = v[i - degree] ^ (v[i - degree] >> degree);
        for (unsigned k = 1; k < degree; ++k)
            if ((d.polynomial >> (degree - k) & 1) != 0)
                v[i] ^= v[i - k];
    }
}

// The numbers of the installed header, dimension after dimension, if they begin as the table's do.
template <class Word> std::vector<Word> read_installed() {
    std::ifstream file("/usr/include/rocrand/rocrand_sobol" + std::to_string(BITS<Word>) +
                       "_precomputed.h");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<Word> all;
    const char *next = text.c_str() + std::min(text.find("0x"), text.size());
    for (;;) {
        char *end = nullptr;
        const unsigned long long x = std::strtoull(next, &end, 16);
        if (end == next)
            break;
        all.push_back(static_cast<Word>(x));
        next = *end == ',' ? end + 1 : end;
    }
    if (all.size() % BITS<Word> != 0 || all.size() < BUILT_IN_DIMENSIONS * BITS<Word>)
        return {};
    for (unsigned d = 0; d < BUILT_IN_DIMENSIONS; ++d) {
        Word own[BITS<Word>];
        work_out(d, own);
        if (!std::equal(own, own + BITS<Word>, &all[d * BITS<Word>]))
            return {};
    }
    return all;
}
template <class Word> const std::vector<Word> &installed() {
    static const std::vector<Word> &all = *new std::vector<Word>(read_installed<Word>());
    return all;
}

} // namespace

template <class Word> unsigned most_dimensions() {
    return std::max(BUILT_IN_DIMENSIONS,
                    static_cast<unsigned>(installed<Word>().size() / BITS<Word>));
}

template <class Word> void direction_vectors(unsigned number, Word (&v)[8 * sizeof(Word)]) {
    if (number < BUILT_IN_DIMENSIONS)
        work_out(number, v);
    else
        std::copy_n(&installed<Word>()[number * BITS<Word>], BITS<Word>, v);
}

template unsigned most_dimensions<unsigned>();
template unsigned most_dimensions<unsigned long long>();
template void direction_vectors(unsigned number, unsigned (&v)[32]);
template void direction_vectors(unsigned number, unsigned long long (&v)[64]);

} // namespace cuda_emulator::curand
