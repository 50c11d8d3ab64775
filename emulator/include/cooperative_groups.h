// cooperative_groups.h: groups of threads that wait for one another and exchange values, as the
// CUDA Programming Guide has them: the block, tiles of it, threads that are at the same call, and
// the whole grid of a cooperative launch.
//
// A tile of up to 32 threads and a coalesced group are a mask of lanes of a warp; what they do is
// done by the operations of emulator/warp.h. Larger tiles wait in the runtime.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "emulator/groups.h"

#include <utility>

namespace cooperative_groups {

class thread_block;
class coalesced_group;
template <unsigned Size, class Parent = void> class thread_block_tile;

// ------------------------------------------------------------------ the grid

class grid_group {
public:
    using place = ::cuda_emulator::call_place;
    class arrival_token {};

    // Whether the launch is a cooperative one, so that the grid can synchronise.
    bool is_valid() const { return ::cuda_emulator::launch_is_cooperative(); }
    void sync(place where = place()) const { ::cuda_emulator::wait_for_grid(where); }
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token &&, place where = place()) const {
        ::cuda_emulator::wait_for_grid(where);
    }

    static unsigned long long size() { return num_threads(); }
    static unsigned long long num_threads() {
        return ::cuda_emulator::blocks_of_grid() * ::cuda_emulator::threads_of_block();
    }
    static unsigned long long thread_rank() {
        return block_rank() * ::cuda_emulator::threads_of_block() +
               ::cuda_emulator::rank_in_block();
    }
    static dim3 thread_index() {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    static dim3 dim_threads() {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_blocks() { return gridDim; }
    static unsigned long long num_blocks() { return ::cuda_emulator::blocks_of_grid(); }
    static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static unsigned long long block_rank() { return ::cuda_emulator::rank_of_block(); }
    static dim3 dim_clusters() {
        const dim3 size = ::cuda_emulator::size_of_cluster();
        return dim3(gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z);
    }
    static unsigned long long num_clusters() {
        return num_blocks() / ::cuda_emulator::blocks_of_cluster();
    }
    static dim3 cluster_index() {
        const uint3 index = ::cuda_emulator::index_of_cluster();
        return dim3(index.x, index.y, index.z);
    }
    static unsigned long long cluster_rank() {
        const dim3 all = dim_clusters(), mine = cluster_index();
        return mine.x + static_cast<unsigned long long>(all.x) * (mine.y + all.y * mine.z);
    }
};

inline grid_group this_grid() {
    return {};
}

// ------------------------------------------------------------------ the block

// On old GPUs large tiles need shared memory, which a program may lend them.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
    char unused[MaxBlockSize < 64 ? 16 : MaxBlockSize / 4];
};

class thread_block {
public:
    using place = ::cuda_emulator::call_place;
    class arrival_token {};

    static void sync(place where = place()) { __syncthreads(where.file, where.line); }
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token &&, place where = place()) const {
        ::cuda_emulator::wait_for_tile(0, num_threads(), where);
    }

    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return ::cuda_emulator::threads_of_block(); }
    static unsigned thread_rank() { return ::cuda_emulator::rank_in_block(); }
    static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};

inline thread_block this_thread_block() {
    return {};
}
template <unsigned MaxBlockSize> thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return {};
}

// ------------------------------------------------------------------ the cluster

class cluster_group {
public:
    using place = ::cuda_emulator::call_place;
    class arrival_token {};

    static void sync(place where = place()) {
        ::cuda_emulator::arrive_at_cluster(where.file, where.line);
        ::cuda_emulator::wait_for_cluster(where.file, where.line);
    }
    static arrival_token barrier_arrive(place where = place()) {
        ::cuda_emulator::arrive_at_cluster(where.file, where.line);
        return {};
    }
    static void barrier_wait(arrival_token &&, place where = place()) {
        ::cuda_emulator::wait_for_cluster(where.file, where.line);
    }
    static void barrier_wait(place where = place()) {
        ::cuda_emulator::wait_for_cluster(where.file, where.line);
    }

    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return num_blocks() * ::cuda_emulator::threads_of_block(); }
    static unsigned thread_rank() {
        return block_rank() * ::cuda_emulator::threads_of_block() +
               ::cuda_emulator::rank_in_block();
    }
    static dim3 thread_index() {
        const dim3 index = block_index();
        return dim3(index.x * blockDim.x + threadIdx.x, index.y * blockDim.y + threadIdx.y,
                    index.z * blockDim.z + threadIdx.z);
    }
    static dim3 dim_threads() {
        const dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    static dim3 block_index() {
        const uint3 index = ::cuda_emulator::index_in_cluster();
        return dim3(index.x, index.y, index.z);
    }
    static unsigned block_rank() { return ::cuda_emulator::cluster_rank(); }
    static dim3 dim_blocks() { return ::cuda_emulator::size_of_cluster(); }
    static unsigned num_blocks() { return ::cuda_emulator::blocks_of_cluster(); }

    // Whose shared memory it is, and the same place in that of another block.
    static unsigned query_shared_rank(const void *address) {
        return ::cuda_emulator::rank_of_shared(address);
    }
    template <class T> static T *map_shared_rank(T *address, unsigned rank, place where = place()) {
        using namespace ::cuda_emulator;
        const unsigned mine =
            shared_address(reinterpret_cast<const void *>(address), where.file, where.line);
        const unsigned there =
            (mine & ((1u << BITS_OF_SHARED_ADDRESS) - 1)) | rank << BITS_OF_SHARED_ADDRESS;
        return reinterpret_cast<T *>(shared_pointer(there, where.file, where.line));
    }
};

