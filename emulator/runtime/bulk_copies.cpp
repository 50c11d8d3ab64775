// bulk_copies.cpp: copies by the chip's own engine; see emulator/bulk_copies.h.
#include "engines.h"
#include "emulator/fragments.h"
#include "scheduler.h"
#include "tensor_map.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

static void go_on() {
    compiler_fence();
    block.interruptible = 1;
}

void copy_for_kernel(void *to, const void *from, std::size_t bytes, call_place where) {
    const call_place *&copies_for = this_worker->copies_for;
    copies_for = &where;
    compiler_fence();
    std::memcpy(to, from, bytes);
    compiler_fence();
    copies_for = nullptr;
}

static std::uintptr_t number_of(const void *p) {
    return reinterpret_cast<std::uintptr_t>(p);
}

// ------------------------------------------------------------------ tiles

// The byte of a tile in shared memory at which the byte `offset` of a tile that is not swizzled
// lies. In units of 16 bytes lines of 128 bytes are mixed up, by their number.
static unsigned swizzled(unsigned address, unsigned swizzle) {
    const unsigned mask = swizzle == CU_TENSOR_MAP_SWIZZLE_128B  ? 7
                          : swizzle == CU_TENSOR_MAP_SWIZZLE_64B ? 3
                          : swizzle == CU_TENSOR_MAP_SWIZZLE_32B ? 1
                                                                 : 0;
    return address ^ (address >> 7 & mask) << 4;
}

// Calls row(offset in the tile, address in memory, or null outside of the tensor, where the row
// begins in the innermost dimension) for each row of the tile.
template <class Row> static void for_rows(const tensor_map &map, const int *at, Row row) {
    int index[5] = {};
    unsigned offset = 0;
    const unsigned row_bytes = map.elements_of_box(0) * map.element_bytes;
    for (;;) {
        unsigned char *address = map.first;
        bool inside = true;
        for (int i = 1; i < map.dimensions; ++i) {
            const long long place = at[i] + static_cast<long long>(index[i]) * map.step[i];
            inside = inside && place >= 0 && place < static_cast<long long>(map.size[i]);
            if (inside)
                address += static_cast<unsigned long long>(place) * map.stride[i - 1];
        }
        row(offset, inside ? address : nullptr);
        offset += row_bytes;
        int i = 1;
        while (i < map.dimensions && ++index[i] == static_cast<int>(map.elements_of_box(i)))
            index[i++] = 0;
        if (i >= map.dimensions)
            return;
    }
}

// Which of the elements of a row lie in the tensor: [first, behind), in steps.
static void inside_of_row(const tensor_map &map, int at, int &first, int &behind) {
    const auto count = static_cast<int>(map.elements_of_box(0));
    const long long size = static_cast<long long>(map.size[0]), step = map.step[0];
    const auto index_of = [&](long long place) { // of the first element from this place on
        return std::clamp<long long>((place - at + step - 1) / step, 0, count);
    };
    first = at >= 0 ? 0 : static_cast<int>(index_of(0));
    behind = size <= at ? 0 : static_cast<int>(index_of(size));
    behind = std::max(behind, first);
}

// What the engine makes of a number on its way.
static void change(const tensor_map &map, unsigned char *element) {
    const bool rounds = map.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 ||
                        map.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    const bool flushes = map.type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ ||
                         map.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    unsigned bits;
    std::memcpy(&bits, element, sizeof bits);
    if (flushes && (bits & 0x7f800000u) == 0)
        bits &= 0x80000000u;
    if (rounds) {
        float x;
        std::memcpy(&x, &bits, sizeof x);
        bits = ptx::to_even_tf32(x); // as an H100 does
    }
    std::memcpy(element, &bits, sizeof bits);
}

