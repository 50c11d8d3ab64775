// mtgp32.h: the numbers of MTGP32, one after the other: 256 of one set of parameters, then as many
// of the next one, and after the last one those that follow of the first.
#ifndef CUDA_EMULATOR_MTGP32_H
#define CUDA_EMULATOR_MTGP32_H

#include <curand_kernel.h>
#include <curand_mtgp32.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace cuda_emulator::curand {

class mtgp32 {
public:
    mtgp32(unsigned long long seed, int sets);
    unsigned next();

    static double to_double(unsigned x) { return _curand_uniform_double(x); }
    static float to_float(unsigned x) { return _curand_uniform(x); }

private:
    std::unique_ptr<mtgp32_kernel_params_t> parameters_;
    std::vector<curandStateMtgp32_t> states_;
    size_t next_ = 0;
};

} // namespace cuda_emulator::curand

#endif
