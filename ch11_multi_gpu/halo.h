/* halo.h: how the rows at the edges of strips travel to the ranks beside: by MPI, through the
 * hosts' memory, or by NCCL, from device to device.
 *
 *   post p = post_open(&all, size, by_nccl);
 *   exchange(&p, s);         after each step; p.stream is that of the rows at the edges
 *   post_close(&p);
 */
#ifndef HALO_H
#define HALO_H

#include "nccl_ranks.h"
#include "strip.h"

/* How the rows at the edges travel. [0] is to and from the rank below, [1] above. */
typedef struct {
    int neighbours[2]; // ranks; MPI_PROC_NULL where there is none, to which nothing is sent
    float *sent[2], *received[2];       // on the host, pinned; NULL where they need not go there
    cudaStream_t stream;                // of the rows at the edges
    cudaEvent_t edges_done, inner_done; // for the caller: rows calculated, at the edges and between
#if HAS_NCCL
    ncclComm_t comm; // NULL: by MPI
#endif
} post;

static inline post post_open(const ranks *all, int size, int by_nccl) {
    post p = {};
    (void)by_nccl; // used where there is NCCL
    p.neighbours[0] = all->rank > 0 ? all->rank - 1 : MPI_PROC_NULL;
    p.neighbours[1] = all->rank < all->count - 1 ? all->rank + 1 : MPI_PROC_NULL;
    /* First come, first served would let the edges, and NCCL's kernel, wait for the inner rows. */
    int least = 0, greatest = 0;
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&p.stream, cudaStreamDefault, greatest));
    HANDLE_ERROR(cudaEventCreateWithFlags(&p.edges_done, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreateWithFlags(&p.inner_done, cudaEventDisableTiming));
#if HAS_NCCL
    if (by_nccl) {
        p.comm = nccl_join(all);
        return p;
    }
#endif
    for (int side = 0; side < 2 && !all->device_aware; side++) {
        HANDLE_ERROR(cudaMallocHost((void **)&p.sent[side], size * sizeof(float)));
        HANDLE_ERROR(cudaMallocHost((void **)&p.received[side], size * sizeof(float)));
    }
    return p;
}

static inline void post_close(post *p) {
#if HAS_NCCL
    if (p->comm != NULL)
        HANDLE_NCCL(ncclCommDestroy(p->comm));
#endif
    for (int side = 0; side < 2; side++) {
        HANDLE_ERROR(cudaFreeHost(p->sent[side])); // of NULL that does nothing
        HANDLE_ERROR(cudaFreeHost(p->received[side]));
    }
    HANDLE_ERROR(cudaStreamDestroy(p->stream));
    HANDLE_ERROR(cudaEventDestroy(p->edges_done));
    HANDLE_ERROR(cudaEventDestroy(p->inner_done));
}

/* Sends rows 1 and s.rows of s.next, and receives its halos. What is in the stream before is done
 * before. When it returns, the halos are there or on their way in the stream. */
static inline void exchange(const post *p, strip s) {
    size_t bytes = s.size * sizeof(float);
    float *edges[2] = {s.next + s.size, s.next + (size_t)s.rows * s.size};
    float *halos[2] = {s.next, s.next + (size_t)(s.rows + 1) * s.size};
#if HAS_NCCL
    if (p->comm != NULL) {
        HANDLE_NCCL(ncclGroupStart()); // all four at once, or each would wait for its other end
        for (int side = 0; side < 2; side++)
            if (p->neighbours[side] != MPI_PROC_NULL) {
                int to = p->neighbours[side];
                HANDLE_NCCL(ncclSend(edges[side], s.size, ncclFloat, to, p->comm, p->stream));
                HANDLE_NCCL(ncclRecv(halos[side], s.size, ncclFloat, to, p->comm, p->stream));
            }
        HANDLE_NCCL(ncclGroupEnd());
        return;
    }
#endif
    const int staged = p->sent[0] != NULL;
    MPI_Request requests[4];
    for (int side = 0; side < 2 && staged; side++)
        HANDLE_ERROR(
            cudaMemcpyAsync(p->sent[side], edges[side], bytes, cudaMemcpyDeviceToHost, p->stream));
    HANDLE_ERROR(cudaStreamSynchronize(p->stream)); // MPI knows nothing of streams
    for (int side = 0; side < 2; side++) {
        HANDLE_MPI(MPI_Irecv(staged ? p->received[side] : halos[side], s.size, MPI_FLOAT,
                             p->neighbours[side], 0, MPI_COMM_WORLD, &requests[side]));
        HANDLE_MPI(MPI_Isend(staged ? p->sent[side] : edges[side], s.size, MPI_FLOAT,
                             p->neighbours[side], 0, MPI_COMM_WORLD, &requests[2 + side]));
    }
    HANDLE_MPI(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    for (int side = 0; side < 2 && staged; side++)
        if (p->neighbours[side] != MPI_PROC_NULL)
            HANDLE_ERROR(cudaMemcpyAsync(halos[side], p->received[side], bytes,
                                         cudaMemcpyHostToDevice, p->stream));
}

#endif
