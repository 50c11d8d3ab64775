// What include/emulator/removed.h needs of the runtime.
#include "runtime/memory.h"

namespace cuda_emulator {

size_t bytes_behind(const void *pointer);

size_t bytes_behind(const void *pointer) {
    return find_memory(pointer).left;
}

} // namespace cuda_emulator
