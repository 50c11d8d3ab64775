// warp.cu: operations among the threads of a warp, and threads of a block that wait for others
// without a barrier.
#include "check.h"

#include <cfloat>
#include <climits>
#include <cmath>

const unsigned ALL = 0xffffffffu;

// ---- shuffles ---------------------------------------------------------------------------------

enum shuffle_kind { by_lane, up, down, by_xor };

template <class T> __global__ void shuffle(const T *in, T *out, int kind, int argument, int width) {
    T value = in[threadIdx.x];
    switch (kind) {
    case by_lane:
        out[threadIdx.x] = __shfl_sync(ALL, value, argument, width);
        break;
    case up:
        out[threadIdx.x] = __shfl_up_sync(ALL, value, argument, width);
        break;
    case down:
        out[threadIdx.x] = __shfl_down_sync(ALL, value, argument, width);
        break;
    default:
        out[threadIdx.x] = __shfl_xor_sync(ALL, value, argument, width);
    }
}

// The rules of the programming guide.
static int source_lane(int lane, int kind, int argument, int width) {
    const int first = lane / width * width;
    switch (kind) {
    case by_lane: // modulo the width
        return first + (argument % width + width) % width;
    case up:
        return lane - argument >= first ? lane - argument : lane;
    case down:
        return lane + argument < first + width ? lane + argument : lane;
    default: // reaches into earlier segments, not into later ones
        return (lane ^ argument) < first + width ? lane ^ argument : lane;
    }
}

template <class T> static void test_shuffles(const char *type, std::vector<T> values) {
    // Two warps, so that nothing may come from the other one.
    while (values.size() < 64)
        values.push_back(static_cast<T>(values.size() * 3));
    device_array<T> in(values), out(64);
    for (int width = 32; width >= 1; width /= 2) {
        for (int kind : {by_lane, up, down, by_xor}) {
            for (int argument : {0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 30, 31, 32, 47, -1}) {
                if (kind != by_lane && (argument < 0 || argument > 31))
                    continue; // the guide says nothing about them
                shuffle<<<1, 64>>>(static_cast<const T *>(in), static_cast<T *>(out), kind,
                                   argument, width);
                CHECK_CUDA(cudaGetLastError());
                char what[100];
                std::snprintf(what, sizeof what, "shuffle of %s, kind %d, argument %d, width %d",
                              type, kind, argument, width);
                CHECK_ARRAY(
                    out.get(),
                    [&](size_t i) {
                        const int lane = static_cast<int>(i % 32);
                        return values[i - lane + source_lane(lane, kind, argument, width)];
                    },
                    what);
            }
        }
    }
}

// Every lane with arguments of its own, and the idioms.
__global__ void shuffle_idioms(int *own_lane, int *broadcast, float *sums, long long *scan) {
    const int lane = threadIdx.x % 32;
    own_lane[threadIdx.x] = __shfl_sync(ALL, lane * lane, (lane * 5 + 3) % 32);
    broadcast[threadIdx.x] = __shfl_sync(ALL, static_cast<int>(threadIdx.x), 0);
    float sum = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(ALL, sum, offset);
    sums[threadIdx.x] = sum;
    long long prefix = (threadIdx.x + 1) * 10000000000ll;
    for (int offset = 1; offset < 32; offset *= 2) {
        long long below = __shfl_up_sync(ALL, prefix, offset);
        if (lane >= offset)
            prefix += below;
    }
    scan[threadIdx.x] = prefix;
}

static void test_shuffle_types() {
    const float infinity = HUGE_VALF;
    test_shuffles<int>("int", {0, -1, INT_MIN, INT_MAX, -77});
    test_shuffles<unsigned>("unsigned", {UINT_MAX, 0x80000000u, 5});
    test_shuffles<long>("long", {LONG_MIN, -1, LONG_MAX});
    test_shuffles<unsigned long>("unsigned long", {ULONG_MAX, 1ul << 40});
    test_shuffles<long long>("long long", {LLONG_MIN, LLONG_MAX, -1, 1ll << 32, 0xffffffffll});
    test_shuffles<unsigned long long>("unsigned long long", {ULLONG_MAX, 1ull << 63, 1ull << 31});
    test_shuffles<float>("float", {-1.5f, infinity, -infinity, FLT_MIN, -FLT_MAX, 1e-42f});
    test_shuffles<double>("double", {-1.5, HUGE_VAL, -1e300, DBL_MIN, 5e-324, 0.1});

    const int n = 96;
    device_array<int> own_lane(n), broadcast(n);
    device_array<float> sums(n);
    device_array<long long> scan(n);
    shuffle_idioms<<<1, n>>>(own_lane, broadcast, sums, scan);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        own_lane.get(), [](size_t i) { return (i * 5 + 3) % 32 * ((i * 5 + 3) % 32); },
        "a source lane for each lane");
    CHECK_ARRAY(
        broadcast.get(), [](size_t i) { return i / 32 * 32; }, "broadcast");
    CHECK_ARRAY(
        sums.get(), [](size_t i) { return 31 * 16 + i / 32 * 32 * 32; }, "butterfly sum");
    CHECK_ARRAY(
        scan.get(),
        [](size_t i) {
            long long sum = 0;
            for (size_t k = i / 32 * 32; k <= i; ++k)
                sum += (k + 1) * 10000000000ll;
            return sum;
        },
        "prefix sum");
}

