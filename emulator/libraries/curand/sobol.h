// sobol.h: the direction vectors of Sobol's sequence.
#ifndef CUDA_EMULATOR_SOBOL_H
#define CUDA_EMULATOR_SOBOL_H

namespace cuda_emulator::curand {

constexpr unsigned BUILT_IN_DIMENSIONS = 64, ALL_DIMENSIONS = 20000;

// All where librocrand-dev of Debian 12 is installed, which has them as text (later ones only
// declare them), and else those that are built in.
template <class Word> unsigned most_dimensions();

// Of a dimension, counted from 0: as many as a Word has bits, unsigned or unsigned long long.
template <class Word> void direction_vectors(unsigned number, Word (&v)[8 * sizeof(Word)]);

} // namespace cuda_emulator::curand

#endif
