// memory.cpp: allocation, and the registry of ranges (see memory.h).
//
// Device memory is ordinary memory of the process. Blocks get pages of their own, with an
// inaccessible page before and behind and their end against the latter, so that running over it
// faults. Ends are aligned: what is left between them and a guard is a red zone (see red_zones.h).
// A process can have only so many mappings, so where there are thousands of small blocks, further
// ones come from posix_memalign, with red zones that are as wide as the alignment. All do under
// AddressSanitizer, which watches the exact ends itself.

#include "api_state.h"
#include "device.h"
#include "machine/address_space.h"
#include "machine/guards.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "graph.h"
#include "memory.h"
#include "names.h"
#include "observer.h"
#include "stream.h"
#include "textures.h"
#include "red_zones.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <iterator>
#include <map>
#include <vector>

// There if the program is built with AddressSanitizer, whether or not this library is.
extern "C" void __asan_init() __attribute__((weak));

// Where the linker has put the __managed__ variables (see host_defines.h), if there are any.
extern "C" char __start_cuda_managed[] __attribute__((weak, visibility("hidden")));
extern "C" char __stop_cuda_managed[] __attribute__((weak, visibility("hidden")));

namespace cuda_emulator {

namespace {

constexpr size_t alignment = 512; // of textures on it too
constexpr size_t pitch_alignment = 512;
// Each has mappings of its own, of which there are some 65000, and fibers need most of them.
constexpr size_t most_small_with_pages = 4096;
constexpr size_t small_below = 64 * 1024;
// When a kernel ends, so many allocations are looked at, and so many bytes on each side.
constexpr int looked_at_a_time = 32;
constexpr size_t nearest_bytes = 512;
// Addresses so far from an allocation are said to be beside it.
constexpr uintptr_t beside = 1 << 20;
// So much of each new allocation is filled, so that reading what nothing wrote shows: as float a
// NaN, as int -1. More would make large allocations slow; the rest is 0.
constexpr size_t filled_bytes = 16 << 20;
constexpr int fill_byte = 0xFF;

struct range {
    size_t size;
    memory_kind kind;
    int device;
    unsigned flags;
    const char *call; // that made it
    unsigned long call_number;
    const void *caller; // where that was, in the code
    bool guarded;       // see allocate_guarded
    bool reserved;      // its address stays taken when it is freed
    size_t front, back; // bytes of the red zones
};

struct memory_registry {
    os_mutex mutex;
    std::map<uintptr_t, range> ranges;     // by first byte; they do not overlap
    std::map<uintptr_t, range> reserved;   // those of reserve_memory that are not allocated now
    size_t device_used[most_devices] = {}; // bytes of device and managed memory
    size_t pinned_used = 0; // bytes of pinned and graphics memory, which is the host's
    size_t small_with_pages = 0;
    size_t for_host = 0;     // allocations that the host may use
    uintptr_t look_from = 0; // where the next look begins
};

// Never destroyed: destructors of the program may still free memory, and the leak report comes
// after them.
memory_registry &all_memory() {
    static memory_registry &r = *new memory_registry;
    return r;
}

uintptr_t address(const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

size_t round_up(size_t size, size_t unit) {
    return (size + unit - 1) / unit * unit;
}

bool counts_as_device(memory_kind kind) {
    return kind == memory_kind::device || kind == memory_kind::managed ||
           kind == memory_kind::array;
}

// The range that holds the byte at `at`, or end(). Needs the mutex.
std::map<uintptr_t, range>::iterator find_range(memory_registry &r, uintptr_t at) {
    auto next = r.ranges.upper_bound(at);
    if (next == r.ranges.begin())
        return r.ranges.end();
    --next;
    return at - next->first < next->second.size ? next : r.ranges.end();
}

bool overlaps_range(memory_registry &r, uintptr_t first, size_t size) {
    if (find_range(r, first) != r.ranges.end())
        return true;
    const auto next = r.ranges.upper_bound(first);
    return next != r.ranges.end() && next->first - first < size;
}

guarded red_zones_of(uintptr_t first, const range &block) {
    return {reinterpret_cast<char *>(first), block.size, block.front, block.back};
}

// Gets `size` bytes, at least one, aligned. Returns null if there is no memory. pages: whether it
// may have mappings of its own.
void *obtain(size_t size, bool pages, range &block) {
    if (memory_source *other = other_memory())
        return other->obtain(size);
    void *pointer = nullptr;
    if (__asan_init != nullptr)
        return posix_memalign(&pointer, alignment, size) == 0 ? pointer : nullptr;
    const size_t rounded = round_up(size, alignment);
    if (pages && (pointer = allocate_guarded(rounded)) != nullptr) {
        block.guarded = true;
        block.front = bytes_in_front(pointer);
        block.back = rounded - size;
    } else if (posix_memalign(&pointer, alignment, rounded + 2 * alignment) == 0) {
        pointer = static_cast<char *>(pointer) + alignment;
        block.front = alignment;
        block.back = rounded + alignment - size;
    } else {
        return nullptr;
    }
    fill_red_zones(red_zones_of(address(pointer), block));
    return pointer;
}

void give_back(void *pointer, const range &block) {
    if (memory_source *other = other_memory())
        other->give_back(pointer, block.size);
    else if (block.guarded)
        free_guarded(pointer, round_up(block.size, alignment));
    else
        std::free(static_cast<char *>(pointer) - block.front);
}

const char *name_of(memory_kind kind) {
    switch (kind) {
    case memory_kind::pinned:
        return "pinned";
    case memory_kind::managed:
        return "managed";
    case memory_kind::array:
        return "array";
    case memory_kind::graphics:
        return "graphics";
    default:
        return "device";
    }
}

// "400 bytes of device memory (cudaMalloc call 1, mine.cu:12)".
std::string describe(const range &block) {
    const std::string place = block.caller == nullptr ? "" : source_place_of_call(block.caller);
    return counted(block.size, "byte") + " of " + name_of(block.kind) + " memory (" + block.call +
           " call " + std::to_string(block.call_number) + (place.empty() ? "" : ", " + place) + ")";
}

// Whether all is well on both sides of an allocation, as far as these bytes; reports it if not.
// Needs the mutex.
bool look_at(const char *who, const char *name, uintptr_t first, const range &block, size_t bytes) {
    const guarded red_zones = red_zones_of(first, block);
    if (are_intact(red_zones, bytes))
        return true;
    report_overrun(std::string(who) + name, take_overrun(red_zones), describe(block));
    return false;
}

// What a range counts among. Needs the mutex.
size_t &bytes_used(memory_registry &r, const range &block) {
    return counts_as_device(block.kind) ? r.device_used[block.device] : r.pinned_used;
}

// Gives back what a range of the runtime's own allocations holds. Needs the mutex; the caller
// removes the range.
void release(memory_registry &r, uintptr_t first, const range &block) {
    bytes_used(r, block) -= block.size;
    r.for_host -= host_can_reach(block.kind);
    notify(&observer::freed, reinterpret_cast<void *>(first), block.size);
    if (block.kind == memory_kind::managed)
        forget_advice(reinterpret_cast<void *>(first), block.size);
    look_at("the program", "", first, block, SIZE_MAX);
    if (block.reserved) {
        r.reserved[first] = block;
        if (block.guarded)
            clear_reserved(reinterpret_cast<void *>(first - block.front),
                           block.front + block.size + block.back);
        return;
    }
    r.small_with_pages -= block.guarded && block.size < small_below;
    give_back(reinterpret_cast<void *>(first), block);
}

bool is_allocation(const range &block) {
    return counts_as_device(block.kind) || block.kind == memory_kind::pinned ||
           block.kind == memory_kind::graphics;
}

void fill_fresh(void *memory, size_t size) {
    std::memset(memory, fill_byte, std::min(size, filled_bytes));
}

// What an allocation is that the API call makes which the thread is in.
range new_range(size_t size, memory_kind kind, unsigned flags, const void *caller, int owner) {
    range block{};
    block.size = size;
    block.kind = kind;
    block.device = owner;
    block.flags = flags;
    block.call = current_call_name();
    block.call_number = current_call_number();
    block.caller = caller;
    return block;
}

// Whether there is so much memory left, which is then used. Needs the mutex.
bool book(memory_registry &r, const range &block) {
    size_t &used = bytes_used(r, block);
    const size_t total = counts_as_device(block.kind) ? device_memory_total() : memory_at_start();
    if (used > total || block.size > total - used)
        return false;
    used += block.size;
    return true;
}

// Allocates for the API call that the thread is in. Size 0 succeeds with null.
cudaError_t allocate(void **pointer, size_t size, memory_kind kind, unsigned flags,
                     const void *caller, int owner = current_device()) {
    if (pointer == nullptr)
        return cudaErrorInvalidValue;
    *pointer = nullptr;
    note_result(pointer);
    if (size == 0)
        return cudaSuccess;
    memory_registry &r = all_memory();
    range block = new_range(size, kind, flags, caller, owner);

    // The memory is booked first, so that allocations of several threads do not exceed the total
    // together, and obtained without the mutex, because filling it takes time.
    const bool device = counts_as_device(kind);
    bool pages = size >= small_below;
    {
        const os_lock lock(r.mutex);
        if (!book(r, block))
            return cudaErrorMemoryAllocation;
        pages = pages || r.small_with_pages < most_small_with_pages;
    }
    void *memory = obtain(size, pages, block);
    if (memory != nullptr)
        notify(&observer::allocated, memory, size, kind);
    if (memory != nullptr && device)
        fill_fresh(memory, size);
    const os_lock lock(r.mutex);
    if (memory == nullptr) {
        bytes_used(r, block) -= size;
        return cudaErrorMemoryAllocation;
    }
    r.small_with_pages += block.guarded && size < small_below;
    r.for_host += host_can_reach(kind);
    r.ranges[address(memory)] = block;
    *pointer = memory;
    return cudaSuccess;
}

// Frees an allocation by its first byte. Null is allowed.
template <class Fits> cudaError_t free_allocation(void *pointer, Fits fits) {
    if (pointer == nullptr)
        return cudaSuccess;
    const bool by_its_graph = is_freed_by_its_graph(pointer);
    memory_registry &r = all_memory();
    os_lock lock(r.mutex);
    const auto found = r.ranges.find(address(pointer));
    if (found == r.ranges.end() || !is_allocation(found->second) || !fits(found->second.kind) ||
        by_its_graph) {
        lock.unlock(); // observers look the pointer up
        notify(&observer::wrong_free, pointer);
        return cudaErrorInvalidValue;
    }
    memory_is_gone(pointer, found->second.size);
    release(r, found->first, found->second);
    r.ranges.erase(found);
    return cudaSuccess;
}

// cudaFree and cudaFreeHost wait for all that runs on the device, but not for memory of a pool.
void wait_before_free([[maybe_unused]] void *pointer) {
    if (observed && !in_kernel() && !is_of_pool(pointer)) {
        const int device = find_memory(pointer).device;
        const device_scope its_own(device_exists(device) ? device : current_device());
        if (pointer != nullptr)
            notify(&observer::host_waits_for_all);
    }
}

template <class Body>
cudaError_t free_call(const char *name, const void *pointer, call_kind kind, Body body) {
    bool refused = true;
    const cudaError_t e = api_call(name, cudaErrorInvalidValue, kind, [&] {
        refused = false;
        return body();
    });
    if (refused)
        notify(&observer::free_refused, pointer);
    return e;
}

// What cudaFree takes.
bool is_device(memory_kind kind) {
    return kind == memory_kind::device || kind == memory_kind::managed;
}

// Memory that is allocated or freed in the order of a stream must not be used by others meanwhile.
void note_in_stream([[maybe_unused]] const void *pointer, [[maybe_unused]] size_t size,
                    [[maybe_unused]] cudaStream_t stream) {
    if constexpr (observed) {
        const copy_side all_of_it = {memory_kind::device, {{address(pointer), size, 1, size}}};
        notify(&observer::copy_issued, copy_info{all_of_it, {}, stream, true});
    }
}

bool is_array(memory_kind kind) {
    return kind == memory_kind::array;
}

bool is_pinned(memory_kind kind) {
    return kind == memory_kind::pinned;
}

bool is_graphics(memory_kind kind) {
    return kind == memory_kind::graphics;
}

// The size of `rows` rows of `pitch` bytes. False if it is too large to be one.
bool multiply(size_t pitch, size_t rows, size_t &size) {
    return !__builtin_mul_overflow(pitch, rows, &size);
}

cudaError_t allocate_pitched(void **pointer, size_t *pitch, size_t width, size_t rows,
                             const void *caller) {
    if (pointer == nullptr || pitch == nullptr)
        return cudaErrorInvalidValue;
    size_t size = 0;
    if (width > std::numeric_limits<size_t>::max() - pitch_alignment ||
        !multiply(round_up(width, pitch_alignment), rows, size))
        return cudaErrorMemoryAllocation;
    const cudaError_t e = allocate(pointer, size, memory_kind::device, 0, caller);
    if (e == cudaSuccess)
        *pitch = size != 0 ? round_up(width, pitch_alignment) : 0;
    return e;
}

} // namespace

bool has_registered_memory() {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    return std::any_of(r.ranges.begin(), r.ranges.end(), [](const auto &range) {
        return range.second.kind == memory_kind::registered;
    });
}

memory_place find_memory(const void *pointer) {
    if (is_managed_variable(pointer)) {
        return {memory_kind::managed, address(__stop_cuda_managed) - address(pointer),
                __start_cuda_managed, address(__stop_cuda_managed) - address(__start_cuda_managed),
                cudaMemAttachGlobal,  0};
    }
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    const auto found = find_range(r, address(pointer));
    if (found == r.ranges.end())
        return {memory_kind::plain, 0, nullptr, 0, 0, cudaInvalidDeviceId};
    const range &block = found->second;
    return {block.kind,
            block.size - (address(pointer) - found->first),
            reinterpret_cast<void *>(found->first),
            block.size,
            block.flags,
            block.kind == memory_kind::symbol ? current_device() : block.device};
}

bool device_can_reach(memory_kind kind) {
    return kind != memory_kind::plain;
}

bool host_can_reach(memory_kind kind) {
    return kind != memory_kind::device && kind != memory_kind::symbol &&
           kind != memory_kind::graphics && kind != memory_kind::array;
}

bool device_can_use(const memory_place &place, int device) {
    return place.kind == memory_kind::plain || host_can_reach(place.kind) ||
           peer_access_is_enabled(device, place.device) || pool_lets_use(place.base, device);
}

bool is_managed_variable(const void *pointer) {
    return address(pointer) >= address(__start_cuda_managed) &&
           address(pointer) < address(__stop_cuda_managed);
}

cudaError_t register_symbol(const void *symbol, size_t size) {
    if (is_managed_variable(symbol))
        return cudaSuccess;
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    const uintptr_t first = address(symbol);
    const auto found = find_range(r, first);
    if (found != r.ranges.end()) {
        if (found->second.kind != memory_kind::symbol || found->first != first)
            return cudaErrorInvalidSymbol;
        if (size <= found->second.size)
            return cudaSuccess;
    }
    // An element may have been registered before the array it belongs to.
    auto next = r.ranges.lower_bound(first);
    while (next != r.ranges.end() && next->first - first < size)
        next = r.ranges.erase(next);
    range block{};
    block.size = size;
    block.kind = memory_kind::symbol;
    r.ranges[first] = block;
    return cudaSuccess;
}

cudaError_t allocate_graphics_memory(void **pointer, size_t size, const void *contents) {
    const cudaError_t e = allocate(pointer, size, memory_kind::graphics, 0, nullptr);
    if (e == cudaSuccess) {
        if (contents != nullptr)
            std::memcpy(*pointer, contents, size);
        else
            fill_fresh(*pointer, size);
    }
    return e;
}

void free_graphics_memory(void *pointer) {
    free_allocation(pointer, is_graphics);
}

cudaError_t allocate_array_memory(void **pointer, size_t size, const void *caller) {
    return allocate(pointer, size, memory_kind::array, 0, caller);
}

void free_array_memory(void *pointer) {
    free_allocation(pointer, is_array);
}

cudaError_t reserve_memory(void **pointer, size_t size, int device, const void *caller) {
    memory_registry &r = all_memory();
    range block = new_range(size, memory_kind::device, 0, caller, device);
    block.reserved = true;
    *pointer = obtain(size, true, block);
    if (*pointer == nullptr)
        return cudaErrorMemoryAllocation;
    const os_lock lock(r.mutex);
    r.small_with_pages += block.guarded && size < small_below;
    r.reserved[address(*pointer)] = block;
    return cudaSuccess;
}

cudaError_t allocate_reserved(void *pointer, cudaStream_t stream) {
    memory_registry &r = all_memory();
    range block{};
    {
        const os_lock lock(r.mutex);
        const auto found = r.reserved.find(address(pointer));
        if (found == r.reserved.end())
            return cudaErrorInvalidValue;
        block = found->second;
        if (!book(r, block))
            return cudaErrorMemoryAllocation;
        r.reserved.erase(found);
        r.ranges[address(pointer)] = block;
    }
    fill_red_zones(red_zones_of(address(pointer), block));
    notify(&observer::allocated, pointer, block.size, block.kind);
    fill_fresh(pointer, block.size);
    note_in_stream(pointer, block.size, stream);
    return cudaSuccess;
}

cudaError_t free_reserved(void *pointer, cudaStream_t stream) {
    memory_registry &r = all_memory();
    const memory_place place = find_memory(pointer);
    if (place.base != pointer)
        return cudaErrorInvalidValue;
    note_in_stream(pointer, place.size, stream);
    const os_lock lock(r.mutex);
    const auto found = r.ranges.find(address(pointer));
    if (found == r.ranges.end() || !found->second.reserved)
        return cudaErrorInvalidValue;
    memory_is_gone(pointer, found->second.size);
    release(r, found->first, found->second);
    r.ranges.erase(found);
    return cudaSuccess;
}

void give_reserved_back(void *pointer) {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    const auto allocated = r.ranges.find(address(pointer));
    if (allocated != r.ranges.end())
        allocated->second.reserved = false; // until it is freed
    const auto found = r.reserved.find(address(pointer));
    if (found == r.reserved.end())
        return;
    const range block = found->second;
    r.small_with_pages -= block.guarded && block.size < small_below;
    r.reserved.erase(found);
    give_back(pointer, block);
}

void release_all_memory() {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    for (auto entry = r.ranges.begin(); entry != r.ranges.end();) {
        const range &block = entry->second;
        // A variable's address is the same on all devices, of which others may go on to use it.
        const bool stays = block.kind == memory_kind::symbol ? device_count() > 1
                                                             : block.device != current_device();
        if (!stays && is_allocation(block))
            release(r, entry->first, block);
        entry = stays ? std::next(entry) : r.ranges.erase(entry);
    }
}

bool look_at_memory(const char *kernel) {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    bool any_wrong = null_was_written();
    if (any_wrong) {
        std::fflush(stdout);
        std::fprintf(stderr,
                     "CUDA emulator: error: kernel %s wrote to an address near 0, as by a null "
                     "pointer\n    %s names the line\n",
                     kernel, check_command().c_str());
    }
    auto here = r.ranges.lower_bound(r.look_from);
    const size_t count = std::min<size_t>(r.ranges.size(), looked_at_a_time);
    for (size_t i = 0; i < count; ++i, ++here) {
        if (here == r.ranges.end())
            here = r.ranges.begin();
        any_wrong |= !look_at("kernel ", kernel, here->first, here->second, nearest_bytes);
    }
    r.look_from = here == r.ranges.end() ? 0 : here->first;
    return any_wrong;
}

void look_at_null_of_host() {
    if (null_was_written())
        report_wrong("host code wrote to an address near 0, as by a null pointer\n    " +
                     check_command() + " names the line\n");
}

void look_at_all_memory() {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    for (const auto &entry : r.ranges)
        look_at("the program", "", entry.first, entry.second, SIZE_MAX);
}

void look_at_memory_of_host() {
    look_at_null_of_host(); // or the kernel that comes now would have done it
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    if (r.for_host == 0 || r.for_host > looked_at_a_time)
        return;
    for (const auto &entry : r.ranges)
        if (host_can_reach(entry.second.kind))
            look_at("host code", "", entry.first, entry.second, nearest_bytes);
}

std::string place_beside_memory(const void *pointer) {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    const uintptr_t at = address(pointer);
    auto next = r.ranges.upper_bound(at);
    uintptr_t in_front = beside, behind = beside;
    if (next != r.ranges.end() && is_allocation(next->second))
        in_front = next->first - at;
    auto previous = next;
    if (next != r.ranges.begin() && is_allocation((--previous)->second) &&
        at - previous->first >= previous->second.size)
        behind = at - previous->first - previous->second.size;
    if (std::min(in_front, behind) >= beside)
        return "";
    const auto distance = [](uintptr_t bytes) {
        return bytes == 0 ? std::string("right") : counted(bytes, "byte");
    };
    return behind < in_front ? distance(behind) + " behind " + describe(previous->second)
                             : distance(in_front) + " in front of " + describe(next->second);
}

size_t report_memory_leaks() {
    memory_registry &r = all_memory();
    const os_lock lock(r.mutex);
    std::vector<std::pair<uintptr_t, range>> leaks;
    for (const auto &entry : r.ranges)
        if (is_allocation(entry.second) && !is_graphics(entry.second.kind))
            leaks.push_back(entry);
    // In the order in which the program made them.
    std::sort(leaks.begin(), leaks.end(), [](const auto &a, const auto &b) {
        return a.second.call_number < b.second.call_number;
    });
    for (const auto &entry : leaks) {
        const range &block = entry.second;
        std::fprintf(stderr, "CUDA emulator: leak: %s of %s memory at %p, %s call %lu\n",
                     counted(block.size, "byte").c_str(), name_of(block.kind),
                     reinterpret_cast<void *>(entry.first), block.call, block.call_number);
    }
    return leaks.size();
}

cudaError_t allocate_in_stream(const char *call, void **pointer, size_t size, cudaStream_t stream,
                               const void *caller) {
    return api_call(call, cudaErrorMemoryAllocation, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        if (is_captured(stream))
            return capture_allocation(stream, pointer, size, caller);
        if (const cudaError_t e = refuse_if_captured(stream); e != cudaSuccess)
            return e;
        const int device = device_of(stream);
        const cudaError_t e = allocate(pointer, size, memory_kind::device, 0, caller, device);
        if (e == cudaSuccess && size != 0) {
            note_in_stream(*pointer, size, stream);
            note_pool_allocation(device, *pointer, size);
        }
        return e;
    });
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaMalloc(void **pointer, size_t size) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMalloc", cudaErrorMemoryAllocation,
                    [&] { return allocate(pointer, size, memory_kind::device, 0, caller); });
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMallocPitch", cudaErrorMemoryAllocation,
                    [&] { return allocate_pitched(pointer, pitch, width, height, caller); });
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMalloc3D", cudaErrorMemoryAllocation, [&] {
        size_t rows = 0;
        if (pitched == nullptr)
            return cudaErrorInvalidValue;
        if (!multiply(extent.height, extent.depth, rows))
            return cudaErrorMemoryAllocation;
        const cudaError_t e =
            allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width, rows, caller);
        if (e == cudaSuccess) {
            pitched->xsize = extent.width;
            pitched->ysize = extent.height;
        }
        return e;
    });
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMallocManaged", cudaErrorMemoryAllocation, [&] {
        if (size != 0 && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
            return cudaErrorInvalidValue;
        return allocate(pointer, size, memory_kind::managed, flags, caller);
    });
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    return allocate_in_stream("cudaMallocAsync", pointer, size, stream,
                              CUDA_EMULATOR_RETURN_ADDRESS);
}

