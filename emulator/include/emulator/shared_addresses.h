// shared_addresses.h: addresses of shared memory as numbers of 32 bits, as instructions of PTX take
// them.
//
// Dynamic shared memory begins at 1024, as on a chip that keeps the first KiB for itself. The
// block's number in its cluster stands in the upper 8 bits.
#ifndef CUDA_EMULATOR_SHARED_ADDRESSES_H
#define CUDA_EMULATOR_SHARED_ADDRESSES_H

#include "emulator/clusters.h"
#include "emulator/kernel.h"

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

constexpr unsigned SHARED_ADDRESS_OF_DYNAMIC = 1024, BITS_OF_SHARED_ADDRESS = 24;

// Which 256 KiB the last address lay in that was asked for of a static variable: descriptors of
// tiles have only the lower bits.
extern CUDA_EMULATOR_THREAD unsigned static_shared_window;

// Gives the block up: the pointer leads to no shared memory of this block.
[[noreturn]] void refuse_shared_address(const void *pointer, const char *file, int line);
// The same of a block of the cluster with another number than this one's; of this block: as below.
unsigned char *shared_base_of(unsigned rank, const char *file, int line);

inline unsigned char *shared_base() {
    if constexpr (checked)
        return static_cast<unsigned char *>(checked_dynamic_shared());
    else
        return cuda_emulator_dynamic_shared;
}

CUDA_EMULATOR_UNCHECKED inline unsigned shared_address(const void *pointer,
                                                       const char *file = __builtin_FILE(),
                                                       int line = __builtin_LINE()) {
    const std::ptrdiff_t offset = static_cast<const unsigned char *>(pointer) - shared_base();
    constexpr std::ptrdiff_t REACH = 1 << (BITS_OF_SHARED_ADDRESS - 1);
    if (offset < -REACH || offset >= REACH - 1024)
        refuse_shared_address(pointer, file, line);
    const auto low = static_cast<unsigned>(offset) + SHARED_ADDRESS_OF_DYNAMIC;
    if (offset < 0 || offset >= CUDA_EMULATOR_DYNAMIC_BOUND)
        static_shared_window = low & 0xfc0000u;
    return (low & ((1u << BITS_OF_SHARED_ADDRESS) - 1)) | cluster_rank() << BITS_OF_SHARED_ADDRESS;
}

CUDA_EMULATOR_UNCHECKED inline unsigned char *
shared_pointer(unsigned address, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    const unsigned rank = address >> BITS_OF_SHARED_ADDRESS;
    unsigned char *const base =
        rank == cluster_rank() ? shared_base() : shared_base_of(rank, file, line);
    // The upper bits are a sign: static variables may lie in front of dynamic memory.
    constexpr int SIGN = 32 - BITS_OF_SHARED_ADDRESS;
    const int low = static_cast<int>(address << SIGN) >> SIGN;
    return base + low - static_cast<int>(SHARED_ADDRESS_OF_DYNAMIC);
}

} // namespace cuda_emulator

// The CUDA Programming Guide's conversions between addresses of shared memory and pointers.
inline size_t __cvta_generic_to_shared(const void *pointer, const char *file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
    return ::cuda_emulator::shared_address(pointer, file, line);
}
inline void *__cvta_shared_to_generic(size_t address, const char *file = __builtin_FILE(),
                                      int line = __builtin_LINE()) {
    return ::cuda_emulator::shared_pointer(static_cast<unsigned>(address), file, line);
}
inline size_t __cvta_generic_to_global(const void *pointer) {
    return reinterpret_cast<size_t>(pointer);
}
inline void *__cvta_global_to_generic(size_t address) {
    return reinterpret_cast<void *>(address);
}

#endif
