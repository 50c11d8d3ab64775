// strays.cpp: the mistakes that an access is by itself (see strays.h), and what the host may touch.
#include "strays.h"

#include "allocations.h"
#include "checker.h"
#include "memory_state.h"
#include "order.h"

#include "machine/address_space.h"
#include "machine/faults.h"
#include "machine/guards.h"
#include "machine/program.h"

#include <string>

namespace cuda_emulator {
namespace checker {

namespace {

// Whether something has written a part of these bytes, and they may be a struct that is copied,
// padding and all, which is no mistake. In a struct of 2 bytes there is none; in one of 4 only the
// second one can be padding, or the last.
bool may_be_struct(uintptr_t first, size_t bytes, const word_state *states) {
    if (bytes == 2 || (in_region(first) && is_cut(first, bytes)))
        return false;
    if (bytes == 4 && (first & 3) == 0)
        return states->written() == 0xD || states->written() == 0x7;
    for (uintptr_t at = first; at < first + bytes; ++at)
        if ((states[(at >> 2) - (first >> 2)].written() & byte_of(at)) != 0)
            return true;
    return false;
}

// Whether what is read is only on its way there: then that is the mistake.
bool find_under_way(finding &f) {
    f.has_second = is_under_way(f.address, f.second);
    if (f.has_second)
        f.kind = mistake::under_way;
    return f.has_second;
}

} // namespace

void bad_state(uintptr_t whole, uintptr_t address, word_state &state, unsigned bits, unsigned how,
               void *code, unsigned bytes, bool of_image) {
    if (of_image && ((state.written() | state.allocated()) & bits) == 0)
        return; // a variable of the host's, or one that nothing has said to be the device's
    const undisturbed quiet;
    const bool outside = (~state.allocated() & bits) != 0;
    if (!outside && ((how & READS) == 0 || (how & UNUSED) != 0 ||
                     may_be_struct(whole, bytes, &state - ((address >> 2) - (whole >> 2))))) {
        state.set_written(bits);
        return;
    }
    finding f(!outside                                              ? mistake::unwritten
              : in_shared(address) && is_closed(window_of(address)) ? mistake::block_left
              : !in_shared(address) && is_freed(address)            ? mistake::use_after_free
                                                                    : mistake::out_of_bounds);
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    const bool early = !outside && find_under_way(f);
    if (!outside)
        state.set_written(bits);
    describe(address, f);
    const size_t number = add(std::move(f));
    if (!outside && !early)
        read_unwritten(address, number);
}

static void others_local(uintptr_t address, unsigned how, void *code, unsigned bytes) {
    const undisturbed quiet;
    finding f(mistake::out_of_bounds);
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    f.missing = "__shared__ or global memory: each thread can reach its own local variables only";
    describe(address, f);
    if (!f.about.empty())
        add(std::move(f));
}

void touch_local(uintptr_t address, unsigned how, void *code, unsigned bytes) {
    for (uintptr_t at = address; at < address + bytes; ++at) {
        word_state &state = *local_state(at);
        const unsigned byte = byte_of(at);
        const bool written = (state.written() & byte) != 0;
        const bool known = (state.allocated() & byte) != 0;
        if (written == known)
            continue; // well, or none of those variables
        if (known && (how & READS) == 0) {
            state.set_written(byte);
            continue;
        }
        if (known && may_be_struct(address, bytes, local_state(address)))
            continue;
        const undisturbed quiet;
        finding f(known ? mistake::unwritten : mistake::out_of_bounds);
        f.address = at;
        f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
        if (known)
            find_under_way(f);
        describe(at, f);
        add(std::move(f));
        for (; known && at < address + bytes; ++at)
            local_state(at)->set_written(local_state(at)->allocated() & byte_of(at));
        return;
    }
}

namespace {

// The last access to memory that is not there.
struct access_to_nothing {
    void *code;
    uintptr_t address;
    size_t bytes;
};
thread_local access_to_nothing about_to_fault;

void about_to_fault_at(uintptr_t address, size_t bytes, void *code) {
    about_to_fault = {who_copies(code), address, bytes};
    fault_at(reinterpret_cast<void *>(address));
}

} // namespace

uintptr_t before_block, bytes_of_thread;
__attribute__((constructor(102))) static void find_own_variables() {
    const address_range own = variables_of_thread(&block);
    before_block = reinterpret_cast<uintptr_t>(&block) - own.begin;
    bytes_of_thread = own.end - own.begin;
}

namespace {

bool is_there(uintptr_t address) {
    const undisturbed quiet;
    return is_mapped(reinterpret_cast<void *>(address));
}

// Whether it is the host's, and cudaHostRegister lends it to kernels.
bool is_lent(uintptr_t address) {
    const undisturbed quiet;
    return find_memory(reinterpret_cast<void *>(address)).kind == memory_kind::registered;
}

} // namespace

void elsewhere(uintptr_t address, unsigned how, void *code, unsigned bytes) {
    if (!local_state(address)->is_unknown()) {
        others_local(address, how, code, bytes);
        return;
    }
    if (is_of_thread(address))
        return;
    if (address >= 65536 && is_lent(address))
        return;
    if (address < 65536 || !is_there(address)) {
        about_to_fault_at(address, bytes, code);
        return; // it faults in a moment
    }
    const undisturbed quiet;
    if (is_loaded(reinterpret_cast<void *>(address)))
        return; // a library's variable, stdout for one
    if (on_stack_of_fiber(reinterpret_cast<void *>(address)))
        return;
    finding f(mistake::host_memory);
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    add(std::move(f));
}

void unknown_variable(uintptr_t address, unsigned how, void *code, unsigned bytes) {
    // Looking it up takes long, and the emulator has variables of its own that each fetch of a
    // texture reads.
    static uintptr_t harmless[4096];
    uintptr_t &last = harmless[address % 4096];
    if (last == address)
        return;
    const undisturbed quiet;
    finding f(mistake::host_memory);
    if (!find_host_variable(address, f.about)) {
        last = address;
        return;
    }
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    f.missing = "__device__ before the variable, or memory of cudaMalloc, and a copy";
    add(std::move(f));
}

void constant_store(uintptr_t address, unsigned how, void *code, unsigned bytes) {
    const undisturbed quiet;
    finding f(mistake::constant_store);
    f.address = address;
    f.first = this_access(code, true, (how & ATOMIC) != 0, bytes);
    describe(address, f);
    add(std::move(f));
}

// The compilers test the alignment of what is dereferenced, which arguments of atomics are not.
void misaligned_atomic(uintptr_t address, size_t bytes, void *code) {
    const undisturbed quiet;
    finding f(mistake::misaligned);
    f.address = address;
    f.first = this_access(code, true, true, static_cast<unsigned>(bytes));
    f.detail = "an address that is no multiple of " + std::to_string(bytes) +
               ", as an atomic operation on " + std::to_string(bytes) + " bytes needs";
    describe(address, f);
    add(std::move(f));
}

CUDA_EMULATOR_THREAD host_page host_pages[64];

void by_host_in_region(uintptr_t address, unsigned how, void *code, size_t bytes) {
    const uint32_t changes = allocations_changed;
    if (in_kernel() || in_api_call())
        return;
    if (in_shared(address))
        return;
    const memory_place place = find_memory(reinterpret_cast<void *>(address));
    if (place.kind != memory_kind::plain && host_can_reach(place.kind)) {
        const auto base = reinterpret_cast<uintptr_t>(place.base);
        const uintptr_t first = address / PAGE * PAGE;
        host_page &page = host_pages[address / PAGE % 64];
        const bool is_known = page.first == first && page.as_of == changes;
        if (!is_known && first >= base && first + PAGE <= base + place.size)
            page = {first, changes, 0, 0};
        if (now.host_floor == 0)
            return;
        host_meets(address, bytes, (how & WRITES) != 0, (how & ATOMIC) != 0, code);
        if (is_known && page.busy_after != now.issued && !several_hosts())
            (is_quiet(first) ? page.quiet_after : page.busy_after) = now.issued;
        return;
    }
    finding f(place.kind != memory_kind::plain ? mistake::device_memory
              : is_freed(address)              ? mistake::use_after_free
                                               : mistake::out_of_bounds);
    f.address = address;
    f.first =
        this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, static_cast<unsigned>(bytes));
    if (f.kind == mistake::use_after_free)
        f.missing = "the free belongs after the last use";
    describe(address, f);
    add(std::move(f));
}

void by_host_elsewhere(uintptr_t address, unsigned how, void *code, size_t bytes) {
    if (in_kernel() || in_api_call())
        return;
    host_meets(address, bytes, (how & WRITES) != 0, (how & ATOMIC) != 0, code);
}

void by_host_near_null(uintptr_t address, void *code, size_t bytes) {
    if (bytes != 0 && !in_kernel() && !in_api_call()) // none are copied by an empty vector
        about_to_fault_at(address, bytes, code);
}

void *checker::access_place(const void *address) {
    const access_to_nothing last = about_to_fault;
    about_to_fault = {};
    return reinterpret_cast<uintptr_t>(address) - last.address < last.bytes
               ? static_cast<char *>(last.code) - 1
               : nullptr;
}

} // namespace checker
} // namespace cuda_emulator