cudaError_t cudaFree(void *pointer) {
    return free_call("cudaFree", pointer, call_kind::waits, [&] {
        wait_before_free(pointer);
        return free_allocation(pointer, is_device);
    });
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    return free_call("cudaFreeAsync", pointer, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        if (is_captured(stream))
            return capture_free(stream, pointer);
        if (const cudaError_t e = refuse_if_captured(stream); e != cudaSuccess)
            return e;
        const memory_place place = find_memory(pointer);
        if (place.base == pointer && is_device(place.kind))
            note_in_stream(pointer, place.size, stream);
        return free_allocation(pointer, is_device);
    });
}

cudaError_t cudaMallocHost(void **pointer, size_t size) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaMallocHost", cudaErrorMemoryAllocation, [&] {
        return allocate(pointer, size, memory_kind::pinned, cudaHostAllocDefault, caller);
    });
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return api_call("cudaHostAlloc", cudaErrorMemoryAllocation, [&] {
        const unsigned known =
            cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
        if ((flags & ~known) != 0)
            return cudaErrorInvalidValue;
        return allocate(pointer, size, memory_kind::pinned, flags, caller);
    });
}

cudaError_t cudaFreeHost(void *pointer) {
    return free_call("cudaFreeHost", pointer, call_kind::waits, [&] {
        wait_before_free(pointer);
        return free_allocation(pointer, is_pinned);
    });
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags) {
    return api_call("cudaHostRegister", cudaErrorMemoryAllocation, [&] {
        const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                               cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
        if (pointer == nullptr || size == 0 || (flags & ~known) != 0 ||
            size > std::numeric_limits<uintptr_t>::max() - address(pointer))
            return cudaErrorInvalidValue;
        memory_registry &r = all_memory();
        const os_lock lock(r.mutex);
        const auto found = find_range(r, address(pointer));
        if (is_managed_variable(pointer) ||
            (found != r.ranges.end() && found->second.kind != memory_kind::registered))
            return cudaErrorInvalidValue;
        if (overlaps_range(r, address(pointer), size))
            return cudaErrorHostMemoryAlreadyRegistered;
        range block{};
        block.size = size;
        block.kind = memory_kind::registered;
        block.device = current_device();
        block.flags = flags;
        block.call = current_call_name();
        block.call_number = current_call_number();
        r.ranges[address(pointer)] = block;
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void *pointer) {
    return api_call("cudaHostUnregister", cudaErrorHostMemoryNotRegistered, [&] {
        if (pointer == nullptr)
            return cudaErrorInvalidValue;
        memory_registry &r = all_memory();
        const os_lock lock(r.mutex);
        const auto found = find_range(r, address(pointer));
        if (found == r.ranges.end())
            return cudaErrorHostMemoryNotRegistered;
        if (found->second.kind != memory_kind::registered || found->first != address(pointer))
            return cudaErrorInvalidValue;
        memory_is_gone(pointer, found->second.size);
        r.ranges.erase(found);
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags) {
    return api_call("cudaHostGetDevicePointer", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (device == nullptr)
            return cudaErrorInvalidValue;
        *device = nullptr;
        const memory_kind kind = find_memory(host).kind;
        if (flags != 0 || (kind != memory_kind::pinned && kind != memory_kind::registered))
            return cudaErrorInvalidValue;
        *device = host;
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host) {
    return api_call("cudaHostGetFlags", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        const memory_place place = find_memory(host);
        if (flags == nullptr ||
            (place.kind != memory_kind::pinned && place.kind != memory_kind::registered))
            return cudaErrorInvalidValue;
        // All pinned memory is mapped into the one address space.
        *flags = place.flags | cudaHostAllocMapped;
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    return api_call("cudaMemGetInfo", cudaErrorInitializationError, [&] {
        memory_registry &r = all_memory();
        const os_lock lock(r.mutex);
        const size_t all_bytes = device_memory_total();
        // Either may be null.
        if (free != nullptr)
            *free = all_bytes - std::min(all_bytes, r.device_used[current_device()]);
        if (total != nullptr)
            *total = all_bytes;
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    return api_call("cudaPointerGetAttributes", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (attributes == nullptr)
            return cudaErrorInvalidValue;
        *attributes = cudaPointerAttributes{};
        void *const here = const_cast<void *>(pointer);
        const memory_place place = find_memory(pointer);
        const memory_kind kind = place.kind;
        const bool reached =
            device_can_reach(kind) &&
            (host_can_reach(kind) || peer_access_is_enabled(current_device(), place.device));
        attributes->device = place.device;
        attributes->devicePointer = reached ? here : nullptr;
        attributes->hostPointer = host_can_reach(kind) ? here : nullptr;
        switch (kind) {
        case memory_kind::plain:
            attributes->type = cudaMemoryTypeUnregistered;
            break;
        case memory_kind::device:
        case memory_kind::symbol:
        case memory_kind::graphics:
        case memory_kind::array:
            attributes->type = cudaMemoryTypeDevice;
            break;
        case memory_kind::pinned:
        case memory_kind::registered:
            attributes->type = cudaMemoryTypeHost;
            break;
        case memory_kind::managed:
            attributes->type = cudaMemoryTypeManaged;
            break;
        }
        return cudaSuccess;
    });
}

} // extern "C"
