/* cuda_stdint.h: integers of a known size, for C and C++. */
#include <stdint.h>
