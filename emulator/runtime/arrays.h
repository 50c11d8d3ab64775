// arrays.h: what copies, textures and surfaces need of an array.
#ifndef CUDA_EMULATOR_ARRAYS_H
#define CUDA_EMULATOR_ARRAYS_H

#include "cuda_runtime_api.h"

#include <stddef.h>

namespace cuda_emulator {

// An array. Its elements lie row after row and slice after slice (a layer is a slice), with nothing
// between.
struct array_info {
    char *data;
    size_t width, height, depth; // at least 1 each; bytes are width * element_bytes and so on
    size_t element_bytes;
    cudaChannelFormatDesc desc;
    cudaExtent extent; // as the program asked for it: 0 for a dimension that it does not have
    unsigned flags;

    size_t row_bytes() const { return width * element_bytes; }
    size_t slice_bytes() const { return row_bytes() * height; }
};

// cudaErrorInvalidResourceHandle if there is no such array, which includes null.
cudaError_t find_array(cudaArray_const_t array, array_info &info);

// The bytes of an element, 0 if no texture can hold such elements: 1, 2 or 4 channels of the same
// 8, 16 or 32 bits, those of floating-point numbers 16 or 32.
size_t element_bytes_of(const cudaChannelFormatDesc &desc);
// How many channels a valid description has.
int channels_of(const cudaChannelFormatDesc &desc);

// Frees all arrays of the current device.
void free_all_arrays();

} // namespace cuda_emulator

#endif
