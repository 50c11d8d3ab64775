// ptx_functions: <cuda/ptx>, each function at least once, and what it gives; those that add up are
// in reductions.cu. (On a GPU: nvcc -arch=sm_90a.)
#include "check.h"
#include "ptx_barrier.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

#if defined(__CUDACC__) && !defined(CUDA_EMULATOR)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

// ------------------------------------------------------------------ where a thread is

__global__ void __cluster_dims__(2, 1, 1) registers(unsigned *wrong) {
    const dim3 lane_of = threadIdx;
    const unsigned thread = lane_of.x + blockDim.x * (lane_of.y + blockDim.y * lane_of.z);
    const unsigned lane = thread % 32, one = 1u << lane;
    const auto cluster = cg::this_cluster();
    const auto begun = ptx::get_sreg_clock64(), nanoseconds = ptx::get_sreg_globaltimer();
    const bool right[] = {
        ptx::get_sreg_tid_x() == threadIdx.x && ptx::get_sreg_tid_y() == threadIdx.y &&
            ptx::get_sreg_tid_z() == threadIdx.z,
        ptx::get_sreg_ntid_x() == blockDim.x && ptx::get_sreg_ntid_y() == blockDim.y &&
            ptx::get_sreg_ntid_z() == blockDim.z,
        ptx::get_sreg_ctaid_x() == blockIdx.x && ptx::get_sreg_ctaid_y() == blockIdx.y &&
            ptx::get_sreg_ctaid_z() == blockIdx.z,
        ptx::get_sreg_nctaid_x() == gridDim.x && ptx::get_sreg_nctaid_y() == gridDim.y &&
            ptx::get_sreg_nctaid_z() == gridDim.z,
        ptx::get_sreg_clusterid_x() == blockIdx.x / 2 &&
            ptx::get_sreg_clusterid_y() == blockIdx.y && ptx::get_sreg_clusterid_z() == blockIdx.z,
        ptx::get_sreg_nclusterid_x() == gridDim.x / 2 &&
            ptx::get_sreg_nclusterid_y() == gridDim.y && ptx::get_sreg_nclusterid_z() == gridDim.z,
        ptx::get_sreg_cluster_ctaid_x() == blockIdx.x % 2 && ptx::get_sreg_cluster_ctaid_y() == 0 &&
            ptx::get_sreg_cluster_ctaid_z() == 0,
        ptx::get_sreg_cluster_nctaid_x() == 2 && ptx::get_sreg_cluster_nctaid_y() == 1 &&
            ptx::get_sreg_cluster_nctaid_z() == 1,
        ptx::get_sreg_cluster_ctarank() == cluster.block_rank(),
        ptx::get_sreg_cluster_nctarank() == 2,
        ptx::get_sreg_is_explicit_cluster(),
        ptx::get_sreg_laneid() == lane,
        ptx::get_sreg_warpid() < ptx::get_sreg_nwarpid(), // which a GPU may choose
        ptx::get_sreg_lanemask_eq() == one && ptx::get_sreg_lanemask_lt() == one - 1,
        ptx::get_sreg_lanemask_le() == (one | (one - 1)) && ptx::get_sreg_lanemask_ge() == 0 - one,
        ptx::get_sreg_lanemask_gt() == (0 - one) - one,
        ptx::get_sreg_dynamic_smem_size() == 48,
        ptx::get_sreg_clock64() >= begun && ptx::get_sreg_globaltimer() >= nanoseconds,
        ptx::get_sreg_clock() + ptx::get_sreg_clock_hi() + ptx::get_sreg_globaltimer_lo() +
                ptx::get_sreg_globaltimer_hi() !=
            0,
    };
    for (unsigned i = 0; i < sizeof right; ++i)
        if (!right[i])
            atomicOr(wrong, 1u << i);
    // A word of each block's, as the other one sees it.
    __shared__ unsigned mine;
    unsigned *other = cluster.map_shared_rank(&mine, 1 - cluster.block_rank());
    if (ptx::getctarank(ptx::space_cluster, other) != 1 - cluster.block_rank())
        atomicOr(wrong, 1u << 31);
    cluster.sync(); // the other one has begun
    for (int round = 0; round < 4; ++round) {
        if (thread == 0)
            *other = round + blockIdx.x;
        if (round == 0)
            ptx::barrier_cluster_arrive();
        else if (round == 1)
            ptx::barrier_cluster_arrive(ptx::sem_release);
        else {
            ptx::fence(ptx::sem_acq_rel, ptx::scope_cluster);
            ptx::barrier_cluster_arrive(ptx::sem_relaxed);
        }
        round % 2 == 0 ? ptx::barrier_cluster_wait() : ptx::barrier_cluster_wait(ptx::sem_acquire);
        if (mine != round + (blockIdx.x ^ 1))
            atomicOr(wrong, 1u << 30);
        cluster.sync();
    }
}

