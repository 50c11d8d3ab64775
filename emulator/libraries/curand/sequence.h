// sequence.h: what a generator of the host draws its numbers from.
#ifndef CUDA_EMULATOR_SEQUENCE_H
#define CUDA_EMULATOR_SEQUENCE_H

#include <curand.h>

#include <cstddef>
#include <memory>

namespace cuda_emulator::curand {

// Each call goes on where the one before has ended.
class sequence {
public:
    virtual ~sequence() = default;
    virtual void integers(unsigned *out, size_t count) = 0;
    virtual void integers(unsigned long long *, size_t) {} // only of generators of 64 bits
    virtual void uniform(float *out, size_t count) = 0;
    virtual void uniform(double *out, size_t count) = 0;
    virtual void normal(float *out, size_t count) = 0;
    virtual void normal(double *out, size_t count) = 0;
    virtual void poisson(unsigned *out, size_t count, double mean) = 0;
};

std::shared_ptr<sequence> pseudorandom_numbers(curandRngType_t type, curandOrdering_t ordering,
                                               unsigned long long seed, unsigned long long offset);
std::shared_ptr<sequence> quasirandom_numbers(curandRngType_t type, unsigned dimensions,
                                              unsigned long long offset);

} // namespace cuda_emulator::curand

#endif
