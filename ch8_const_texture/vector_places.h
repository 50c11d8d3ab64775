/* vector_places.h: a vector in all the places that tex_dot reads it from. */
#ifndef VECTOR_PLACES_H
#define VECTOR_PLACES_H

#include "../common/book.h"

#define WIDTH 16384 /* of an array: element i is in column i % WIDTH of row i / WIDTH */

/* Says how large textures may be, and ends the program with 2 if one of n elements is too large. */
static inline void check_vector_size(long long n) {
    int device = 0, line = 0, width = 0, height = 0;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<int>();
    size_t linear = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&line, cudaDevAttrMaxTexture1DWidth, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture2DWidth, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&height, cudaDevAttrMaxTexture2DHeight, device));
    HANDLE_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&linear, &type, device));
    if ((size_t)n > linear) {
        fprintf(stderr, "option --n: a texture on linear memory has up to %zu elements here\n",
                linear);
        book_exit(BOOK_EXIT_USAGE);
    }
    printf("a texture over an array has up to %d elements, or %d x %d; over linear memory %zu\n\n",
           line, width, height, linear);
}

/* What kernels read. */
typedef struct {
    const int *global;
    cudaTextureObject_t array, linear; /* over an array, over the global memory */
} vector;

/* The same, and what it lies in. */
typedef struct {
    vector v;
    int *memory;
    cudaArray_t array;
} stored_vector;

/* Copies a vector of n elements to the device. */
static inline stored_vector store_vector(const int *data, int n) {
    stored_vector s;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<int>();
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    how.readMode = cudaReadModeElementType;
    size_t row = WIDTH * sizeof(int), rest = n % WIDTH * sizeof(int);

    HANDLE_ERROR(cudaMalloc((void **)&s.memory, n * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(s.memory, data, n * sizeof(int), cudaMemcpyHostToDevice));
    s.v.global = s.memory;
    what.resType = cudaResourceTypeLinear; // a texture over the same memory: no copy
    what.res.linear.devPtr = s.memory;
    what.res.linear.desc = type;
    what.res.linear.sizeInBytes = n * sizeof(int);
    HANDLE_ERROR(cudaCreateTextureObject(&s.v.linear, &what, &how, NULL));

    int rows = n / WIDTH;
    HANDLE_ERROR(cudaMallocArray(&s.array, &type, WIDTH, rows + 1));
    if (rows > 0)
        HANDLE_ERROR(
            cudaMemcpy2DToArray(s.array, 0, 0, data, row, row, rows, cudaMemcpyHostToDevice));
    if (rest > 0) // the last row is not full
        HANDLE_ERROR(cudaMemcpy2DToArray(s.array, 0, rows, data + (size_t)rows * WIDTH, rest, rest,
                                         1, cudaMemcpyHostToDevice));
    what.resType = cudaResourceTypeArray;
    what.res.array.array = s.array;
    HANDLE_ERROR(cudaCreateTextureObject(&s.v.array, &what, &how, NULL));
    return s;
}

static inline void free_vector(stored_vector s) {
    HANDLE_ERROR(cudaDestroyTextureObject(s.v.array));
    HANDLE_ERROR(cudaDestroyTextureObject(s.v.linear));
    HANDLE_ERROR(cudaFreeArray(s.array));
    HANDLE_ERROR(cudaFree(s.memory));
}

#endif
