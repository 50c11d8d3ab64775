/* curand_kernel.h: cuRAND in kernels: XORWOW, Philox4_32_10, MRG32k3a, MTGP32, Sobol' of 32 and
 * 64 bits, plain and scrambled, and their distributions. The integers, and the uniform numbers, are
 * those of cuRAND, bit by bit. Normal numbers are made of the same integers by the same formula,
 * with this machine's logarithm and sine.
 *
 * curand_poisson for a mean of 64 to 4000, and of MTGP32, has the right distribution, and other
 * numbers. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include <curand.h>
#include <curand_mtgp32_kernel.h>

#include <emulator/random_skip.h>

#include <math.h>

#define CURAND_EMULATED static inline __host__ __device__

/* ---- XORWOW (Marsaglia): curandState is this one */

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/* No half of a pair of normal numbers is kept. */
template <class State> CURAND_EMULATED void curand_forget_normal(State *state) {
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

CURAND_EMULATED void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    cuda_emulator::skip_xorwow(state->v, n, 0);
    state->d += 362437u * static_cast<unsigned int>(n);
}
CURAND_EMULATED void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    cuda_emulator::skip_xorwow(state->v, n, 67);
}
CURAND_EMULATED void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStateXORWOW_t *state) {
    const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
    const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + high + low;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    curand_forget_normal(state);
}
CURAND_EMULATED unsigned int curand(curandStateXORWOW_t *state) {
    unsigned int *const v = state->v;
    const unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
    state->d += 362437u;
    return v[4] + state->d;
}

/* ---- Philox 4x32-10 (Salmon and others): ten rounds make four numbers of a counter */

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE; /* how many of the four are taken */
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

CURAND_EMULATED uint4 curand_Philox4x32_10(uint4 c, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
        c = make_uint4(
            static_cast<unsigned int>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned int>(b),
            static_cast<unsigned int>(a >> 32) ^ c.w ^ key.y, static_cast<unsigned int>(a));
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}
/* The upper half of the counter is the subsequence, the lower one counts in it. */
CURAND_EMULATED void curand_count(curandStatePhilox4_32_10_t *state, unsigned long long low,
                                  unsigned long long high) {
    uint4 &c = state->ctr;
    const unsigned long long before = (static_cast<unsigned long long>(c.y) << 32) | c.x;
    const unsigned long long sum = before + low;
    high += ((static_cast<unsigned long long>(c.w) << 32) | c.z) + (sum < before ? 1 : 0);
    c = make_uint4(static_cast<unsigned int>(sum), static_cast<unsigned int>(sum >> 32),
                   static_cast<unsigned int>(high), static_cast<unsigned int>(high >> 32));
    state->output = curand_Philox4x32_10(c, state->key);
}
CURAND_EMULATED void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    const unsigned int taken = state->STATE + static_cast<unsigned int>(n & 3);
    state->STATE = taken & 3;
    curand_count(state, n / 4 + taken / 4, 0);
}
CURAND_EMULATED void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    curand_count(state, 0, n);
}
CURAND_EMULATED void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2(static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32));
    state->STATE = 0;
    curand_forget_normal(state);
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}
CURAND_EMULATED unsigned int curand(curandStatePhilox4_32_10_t *state) {
    const uint4 &o = state->output;
    const unsigned int taken = state->STATE++;
    const unsigned int result = taken == 0 ? o.x : taken == 1 ? o.y : taken == 2 ? o.z : o.w;
    if (state->STATE == 4) {
        state->STATE = 0;
        curand_count(state, 1, 0);
    }
    return result;
}
CURAND_EMULATED uint4 curand4(curandStatePhilox4_32_10_t *state) {
    uint4 result;
    result.x = curand(state);
    result.y = curand(state);
    result.z = curand(state);
    result.w = curand(state);
    return result;
}

/* ---- MRG32k3a (L'Ecuyer) */

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define MRG32K3A_NORM (2.3283065498378288e-10)
#define MRG32K3A_BITS_NORM 1.000000048662

