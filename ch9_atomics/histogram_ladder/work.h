/* work.h: what a step of the histogram works on. */
#ifndef COUNT_WORK_H
#define COUNT_WORK_H

#include "../../common/book.h"

#define BYTE_VALUES 256

/* A text on the device, and a counter for each value of a byte, in 64 bits, to which all steps add.
 * The counters of a block have 32 bits, so n must be below 2^32. */
typedef struct {
    const unsigned char *text;
    size_t n;
    unsigned long long *counts; /* BYTE_VALUES of them, also on the device */
    int multiprocessors;
} count_work;

#endif
