// hooks.cpp: the functions that the compilers call before each access to memory.
//
// Their names and parameters are those of ThreadSanitizer's and UndefinedBehaviorSanitizer's
// interfaces, which the compilers fix. None of the code here may itself be compiled with them.
#include "checker.h"
#include "allocations.h"
#include "order.h"
#include "streaks.h"

#include "emulator/atomics.h"
#include "machine/address_space.h"
#include "machine/faults.h"
#include "machine/guards.h"
#include "machine/program.h"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>

extern "C" void *__real_memcpy(void *, const void *, size_t);

namespace cuda_emulator {
namespace checker {

uint32_t next_split = 1;

static checker &the_checker() {
    static checker &one = *new checker; // never destroyed: destructors of the program may call the
    return one;                         // API
}

void begin() {
    static const bool done = [] {
        observe(the_checker());
        use_memory_of(the_checker());
        return true;
    }();
    (void)done;
}

static thread_local int calls; // of the API, that this thread is in

bool in_api_call() {
    return calls != 0;
}

static std::atomic<unsigned> hosts;

bool several_hosts() {
    return hosts > 1;
}

void checker::call_begins() {
    static thread_local bool is_counted;
    hosts += !is_counted;
    is_counted = true;
    ++calls;
}

void checker::call_ends() {
    --calls;
}

// Of a word, or a byte.
template <class Stretch> static cell cell_of(const Stretch &s, unsigned number) {
    cell c = {};
    if ((s.written >> number & 1) != 0)
        c.write = s.write.of_series(number);
    access &older = c.read[0], &latest = c.read[1];
    for (unsigned i = 0; i < Stretch::READS; ++i) {
        if ((s.seen[i] >> number & 1) == 0)
            continue;
        if (s.read[i].is_earlier_write()) {
            c.write = s.read[i].as_write().of_series(number);
            continue;
        }
        const access read = s.read[i].of_series(number);
        // As in a cell: of a thread's reads the first one stays.
        if (std::is_same_v<Stretch, byte_stretch> &&
            (latest.same_epoch(read) || older.same_epoch(read)))
            continue;
        // As a cell would have taken them up one after the other: another block's read stays.
        if (!latest.same_epoch(read) &&
            (older.is_none() || (in_this_block(older.serial()) &&
                                 (older.serial() < read.serial() || older.same_thread(read)))))
            older = latest;
        latest = read;
    }
    return c;
}

cell cell_of_series(const stretch &s, unsigned word) {
    return cell_of(s, word);
}

// Adds what another byte's access has to that of the word. False if there are two then.
static bool add_to_word(access &of_word, access of_byte) {
    if (of_word.is_none())
        of_word = of_byte;
    else if (!of_byte.is_none() && !of_word.differs_in_bytes(of_byte))
        return false;
    of_word.add_bytes_of(of_byte);
    return true;
}

cell cell_of_series(const byte_stretch &s, unsigned word, cell parts[4]) {
    cell whole = {};
    bool is_whole = true;
    const byte_stretch &earlier = (&s)[1];
    for (unsigned byte = 0; byte < 4; ++byte) {
        const unsigned number = 4 * word + byte, bits = 1u << byte;
        cell c = cell_of(s, number);
        if (const cell before = cell_of(earlier, number); c.write.is_none()) {
            c.write = before.write;
            for (unsigned i = 2; i-- > 0 && c.read[0].is_none();)
                (c.read[1].is_none() ? c.read[1] : c.read[0]) = before.read[i];
        }
        parts[byte] = {c.write.within(bits), {c.read[0].within(bits), c.read[1].within(bits)}};
        is_whole &= add_to_word(whole.write, parts[byte].write) &&
                    add_to_word(whole.read[0], parts[byte].read[0]) &&
                    add_to_word(whole.read[1], parts[byte].read[1]);
    }
    if (!is_whole)
        whole.split(0, now.serial);
    return whole;
}

namespace {

// ANY_SIZE: accesses from this place in the code may be of different sizes. UNUSED: nobody uses
// what was there before. ADDS: comes to the same before and after others of the kind.
// VOLATILE: in memory that other blocks can use.
constexpr unsigned READS = 1, WRITES = 2, ATOMIC = 4, ANY_SIZE = 8, UNUSED = 16, ADDS = 32,
                   VOLATILE = 64;
constexpr unsigned WHOLE_WORD = 15; // its four bytes

// The byte of its word.
unsigned byte_of(uintptr_t address) {
    return 1u << (address & 3);
}

// ------------------------------------------------------------------ rare cases

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

// whole: what the access begins with, of which this is the word at the address.
__attribute__((noinline)) void bad_state(uintptr_t whole, uintptr_t address, word_state &state,
                                         unsigned bits, unsigned how, void *code, unsigned bytes,
                                         bool of_image) {
    if (of_image && ((state.written() | state.allocated()) & bits) == 0)
        return; // a variable of the host's, or one that nothing has said to be the device's
    const undisturbed quiet;
    const bool outside = (~state.allocated() & bits) != 0;
    if (!outside && ((how & READS) == 0 || (how & UNUSED) != 0 ||
                     may_be_struct(whole, bytes, &state - ((address >> 2) - (whole >> 2))))) {
        state.set_written(bits);
        return;
    }
    finding f(!outside                                   ? mistake::unwritten
              : !in_shared(address) && is_freed(address) ? mistake::use_after_free
                                                         : mistake::out_of_bounds);
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    if (!outside)
        state.set_written(bits);
    describe(address, f);
    const size_t number = add(std::move(f));
    if (!outside)
        read_unwritten(address, number);
}

__attribute__((noinline)) void others_local(uintptr_t address, unsigned how, void *code,
                                            unsigned bytes) {
    const undisturbed quiet;
    finding f(mistake::out_of_bounds);
    f.address = address;
    f.first = this_access(code, (how & WRITES) != 0, (how & ATOMIC) != 0, bytes);
    f.missing = "__shared__ or global memory: each thread can reach its own local variables only";
    describe(address, f);
    if (!f.about.empty())
        add(std::move(f));
}

// Whether all of a word on the stack is either written, or none of those variables that are known.
inline bool is_well(word_state state) {
    return state.allocated() == state.written();
}

inline bool are_well(uintptr_t address, size_t bytes) {
    bool well = is_well(*local_state(address + bytes - 1));
    for (size_t at = 0; well && at < bytes; at += 4)
        well = is_well(*local_state(address + at));
    return well;
}

// An access to a local variable that is not known to be written, or to a gap beside one.
__attribute__((noinline)) void touch_local(uintptr_t address, unsigned how, void *code,
                                           unsigned bytes) {
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
        describe(at, f);
        add(std::move(f));
        for (; known && at < address + bytes; ++at)
            local_state(at)->set_written(local_state(at)->allocated() & byte_of(at));
        return;
    }
}

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

// threadIdx and its like.
inline bool is_built_in(uintptr_t address) {
    const auto is_of = [&](const auto &variable) {
        return address - reinterpret_cast<uintptr_t>(&variable) < sizeof variable;
    };
    return is_of(threadIdx) || is_of(blockIdx) || is_of(blockDim) || is_of(gridDim);
}

// These, and what else is the OS thread's own: so many bytes, `block` among them, as in each
// thread.
uintptr_t before_block, bytes_of_thread;
__attribute__((constructor(102))) void find_own_variables() {
    const address_range own = variables_of_thread(&block);
    before_block = reinterpret_cast<uintptr_t>(&block) - own.begin;
    bytes_of_thread = own.end - own.begin;
}
inline bool is_of_thread(uintptr_t address) {
    return address - (reinterpret_cast<uintptr_t>(&block) - before_block) < bytes_of_thread;
}

bool is_there(uintptr_t address) {
    const undisturbed quiet;
    return is_mapped(reinterpret_cast<void *>(address));
}

// Whether it is the host's, and cudaHostRegister lends it to kernels.
bool is_lent(uintptr_t address) {
    const undisturbed quiet;
    return find_memory(reinterpret_cast<void *>(address)).kind == memory_kind::registered;
}

// Neither the region, nor the thread's own stack, nor the program's variables.
__attribute__((noinline)) void elsewhere(uintptr_t address, unsigned how, void *code,
                                         unsigned bytes) {
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

// A variable of the program that is not known to be the device's.
__attribute__((noinline)) void unknown_variable(uintptr_t address, unsigned how, void *code,
                                                unsigned bytes) {
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

__attribute__((noinline)) void constant_store(uintptr_t address, unsigned how, void *code,
                                              unsigned bytes) {
    const undisturbed quiet;
    finding f(mistake::constant_store);
    f.address = address;
    f.first = this_access(code, true, (how & ATOMIC) != 0, bytes);
    describe(address, f);
    add(std::move(f));
}

// Pages of memory that the host can reach: loops ask about the same ones again and again.
struct host_page {
    uintptr_t first;
    uint32_t as_of; // so many changes of what is allocated
    // After so many operations nothing had to do with it that was not waited for, or something had.
    uint32_t quiet_after, busy_after;
};
CUDA_EMULATOR_THREAD host_page host_pages[64];

// Whether it can be seen at once that the host may use what lies there.
inline bool host_may_use(uintptr_t address) {
    const host_page &page = host_pages[address / PAGE % 64];
    if (!in_region(address))
        return now.host_floor == 0 && !is_near_null(address);
    return page.first == address / PAGE * PAGE &&
           page.as_of == allocations_changed.load(std::memory_order_relaxed) &&
           (now.host_floor == 0 || page.quiet_after == now.issued);
}

__attribute__((noinline)) void by_host(uintptr_t address, unsigned how, void *code, size_t bytes) {
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

// Managed variables, and memory of the host that cudaHostRegister has made the device's.
inline bool may_be_the_devices(uintptr_t address, size_t bytes) {
    if (in_image(address) && !image_state(address)->is_unknown())
        return true;
    return address < now.registered_high && address + bytes > now.registered_low;
}

__attribute__((noinline)) void by_host_elsewhere(uintptr_t address, unsigned how, void *code,
                                                 size_t bytes) {
    if (in_kernel() || in_api_call())
        return;
    host_meets(address, bytes, (how & WRITES) != 0, (how & ATOMIC) != 0, code);
}

__attribute__((noinline)) void by_host_near_null(uintptr_t address, void *code, size_t bytes) {
    if (bytes != 0 && !in_kernel() && !in_api_call()) // none are copied by an empty vector
        about_to_fault_at(address, bytes, code);
}

// ------------------------------------------------------------------ one word

// Where cells are in use, there are no streaks.
inline void end_streaks_at(uintptr_t address) {
    if (const stretch &s = *stretch_at(address); s.last <= stretch::AHEAD)
        end_streaks_of(s);
}

// ALONE: now.is_simple is known.
template <bool ALONE = false> bool is_of_this_block(uint32_t serial) {
    return ALONE ? serial >= now.block_first : in_this_block(serial);
}

// Whether it happens before what the thread does, by the order of launches or a barrier, or is its
// own.
template <bool ALONE = false> inline bool is_in_order(access a, uint32_t floor) {
    const uint32_t serial = a.serial();
    return serial < floor || (is_of_this_block<ALONE>(serial) &&
                              (a.thread() == this_thread() || serial < now.phase_first));
}

struct request {
    uintptr_t address, word; // of the access, and of the word that is looked at
    void *code;
    unsigned bytes;
};

// Whether the last write to these bytes is an atomic operation that happens before this access. It
// has read what all atomic operations before it have written, and so it, and what comes after it,
// is ordered after them by observation (PTX: causality order), without any fence.
bool after_all_atomics(access last_write, unsigned bits, uint32_t floor) {
    return last_write.is_atomic() && (bits & ~last_write.bytes()) == 0 &&
           (is_in_order(last_write, floor) || ordered_otherwise(last_write));
}

// What is not in order by barriers, and not of one thread.
__attribute__((noinline)) void check_further(access a, bool a_writes, unsigned bits, unsigned how,
                                             uint32_t floor, const request &r, access last_write) {
    if (a.is_atomic() &&
        ((how & ATOMIC) != 0 ? !now.scopes_of_block || a.serial() >= now.block_first ||
                                   !(now.atomic_of_block || is_of_block(a.place()))
                             : after_all_atomics(last_write, bits, floor)))
        return;
    if ((how & (VOLATILE | ATOMIC)) != 0 &&
        is_message(r.address, a, a_writes, (how & WRITES) != 0)) {
        if ((how & (WRITES | ATOMIC)) == 0 && !a.is_atomic() && in_this_block(a.serial()) &&
            !ordered_otherwise(a))
            volatile_load_meets({a, r.word, r.code, r.bytes, bits});
        return;
    }
    if (!ordered_otherwise(a))
        report_race(r.address, r.word, a, a_writes, r.code, (how & WRITES) != 0,
                    (how & ATOMIC) != 0, r.bytes, bits);
}

inline void check(access a, bool a_writes, unsigned bits, unsigned how, uint32_t floor,
                  const request &r, access last_write) {
    if ((how & ATOMIC) != 0 && a.is_atomic() && !now.scopes_of_block)
        return; // as most are
    if ((a.bytes() & bits) != 0 && !is_in_order(a, floor))
        check_further(a, a_writes, bits, how, floor, r, last_write);
}

// Whether an access of the same thread at the same time, from another place and to other bytes,
// would be taken for this one. Not so in global memory, where pictures are written byte by byte,
// and a cell for each byte would be too much.
inline bool mixes_places(const cell &c, access earlier, unsigned bits, uint32_t place) {
    constexpr size_t SHARED_CELLS = SHARED_BYTES / 4 * sizeof(cell);
    return bits != WHOLE_WORD && earlier.place() != place && (earlier.bytes() & ~bits) != 0 &&
           reinterpret_cast<uintptr_t>(&c) - CELLS < SHARED_CELLS;
}

// Puts an access into a cell. False, and nothing is done, if the cell cannot hold it without
// forgetting another thread's to other bytes.
template <bool ALONE = false>
inline __attribute__((always_inline)) bool remember(cell &c, unsigned bits, unsigned how,
                                                    uint32_t floor, uint32_t place) {
    const bool atomic = (how & ATOMIC) != 0;
    const access mine = this_epoch().to(bits, atomic, place);
    if ((how & WRITES) != 0) {
        const access w = c.write;
        const bool same_epoch = w.same_epoch(mine);
        if (same_epoch ? mixes_places(c, w, bits, place)
                       : w.serial() >= floor && (w.bytes() & ~bits) != 0)
            return false;
        c.write = mine;
        if (same_epoch)
            c.write.stand_for(w);
        if (!atomic)
            for (access &read : c.read)
                if ((read.bytes() & ~bits) == 0 || read.serial() < floor)
                    read.forget();
        if ((how & READS) == 0 && !atomic)
            return true;
    }
    access &older = c.read[0], &latest = c.read[1];
    for (access *read : {&latest, &older})
        if (read->same_epoch(mine)) {
            if (mixes_places(c, *read, bits, place))
                return false;
            if (read->is_atomic() == atomic)
                read->add_bytes(bits);
            else if ((read->bytes() & ~bits) == 0)
                *read = atomic ? *read : mine; // plain ones meet more
            return true;
        }
    if (latest.serial() < floor) {
        latest = mine;
    } else if (older.serial() < floor) {
        if (latest.thread() != this_thread() || !is_of_this_block<ALONE>(latest.serial()) ||
            (latest.bytes() & ~bits) != 0)
            older = latest;
        latest = mine;
    } else if (((older.bytes() | latest.bytes()) & ~bits) != 0) {
        return false;
    } else if (is_of_this_block<ALONE>(older.serial()) &&
               (older.serial() < now.phase_first || older.thread() == this_thread())) {
        older = latest;
        latest = mine;
    } else {
        latest = mine;
    }
    return true;
}

// The same, once it has been compared with what is there.
inline __attribute__((always_inline)) bool
touch_cell(cell &c, unsigned bits, unsigned how, uint32_t floor, uint32_t place, const request &r) {
    if (!c.write.is_none())
        check(c.write, true, bits, how, floor, r, {});
    // Reads that are atomic are writes as well.
    if (!c.read[0].is_none() && ((how & WRITES) != 0 || c.read[0].is_atomic()))
        check(c.read[0], c.read[0].is_atomic(), bits, how, floor, r, c.write);
    if (!c.read[1].is_none() && ((how & WRITES) != 0 || c.read[1].is_atomic()))
        check(c.read[1], c.read[1].is_atomic(), bits, how, floor, r, c.write);
    return remember(c, bits, how, floor, place);
}

// Whether its bytes have cells of their own. Where what those held is forgotten, the word is whole
// again.
inline bool is_split(cell &c) {
    if (!c.is_split())
        return false;
    if (c.split_at() >= now.split_first)
        return true;
    c = {};
    return false;
}

// Gives the bytes of a word cells of their own. False if there are no more.
bool split(cell &c, const cell parts[4]) {
    if (4ull * (next_split + 1) * sizeof(cell) > SPLIT_BYTES)
        return false;
    c.split(next_split++, now.serial);
    copy_unseen(split_cells(c.number()), parts, 4 * sizeof(cell));
    return true;
}

__attribute__((noinline)) void touch_split(cell &c, unsigned bits, unsigned how, uint32_t floor,
                                           uint32_t place, const request &r) {
    if (!c.is_split()) {
        // Each byte gets what the word's cell knows of it.
        cell before[4];
        for (unsigned byte = 0; byte < 4; ++byte)
            before[byte] = {c.write.within(1u << byte),
                            {c.read[0].within(1u << byte), c.read[1].within(1u << byte)}};
        if (!split(c, before))
            return;
    }
    cell *parts = split_cells(c.number());
    for (unsigned byte = 0; byte < 4; ++byte)
        if ((bits >> byte & 1) != 0)
            touch_cell(parts[byte], 1u << byte, how, floor, place, r);
}

// What the series of a byte stretch say goes into cells, which take its place.
void use_cells_of_bytes(uintptr_t first) {
    byte_stretch s[2];
    copy_unseen(s, byte_stretch_at(first), sizeof s);
    stretch_is_broken(s[0]);
    uint64_t used = 0;
    for (const byte_stretch &each : s) {
        used |= each.written;
        for (const uint64_t seen : each.seen)
            used |= seen;
    }
    cell *const cells = region_cell(first);
    for (unsigned word = 0; word < stretch::WORDS; ++word) {
        cell parts[4];
        cells[word] = {};
        if ((used >> 4 * word & WHOLE_WORD) == 0)
            continue;
        cells[word] = cell_of_series(s[0], word, parts);
        if (cells[word].is_split() && !split(cells[word], parts))
            cells[word] = parts[0];
    }
}

// For an access to this word, and those behind it in the stretch. Returns where the next begins.
inline uintptr_t use_cells(uintptr_t word, unsigned how) {
    stretch &s = *stretch_at(word);
    const uintptr_t first = word / stretch::BYTES * stretch::BYTES;
    if (s.last == 0) {
        for (unsigned i = 0; i < stretch::WORDS; ++i)
            region_cell(first)[i] = cell_of_series(s, i);
        s.forget();
    } else if (s.last == stretch::OF_BYTES) {
        use_cells_of_bytes(first);
    }
    s.last = now.serial;
    s.was_read |= (how & READS) != 0;
    return first + stretch::BYTES;
}

template <unsigned HOW>
__attribute__((noinline)) void touch_words(uintptr_t address, size_t bytes, void *code) {
    for (uintptr_t at = address / stretch::BYTES * stretch::BYTES;
         at < address + bytes && has_stretches(at); at += stretch::BYTES)
        end_streaks_at(at);
    word_state *state;
    cell *c;
    uint32_t floor = now.floor;
    const bool shared = in_shared(address), of_image = !in_region(address);
    if (!of_image) {
        if (shared)
            floor = now.block_first;
        state = region_state(address);
        c = region_cell(address);
    } else if (on_own_stack(address)) {
        if (!are_well(address, bytes))
            touch_local(address, HOW, code, static_cast<unsigned>(bytes));
        return;
    } else if (in_image(address)) {
        state = image_state(address);
        c = image_cell(address);
        if ((HOW & WRITES) != 0 && is_constant(address)) {
            constant_store(address, HOW, code, static_cast<unsigned>(bytes));
            return;
        }
        if (state->is_unknown()) {
            if (is_variable_of_program(address))
                unknown_variable(address, HOW, code, static_cast<unsigned>(bytes));
            return;
        }
    } else {
        elsewhere(address, HOW, code, static_cast<unsigned>(bytes));
        return;
    }
    if (__builtin_expect(now.other_devices, false) && !shared && !of_image)
        look_whose(address, bytes, (HOW & WRITES) != 0, (HOW & ATOMIC) != 0, code);
    if (may_meet_copies(address, bytes) && !shared)
        kernel_meets_copies(address, bytes, (HOW & WRITES) != 0, (HOW & ATOMIC) != 0, code);
    const uint32_t place = place_number(code, static_cast<unsigned>(bytes));
    if ((HOW & ANY_SIZE) != 0)
        note_size(place, static_cast<unsigned>(bytes));
    request r = {address, address & ~uintptr_t(3), code, static_cast<unsigned>(bytes)};
    const bool of_stretches = has_stretches(address);
    uintptr_t next_stretch = r.word; // whose cells are not in use yet
    if ((address & 3) == 0 && bytes % 4 == 0 && bytes <= 16) {
        // Whole words, as most accesses are: here the compiler knows all the bits.
        for (size_t left = bytes; left != 0; left -= 4, ++state, ++c, r.word += 4) {
            if (!state->is_good(WHOLE_WORD)) {
                bad_state(address, address + (bytes - left), *state, WHOLE_WORD, HOW, code,
                          static_cast<unsigned>(bytes), of_image);
                if (state->allocated() != WHOLE_WORD)
                    return;
            }
            if (of_stretches && r.word >= next_stretch)
                next_stretch = use_cells(r.word, HOW);
            if (is_split(*c) || !touch_cell(*c, WHOLE_WORD, HOW, floor, place, r))
                touch_split(*c, WHOLE_WORD, HOW, floor, place, r);
        }
        return;
    }
    unsigned skip = address & 3;
    for (size_t left = bytes; left != 0; ++state, ++c, r.word += 4) {
        const unsigned count = static_cast<unsigned>(std::min<size_t>(4 - skip, left));
        const unsigned bits = ((1u << count) - 1) << skip;
        if (!state->is_good(bits)) {
            bad_state(address, address + (bytes - left), *state, bits, HOW, code,
                      static_cast<unsigned>(bytes), of_image);
            if ((~state->allocated() & bits) != 0)
                return;
        }
        if (of_stretches && r.word >= next_stretch)
            next_stretch = use_cells(r.word, HOW);
        if (is_split(*c) || !touch_cell(*c, bits, HOW, floor, place, r))
            touch_split(*c, bits, HOW, floor, place, r);
        left -= count;
        skip = 0;
    }
}

// ------------------------------------------------------------------ a stretch

// Whether all that a series has done happens before what this thread does, whichever it is.
inline bool is_over(access series, uint32_t floor) {
    const uint32_t serial = series.serial();
    return serial < floor ||
           (serial < now.launch_first ? done_before_launch(serial)
                                      : in_this_block(serial) && serial < now.phase_first);
}

// Whether nothing is lost without a series of reads: of each of its words two other threads' reads
// are known, which is what a cell remembers, and which are not earlier ones.
template <class Stretch>
bool is_spare(const Stretch &s, unsigned which, const bool (&over)[Stretch::READS]) {
    const access series = s.read[which];
    if (series.is_earlier_write())
        return false;
    uint64_t known = 0, known_twice = 0;
    for (unsigned i = 0; i < Stretch::READS; ++i) {
        const access other = s.read[i];
        bool counts = i != which && !other.is_earlier_write() && other.has_words_of(series) &&
                      (over[which] || !over[i]);
        for (unsigned earlier = 0; earlier < i; ++earlier)
            counts = counts && (earlier == which || !s.read[earlier].same_thread(other));
        if (counts) {
            known_twice |= known & s.seen[i];
            known |= s.seen[i];
        }
    }
    return (s.seen[which] & ~known_twice) == 0;
}

// Whether the cells would know nothing of a series of reads: of those of a word they would keep the
// first one, of another block, and the last.
template <class Stretch> bool is_between(const Stretch &s, unsigned which) {
    const access first = s.read[0], series = s.read[which], last = s.read[Stretch::READS - 1];
    return !first.is_earlier_write() && !series.is_earlier_write() && !last.is_earlier_write() &&
           !in_this_block(first.serial()) && first.serial() != series.serial() &&
           (s.seen[which] & ~(s.seen[0] & s.seen[Stretch::READS - 1])) == 0;
}

// What begin_read() and drop_read() come to most often, where many threads read the same words from
// one place: nothing is over, and the last series has to give way to one that differs from it in
// the thread only.
template <class Stretch> inline bool last_gives_way(Stretch &s, access mine) {
    const access first = s.read[0], second = s.read[1], last = s.read[Stretch::READS - 1];
    if (!last.is_of_any(mine))
        return false;
    end_streaks_of(stretch_of(s));
    if ((s.written != 0 && s.write.serial() >= now.floor) || !first.has_words_of(last) ||
        !second.has_words_of(last) || first.same_thread(second) ||
        (s.seen[Stretch::READS - 1] & ~(s.seen[0] & s.seen[1])) != 0)
        return false;
    bool none_is_over = true;
    for (const access read : s.read)
        none_is_over &= read.serial() >= now.launch_first &&
                        read.serial() - now.block_first >= now.phase_first - now.block_first;
    return none_is_over;
}

// Makes room for a series of reads behind the others. False if all of them are needed.
template <class Stretch> __attribute__((noinline)) bool drop_read(Stretch &s, uint32_t floor) {
    end_streaks_of(stretch_of(s));
    bool over[Stretch::READS];
    for (unsigned i = 0; i < Stretch::READS; ++i)
        over[i] = is_over(s.read[i], floor);
    unsigned which = Stretch::READS;
    for (unsigned i = 0; i < Stretch::READS && which == Stretch::READS; ++i)
        if (over[i] && is_spare(s, i, over))
            which = i;
    for (unsigned i = Stretch::READS; i-- > 0 && which == Stretch::READS;)
        if (is_spare(s, i, over))
            which = i;
    for (unsigned i = 1; i + 1 < Stretch::READS && which == Stretch::READS; ++i)
        if (is_between(s, i))
            which = i;
    if (which == Stretch::READS)
        return false;
    for (; which + 1 < Stretch::READS; ++which) {
        s.read[which] = s.read[which + 1];
        s.seen[which] = s.seen[which + 1];
    }
    return true;
}

// The number of a series of reads that nobody needs; or READS.
template <class Stretch> unsigned room_for_read(const Stretch &s, uint32_t floor) {
    unsigned i = 0;
    while (i < Stretch::READS && s.seen[i] != 0 &&
           (s.read[i].serial() >= floor || s.read[i].is_earlier_write()))
        ++i;
    return i;
}

// Where a thread reads words one after another from one place, each begins a series, as the threads
// behind it may go on with it. Where that has taken up all the room, they become one, a solo. False
// if there are none of this thread.
inline bool begin_solo(byte_stretch &, access, uint64_t, unsigned &) {
    return false;
}
inline bool begin_solo(stretch &s, access mine, uint16_t bits, unsigned &which) {
    const access solo = this_epoch().solo(mine.place());
    unsigned left = 0;
    which = stretch::READS;
    for (unsigned i = 0; i < stretch::READS; ++i) {
        const auto word = static_cast<unsigned>(__builtin_ctz(s.seen[i]));
        const bool is_mine = !mine.is_solo() && s.seen[i] == ((1u << mine.bytes()) - 1) << word &&
                             s.read[i] == this_epoch().series(word, mine.bytes(), mine.place());
        if (is_mine) {
            bits |= s.seen[i];
            if (which != stretch::READS)
                continue;
            which = left;
        }
        s.read[left] = s.read[i];
        s.seen[left++] = s.seen[i];
    }
    for (; left < stretch::READS; ++left) {
        s.read[left] = {};
        s.seen[left] = 0;
    }
    if (which == stretch::READS)
        return false;
    s.read[which] = solo;
    s.seen[which] = bits;
    return true;
}

// Begins a series of reads, and says which of the stretch it is. False if the stretch has no room
// for it, or if it has to be looked at word by word whether it is in order with the write.
template <class Stretch>
__attribute__((noinline)) bool begin_read(Stretch &s, access mine, typename Stretch::mask bits,
                                          uint32_t floor, unsigned &which) {
    if (last_gives_way(s, mine)) {
        which = Stretch::READS - 1;
        s.read[which] = mine;
        s.seen[which] = bits;
        return true;
    }
    if (s.written != 0 && !s.write.same_threads(mine) && !is_over(s.write, floor))
        return false;
    bool any_earlier = false;
    for (const access read : s.read)
        any_earlier |= read.is_earlier_write();
    for (unsigned i = 0; any_earlier && i < Stretch::READS; ++i)
        if (s.read[i].is_earlier_write() && s.seen[i] != 0 && !is_over(s.read[i], floor))
            return false;
    if (s.written != 0)
        end_streaks_of(stretch_of(s));
    unsigned i = room_for_read(s, floor);
    if (i == Stretch::READS) {
        if (!drop_read(s, floor))
            return begin_solo(s, mine, bits, which);
        --i;
    }
    s.read[i] = mine;
    s.seen[i] = bits;
    stretch_of(s).was_read = true;
    which = i;
    return true;
}

// Makes room for a write behind the last one, of which nothing is forgotten but the words that the
// new one has. False if there is none, or if the two are not in order. A byte stretch has its own
// place for what an earlier launch has written.
inline bool put_write_behind(byte_stretch &, uint64_t, uint32_t) {
    return false;
}
inline bool put_write_behind(stretch &s, unsigned bits, uint32_t floor) {
    const auto rest = static_cast<uint16_t>(s.written & ~bits);
    unsigned i = 0;
    while (i < stretch::READS && s.seen[i] != 0)
        ++i;
    if (!is_over(s.write, floor) || (i == stretch::READS && rest != 0))
        return false;
    if (rest != 0) {
        s.read[i] = s.write.as_earlier_write();
        s.seen[i] = rest;
    }
    return true;
}

template <class Stretch>
__attribute__((noinline)) bool begin_write(Stretch &s, access mine, typename Stretch::mask bits,
                                           uint32_t floor) {
    end_streaks_of(stretch_of(s));
    for (unsigned i = 0; i < Stretch::READS; ++i)
        if (s.seen[i] != 0 && !s.read[i].same_threads(mine) && !is_over(s.read[i], floor))
            return false;
    if (s.written != 0 && s.write.serial() >= floor && !put_write_behind(s, bits, floor))
        return false;
    const bool all_over = are_forgotten(s, floor);
    for (unsigned i = 0; i < Stretch::READS; ++i)
        if (s.seen[i] == 0 || (all_over && s.read[i].is_earlier_write())) {
            s.read[i] = {}; // which goes on only after it has been compared with this
            s.seen[i] = 0;
        }
    s.write = mine;
    s.written = 0;
    s.write_to(bits);
    return true;
}

// Whether a series of reads may go on there: of this phase.
template <class Stretch> bool is_being_read(const Stretch &s) {
    bool result = false;
    for (const access read : s.read)
        result = result || read.serial() >= now.phase_first;
    return result;
}

// Whether each access to the stretch has to be compared with copies: no series begins there.
inline bool meets_copies(uintptr_t address) {
    const uintptr_t first = address / stretch::BYTES * stretch::BYTES;
    return may_meet_copies(first, stretch::BYTES) && copies_touch(first, stretch::BYTES);
}

// Whether a series that began at the word before this one is a column, whose second word this is.
// Then it becomes one.
inline bool as_column(access series, access mine, unsigned word, access &column) {
    const access first = series.of_series(word - 1), second = mine.of_series(word);
    const unsigned apart = second.thread() - first.thread();
    if (series.bytes() != 1 || apart < 2 || apart > 64 || (apart & (apart - 1)) != 0)
        return false;
    column = this_epoch().column(word, static_cast<unsigned>(__builtin_ctz(apart)), mine.place());
    return true;
}

// An access to one word, not the first of the stretch, which is none of the series `mine` that it
// would be one of if threads followed one another. Whether it is one of a column.
__attribute__((noinline)) bool read_in_column(stretch &s, access mine, unsigned word,
                                              uint32_t floor) {
    for (unsigned i = 0; i < stretch::READS; ++i) {
        if (!s.read[i].is_beside(mine))
            continue;
        if (!s.read[i].has_in_column(this_epoch(), word, mine.place())) {
            access column;
            if (!as_column(s.read[i], mine, word, column))
                continue;
            end_streaks_of(s);
            if (s.seen[i] != 1u << (word - 1) || (s.written != 0 && !is_over(s.write, floor)))
                continue;
            s.read[i] = column;
        }
        s.seen[i] |= static_cast<uint16_t>(1u << word);
        return true;
    }
    return false;
}

__attribute__((noinline)) bool write_in_column(stretch &s, access mine, unsigned word) {
    if (!s.write.is_beside(mine))
        return false;
    if (!s.write.has_in_column(this_epoch(), word, mine.place())) {
        access column;
        if (!as_column(s.write, mine, word, column))
            return false;
        end_streaks_of(s);
        bool is_alone = s.written == 1u << (word - 1);
        for (unsigned i = 0; i < stretch::READS; ++i)
            is_alone = is_alone && (s.seen[i] == 0 || s.read[i].is_earlier_write());
        if (!is_alone)
            return false;
        for (unsigned i = 0; i < stretch::READS; ++i)
            if (s.seen[i] == 0)
                s.read[i] = {}; // none goes on, as in begin_write
        s.write = column;
    }
    s.write_to(1u << word);
    return true;
}

// Whether a thread that begins a series of reads goes on with a solo, or may begin one where
// another thread did.
template <unsigned WORDS>
inline __attribute__((always_inline)) bool is_in_solo(stretch &s, access solo, void *code) {
    const streak &last = streak_from(code);
    if (last.code != code || last.shift != SOLO_SHIFT)
        return false;
    if (last.origin == origin_of_solo())
        return true;
    end_streaks_of(s);
    for (unsigned i = 0; i < stretch::READS; ++i)
        if (s.read[i].is_solo() && s.read[i].is_beside(solo))
            return __builtin_popcount(s.seen[i]) > static_cast<int>(WORDS);
    return false;
}

// An access to so many whole words, of a series. False if they have to be looked at one by one.
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool touch_stretch(uintptr_t address, void *code) {
    const uint32_t place = place_number(code, 4 * WORDS);
    stretch &s = *stretch_at(address);
    const uint32_t floor = now.floor;
    if (__builtin_expect(s.last != 0, false)) {
        if (s.last == stretch::AHEAD)
            end_streaks_of(s);
        if (!is_forgotten(s, address, floor))
            return false;
        s.forget();
    }
    const unsigned word = address / 4 % stretch::WORDS;
    const access mine = this_epoch().series(word, WORDS, place);
    const unsigned bits = ((1u << WORDS) - 1) << word;
    if ((HOW & READS) != 0) {
        unsigned i = 0;
        while (i < stretch::READS && !(s.read[i] == mine))
            ++i;
        if (i < stretch::READS)
            s.seen[i] |= static_cast<uint16_t>(bits);
        else if (meets_copies(address))
            return false;
        else if (WORDS != 1 || word == 0 || !read_in_column(s, mine, word, floor)) {
            const access solo = this_epoch().solo(place);
            const bool is_in = is_in_solo<WORDS>(s, solo, code);
            if (is_in)
                i = static_cast<unsigned>(std::find(s.read, s.read + stretch::READS, solo) -
                                          s.read);
            if (i < stretch::READS)
                s.seen[i] |= static_cast<uint16_t>(bits);
            else if (!begin_read(s, is_in ? solo : mine, static_cast<uint16_t>(bits), floor, i))
                return false;
            if (HOW == READS && (s.written == 0 || is_over(s.write, floor)))
                begin_streak<WORDS>(address, s.read[i], false, i, code);
        }
    }
    if ((HOW & WRITES) != 0) {
        if (s.write == mine)
            s.write_to(bits);
        else if (meets_copies(address))
            return false;
        else if (WORDS != 1 || word == 0 || !write_in_column(s, mine, word)) {
            if (!begin_write(s, mine, static_cast<uint16_t>(bits), floor))
                return false;
            if (HOW == WRITES && !is_being_read(s))
                begin_streak<WORDS>(address, mine, true, 0, code);
        }
    }
    return true;
}

// The same of one or two bytes. Where nothing else is known of the stretch, it becomes one of
// bytes.
template <unsigned HOW, unsigned BYTES> bool touch_byte_stretch(uintptr_t address, void *code) {
    const uint32_t place = place_number(code, BYTES);
    const uint32_t floor = now.floor;
    byte_stretch &s = *byte_stretch_at(address);
    if (stretch_at(address)->last == stretch::AHEAD)
        end_streaks_of(*stretch_at(address));
    if ((stretch_at(address)->last != stretch::OF_BYTES && breaks_stretches(place)) ||
        !begin_bytes(address))
        return false;
    const unsigned byte = address % stretch::BYTES;
    const access mine = this_epoch().byte_series(byte, BYTES, place);
    const uint64_t bits = ((uint64_t(1) << BYTES) - 1) << byte;
    if ((HOW & READS) != 0) {
        unsigned i = 0;
        while (i < stretch::READS && !(s.read[i] == mine))
            ++i;
        if (i < stretch::READS)
            s.seen[i] |= bits;
        else if (!begin_read(s, mine, bits, floor, i))
            return false;
        else if (HOW == READS && (s.written == 0 || is_over(s.write, floor)))
            begin_streak_of_bytes<BYTES>(address, mine, false, i, code);
    }
    if ((HOW & WRITES) != 0) {
        if (s.write == mine)
            s.write_to(bits);
        else if (!begin_write(s, mine, bits, floor))
            return false;
        else if (HOW == WRITES && !is_being_read(s))
            begin_streak_of_bytes<BYTES>(address, mine, true, 0, code);
    }
    return true;
}

// Whether the words may be used so, as far as they are written. What is written the first time is
// noted.
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool are_good(word_state *states) {
    for (unsigned i = 0; i < WORDS; ++i)
        if (!states[i].is_good(WHOLE_WORD)) {
            if (HOW != WRITES || states[i].allocated() != WHOLE_WORD)
                return false;
            states[i].set_written(WHOLE_WORD);
        }
    return true;
}

template <unsigned HOW> bool are_good_bytes(word_state &state, unsigned bits) {
    if (HOW == WRITES && (~state.allocated() & bits) == 0)
        state.set_written(bits);
    return state.is_good(bits);
}

// Most accesses: in global memory, of one, two or four whole words, or of one or two bytes.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool touch_in_series(uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    if constexpr ((HOW & ~(READS | WRITES)) != 0 ||
                  (WORDS != 1 && WORDS != 2 && WORDS != 4 && BYTES != 1 && BYTES != 2)) {
        return false;
    } else if constexpr (BYTES < 4) {
        const unsigned bits = ((1u << BYTES) - 1) << (address & 3);
        return has_stretches(address) && address % BYTES == 0 && !now.other_devices &&
               !meets_copies(address) &&
               (are_good_bytes<HOW>(*region_state(address), bits) ||
                (end_streaks_of(*stretch_at(address)) &&
                 are_good_bytes<HOW>(*region_state(address), bits))) &&
               touch_byte_stretch<HOW, BYTES>(address, code);
    } else {
        return has_stretches(address) && address % BYTES == 0 && !now.other_devices &&
               (are_good<HOW, WORDS>(region_state(address)) ||
                (end_streaks_of(*stretch_at(address)) &&
                 are_good<HOW, WORDS>(region_state(address)))) &&
               touch_stretch<HOW, WORDS>(address, code);
    }
}

} // namespace

bool go_on_with_solo(uintptr_t address, unsigned words, access solo, unsigned &which) {
    stretch &s = *stretch_at(address);
    const auto bits = static_cast<uint16_t>(((1u << words) - 1) << address / 4 % stretch::WORDS);
    return (s.written == 0 || is_over(s.write, now.floor)) &&
           begin_read(s, solo, bits, now.floor, which);
}

void touch_part(uintptr_t address, unsigned bytes, void *code) {
    touch_words<WRITES>(address, bytes, code);
}

namespace {

// ------------------------------------------------------------------ an access

// BYTES: how many, if that is known. 0: it is not.
template <unsigned HOW, unsigned BYTES = 0>
__attribute__((noinline)) void touch(uintptr_t address, size_t bytes, void *code) {
    if (block.interruptible == 0) {
        if (host_may_use(address))
            return;
        if (in_region(address))
            by_host(address, HOW, code, bytes);
        else if (is_near_null(address))
            by_host_near_null(address, code, bytes);
        else if (now.host_floor != 0 && may_be_the_devices(address, bytes))
            by_host_elsewhere(address, HOW, code, bytes);
        return;
    }
    if (--now.turn <= 0)
        turn_is_over(code);
    if (touch_in_series<HOW, BYTES>(address, code))
        return;
    touch_words<HOW>(address, bytes, code);
}

// What touch() does, where a series only goes on. False, and nothing is done, elsewhere.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on(stretch &s, uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    const unsigned word = address / 4 % stretch::WORDS;
    const access mine = this_epoch().series(word, WORDS, known_place(code));
    const unsigned bits = ((1u << WORDS) - 1) << word;
    if (HOW == WRITES && s.write == mine) {
        s.write_to(bits);
        return true;
    }
    const auto is = [&](unsigned i) {
        if (!(s.read[i] == mine))
            return false;
        s.seen[i] |= static_cast<uint16_t>(bits);
        return true;
    };
    static_assert(stretch::READS == 5, "these");
    // There is one only, or the latest one is at the end.
    return HOW == READS && (is(0) || is(4) || is(3) || is(2) || is(1));
}

// The same of a column, or a solo.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_in_column(stretch &s, uintptr_t address,
                                                             void *code) {
    const unsigned word = address / 4 % stretch::WORDS, bits = ((1u << BYTES / 4) - 1) << word;
    const uint32_t place = known_place(code);
    const access solo = this_epoch().solo(place);
    const auto has = [&](access series) {
        return series == solo || (BYTES == 4 && series.has_in_column(this_epoch(), word, place));
    };
    if (HOW == WRITES && has(s.write)) {
        s.write_to(bits);
        return true;
    }
    for (unsigned i = 0; HOW == READS && i < stretch::READS; ++i)
        if (has(s.read[i])) {
            s.seen[i] |= static_cast<uint16_t>(bits);
            return true;
        }
    return false;
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_by_bytes(byte_stretch &s, uintptr_t address,
                                                            void *code) {
    const unsigned byte = address % stretch::BYTES;
    const access mine = this_epoch().byte_series(byte, BYTES, known_place(code));
    const uint64_t bits = ((uint64_t(1) << BYTES) - 1) << byte;
    if (HOW == WRITES && s.write == mine) {
        s.write_to(bits);
        return true;
    }
    for (unsigned i = 0; HOW == READS && i < stretch::READS; ++i)
        if (s.read[i] == mine) {
            s.seen[i] |= bits;
            return true;
        }
    return false;
}

// The same where cells are in use, and all that they hold is in order with this as can be seen at
// once.
template <unsigned HOW>
inline __attribute__((always_inline)) bool fits_in(cell &c, unsigned bits, uint32_t floor,
                                                   uint32_t place) {
    const auto needs_look = [&](access a) {
        return (a.bytes() & bits) != 0 && !is_in_order<true>(a, floor);
    };
    if (needs_look(c.write))
        return false;
    for (const access read : c.read)
        if (HOW == WRITES ? needs_look(read) : read.is_atomic())
            return false;
    return remember<true>(c, bits, HOW, floor, place);
}

// Of words in shared memory that nobody has written since the barrier, and two threads have read:
// the next one that reads them takes the place of the latest. That is what remember() comes to
// where threads share what they read. It need not be asked whether the words are written, as
// another thread has read them since the barrier.
template <unsigned WORDS>
inline __attribute__((always_inline)) bool are_third_reads(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    if (place == 0)
        return false;
    cell *const cells = region_cell(address);
    const access mine = this_epoch().to(WHOLE_WORD, false, place), phase(now.phase_first, 0);
    for (unsigned i = 0; i < WORDS; ++i) {
        const access older = cells[i].read[0], latest = cells[i].read[1];
        if (older.is_before(phase) || older.same_thread(mine) || !cells[i].write.is_before(phase) ||
            !older.is_like(mine) || !latest.is_like(mine))
            return false;
        if (!latest.same_epoch(mine))
            cells[i].read[1] = mine;
    }
    return true;
}

// In shared memory what is older than the last barrier is in order with everything. Of words that
// nobody has used since in another way, or only this thread, remember() comes to little. (A split
// cell's write looks as if it were yet to come.)
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool fits_behind_barrier(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    const access mine = this_epoch().to(WHOLE_WORD, false, place), phase(now.phase_first, 0);
    const auto is_mine_or_over = [&](access a) { return a.is_before(phase) || a.same_epoch(mine); };
    if (place == 0 || !are_good<HOW, WORDS>(region_state(address)))
        return false;
    cell *const cells = region_cell(address);
    for (unsigned i = 0; i < WORDS; ++i) {
        cell &c = cells[i];
        const access older = c.read[0], latest = c.read[1];
        if (!is_mine_or_over(c.write))
            return false;
        if (HOW == WRITES) {
            if (!is_mine_or_over(older) || !is_mine_or_over(latest))
                return false;
            c = {mine, {}};
        } else {
            if (!older.is_before(phase) || older.is_atomic() || !latest.is_like_or_none(mine))
                return false;
            if (latest.same_epoch(mine))
                continue; // the first place stays
            if (latest.same_thread(mine) && !latest.is_before(phase))
                return false;
            c.read[0] = latest;
            c.read[1] = mine;
        }
    }
    return true;
}

// What remember() comes to in most cells of global memory. They hold what the same thread did, or
// what is over; or two other threads have read these bytes, and this one takes the place of the
// latest.
template <unsigned HOW>
inline __attribute__((always_inline)) bool goes_on_in_cell(cell &c, unsigned bits, uint32_t floor,
                                                           uint32_t place) {
    const access mine = this_epoch().to(bits, false, place);
    const access w = c.write, older = c.read[0], latest = c.read[1];
    const auto is_mine_or_over = [&](access a) { return a.serial() < floor || a.same_epoch(mine); };
    if (HOW == WRITES) {
        if (!is_mine_or_over(w) || w.is_atomic())
            return false;
        if (!older.is_none() || !latest.is_none()) {
            if (!is_mine_or_over(older) || !is_mine_or_over(latest))
                return false;
            for (access &read : c.read)
                if ((read.bytes() & ~bits) == 0 || read.serial() < floor)
                    read.forget();
        }
        c.write = mine;
        if (w.same_epoch(mine))
            c.write.add_bytes_of(w);
        return true;
    }
    if (!is_mine_or_over(w) || latest.is_atomic() || older.is_atomic())
        return false;
    if (latest.same_epoch(mine)) {
        c.read[1].add_bytes(bits);
        return true;
    }
    if (latest.serial() >= floor) {
        const bool stays = older.serial() >= now.phase_first
                               ? !older.same_thread(mine)
                               : older.serial() >= floor && older.serial() < now.block_first;
        if (!stays || !older.is_like(mine) || !latest.is_like(mine))
            return false;
    } else if (older.serial() >= floor) {
        return false;
    }
    c.read[1] = mine;
    return true;
}

// The same of all that an access has to do with, where cells are in use.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_in_cells(stretch &s, uintptr_t address,
                                                            void *code) {
    const uint32_t place = known_place(code), floor = now.floor;
    const unsigned first = address & 3;
    cell &c = *region_cell(address);
    if (place == 0 || may_meet_copies(address, BYTES))
        return false;
    if (BYTES >= 4) {
        for (unsigned i = 0; i < BYTES / 4; ++i)
            if (!goes_on_in_cell<HOW>((&c)[i], WHOLE_WORD, floor, place))
                return false;
    } else if (!c.is_split()) {
        if (!goes_on_in_cell<HOW>(c, ((1u << BYTES) - 1) << first, floor, place))
            return false;
    } else {
        if (c.split_at() < now.split_first)
            return false;
        for (unsigned byte = first; byte < first + BYTES; ++byte)
            if (!goes_on_in_cell<HOW>(split_cells(c.number())[byte], 1u << byte, floor, place))
                return false;
    }
    s.last = now.serial;
    s.was_read |= HOW == READS;
    return true;
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool fits_in_cells(uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES < 4 ? 1 : BYTES / 4;
    const unsigned first = address & 3,
                   bits = BYTES < 4 ? ((1u << BYTES) - 1) << first : WHOLE_WORD;
    const uint32_t place = known_place(code);
    if (bits > WHOLE_WORD || (BYTES >= 4 && first != 0) || place == 0)
        return false;
    uint32_t floor = now.block_first;
    const last_meeting *met = nullptr;
    if (!in_shared(address)) {
        floor = now.floor;
        stretch &s = *stretch_at(address);
        if (may_meet_copies(address, BYTES)) {
            met = &last_meeting_from(code);
            if (!met->is_again(address, BYTES, HOW == WRITES, code))
                return false;
        }
        if (s.last < floor || address % stretch::BYTES + BYTES > stretch::BYTES)
            return false;
        s.last = now.serial;
        s.was_read |= HOW == READS;
    }
    word_state *const states = region_state(address);
    for (unsigned i = 0; i < WORDS; ++i) {
        if (HOW == WRITES && (~states[i].allocated() & bits) == 0)
            states[i].set_written(bits);
        if (!states[i].is_good(bits))
            return false;
        cell &c = region_cell(address)[i];
        if (!c.is_split()) {
            if (!fits_in<HOW>(c, bits, floor, place))
                return false;
            continue;
        }
        if (BYTES >= 4 || c.split_at() < now.split_first)
            return false;
        for (unsigned byte = first; byte < first + BYTES; ++byte)
            if (!fits_in<HOW>(split_cells(c.number())[byte], 1u << byte, floor, place))
                return false;
    }
    if (met != nullptr)
        met->count();
    return true;
}

// Each of the following does what a large part of accesses needs, and leaves the rest to the one
// before it. A function that calls none but in its last step saves no registers.
template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_cells(uintptr_t address, void *code) {
    if (!fits_in_cells<HOW, BYTES>(address, code))
        touch<HOW, BYTES>(address, BYTES, code);
}

// Reads of variables of the device, constants mostly, of which all is as in the region.
template <unsigned BYTES>
inline __attribute__((always_inline)) bool fits_in_image(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    if (BYTES < 4 || address % 4 != 0 || place == 0 || may_meet_copies(address, BYTES))
        return false;
    for (unsigned i = 0; i < BYTES / 4; ++i) {
        cell &c = image_cell(address)[i];
        if (!image_state(address)[i].is_good(WHOLE_WORD) || c.is_split() ||
            !fits_in<READS>(c, WHOLE_WORD, now.floor, place))
            return false;
    }
    return true;
}

// Neither global nor shared memory. Nobody waits for what happens there, so no turn gets shorter;
// but when one is over, something has to be done at the next access.
template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_elsewhere(uintptr_t address, void *code) {
    if (on_own_stack(address)) {
        if (now.turn > 0 && are_well(address, BYTES))
            return;
    } else if (in_image(address)) {
        if (HOW == READS && now.turn > 0 && now.is_simple && fits_in_image<BYTES>(address, code))
            return;
    } else if (is_of_thread(address) && local_state(address)->is_unknown() && now.turn > 0) {
        if (HOW == READS && BYTES >= 4 && is_built_in(address))
            expect_again(code, address);
        return;
    }
    touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_next_stretch(uintptr_t address, void *code) {
    constexpr bool IS_WRITE = HOW == WRITES;
    streak &s = streak_from(code);
    bool goes_on;
    if constexpr (BYTES < 4)
        goes_on = bytes_go_on_in_next<BYTES, IS_WRITE>(s, address);
    else
        goes_on = goes_on_in_next<BYTES / 4, IS_WRITE>(s, address);
    if (!goes_on)
        touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_column(uintptr_t address, void *code) {
    if (!goes_on_in_column<HOW, BYTES>(*stretch_at(address), address, code))
        touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_bytes_without_streak(uintptr_t address,
                                                                      void *code) {
    if (--now.turn < 0 || !now.is_simple || may_meet_copies(address, BYTES))
        return touch<HOW, BYTES>(address, BYTES, code);
    const unsigned bits = ((1u << BYTES) - 1) << (address & 3);
    if (!has_stretches(address) || address % BYTES != 0 || !region_state(address)->is_good(bits))
        return touch_cells<HOW, BYTES>(address, code);
    stretch &s = *stretch_at(address);
    if (s.last >= now.floor) {
        if (!goes_on_in_cells<HOW, BYTES>(s, address, code))
            touch_cells<HOW, BYTES>(address, code);
        return;
    }
    if (s.last != stretch::OF_BYTES ||
        !goes_on_by_bytes<HOW, BYTES>(*byte_stretch_at(address), address, code))
        touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_shared(uintptr_t address, void *code) {
    if (!fits_behind_barrier<HOW, BYTES / 4>(address, code))
        touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_region(uintptr_t address, void *code) {
    if constexpr (BYTES >= 4) {
        constexpr unsigned WORDS = BYTES / 4;
        if (address % BYTES != 0)
            return touch_cells<HOW, BYTES>(address, code);
        stretch &s = *stretch_at(address);
        word_state *const states = region_state(address);
        if (!word_state::are_good<WORDS>(states) && (HOW == READS || !are_good<HOW, WORDS>(states)))
            return touch_cells<HOW, BYTES>(address, code);
        if (s.last < now.floor) { // no cells are in use
            if (HOW == WRITES && s.write.is_column())
                touch_column<HOW, BYTES>(address, code);
            else if (!goes_on<HOW, BYTES>(s, address, code))
                touch_column<HOW, BYTES>(address, code);
            return;
        }
        if (goes_on_in_cells<HOW, BYTES>(s, address, code))
            return;
    }
    touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_without_streak(uintptr_t address, void *code) {
    if constexpr (BYTES < 4) {
        touch_bytes_without_streak<HOW, BYTES>(address, code);
    } else {
        if (--now.turn < 0 || !now.is_simple)
            return touch<HOW, BYTES>(address, BYTES, code);
        if (!in_shared(address) || address % BYTES != 0)
            return touch_region<HOW, BYTES>(address, code);
        if (HOW != READS || !are_third_reads<BYTES / 4>(address, code))
            touch_shared<HOW, BYTES>(address, code);
    }
}

// What is not the next of a streak.
template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_out_of_streak(uintptr_t address, void *code) {
    if (block.interruptible == 0) {
        if (!host_may_use(address))
            touch<HOW, BYTES>(address, BYTES, code);
        return;
    }
    if (!in_region(address))
        return touch_elsewhere<HOW, BYTES>(address, code);
    if (streak &s = streak_from(code); s.code == code && !s.is_again && has_stretches(address)) {
        if (HOW == READS && s.shift == SOLO_SHIFT && s.next == address && s.limit != address &&
            s.origin == origin_of_solo()) {
            s.next = address + BYTES;
            return;
        }
        if ((BYTES < 4 && s.part != 0 ? address & ~uintptr_t(3) : address) % stretch::BYTES == 0 &&
            (BYTES >= 4 || s.part < 2))
            return touch_next_stretch<HOW, BYTES>(address, code);
    }
    if constexpr (HOW == WRITES && BYTES < 4)
        look_for_parts(address, BYTES, code, known_place(code));
    touch_without_streak<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_quickly(uintptr_t address, void *code) {
    now.accesses += in_region(address);
    if constexpr (HOW == (READS | WRITES)) {
        touch<HOW, BYTES>(address, BYTES, code);
    } else {
        streak &s = streak_from(code);
        if (__builtin_expect(s.code != code || s.next != address || s.limit == address, false))
            return touch_out_of_streak<HOW, BYTES>(address, code);
        const bool is_part = BYTES < 4 && s.part != 0;
        if (__builtin_expect(is_by_next(s, address, is_part ? 2 : __builtin_ctz(BYTES)) &&
                                 (!is_part || part_in_turn == s.part),
                             true)) {
            s.next = address + (is_part ? 4 : BYTES);
            if (is_part)
                part_in_turn = s.then;
        } else if (HOW != READS || BYTES < 4 || !s.is_again) {
            touch_out_of_streak<HOW, BYTES>(address, code);
        }
    }
}

// Bytes that are copied, or set: mostly a few of the thread's own variables.
template <unsigned HOW>
inline __attribute__((always_inline)) void touch_copy(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (block.interruptible != 0 && now.turn > 1 && bytes <= 16 && on_own_stack(address) &&
        are_well(address, bytes)) {
        --now.turn;
        return;
    }
    touch<HOW | ANY_SIZE>(address, bytes, code);
}

// A struct that is used whole: float3, mostly.
template <unsigned HOW> void touch_range(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (bytes == 12 && block.interruptible != 0) {
        if (!in_region(address))
            return touch_elsewhere<HOW, 12>(address, code);
        if (--now.turn > 0 && now.is_simple && fits_in_cells<HOW, 12>(address, code))
            return;
    }
    touch<HOW>(address, bytes, code);
}

// The compilers test the alignment of what is dereferenced, which arguments of atomics are not.
__attribute__((noinline)) void misaligned_atomic(uintptr_t address, size_t bytes, void *code) {
    const undisturbed quiet;
    finding f(mistake::misaligned);
    f.address = address;
    f.first = this_access(code, true, true, static_cast<unsigned>(bytes));
    f.detail = "an address that is no multiple of " + std::to_string(bytes) +
               ", as an atomic operation on " + std::to_string(bytes) + " bytes needs";
    describe(address, f);
    add(std::move(f));
}

// Whether an atomic operation is in order with what a cell remembers of an access, and alike, as
// can be seen at once: what atomic_begins() would note for the other order of blocks and threads is
// noted, or is no news. first: the serial with which the launch began, or in shared memory the
// block.
template <unsigned HOW>
inline __attribute__((always_inline)) bool goes_beside(access a, uint32_t floor, uint32_t first,
                                                       uint32_t place) {
    if (!a.is_atomic())
        return is_in_order<true>(a, floor);
    if (a.serial() < first || now.met_other_place ||
        (a.serial() >= now.block_first && a.thread() == this_thread()))
        return true;
    if (a.place() != place && ((HOW & ADDS) == 0 || !only_adds(a.place())))
        return false;
    now.met_another = true;
    return true;
}

// What atomic_touch() does with most operations: on whole words whose cells are in use, while no
// fence is to be thought of. False, and nothing is done, elsewhere.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool atomic_fits_in(uintptr_t address, int order,
                                                          void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    if constexpr (WORDS == 0) {
        return false;
    } else {
        const uint32_t place = known_place(code);
        if (block.interruptible == 0 || now.turn <= 1 || !now.is_simple || now.fences_matter ||
            now.scopes_of_block || order == order_of_block || place == 0 || !in_region(address) ||
            address % BYTES != 0 || !word_state::are_good<WORDS>(region_state(address)))
            return false;
        uint32_t floor = now.block_first, first = now.block_first;
        stretch *s = nullptr;
        if (!in_shared(address)) {
            floor = now.floor;
            first = now.launch_first;
            s = stretch_at(address);
            if (s->last <= stretch::AHEAD || may_meet_copies(address, BYTES))
                return false;
        }
        cell *const cells = region_cell(address);
        for (unsigned i = 0; i < WORDS; ++i) {
            const cell &c = cells[i];
            const uint32_t noted = i == 0 ? first : SPLIT_SERIAL; // of the first word only
            if (c.is_split() || !goes_beside<HOW>(c.write, floor, noted, place) ||
                !goes_beside<HOW>(c.read[0], floor, noted, place) ||
                !goes_beside<HOW>(c.read[1], floor, noted, place))
                return false;
        }
        --now.turn;
        if (s != nullptr) {
            s->last = now.serial;
            s->was_read |= (HOW & READS) != 0;
        }
        atomic_record &mine = last_atomics[this_thread()];
        const uint64_t key = key_of(address);
        note_last_write(mine, key, cells[0].write);
        note_atomic(mine, key, code);
        for (unsigned i = 0; i < WORDS; ++i)
            remember<true>(cells[i], WHOLE_WORD, HOW, floor, place);
        return true;
    }
}

// What that comes to where the threads of a block do one operation after another on a word of
// shared memory, at one place in the code.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool is_atomic_in_turn(uintptr_t address, int order,
                                                             void *code) {
    if (BYTES != 4 || HOW != (READS | WRITES | ATOMIC | ADDS) || block.interruptible == 0 ||
        now.turn <= 1 || !now.is_simple || now.fences_matter || now.scopes_of_block ||
        order == order_of_block || !in_shared(address) || address % BYTES != 0)
        return false;
    cell &c = *region_cell(address);
    const access last = c.write, mine_now = this_epoch().to(WHOLE_WORD, true, known_place(code));
    if (!last.is_of_any(mine_now) || !c.read[0].is_of_any(mine_now) ||
        !c.read[1].is_of_any(mine_now) || c.read[0].same_thread(c.read[1]))
        return false;
    --now.turn;
    now.met_another = true; // at least one of the two that have read
    atomic_record &mine = last_atomics[this_thread()];
    const uint64_t key = key_of(address);
    note_last_write(mine, key, last);
    note_atomic(mine, key, code);
    c.write = mine_now;
    if (!(c.read[0] == mine_now))
        c.read[1] = mine_now;
    return true;
}

template <unsigned HOW>
__attribute__((noinline)) void atomic_touch(volatile void *pointer, size_t bytes, int order,
                                            void *code) {
    now.atomic_of_block = order == order_of_block;
    now.scopes_of_block |= now.atomic_of_block;
    now.atomic_adds = (HOW & ADDS) != 0;
    if (block.interruptible != 0) {
        if (has_stretches(reinterpret_cast<uintptr_t>(pointer)))
            end_streaks_at(reinterpret_cast<uintptr_t>(pointer));
        atomic_begins(reinterpret_cast<uintptr_t>(pointer), code);
    }
    if (reinterpret_cast<uintptr_t>(pointer) % bytes != 0 && block.interruptible != 0)
        misaligned_atomic(reinterpret_cast<uintptr_t>(pointer), bytes, code);
    touch<HOW>(reinterpret_cast<uintptr_t>(pointer), bytes, code);
    if (block.interruptible != 0) {
        const undisturbed quiet;
        atomic_done(reinterpret_cast<uintptr_t>(pointer), (HOW & READS) != 0, (HOW & WRITES) != 0,
                    now.atomic_of_block, code);
    }
}

template <unsigned HOW, class T>
__attribute__((noinline)) void atomic_touch_rarely(volatile T *pointer, int order, void *code) {
    if (!atomic_fits_in<HOW, sizeof(T)>(reinterpret_cast<uintptr_t>(pointer), order, code))
        atomic_touch<HOW>(pointer, sizeof(T), order, code);
}

template <unsigned HOW, class T>
inline __attribute__((always_inline)) void atomic_touch_quickly(volatile T *pointer, int order,
                                                                void *code) {
    now.accesses += in_region(reinterpret_cast<uintptr_t>(pointer));
    if (!is_atomic_in_turn<HOW, sizeof(T)>(reinterpret_cast<uintptr_t>(pointer), order, code))
        atomic_touch_rarely<HOW>(pointer, order, code);
}

// Shared memory is the block's, whose threads share an OS thread, and blocks run one at a time: an
// operation there is atomic without a lock, for which a processor waits long.
inline bool is_of_one_thread(const volatile void *pointer) {
    return in_shared(reinterpret_cast<uintptr_t>(pointer));
}

template <class T> bool exchange_if_equal(volatile T *p, T *expected, T value) {
    if (!is_of_one_thread(p))
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,
                                           __ATOMIC_SEQ_CST);
    const T old = *p;
    const bool equal = old == *expected;
    if (equal)
        *p = value;
    *expected = old;
    return equal;
}

template <unsigned HOW> void volatile_touch(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (block.interruptible == 0 || in_shared(address) ||
        (!in_region(address) && !in_image(address))) {
        touch<HOW>(address, bytes, code);
        return;
    }
    note_volatile(place_number(code, static_cast<unsigned>(bytes)));
    {
        const undisturbed quiet;
        if (HOW == WRITES)
            volatile_store_begins();
        else
            volatile_load_begins(address);
    }
    touch<HOW | VOLATILE>(address, bytes, code);
    const undisturbed quiet;
    if (HOW == WRITES)
        message_sent(address);
    else
        message_taken(address, code);
}

// ------------------------------------------------------------------ indices and alignment

struct source_location {
    const char *file;
    uint32_t line, column;
};
struct type_descriptor {
    uint16_t kind, info;
    char name[1];
};
struct out_of_bounds_data {
    source_location location;
    const type_descriptor *array, *index;
};
struct wide_shift_data {
    source_location location;
    const type_descriptor *shifted, *bits;
};
struct type_mismatch_data {
    source_location location;
    const type_descriptor *type;
    unsigned char log_alignment, check_kind;
};

// As g++ writes it. Clang has no blank before a [, and quotation marks of its own where a name
// stands for another one: 'float4' (aka 'struct float4').
std::string type_text(const type_descriptor &type) {
    std::string text = type.name;
    const size_t other = text.find(" (aka ");
    if (other != std::string::npos)
        text = text.substr(other + 6, text.size() - other - 7);
    for (size_t at = 1; at < text.size(); ++at)
        if (text[at] == '[' && text[at - 1] != ' ' && text[at - 1] != ']')
            text.insert(at, 1, ' ');
    return text;
}

// Integers are passed as they are, or by a pointer where they are larger than one; the type says
// how wide, and whether signed.
long long number_of_type(uintptr_t value, const type_descriptor &type) {
    if (type.kind == 0 && 1u << (type.info >> 1) > 8 * sizeof value)
        return *reinterpret_cast<const long long *>(value);
    if (type.kind == 0 && (type.info & 1) != 0 && (type.info >> 1) == 5)
        return static_cast<int>(value);
    return static_cast<long long>(value);
}

std::string place_text(const source_location &location) {
    return short_path(location.file) + ":" + std::to_string(location.line);
}

void found_in_source(mistake what, const source_location &location, std::string detail,
                     const std::string &missing, uintptr_t address) {
    finding f(what);
    f.first = this_access(nullptr, false, false, 0);
    f.first.place = place_text(location);
    f.detail = std::move(detail);
    f.missing = missing;
    f.address = address;
    if (address != 0)
        describe(address, f);
    add(std::move(f));
}

} // namespace

static thread_local bool old_value_is_unused; // of the atomicExch() that comes next

void *checker::access_place(const void *address) {
    const access_to_nothing last = about_to_fault;
    about_to_fault = {};
    return reinterpret_cast<uintptr_t>(address) - last.address < last.bytes
               ? static_cast<char *>(last.code) - 1
               : nullptr;
}

} // namespace checker

void unused_old_value() {
    checker::old_value_is_unused = true;
}

void copy_unseen(void *to, const volatile void *from, size_t bytes) {
    __real_memcpy(to, const_cast<const void *>(from), bytes);
}

void tell_read(const void *memory, size_t bytes, void *place) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    if (bytes == 4) // as most texels
        checker::touch_quickly<checker::READS, 4>(address, place);
    else
        checker::touch<checker::READS>(address, bytes, place);
}

void tell_written(const void *memory, size_t bytes, void *place) {
    checker::touch<checker::WRITES>(reinterpret_cast<uintptr_t>(memory), bytes, place);
}

void field_used(const void *object, size_t size, size_t first, size_t count, bool is_written) {
    using namespace checker;
    const auto whole = reinterpret_cast<uintptr_t>(object), field = whole + first;
    void *const place = CUDA_EMULATOR_RETURN_ADDRESS;
    // Where anything of the struct is written, all of it may have been: of the field clang++ does
    // not always tell there either.
    bool some_written = false;
    for (uintptr_t at = whole; in_region(at) && at < whole + size; ++at)
        some_written = some_written || (region_state(at)->written() & byte_of(at)) != 0;
    for (uintptr_t at = field; some_written && at < field + count; ++at)
        region_state(at)->set_written(region_state(at)->allocated() & byte_of(at));
    touch<READS>(field, count, place);
    if (is_written)
        touch<WRITES>(field, count, place);
}

void structs_misaligned(const void *first, size_t alignment, const char *file, int line) {
    const undisturbed quiet;
    checker::found_in_source(checker::mistake::misaligned, {file, static_cast<uint32_t>(line), 0},
                             "an address that is no multiple of " + std::to_string(alignment) +
                                 ", as the structs there need",
                             "an index that keeps the alignment, or loads of single elements",
                             reinterpret_cast<uintptr_t>(first));
}

void index_beyond(size_t index, const char *file, int line) {
    const undisturbed quiet;
    const std::string number = std::to_string(index);
    checker::found_in_source(checker::mistake::index, {file, static_cast<uint32_t>(line), 0},
                             "index " + number + " of an array of " + number + " structs",
                             checker::missing_of_index(false), 0);
}

} // namespace cuda_emulator

using namespace cuda_emulator;
using namespace cuda_emulator::checker;

#define HERE CUDA_EMULATOR_RETURN_ADDRESS
#define ADDRESS(POINTER) reinterpret_cast<uintptr_t>(POINTER)

extern "C" {

// Before the constructors of each file: the first that a program does.
void __tsan_init() {
    begin();
}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}

#define HOOKS(BYTES)                                                                               \
    void __tsan_read##BYTES(void *p) {                                                             \
        touch_quickly<READS, BYTES>(ADDRESS(p), HERE);                                             \
    }                                                                                              \
    void __tsan_write##BYTES(void *p) {                                                            \
        touch_quickly<WRITES, BYTES>(ADDRESS(p), HERE);                                            \
    }                                                                                              \
    void __tsan_read_write##BYTES(void *p) {                                                       \
        touch_quickly<READS | WRITES, BYTES>(ADDRESS(p), HERE);                                    \
    }                                                                                              \
    void __tsan_unaligned_read##BYTES(void *p) {                                                   \
        touch_quickly<READS, BYTES>(ADDRESS(p), HERE);                                             \
    }                                                                                              \
    void __tsan_unaligned_write##BYTES(void *p) {                                                  \
        touch_quickly<WRITES, BYTES>(ADDRESS(p), HERE);                                            \
    }                                                                                              \
    void __tsan_unaligned_read_write##BYTES(void *p) {                                             \
        touch_quickly<READS | WRITES, BYTES>(ADDRESS(p), HERE);                                    \
    }                                                                                              \
    void __tsan_volatile_read##BYTES(void *p) {                                                    \
        volatile_touch<READS>(ADDRESS(p), BYTES, HERE);                                            \
    }                                                                                              \
    void __tsan_volatile_write##BYTES(void *p) {                                                   \
        volatile_touch<WRITES>(ADDRESS(p), BYTES, HERE);                                           \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##BYTES(void *p) {                                          \
        volatile_touch<READS>(ADDRESS(p), BYTES, HERE);                                            \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##BYTES(void *p) {                                         \
        volatile_touch<WRITES>(ADDRESS(p), BYTES, HERE);                                           \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(void *p, size_t bytes) {
    touch_range<READS>(ADDRESS(p), bytes, HERE);
}
void __tsan_write_range(void *p, size_t bytes) {
    touch_range<WRITES>(ADDRESS(p), bytes, HERE);
}
void __tsan_vptr_update(void **p, void *) {
    touch<WRITES>(ADDRESS(p), sizeof *p, HERE);
}
void __tsan_vptr_read(void **p) {
    touch<READS>(ADDRESS(p), sizeof *p, HERE);
}

