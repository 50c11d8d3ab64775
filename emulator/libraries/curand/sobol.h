// sobol.h: the direction vectors of Sobol's sequence.
#ifndef CUDA_EMULATOR_SOBOL_H
#define CUDA_EMULATOR_SOBOL_H

namespace cuda_emulator::curand {

// 20,000 where Debian's package librocrand-dev is installed, which has them as text, and else 64.
unsigned most_dimensions();

// Of a dimension, counted from 0.
void direction_vectors(unsigned number, unsigned (&v)[32]);

} // namespace cuda_emulator::curand

#endif
