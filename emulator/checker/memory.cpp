// memory.cpp: the region of memory that the device can reach, and what is allocated in it.
#include "memory_state.h"

#include "checker.h"
#include "order.h"
#include "report/words.h"

#include "machine/address_space.h"
#include "machine/program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {
namespace checker {

area image;

// Never destroyed: destructors of the program may still free memory.
memory_state &all_memory() {
    static memory_state &c = *new memory_state;
    return c;
}

static void *reserve_or_end(uintptr_t at, size_t bytes) {
    void *got = reserve(at, bytes);
    if (got == nullptr) {
        std::fprintf(stderr, "CUDA checker: %zu GiB of address space are not to be had\n",
                     bytes >> 30);
        std::exit(1);
    }
    return got;
}

void set_states(const area &a, uintptr_t at, size_t bytes, bool allocated, bool written) {
    if (bytes == 0)
        return; // memset takes long over nothing, where a page has not been touched
    const word_state whole(allocated, written);
    if ((at & 3) == 0) {
        word_state::fill(a.states + ((at - a.base) >> 2), bytes / 4, whole);
        at += bytes & ~size_t(3);
        bytes &= 3;
    }
    for_states(a, at, bytes, [&](word_state &state, unsigned bits) { state.set(bits, whole); });
}

std::map<uintptr_t, allocation>::iterator nearest(memory_state &c, uintptr_t at) {
    auto next = c.allocations.upper_bound(at);
    if (next == c.allocations.begin())
        return next;
    auto before = std::prev(next);
    if (next != c.allocations.end() && at - before->first >= before->second.size &&
        next->first - at < at - (before->first + before->second.size))
        return next;
    return before;
}

bool reserve_memory() {
    static const bool done = [] {
        reserve_or_end(REGION, REGION_BYTES);
        reserve_or_end(STATES, REGION_BYTES / 4);
        reserve_or_end(STRETCHES, STRETCHES_BYTES);
        reserve_or_end(CELLS, REGION_BYTES / 4 * sizeof(cell));
        reserve_or_end(SPLIT_CELLS, SPLIT_BYTES);
        reserve_or_end(LOCAL_STATES, LOCAL_BYTES);
        reserve_places();
        const address_range program = image_of_program();
        image.base = program.begin & ~uintptr_t(63);
        image.bytes = program.end - image.base;
        image.states = static_cast<word_state *>(reserve_or_end(0, image.bytes / 4 + 1));
        image.cells = static_cast<cell *>(reserve_or_end(0, (image.bytes / 4 + 1) * sizeof(cell)));
        return true;
    }();
    return done;
}

__attribute__((noinline)) call_stack calls_here() {
    call_stack stack;
    usual_calls_on_stack(stack.calls, call_stack::MOST);
    return stack;
}

// Each allocation has pages of its own, to give back.
static size_t whole_pages(size_t size) {
    return (size + PAGE - 1) / PAGE * PAGE;
}

void *checker::obtain(size_t size) {
    reserve_memory();
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    constexpr size_t GAP = 64 * 1024; // as large as a small stray
    // Elements of the same number would have the same place in their pages, and so their shadows.
    // Processors take a load for one of what was just stored at such a place, and wait.
    c.skew = (c.skew + 512) % PAGE;
    const size_t span = whole_pages(c.skew + size);
    if (size > REGION_BYTES || c.next - REGION + span + 2 * GAP > REGION_BYTES)
        return nullptr;
    const uintptr_t at = c.next + GAP;
    c.next = at + span;
    return reinterpret_cast<void *>(at + c.skew);
}

void checker::give_back(void *memory, size_t size) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(memory) / PAGE * PAGE;
    const size_t span = whole_pages(reinterpret_cast<uintptr_t>(memory) - at + size);
    {
        memory_state &c = all_memory();
        const os_lock lock(c.mutex);
        c.cuts.erase(c.cuts.lower_bound(at), c.cuts.lower_bound(at + span));
    }
    clear_reserved(reinterpret_cast<void *>(at), span);
    clear_reserved(stretch_at(at), span / 64 * sizeof(stretch));
    clear_reserved(region_cell(at), span / 4 * sizeof(cell));
}

