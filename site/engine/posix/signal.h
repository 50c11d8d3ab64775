/* signal.h: what WASI's signal.h lacks. No signal ever comes from outside. */
#ifndef SITE_POSIX_SIGNAL_H
#define SITE_POSIX_SIGNAL_H

#include_next <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sigaction {
    void (*sa_handler)(int);
    unsigned long sa_mask;
    int sa_flags;
};

int sigaction(int number, const struct sigaction *now, struct sigaction *before);

#ifdef __cplusplus
}
#endif

#endif