static bool changes(const tensor_map &map) {
    return map.type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ &&
           map.type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

static tensor_map map_of(const bulk_copy &copy, call_place where) {
    tensor_map map;
    if (number_of(copy.memory) % 64 != 0)
        refuse(where, cudaErrorMisalignedAddress,
               "uses a tensor map at %p; its address must be a multiple of 64", copy.memory);
    copy_for_kernel(&map, copy.memory, sizeof map, where);
    if (map.mark != tensor_map::MARK)
        refuse(where, cudaErrorIllegalAddress,
               "uses a tensor map at %p that cuTensorMapEncodeTiled() has not made", copy.memory);
    if (map.dimensions != copy.dimensions)
        refuse(where, cudaErrorIllegalInstruction,
               "copies a tile of %d dimensions by a tensor map of %d", copy.dimensions,
               map.dimensions);
    // So does an H100.
    if (copy.at[0] * static_cast<long long>(map.element_bytes) % 16 != 0)
        refuse(where, cudaErrorIllegalInstruction,
               "copies a tile that begins at element %d, of %d bytes, of a row; that must be a "
               "multiple of 16 bytes",
               copy.at[0], static_cast<int>(map.element_bytes));
    const int lowest = *std::min_element(copy.at, copy.at + copy.dimensions);
    const bool puts = copy.barrier == nullptr;
    if (puts && lowest < 0)
        refuse(where, cudaErrorIllegalInstruction,
               "puts a tile at %d of a dimension; only one that is fetched may begin before 0",
               lowest);
    if (number_of(copy.shared) % 128 != 0)
        refuse(where, cudaErrorMisalignedAddress,
               "has a tile at %p; its address in shared memory must be a multiple of 128",
               copy.shared);
    return map;
}

static void check_bytes(const bulk_copy &copy, call_place where) {
    if (copy.bytes == 0 || copy.bytes % 16 != 0 || number_of(copy.shared) % 16 != 0 ||
        number_of(copy.memory) % 16 != 0)
        refuse(where, cudaErrorMisalignedAddress,
               "copies %u bytes between %p and %p in bulk; addresses and size must be multiples "
               "of 16",
               copy.bytes, copy.shared, copy.memory);
}

// ------------------------------------------------------------------ the engines of a block

void prepare_engines(worker &w) {
    if (w.engines == nullptr)
        w.engines = new block_engines(); // with which the OS thread ends
    if (w.engines->puts.size() < block.threads)
        w.engines->puts.resize(block.threads);
    w.engines_used = true;
}

block_engines &engines_here() {
    stop_watchdog();
    compiler_fence();
    prepare_engines(*this_worker);
    return *this_worker->engines;
}

static void read_tile(const tensor_map &map, const bulk_copy &copy,
                      std::vector<unsigned char> &bytes, void *place, call_place where) {
    bytes.assign(map.bytes_of_box(), 0);
    const unsigned size = map.element_bytes, step = map.step[0];
    const unsigned base = shared_address(copy.shared);
    int first, behind;
    inside_of_row(map, copy.at[0], first, behind);
    const auto count = static_cast<unsigned>(behind - first);
    for_rows(map, copy.at, [&](unsigned offset, unsigned char *row) {
        for (unsigned i = 0; i < map.elements_of_box(0); ++i) {
            unsigned char element[8];
            const bool inside =
                row != nullptr && static_cast<int>(i) >= first && static_cast<int>(i) < behind;
            if (inside) {
                const unsigned char *from =
                    row + (copy.at[0] + static_cast<long long>(i) * step) * size;
                if (step > 1 || static_cast<int>(i) == first)
                    tell_for_kernel(
                        [&] { tell_read(from, step > 1 ? size : size * count, place); });
                copy_for_kernel(element, from, size, where);
                if (changes(map))
                    change(map, element);
            } else {
                std::memset(element, map.fills_with_nan ? 0xff : 0, size);
            }
            const unsigned at = swizzled(base + offset + i * size, map.swizzle) - base;
            std::memcpy(&bytes[at], element, size);
        }
    });
}

// The worker of the block of the cluster in whose shared memory the address lies.
static worker &owner_of(const void *shared) {
    worker &w = *this_worker;
    if (!in_cluster())
        return w;
    return *w.in_gang->members[rank_of_shared(shared)];
}

// What is combined is told of when it arrives: until then what was there is there.
static void send(worker &to, delivery one) {
    if (one.combines.of == number_kind::none) {
        tell_for_kernel([&] { tell_written(one.to, one.bytes.size(), one.place); });
        notify(&observer::copy_under_way, one.to, one.bytes.size(), one.place);
    }
    block_engines &engines = *to.engines;
    const os_lock lock(engines.mutex);
    engines.fetches.push_back(std::move(one));
}

void passed_engine_fence([[maybe_unused]] bool of_barriers_only) {
    notify(&observer::engine_fence_passed, of_barriers_only);
}

void begin_fetch(const bulk_copy &copy, void *place, call_place where) {
    (void)engines_here();
    notify(&observer::engine_reports, copy.barrier, place);
    delivery one = {copy.shared, copy.barrier, {}, {threadIdx.x, threadIdx.y, threadIdx.z}, place,
                    where,       copy.combines};
    if (copy.bytes != 0) {
        check_bytes(copy, where);
        notify(&observer::engine_reads, copy.memory, copy.bytes, place);
        tell_for_kernel([&] { tell_read(copy.memory, copy.bytes, place); });
        one.bytes.resize(copy.bytes);
        copy_for_kernel(one.bytes.data(), copy.memory, copy.bytes, where);
    } else {
        read_tile(map_of(copy, where), copy, one.bytes, place, where);
    }
    const unsigned char *const base = shared_base();
    if (copy.blocks == 0)
        send(owner_of(copy.barrier), one);
    for (unsigned rank = 0; copy.blocks >> rank != 0; ++rank)
        if ((copy.blocks >> rank & 1) != 0) {
            unsigned char *const there = rank == cluster_rank()
                                             ? shared_base()
                                             : shared_base_of(rank, where.file, where.line);
            delivery copied = one;
            copied.to = there + (copy.shared - base);
            copied.barrier = there + (copy.barrier - base);
            send(in_cluster() ? *this_worker->in_gang->members[rank] : *this_worker,
                 std::move(copied));
        }
    one = {}; // here, where what is freed is not the kernel's
    go_on();
}

void begin_store(unsigned char *to, const void *value, unsigned bytes, reduction combines,
                 unsigned char *barrier, void *place, call_place where) {
    (void)engines_here();
    if (number_of(to) % bytes != 0)
        refuse(where, cudaErrorMisalignedAddress,
               "stores %u bytes at %p; the address must be a multiple of that", bytes, to);
    const auto *first = static_cast<const unsigned char *>(value);
    send(owner_of(barrier), {to,
                             barrier,
                             {first, first + bytes},
                             {threadIdx.x, threadIdx.y, threadIdx.z},
                             place,
                             where,
                             combines});
    go_on();
}

static void set_thread(uint3 thread) {
    threadIdx.x = thread.x;
    threadIdx.y = thread.y;
    threadIdx.z = thread.z;
}

[[maybe_unused]] static void run_as(uint3 thread) {
    set_thread(thread);
    notify(&observer::thread_runs);
}

bool copies_report_to(const void *barrier) {
    if (!in_kernel() || !this_worker->engines_used)
        return false;
    const undisturbed by_the_watchdog;
    block_engines &engines = *this_worker->engines;
    const os_lock lock(engines.mutex);
    for (const delivery &one : engines.fetches)
        if (one.barrier == barrier)
            return true;
    return false;
}

bool next_delivery(const void *barrier, unsigned &bytes) {
    block_engines &engines = engines_here();
    delivery one = {};
    {
        const os_lock lock(engines.mutex);
        const auto found =
            std::find_if(engines.fetches.begin(), engines.fetches.end(),
                         [=](const delivery &other) { return other.barrier == barrier; });
        if (found != engines.fetches.end()) {
            one = std::move(*found);
            engines.fetches.erase(found);
        }
    }
    if (one.to == nullptr) {
        go_on();
        return false;
    }
    bytes = static_cast<unsigned>(one.bytes.size());
    if constexpr (observed) {
        engines.thread_before = {threadIdx.x, threadIdx.y, threadIdx.z};
        run_as(one.thread);
    }
    if (one.combines.of == number_kind::none) {
        copy_for_kernel(one.to, one.bytes.data(), one.bytes.size(), one.where);
        tell_for_kernel(
            [&] { notify(&observer::copy_arrived, one.to, one.bytes.size(), one.place); });
    } else {
        reduce_for_kernel(one.combines, one.to, one.bytes.data(), one.bytes.size(), one.place,
                          one.where);
    }
    one = {};
    go_on();
    return true;
}

void end_delivery() {
    if constexpr (observed) {
        const block_engines &engines = engines_here();
        run_as(engines.thread_before);
        go_on();
    }
}

// ------------------------------------------------------------------ from shared memory

static void put_now(const put_copy &one, bool tells) {
    const bulk_copy &copy = one.copy;
    if (copy.combines.of != number_kind::none) {
        if (tells)
            tell_for_kernel([&] { tell_read(copy.shared, copy.bytes, one.place); });
        reduce_for_kernel(copy.combines, copy.memory, copy.shared, copy.bytes,
                          tells ? one.place : nullptr, one.where);
        return;
    }
    if (copy.bytes != 0) {
        if (tells)
            tell_for_kernel([&] {
                tell_read(copy.shared, copy.bytes, one.place);
                tell_written(copy.memory, copy.bytes, one.place);
            });
        copy_for_kernel(copy.memory, copy.shared, copy.bytes, one.where);
        return;
    }
    const tensor_map map = map_of(copy, one.where);
    const unsigned size = map.element_bytes, step = map.step[0];
    const unsigned base = shared_address(copy.shared);
    if (tells)
        tell_for_kernel([&] { tell_read(copy.shared, map.bytes_of_box(), one.place); });
    int first, behind;
    inside_of_row(map, copy.at[0], first, behind);
    for_rows(map, copy.at, [&](unsigned offset, unsigned char *row) {
        for (int i = first; i < behind && row != nullptr; ++i) {
            unsigned char *to = row + (copy.at[0] + static_cast<long long>(i) * step) * size;
            if (tells)
                tell_for_kernel([&] { tell_written(to, size, one.place); });
            const unsigned at =
                swizzled(base + offset + static_cast<unsigned>(i) * size, map.swizzle) - base;
            copy_for_kernel(to, copy.shared + at, size, one.where);
        }
    });
}

void begin_put(const bulk_copy &copy, void *place, call_place where) {
    thread_puts &puts = engines_here().puts[linear_index(threadIdx)];
    if (copy.bytes != 0)
        check_bytes(copy, where);
    [[maybe_unused]] const std::size_t bytes =
        copy.bytes != 0 ? copy.bytes : map_of(copy, where).bytes_of_box();
    notify(&observer::engine_reads, copy.shared, bytes, place);
    puts.waiting.push_back({copy, {threadIdx.x, threadIdx.y, threadIdx.z}, place, where});
    go_on();
}

void ptx::commit_puts(call_place) {
    thread_puts &puts = engines_here().puts[linear_index(threadIdx)];
    puts.batch_ends.push_back(static_cast<unsigned>(puts.waiting.size()));
    go_on();
}

void ptx::wait_for_puts(unsigned prior, call_place) {
    thread_puts &puts = engines_here().puts[linear_index(threadIdx)];
    if (puts.batch_ends.size() > prior) {
        const unsigned due = puts.batch_ends[puts.batch_ends.size() - prior - 1];
        for (unsigned i = 0; i < due; ++i) {
            const put_copy one = puts.waiting.front();
            puts.waiting.pop_front();
            put_now(one, true);
        }
        puts.batch_ends.erase(puts.batch_ends.begin(), puts.batch_ends.end() - prior);
        for (unsigned &end : puts.batch_ends)
            end -= due;
    }
    go_on();
}

void forget_engines() {
    worker &w = *this_worker;
    if (!w.engines_used)
        return;
    w.engines_used = w.in_gang != nullptr; // where others may reach them at any time
    block_engines &engines = *w.engines;
    {
        const os_lock lock(engines.mutex);
        engines.fetches.clear();
    }
    for (thread_puts &puts : engines.puts)
        puts = {};
    for (named_barrier &b : engines.barriers)
        b = {};
    for (product_queue &queue : engines.products)
        queue = {};
}

void engines_end() {
    if (!this_worker->engines_used)
        return;
    const uint3 before = {threadIdx.x, threadIdx.y, threadIdx.z};
    for (const thread_puts &puts : this_worker->engines->puts)
        for (const put_copy &one : puts.waiting) {
            set_thread(one.thread);
            put_now(one, false);
        }
    set_thread(before);
    forget_engines();
}

} // namespace cuda_emulator
