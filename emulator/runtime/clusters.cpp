// clusters.cpp: clusters of blocks.
#include "emulator/clusters.h"
#include "emulator/shared_addresses.h"
#include "scheduler.h"

#include <cstdio>

namespace cuda_emulator {

CUDA_EMULATOR_THREAD unsigned static_shared_window;

unsigned cluster_rank() {
    return 0;
}
dim3 size_of_cluster() {
    return {1, 1, 1};
}
uint3 index_in_cluster() {
    return {0, 0, 0};
}
uint3 index_of_cluster() {
    return blockIdx;
}
bool in_cluster() {
    return false;
}
void arrive_at_cluster(const char *, int) {}
void wait_for_cluster(const char *file, int line) {
    __syncthreads(file, line);
}
unsigned char *shared_base_of(unsigned rank, const char *file, int line) {
    stop_watchdog();
    char text[sizeof worker::complaint];
    std::snprintf(text, sizeof text,
                  "uses shared memory of block %u of its cluster, which has %u blocks", rank,
                  blocks_of_cluster());
    fail(file, line, cudaErrorIllegalAddress, text);
}

} // namespace cuda_emulator
