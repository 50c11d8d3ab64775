/* nccl.h: NCCL, the collectives of several GPUs, for the devices of one process.
 *
 * Covered: communicators, by ncclCommInitAll or by ncclCommInitRank in groups or threads;
 * AllReduce, Broadcast, Reduce, AllGather, ReduceScatter, Send and Recv; groups; errors. The rest
 * of NCCL 2.28 is not: communicators that are split, shrunk or revoked, windows and registered
 * buffers, operations of one's own, AlltoAll, Gather and Scatter, and ranks in several processes.
 *
 * As all work here, a collective is done before the call that issues it returns, or before
 * ncclGroupEnd. A call outside of a group so waits for the same call of the other ranks, which then
 * are threads: after CUDA_EMULATOR_WATCHDOG seconds it says for whom, and returns ncclInvalidUsage.
 * Errors are those of NCCL. What it finds out only with NCCL_CHECK_POINTERS=1, or not at all, is
 * looked at always: whether buffers are there, on the device of their rank, and large enough, and
 * whether all ranks ask for the same. NCCL_DEBUG=WARN says what was wrong, and so does
 * ncclGetLastError. */
#ifndef NCCL_H_
#define NCCL_H_

#include <cuda_runtime.h>

#include <limits.h>
#include <stddef.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 28
#define NCCL_PATCH 9
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22809
#define NCCL_VERSION(X, Y, Z)                                                                      \
    (((X) <= 2 && (Y) <= 8) ? (X)*1000 + (Y)*100 + (Z) : (X)*10000 + (Y)*100 + (Z))

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ncclComm *ncclComm_t; /* one rank of a communicator */
#define NCCL_COMM_NULL NULL

#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;

typedef enum {
    ncclSum = 0,
    ncclProd = 1,
    ncclMax = 2,
    ncclMin = 3,
    ncclAvg = 4,
    ncclNumOps = 5,
    ncclMaxRedOp = INT_MAX
} ncclRedOp_t;

/* Numbers of 8 bits with a fraction (ncclFloat8...) can be moved, and not reduced. */
typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclFloat8e4m3 = 10,
    ncclFloat8e5m2 = 11,
    ncclNumTypes = 12
} ncclDataType_t;

ncclResult_t ncclGetVersion(int *version);
const char *ncclGetErrorString(ncclResult_t result);
/* What the last call that failed in this thread had to say. */
const char *ncclGetLastError(ncclComm_t comm);

/* ---- Communicators */

/* One rank for each of `count` devices, by this thread. devices: null for the first ones. */
ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices);
/* One rank, on the current device. All ranks take the same id, which one of them has made. */
ncclResult_t ncclGetUniqueId(ncclUniqueId *id);
ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
/* The other ranks' calls, if any wait, return ncclRemoteError. */
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error);
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count);
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device);
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank);
ncclResult_t ncclMemAlloc(void **pointer, size_t size);
ncclResult_t ncclMemFree(void *pointer);

/* ---- Collectives, in a stream. Counts are in elements of the type. */

ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream);
/* `count` elements of each rank, one rank's behind the other's. */
ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream);
/* `count` elements to each rank, of that many times as many. */
ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);

/* What stands between these two is one operation. */
ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);

#ifdef __cplusplus
}
#endif

#endif