// ---- votes and matches ------------------------------------------------------------------------

struct vote_results {
    int all_below_40, all_below_32, any_is_9, any_is_99;
    unsigned odd, below_5, in_branch, in_other_branch, sparse;
};

__global__ void vote(vote_results *out) {
    const int lane = threadIdx.x % 32;
    vote_results r = {};
    r.all_below_40 = __all_sync(ALL, lane < 40);
    r.all_below_32 = __all_sync(ALL, static_cast<int>(threadIdx.x) < 32);
    r.any_is_9 = __any_sync(ALL, lane == 9);
    r.any_is_99 = __any_sync(ALL, lane == 99);
    r.odd = __ballot_sync(ALL, lane & 1);
    r.below_5 = __ballot_sync(ALL, lane < 5 ? -8 : 0);
    if (lane < 20)
        r.in_branch = __ballot_sync(0x000fffffu, lane % 3 == 0);
    else
        r.in_other_branch = __ballot_sync(0xfff00000u, lane % 3 == 0);
    if (lane == 3 || lane == 17 || lane == 31)
        r.sparse = __ballot_sync(0x80020008u, lane != 17);
    out[threadIdx.x] = r;
}

static void test_votes() {
    device_array<vote_results> out(64);
    vote<<<1, 64>>>(out);
    CHECK_LAUNCH();
    const std::vector<vote_results> all = out.get();
    unsigned thirds = 0;
    for (int lane = 0; lane < 32; lane += 3)
        thirds |= 1u << lane;
    for (unsigned i = 0; i < 64; ++i) {
        const vote_results &r = all[i];
        const unsigned lane = i % 32;
        CHECK_EQUAL(r.all_below_40 != 0, true);
        CHECK_EQUAL(r.all_below_32 != 0, i < 32);
        CHECK_EQUAL(r.any_is_9 != 0, true);
        CHECK_EQUAL(r.any_is_99 != 0, false);
        CHECK_EQUAL(r.odd, 0xaaaaaaaau);
        CHECK_EQUAL(r.below_5, 0x1fu);
        CHECK_EQUAL(r.in_branch, lane < 20 ? thirds & 0x000fffffu : 0);
        CHECK_EQUAL(r.in_other_branch, lane < 20 ? 0 : thirds & 0xfff00000u);
        CHECK_EQUAL(r.sparse, lane == 3 || lane == 17 || lane == 31 ? 0x80000008u : 0);
    }
}

struct match_results {
    unsigned any_int, any_long, any_float, any_masked;
    unsigned all_equal, all_different, all_masked;
    int equal, different, masked;
};

__global__ void match(match_results *out) {
    const int lane = threadIdx.x;
    match_results r = {};
    r.any_int = __match_any_sync(ALL, lane % 5 - 2);
    r.any_long = __match_any_sync(ALL, static_cast<unsigned long long>(lane / 8) << 32);
    r.any_float = __match_any_sync(ALL, lane < 16 ? -1.5f : lane * 1.0f);
    r.all_equal = __match_all_sync(ALL, 123456789012345ll, &r.equal);
    r.all_different = __match_all_sync(ALL, lane == 30, &r.different);
    if (lane % 2 == 0) {
        r.any_masked = __match_any_sync(0x55555555u, lane / 4);
        r.all_masked = __match_all_sync(0x55555555u, lane % 2 * 0.5, &r.masked);
    }
    out[lane] = r;
}