std::atomic<uint32_t> allocations_changed;

void checker::allocated(const void *memory, size_t size, memory_kind kind) {
    ++allocations_changed;
    const call_stack made = calls_here();
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const auto at = reinterpret_cast<uintptr_t>(memory);
    const std::string call = current_call_name();
    const bool has_rows = call == "cudaMallocPitch" || call == "cudaMalloc3D";
    c.allocations[at] = {size, kind, made, false, {}, false, has_rows};
    // What the host can write, it may have written where nobody looked, in a library.
    set_states(region, at, size, true, kind != memory_kind::device);
}

// Where a kernel has written to the word. Null: nowhere, for all that is remembered.
static void *writer_of(const cell &c) {
    if (!c.is_split())
        return place_code(c.write.place());
    for (unsigned byte = 0; byte < 4 && c.split_at() >= now.split_first; ++byte)
        if (void *code = place_code(split_cells(c.number())[byte].write.place()))
            return code;
    return nullptr;
}

static void *writer_of(const stretch &s, uintptr_t at) {
    if (s.last == 0)
        return place_code(s.write.place());
    void *writer = nullptr;
    if (s.last == stretch::OF_BYTES) {
        const byte_stretch *const bytes = byte_stretch_at(at);
        writer = place_code(bytes[0].write.place());
        return writer != nullptr ? writer : place_code(bytes[1].write.place());
    }
    for (unsigned word = 0; word < stretch::WORDS && writer == nullptr; ++word)
        writer = writer_of(region_cell(at)[word]);
    return writer;
}

// Where a kernel has written to memory that nothing has read since: no kernel, no copy, no texture.
static void *writer_of_unread(uintptr_t at, const allocation &a) {
    if (a.kind != memory_kind::device || a.is_read)
        return nullptr;
    void *writer = nullptr;
    for (const uintptr_t end = at + a.size; at < end; at += stretch::BYTES) {
        const stretch &s = *stretch_at(at);
        if (s.was_read)
            return nullptr;
        if (writer == nullptr)
            writer = writer_of(s, at);
    }
    return writer;
}

void is_read(uintptr_t address) {
    if (!in_region(address))
        return;
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const auto found = nearest(c, address);
    if (found != c.allocations.end())
        found->second.is_read = true;
}

namespace {
// Counts the bytes of rows that nothing has written. What may be the padding of structs is no
// mistake: it is shorter than their alignment, 16 bytes at the most, and not what they begin with.
struct unwritten_bytes {
    size_t count = 0, gap = 0; // gap: that goes on
    uintptr_t first = 0;
    bool is_mistake = false;

    void look(uintptr_t at, bool written, bool begins) {
        if (written) {
            gap = 0;
            return;
        }
        if (count++ == 0)
            first = at;
        is_mistake |= ++gap >= 16 || begins;
    }
};
} // namespace

void look_for_unwritten(const copy_side &from, const call_stack &copy) {
    unwritten_bytes unwritten;
    size_t bytes = 0;
    {
        memory_state &c = all_memory();
        const os_lock lock(c.mutex);
        for (const rows &part : from.parts) {
            if (!in_region(part.first))
                return;
            const auto of = nearest(c, part.first);
            // Of a copy that knows nothing of rows.
            if (of == c.allocations.end() || (of->second.has_rows && part.height == 1))
                return;
            for (size_t row = 0; row < part.height; ++row) {
                const uintptr_t begin = part.first + row * part.pitch;
                unwritten.gap = 0;
                for (uintptr_t at = begin; at < begin + part.width; ++at)
                    if (const uintptr_t left = begin + part.width - at;
                        left >= 32 && word_state::are_written<8>(region_state(at))) {
                        unwritten.gap = 0; // as with most
                        const bool many =
                            left >= 256 && word_state::are_written<64>(region_state(at));
                        at = (at | 3) + (many ? 252 : 28);
                    } else if (region_state(at)->written() == 15) {
                        unwritten.gap = 0;
                        at |= 3;
                    } else {
                        unwritten.look(at, (region_state(at)->written() & 1u << (at & 3)) != 0,
                                       at == of->first);
                    }
            }
            bytes += part.width * part.height;
        }
    }
    if (!unwritten.is_mistake)
        return;
    finding f(mistake::partly_unwritten);
    f.address = unwritten.first;
    f.here = copy;
    f.detail = std::string(current_call_name()) + " reads " + counted(bytes, "byte") + ", and ";
    f.detail +=
        unwritten.count == bytes
            ? "nothing has written any of them, from"
            : "nothing has written " + std::to_string(unwritten.count) + " of them, the first";
    describe(unwritten.first, f);
    add(std::move(f));
}

