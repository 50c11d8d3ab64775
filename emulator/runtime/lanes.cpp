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

unsigned place_among_neighbours(unsigned most_threads) {
    const unsigned place = blockIdx.x - first_of_neighbours.x; // a large number in front of it
    block.neighbours = 0;
    if (place < neighbours && blockIdx.y == first_of_neighbours.y &&
        blockIdx.z == first_of_neighbours.z)
        return place;
    // Numbers in the grid are to stay below those that have no sign.
    const bool one_row = blockDim.y == 1 && blockDim.z == 1 &&
                         1ull * gridDim.x * blockDim.x <= std::numeric_limits<int>::max();
    const unsigned long long more =
        one_row ? std::min<unsigned long long>(this_worker->blocks_left, gridDim.x - blockIdx.x - 1)
                : 0;
    const auto count =
        static_cast<unsigned>(std::min<unsigned long long>(more + 1, most_threads / blockDim.x));
    first_of_neighbours = {blockIdx.x, blockIdx.y, blockIdx.z};
    neighbours = block.neighbours = std::max(count, 1u);
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