#define ATOMIC_UPDATE(BITS, T, HOW, NAME, RESULT)                                                  \
    T __tsan_atomic##BITS##_##NAME(volatile T *p, T value, int order) {                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC | (HOW)>(p, order, HERE);                     \
        if (!is_of_one_thread(p))                                                                  \
            return __atomic_##NAME(p, value, __ATOMIC_SEQ_CST);                                    \
        const T old = *p;                                                                          \
        *p = static_cast<T>(RESULT);                                                               \
        return old;                                                                                \
    }
#define ATOMICS(BITS, T)                                                                           \
    T __tsan_atomic##BITS##_load(const volatile T *p, int order) {                                 \
        if (block.interruptible == 0)                                                              \
            touch<READS | ATOMIC>(ADDRESS(p), sizeof(T), HERE);                                    \
        else if (order != __ATOMIC_RELAXED) /* such a one begins a loop of exchanges */            \
            atomic_touch_quickly<READS | ATOMIC>(const_cast<volatile T *>(p), order, HERE);        \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile T *p, T value, int order) {                          \
        atomic_touch_quickly<WRITES | ATOMIC>(p, order, HERE);                                     \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    T __tsan_atomic##BITS##_exchange(volatile T *p, T value, int order) {                          \
        if (old_value_is_unused) {                                                                 \
            old_value_is_unused = false;                                                           \
            atomic_touch_quickly<READS | WRITES | ATOMIC | UNUSED>(p, order, HERE);                \
        } else {                                                                                   \
            atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                         \
        }                                                                                          \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    ATOMIC_UPDATE(BITS, T, ADDS, fetch_add, old + value)                                           \
    ATOMIC_UPDATE(BITS, T, ADDS, fetch_sub, old - value)                                           \
    ATOMIC_UPDATE(BITS, T, 0, fetch_and, (old & value))                                            \
    ATOMIC_UPDATE(BITS, T, 0, fetch_or, old | value)                                               \
    ATOMIC_UPDATE(BITS, T, 0, fetch_xor, old ^ value)                                              \
    ATOMIC_UPDATE(BITS, T, 0, fetch_nand, ~(old & value))                                          \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *p, T *expected, T value,         \
                                                      int order, int) {                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        return exchange_if_equal(p, expected, value);                                              \
    }                                                                                              \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T *p, T *expected, T value,           \
                                                    int order, int) {                              \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        return exchange_if_equal(p, expected, value);                                              \
    }                                                                                              \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T expected, T value, int order,    \
                                                 int) {                                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        exchange_if_equal(p, &expected, value);                                                    \
        return expected;                                                                           \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

// The program's calls of these are linked to here (--wrap). Newer clangs call them by the names of
// the sanitizer.
void *__real_memmove(void *, const void *, size_t);
void *__real_memset(void *, int, size_t);

#define COPY(NAME, REAL)                                                                           \
    void *NAME(void *to, const void *from, size_t bytes) {                                         \
        touch_copy<READS>(ADDRESS(from), bytes, HERE);                                             \
        touch_copy<WRITES>(ADDRESS(to), bytes, HERE);                                              \
        return REAL(to, from, bytes);                                                              \
    }
COPY(__wrap_memcpy, __real_memcpy)
COPY(__wrap_memmove, __real_memmove)
COPY(__tsan_memcpy, __real_memcpy)
COPY(__tsan_memmove, __real_memmove)

// What a kernel allocates is memory of the device, and its own place is told, as is what is not
// freed. It is never used again. The host's calls go where they went.
static void *allocate_in_kernel(size_t bytes) {
    const undisturbed quiet;
    void *memory = nullptr;
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
        return nullptr;
    is_read(reinterpret_cast<uintptr_t>(memory)); // nobody can copy it to the host
    return memory;
}
static void free_in_kernel(void *memory) {
    if (memory == nullptr)
        return;
    const undisturbed quiet;
    end_streaks();
    const memory_place place = find_memory(memory);
    const bool freed_before = is_freed(reinterpret_cast<uintptr_t>(memory));
    if (place.kind == memory_kind::device && place.base == memory && !freed_before) {
        the_checker().freed(memory, place.size);
        return;
    }
    finding f(mistake::wrong_free);
    f.address = reinterpret_cast<uintptr_t>(memory);
    f.here = calls_here();
    f.detail = freed_before ? "free in a kernel of memory that was freed before"
                            : "free in a kernel of a pointer that no allocation returned";
    f.missing = freed_before ? "a pointer is freed once; set it to NULL then"
                             : "the pointer that malloc() or new has returned in a kernel";
    if (freed_before)
        describe(f.address, f);
    add(std::move(f));
}
#define ALLOCATION(NAME)                                                                           \
    void *__real_##NAME(size_t);                                                                   \
    void *__wrap_##NAME(size_t bytes) {                                                            \
        return block.interruptible != 0 ? allocate_in_kernel(bytes) : __real_##NAME(bytes);        \
    }
