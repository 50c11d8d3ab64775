// random_skip.h: cuRAND's generators skip ahead, by n times 2^power numbers, as curand_init does
// for a subsequence and an offset. In the runtime, because the matrices for it are worked out once
// for a program.
#ifndef CUDA_EMULATOR_RANDOM_SKIP_H
#define CUDA_EMULATOR_RANDOM_SKIP_H

namespace cuda_emulator {

void skip_xorwow(unsigned (&v)[5], unsigned long long n, int power);
void skip_mrg32k3a(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, int power);

} // namespace cuda_emulator

#endif
