/* ways.h: the ways in which tex_array reads a texture, and what each must give.
 *
 * By the rules of the CUDA C++ Programming Guide, appendix Texture Fetching.
 */
#ifndef WAYS_H
#define WAYS_H

#include "../common/book.h"

typedef struct {
    int bytes;      /* the elements are bytes, read as floats from 0 to 1; else they are floats */
    int normalised; /* coordinates: the whole texture is 0 to 1; else they count texels */
    enum cudaTextureAddressMode addressing;
    enum cudaTextureFilterMode filter;
} way;

/* The first ten are the columns of the table. */
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
                           /* Coordinates in texels: wrap and mirror are not to be had. */
                           {0, 0, cudaAddressModeClamp, cudaFilterModePoint},
                           {0, 0, cudaAddressModeBorder, cudaFilterModePoint},
                           {0, 0, cudaAddressModeClamp, cudaFilterModeLinear},
                           {0, 0, cudaAddressModeBorder, cudaFilterModeLinear}};
#define WAYS (int)(sizeof ways / sizeof ways[0])

static inline const char *way_name(enum cudaTextureAddressMode addressing) {
    return addressing == cudaAddressModeWrap     ? "wrap"
           : addressing == cudaAddressModeClamp  ? "clamp"
           : addressing == cudaAddressModeMirror ? "mirror"
                                                 : "border";
}

/* Element i of data, or what stands for it where i is beyond the edges. */
static inline double way_element(const float *data, int n, int i,
                                 enum cudaTextureAddressMode addressing) {
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

/* How many of the count values out are right, which were read at the places x, in texels. */
static inline int way_count_right(const float *data, way by, int n, const float *x, int count,
                                  const float *out) {
    int right = 0;
    double rounding = by.bytes ? 0x1p-22 : 0; // of one 255th; floats come as they are
    double nearly = n * 0x1p-21;              // x / n, rounded to a float, is not quite x
    for (int k = 0; k < count; k++) {
        if (by.filter == cudaFilterModePoint) {
            double one = way_element(data, n, (int)floor(x[k] - nearly), by.addressing);
            double other = way_element(data, n, (int)floor(x[k] + nearly), by.addressing);
            right += book_close(out[k], one, rounding) || book_close(out[k], other, rounding);
            continue;
        }
        int i = (int)floor(x[k] - 0.5); // the last centre before x
        double before = way_element(data, n, i, by.addressing), part = x[k] - 0.5 - i;
        double after = way_element(data, n, i + 1, by.addressing), rise = after - before;
        // The texture unit rounds `part` to 8 bits, and the result to a float.
        double tolerance = (0x1p-8 + nearly) * fabs(rise) + rounding + 0x1p-22 * fabs(after);
        right += book_close(out[k], before + part * rise, tolerance);
    }
    return right;
}

#endif