static void test_matches() {
    device_array<match_results> out(32);
    match<<<1, 32>>>(out);
    CHECK_LAUNCH();
    const std::vector<match_results> all = out.get();
    for (unsigned lane = 0; lane < 32; ++lane) {
        const match_results &r = all[lane];
        unsigned same = 0;
        for (unsigned other = lane % 5; other < 32; other += 5)
            same |= 1u << other;
        CHECK_EQUAL(r.any_int, same);
        CHECK_EQUAL(r.any_long, 0xffu << lane / 8 * 8);
        CHECK_EQUAL(r.any_float, lane < 16 ? 0xffffu : 1u << lane);
        CHECK_EQUAL(r.all_equal, ALL);
        CHECK_EQUAL(r.equal != 0, true);
        CHECK_EQUAL(r.all_different, 0u);
        CHECK_EQUAL(r.different != 0, false);
        CHECK_EQUAL(r.any_masked, lane % 2 == 0 ? 5u << lane / 4 * 4 : 0);
        CHECK_EQUAL(r.all_masked, lane % 2 == 0 ? 0x55555555u : 0);
        CHECK_EQUAL(r.masked != 0, lane % 2 == 0);
    }
}

// ---- reductions, which devices have since 8.0 -------------------------------------------------

struct reduce_results {
    int supported;
    int add, least, most;
    unsigned unsigned_add, unsigned_least, unsigned_most, bits_and, bits_or, bits_xor, masked;
};

__global__ void reduce(reduce_results *out) {
    reduce_results r = {};
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    const int lane = threadIdx.x;
    const int value = lane * 3 - 40;
    const unsigned bits = 0xf0000000u | 1u << lane / 2;
    r.supported = 1;
    r.add = __reduce_add_sync(ALL, value);
    r.least = __reduce_min_sync(ALL, value);
    r.most = __reduce_max_sync(ALL, value);
    r.unsigned_add = __reduce_add_sync(ALL, 0x10000000u + lane);
    r.unsigned_least = __reduce_min_sync(ALL, static_cast<unsigned>(value));
    r.unsigned_most = __reduce_max_sync(ALL, static_cast<unsigned>(value));
    r.bits_and = __reduce_and_sync(ALL, bits);
    r.bits_or = __reduce_or_sync(ALL, bits);
    r.bits_xor = __reduce_xor_sync(ALL, static_cast<unsigned>(lane * lane));
    if (lane >= 28)
        r.masked = __reduce_add_sync(0xf0000000u, static_cast<unsigned>(lane));
#endif
    out[threadIdx.x] = r;
}

static void test_reductions() {
    device_array<reduce_results> out(32);
    reduce<<<1, 32>>>(out);
    CHECK_LAUNCH();
    const std::vector<reduce_results> all = out.get();
    if (all[0].supported == 0) {
        std::printf("__reduce_*_sync: not compiled for this device\n");
        return;
    }
    unsigned squares = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        squares ^= lane * lane;
    for (unsigned lane = 0; lane < 32; ++lane) {
        const reduce_results &r = all[lane];
        CHECK_EQUAL(r.add, 3 * 496 - 32 * 40);
        CHECK_EQUAL(r.least, -40);
        CHECK_EQUAL(r.most, 53);
        CHECK_EQUAL(r.unsigned_add, 496u); // 32 * 2^28 leaves nothing
        CHECK_EQUAL(r.unsigned_least, 2u);
        CHECK_EQUAL(r.unsigned_most, static_cast<unsigned>(-1));
        CHECK_EQUAL(r.bits_and, 0xf0000000u);
        CHECK_EQUAL(r.bits_or, 0xf000ffffu);
        CHECK_EQUAL(r.bits_xor, squares);
        CHECK_EQUAL(r.masked, lane >= 28 ? 28u + 29 + 30 + 31 : 0);
    }
}

// ---- masks, partial warps, divergence ---------------------------------------------------------

// What hardware promises about __activemask(): it names the caller, and no lane that cannot be
// here.
__global__ void ask_active_mask(unsigned *converged, unsigned *branched, unsigned *sub_branched) {
    const unsigned t = threadIdx.x, lane = t % 32;
    converged[t] = __activemask();
    branched[t] = sub_branched[t] = 0;
    if (lane < 7) {
        branched[t] = __activemask();
        if (lane % 2 == 1)
            sub_branched[t] = __activemask();
    } else if (lane >= 20) {
        branched[t] = __activemask();
    }
}

