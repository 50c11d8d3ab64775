// util_ptx.cuh: what CUB has written in PTX, in CUDA C++. The originals stay there under other
// names, and nobody calls them.
#pragma once

#include "util_type.cuh"

#include <emulator/special_registers.h>
#include <emulator/warp_folds.h>

#include <thrust/detail/config.h>

#include <type_traits>

THRUST_NAMESPACE_BEGIN
template <class T> struct plus;
template <class T> struct multiplies;
template <class T> struct maximum;
template <class T> struct minimum;
THRUST_NAMESPACE_END

#define SHR_ADD PtxShrAdd
#define SHL_ADD PtxShlAdd
#define BFE PtxBfe
#define BFI PtxBfi
#define IADD3 PtxAdd3
#define PRMT PtxPermute
#define BAR PtxBar
#define SHFL_UP_SYNC PtxShuffleUpSync
#define SHFL_DOWN_SYNC PtxShuffleDownSync
#define SHFL_IDX_SYNC PtxShuffleIndexSync
#define FMUL_RZ PtxMultiply
#define FFMA_RZ PtxMultiplyAdd
#define ThreadExit PtxExit
#define ThreadTrap PtxTrap
#define LaneId PtxLaneId
#define WarpId PtxWarpId
#define LaneMaskLt PtxLaneMaskLt
#define LaneMaskLe PtxLaneMaskLe
#define LaneMaskGt PtxLaneMaskGt
#define LaneMaskGe PtxLaneMaskGe
#define ShuffleUp PtxShuffleUp
#define ShuffleDown PtxShuffleDown
#define ShuffleIndex PtxShuffleIndex
#define MatchAny PtxMatchAny
#include <cub/util_ptx.installed.cuh>
#undef SHR_ADD
#undef SHL_ADD
#undef BFE
#undef BFI
#undef IADD3
#undef PRMT
#undef BAR
#undef SHFL_UP_SYNC
#undef SHFL_DOWN_SYNC
#undef SHFL_IDX_SYNC
#undef FMUL_RZ
#undef FFMA_RZ
#undef ThreadExit
#undef ThreadTrap
#undef LaneId
#undef WarpId
#undef LaneMaskLt
#undef LaneMaskLe
#undef LaneMaskGt
#undef LaneMaskGe
#undef ShuffleUp
#undef ShuffleDown
#undef ShuffleIndex
#undef MatchAny

CUB_NAMESPACE_BEGIN

struct PtxSum {}; // see warp/specializations

__device__ __forceinline__ unsigned SHR_ADD(unsigned x, unsigned shift, unsigned addend) {
    return (shift < 32 ? x >> shift : 0) + addend;
}
__device__ __forceinline__ unsigned SHL_ADD(unsigned x, unsigned shift, unsigned addend) {
    return (shift < 32 ? x << shift : 0) + addend;
}

// `bits` of `x`, from `first` on.
template <class Unsigned>
__device__ __forceinline__ unsigned BFE(Unsigned x, unsigned first, unsigned bits) {
    const unsigned long long all = x;
    return first < 64 ? static_cast<unsigned>(all >> first & ((1ull << bits) - 1)) : 0;
}
template <class Unsigned, int BYTES>
__device__ __forceinline__ unsigned BFE(Unsigned x, unsigned first, unsigned bits,
                                        Int2Type<BYTES>) {
    return BFE(x, first, bits);
}
// x with `bits` of y from `first` on.
__device__ __forceinline__ void BFI(unsigned &result, unsigned x, unsigned y, unsigned first,
                                    unsigned bits) {
    const unsigned mask = static_cast<unsigned>(((1ull << bits) - 1) << first);
    result = (x & ~mask) | (y << first & mask);
}
__device__ __forceinline__ unsigned IADD3(unsigned x, unsigned y, unsigned z) {
    return x + y + z;
}
__device__ __forceinline__ int PRMT(unsigned a, unsigned b, unsigned index) {
    return static_cast<int>(__byte_perm(a, b, index));
}
__device__ __forceinline__ float FMUL_RZ(float a, float b) {
    return __fmul_rz(a, b);
}
__device__ __forceinline__ float FFMA_RZ(float a, float b, float c) {
    return __fmaf_rz(a, b, c);
}
__device__ __forceinline__ void ThreadTrap() {
    __trap();
}

__device__ __forceinline__ unsigned LaneId() {
    return ::cuda_emulator::lane_index();
}
__device__ __forceinline__ unsigned WarpId() {
    return ::cuda_emulator::thread_in_block() / 32;
}
__device__ __forceinline__ unsigned LaneMaskLt() {
    return (1u << LaneId()) - 1;
}
__device__ __forceinline__ unsigned LaneMaskLe() {
    return (2u << LaneId()) - 1;
}
__device__ __forceinline__ unsigned LaneMaskGt() {
    return ~LaneMaskLe();
}
__device__ __forceinline__ unsigned LaneMaskGe() {
    return ~LaneMaskLt();
}

// Whether an operator is the library's own, and for numbers: whose turn it is in then plays no
// part. One of the program's may look which thread it is for, count, fault or wait for the warp.
template <class T> struct IsNumber : std::is_arithmetic<T> {};
template <> struct IsNumber<void> : std::true_type {}; // thrust::plus<>
template <class Key, class Value>
struct IsNumber<KeyValuePair<Key, Value>>
    : std::integral_constant<bool, std::is_arithmetic<Key>::value && IsNumber<Value>::value> {};