inline cluster_group this_cluster() {
    return {};
}

// ------------------------------------------------------------------ lanes of a warp

// What tiles of up to 32 threads and coalesced groups have in common.
class lanes_group_base {
public:
    using place = ::cuda_emulator::call_place;

    void sync(place where = place()) const { __syncwarp(mask_, where.file, where.line); }
    int any(int predicate, place where = place()) const {
        return __any_sync(mask_, predicate, where.file, where.line);
    }
    int all(int predicate, place where = place()) const {
        return __all_sync(mask_, predicate, where.file, where.line);
    }
    // Masks of these groups count threads by their ranks.
    unsigned ballot(int predicate, place where = place()) const {
        return ranks(__ballot_sync(mask_, predicate, where.file, where.line));
    }
    template <class T> unsigned match_any(T value, place where = place()) const {
        return ranks(__match_any_sync(mask_, value, where.file, where.line));
    }
    template <class T> unsigned match_all(T value, int &all_equal, place where = place()) const {
        return ranks(__match_all_sync(mask_, value, &all_equal, where.file, where.line));
    }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    unsigned emulated_mask() const { return mask_; }

protected:
    lanes_group_base(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
    static unsigned lane() { return ::cuda_emulator::rank_in_block() % 32; }
    unsigned ranks(unsigned lanes) const { return ::cuda_emulator::ranks_of_lanes(mask_, lanes); }

    unsigned mask_, meta_rank_, meta_size_;
};

class coalesced_group : public lanes_group_base {
public:
    coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : lanes_group_base(mask, meta_rank, meta_size) {}

    unsigned size() const { return num_threads(); }
    unsigned num_threads() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
    unsigned thread_rank() const {
        return static_cast<unsigned>(__builtin_popcount(mask_ & ((1u << lane()) - 1)));
    }

    template <class T> T shfl(T value, int rank, place where = place()) const {
        return from_rank(value, static_cast<unsigned>(rank) % num_threads(), where);
    }
    // Who has nobody so far up or down keeps its own value.
    template <class T> T shfl_up(T value, int distance, place where = place()) const {
        const auto rank = static_cast<int>(thread_rank());
        return from_rank(value, static_cast<unsigned>(rank < distance ? rank : rank - distance),
                         where);
    }
    template <class T> T shfl_down(T value, unsigned distance, place where = place()) const {
        const unsigned rank = thread_rank();
        return from_rank(value, distance < num_threads() - rank ? rank + distance : rank, where);
    }

private:
    template <class T> T from_rank(const T &value, unsigned rank, place where) const {
        using namespace ::cuda_emulator;
        return shuffle(warp_operation::shuffle, mask_, value, lane_of_rank(mask_, rank), 32, where);
    }
};

// The threads of the warp that are at this very call.
inline coalesced_group
coalesced_threads(::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return {__activemask(where.file, where.line), 0, 1};
}

// ------------------------------------------------------------------ tiles

// Up to 32 threads, which are neighbours in a warp.
template <unsigned Size> class warp_tile_base : public lanes_group_base {
public:
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return ::cuda_emulator::rank_in_block() % Size; }

    template <class T> T shfl(T value, int rank, place where = place()) const {
        return from(::cuda_emulator::warp_operation::shuffle, value, static_cast<unsigned>(rank),
                    where);
    }
    template <class T> T shfl_up(T value, unsigned distance, place where = place()) const {
        return from(::cuda_emulator::warp_operation::shuffle_up, value, distance, where);
    }
    template <class T> T shfl_down(T value, unsigned distance, place where = place()) const {
        return from(::cuda_emulator::warp_operation::shuffle_down, value, distance, where);
    }
    template <class T> T shfl_xor(T value, unsigned bits, place where = place()) const {
        return from(::cuda_emulator::warp_operation::shuffle_xor, value, bits, where);
    }

protected:
    warp_tile_base(unsigned meta_rank, unsigned meta_size)
        : lanes_group_base(static_cast<unsigned>((1ull << Size) - 1) << lane() / Size * Size,
                           meta_rank, meta_size) {}

private:
    template <class T>
    T from(::cuda_emulator::warp_operation operation, const T &value, unsigned argument,
           place where) const {
        return ::cuda_emulator::shuffle(operation, this->mask_, value, argument, Size, where);
    }
};

