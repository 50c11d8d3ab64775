// sobol.h: the direction vectors of Sobol's sequence.
#ifndef CUDA_EMULATOR_SOBOL_H
#define CUDA_EMULATOR_SOBOL_H

namespace cuda_emulator::curand {

constexpr unsigned MOST_DIMENSIONS = 64;

// Of a dimension, counted from 0.
void direction_vectors(unsigned number, unsigned (&v)[32]);

} // namespace cuda_emulator::curand

#endif
