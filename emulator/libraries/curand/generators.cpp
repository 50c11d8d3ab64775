// generators.cpp: the calls of cuRAND's generators of the host.
#include "sequence.h"
#include "sobol.h"

#include "runtime/library_work.h"

#include <cmath>
#include <cstdio>

struct curandGenerator_st {
    curandRngType_t type;
    bool of_host;
    cudaStream_t stream = nullptr;
    unsigned long long seed = 0, offset = 0;
    unsigned dimensions = 1;
    curandOrdering_t ordering;
    std::shared_ptr<cuda_emulator::curand::sequence> numbers; // null: begins with the next call

    bool is_quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
    bool is_mersenne() const {
        return type == CURAND_RNG_PSEUDO_MTGP32 || type == CURAND_RNG_PSEUDO_MT19937;
    }
    bool is_of_64_bits() const { return type == CURAND_RNG_QUASI_SOBOL64; }
};

namespace cuda_emulator::curand {

namespace {

// Sobol's.
constexpr const char *MORE_DIMENSIONS =
    "the emulator has 64 dimensions, and 20000 where librocrand-dev of Debian 12 is installed";

// Never destroyed: the program's destructors may still call.
handles_alive<curandGenerator_t> &alive() {
    static handles_alive<curandGenerator_t> &all = *new handles_alive<curandGenerator_t>;
    return all;
}

bool is_there(curandGenerator_t g) {
    return alive().has(g);
}

void begin(curandGenerator_st &g) {
    g.numbers = g.is_quasi() ? quasirandom_numbers(g.type, g.dimensions, g.offset)
                             : pseudorandom_numbers(g.type, g.ordering, g.seed, g.offset);
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
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
        break;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        say_of_library(call, "the emulator has the generators XORWOW, PHILOX4_32_10, MRG32K3A, "
                             "MTGP32, MT19937, SOBOL32 and SOBOL64, and not this one");
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
                      : pairs && count % 2 != 0 && !g->is_mersenne() &&
                            g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
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

template <class Word, size_t BITS>
curandStatus_t direction_vectors_of_all(const char *call, Word (**vectors)[BITS],
                                        curandDirectionVectorSet_t set,
                                        curandDirectionVectorSet_t there) {
    if (vectors == nullptr)
        return CURAND_STATUS_OUT_OF_RANGE;
    if (set != there) {
        say_of_library(call, "the emulator has the sets DIRECTION_VECTORS_32_JOEKUO6 and "
                             "DIRECTION_VECTORS_64_JOEKUO6 only, each for its own call");
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    static Word(*const all)[BITS] = [call] { // filled by the first call
        const unsigned dimensions = most_dimensions<Word>();
        auto *const of = new Word[dimensions][BITS];
        for (unsigned d = 0; d < dimensions; ++d)
            direction_vectors(d, of[d]);
        if (dimensions < ALL_DIMENSIONS) {
            std::fflush(stdout);
            std::fprintf(stderr, "CUDA emulator: note: %s: %s\n", call, MORE_DIMENSIONS);
        }
        return of;
    }();
    *vectors = all;
    return CURAND_STATUS_SUCCESS;
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
        if (g.is_mersenne())
            return CURAND_STATUS_TYPE_ERROR;
        g.offset = offset;
        return CURAND_STATUS_SUCCESS;
    });
}
// It counts from the next beginning of the sequence on. DYNAMIC fits the device, and so does BEST
// of MT19937: the host has none, and here they are as DEFAULT.
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!is_there(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    const bool quasi = order == CURAND_ORDERING_QUASI_DEFAULT;
    if (quasi != generator->is_quasi() || order < CURAND_ORDERING_PSEUDO_BEST ||
        (order > CURAND_ORDERING_PSEUDO_DYNAMIC && !quasi) ||
        (generator->of_host &&
         (order == CURAND_ORDERING_PSEUDO_DYNAMIC ||
          (order == CURAND_ORDERING_PSEUDO_BEST && generator->type == CURAND_RNG_PSEUDO_MT19937))))
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
            (dimensions > BUILT_IN_DIMENSIONS &&
             dimensions > (g.is_of_64_bits() ? most_dimensions<unsigned long long>()
                                             : most_dimensions<unsigned>()))) {
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
    if (is_there(generator) && generator->is_of_64_bits())
        return CURAND_STATUS_TYPE_ERROR;
    return generate("curandGenerate", generator, out, count, false,
                    [=](sequence &numbers, unsigned *to) { numbers.integers(to, count); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *out,
                                      size_t count) {
    if (is_there(generator) && !generator->is_of_64_bits())
        return CURAND_STATUS_TYPE_ERROR;
    return generate(
        "curandGenerateLongLong", generator, out, count, false,
        [=](sequence &numbers, unsigned long long *to) { numbers.integers(to, count); });
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
    return direction_vectors_of_all("curandGetDirectionVectors32", vectors, set,
                                    CURAND_DIRECTION_VECTORS_32_JOEKUO6);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                           curandDirectionVectorSet_t set) {
    return direction_vectors_of_all("curandGetDirectionVectors64", vectors, set,
                                    CURAND_DIRECTION_VECTORS_64_JOEKUO6);
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
