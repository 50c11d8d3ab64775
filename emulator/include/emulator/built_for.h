// built_for.h: a program that is compiled for processors with fused multiply-adds says so where it
// finds none, rather than to end in an instruction that is not there.
#ifndef CUDA_EMULATOR_BUILT_FOR_H
#define CUDA_EMULATOR_BUILT_FOR_H

#if defined(__x86_64__) && defined(__FMA__)
namespace cuda_emulator {

// Ends the program where there are none.
void need_multiply_adds();
__attribute__((constructor(101))) static void ask_for_multiply_adds() {
    need_multiply_adds();
}

} // namespace cuda_emulator
#endif

#endif
