// lanes.cpp: what lanes ask of the runtime (see emulator/lanes.h).
#include "emulator/lanes.h"

#include "scheduler.h"

#include <algorithm>
#include <limits>

namespace cuda_emulator {

alignas(64) CUDA_EMULATOR_THREAD unsigned char kept_of_neighbours[BYTES_OF_NEIGHBOURS];
// Those that have begun side by side, in this worker's launch.
static CUDA_EMULATOR_THREAD uint3 first_of_neighbours;
static CUDA_EMULATOR_THREAD unsigned neighbours;

void forget_neighbours() {
    neighbours = block.neighbours = 0;
}

// How many blocks, from this one on, may be one row of so many threads: all are this worker's, and
// stand in the same row of the grid.
static unsigned blocks_beside(unsigned most_threads) {
    const auto there = static_cast<unsigned>(
        std::min<unsigned long long>(this_worker->blocks_left + 1, gridDim.x - blockIdx.x));
    // Numbers in the grid are to stay below those that have no sign.
    if (there == 1 || 1ull * gridDim.x * blockDim.x > std::numeric_limits<int>::max())
        return 1;
    return std::clamp(most_threads / blockDim.x, 1u, there);
}

unsigned take_neighbours() {
    block.neighbours = blocks_beside(MOST_THREADS_OF_BLOCK);
    const unsigned more = block.neighbours - 1;
    this_worker->blocks_left -= more;
    return more;
}

unsigned place_among_neighbours(unsigned most_threads) {
    const unsigned place = blockIdx.x - first_of_neighbours.x; // a large number in front of it
    block.neighbours = 0;
    if (place < neighbours && blockIdx.y == first_of_neighbours.y &&
        blockIdx.z == first_of_neighbours.z)
        return place;
    first_of_neighbours = {blockIdx.x, blockIdx.y, blockIdx.z};
    const bool one_row = blockDim.y == 1 && blockDim.z == 1;
    neighbours = block.neighbours = one_row ? blocks_beside(most_threads) : 1;
    return 0;
}

void look_at_shuffle(unsigned mask, unsigned width, const threads_that_stay *stay, int line) {
    const bool is_width = width >= 1 && width <= LANES_OF_WARP && (width & (width - 1)) == 0;
    for (unsigned thread = 0; thread < block.threads; ++thread)
        if ((stay == nullptr || stay->has(thread)) &&
            (!is_width || (mask >> thread % LANES_OF_WARP & 1) == 0)) {
            threadIdx = index_of(thread);
            block.current->file = this_worker->running->kernel->file;
            block.current->line = line;
            refuse_exchange(mask, static_cast<int>(width));
        }
}

void lanes_lie_apart() {
    const kernel_info &kernel = *running_kernel.load();
    fail(kernel.file, kernel.line, cudaErrorNotSupported,
         "compares numbers that begin anew at 0 in the middle of a row of threads: declare one of "
         "them volatile, and the threads run one by one");
}

} // namespace cuda_emulator
