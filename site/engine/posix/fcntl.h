/* fcntl.h: what WASI's fcntl.h lacks. No file can be duplicated: fcntl fails. */
#ifndef SITE_POSIX_FCNTL_H
#define SITE_POSIX_FCNTL_H

#include_next <fcntl.h>

#ifndef F_DUPFD
#define F_DUPFD 0
#endif

#endif
