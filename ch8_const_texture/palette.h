/* palette.h: the temperatures of heat.cu as colours, through a texture that mixes neighbours. */
#ifndef PALETTE_H
#define PALETTE_H

#include "../common/book.h"

#define COLOURS 8

/* From cold to hot, as in matplotlib's map "inferno". */
static const uchar4 colours[COLOURS] = {
    {0, 0, 4, 255},     {40, 11, 84, 255},   {101, 21, 110, 255}, {159, 42, 99, 255},
    {212, 72, 66, 255}, {245, 125, 21, 255}, {250, 193, 39, 255}, {252, 255, 164, 255}};

/* The centre of the first colour is at 0.5 / COLOURS of the palette, that of the last as far from
 * its end. pitch: floats from one row of temperatures to the next. */
__global__ void draw(uchar4 *pixels, const float *in, cudaTextureObject_t palette, int size,
                     int pitch) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float place = (in[x + (size_t)y * pitch] * (COLOURS - 1) + 0.5f) / COLOURS;
    float4 colour = tex1D<float4>(palette, place); // bytes, as floats from 0 to 1
    pixels[x + (size_t)y * size] =
        make_uchar4((unsigned char)(255 * colour.x + 0.5f), (unsigned char)(255 * colour.y + 0.5f),
                    (unsigned char)(255 * colour.z + 0.5f), 255);
}

typedef struct {
    cudaArray_t array;
    cudaTextureObject_t texture; /* over the array */
} palette;

static inline palette palette_make(void) {
    palette p;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<uchar4>();
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    HANDLE_ERROR(cudaMallocArray(&p.array, &type, COLOURS, 0));
    HANDLE_ERROR(cudaMemcpy2DToArray(p.array, 0, 0, colours, sizeof colours, sizeof colours, 1,
                                     cudaMemcpyHostToDevice));
    what.resType = cudaResourceTypeArray;
    what.res.array.array = p.array;
    how.addressMode[0] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeNormalizedFloat;
    how.normalizedCoords = 1;
    HANDLE_ERROR(cudaCreateTextureObject(&p.texture, &what, &how, NULL));
    return p;
}

static inline void palette_free(palette *p) {
    HANDLE_ERROR(cudaDestroyTextureObject(p->texture));
    HANDLE_ERROR(cudaFreeArray(p->array));
}

/* The red, green or blue of a temperature. */
static inline double palette_mixed(float temperature, int channel) {
    if (!(temperature >= 0 && temperature <= 1)) // nor is there a colour for NaN
        return NAN;
    double place = temperature * (COLOURS - 1);
    int first = (int)place < COLOURS - 2 ? (int)place : COLOURS - 2;
    const unsigned char *one = (const unsigned char *)&colours[first];
    const unsigned char *other = (const unsigned char *)&colours[first + 1];
    return one[channel] + (place - first) * (other[channel] - one[channel]);
}

/* 1 if the four bytes of a pixel are the colour of the temperature, else 0. */
static inline int palette_is_right(const unsigned char *pixel, float temperature) {
    int right = pixel[3] == 255;
    for (int channel = 0; channel < 3; channel++) // the texture unit mixes in 256ths
        right = right && book_close(pixel[channel], palette_mixed(temperature, channel), 1);
    return right;
}

#endif
