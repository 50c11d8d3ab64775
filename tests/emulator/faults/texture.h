// texture.h: the textures that the programs here read in ways they should not.
#ifndef TEXTURE_H
#define TEXTURE_H

#include "fault.h"

static inline cudaArray_t make_array(unsigned flags = 0) {
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &desc, 16, 16, flags);
    return array;
}

static inline cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static inline cudaTextureObject_t texture_on(const cudaResourceDesc &resource) {
    const cudaTextureDesc desc = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
    return texture;
}

static inline cudaResourceDesc linear_resource(float *memory, size_t count) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = count * sizeof(float);
    return resource;
}

#endif
