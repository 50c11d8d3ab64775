// engine: barriers in memory, the copies that report to them, and tiles of tensors: what Hopper has
// for it, by PTX. (On a GPU: nvcc -arch=sm_90a.)
#include "check.h"
#include "mbarrier.h"
#include <cuda.h>

// ------------------------------------------------------------------ barriers

// Half of the threads write, and arrive; all wait, by the state and by the parity.
__global__ void phases(int *out) {
    __shared__ barrier full, empty;
    __shared__ int room[32];
    if (threadIdx.x == 0) {
        init(&full, 32);
        init(&empty, 32);
    }
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < 3; ++round) {
        if (threadIdx.x < 32) {
            if (round > 0)
                wait(&empty, (round - 1) & 1);
            room[threadIdx.x] = round * 100 + threadIdx.x;
            unsigned long long state;
            asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
                         : "=l"(state)
                         : "r"(shared(&full))
                         : "memory");
            unsigned over;
            do
                asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; "
                             "selp.b32 %0, 1, 0, p; }"
                             : "=r"(over)
                             : "r"(shared(&full)), "l"(state)
                             : "memory");
            while (over == 0);
        } else {
            wait(&full, round & 1);
            sum += room[63 - threadIdx.x];
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&empty))
                         : "memory");
        }
    }
    out[threadIdx.x] = sum;
}

// Barriers with a number: two pairs of warps, each by itself.
__global__ void numbered(int *out) {
    __shared__ int room[128];
    const int pair = threadIdx.x / 64;
    room[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + pair) : "memory");
    out[threadIdx.x] = room[pair * 64 + 63 - threadIdx.x % 64];
}

static void test_barriers() {
    const device_array<int> out(64), out2(128);
    phases<<<2, 64>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return i < 32 ? 0 : 300 + 3 * (63 - int(i)); }, "phases");
    numbered<<<1, 128>>>(out2);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out2.get(), [](size_t i) { return int(i) / 64 * 64 + 63 - int(i) % 64; }, "numbered");
}

// ------------------------------------------------------------------ bytes in a row

__global__ void there_and_back(const float *from, float *to) {
    __shared__ alignas(128) float room[256];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, sizeof room);
        for (int half = 0; half < 2; ++half)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                         "[%1], %2, [%3];" ::"r"(shared(room + 128 * half)),
                         "l"(from + blockIdx.x * 256 + 128 * half), "r"(512), "r"(shared(&full))
                         : "memory");
    }
    __syncthreads();
    wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        room[i] += 1;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                         to + blockIdx.x * 256),
                     "r"(shared(room)), "r"(1024)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        room[0] = -1; // which is not put any more
    }
}

// The first 12 bytes of 16 are read; the rest become 0.
__global__ void with_zeros(const float4 *from, float4 *to) {
    __shared__ float4 room[32];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(shared(&room[threadIdx.x])),
                 "l"(from + threadIdx.x), "r"(12)
                 : "memory");
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    to[threadIdx.x] = room[threadIdx.x];
}

static void test_bytes() {
    std::vector<float> numbers(3 * 256);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = float(i);
    const device_array<float> from(numbers), to(numbers.size());
    there_and_back<<<3, 64>>>(from, to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [](size_t i) { return float(i) + 1; }, "there and back");
    const device_array<float> to4(128);
    with_zeros<<<1, 32>>>(reinterpret_cast<const float4 *>(static_cast<const float *>(from)),
                          reinterpret_cast<float4 *>(static_cast<float *>(to4)));
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to4.get(), [](size_t i) { return i % 4 == 3 ? 0.0f : float(i); }, "zeros");
}

// ------------------------------------------------------------------ tiles

struct place {
    int at[5];
};

template <int DIMENSIONS>
static __device__ void fetch(void *tile, const CUtensorMap *map, const place &p, barrier *b) {
    const unsigned to = shared(tile), bar = shared(b);
    if (DIMENSIONS == 1)
        asm volatile(
            "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3}], [%2];" ::"r"(to),
            "l"(map), "r"(bar), "r"(p.at[0])
            : "memory");
    if (DIMENSIONS == 2)
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3, %4}], [%2];" ::"r"(to),
            "l"(map), "r"(bar), "r"(p.at[0]), "r"(p.at[1])
            : "memory");
    if (DIMENSIONS == 3)
        asm volatile(
            "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to),
            "l"(map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2])
            : "memory");
    if (DIMENSIONS == 4)
        asm volatile(
            "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(to),
            "l"(map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3])
            : "memory");
    if (DIMENSIONS == 5)
        asm volatile(
            "cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(to),
            "l"(map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4])
            : "memory");
}