ALLOCATION(malloc)
ALLOCATION(_Znwm)
ALLOCATION(_Znam)
void __real_free(void *);
void __wrap_free(void *memory) {
    block.interruptible != 0 ? free_in_kernel(memory) : __real_free(memory);
}
#define DELETE(NAME)                                                                               \
    void __real_##NAME(void *);                                                                    \
    void __wrap_##NAME(void *memory) {                                                             \
        block.interruptible != 0 ? free_in_kernel(memory) : __real_##NAME(memory);                 \
    }                                                                                              \
    void __real_##NAME##m(void *, size_t);                                                         \
    void __wrap_##NAME##m(void *memory, size_t bytes) {                                            \
        block.interruptible != 0 ? free_in_kernel(memory) : __real_##NAME##m(memory, bytes);       \
    }
DELETE(_ZdlPv)
DELETE(_ZdaPv)

// Functions of the C library that return something through a pointer.
void __real_sincosf(float, float *, float *);
void __real_sincos(double, double *, double *);
void __wrap_sincosf(float x, float *sine, float *cosine) {
    touch<WRITES>(ADDRESS(sine), sizeof *sine, HERE);
    touch<WRITES>(ADDRESS(cosine), sizeof *cosine, HERE);
    __real_sincosf(x, sine, cosine);
}
void __wrap_sincos(double x, double *sine, double *cosine) {
    touch<WRITES>(ADDRESS(sine), sizeof *sine, HERE);
    touch<WRITES>(ADDRESS(cosine), sizeof *cosine, HERE);
    __real_sincos(x, sine, cosine);
}
#define TWO_RESULTS(T, NAME, SECOND)                                                               \
    T __real_##NAME(T, SECOND *);                                                                  \
    T __wrap_##NAME(T x, SECOND *second) {                                                         \
        touch<WRITES>(ADDRESS(second), sizeof *second, HERE);                                      \
        return __real_##NAME(x, second);                                                           \
    }
