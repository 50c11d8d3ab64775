// mt19937.h: the numbers of MT19937 in the order of cuRAND, whose 65536 threads draw one each in
// turn, eight of them from one of 8192 sequences.
#ifndef CUDA_EMULATOR_MT19937_H
#define CUDA_EMULATOR_MT19937_H

#include <array>
#include <cstddef>
#include <vector>

namespace cuda_emulator::curand {

class mt19937 {
public:
    explicit mt19937(unsigned long long seed);
    unsigned next();

    // Uniform numbers of an integer: the exact one lies in the middle of its step.
    static double to_double(unsigned x) { return (x + 0.5) * 0x1p-32; }
    static float to_float(unsigned x) { return static_cast<float>(to_double(x)); }

    static constexpr size_t WORDS = 624;
    using state = std::array<unsigned, WORDS>; // of a sequence: as many numbers, not yet tempered

private:
    void begin_more();

    std::vector<state> sequences_; // those that have begun
    size_t next_ = 0;
};

} // namespace cuda_emulator::curand

#endif