// ------------------------------------------------------------------ fences

// They order: who sees the flag sees what was stored before it.
__global__ void fences(int *out) {
    __shared__ int value, flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 7;
        ptx::fence(ptx::sem_sc, ptx::scope_cta);
        ptx::fence(ptx::sem_sc, ptx::scope_cluster);
        ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
        ptx::fence(ptx::sem_acq_rel, ptx::scope_sys);
        ptx::fence(ptx::sem_release, ptx::scope_cta);
        ptx::fence_proxy_alias();
        ptx::fence_proxy_async();
        ptx::fence_proxy_async(ptx::space_global);
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::fence_proxy_async(ptx::space_cluster);
        ptx::fence_proxy_tensormap_generic(ptx::sem_release, ptx::scope_gpu);
        atomicExch(&flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0)
            ;
        ptx::fence(ptx::sem_acquire, ptx::scope_cta);
        *out = value;
    }
}

// ------------------------------------------------------------------ barriers in memory

// Phase after phase, by all ways to arrive and to look. Bit i: phase i was not over.
__global__ void __cluster_dims__(1, 1, 1) barriers(unsigned *wrong, int *copied, const int *from) {
    __shared__ barrier full, three;
    __shared__ int room[4];
    const auto cluster = cg::this_cluster();
    if (threadIdx.x != 0)
        return;
    make(&full, 1);
    make(&three, 3);
    const auto cta = ptx::scope_cta;
    const auto near = ptx::space_shared;
    const auto far = ptx::space_cluster;
    unsigned phase = 0, not_over = 0;
    const auto test = [&](bool over) {
        not_over |= unsigned(!over) << phase;
        ++phase;
    };
    barrier state = ptx::mbarrier_arrive(&full);
    test(ptx::mbarrier_test_wait(&full, state));
    state = ptx::mbarrier_arrive(&full, 1);
    test(ptx::mbarrier_test_wait(ptx::sem_acquire, cta, &full, state));
    state = ptx::mbarrier_arrive(ptx::sem_release, cta, near, &full);
    test(ptx::mbarrier_test_wait(ptx::sem_relaxed, cta, &full, state));
    state = ptx::mbarrier_arrive(ptx::sem_release, cta, near, &full, 1);
    test(ptx::mbarrier_try_wait(&full, state));
    state = ptx::mbarrier_arrive(ptx::sem_relaxed, cta, near, &full);
    test(ptx::mbarrier_try_wait(&full, state, 1000));
    state = ptx::mbarrier_arrive(ptx::sem_relaxed, cta, near, &full, 1);
    test(ptx::mbarrier_try_wait(ptx::sem_acquire, cta, &full, state));
    state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, cta, near, &full, 0);
    test(ptx::mbarrier_try_wait(ptx::sem_acquire, cta, &full, state, 1000));
    state = ptx::mbarrier_arrive_expect_tx(ptx::sem_relaxed, cta, near, &full, 0);
    test(ptx::mbarrier_try_wait(ptx::sem_relaxed, cta, &full, state));
    state = ptx::mbarrier_arrive(&full);
    test(ptx::mbarrier_try_wait(ptx::sem_relaxed, cta, &full, state, 1000));
    // As those of another block; here its own.
    barrier *there = cluster.map_shared_rank(&full, 0);
    const auto wide = ptx::scope_cluster;
    ptx::mbarrier_arrive(ptx::sem_release, wide, far, there);
    test(ptx::mbarrier_test_wait_parity(&full, phase & 1));
    ptx::mbarrier_arrive(ptx::sem_release, wide, far, there, 1);
    test(ptx::mbarrier_test_wait_parity(ptx::sem_acquire, cta, &full, phase & 1));
    ptx::mbarrier_arrive(ptx::sem_relaxed, wide, far, there);
    test(ptx::mbarrier_test_wait_parity(ptx::sem_relaxed, cta, &full, phase & 1));
    ptx::mbarrier_arrive(ptx::sem_relaxed, wide, far, there, 1);
    test(ptx::mbarrier_try_wait_parity(&full, phase & 1));
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, wide, far, there, 0);
    test(ptx::mbarrier_try_wait_parity(&full, phase & 1, 1000));
    ptx::mbarrier_arrive_expect_tx(ptx::sem_relaxed, wide, far, there, 0);
    test(ptx::mbarrier_try_wait_parity(ptx::sem_acquire, cta, &full, phase & 1));
    ptx::mbarrier_arrive(&full);
    test(ptx::mbarrier_try_wait_parity(ptx::sem_acquire, cta, &full, phase & 1, 1000));
    ptx::mbarrier_arrive(&full);
    test(ptx::mbarrier_try_wait_parity(ptx::sem_relaxed, cta, &full, phase & 1));
    ptx::mbarrier_arrive(&full);
    test(ptx::mbarrier_try_wait_parity(ptx::sem_relaxed, cta, &full, phase & 1, 1000));
    // Two of three and the third; not over before that.
    state = ptx::mbarrier_arrive_no_complete(&three, 2);
    test(!ptx::mbarrier_test_wait(&three, state));
    ptx::mbarrier_arrive(&three);
    test(ptx::mbarrier_test_wait(&three, state));
    // Copies that arrive themselves: one that counts, and one that adds its arrival first.
    __pipeline_memcpy_async(room, from, 8);
    ptx::cp_async_mbarrier_arrive_noinc(&three);
    __pipeline_memcpy_async(room + 2, from + 2, 8);
    ptx::cp_async_mbarrier_arrive(&three);
    ptx::mbarrier_arrive(&three, 2);
    wait(&three, 1);
    for (int i = 0; i < 4; ++i)
        copied[i] = room[i];
    *wrong = not_over;
}

