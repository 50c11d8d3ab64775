// tensor_map.h: inside of the runtime: what a CUtensorMap holds here.
#ifndef CUDA_EMULATOR_TENSOR_MAP_H
#define CUDA_EMULATOR_TENSOR_MAP_H

#include "cuda.h"

#include <cstdint>

namespace cuda_emulator {

struct tensor_map {
    static constexpr std::uint32_t MARK = 0x70616d54;
    std::uint32_t mark;
    std::uint8_t type, dimensions, element_bytes, swizzle;
    unsigned char *first;
    std::uint64_t size[5];   // in elements; the innermost dimension first
    std::uint64_t stride[4]; // in bytes, of all but the innermost
    std::uint16_t box[5];
    std::uint8_t step[5];
    bool fills_with_nan;

    unsigned elements_of_box(int dimension) const {
        return (box[dimension] + step[dimension] - 1u) / step[dimension];
    }
    unsigned bytes_of_box() const {
        unsigned bytes = element_bytes;
        for (int i = 0; i < dimensions; ++i)
            bytes *= elements_of_box(i);
        return bytes;
    }
};
static_assert(sizeof(tensor_map) <= sizeof(CUtensorMap), "a tensor map has 128 bytes");

} // namespace cuda_emulator

#endif