static void test_active_mask() {
    const unsigned n = 72;
    device_array<unsigned> converged(n), branched(n), sub_branched(n);
    ask_active_mask<<<1, n>>>(converged, branched, sub_branched);
    CHECK_LAUNCH();
    const std::vector<unsigned> c = converged.get(), b = branched.get(), s = sub_branched.get();
    for (unsigned t = 0; t < n; ++t) {
        const unsigned lane = t % 32, me = 1u << lane;
        const unsigned possible = t < 64 ? ALL : 0xffu;
        CHECK((c[t] & me) != 0 && (c[t] & ~possible) == 0);
        if (lane < 7)
            CHECK((b[t] & me) != 0 && (b[t] & ~0x7fu) == 0);
        else if (lane >= 20)
            CHECK((b[t] & me) != 0 && (b[t] & ~(ALL << 20)) == 0);
        else
            CHECK(b[t] == 0);
        if (lane < 7 && lane % 2 == 1)
            CHECK((s[t] & me) != 0 && (s[t] & ~0x2au) == 0);
        else
            CHECK(s[t] == 0);
    }
}

// 40 threads: the second warp has 8 lanes.
__global__ void partial_warp(int *sums, unsigned *ballots, int *neighbours) {
    const unsigned t = threadIdx.x, lane = t % 32;
    const unsigned mask = t < 32 ? ALL : 0xffu;
    const int width = t < 32 ? 32 : 8;
    int sum = t;
    for (int offset = width / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(mask, sum, offset, width);
    sums[t] = sum;
    ballots[t] = __ballot_sync(mask, lane % 2 == 0);
    neighbours[t] = __shfl_up_sync(mask, static_cast<int>(t), 1, width);
    __syncwarp(mask);
}

static void test_partial_warp() {
    device_array<int> sums(40), neighbours(40);
    device_array<unsigned> ballots(40);
    partial_warp<<<1, 40>>>(sums, ballots, neighbours);
    CHECK_LAUNCH();
    CHECK_EQUAL(sums.get()[0], 496);
    CHECK_EQUAL(sums.get()[32], 32 * 8 + 28);
    CHECK_ARRAY(
        ballots.get(), [](size_t i) { return i < 32 ? 0x55555555u : 0x55u; },
        "ballots of a partial warp");
    CHECK_ARRAY(
        neighbours.get(), [](size_t i) { return i % 32 == 0 ? i : i - 1; },
        "shuffle up in a partial warp");
}

// Lanes that go different ways, each way with its own mask and its own number of operations.
__global__ void diverge(int *out) {
    const int lane = threadIdx.x % 32;
    int value = threadIdx.x;
    if (lane < 8) {
        for (int offset = 4; offset > 0; offset /= 2)
            value += __shfl_xor_sync(0x000000ffu, value, offset);
    } else if (lane < 16) {
        value = __shfl_sync(0x0000ff00u, value, 8 + (lane + 1) % 8);
        for (int i = 0; i < lane; ++i)
            value += i;
        __syncwarp(0x0000ff00u);
        value = __shfl_sync(0x0000ff00u, value, 15);
    } else {
        value = -1;
    }
    __syncwarp();
    out[threadIdx.x] = __shfl_sync(ALL, value, (lane + 4) % 32);
}

static void test_divergence() {
    device_array<int> out(64);
    diverge<<<1, 64>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [](size_t i) {
            const int base = static_cast<int>(i / 32 * 32), from = static_cast<int>(i + 4) % 32;
            if (from < 8)
                return 8 * base + 28;
            if (from < 16)
                return base + 8 + 105; // what lane 15 got from lane 8, and 0 + ... + 14
            return -1;
        },
        "shuffles in divergent branches");
}

__global__ void exchange_by_syncwarp(int *out, int rounds) {
    __shared__ int stage[96];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int *mine = stage + 32 * warp;
    int value = t;
    for (int i = 0; i < rounds + warp; ++i) { // the warps do not wait for one another
        mine[lane] = value;
        __syncwarp();
        value = mine[(lane + 1) % 32] + 1;
        __syncwarp();
    }
    out[t] = value;
}

__global__ void mix_with_barriers(int *out) {
    __shared__ int per_warp[32];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    int total = 0;
    for (int round = 0; round < 5; ++round) {
        int sum = t + round;
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(ALL, sum, offset);
        if (lane == 0)
            per_warp[warp] = sum;
        __syncthreads();
        if (warp == 0) {
            sum = lane < warps ? per_warp[lane] : 0;
            for (int offset = 16; offset > 0; offset /= 2)
                sum += __shfl_down_sync(ALL, sum, offset);
            if (lane == 0)
                per_warp[0] = sum;
        }
        __syncthreads();
        total += per_warp[0];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = total;
}

static void test_order() {
    device_array<int> out(96);
    exchange_by_syncwarp<<<1, 96>>>(out, 50);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [](size_t t) {
            const size_t warp = t / 32, rounds = 50 + warp;
            return 32 * warp + (t + rounds - 32 * warp) % 32 + rounds;
        },
        "__syncwarp between stores and loads");

    for (int threads = 32; threads <= 1024; threads *= 2) {
        device_array<int> sums(3 * threads);
        mix_with_barriers<<<3, threads>>>(sums);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            sums.get(),
            [&](size_t) {
                return 5 * (threads * (threads - 1) / 2) + threads * (0 + 1 + 2 + 3 + 4);
            },
            "shuffles and barriers with " + std::to_string(threads) + " threads");
    }
}

