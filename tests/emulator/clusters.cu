// clusters: blocks that read each other's shared memory, fetch for each other, and what is asked
// about a launch of them. (On a GPU: nvcc -arch=sm_90a.)
#include "check.h"
#include "mbarrier.h"
#include <cooperative_groups.h>
#include <cuda.h>

namespace cg = cooperative_groups;

// Each block adds up what all blocks of its cluster have in shared memory.
__global__ void __cluster_dims__(4, 1, 1) sums(int *out) {
    __shared__ int mine[32];
    const cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
    cluster.sync();
    int sum = 0;
    for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
        sum += cluster.map_shared_rank(mine, rank)[31 - threadIdx.x];
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = sum * 10 + int(cluster.block_rank());
}

// One block of two fetches for both, and each tells the other that it has read.
__global__ void for_both(const int *from, int *out) {
    __shared__ alignas(128) int room[64];
    __shared__ barrier full, read;
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        init(&full, 1);
        init(&read, 2);
        expect(&full, sizeof room);
    }
    asm volatile(
        "barrier.cluster.arrive.release.aligned;\n barrier.cluster.wait.acquire.aligned;" ::
            : "memory");
    if (rank == 0 && threadIdx.x == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared(room)),
                     "l"(from + blockIdx.x / 2 * 64), "r"(256), "r"(shared(&full)), "h"((short)3)
                     : "memory");
    wait(&full, 0);
    out[blockIdx.x * 64 + threadIdx.x] = room[threadIdx.x] + int(rank);
    __syncthreads();
    if (threadIdx.x < 2) {
        unsigned there;
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                     : "=r"(there)
                     : "r"(shared(&read)), "r"(threadIdx.x));
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there)
                     : "memory");
    }
    wait(&read, 0);
    cg::this_cluster().sync();
}

// The size of a cluster may stand in front. Each block writes how many there are in its own.
__cluster_dims__(2, 1, 1) __global__ void in_twos(int *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x] = int(cg::this_cluster().num_blocks());
}
__global__ void without_clusters(int *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x] = int(cg::this_cluster().num_blocks());
}

// What is asked about a kernel with clusters, or refused, makes none of the next launch.
static void test_next_launch() {
    const device_array<int> out(6);
    const auto are_alone = [&] {
        without_clusters<<<3, 32>>>(out);
        CHECK_LAUNCH();
        for (size_t i = 0; i < 3; ++i)
            CHECK_EQUAL(out.get()[i], 1);
    };
    in_twos<<<6, 32>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return 2; }, "in twos");
    are_alone();
    cudaFuncAttributes attributes;
    CHECK_CUDA(cudaFuncGetAttributes(&attributes, sums));
    are_alone();
    CHECK_CUDA(cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    are_alone();
    int blocks = 0;
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sums, 32, 0));
    are_alone();
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 2;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(6);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelExC(&config, nullptr, nullptr) != cudaSuccess);
    (void)cudaGetLastError();
    are_alone();
}

static void test_clusters() {
    const device_array<int> out(8 * 32);
    sums<<<8, 32>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [](size_t i) {
            const int first = int(i) / 128 * 4;
            return (100 * (4 * first + 6) + 4 * (31 - int(i) % 32)) * 10 + int(i) / 32 % 4;
        },
        "shared memory of a cluster");
    sums<<<6, 32>>>(out); // no multiple
    CHECK_RETURNS(cudaErrorInvalidClusterSize, cudaGetLastError());

    std::vector<int> numbers(3 * 64);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = int(i) * 7;
    const device_array<int> from(numbers), both(6 * 64);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 2;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(6);
    config.blockDim = dim3(64);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK_CUDA(cudaLaunchKernelEx(&config, for_both, static_cast<const int *>(from),
                                  static_cast<int *>(both)));
    CHECK_LAUNCH();
    CHECK_ARRAY(
        both.get(),
        [](size_t i) { return (int(i) / 128 * 64 + int(i) % 64) * 7 + int(i) / 64 % 2; },
        "for both blocks");
}

int main() {
    check_device();
    test_clusters();
    test_next_launch();
    return check_result();
}
