// tex_array: a texture over a CUDA array, and all the ways to read it
//
// A texture is memory that kernels read through the texture units, made for pictures. A kernel asks
// for a place, a float, not for an element, and the texture object says what that means:
//
//     texel           0       1       2       3              element i lies between x = i and
//     x           0       1       2       3       4          i + 1, its centre at i + 0.5
//     normalised  0                               1          x / 4: the whole texture is 0 to 1
//
//     filter      point: the element there; linear: a straight line between centres, of floats
//     addressing  beyond the edges: wrap around, clamp to the edge, mirror, or 0 beyond the border
//     reading     integers as they are, or as floats from 0 to 1
//
// The memory is a CUDA array: the hardware arranges its elements as suits it, and only copies and
// textures reach them. (Older texts declare `texture<float> ref`, a global variable. Those texture
// references are gone since CUDA 12; a texture object is an argument like any other.)
// Long because every way to read is compared with the CPU's, printed and drawn.
//
//     nvcc ch8_const_texture/tex_array.cu -I. -o tex_array && ./tex_array
#include "../common/book.h"
#include "../common/table.h"
#include "places.h"
#include "ways.h"

__global__ void read_texels(cudaTextureObject_t texture, const float *x, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = tex1D<float>(texture, x[i]);
}

// Reads the texture over an array of n elements at count places x, in texels.
static void read(cudaArray_t array, way by, int n, const float *x, int count, float *out) {
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what); // what is not mentioned below must be 0
    memset(&how, 0, sizeof how);
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    how.addressMode[0] = by.addressing;
    how.filterMode = by.filter;
    how.readMode = by.bytes ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.normalizedCoords = by.normalised;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &what, &how, NULL));

    float *dev_x, *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, count * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, count * sizeof(float)));
    for (int i = 0; i < count; i++)
        out[i] = by.normalised ? x[i] / n : x[i];
    HANDLE_ERROR(cudaMemcpy(dev_x, out, count * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_out, 0xff, count * sizeof(float))); // NaN, should none be written
    read_texels<<<(count + 255) / 256, 256>>>(texture, dev_x, dev_out, count);
    HANDLE_LAUNCH("read_texels");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, count * sizeof(float), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
}

// A CUDA array of n elements of a type, filled from data.
static cudaArray_t make_array(struct cudaChannelFormatDesc type, const void *data, int n,
                              size_t bytes) {
    cudaArray_t array;
    HANDLE_ERROR(cudaMallocArray(&array, &type, n, 0)); // height 0: of one dimension
    HANDLE_ERROR(cudaMemcpy2DToArray(array, 0, 0, data, bytes, bytes, 1, cudaMemcpyHostToDevice));
    return array;
}

static float *room_for(int n) {
    float *room = (float *)malloc(n * sizeof(float));
    HANDLE_NULL(room);
    return room;
}

int main(int argc, char **argv) {
    long long size = 10;
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &size, 1, 1 << 20, "texels"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes what was read there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or .png: draws it"},
    };
    book_parse(argc, argv, "a texture over an array, read in every way", options);
    int n = (int)size, device = 0, most = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture1DWidth, device));
    if (n > most) {
        fprintf(stderr, "option --n: a texture of one dimension has up to %d texels here\n", most);
        return BOOK_EXIT_USAGE;
    }
    book_table table;
    book_table_open(&table, csv, "elements,coordinates,addressing,filter,x,value");
    book_chart chart;
    book_chart_open(&chart, chart_file, "A texture beyond its edges", "x, in texels", "value", 0);

    float *data = room_for(n), *byte_values = room_for(n), *centres = room_for(n);
    float *values = room_for(n);
    unsigned char *bytes = (unsigned char *)malloc(n);
    HANDLE_NULL(bytes);
    for (int i = 0; i < n; i++) {
        data[i] = (float)(2 * i);
        bytes[i] = (unsigned char)(51 * i);
        byte_values[i] = bytes[i] / 255.0f; // as which they will be read
        centres[i] = i + 0.5f;
    }
    cudaArray_t array = make_array(cudaCreateChannelDesc<float>(), data, n, n * sizeof(float));
    cudaArray_t byte_array = make_array(cudaCreateChannelDesc<unsigned char>(), bytes, n, n);

    // Each element, at its centre.
    way plain = {0, 0, cudaAddressModeClamp, cudaFilterModePoint};
    read(array, plain, n, centres, n, values);
    long long checked = n, right = 0;
    for (int i = 0; i < n; i++)
        right += values[i] == data[i];
    for (int i = 0; i < n && i < 10; i++)
        printf(i > 0 ? " %g" : "%g", values[i]);
    printf(n > 10 ? " ... %g\n\n" : "\n\n", values[n - 1]);

    // All ways, at and between the centres, within and without.
    float x[PLACES], found[WAYS][PLACES];
    choose_places(x, n);
    for (int i = 0; i < WAYS; i++) {
        way by = ways[i];
        const char *filter = by.filter == cudaFilterModePoint ? "point" : "linear";
        read(by.bytes ? byte_array : array, by, n, x, PLACES, found[i]);
        right += way_count_right(by.bytes ? byte_values : data, by, n, x, PLACES, found[i]);
        checked += PLACES;
        for (int k = 0; k < SHOWN; k++)
            book_table_row(&table, "%s,%s,%s,%s,%.9g,%.9g", by.bytes ? "byte" : "float",
                           by.normalised ? "normalised" : "texels", way_name(by.addressing), filter,
                           x[k], found[i][k]);
    }
    print_table(x, found);
    draw_modes(&chart, x, found);

    free(data);
    free(byte_values);
    free(centres);
    free(values);
    free(bytes);
    HANDLE_ERROR(cudaFreeArray(array));
    HANDLE_ERROR(cudaFreeArray(byte_array));
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(right == checked, "%lld of %lld values are right", right, checked);
}
