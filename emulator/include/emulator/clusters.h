// clusters.h: clusters: blocks that run at the same time and reach one another's shared memory.
#ifndef CUDA_EMULATOR_CLUSTERS_H
#define CUDA_EMULATOR_CLUSTERS_H

#include "emulator/builtin_variables.h"

namespace cuda_emulator {

// This block's number in its cluster: of a launch without clusters each block is one of its own.
unsigned cluster_rank();
dim3 size_of_cluster(); // in blocks
uint3 index_in_cluster();
uint3 index_of_cluster();
bool in_cluster(); // whether the launch has clusters

inline unsigned blocks_of_cluster() {
    const dim3 size = size_of_cluster();
    return size.x * size.y * size.z;
}

// In whose shared memory the address lies.
unsigned rank_of_shared(const void *address);

// The barrier of all threads of the cluster, in two steps.
void arrive_at_cluster(const char *file = __builtin_FILE(), int line = __builtin_LINE());
void wait_for_cluster(const char *file = __builtin_FILE(), int line = __builtin_LINE());

} // namespace cuda_emulator

#endif