CURAND_EMULATED void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuda_emulator::skip_mrg32k3a(state->s1, state->s2, n, 0);
}
CURAND_EMULATED void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuda_emulator::skip_mrg32k3a(state->s1, state->s2, n, 76);
}
CURAND_EMULATED void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuda_emulator::skip_mrg32k3a(state->s1, state->s2, n, 127);
}
CURAND_EMULATED void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStateMRG32k3a_t *state) {
    const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555u;
    const unsigned long long high = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; ++i) {
        const unsigned long long one = seed == 0 ? 1 : i == 1 ? high : low;
        const unsigned long long two = seed == 0 ? 1 : i == 1 ? low : high;
        state->s1[i] = static_cast<unsigned int>(one * 12345u % 4294967087u);
        state->s2[i] = static_cast<unsigned int>(two * 12345u % 4294944443u);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    curand_forget_normal(state);
}
/* A whole number from 1 to 4294967087. */
CURAND_EMULATED double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
    unsigned int *const s1 = state->s1, *const s2 = state->s2;
    const unsigned long long m1 = 4294967087u, m2 = 4294944443u;
    const unsigned long long a = (1403580ull * s1[1] + 810728ull * (m1 - s1[0])) % m1;
    const unsigned long long b = (527612ull * s2[2] + 1370589ull * (m2 - s2[0])) % m2;
    s1[0] = s1[1];
    s1[1] = s1[2];
    s1[2] = static_cast<unsigned int>(a);
    s2[0] = s2[1];
    s2[1] = s2[2];
    s2[2] = static_cast<unsigned int>(b);
    return static_cast<double>(a > b ? a - b : a + m1 - b);
}
CURAND_EMULATED unsigned int curand(curandStateMRG32k3a_t *state) {
    return static_cast<unsigned int>(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}

/* ---- Sobol': the direction vectors are the program's, of curandGetDirectionVectors32 or its own
 */

template <class Word, int BITS> struct curandSobol {
    Word i, x, c; /* c: what all are scrambled with */
    Word direction_vectors[BITS];
};
struct curandStateSobol32 : curandSobol<unsigned int, 32> {};
struct curandStateScrambledSobol32 : curandSobol<unsigned int, 32> {};
struct curandStateSobol64 : curandSobol<unsigned long long, 64> {};
struct curandStateScrambledSobol64 : curandSobol<unsigned long long, 64> {};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class Word, int BITS>
CURAND_EMULATED void skipahead(Word n, curandSobol<Word, BITS> *state) {
    state->i += n;
    state->x = state->c;
    const Word gray = state->i ^ (state->i >> 1);
    for (int bit = 0; bit < BITS; ++bit)
        if ((gray >> bit & 1) != 0)
            state->x ^= state->direction_vectors[bit];
}
template <class Word, int BITS>
CURAND_EMULATED void curand_begin(const Word *vectors, Word c, Word offset,
                                  curandSobol<Word, BITS> *state) {
    state->i = 0;
    state->c = c;
    for (int bit = 0; bit < BITS; ++bit)
        state->direction_vectors[bit] = vectors[bit];
    skipahead(offset, state);
}
CURAND_EMULATED void curand_init(const unsigned int *vectors, unsigned int offset,
                                 curandStateSobol32_t *state) {
    curand_begin<unsigned int, 32>(vectors, 0, offset, state);
}
CURAND_EMULATED void curand_init(const unsigned int *vectors, unsigned int c, unsigned int offset,
                                 curandStateScrambledSobol32_t *state) {
    curand_begin<unsigned int, 32>(vectors, c, offset, state);
}
CURAND_EMULATED void curand_init(const unsigned long long *vectors, unsigned long long offset,
                                 curandStateSobol64_t *state) {
    curand_begin<unsigned long long, 64>(vectors, 0, offset, state);
}
CURAND_EMULATED void curand_init(const unsigned long long *vectors, unsigned long long c,
                                 unsigned long long offset, curandStateScrambledSobol64_t *state) {
    curand_begin<unsigned long long, 64>(vectors, c, offset, state);
}
/* Neighbours in Gray's code differ by one vector. */
template <class Word, int BITS> CURAND_EMULATED Word curand(curandSobol<Word, BITS> *state) {
    const Word result = state->x;
    int bit = 0;
    while (bit < BITS - 1 && (state->i >> bit & 1) != 0)
        ++bit;
    state->x ^= state->direction_vectors[bit];
    ++state->i;
    return result;
}

/* ---- Uniform numbers, greater than 0, up to 1 */

CURAND_EMULATED float _curand_uniform(unsigned int x) {
    return static_cast<float>(x) * 2.3283064e-10f + 1.1641532e-10f;
}
CURAND_EMULATED float _curand_uniform(unsigned long long x) {
    return _curand_uniform(static_cast<unsigned int>(x >> 32));
}
CURAND_EMULATED double _curand_uniform_double(unsigned int x) {
    return x * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
CURAND_EMULATED double _curand_uniform_double(unsigned long long x) {
    return static_cast<double>(x >> 11) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
/* Of 53 bits, from two numbers of 32. */
CURAND_EMULATED double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
    const unsigned long long bits = x ^ static_cast<unsigned long long>(y) << 21;
    return static_cast<double>(bits) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}

template <class State> CURAND_EMULATED float curand_uniform(State *state) {
    return _curand_uniform(curand(state));
}
CURAND_EMULATED float curand_uniform(curandStateMRG32k3a_t *state) {
    return static_cast<float>(curand_MRG32k3a(state) * MRG32K3A_NORM);
}
template <class State> CURAND_EMULATED double curand_uniform_double(State *state) {
    return _curand_uniform_double(curand(state));
}
CURAND_EMULATED double curand_uniform_double(curandStateXORWOW_t *state) {
    const unsigned int x = curand(state);
    return _curand_uniform_double_hq(x, curand(state));
}
CURAND_EMULATED double curand_uniform_double(curandStateMRG32k3a_t *state) {
    return curand_MRG32k3a(state) * MRG32K3A_NORM;
}
CURAND_EMULATED float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    const uint4 x = curand4(state);
    return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z),
                       _curand_uniform(x.w));
}
CURAND_EMULATED double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    const uint4 x = curand4(state);
    return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
