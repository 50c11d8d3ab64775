// reductions: copies in bulk and single stores that go on by themselves, and what they add to what
// is there: by <cuda/ptx>, and by PTX. (On a GPU: nvcc -arch=sm_90a.)
#include "check.h"
#include "ptx_barrier.h"
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// ------------------------------------------------------------------ what is added up on its way

// What a thread of a block brings. The same of each block where it matters which comes first.
template <class OP> __host__ __device__ int number_of(unsigned thread, unsigned block) {
    constexpr bool IN_ANY_ORDER =
        !std::is_same<OP, ptx::op_inc_t>::value && !std::is_same<OP, ptx::op_dec_t>::value;
    return int(3 * thread + (IN_ANY_ORDER ? 5 * block : 0)) % 7 + 1;
}

// All blocks combine their numbers with those in global memory, in whichever order.
template <class OP, class T> __global__ void reduce_all(T *to) {
    __shared__ alignas(16) T mine[32];
    mine[threadIdx.x] = T(number_of<OP>(threadIdx.x, blockIdx.x));
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, OP(), to, mine,
                                  sizeof mine);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

// Each block combines its numbers with those of the other one.
template <class OP, class T> __global__ void __cluster_dims__(2, 1, 1) reduce_far(T *to) {
    __shared__ alignas(16) T mine[32], sums[32];
    __shared__ barrier full;
    const auto cluster = cg::this_cluster();
    const unsigned other = 1 - cluster.block_rank();
    mine[threadIdx.x] = T(number_of<OP>(threadIdx.x, blockIdx.x));
    sums[threadIdx.x] = to[32 * blockIdx.x + threadIdx.x];
    if (threadIdx.x == 0)
        make(&full, 1);
    ptx::fence_proxy_async();
    cluster.sync();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       sizeof mine);
        ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, OP(),
                                  cluster.map_shared_rank(sums, other), mine, sizeof mine,
                                  cluster.map_shared_rank(&full, other));
    }
    wait(&full, 0);
    to[32 * blockIdx.x + threadIdx.x] = sums[threadIdx.x];
    cluster.sync();
}

// The same by single threads.
template <class OP, class T, class BARRIER>
__global__ void __cluster_dims__(2, 1, 1) reduce_singly(T *to) {
    __shared__ alignas(16) T sums[32];
    __shared__ barrier full;
    const auto cluster = cg::this_cluster();
    const unsigned other = 1 - cluster.block_rank();
    sums[threadIdx.x] = to[32 * blockIdx.x + threadIdx.x];
    if (threadIdx.x == 0) {
        make(&full, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       sizeof sums);
    }
    cluster.sync();
    const T value = T(number_of<OP>(threadIdx.x, blockIdx.x));
    ptx::red_async(OP(), cluster.map_shared_rank(sums + threadIdx.x, other), value,
                   reinterpret_cast<BARRIER *>(cluster.map_shared_rank(&full, other)));
    wait(&full, 0);
    to[32 * blockIdx.x + threadIdx.x] = sums[threadIdx.x];
    cluster.sync();
}

enum ways { EVERYWHERE, GLOBAL, NOT_SINGLY };

