/* nccl_errors.h: HANDLE_NCCL(call), as HANDLE_ERROR, for NCCL. */
#ifndef NCCL_ERRORS_H
#define NCCL_ERRORS_H

#include "../common/book.h"
#include <nccl.h>

#define HANDLE_NCCL(call) (nccl_handle((call), #call, __FILE__, __LINE__))

static inline void nccl_handle(ncclResult_t result, const char *call, const char *file, int line) {
    if (result == ncclSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, ncclGetErrorString(result),
            ncclGetLastError(NULL));
    book_exit(BOOK_EXIT_FAILED);
}

#endif