TWO_RESULTS(float, modff, float)
TWO_RESULTS(double, modf, double)
TWO_RESULTS(float, frexpf, int)
TWO_RESULTS(double, frexp, int)
float __real_remquof(float, float, int *);
double __real_remquo(double, double, int *);
float __wrap_remquof(float x, float y, int *quotient) {
    touch<WRITES>(ADDRESS(quotient), sizeof *quotient, HERE);
    return __real_remquof(x, y, quotient);
}
double __wrap_remquo(double x, double y, int *quotient) {
    touch<WRITES>(ADDRESS(quotient), sizeof *quotient, HERE);
    return __real_remquo(x, y, quotient);
}

void *__wrap_memset(void *to, int value, size_t bytes) {
    touch_copy<WRITES>(ADDRESS(to), bytes, HERE);
    return __real_memset(to, value, bytes);
}
void *__tsan_memset(void *to, int value, size_t bytes) {
    touch_copy<WRITES>(ADDRESS(to), bytes, HERE);
    return __real_memset(to, value, bytes);
}

// What kernels print. The compilers make puts() and putchar() of the simple cases.
int __wrap_printf(const char *format, ...) {
    note_output(HERE);
    va_list arguments;
    va_start(arguments, format);
    const int printed = std::vprintf(format, arguments);
    va_end(arguments);
    return printed;
}
int __real_puts(const char *);
int __wrap_puts(const char *text) {
    note_output(HERE);
    return __real_puts(text);
}
int __real_putchar(int);
int __wrap_putchar(int character) {
    note_output(HERE);
    return __real_putchar(character);
}

