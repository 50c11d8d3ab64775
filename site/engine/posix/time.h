/* time.h: what WASI's time.h lacks. A program has the processor to itself: its time is that on the wall. */
#ifndef SITE_POSIX_TIME_H
#define SITE_POSIX_TIME_H

#include_next <time.h>

#ifndef CLOCK_PROCESS_CPUTIME_ID
#define CLOCK_PROCESS_CPUTIME_ID CLOCK_MONOTONIC
#endif

#endif