CURAND_EMULATED double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
    const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* ---- Normal numbers: two at a time, by Box and Muller; of Sobol' and MTGP32 one of each, by the
 * inverse of the distribution */

CURAND_EMULATED float2 curand_pair(float u, float angle) {
    const float length = sqrtf(-2.0f * logf(u));
    return make_float2(sinf(angle) * length, cosf(angle) * length);
}
CURAND_EMULATED double2 curand_pair(double u, double half_turns) {
    const double length = sqrt(-2.0 * log(u));
    return make_double2(sin(half_turns * 3.1415926535897932) * length,
                        cos(half_turns * 3.1415926535897932) * length);
}
CURAND_EMULATED float2 _curand_box_muller(unsigned int x, unsigned int y) {
    const float step = 2.3283064e-10f * 6.2831855f;
    return curand_pair(_curand_uniform(x), static_cast<float>(y) * step + step / 2);
}
CURAND_EMULATED double2 _curand_box_muller_double(uint4 x) {
    const unsigned long long bits = x.z ^ static_cast<unsigned long long>(x.w) << 21;
    return curand_pair(_curand_uniform_double_hq(x.x, x.y),
                       static_cast<double>(bits) * 2.2204460492503131e-16 + 1.1102230246251565e-16);
}
template <class State> CURAND_EMULATED float2 curand_normal2(State *state) {
    const unsigned int x = curand(state);
    return _curand_box_muller(x, curand(state));
}
CURAND_EMULATED float2 curand_normal2(curandStateMRG32k3a_t *state) {
    const float u = curand_uniform(state);
    return curand_pair(u, curand_uniform(state) * 6.2831855f);
}
template <class State> CURAND_EMULATED double2 curand_normal2_double(State *state) {
    uint4 x;
    x.x = curand(state);
    x.y = curand(state);
    x.z = curand(state);
    x.w = curand(state);
    return _curand_box_muller_double(x);
}
CURAND_EMULATED double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
    const double u = curand_uniform_double(state);
    return curand_pair(u, curand_uniform_double(state) * 2.0);
}
CURAND_EMULATED float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
CURAND_EMULATED double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}
template <class State> CURAND_EMULATED float curand_normal(State *state) {
    if (state->boxmuller_flag != 0) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 pair = curand_normal2(state);
    state->boxmuller_flag = 1;
    state->boxmuller_extra = pair.y;
    return pair.x;
}
template <class State> CURAND_EMULATED double curand_normal_double(State *state) {
    if (state->boxmuller_flag_double != 0) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 pair = curand_normal2_double(state);
    state->boxmuller_flag_double = 1;
    state->boxmuller_extra_double = pair.y;
    return pair.x;
}
/* The smaller half is mirrored: near 1 there are fewer numbers than near 0. */
template <class Word> CURAND_EMULATED double curand_inverse_normal(Word x) {
    const bool upper = x >> (8 * sizeof(Word) - 1) != 0;
    const Word smaller = upper ? static_cast<Word>(~x) : x;
    const double p = sizeof(Word) == 4 ? smaller * 2.3283064365386963e-10 + 1.1641532182693481e-10
                                       : _curand_uniform_double(smaller);
    return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}
