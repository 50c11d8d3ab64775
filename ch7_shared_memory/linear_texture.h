/* linear_texture.h: numbers in global memory that kernels read as a texture.
 *
 *   cudaTextureObject_t texture = lay_texture(dev_numbers, bytes);
 *   ... tex1Dfetch<int>(texture, i) in a kernel is dev_numbers[i] ...
 *   HANDLE_ERROR(cudaDestroyTextureObject(texture));
 *
 * Chapter 8 has more of textures.
 */
#ifndef LINEAR_TEXTURE_H
#define LINEAR_TEXTURE_H

#include "../common/book.h"

/* What makes a texture: an address, how the numbers look, how many bytes. */
static inline cudaTextureObject_t lay_texture(int *dev_numbers, size_t bytes) {
    cudaResourceDesc resource;
    cudaTextureDesc reading;
    memset(&resource, 0, sizeof resource);
    memset(&reading, 0, sizeof reading); // all 0: elements as they are
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev_numbers;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureObject_t texture = 0;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &reading, NULL));
    return texture;
}

#endif