struct Sum;
struct Max;
struct Min;
template <class Operator> struct ReduceBySegmentOp;
template <class Operator> struct ReduceByKeyOp;
template <class Operator> struct SwizzleScanOp;
template <class Operator> struct IsOfLibrary : std::false_type {};
template <> struct IsOfLibrary<Sum> : std::true_type {};
template <> struct IsOfLibrary<Max> : std::true_type {};
template <> struct IsOfLibrary<Min> : std::true_type {};
template <class T> struct IsOfLibrary<THRUST_NS_QUALIFIER::plus<T>> : IsNumber<T> {};
template <class T> struct IsOfLibrary<THRUST_NS_QUALIFIER::multiplies<T>> : IsNumber<T> {};
template <class T> struct IsOfLibrary<THRUST_NS_QUALIFIER::maximum<T>> : IsNumber<T> {};
template <class T> struct IsOfLibrary<THRUST_NS_QUALIFIER::minimum<T>> : IsNumber<T> {};
template <class Operator>
struct IsOfLibrary<ReduceBySegmentOp<Operator>> : IsOfLibrary<Operator> {};
template <class Operator> struct IsOfLibrary<ReduceByKeyOp<Operator>> : IsOfLibrary<Operator> {};
template <class Operator> struct IsOfLibrary<SwizzleScanOp<Operator>> : IsOfLibrary<Operator> {};

// Whether a warp takes all steps at once; not where somebody looks.
template <class T, class Operator>
constexpr bool IN_ONE_MEETING =
    !::cuda_emulator::observed && IsNumber<T>::value && IsOfLibrary<Operator>::value;

using ::cuda_emulator::warp_operation;

// What a shuffle gives, of any type: word by word, as on a GPU, where somebody looks.
template <warp_operation SHUFFLE, class T>
__device__ __forceinline__ T shuffled(T value, int argument, int width, unsigned mask) {
    using namespace ::cuda_emulator;
    using word = typename std::conditional<observed, unsigned, unsigned long long>::type;
    if constexpr (observed || sizeof(T) <= sizeof(word)) {
        word words[(sizeof(T) + sizeof(word) - 1) / sizeof(word)] = {};
        __builtin_memcpy(words, static_cast<const void *>(&value), sizeof(T));
        for (word &each : words)
            each = static_cast<word>(
                warp_exchange(SHUFFLE, mask, each, argument, width, __FILE__, __LINE__).value);
        __builtin_memcpy(static_cast<void *>(&value), words, sizeof(T));
    } else {
        copying_lane<SHUFFLE, T> mine(value, argument, width);
        work_together(mask, mine, __FILE__, __LINE__);
        __builtin_memcpy(static_cast<void *>(&value), mine.copy, sizeof(T));
    }
    return value;
}

// The last operand of the instruction shfl: how many lanes the parts of the warp have, and, in a
// part, the lane behind which nobody is asked.
struct shuffle_limits {
    int width, limit;
    __device__ __forceinline__ explicit shuffle_limits(int flags)
        : width(32 - (flags >> 8 & 31)), limit(flags & (width - 1)) {}
    __device__ __forceinline__ int lane() const { return static_cast<int>(LaneId()) & (width - 1); }
};
template <class T>
__device__ __forceinline__ T SHFL_UP_SYNC(T value, int offset, int flags, unsigned mask) {
    const shuffle_limits part(flags);
    const bool within = part.limit == 0 || part.lane() - offset >= part.limit;
    return shuffled<warp_operation::shuffle_up>(value, within ? offset : 0, part.width, mask);
}
template <class T>
__device__ __forceinline__ T SHFL_DOWN_SYNC(T value, int offset, int flags, unsigned mask) {
    const shuffle_limits part(flags);
    const bool within = part.limit == part.width - 1 || part.lane() + offset <= part.limit;
    return shuffled<warp_operation::shuffle_down>(value, within ? offset : 0, part.width, mask);
}
template <class T>
__device__ __forceinline__ T SHFL_IDX_SYNC(T value, int from, int flags, unsigned mask) {
    return shuffled<warp_operation::shuffle>(value, from, shuffle_limits(flags).width, mask);
}
__device__ __forceinline__ unsigned SHFL_IDX_SYNC(unsigned word, int from, unsigned mask) {
    return __shfl_sync(mask, word, from);
}

template <int THREADS, class T>
__device__ __forceinline__ T ShuffleUp(T input, int offset, int first, unsigned mask) {
    return SHFL_UP_SYNC(input, offset, first | (32 - THREADS) << 8, mask);
}
template <int THREADS, class T>
__device__ __forceinline__ T ShuffleDown(T input, int offset, int last, unsigned mask) {
    return SHFL_DOWN_SYNC(input, offset, last | (32 - THREADS) << 8, mask);
}
template <int THREADS, class T>
__device__ __forceinline__ T ShuffleIndex(T input, int from, unsigned mask) {
    return SHFL_IDX_SYNC(input, from, (THREADS - 1) | (32 - THREADS) << 8, mask);
}

// The lanes whose labels are the same in the lowest BITS.
template <int BITS> __device__ __forceinline__ unsigned MatchAny(unsigned label) {
    return __match_any_sync(0xffffffffu, label & static_cast<unsigned>((1ull << BITS) - 1));
}

CUB_NAMESPACE_END