#define CURAND_EMULATED_INVERSE(STATE)                                                             \
    CURAND_EMULATED float curand_normal(STATE *state) {                                            \
        const auto x = curand(state);                                                              \
        return static_cast<float>(                                                                 \
            curand_inverse_normal(static_cast<unsigned>(x >> (8 * sizeof x - 32))));               \
    }                                                                                              \
    CURAND_EMULATED double curand_normal_double(STATE *state) {                                    \
        return curand_inverse_normal(curand(state));                                               \
    }
CURAND_EMULATED_INVERSE(curandStateSobol32_t)
CURAND_EMULATED_INVERSE(curandStateScrambledSobol32_t)
CURAND_EMULATED_INVERSE(curandStateSobol64_t)
CURAND_EMULATED_INVERSE(curandStateScrambledSobol64_t)
CURAND_EMULATED_INVERSE(curandStateMtgp32_t)

/* ---- Numbers whose logarithm is normal */

template <class State>
CURAND_EMULATED float curand_log_normal(State *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <class State>
CURAND_EMULATED double curand_log_normal_double(State *state, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(state));
}
template <class State>
CURAND_EMULATED float2 curand_log_normal2(State *state, float mean, float deviation) {
    const float2 n = curand_normal2(state);
    return make_float2(expf(mean + deviation * n.x), expf(mean + deviation * n.y));
}
template <class State>
CURAND_EMULATED double2 curand_log_normal2_double(State *state, double mean, double deviation) {
    const double2 n = curand_normal2_double(state);
    return make_double2(exp(mean + deviation * n.x), exp(mean + deviation * n.y));
}
CURAND_EMULATED float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean,
                                          float deviation) {
    const float2 a = curand_log_normal2(state, mean, deviation);
    const float2 b = curand_log_normal2(state, mean, deviation);
    return make_float4(a.x, a.y, b.x, b.y);
}

/* ---- Poisson's distribution: Knuth's product for small means, the normal one for large ones;
 * between these the inverse, added up from the mean's own probability of 0 in pieces that no double
 * is too small for */

template <class State> CURAND_EMULATED unsigned int curand_poisson(State *state, double mean) {
    if (mean > 4000)
        return static_cast<unsigned int>(sqrt(mean) * curand_normal_double(state) + mean + 0.5);
    unsigned int count = 0;
    if (mean < 64) {
        for (float p = expf(static_cast<float>(mean)) * curand_uniform(state); p > 1.0;
             p *= curand_uniform(state))
            ++count;
        return count;
    }
    for (double left = mean; left > 0; left -= 500) {
        const double part = left < 500 ? left : 500;
        const double u = curand_uniform_double(state);
        double p = exp(-part), sum = p;
        for (unsigned int k = 1; u > sum && k < 2000; ++k, ++count) {
            p *= part / k;
            sum += p;
        }
    }
    return count;
}
/* Of one number of the generator: all threads of a block draw from MTGP32 together. */
CURAND_EMULATED unsigned int curand_poisson_of(unsigned int x, double mean) {
    if (mean >= 64)
        return static_cast<unsigned int>(
            fmax(0.0, sqrt(mean) * curand_inverse_normal(x) + mean + 0.5));
    const double u = _curand_uniform_double(x);
    unsigned int count = 0;
    for (double p = exp(-mean), sum = p; u > sum && count < 400; sum += p)
        p *= mean / ++count;
    return count;
}
CURAND_EMULATED unsigned int curand_poisson(curandStateMtgp32_t *state, double mean) {
    return curand_poisson_of(curand(state), mean);
}
CURAND_EMULATED uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double mean) {
    uint4 result;
    result.x = curand_poisson(state, mean);
    result.y = curand_poisson(state, mean);
    result.z = curand_poisson(state, mean);
    result.w = curand_poisson(state, mean);
    return result;
}

#endif
