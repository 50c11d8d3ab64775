// mt19937.cpp: the Mersenne twister MT19937 of Matsumoto and Nishimura (1998). A sequence begins
// 2^2048 numbers behind the one before, to which a polynomial leads (Haramoto and others, 2008).
#include "mt19937.h"

#include <algorithm>
#include <bitset>
#include <cstdint>

namespace cuda_emulator::curand {

namespace {

using state = mt19937::state;

constexpr size_t N = mt19937::WORDS, M = 397;
constexpr unsigned TWIST = 0x9908b0df;

// The word that follows N words, of which these are the first two and that at M.
unsigned follower(unsigned first, unsigned second, unsigned middle) {
    const unsigned y = (first & 0x80000000) | (second & 0x7fffffff);
    return middle ^ y >> 1 ^ (y & 1) * TWIST;
}

void twist(state &s) {
    for (size_t i = 0; i < N; ++i)
        s[i] = follower(s[i], s[(i + 1) % N], s[(i + M) % N]);
}

// ---- Polynomials, whose coefficients are bits: x is a step from one number to the next

constexpr size_t DEGREE = 32 * N, LIMB = 64, LIMBS = DEGREE / LIMB;
using polynomial = std::array<uint64_t, LIMBS>;

// The exponents, but for the highest one, of a polynomial that makes 0 of every state: the
// characteristic one, x u (u^31 + a_0 u^30 + ... + a_30) + a_31 with u = x^(N-1) + x^(M-1) and the
// bits a of TWIST, times x^31. So its degree is a multiple of LIMB.
std::vector<size_t> exponents() {
    std::bitset<DEGREE + 1> p(1);
    for (unsigned i = 0; i < 32; ++i) {
        const size_t x = i == 31;
        p = p << (N - 1 + x) ^ p << (M - 1 + x);
        p[0] = TWIST >> i & 1;
    }
    p <<= 31;
    std::vector<size_t> result;
    for (size_t e = 0; e < DEGREE; ++e)
        if (p[e])
            result.push_back(e);
    return result;
}

// p^2 modulo the polynomial of these exponents.
polynomial squared(const polynomial &p, const std::vector<size_t> &exponents) {
    std::array<uint64_t, 2 * LIMBS> square{};
    for (size_t i = 0; i < DEGREE; ++i)
        square[2 * i / LIMB] |= (p[i / LIMB] >> i % LIMB & 1) << 2 * i % LIMB;
    for (size_t high = LIMBS; high-- > 0;)
        for (const size_t e : exponents) {
            const uint64_t limb = square[LIMBS + high];
            square[high + e / LIMB] ^= limb << e % LIMB;
            square[high + e / LIMB + 1] ^= limb >> 1 >> (LIMB - 1 - e % LIMB);
        }
    polynomial result;
    std::copy_n(square.begin(), LIMBS, result.begin());
    return result;
}

constexpr size_t SEQUENCES = 8192, DOUBLINGS = 13;
static_assert(SEQUENCES == 1 << DOUBLINGS);

// Number i leads from a sequence to the one that is 2^i sequences behind it.
std::array<polynomial, DOUBLINGS> jumps() {
    const std::vector<size_t> modulus = exponents();
    polynomial p{2}; // x
    for (int i = 0; i < 2048; ++i)
        p = squared(p, modulus);
    std::array<polynomial, DOUBLINGS> result;
    for (polynomial &jump : result) {
        jump = p;
        p = squared(p, modulus);
    }
    return result;
}

// ---- From one sequence to another

void add(unsigned *__restrict to, const unsigned *__restrict what) {
    for (size_t i = 0; i < N; ++i)
        to[i] ^= what[i];
}

class jump {
public:
    explicit jump(const polynomial &p) : polynomial_(p), sums_(1 << GROUP), walk_(DEGREE + N) {}

    // By Horner's rule: a step is a word further in walk_, and an addition is of GROUP
    // coefficients.
    state from(const state &s) {
        add_up(s);
        std::fill_n(walk_.begin(), N, 0);
        unsigned *at = walk_.data();
        for (size_t i = DEGREE; i > 0;) {
            for (const unsigned *const end = at + GROUP; at < end; ++at)
                at[N] = follower(at[0], at[1], at[M]);
            i -= GROUP;
            add(at, sums_[polynomial_[i / LIMB] >> i % LIMB & (sums_.size() - 1)].data());
        }
        state result;
        std::copy_n(at, N, result.begin());
        return result;
    }

private:
    static constexpr size_t GROUP = 8;

    // Sum number c is of the states that are as many steps behind s as a bit of c has places behind
    // it.
    void add_up(const state &s) {
        std::array<unsigned, N + GROUP> following;
        std::copy_n(s.begin(), N, following.begin());
        for (size_t step = 0; step < GROUP; ++step) {
            following[N + step] =
                follower(following[step], following[step + 1], following[step + M]);
            for (size_t c = 0; c < size_t{1} << step; ++c) {
                state &sum = sums_[c + (size_t{1} << step)] = sums_[c];
                add(sum.data(), &following[step]);
            }
        }
    }

    const polynomial &polynomial_;
    std::vector<state> sums_;
    std::vector<unsigned> walk_;
};

} // namespace

mt19937::mt19937(unsigned long long seed) : sequences_(1) {
    state &s = sequences_[0];
    s[0] = static_cast<unsigned>(seed ^ seed >> 32);
    for (unsigned i = 1; i < N; ++i)
        s[i] = 1812433253 * (s[i - 1] ^ s[i - 1] >> 30) + i;
    twist(s);
}

// As many again.
void mt19937::begin_more() {
    static const std::array<polynomial, DOUBLINGS> all = jumps();
    const size_t begun = sequences_.size();
    jump further(all[static_cast<size_t>(__builtin_ctzll(begun))]);
    sequences_.reserve(2 * begun);
    for (size_t i = 0; i < begun; ++i)
        sequences_.push_back(further.from(sequences_[i]));
}

unsigned mt19937::next() {
    constexpr size_t OF_ONE = 8, THREADS = OF_ONE * SEQUENCES, ROUNDS = N / OF_ONE, IN_A_ROW = 7;
    // Which number of the state a thread draws first; then those of the first of the eight threads,
    // each of which draws IN_A_ROW neighbours, and beside it the others theirs.
    static constexpr size_t first[] = {0, 113, 170, 283, 340, 397, 510, 567},
                            rows[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
    const size_t number = next_++, thread = number % THREADS, round = number / THREADS % ROUNDS;
    const size_t sequence = thread / OF_ONE, lane = thread % OF_ONE;
    if (sequence == sequences_.size())
        begin_more();
    else if (lane == 0 && round == 0 && number >= THREADS)
        twist(sequences_[sequence]);
    const size_t row = (round - 1) / IN_A_ROW, place = (round - 1) % IN_A_ROW;
    unsigned y =
        sequences_[sequence][round == 0 ? first[lane] : rows[row] + IN_A_ROW * lane + place];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >> 18;
}

} // namespace cuda_emulator::curand
