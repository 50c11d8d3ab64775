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
//
//     nvcc ch8_const_texture/tex_array.cu -I. -o tex_array && ./tex_array
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

__global__ void read_texels(cudaTextureObject_t texture, const float *x, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = tex1D<float>(texture, x[i]);
}

// One way to read. The first ten are the columns of the table.
typedef struct {
    int bytes;      // the elements are bytes, read as floats from 0 to 1; else they are floats
    int normalised; // coordinates
    enum cudaTextureAddressMode addressing;
    enum cudaTextureFilterMode filter;
} way;
#define COLUMNS 10
static const way ways[] = {{0, 1, cudaAddressModeWrap, cudaFilterModePoint},
                           {0, 1, cudaAddressModeClamp, cudaFilterModePoint},
                           {0, 1, cudaAddressModeMirror, cudaFilterModePoint},
                           {0, 1, cudaAddressModeBorder, cudaFilterModePoint},
                           {0, 1, cudaAddressModeWrap, cudaFilterModeLinear},
                           {0, 1, cudaAddressModeClamp, cudaFilterModeLinear},
                           {0, 1, cudaAddressModeMirror, cudaFilterModeLinear},
                           {0, 1, cudaAddressModeBorder, cudaFilterModeLinear},
                           {1, 1, cudaAddressModeClamp, cudaFilterModePoint},
                           {1, 1, cudaAddressModeClamp, cudaFilterModeLinear},
                           // Coordinates in texels: wrap and mirror are not to be had.
                           {0, 0, cudaAddressModeClamp, cudaFilterModePoint},
                           {0, 0, cudaAddressModeBorder, cudaFilterModePoint},
                           {0, 0, cudaAddressModeClamp, cudaFilterModeLinear},
                           {0, 0, cudaAddressModeBorder, cudaFilterModeLinear}};
#define WAYS (int)(sizeof ways / sizeof ways[0])

static const char *name_of(enum cudaTextureAddressMode addressing) {
    return addressing == cudaAddressModeWrap     ? "wrap"
           : addressing == cudaAddressModeClamp  ? "clamp"
           : addressing == cudaAddressModeMirror ? "mirror"
                                                 : "border";
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

// ---- the same by the rules of the CUDA C++ Programming Guide, appendix Texture Fetching

// Element i of data, or what stands for it where i is beyond the edges.
static double element(const float *data, int n, int i, enum cudaTextureAddressMode addressing) {
    int period = addressing == cudaAddressModeMirror ? 2 * n : n;
    int within = ((i % period) + period) % period;
    switch (addressing) {
    case cudaAddressModeWrap:
        return data[within];
    case cudaAddressModeMirror:
        return data[within < n ? within : 2 * n - 1 - within];
    case cudaAddressModeClamp:
        return data[i < 0 ? 0 : i < n ? i : n - 1];
    default:
        return i >= 0 && i < n ? data[i] : 0;
    }
}

// How many of the count values out are right.
static int count_right(const float *data, way by, int n, const float *x, int count,
                       const float *out) {
    int right = 0;
    double rounding = by.bytes ? 0x1p-22 : 0; // of one 255th; floats come as they are
    double nearly = n * 0x1p-21;              // x / n, rounded to a float, is not quite x
    for (int k = 0; k < count; k++) {
        if (by.filter == cudaFilterModePoint) {
            double one = element(data, n, (int)floor(x[k] - nearly), by.addressing);
            double other = element(data, n, (int)floor(x[k] + nearly), by.addressing);
            right += book_close(out[k], one, rounding) || book_close(out[k], other, rounding);
            continue;
        }
        int i = (int)floor(x[k] - 0.5); // the last centre before x
        double before = element(data, n, i, by.addressing), part = x[k] - 0.5 - i;
        double after = element(data, n, i + 1, by.addressing), rise = after - before;
        // The texture unit rounds `part` to 8 bits, and the result to a float.
        double tolerance = (0x1p-8 + nearly) * fabs(rise) + rounding + 0x1p-22 * fabs(after);
        right += book_close(out[k], before + part * rise, tolerance);
    }
    return right;
}

#define SHOWN 18  // places of the table, before and behind the edges
#define DRAWN 120 // and of the chart, from -n to 2n

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
    book_chart_open(&chart, chart_file, "A texture beyond its edges", "x, in texels",
                    "value, each mode drawn above the next", 0);

    float *data = (float *)malloc(n * sizeof(float)), *byte_values, *centres, *values;
    byte_values = (float *)malloc(n * sizeof(float));
    centres = (float *)malloc(n * sizeof(float));
    values = (float *)malloc(n * sizeof(float));
    unsigned char *bytes = (unsigned char *)malloc(n);
    HANDLE_NULL(data);
    HANDLE_NULL(byte_values);
    HANDLE_NULL(centres);
    HANDLE_NULL(values);
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
    float x[SHOWN + DRAWN], found[WAYS][SHOWN + DRAWN];
    const float near_edge[SHOWN / 2] = {-2.25f, -1.5f, -0.75f, -0.25f, 0.25f,
                                        0.5f,   0.75f, 1.25f,  1.5f};
    for (int k = 0; k < SHOWN / 2; k++) {
        x[k] = near_edge[k];
        x[SHOWN - 1 - k] = n - near_edge[k];
    }
    for (int k = 0; k < DRAWN; k++)
        x[SHOWN + k] = (k + 0.5f) * n / 40 - n;
    for (int i = 0; i < WAYS; i++) {
        way by = ways[i];
        const char *filter = by.filter == cudaFilterModePoint ? "point" : "linear";
        read(by.bytes ? byte_array : array, by, n, x, SHOWN + DRAWN, found[i]);
        right += count_right(by.bytes ? byte_values : data, by, n, x, SHOWN + DRAWN, found[i]);
        checked += SHOWN + DRAWN;
        for (int k = 0; k < SHOWN; k++)
            book_table_row(&table, "%s,%s,%s,%s,%.9g,%.9g", by.bytes ? "byte" : "float",
                           by.normalised ? "normalised" : "texels", name_of(by.addressing), filter,
                           x[k], found[i][k]);
        if (by.bytes || !by.normalised)
            continue;
        char name[40];
        snprintf(name, sizeof name, "%s, %s", name_of(by.addressing), filter);
        book_chart_series(&chart, name);
        for (int k = SHOWN; k < SHOWN + DRAWN; k++)
            book_chart_point(&chart, x[k], found[i][k] + (3 - i % 4) * 2.5 * n);
    }
    printf("%8s  %-27s %-27s %s\n%8s", "", "point filter", "linear filter", "bytes, clamp", "x");
    for (int i = 0; i < COLUMNS; i++)
        printf(" %6s", i < 8 ? name_of(ways[i].addressing) : i == 8 ? "point" : "linear");
    printf("\n");
    for (int k = 0; k < SHOWN; k++) {
        printf("%8g", x[k]);
        for (int i = 0; i < COLUMNS; i++)
            printf(" %6.4g", found[i][k]);
        printf("\n");
    }

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
