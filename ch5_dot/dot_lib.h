/* dot_lib.h: the dot product of two vectors as a library function, for C, C++ and what calls C */
#ifndef DOT_LIB_H
#define DOT_LIB_H

#include <cuda_runtime.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets *result to a[0] * b[0] + ... + a[n-1] * b[n-1], calculated on the current device.
 *
 * a, b          n floats each, in host memory; may be NULL where n is 0, which gives 0
 * milliseconds  NULL, or where to put the time that the device took, copies there and back included
 *
 * Returns cudaSuccess; cudaErrorInvalidValue if a pointer is NULL or n floats exceed the address
 * space; or whatever CUDA reports: cudaErrorMemoryAllocation, cudaErrorNoDevice, ... An error that
 * an earlier, unchecked launch has left behind counts too. On an error *result and *milliseconds
 * keep their values.
 *
 * Rounding: relative to the sum of all |a[i] * b[i]| the result is off by at most m u / (1 - m u),
 * m = n / 65536 + 11, u = 2^-24, unless products underflow or a sum overflows. The order of
 * additions depends on n alone.
 *
 * Prints nothing, ends nothing, leaves nothing allocated, leaves the current device what it is, and
 * may be called from several threads at a time. */
cudaError_t dotproduct(float *result, const float *a, const float *b, size_t n,
                       float *milliseconds);

/* The same for vectors that are on the device already: puts the work into the stream, and returns
 * at once. Allocates nothing. Until the work is done, all of these must stay as they are:
 *
 * dev_result    where to put the result, on the device
 * dev_a, dev_b  n floats each; may be NULL where n is 0
 * dev_partial   DOTPRODUCT_PARTIAL floats of memory to work with; each call in flight needs its own
 *
 * Returns as above, but errors of the kernels turn up later, as always. */
enum { DOTPRODUCT_PARTIAL = 256 };
cudaError_t dotproduct_async(float *dev_result, const float *dev_a, const float *dev_b, size_t n,
                             float *dev_partial, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