std::vector<call_stack> calls_that_allocate() {
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    std::vector<call_stack> calls;
    for (const auto &entry : c.allocations)
        calls.push_back(entry.second.made);
    return calls;
}

bool is_constant(uintptr_t address) {
    const memory_state &c = all_memory();
    if (address < c.constants_low || address >= c.constants_high)
        return false;
    for (const device_variable &v : c.variables)
        if (v.constant && address - v.address < v.size)
            return true;
    return false;
}

// A kernel has written it, last from there.
static void never_read(uintptr_t address, void *code) {
    if (is_of_library(place_before(code)))
        return; // which keeps for itself what it need not read
    finding f(mistake::never_read);
    f.address = address;
    f.first.code = code;
    describe(address, f);
    f.about.whole = true;
    f.second.code = call_of_program(f.about.made); // tells two of one line from each other
    add(std::move(f));
}

void checker::freed(const void *memory, size_t size) {
    ++allocations_changed;
    const call_stack calls = calls_here();
    memory_state &c = all_memory();
    const auto at = reinterpret_cast<uintptr_t>(memory);
    os_lock lock(c.mutex);
    if (void *writer = writer_of_unread(at, c.allocations[at])) {
        lock.unlock();
        never_read(at, writer);
        lock.lock();
    }
    allocation &a = c.allocations[at];
    a.is_freed = true;
    a.freed = calls;
    set_states(region, at, size, false, false);
}

void checker::free_refused(const void *pointer) {
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    c.frees_refused = true;
    const auto found = c.allocations.find(reinterpret_cast<uintptr_t>(pointer));
    if (found != c.allocations.end())
        found->second.is_freed = true;
}

void checker::wrong_free(const void *pointer) {
    finding f(mistake::wrong_free);
    f.address = reinterpret_cast<uintptr_t>(pointer);
    f.here = calls_here();
    const memory_place place = find_memory(pointer);
    const bool alive = place.kind != memory_kind::plain;
    f.detail = current_call_name();
    f.missing = "the pointer that cudaMalloc, or its relative, has returned";
    if (alive || is_freed(f.address))
        describe(f.address, f);
    if (alive && place.base == pointer) {
        f.detail += " of memory that another function frees";
        f.missing = "cudaFree for memory of the device, cudaFreeHost for that of the host";
    } else if (alive) {
        f.detail += " of a pointer into the middle of an allocation";
    } else if (is_freed(f.address)) {
        f.detail += " of memory that was freed before";
        f.missing = "a pointer is freed once; set it to NULL then";
    } else {
        f.detail += " of a pointer that no allocation returned";
    }
    add(std::move(f));
}

void checker::wrong_kind(const wrong_copy &wrong) {
    finding f(mistake::wrong_kind);
    f.address = reinterpret_cast<uintptr_t>(wrong.pointer);
    f.here = calls_here();
    f.detail = std::string(current_call_name()) + ": " + wrong.why;
    f.missing = wrong.write;
    describe(f.address, f);
    add(std::move(f));
}

void checker::variables_exchanged() {
    const memory_state &c = all_memory();
    for (const device_variable &v : c.variables)
        if (!is_managed_variable(reinterpret_cast<void *>(v.address)))
            std::fill(image_cell(v.address), image_cell(v.address + v.size - 1) + 1, cell{});
}

static bool is_written(uintptr_t address) {
    return (region_state(address)->written() & 1u << (address & 3)) != 0;
}

static void note_cut(uintptr_t at, uintptr_t beyond, uintptr_t other_end) {
    if ((at & 3) == 0 || is_written(beyond))
        return;
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    c.cuts[at] = other_end;
}

