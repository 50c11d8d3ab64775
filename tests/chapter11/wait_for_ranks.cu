// wait_for_ranks: of two ranks the second fails, and the first waits for it for ever
#include "../../common/book.h"

#include <nccl.h>

#define RANKS 2
static int given_up;

// What CUDA and NCCL say then; volatile, or a compiler that knows it drops the endless loop.
static volatile cudaError_t stream_state = cudaErrorNotReady;
static volatile ncclResult_t rank_states[RANKS] = {ncclSuccess, ncclRemoteError};

static cudaError_t still_busy(cudaStream_t) {
    return stream_state;
}
static ncclResult_t how_is(ncclComm_t comm, ncclResult_t *error) {
    *error = rank_states[(size_t)comm - 1];
    return ncclSuccess;
}
static ncclResult_t give_up(ncclComm_t) {
    given_up++;
    return ncclSuccess;
}
#define cudaStreamQuery still_busy
#define ncclCommGetAsyncError how_is
#define ncclCommAbort give_up
#include "../../ch11_multi_gpu/nccl_errors.h"

static void say(void) {
    printf("%d of %d communicators given up\n", given_up, RANKS);
}

int main(void) {
    const ncclComm_t comms[RANKS] = {(ncclComm_t)1, (ncclComm_t)2};
    const cudaStream_t streams[RANKS] = {};
    atexit(say);
    wait_for_ranks(comms, streams, RANKS);
    return 0;
}
