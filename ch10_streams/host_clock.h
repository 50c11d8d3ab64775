/* host_clock.h: the time on the host, in milliseconds since some moment. It tells how long a call
 * keeps the host; events tell how long the device takes. */
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

#include <time.h>

static inline double host_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

#endif
