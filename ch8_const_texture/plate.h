/* plate.h: a plate of heat.cu on the device: a float for each cell, and a texture over them. */
#ifndef PLATE_H
#define PLATE_H

#include "../common/book.h"

/* Ways to read it. TEXTURE_2D: tex2D; TEXTURE_1D: tex1Dfetch; NO_TEXTURE: plain loads. */
enum { TEXTURE_2D, TEXTURE_1D, NO_TEXTURE };

typedef struct {
    float *cells;
    int size, pitch, way;        /* pitch: floats from one row to the next */
    cudaTextureObject_t texture; /* of no meaning for plain loads */
} plate;

/* A texture over cells. edge: what tex2D finds beyond it; tex1Dfetch finds 0. */
static inline cudaTextureObject_t plate_texture(float *cells, int size, int pitch, int way,
                                                enum cudaTextureAddressMode edge) {
    cudaTextureObject_t texture;
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    how.readMode = cudaReadModeElementType;
    how.addressMode[0] = how.addressMode[1] = edge; // ignored if linear
    if (way == TEXTURE_1D) {
        what.resType = cudaResourceTypeLinear;
        what.res.linear.devPtr = cells;
        what.res.linear.desc = cudaCreateChannelDesc<float>();
        what.res.linear.sizeInBytes = (size_t)pitch * size * sizeof(float);
    } else {
        what.resType = cudaResourceTypePitch2D;
        what.res.pitch2D.devPtr = cells;
        what.res.pitch2D.desc = cudaCreateChannelDesc<float>();
        what.res.pitch2D.width = size;
        what.res.pitch2D.height = size;
        what.res.pitch2D.pitchInBytes = pitch * sizeof(float);
    }
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &what, &how, NULL));
    return texture;
}

/* Ends the program with 2 where a texture of one dimension cannot be as long. */
static inline void plate_check_size(int size, int pitch) {
    int device = 0;
    size_t most = 0, elements = (size_t)pitch * size;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<float>();
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&most, &type, device));
    if (elements <= most)
        return;
    fprintf(stderr,
            "option --size: %d rows of %d are %zu elements; a texture on linear memory has up to "
            "%zu here\n",
            size, pitch, elements, most);
    book_exit(BOOK_EXIT_USAGE);
}

/* Textures of two dimensions want each row to begin at a multiple of some number of bytes:
 * cudaMallocPitch knows of which, and makes the rows longer where need be. */
static inline plate plate_make(int size, int way, enum cudaTextureAddressMode edge) {
    plate p = {NULL, size, 0, way, 0};
    size_t pitch = 0;
    HANDLE_ERROR(cudaMallocPitch((void **)&p.cells, &pitch, size * sizeof(float), size));
    p.pitch = (int)(pitch / sizeof(float));
    if (way == TEXTURE_1D)
        plate_check_size(size, p.pitch);
    if (way != NO_TEXTURE)
        p.texture = plate_texture(p.cells, size, p.pitch, way, edge);
    return p;
}

static inline void plate_free(plate *p) {
    if (p->way != NO_TEXTURE)
        HANDLE_ERROR(cudaDestroyTextureObject(p->texture));
    HANDLE_ERROR(cudaFree(p->cells));
}

/* Copies size x size floats without gaps, on the host, to or from the device. */
static inline void plate_set(plate *to, const float *from) {
    size_t row = to->size * sizeof(float);
    HANDLE_ERROR(cudaMemcpy2D(to->cells, to->pitch * sizeof(float), from, row, row, to->size,
                              cudaMemcpyHostToDevice));
}

static inline void plate_get(const plate *from, float *to) {
    size_t row = from->size * sizeof(float);
    HANDLE_ERROR(cudaMemcpy2D(to, row, from->cells, from->pitch * sizeof(float), row, from->size,
                              cudaMemcpyDeviceToHost));
}

#endif
