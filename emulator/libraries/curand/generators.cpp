// generators.cpp: cuRAND's generators of the host.
//
// Pseudorandom numbers come from many subsequences, the lanes, one number of each in turn (of
// Philox four), which a GPU works out side by side. A pair of normal numbers is of one lane.
#include <curand_kernel.h>

#include "sobol.h"

#include "runtime/library_work.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

namespace cuda_emulator::curand {

namespace {

using word = unsigned long long;

// Sobol's.
constexpr const char *MORE_DIMENSIONS =
    "the emulator has 64 dimensions, and 20000 where librocrand-dev of Debian 12 is installed";

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

// ---- A generator

class sequence {
public:
    virtual ~sequence() = default;
    virtual void integers(unsigned *out, size_t count) = 0;
    virtual void uniform(float *out, size_t count) = 0;
    virtual void uniform(double *out, size_t count) = 0;
    virtual void normal(float *out, size_t count) = 0;
    virtual void normal(double *out, size_t count) = 0;
    virtual void poisson(unsigned *out, size_t count, double mean) = 0;
};

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
class quasirandom final : public sequence {
public:
    quasirandom(size_t dimensions, word offset) : states_(dimensions) {
        unsigned vectors[32];
        for (size_t d = 0; d < dimensions; ++d) {
            direction_vectors(static_cast<unsigned>(d), vectors);
            curand_init(vectors, static_cast<unsigned>(offset), &states_[d]);
        }
    }
    void integers(unsigned *out, size_t count) override {
        each(out, count, [](auto *s) { return ::curand(s); });
    }
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
    template <class T, class Draw> void each(T *out, size_t count, Draw draw) {
        const size_t of_one = count / states_.size();
        for (size_t i = 0; i < count; ++i)
            out[i] = draw(&states_[i / of_one]);
    }
    std::vector<curandStateSobol32_t> states_;
};

} // namespace

} // namespace cuda_emulator::curand

struct curandGenerator_st {
    curandRngType_t type;
    bool of_host;
    cudaStream_t stream = nullptr;
    unsigned long long seed = 0, offset = 0;
    unsigned dimensions = 1;
    curandOrdering_t ordering;
    std::shared_ptr<cuda_emulator::curand::sequence> numbers; // null: begins with the next call

    bool is_quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
};