// The tile as it lies in shared memory; then it is put where it came from, with 1000 added, unless
// that begins in front of the tensor.
static __host__ __device__ bool can_be_put(const place &p) {
    return p.at[0] >= 0 && p.at[1] >= 0;
}
template <int DIMENSIONS>
__global__ void tile_of(const __grid_constant__ CUtensorMap map, place p, int elements, int *out) {
    extern __shared__ __align__(1024) int tile[];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, elements * 4);
        fetch<DIMENSIONS>(tile, &map, p, &full);
    }
    __syncthreads();
    wait(&full, 0);
    for (int i = threadIdx.x; i < elements; i += blockDim.x) {
        out[i] = tile[i];
        tile[i] += 1000;
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (DIMENSIONS == 2 && can_be_put(p) && threadIdx.x == 0) {
        asm volatile(
            "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(
                &map),
            "r"(p.at[0]), "r"(p.at[1]), "r"(shared(tile))
            : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

static const int SIZES[5] = {24, 9, 5, 4, 3};

template <int DIMENSIONS>
static void test_tile(const place &p, const std::vector<unsigned> &box,
                      CUtensorMapSwizzle swizzle) {
    size_t all = 1, elements = 1;
    cuuint64_t sizes[5], strides[5];
    cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    for (int i = 0; i < DIMENSIONS; ++i) {
        sizes[i] = SIZES[i];
        all *= SIZES[i];
        strides[i] = all * 4;
        elements *= box[i];
    }
    std::vector<int> numbers(all);
    for (size_t i = 0; i < all; ++i)
        numbers[i] = int(i) + 1;
    const device_array<int> from(numbers), out(elements);
    decltype(&cuTensorMapEncodeTiled) encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK_CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
                                                reinterpret_cast<void **>(&encode), 12000,
                                                cudaEnableDefault, &found));
    CUtensorMap map;
    CHECK_EQUAL(
        int(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, DIMENSIONS, static_cast<int *>(from), sizes,
                   strides, box.data(), steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)),
        int(CUDA_SUCCESS));
    tile_of<DIMENSIONS><<<1, 64, elements * 4>>>(map, p, int(elements), out);
    CHECK_LAUNCH();
    // Which element of the tensor element e of the tile is, or -1.
    const auto source = [&](size_t e) {
        long long index = 0, stride = 1;
        for (int i = 0; i < DIMENSIONS; ++i) {
            const long long at = p.at[i] + static_cast<long long>(e % box[i]);
            if (at < 0 || at >= SIZES[i])
                return -1ll;
            index += at * stride;
            stride *= SIZES[i];
            e /= box[i];
        }
        return index;
    };
    const unsigned parts = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 1 : box[0] / 4;
    CHECK_ARRAY(
        out.get(),
        [&](size_t at) { // the part of 16 bytes that lies there, by the number of its line of 128
            const size_t line = at / 32, part = at / 4 % parts;
            const size_t from_part = part ^ (line % parts);
            const size_t e = at - part * 4 + from_part * 4;
            return source(e) < 0 ? 0 : int(source(e)) + 1;
        },
        "a tile of " + std::to_string(DIMENSIONS) + " dimensions, swizzle " +
            std::to_string(int(swizzle)));
    if (DIMENSIONS == 2 && can_be_put(p)) {
        std::vector<int> changed = numbers;
        for (size_t e = 0; e < elements; ++e)
            if (source(e) >= 0)
                changed[source(e)] += 1000;
        CHECK_ARRAY(
            from.get(), [&](size_t i) { return changed[i]; }, "and put back");
    }
}

static void test_tiles() {
    const CUtensorMapSwizzle plain = CU_TENSOR_MAP_SWIZZLE_NONE;
    test_tile<1>({{20}}, {8}, plain);
    test_tile<2>({{4, 2}}, {8, 4}, plain);
    test_tile<2>({{-4, 7}}, {8, 4}, plain);
    test_tile<2>({{0, -3}}, {8, 16}, CU_TENSOR_MAP_SWIZZLE_32B);
    test_tile<2>({{20, 1}}, {16, 8}, CU_TENSOR_MAP_SWIZZLE_64B);
    test_tile<2>({{-4, 0}}, {32, 16}, CU_TENSOR_MAP_SWIZZLE_128B);
    test_tile<3>({{4, 2, 3}}, {8, 4, 3}, plain);
    test_tile<4>({{0, 8, 1, 2}}, {4, 2, 2, 3}, plain);
    test_tile<5>({{16, 1, 2, -1, 1}}, {8, 2, 1, 2, 4}, plain);
    // What no map can be.
    alignas(64) CUtensorMap map;
    int somewhere[4];
    cuuint64_t size = 16, none = 0;
    cuuint32_t box = 8, odd = 3, step = 1;
    const auto make = [&](cuuint64_t *sizes, cuuint32_t *boxes, cuuint32_t dimensions) {
        return int(cuTensorMapEncodeTiled(
            &map, CU_TENSOR_MAP_DATA_TYPE_INT32, dimensions, somewhere, sizes, nullptr, boxes,
            &step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    };
    CHECK_EQUAL(make(&none, &box, 1), int(CUDA_ERROR_INVALID_VALUE));
    CHECK_EQUAL(make(&size, &odd, 1), int(CUDA_ERROR_INVALID_VALUE));
    CHECK_EQUAL(make(&size, &box, 6), int(CUDA_ERROR_INVALID_VALUE));
}

int main() {
    check_device();
    test_barriers();
    test_bytes();
    test_tiles();
    return check_result();
}