// Several warps of a block.
template <unsigned Size> class block_tile_base {
public:
    using place = ::cuda_emulator::call_place;

    void sync(place where = place()) const { ::cuda_emulator::wait_for_tile(first(), Size, where); }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return ::cuda_emulator::rank_in_block() % Size; }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    template <class T> T shfl(T value, unsigned rank, place where = place()) const {
        static_assert(::cuda_emulator::is_copied_as_bytes<T>,
                      "shuffles take trivially copyable types");
        ::cuda_emulator::offer(&value);
        sync(where);
        T result(value);
        ::cuda_emulator::take_offer(first() + rank % Size, &result, sizeof result);
        sync(where); // values are there until all have them
        return result;
    }
    int any(int predicate, place where = place()) const { return count(predicate, where) != 0; }
    int all(int predicate, place where = place()) const { return count(!predicate, where) == 0; }

protected:
    block_tile_base(unsigned meta_rank, unsigned meta_size)
        : meta_rank_(meta_rank), meta_size_(meta_size) {}

private:
    static unsigned first() { return ::cuda_emulator::rank_in_block() / Size * Size; }

    // How many threads say yes.
    unsigned count(int predicate, place where) const {
        const unsigned warp = static_cast<unsigned>(
            __builtin_popcount(__ballot_sync(0xffffffffu, predicate, where.file, where.line)));
        unsigned sum = 0;
        for (unsigned first_of_warp = 0; first_of_warp < Size; first_of_warp += 32)
            sum += shfl(warp, first_of_warp, where);
        return sum;
    }

    unsigned meta_rank_, meta_size_;
};

template <unsigned Size>
using tile_base = std::conditional_t<(Size <= 32), warp_tile_base<Size>, block_tile_base<Size>>;

// A tile that has forgotten what it is part of.
template <unsigned Size> class thread_block_tile<Size, void> : public tile_base<Size> {
    static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                  "the size of a tile is a power of two up to 1024");

public:
    thread_block_tile(unsigned meta_rank, unsigned meta_size)
        : tile_base<Size>(meta_rank, meta_size) {}
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
public:
    explicit thread_block_tile(const Parent &parent)
        : thread_block_tile<Size, void>(parent.thread_rank() / Size,
                                        (parent.num_threads() + Size - 1) / Size) {}
};

inline thread_block_tile<1, void> this_thread() {
    return {0, 1};
}

// ------------------------------------------------------------------ groups of any kind

class thread_group {
public:
    using place = ::cuda_emulator::call_place;

    thread_group(const grid_group &) : kind_(kind::grid), lanes_(0, 0, 1), tile_(0) {}
    thread_group(const thread_block &) : kind_(kind::block), lanes_(0, 0, 1), tile_(0) {}
    thread_group(const coalesced_group &g) : kind_(kind::lanes), lanes_(g), tile_(0) {}
    template <unsigned Size>
    thread_group(const thread_block_tile<Size, void> &g)
        : kind_(Size <= 32 ? kind::lanes : kind::tile),
          lanes_(mask_of(g), g.meta_group_rank(), g.meta_group_size()), tile_(Size) {}

    void sync(place where = place()) const {
        switch (kind_) {
        case kind::grid:
            return ::cuda_emulator::wait_for_grid(where);
        case kind::block:
            return __syncthreads(where.file, where.line);
        case kind::lanes:
            return lanes_.sync(where);
        case kind::tile:
            return ::cuda_emulator::wait_for_tile(::cuda_emulator::rank_in_block() / tile_ * tile_,
                                                  tile_, where);
        }
    }
    unsigned long long size() const { return num_threads(); }
    unsigned long long num_threads() const {
        return kind_ == kind::grid    ? grid_group::num_threads()
               : kind_ == kind::block ? thread_block::num_threads()
               : kind_ == kind::lanes ? lanes_.num_threads()
                                      : tile_;
    }
    unsigned long long thread_rank() const {
        return kind_ == kind::grid    ? grid_group::thread_rank()
               : kind_ == kind::block ? thread_block::thread_rank()
               : kind_ == kind::lanes ? lanes_.thread_rank()
                                      : ::cuda_emulator::rank_in_block() % tile_;
    }

private:
    enum class kind { grid, block, lanes, tile };
    template <class Group> static unsigned mask_of(const Group &g) {
        if constexpr (std::is_base_of<lanes_group_base, Group>::value)
            return g.emulated_mask();
        else
            return 0;
    }

