// sequences.cpp: the numbers of each generator of the host.
//
// Most pseudorandom ones come from many subsequences, the lanes, one number of each in turn (of
// Philox four), which a GPU works out side by side. A pair of normal numbers is of one lane.
#include "sequence.h"

#include "mt19937.h"
#include "mtgp32.h"
#include "sobol.h"

#include <curand_kernel.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cuda_emulator::curand {

namespace {

using word = unsigned long long;

template <class State> constexpr size_t numbers_in_turn = 1;
template <> constexpr size_t numbers_in_turn<curandStatePhilox4_32_10> = 4;

// ---- The lanes

template <class State> class lanes {
public:
    lanes(size_t count, word seed, word offset)
        : count_(count), seed_(seed), offset_(offset), next_(offset) {}

    // The lane whose turn it is to give as many numbers.
    State &take(size_t numbers) {
        constexpr size_t group = numbers_in_turn<State>;
        const size_t lane = next_ / group % count_;
        next_ += group == 1 ? 1 : numbers;
        while (states_.size() <= lane) {
            states_.emplace_back();
            const size_t s = states_.size() - 1;
            curand_init(seed_, s, numbers_before(s), &states_.back());
        }
        return states_[lane];
    }

private:
    // How many of the numbers in front of the offset are of this lane.
    word numbers_before(size_t lane) const {
        constexpr size_t group = numbers_in_turn<State>;
        const word round = count_ * group, begun = offset_ % round, first = lane * group;
        return offset_ / round * group + std::min<word>(group, begun > first ? begun - first : 0);
    }

    size_t count_;
    word seed_, offset_, next_;
    std::vector<State> states_;
};

// ---- One number, or two, of a lane

template <class State> double full_double(State *s) {
    return curand_uniform_double(s);
}
double full_double(curandStatePhilox4_32_10_t *s) { // of 53 bits, as curand_uniform2_double
    const unsigned x = ::curand(s);
    return _curand_uniform_double_hq(x, ::curand(s));
}

// ---- Generators

template <class State> class pseudorandom final : public sequence {
public:
    pseudorandom(size_t count, word seed, word offset) : lanes_(count, seed, offset) {}
    void integers(unsigned *out, size_t count) override {
        each(out, count, [](State *s) { return ::curand(s); });
    }
    void uniform(float *out, size_t count) override {
        each(out, count, [](State *s) { return curand_uniform(s); });
    }
    void uniform(double *out, size_t count) override {
        each(out, count, [](State *s) { return full_double(s); });
    }
    void normal(float *out, size_t count) override {
        pairs(out, count, [](State *s) { return curand_normal2(s); });
    }
    void normal(double *out, size_t count) override {
        pairs(out, count, [](State *s) { return curand_normal2_double(s); });
    }
    void poisson(unsigned *out, size_t count, double mean) override {
        each(out, count, [mean](State *s) { return curand_poisson(s, mean); });
    }

private:
    template <class T, class Draw> void each(T *out, size_t count, Draw draw) {
        for (size_t i = 0; i < count; ++i)
            out[i] = draw(&lanes_.take(1));
    }
    template <class T, class Draw> void pairs(T *out, size_t count, Draw draw) {
        for (size_t i = 0; i < count; i += 2) {
            const auto pair = draw(&lanes_.take(2));
            out[i] = pair.x;
            if (i + 1 < count)
                out[i + 1] = pair.y;
        }
    }
    lanes<State> lanes_;
};

// All numbers of one dimension, then those of the next.
template <class State> class quasirandom final : public sequence {
public:
    quasirandom(size_t dimensions, word offset) : states_(dimensions) {
        bits vectors[8 * sizeof(bits)];
        for (size_t d = 0; d < dimensions; ++d) {
            direction_vectors(static_cast<unsigned>(d), vectors);
            curand_init(vectors, static_cast<bits>(offset), &states_[d]);
        }
    }
    void integers(unsigned *out, size_t count) override { whole(out, count); }
    void integers(word *out, size_t count) override { whole(out, count); }
    void uniform(float *out, size_t count) override {
        each(out, count, [](auto *s) { return curand_uniform(s); });
    }
    void uniform(double *out, size_t count) override {
        each(out, count, [](auto *s) { return curand_uniform_double(s); });
    }
    void normal(float *out, size_t count) override {
        each(out, count, [](auto *s) { return curand_normal(s); });
    }
    void normal(double *out, size_t count) override {
        each(out, count, [](auto *s) { return curand_normal_double(s); });
    }
    void poisson(unsigned *out, size_t count, double mean) override {
        each(out, count, [mean](auto *s) { return curand_poisson(s, mean); });
    }

private:
    using bits = decltype(State::x);
    template <class T, class Draw> void each(T *out, size_t count, Draw draw) {
        const size_t of_one = count / states_.size();
        for (size_t i = 0; i < count; ++i)
            out[i] = draw(&states_[i / of_one]);
    }
    // Of the size that the generator has; the other one is not asked for.
    template <class T> void whole(T *out, size_t count) {
        each(out, count, [](auto *s) { return static_cast<T>(::curand(s)); });
    }
    std::vector<State> states_;
};

// Of one engine, each number made of one of its integers.
template <class Engine> class one_by_one final : public sequence {
public:
    explicit one_by_one(Engine engine) : engine_(std::move(engine)) {}
    void integers(unsigned *out, size_t count) override {
        each(out, count, [](unsigned x) { return x; });
    }
    void uniform(float *out, size_t count) override {
        each(out, count, [](unsigned x) { return Engine::to_float(x); });
    }
    void uniform(double *out, size_t count) override {
        each(out, count, [](unsigned x) { return Engine::to_double(x); });
    }
    void normal(float *out, size_t count) override {
        each(out, count, [](unsigned x) { return static_cast<float>(curand_inverse_normal(x)); });
    }
    void normal(double *out, size_t count) override {
        each(out, count, [](unsigned x) { return curand_inverse_normal(x); });
    }
    void poisson(unsigned *out, size_t count, double mean) override {
        each(out, count, [mean](unsigned x) { return curand_poisson_of(x, mean); });
    }

private:
    template <class T, class Make> void each(T *out, size_t count, Make make) {
        for (size_t i = 0; i < count; ++i)
            out[i] = make(engine_.next());
    }
    Engine engine_;
};

} // namespace

std::shared_ptr<sequence> pseudorandom_numbers(curandRngType_t type, curandOrdering_t ordering,
                                               word seed, word offset) {
    switch (type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return std::make_shared<pseudorandom<curandStateMRG32k3a>>(
            ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920, seed, offset);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return std::make_shared<pseudorandom<curandStatePhilox4_32_10>>(65536, seed, offset);
    case CURAND_RNG_PSEUDO_MTGP32:
        return std::make_shared<one_by_one<mtgp32>>(
            mtgp32(seed, ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 64 : 192));
    case CURAND_RNG_PSEUDO_MT19937:
        return std::make_shared<one_by_one<mt19937>>(mt19937(seed));
    default:
        return std::make_shared<pseudorandom<curandStateXORWOW>>(4096, seed, offset);
    }
}

std::shared_ptr<sequence> quasirandom_numbers(curandRngType_t type, unsigned dimensions,
                                              word offset) {
    if (type == CURAND_RNG_QUASI_SOBOL64)
        return std::make_shared<quasirandom<curandStateSobol64>>(dimensions, offset);
    return std::make_shared<quasirandom<curandStateSobol32>>(dimensions, offset);
}

} // namespace cuda_emulator::curand
