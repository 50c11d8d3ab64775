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

/* Waits for what a rank has issued. A collective whose other ranks never come would keep the stream
 * busy for ever; so this asks NCCL too, and gives the communicator up if something went wrong. */
static inline void wait_for_rank(ncclComm_t comm, cudaStream_t stream) {
    cudaError_t state;
    while ((state = cudaStreamQuery(stream)) == cudaErrorNotReady) {
        ncclResult_t error = ncclSuccess;
        HANDLE_NCCL(ncclCommGetAsyncError(comm, &error));
        if (error != ncclSuccess) {
            (void)ncclCommAbort(comm);
            handle_nccl(error, "a collective", __FILE__, __LINE__);
        }
    }
    book_handle_error(state, "cudaStreamQuery(stream)", __FILE__, __LINE__);
}

#endif
