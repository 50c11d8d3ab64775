// prints.h: printf() in device code.
//
// A GPU runs the lanes of a warp together: what comes first in the kernel is printed by all of
// them, then what comes next. Here a thread runs on to the next barrier before its neighbour
// begins. So lines wait until the warp has met, and come out in the order of a GPU.
#ifndef CUDA_EMULATOR_PRINTS_H
#define CUDA_EMULATOR_PRINTS_H

#include "emulator/block.h"
#include "emulator/observed.h"
#include "emulator/processor.h"

#include <cstdarg>

namespace cuda_emulator {

// code: the place of the call in the program's code. Returns how many arguments were printed.
int print_in_kernel(int place, const char *format, std::va_list arguments, void *code);

#ifndef __CUDA__ // not for an editor's clang, which takes no such device functions
// The rewriter puts it in the place of printf(); PLACE says where that stands in the source.
template <int PLACE>
__attribute__((noinline, format(printf, 1, 2))) CUDA_EMULATOR_UNCHECKED int
printf_at(const char *format, ...) {
    void *const code = CUDA_EMULATOR_RETURN_ADDRESS;
    std::va_list arguments;
    va_start(arguments, format);
    const int printed = print_in_kernel(PLACE, format, arguments, code);
    va_end(arguments);
    return printed;
}
#endif

// What the threads of the block have printed comes out, if they have, or those of one warp.
void show_prints_of_block();
void show_prints_of(unsigned warp);
inline __attribute__((always_inline)) void show_prints() {
    if (__builtin_expect(block.has_printed, false))
        show_prints_of_block();
}

} // namespace cuda_emulator

#endif