namespace cuda_emulator::curand {

namespace {

// Never destroyed: the program's destructors may still call.
handles_alive<curandGenerator_t> &alive() {
    static handles_alive<curandGenerator_t> &all = *new handles_alive<curandGenerator_t>;
    return all;
}

bool is_there(curandGenerator_t g) {
    return alive().has(g);
}

void begin(curandGenerator_st &g) {
    switch (g.type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        g.numbers = std::make_shared<pseudorandom<curandStateMRG32k3a>>(
            g.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920, g.seed, g.offset);
        break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        g.numbers =
            std::make_shared<pseudorandom<curandStatePhilox4_32_10>>(65536, g.seed, g.offset);
        break;
    case CURAND_RNG_QUASI_SOBOL32:
        g.numbers = std::make_shared<quasirandom>(g.dimensions, g.offset);
        break;
    default:
        g.numbers = std::make_shared<pseudorandom<curandStateXORWOW>>(4096, g.seed, g.offset);
    }
}

curandStatus_t create(const char *call, curandGenerator_t *generator, curandRngType_t type,
                      bool of_host) {
    if (generator == nullptr)
        return CURAND_STATUS_OUT_OF_RANGE;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    case CURAND_RNG_QUASI_SOBOL32:
        break;
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        say_of_library(call, "the emulator has the generators XORWOW, PHILOX4_32_10, MRG32K3A and "
                             "SOBOL32, and not this one");
        [[fallthrough]];
    default:
        return CURAND_STATUS_TYPE_ERROR;
    }
    auto *g = new curandGenerator_st{};
    g->type = type;
    g->of_host = of_host;
    g->ordering = g->is_quasi() ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    alive().add(g);
    *generator = g;
    return CURAND_STATUS_SUCCESS;
}

// A setting that makes the sequence begin again.
template <class Set> curandStatus_t set(curandGenerator_t g, Set change) {
    if (!is_there(g))
        return CURAND_STATUS_NOT_INITIALIZED;
    const curandStatus_t status = change(*g);
    if (status == CURAND_STATUS_SUCCESS)
        g->numbers.reset();
    return status;
}

// `count` numbers of type T: fill(sequence, out). pairs: cuRAND makes them two at a time.
template <class T, class Fill>
curandStatus_t generate(const char *call, curandGenerator_t g, T *out, size_t count, bool pairs,
                        Fill fill) {
    if (!is_there(g))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->is_quasi() ? count % g->dimensions != 0
                      : pairs && count % 2 != 0 && g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (count == 0)
        return CURAND_STATUS_SUCCESS;
    if (g->numbers == nullptr)
        begin(*g);
    const std::shared_ptr<sequence> numbers = g->numbers;
    const auto work = [=] { fill(*numbers, out); };
    if (g->of_host) {
        if (out == nullptr)
            return CURAND_STATUS_OUT_OF_RANGE;
        work();
        return CURAND_STATUS_SUCCESS;
    }
    const cudaError_t e =
        do_library_work(call, "CURAND_STATUS_LAUNCH_FAILURE", g->stream,
                        {spread("the output", out, count, 1, sizeof(T), true)}, work);
    return e == cudaSuccess ? CURAND_STATUS_SUCCESS
           : e == cudaErrorIllegalAddress || e == cudaErrorInvalidResourceHandle
               ? CURAND_STATUS_LAUNCH_FAILURE
               : CURAND_STATUS_PREEXISTING_FAILURE;
}

template <class T>
curandStatus_t generate_normal(const char *call, curandGenerator_t g, T *out, size_t count, T mean,
                               T deviation, bool logarithm) {
    return generate(call, g, out, count, true, [=](sequence &numbers, T *to) {
        numbers.normal(to, count);
        for (size_t i = 0; i < count; ++i) {
            to[i] = mean + to[i] * deviation;
            if (logarithm)
                to[i] = std::exp(to[i]);
        }
    });
}

} // namespace

} // namespace cuda_emulator::curand

using namespace cuda_emulator::curand;

