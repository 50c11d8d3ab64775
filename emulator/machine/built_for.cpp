// Compiled for any processor, as all of the runtime is.
#ifdef __x86_64__
#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

void need_multiply_adds();
void need_multiply_adds() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
        return;
    std::fputs("CUDA emulator: error: this program was compiled for a processor with fused "
               "multiply-adds (FMA, AVX2), which this one has not; compile it on this machine\n",
               stderr);
    std::_Exit(1);
}

} // namespace cuda_emulator
#endif