// ------------------------------------------------------------------ copies in bulk

__global__ void __cluster_dims__(2, 1, 1) copies(const int *from, int *to) {
    __shared__ alignas(128) int tile[5][32];
    __shared__ barrier full;
    const auto cluster = cg::this_cluster();
    const unsigned other = 1 - cluster.block_rank(), bytes = sizeof tile[0];
    const int *mine = from + 32 * blockIdx.x;
    if (threadIdx.x == 0)
        make(&full, 1);
    cluster.sync();
    if (threadIdx.x == 0) {
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &full, bytes);
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, &full,
                                2 * bytes);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       bytes);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[0], mine, bytes, &full);
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, tile[1], mine, bytes, &full);
        if (cluster.block_rank() == 0)
            for (int i = 0; i < 2; ++i)
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[2 + i],
                                   from + 32 * i, bytes, &full, 3);
    }
    wait(&full, 0);
    tile[1][threadIdx.x] += 1000;
    ptx::fence_proxy_async(ptx::space_shared);
    cluster.sync();
    // To the other block, and back to global memory.
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       bytes);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                           cluster.map_shared_rank(tile[4], other), tile[1], bytes,
                           cluster.map_shared_rank(&full, other));
    }
    wait(&full, 1);
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + 160 * blockIdx.x, tile[0],
                           3 * bytes);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + 160 * blockIdx.x + 96,
                           tile[3], 2 * bytes);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    cluster.sync();
}

template <int DIMENSIONS> struct place { int at[DIMENSIONS]; };

// A tile of 4 elements a dimension, which begins at 4 in each, by all three ways; and back with
// 1000 added.
template <int DIMENSIONS>
__global__ void __cluster_dims__(1, 1, 1)
    tiles(const __grid_constant__ CUtensorMap map, int elements, int *out) {
    extern __shared__ __align__(128) int tile[];
    __shared__ barrier full;
    int at[DIMENSIONS];
    for (int &one : at)
        one = 4;
    const unsigned bytes = elements * 4;
    if (threadIdx.x == 0) {
        make(&full, 1);
        ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_sys, &map,
                                           ptx::n32_t<128>());
    }
    __syncthreads();
    const auto near = ptx::space_shared;
    const auto far = ptx::space_cluster;
    for (int way = 0; way < 3; ++way) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, near, &full, bytes);
            if (way == 0)
                ptx::cp_async_bulk_tensor(far, ptx::space_global, tile, &map, at, &full);
            else if (way == 1)
                ptx::cp_async_bulk_tensor(near, ptx::space_global, tile, &map, at, &full);
            else
                ptx::cp_async_bulk_tensor(far, ptx::space_global, tile, &map, at, &full, 1);
        }
        wait(&full, way & 1);
        for (int i = threadIdx.x; i < elements; i += blockDim.x)
            out[i] += tile[i];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < elements; i += blockDim.x)
        tile[i] += 1000;
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_global, near, &map, at, tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