void __ubsan_handle_out_of_bounds(out_of_bounds_data *data, uintptr_t index) {
    // The last member of a struct may have any length in truth: `float rest[1]`. g++ does not
    // except these, and clang++ not always.
    if (std::strstr(data->array->name, "[1]'") != nullptr)
        return;
    // The program's own copies of functions of std::string have the calls in them.
    const undisturbed quiet;
    const long long number = number_of_type(index, *data->index);
    found_in_source(mistake::index, data->location,
                    "index " + std::to_string(number) + " of an array of type " +
                        type_text(*data->array),
                    missing_of_index(number < 0), 0);
}

void __ubsan_handle_shift_out_of_bounds(wide_shift_data *data, uintptr_t, uintptr_t by) {
    if (block.interruptible == 0)
        return; // the host's: all processors that are its own agree
    const undisturbed quiet;
    const std::string bits = std::to_string(1u << (data->shifted->info >> 1));
    found_in_source(
        mistake::wide_shift, data->location,
        "shifts a number of " + bits + " bits by " +
            std::to_string(number_of_type(by, *data->bits)) +
            ": undefined in C++; a GPU shifts all of them out, and this processor by the rest "
            "of a division by " +
            bits,
        "a test that the number of bits is below " + bits, 0);
}

void __ubsan_handle_type_mismatch_v1(type_mismatch_data *data, uintptr_t pointer) {
    const undisturbed quiet;
    // Of a function that copies an object the reader's text has no line, and who calls it with such
    // an address is told of.
    char *const place = static_cast<char *>(HERE) - 1;
    static thread_local auto &copies = *new std::map<char *, bool>;
    const auto [known, is_new] = copies.emplace(place, false);
    if (is_new)
        known->second = is_in_copy_function(place) || is_in_inlined_copy(place);
    if (known->second)
        return;
    found_in_source(mistake::misaligned, data->location,
                    "an address that is no multiple of " +
                        std::to_string(1u << data->log_alignment) + ", as the type " +
                        type_text(*data->type) + " needs",
                    "an index that keeps the alignment, or loads of single elements", pointer);
}

struct alignment_assumption_data {
    source_location location, assumption;
    const type_descriptor *type;
};
// __builtin_assume_aligned: only clang asks.
void __ubsan_handle_alignment_assumption(alignment_assumption_data *data, uintptr_t pointer,
                                         uintptr_t alignment, uintptr_t) {
    const undisturbed quiet;
    found_in_source(mistake::misaligned, data->location,
                    "an address that is no multiple of " + std::to_string(alignment) +
                        ", as the program says",
                    "", pointer);
}

} // extern "C"