    kind kind_;
    coalesced_group lanes_;
    unsigned tile_;

    friend thread_group tiled_partition(const thread_group &parent, unsigned size);
};

// ------------------------------------------------------------------ partitions

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
    return thread_block_tile<Size, Parent>(parent);
}

// Neighbours of a coalesced group by their ranks, `size` of them; the last group may have less.
inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
    const unsigned rank = parent.thread_rank() / size, first = rank * size;
    unsigned mask = 0;
    for (unsigned i = first; i < first + size && i < parent.num_threads(); ++i)
        mask |= 1u << ::cuda_emulator::lane_of_rank(parent.emulated_mask(), i);
    return {mask, rank, (parent.num_threads() + size - 1) / size};
}

inline thread_group
tiled_partition(const thread_block &, unsigned size,
                ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        __trap(where.file, where.line);
    const unsigned rank = ::cuda_emulator::rank_in_block();
    const unsigned mask = static_cast<unsigned>((1ull << size) - 1) << rank % 32 / size * size;
    return coalesced_group(mask, rank / size,
                           (::cuda_emulator::threads_of_block() + size - 1) / size);
}

inline thread_group tiled_partition(const thread_group &parent, unsigned size) {
    if (parent.kind_ == thread_group::kind::lanes)
        return tiled_partition(parent.lanes_, size);
    return tiled_partition(thread_block(), size);
}

// Those who say yes, and those who say no.
template <class Group>
coalesced_group
binary_partition(const Group &group, bool predicate,
                 ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    const unsigned mask = group.emulated_mask();
    const unsigned yes = __ballot_sync(mask, predicate, where.file, where.line) & mask;
    if (yes == 0 || yes == mask)
        return {mask, 0, 1};
    return {predicate ? yes : mask & ~yes, predicate, 2};
}

// Those who have the same label.
template <class Group, class Label>
coalesced_group
labeled_partition(const Group &group, Label label,
                  ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    if constexpr (std::is_same<Label, bool>::value) {
        return binary_partition(group, label, where);
    } else {
        static_assert(std::is_integral<Label>::value || std::is_pointer<Label>::value,
                      "labels are integers or pointers");
        using namespace ::cuda_emulator;
        const unsigned mask = group.emulated_mask();
        const unsigned mine = __match_any_sync(mask, to_bits(label), where.file, where.line) & mask;
        // Each group is counted by its first lane.
        const unsigned first = mine & (0u - mine);
        const unsigned firsts =
            __ballot_sync(mask, first == 1u << rank_in_block() % 32, where.file, where.line);
        return {mine, static_cast<unsigned>(__builtin_popcount(firsts & (first - 1))),
                static_cast<unsigned>(__builtin_popcount(firsts))};
    }
}

// ------------------------------------------------------------------ functions of groups

template <class Group>
void sync(const Group &group, ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    group.sync(where);
}
template <class Group> auto thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> auto group_size(const Group &group) {
    return group.num_threads();
}

// One thread of the group calls the function.
template <class Group, class Function, class... Arguments>
void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

template <class Group, class Call>
auto emulated_broadcast(const Group &group, Call call, ::cuda_emulator::call_place where) {
    using result_type = std::decay_t<decltype(call())>;
    static_assert(!std::is_void<result_type>::value, "a function without a result: invoke_one");
    alignas(result_type) unsigned char bytes[sizeof(result_type)] = {};
    if (group.thread_rank() == 0) {
        const result_type result = call();
        std::memcpy(bytes, &result, sizeof result);
    }
    result_type result = *reinterpret_cast<result_type *>(bytes);
    return group.shfl(result, 0, where);
}

// The same, and all get what it returns.
template <class Group, class Function>
auto invoke_one_broadcast(const Group &group, Function &&function,
                          ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return emulated_broadcast(
        group, [&] { return function(); }, where);
}
template <class Group, class Function, class A>
auto invoke_one_broadcast(const Group &group, Function &&function, A &&a,
                          ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return emulated_broadcast(
        group, [&] { return function(std::forward<A>(a)); }, where);
}
template <class Group, class Function, class A, class B>
auto invoke_one_broadcast(const Group &group, Function &&function, A &&a, B &&b,
                          ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return emulated_broadcast(
        group, [&] { return function(std::forward<A>(a), std::forward<B>(b)); }, where);
}
template <class Group, class Function, class A, class B, class C, class... More>
auto invoke_one_broadcast(const Group &group, Function &&function, A &&a, B &&b, C &&c,
                          More &&...more) {
    return emulated_broadcast(
        group,
        [&] {
            return function(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c),
                            std::forward<More>(more)...);
        },
        ::cuda_emulator::call_place());
}

} // namespace cooperative_groups

#endif