bool is_cut(uintptr_t first, size_t bytes) {
    const uintptr_t end = first + bytes;
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const auto last = c.cuts.lower_bound(end);
    return std::any_of(c.cuts.upper_bound(first), last, [&](const auto &cut) {
        const auto [at, other] = cut;
        const uintptr_t beyond = other < at ? at : at - 1;
        return !is_written(beyond) &&
               (other < first || other > end || (bytes == 4 && other == first));
    });
}

void checker::written(const void *memory, size_t bytes) {
    const auto at = reinterpret_cast<uintptr_t>(memory);
    if (bytes == 0 || !in_region(at))
        return;
    note_cut(at, at - 1, at + bytes);
    note_cut(at + bytes, at + bytes, at);
    size_t whole = 0;
    if ((at & 3) == 0) {
        whole = bytes & ~size_t(3);
        word_state::fill(region_state(at), whole / 4, word_state(true, true));
    }
    for_states(region, at + whole, bytes - whole,
               [](word_state &state, unsigned bits) { state.set_written(bits); });
}

// A call that a kernel makes has written, in memory of the device or to a local variable.
void checker::result_given(const void *memory, size_t bytes) {
    const auto first = reinterpret_cast<uintptr_t>(memory);
    for (uintptr_t at = first; at < first + bytes; ++at) {
        word_state &state = in_region(at) ? *region_state(at) : *local_state(at);
        state.set_written(state.allocated() & byte_bits(at & 3, (at & 3) + 1));
    }
}

void checker::copied(const void *to, const void *from, size_t bytes) {
    const auto source = reinterpret_cast<uintptr_t>(from), target = reinterpret_cast<uintptr_t>(to);
    if (!in_region(target))
        return;
    if (!in_region(source) || ((source | target | bytes) & 3) != 0) {
        written(to, bytes);
        return;
    }
    word_state *const states = region_state(target);
    const word_state *const others = region_state(source);
    size_t i = 0;
    for (; i + 8 <= bytes / 4; i += 8)
        word_state::set_eight_written_as(states + i, others + i);
    for (; i < bytes / 4; ++i)
        states[i].set_written_as(others[i]);
}

variable variable_of(const allocation &a) {
    variable v;
    v.where = variable::space::allocated;
    v.whole = true;
    v.size = a.size;
    v.kind = a.kind;
    v.made = a.made;
    v.freed = a.freed;
    return v;
}

void report_leaked_memory() {
    std::vector<std::pair<uintptr_t, allocation>> leaks;
    {
        memory_state &c = all_memory();
        const os_lock lock(c.mutex);
        for (const auto &entry : c.allocations)
            if (!entry.second.is_freed && entry.second.kind != memory_kind::graphics)
                leaks.push_back(entry);
    }
    for (const auto &entry : leaks)
        leaked(variable_of(entry.second));
}

void report_unread_memory() {
    memory_state &c = all_memory();
    os_lock lock(c.mutex);
    std::vector<std::pair<uintptr_t, void *>> found;
    for (const auto &entry : c.allocations)
        if (!entry.second.is_freed)
            if (void *writer = writer_of_unread(entry.first, entry.second))
                found.emplace_back(entry.first, writer);
    lock.unlock();
    for (const auto &unread : found)
        never_read(unread.first, unread.second);
}

bool frees_were_refused() {
    return all_memory().frees_refused;
}

bool is_freed(uintptr_t address) {
    memory_state &c = all_memory();
    const auto found = nearest(c, address);
    return found != c.allocations.end() && address - found->first < found->second.size &&
           found->second.is_freed;
}

std::vector<process_copy::instead::part> memory_in_use() {
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const size_t bytes = c.next - REGION, words = bytes / 4;
    return {{reinterpret_cast<void *>(REGION), bytes},
            {reinterpret_cast<void *>(STATES), words},
            {reinterpret_cast<void *>(STRETCHES), bytes / stretch::BYTES * sizeof(stretch)},
            {reinterpret_cast<void *>(CELLS), words * sizeof(cell)},
            {reinterpret_cast<void *>(SPLIT_CELLS), 4 * next_split * sizeof(cell)}};
}

} // namespace checker
} // namespace cuda_emulator