template <int DIMENSIONS> static void test_tiles() {
    cuuint64_t sizes[5], strides[5];
    cuuint32_t box[5], steps[5];
    int elements = 1, all = 1;
    for (int i = 0; i < DIMENSIONS; ++i) {
        sizes[i] = 8;
        box[i] = 4;
        steps[i] = 1;
        elements *= 4;
        all *= 8;
        strides[i] = all * 4;
    }
    std::vector<int> numbers(all);
    for (int i = 0; i < all; ++i)
        numbers[i] = i;
    const device_array<int> from(numbers), out(elements);
    decltype(&cuTensorMapEncodeTiled) encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK_CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
                                                reinterpret_cast<void **>(&encode), 12000,
                                                cudaEnableDefault, &found));
    CUtensorMap map;
    CHECK_EQUAL(
        int(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, DIMENSIONS, static_cast<int *>(from), sizes,
                   strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)),
        int(CUDA_SUCCESS));
    tiles<DIMENSIONS><<<1, 64, elements * 4>>>(map, elements, out);
    CHECK_LAUNCH();
    const auto source = [](size_t e) { // of element e of the tile
        size_t index = 0;
        for (size_t i = 0, stride = 1; i < DIMENSIONS; ++i, stride *= 8, e /= 4)
            index += (4 + e % 4) * stride;
        return index;
    };
    const std::string what = "tiles of " + std::to_string(DIMENSIONS) + " dimensions";
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return 3 * source(i); }, what);
    for (int i = 0; i < elements; ++i)
        numbers[source(i)] += 1000;
    CHECK_ARRAY(
        from.get(), [&](size_t i) { return numbers[i]; }, what + ", put back");
}

// An arrival that expects bytes is one behind the copies of its thread, too.
__global__ void expected(const int *from, int *to) {
    __shared__ alignas(16) int room[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    if (threadIdx.x == 0)
        init(&full, 32);
    __syncthreads();
    if (threadIdx.x == 0)
        cuda::memcpy_async(room, from, cuda::aligned_size_t<16>(sizeof room), full);
    full.wait(cuda::device::barrier_arrive_tx(full, 1, 0));
    to[threadIdx.x] = room[31 - threadIdx.x];
}

int main() {
    check_device();
    const device_array<unsigned> wrong(2);
    registers<<<dim3(4, 2, 2), dim3(8, 4, 2), 48>>>(wrong);
    CHECK_LAUNCH();
    const device_array<int> numbers(std::vector<int>{3, 1, 4, 1}), room(4), seven(1);
    fences<<<1, 64>>>(seven);
    CHECK_LAUNCH();
    CHECK_EQUAL(seven.get()[0], 7);
    barriers<<<1, 32>>>(static_cast<unsigned *>(wrong) + 1, room, numbers);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0u);
    CHECK_EQUAL(wrong.get()[1], 0u);
    CHECK_ARRAY(
        room.get(), [](size_t i) { return "3141"[i] - '0'; }, "copies that arrive");
    std::vector<int> counted(64);
    for (int i = 0; i < 64; ++i)
        counted[i] = i;
    const device_array<int> from(counted), to(320);
    copies<<<2, 32>>>(from, to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(),
        [](size_t i) {
            const int block = int(i) / 160, tile = int(i) % 160 / 32, at = int(i) % 32;
            return tile == 0   ? 32 * block + at
                   : tile == 1 ? 32 * block + at + 1000
                   : tile == 4 ? 32 * (1 - block) + at + 1000
                               : 32 * (tile - 2) + at;
        },
        "copies");
    const device_array<int> turned(32);
    expected<<<1, 32>>>(from, turned);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        turned.get(), [](size_t i) { return 31 - int(i); }, "copies before an arrival");
    test_tiles<1>();
    test_tiles<2>();
    test_tiles<3>();
    test_tiles<4>();
    test_tiles<5>();
    return check_result();
}
