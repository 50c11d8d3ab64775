/* stdio.h: what WASI's stdio.h lacks. There are no other programs: popen always fails. */
#ifndef SITE_POSIX_STDIO_H
#define SITE_POSIX_STDIO_H

#include_next <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

#ifdef __cplusplus
}
#endif

#endif
