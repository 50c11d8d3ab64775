/* nccl_ranks.h: NCCL between the devices of MPI's ranks, where the program is built with NCCL. */
#ifndef NCCL_RANKS_H
#define NCCL_RANKS_H

#include "ranks.h"
#if __has_include(<nccl.h>)
#define HAS_NCCL 1
#include "nccl_errors.h"

/* A communicator, as NCCL calls it, of all ranks. They must know the same identifier, and NCCL has
 * no way to tell other processes: rank 0 makes it up, and MPI takes it round. */
static inline ncclComm_t nccl_join(const ranks *all) {
    ncclUniqueId id;
    ncclComm_t comm;
    if (all->rank == 0)
        HANDLE_NCCL(ncclGetUniqueId(&id));
    HANDLE_MPI(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD));
    HANDLE_NCCL(ncclCommInitRank(&comm, all->count, id, all->rank));
    return comm;
}
#else
#define HAS_NCCL 0
#endif

#endif