// old, new -> what it becomes
template <class T, class BARRIER = barrier, class OP, class Expected>
static void test_reduction(OP, Expected expected, ways where, const char *what) {
    const auto value = [](size_t i, size_t b) {
        return T(float(number_of<OP>(unsigned(i), unsigned(b))));
    };
    std::vector<T> before(64);
    for (size_t i = 0; i < 64; ++i)
        before[i] = T(float(i % 5 + 2));
    const device_array<T> all(before), far(before), singly(before);
    reduce_all<OP, T><<<3, 32>>>(all);
    CHECK_LAUNCH();
    const auto by_all = [&](size_t i) {
        T x = before[i];
        for (size_t b = 0; b < 3 && i < 32; ++b)
            x = expected(x, value(i, b));
        return float(x);
    };
    const auto by_other = [&](size_t i) {
        return float(expected(before[i], value(i % 32, 1 - i / 32)));
    };
    const auto as_floats = [](const std::vector<T> &numbers) {
        std::vector<float> result;
        for (const T x : numbers)
            result.push_back(float(x));
        return result;
    };
    CHECK_ARRAY(as_floats(all.get()), by_all, what);
    if constexpr (!std::is_same<T, __half>::value && !std::is_same<T, __nv_bfloat16>::value &&
                  !std::is_floating_point<T>::value) {
        if constexpr (sizeof(T) == 4 || std::is_same<OP, ptx::op_add_t>::value)
            if (where != GLOBAL) {
                reduce_far<OP, T><<<2, 32>>>(far);
                CHECK_LAUNCH();
                CHECK_ARRAY(as_floats(far.get()), by_other, what);
                reduce_singly<OP, T, BARRIER><<<2, 32>>>(singly);
                CHECK_LAUNCH();
                CHECK_ARRAY(as_floats(singly.get()), by_other, what);
            }
    }
}

template <class T> static void test_sums(ways where, const char *what) {
    const auto least = [](T a, T b) { return float(b) < float(a) ? b : a; };
    const auto greatest = [](T a, T b) { return float(a) < float(b) ? b : a; };
    test_reduction<T, std::conditional_t<std::is_same<T, std::int64_t>::value, T, barrier>>(
        ptx::op_add, [](T a, T b) { return T(float(a) + float(b)); }, where, what);
    if constexpr (!std::is_floating_point<T>::value) {
        test_reduction<T>(ptx::op_min, least, where, what);
        test_reduction<T>(ptx::op_max, greatest, where, what);
    }
}

template <class T> static void test_bits(ways where, const char *what) {
    test_reduction<T>(
        ptx::op_and_op, [](T a, T b) { return a & b; }, where, what);
    test_reduction<T>(
        ptx::op_or_op, [](T a, T b) { return a | b; }, where, what);
    test_reduction<T>(
        ptx::op_xor_op, [](T a, T b) { return a ^ b; }, where, what);
}

static void test_reductions() {
    test_sums<std::uint32_t>(EVERYWHERE, "u32");
    test_sums<std::int32_t>(EVERYWHERE, "s32");
    test_sums<std::uint64_t>(EVERYWHERE, "u64");
    test_sums<std::int64_t>(EVERYWHERE, "s64");
    test_sums<float>(GLOBAL, "f32");
    test_sums<double>(GLOBAL, "f64");
    test_sums<__half>(GLOBAL, "f16");
    test_sums<__nv_bfloat16>(GLOBAL, "bf16");
    test_bits<std::uint32_t>(EVERYWHERE, "b32");
    test_bits<std::uint64_t>(GLOBAL, "b64");
    typedef std::uint32_t number;
    // Counting depends on the order, where there are several.
    test_reduction<number>(
        ptx::op_inc, [](number a, number b) { return a >= b ? 0 : a + 1; }, EVERYWHERE, "inc");
    test_reduction<number>(
        ptx::op_dec, [](number a, number b) { return a == 0 || a > b ? b : a - 1; }, EVERYWHERE,
        "dec");
}

// Stores of one value, of two and of four, which report to the other block's barrier.
__global__ void __cluster_dims__(2, 1, 1) stores(int *out) {
    __shared__ alignas(16) int room[8];
    __shared__ barrier full;
    const auto cluster = cg::this_cluster();
    const unsigned other = 1 - cluster.block_rank();
    if (threadIdx.x == 0) {
        make(&full, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       28);
    }
    cluster.sync();
    int *there = cluster.map_shared_rank(room, other);
    barrier *reports = cluster.map_shared_rank(&full, other);
    const int four[] = {1, 2, 3, 4}, two[] = {5, 6}, b = 10 * blockIdx.x;
    if (threadIdx.x == 0) {
        ptx::st_async(there, four, reports);
        ptx::st_async(there + 4, two, reports);
        ptx::st_async(there + 6, 7 + b, reports);
    }
    wait(&full, 0);
    if (threadIdx.x < 7)
        out[7 * blockIdx.x + threadIdx.x] = room[threadIdx.x];
    cluster.sync();
}

