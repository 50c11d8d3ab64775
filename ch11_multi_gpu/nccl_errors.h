/* nccl_errors.h: NCCL's errors, which are not CUDA's: HANDLE_NCCL(call) is its HANDLE_ERROR. */
#ifndef NCCL_ERRORS_H
#define NCCL_ERRORS_H

#include "../common/book.h"

#include <nccl.h>

static inline const char *nccl_name(ncclResult_t result) {
    switch (result) {
    case ncclSuccess:
        return "ncclSuccess";
    case ncclUnhandledCudaError:
        return "ncclUnhandledCudaError";
    case ncclSystemError:
        return "ncclSystemError";
    case ncclInternalError:
        return "ncclInternalError";
    case ncclInvalidArgument:
        return "ncclInvalidArgument";
    case ncclInvalidUsage:
        return "ncclInvalidUsage";
    case ncclRemoteError:
        return "ncclRemoteError";
    case ncclInProgress:
        return "ncclInProgress";
    default:
        return "an unknown error";
    }
}

/* Ends the program unless result is ncclSuccess: where, which call, which error, and what NCCL has
 * to say of it, which is more than the error's text. */
static inline void handle_nccl(ncclResult_t result, const char *what, const char *file, int line) {
    if (result == ncclSuccess)
        return;
    fflush(stdout);
    const char *more = ncclGetLastError(NULL);
    if (more != NULL && *more != '\0')
        fprintf(stderr, "NCCL: %s\n", more);
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, what, nccl_name(result),
            ncclGetErrorString(result));
    book_exit(BOOK_EXIT_FAILED);
}

#define HANDLE_NCCL(...) (handle_nccl((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__))

/* Waits for what these ranks have issued, all the ranks that this process has. If one of them fails
 * the others may wait for it for ever. So every round asks all of them how their streams and their
 * communicators are, and if one is not well, gives all communicators up. */
static inline void wait_for_ranks(const ncclComm_t comms[], const cudaStream_t streams[],
                                  int count) {
    for (int busy = 1; busy != 0;) {
        busy = 0;
        for (int i = 0; i < count; i++) {
            cudaError_t state = cudaStreamQuery(streams[i]);
            ncclResult_t error = ncclSuccess;
            HANDLE_NCCL(ncclCommGetAsyncError(comms[i], &error));
            if (state == cudaErrorNotReady) {
                busy++;
                state = cudaSuccess;
            }
            if (state == cudaSuccess && error == ncclSuccess)
                continue;
            for (int k = 0; k < count; k++)
                (void)ncclCommAbort(comms[k]);
            book_handle_error(state, "cudaStreamQuery(streams[i])", __FILE__, __LINE__);
            handle_nccl(error, "a collective", __FILE__, __LINE__);
        }
    }
}

#endif
