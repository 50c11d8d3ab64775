// clusters.cpp: clusters: each block of one has an OS thread, as in a cooperative launch. Its
// barrier is that of the grid, for fewer blocks; all of it is in the wait.
#include "emulator/clusters.h"
#include "emulator/shared_addresses.h"
#include "scheduler.h"

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

CUDA_EMULATOR_THREAD unsigned static_shared_window;

bool in_cluster() {
    return this_worker != nullptr && this_worker->in_gang != nullptr;
}

unsigned cluster_rank() {
    return in_cluster() ? this_worker->number : 0;
}

dim3 size_of_cluster() {
    return in_cluster() ? this_worker->running->cluster : dim3(1, 1, 1);
}

uint3 index_in_cluster() {
    const dim3 size = size_of_cluster();
    return {blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z};
}

uint3 index_of_cluster() {
    const dim3 size = size_of_cluster();
    return {blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z};
}

unsigned rank_of_shared(const void *address) {
    if (!in_cluster())
        return 0;
    const gang &g = *this_worker->in_gang;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (unsigned rank = 0; rank < blocks_of_cluster(); ++rank)
        if (at - g.variables[rank].begin < g.variables[rank].end - g.variables[rank].begin)
            return rank;
    const auto distance = [&](unsigned rank) {
        const std::ptrdiff_t d = static_cast<const unsigned char *>(address) - g.shared[rank];
        return d < 0 ? -d : d;
    };
    unsigned nearest = 0;
    for (unsigned rank = 1; rank < blocks_of_cluster(); ++rank)
        nearest = distance(rank) < distance(nearest) ? rank : nearest;
    return nearest;
}

void arrive_at_cluster(const char *, int) {
    __threadfence();
}

void wait_for_cluster(const char *file, int line) {
    wait_at_barrier(file, line, in_cluster() ? gather::grid : gather::nothing, 0);
}

unsigned char *shared_base_of(unsigned rank, const char *file, int line) {
    const unsigned blocks = blocks_of_cluster();
    if (rank < blocks && in_cluster() && !this_worker->in_gang->has_left[rank])
        return this_worker->in_gang->shared[rank];
    stop_watchdog();
    char text[sizeof worker::complaint];
    if (rank < blocks)
        std::snprintf(text, sizeof text,
                      "uses shared memory of block %u of its cluster, which has left the kernel",
                      rank);
    else
        std::snprintf(text, sizeof text,
                      "uses shared memory of block %u of its cluster, which has %u", rank, blocks);
    fail(file, line, cudaErrorIllegalAddress, text);
}

} // namespace cuda_emulator