extern "C" {

curandStatus_t curandGetVersion(int *version) {
    if (version == nullptr)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return create("curandCreateGenerator", generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create("curandCreateGeneratorHost", generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!alive().remove(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (!is_there(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    return set(generator, [=](curandGenerator_st &g) {
        if (g.is_quasi())
            return CURAND_STATUS_TYPE_ERROR;
        g.seed = seed;
        return CURAND_STATUS_SUCCESS;
    });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    return set(generator, [=](curandGenerator_st &g) {
        g.offset = offset;
        return CURAND_STATUS_SUCCESS;
    });
}
// It counts from the next beginning of the sequence on.
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!is_there(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    const bool quasi = order == CURAND_ORDERING_QUASI_DEFAULT;
    if (quasi != generator->is_quasi() || order < CURAND_ORDERING_PSEUDO_BEST ||
        (order > CURAND_ORDERING_PSEUDO_DYNAMIC && !quasi))
        return CURAND_STATUS_OUT_OF_RANGE;
    if (order == CURAND_ORDERING_PSEUDO_SEEDED) {
        cuda_emulator::say_of_library("curandSetGeneratorOrdering",
                                      "the emulator does not have the ordering SEEDED");
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    generator->ordering = order;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
    return set(generator, [=](curandGenerator_st &g) {
        if (!g.is_quasi())
            return CURAND_STATUS_TYPE_ERROR;
        // No file is read for those that are built in.
        if (dimensions == 0 ||
            (dimensions > BUILT_IN_DIMENSIONS && dimensions > most_dimensions())) {
            if (dimensions != 0 && dimensions <= ALL_DIMENSIONS)
                cuda_emulator::say_of_library("curandSetQuasiRandomGeneratorDimensions",
                                              MORE_DIMENSIONS);
            return CURAND_STATUS_OUT_OF_RANGE;
        }
        g.dimensions = dimensions;
        return CURAND_STATUS_SUCCESS;
    });
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (!is_there(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->numbers == nullptr)
        begin(*generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *out, size_t count) {
    return generate("curandGenerate", generator, out, count, false,
                    [=](sequence &numbers, unsigned *to) { numbers.integers(to, count); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *, size_t) {
    return is_there(generator) ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t count) {
    return generate("curandGenerateUniform", generator, out, count, false,
                    [=](sequence &numbers, float *to) { numbers.uniform(to, count); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t count) {
    return generate("curandGenerateUniformDouble", generator, out, count, false,
                    [=](sequence &numbers, double *to) { numbers.uniform(to, count); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t count,
                                    float mean, float deviation) {
    return generate_normal("curandGenerateNormal", generator, out, count, mean, deviation, false);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t count,
                                          double mean, double deviation) {
    return generate_normal("curandGenerateNormalDouble", generator, out, count, mean, deviation,
                           false);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t count,
                                       float mean, float deviation) {
    return generate_normal("curandGenerateLogNormal", generator, out, count, mean, deviation, true);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out, size_t count,
                                             double mean, double deviation) {
    return generate_normal("curandGenerateLogNormalDouble", generator, out, count, mean, deviation,
                           true);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t count,
                                     double mean) {
    if (!(mean > 0) || mean > 400000)
        return CURAND_STATUS_OUT_OF_RANGE;
    return generate("curandGeneratePoisson", generator, out, count, false,
                    [=](sequence &numbers, unsigned *to) { numbers.poisson(to, count, mean); });
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set) {
    if (vectors == nullptr)
        return CURAND_STATUS_OUT_OF_RANGE;
    if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6) {
        cuda_emulator::say_of_library("curandGetDirectionVectors32",
                                      "the emulator has the set DIRECTION_VECTORS_32_JOEKUO6 only");
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    struct table {
        const unsigned dimensions = most_dimensions();
        curandDirectionVectors32_t *const of = new curandDirectionVectors32_t[dimensions];
        table() {
            for (unsigned d = 0; d < dimensions; ++d)
                direction_vectors(d, of[d]);
            if (dimensions >= ALL_DIMENSIONS)
                return;
            std::fflush(stdout);
            std::fprintf(stderr, "CUDA emulator: note: curandGetDirectionVectors32: %s\n",
                         MORE_DIMENSIONS);
        }
    };
    static table &all = *new table; // filled by the first call
    *vectors = all.of;
    return CURAND_STATUS_SUCCESS;
}

} // extern "C"

const char *cuda_emulator_status_name(curandStatus_t status) {
    switch (status) {
#define NAME(S)                                                                                    \
    case S:                                                                                        \
        return #S;
        NAME(CURAND_STATUS_SUCCESS)
        NAME(CURAND_STATUS_VERSION_MISMATCH)
        NAME(CURAND_STATUS_NOT_INITIALIZED)
        NAME(CURAND_STATUS_ALLOCATION_FAILED)
        NAME(CURAND_STATUS_TYPE_ERROR)
        NAME(CURAND_STATUS_OUT_OF_RANGE)
        NAME(CURAND_STATUS_LENGTH_NOT_MULTIPLE)
        NAME(CURAND_STATUS_DOUBLE_PRECISION_REQUIRED)
        NAME(CURAND_STATUS_LAUNCH_FAILURE)
        NAME(CURAND_STATUS_PREEXISTING_FAILURE)
        NAME(CURAND_STATUS_INITIALIZATION_FAILED)
        NAME(CURAND_STATUS_ARCH_MISMATCH)
        NAME(CURAND_STATUS_INTERNAL_ERROR)
#undef NAME
    }
    return "<unknown>";
}