// ---- waiting for another warp -----------------------------------------------------------------

// The threads of a block run side by side, so one warp may spin until another has set a flag.
__global__ void wait_for_flag(int *out, int setter) {
    __shared__ volatile int flag, data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    const int warp = threadIdx.x / 32;
    if (warp == setter) {
        if (threadIdx.x % 32 == 0) {
            data = 42;
            __threadfence_block();
            flag = 1;
        }
    } else {
        while (flag == 0)
            ;
        __threadfence_block();
    }
    __syncthreads();
    out[threadIdx.x] = data + warp;
}

// Before any barrier, through global memory: the first thread waits for the last.
__global__ void wait_for_last_thread(volatile int *flag, int *out) {
    if (threadIdx.x == blockDim.x - 1) {
        *flag = 7;
        out[1] = 1;
    } else if (threadIdx.x == 0) {
        while (*flag == 0)
            ;
        out[0] = *flag;
    }
}

static void test_waiting() {
    for (int setter : {0, 1}) {
        device_array<int> out(64);
        wait_for_flag<<<1, 64>>>(out, setter);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            out.get(), [](size_t i) { return 42 + i / 32; }, "a flag between two warps");
    }
    device_array<int> flag(1), out(2);
    wait_for_last_thread<<<1, 64>>>(flag, out);
    CHECK_LAUNCH();
    CHECK_EQUAL(out.get()[0], 7);
    CHECK_EQUAL(out.get()[1], 1);
}

// ------------------------------------------------------------------ inline PTX

// Instructions that have a function in CUDA.
__global__ void instructions(unsigned *out, float *reals, unsigned a, unsigned b) {
    unsigned lane, below, mask;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    unsigned *mine = out + 10 * threadIdx.x;
    mine[0] = lane;
    mine[1] = below;
    mine[2] = mask;
    asm("popc.b32 %0, %1;" : "=r"(mine[3]) : "r"(a));
    asm("bfind.u32 %0, %1;" : "=r"(mine[4]) : "r"(lane));
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(mine[5]) : "r"(a), "r"(b), "r"(0x5410));
    asm("mul.hi.u32 %0, %1, %2;\n\t" : "=r"(mine[6]) : "r"(a), "r"(b));
    mine[7] = lane;
    asm("mad.lo.u32 %0, %1, 3, %0;" : "+r"(mine[7]) : "r"(lane + 1));
    asm("vabsdiff4.u32.u32.u32.add"
        " %0, %1, %2, %3;"
        : "=r"(mine[8])
        : "r"(a), "r"(b), "r"(lane));
    unsigned long long before, after;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(before));
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(after));
    mine[9] = after >= before;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(reals[threadIdx.x]) : "f"(float(lane)));
}

static void test_inline_ptx() {
    const unsigned a = 0x80ff4021u, b = 0x017f3522u;
    device_array<unsigned> out(10 * 64);
    device_array<float> reals(64);
    instructions<<<1, 64>>>(out, reals, a, b);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [=](size_t i) {
            const unsigned lane = i / 10 % 32;
            const unsigned expected[] = {lane,
                                         (1u << lane) - 1,
                                         0xffffffffu,
                                         12,
                                         0,
                                         0x35224021u,
                                         unsigned((1ull * a * b) >> 32),
                                         lane + 3 * (lane + 1),
                                         0x7f + 0x80 + 0x0b + 0x01 + lane,
                                         1};
            if (i % 10 != 4)
                return expected[i % 10];
            unsigned highest = 0xffffffffu;
            for (unsigned bit = 0; bit < 32; ++bit)
                if ((lane >> bit & 1) != 0)
                    highest = bit;
            return highest;
        },
        "inline PTX");
    CHECK_ARRAY(
        reals.get(), [](size_t i) { return float(1u << i % 32); }, "ex2.approx");
}

int main() {
    check_device();
    test_shuffle_types();
    test_votes();
    test_matches();
    test_reductions();
    test_active_mask();
    test_partial_warp();
    test_divergence();
    test_order();
    test_waiting();
    test_inline_ptx();
    return check_result();
}