// ------------------------------------------------------------------ the same as inline PTX

static __device__ unsigned shared(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// Warp 0 adds up in global memory, and in its own shared memory by a copy and by itself.
__global__ void __cluster_dims__(1, 1, 1) by_hand(float *floats, __half *halves, int *out) {
    __shared__ alignas(16) float of_floats[32];
    __shared__ alignas(16) __half of_halves[32];
    __shared__ alignas(16) int mine[32], sums[32], stored[4];
    __shared__ alignas(16) float stored_float[2];
    __shared__ barrier full;
    of_floats[threadIdx.x] = 0.5f;
    of_halves[threadIdx.x] = __float2half(0.25f);
    mine[threadIdx.x] = threadIdx.x;
    sums[threadIdx.x] = 100;
    if (threadIdx.x == 0)
        make(&full, 1);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       128 + 32 * 4 + 16 + 8);
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(
                floats),
            "r"(shared(of_floats)), "r"(128)
            : "memory");
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;" ::
                "l"(halves),
            "r"(shared(of_halves)), "r"(64)
            : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                     ".max.s32 [%0], [%1], %2, [%3];" ::"r"(shared(sums)),
                     "r"(shared(mine)), "r"(128), "r"(shared(&full))
                     : "memory");
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, "
                     "%2, %3, %4}, [%5];" ::"r"(shared(stored)),
                     "r"(4), "r"(3), "r"(2), "r"(1), "r"(shared(&full))
                     : "memory");
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, "
                     "[%2];" ::"r"(shared(stored_float)),
                     "f"(1.5f), "r"(shared(&full))
                     : "memory");
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, "
                     "[%2];" ::"r"(shared(stored_float + 1)),
                     "r"(__float_as_int(2.5f)), "r"(shared(&full))
                     : "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 "
                 "[%0], %1, [%2];" ::"r"(shared(&sums[0])),
                 "r"(threadIdx.x == 0 ? -1000 : 1), "r"(shared(&full))
                 : "memory");
    wait(&full, 0);
    out[threadIdx.x] = threadIdx.x == 0   ? sums[0]
                       : threadIdx.x <= 4 ? stored[threadIdx.x - 1]
                       : threadIdx.x <= 6 ? static_cast<int>(2 * stored_float[threadIdx.x - 5])
                                          : sums[threadIdx.x];
}

static void test_by_hand() {
    const device_array<float> floats(std::vector<float>(32, 1.0f));
    const device_array<__half> halves(std::vector<__half>(32, __float2half(1.0f)));
    const device_array<int> out(32);
    by_hand<<<1, 32>>>(floats, halves, out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        floats.get(), [](size_t) { return 1.5f; }, "floats");
    for (const __half x : halves.get())
        CHECK_EQUAL(__half2float(x), 1.25f);
    const std::vector<int> got = out.get();
    // The copy may come before the sums, between them, or after them.
    CHECK(got[0] >= 100 - 1000 + 31 && got[0] <= 31);
    CHECK_ARRAY(
        std::vector<int>(got.begin() + 1, got.end()),
        [](size_t i) { return i < 4    ? 4 - int(i)
                              : i == 4 ? 3
                              : i == 5 ? 5
                                       : 100; }, "stores");
}

int main() {
    check_device();
    test_reductions();
    const device_array<int> stored(14);
    stores<<<2, 32>>>(stored);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        stored.get(), [](size_t i) { return int(i) % 7 == 6 ? (i < 7 ? 17 : 7) : int(i) % 7 + 1; },
        "stores");
    test_by_hand();
    return check_result();
}
