// memory.cpp: the region of memory that the device can reach, and what lies where in it.
#include "checker.h"
#include "allocations.h"
#include "order.h"
#include "report/words.h"

#include "machine/address_space.h"
#include "machine/program.h"
#include "machine/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace cuda_emulator {

unsigned checked_block;

namespace checker {

area image;

namespace {

struct allocation {
    size_t size;
    memory_kind kind;
    call_stack made;
    bool is_freed;
    call_stack freed;
    bool is_read;  // by something that no hook tells of
    bool has_rows; // with room behind each that nobody uses
};

struct device_variable {
    uintptr_t address;
    size_t size;
    const char *name, *file;
    int line;
    bool constant;
};

struct memory_state {
    os_mutex mutex;
    uintptr_t next = REGION + SHARED_BYTES; // where nothing has been allocated yet
    size_t skew = 0;                        // of the last allocation, in its first page
    uintptr_t next_shared = REGION + 64;
    std::map<uintptr_t, allocation> allocations;
    // Where copies and cudaMemset have begun or ended in the middle of a word that nothing else had
    // written, and where their other end is.
    std::map<uintptr_t, uintptr_t> cuts;
    std::vector<shared_note *> shared;
    std::vector<device_variable> variables;
    size_t dynamic_bytes = 0;
    uint32_t launch = 0;      // counts them
    size_t static_bytes = 0;  // of the __shared__ variables that the running launch has come to
    std::string static_place; // of the last of them
    std::map<std::string, size_t> constant_bytes; // of the __constant__ variables of a file
    uintptr_t constants_low = ~uintptr_t(0), constants_high = 0; // where those lie
    bool frees_refused = false;
};

// Never destroyed: destructors of the program may still free memory.
memory_state &all_memory() {
    static memory_state &c = *new memory_state;
    return c;
}

constexpr size_t LARGEST_GAP = 64; // beside a local variable
constexpr word_state UNKNOWN(false, false), IN_GAP(false, true);

constexpr uintptr_t DYNAMIC = REGION + STATIC_SHARED_BYTES;

void *reserve_or_end(uintptr_t at, size_t bytes) {
    void *got = reserve(at, bytes);
    if (got == nullptr) {
        std::fprintf(stderr, "CUDA checker: %zu GiB of address space are not to be had\n",
                     bytes >> 30);
        std::exit(1);
    }
    return got;
}

// The innermost local variable of each thread of the block, which may take turns with others, each
// on an OS thread of its own.
thread_local local_note *locals[1024];
thread_local unsigned threads_with_locals; // no thread from that number on has any

// A __shared__ variable, or the dynamic memory if there is no note, of a block that does not run.
struct put_away {
    shared_note *note;
    uintptr_t at;
    size_t bytes; // whole words
    std::vector<char> data;
    std::vector<word_state> states;
    std::vector<cell> cells;
};
thread_local std::vector<put_away> away;

void set_local_states(uintptr_t at, size_t bytes, word_state state) {
    for (const uintptr_t end = at + bytes; at < end; ++at)
        local_state(at)->set(1u << (at & 3), state);
}

// Bits of the bytes [from, to) of a word, both 0 to 4.
unsigned byte_bits(uintptr_t from, uintptr_t to) {
    return ((1u << to) - 1) & ~((1u << from) - 1);
}

// Calls change(state, bits) for the words of the bytes.
template <class Change> void for_states(const area &a, uintptr_t at, size_t bytes, Change change) {
    uintptr_t first = at - a.base, last = first + bytes;
    while (first < last) {
        const uintptr_t word_end = std::min<uintptr_t>((first | 3) + 1, last);
        change(a.states[first >> 2], byte_bits(first & 3, ((word_end - 1) & 3) + 1));
        first = word_end;
    }
}

const area region = {REGION, REGION_BYTES, reinterpret_cast<word_state *>(STATES),
                     reinterpret_cast<cell *>(CELLS)};

// All words of the bytes get this state, but for the bytes beyond the end.
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

// The allocation at the address, or the nearest one.
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

// What of a kind begins there, of which the address is a byte, or beside which it is.
variable variable_at(variable::space where, uintptr_t address, uintptr_t base, size_t size) {
    variable v;
    v.where = where;
    v.offset = static_cast<std::intptr_t>(address - base);
    v.size = size;
    return v;
}

std::string place_text(const char *file, int line) {
    return std::string(file) + ":" + std::to_string(line);
}

} // namespace

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
    unwritten_bytes found;
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
                found.gap = 0;
                for (uintptr_t at = begin; at < begin + part.width; ++at)
                    if (const uintptr_t left = begin + part.width - at;
                        left >= 32 && word_state::are_written<8>(region_state(at))) {
                        found.gap = 0; // as with most
                        const bool many =
                            left >= 256 && word_state::are_written<64>(region_state(at));
                        at = (at | 3) + (many ? 252 : 28);
                    } else if (region_state(at)->written() == 15) {
                        found.gap = 0;
                        at |= 3;
                    } else {
                        found.look(at, (region_state(at)->written() & 1u << (at & 3)) != 0,
                                   at == of->first);
                    }
            }
            bytes += part.width * part.height;
        }
    }
    if (!found.is_mistake)
        return;
    finding f(mistake::partly_unwritten);
    f.address = found.first;
    f.here = copy;
    f.detail = std::string(current_call_name()) + " reads " + counted(bytes, "byte") + ", and ";
    f.detail += found.count == bytes
                    ? "nothing has written any of them, from"
                    : "nothing has written " + std::to_string(found.count) + " of them, the first";
    describe(found.first, f);
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

static variable variable_of(const allocation &a) {
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

void forget_locals() {
    for (; threads_with_locals != 0; --threads_with_locals)
        for (local_note *&note = locals[threads_with_locals - 1]; note != nullptr;
             note = note->outer) {
            const auto at = reinterpret_cast<uintptr_t>(note->memory);
            set_local_states(at - LARGEST_GAP, note->size + 2 * LARGEST_GAP, UNKNOWN);
        }
}

const local_note *nearest_local(uintptr_t address) {
    const local_note *best = nullptr;
    uintptr_t best_distance = LARGEST_GAP;
    for (const local_note *innermost : locals)
        for (const local_note *note = innermost; note != nullptr; note = note->outer) {
            const auto at = reinterpret_cast<uintptr_t>(note->memory);
            const uintptr_t distance = address < at                ? at - address
                                       : address < at + note->size ? 0
                                                                   : address - at - note->size + 1;
            if (distance < best_distance) {
                best = note;
                best_distance = distance;
            }
        }
    return best;
}

void describe(uintptr_t address, finding &f) {
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const bool on_stack = !in_region(address) && !in_image(address);
    if (const local_note *note = on_stack ? nearest_local(address) : nullptr) {
        f.about = variable_at(variable::space::local, address,
                              reinterpret_cast<uintptr_t>(note->memory), note->size);
        f.about.name = note->name;
        f.about.of_another = note->thread != this_thread();
        f.about.thread = note->thread;
        f.about.place = place_text(note->file, note->line);
        return;
    }
    if (address >= DYNAMIC && address < REGION + SHARED_BYTES) {
        f.about = variable_at(variable::space::dynamic_shared, address, DYNAMIC, c.dynamic_bytes);
        return;
    }
    if (address >= REGION && address < DYNAMIC) {
        const shared_note *best = nullptr;
        uintptr_t best_distance = ~uintptr_t(0);
        for (const shared_note *note : c.shared) {
            const auto base = reinterpret_cast<uintptr_t>(note->memory);
            const uintptr_t distance = address < base                ? base - address
                                       : address < base + note->size ? 0
                                                                     : address - base - note->size;
            if (distance < best_distance) {
                best = note;
                best_distance = distance;
            }
        }
        if (best == nullptr)
            return;
        f.about = variable_at(variable::space::shared, address,
                              reinterpret_cast<uintptr_t>(best->memory), best->size);
        f.about.name = best->name;
        f.about.place = place_text(best->file, best->line);
        return;
    }
    if (in_region(address)) {
        const auto found = nearest(c, address);
        if (found == c.allocations.end())
            return;
        f.about = variable_of(found->second);
        f.about.whole = false;
        f.about.offset = static_cast<std::intptr_t>(address - found->first);
        return;
    }
    const device_variable *near = nullptr; // the variable itself, else one in whose gap it is
    for (const device_variable &v : c.variables) {
        if (address - v.address < v.size) {
            near = &v;
            break;
        }
        if (address - v.address + DEVICE_VARIABLE_GAP < v.size + 2 * DEVICE_VARIABLE_GAP)
            near = &v;
    }
    if (near == nullptr)
        return;
    f.about = variable_at(near->constant ? variable::space::constant : variable::space::device,
                          address, near->address, near->size);
    f.about.name = near->name;
    f.about.place = place_text(near->file, near->line);
}

std::string missing_of_index(bool negative) {
    return negative ? "a test that the index is not negative (a product of ints that is too large "
                      "for an int may become negative, too)"
                    : "a test that the index is below the number of elements";
}

void put_shared_away() {
    memory_state &c = all_memory();
    away.clear();
    auto keep = [](shared_note *note, uintptr_t at, size_t bytes) {
        bytes = (bytes + 3) / 4 * 4;
        const auto *data = reinterpret_cast<const char *>(at);
        const word_state *states = region_state(at);
        const cell *cells = region_cell(at);
        away.push_back({note,
                        at,
                        bytes,
                        {data, data + bytes},
                        {states, states + bytes / 4},
                        {cells, cells + bytes / 4}});
    };
    for (shared_note *note : c.shared)
        if (note->used_in == checked_block || note->of_file)
            keep(note, reinterpret_cast<uintptr_t>(note->memory), note->size);
    if (c.dynamic_bytes != 0)
        keep(nullptr, DYNAMIC, c.dynamic_bytes);
}

void bring_shared_back() {
    for (const put_away &piece : away) {
        std::copy(piece.data.begin(), piece.data.end(), reinterpret_cast<char *>(piece.at));
        std::copy(piece.states.begin(), piece.states.end(), region_state(piece.at));
        std::copy(piece.cells.begin(), piece.cells.end(), region_cell(piece.at));
        if (piece.note != nullptr)
            piece.note->used_in = checked_block;
    }
    away.clear();
}

static void beyond_device(const std::string &place, const std::string &detail,
                          const std::string &missing, const std::string &kernel = "") {
    finding f(mistake::beyond_device);
    f.first.place = place;
    f.first.kernel = kernel;
    f.detail = detail;
    f.missing = missing;
    add(std::move(f));
}

// What nvcc would have refused to compile, or a device to launch. Variables that no thread has come
// to are not counted.
void check_shared_limits(const launch_info &launch) {
    const memory_state &c = all_memory();
    if (c.static_bytes == 0)
        return;
    const std::string bytes = std::to_string(c.static_bytes) + " bytes of __shared__ variables";
    const auto limit = static_cast<size_t>(launch.kernel->dynamic_shared_limit);
    if (c.static_bytes > shared_memory_per_block)
        beyond_device(c.static_place, "a block needs " + bytes,
                      "a block of any device has 48 KiB for them, and nvcc refuses the kernel: "
                      "extern __shared__, and cudaFuncSetAttribute for more than 48 KiB",
                      launch.kernel->name);
    else if (c.static_bytes + launch.shared_bytes > limit)
        beyond_device(c.static_place,
                      "a block needs " + bytes + " and " + std::to_string(launch.shared_bytes) +
                          " of the launch, together " +
                          std::to_string(c.static_bytes + launch.shared_bytes),
                      "a device gives " + std::to_string(limit) +
                          " for both and refuses the launch: less, or cudaFuncSetAttribute("
                          "kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
                      launch.kernel->name);
}

// At the beginning of a launch all of it becomes what the launch asked for, and at that of a block
// nothing in it is written.
void refresh_dynamic_shared(size_t bytes, bool first_block) {
    memory_state &c = all_memory();
    if (first_block) {
        set_states(region, DYNAMIC, std::max(bytes, c.dynamic_bytes), false, false);
        c.dynamic_bytes = bytes;
        ++c.launch;
        c.static_bytes = 0;
    }
    set_states(region, DYNAMIC, bytes, true, false);
    if (now.several_blocks)
        std::fill_n(region_cell(DYNAMIC), (bytes + 3) / 4, cell{});
}

// What stands outside of functions is there from the beginning of each block on.
void refresh_file_shared() {
    for (const shared_note *note : all_memory().shared)
        if (note->of_file) {
            const auto first = reinterpret_cast<uintptr_t>(note->memory);
            set_states(region, first, note->size, true, false);
            if (now.several_blocks)
                std::fill_n(region_cell(first), (note->size + 3) / 4, cell{});
        }
}

} // namespace checker

using namespace checker;

void use_shared(shared_note &note, size_t alignment) {
    const undisturbed quiet;
    reserve_memory();
    if (note.memory == nullptr) {
        memory_state &c = all_memory();
        const os_lock lock(c.mutex);
        const size_t unit = std::max<size_t>(alignment, 64);
        const uintptr_t at = (c.next_shared + unit - 1) / unit * unit;
        c.next_shared = at + note.size + 256;
        if (c.next_shared > DYNAMIC) {
            std::fprintf(stderr, "CUDA checker: more than 1 MiB of __shared__ variables\n");
            std::exit(1);
        }
        note.memory = reinterpret_cast<void *>(at);
        c.shared.push_back(&note);
    }
    if (note.of_file)
        return; // refresh_file_shared does the rest
    if (note.used_in == checked_block)
        return; // another thread was here, between the caller's look and this
    note.used_in = checked_block;
    memory_state &c = all_memory();
    if (note.in_launch != c.launch) {
        note.in_launch = c.launch;
        c.static_bytes = (c.static_bytes + alignment - 1) / alignment * alignment + note.size;
        c.static_place = std::string(note.file) + ":" + std::to_string(note.line);
    }
    const auto at = reinterpret_cast<uintptr_t>(note.memory);
    set_states(region, at, note.size, true, false);
    if (now.several_blocks)
        std::fill_n(region_cell(at), (note.size + 3) / 4, cell{});
}

void checked_parameters(const char *kernel, size_t bytes) {
    constexpr size_t MOST = 32764; // of sm_70 and later
    if (bytes > MOST)
        beyond_device(kernel, "its parameters have at least " + std::to_string(bytes) + " bytes",
                      "a kernel has at most 32764 bytes of parameters, and nvcc refuses more: a "
                      "pointer to memory of cudaMalloc",
                      kernel);
}

bool local_begins(local_note &note, size_t gap) {
    const auto at = reinterpret_cast<uintptr_t>(note.memory);
    if (block.interruptible == 0 || !on_own_stack(at))
        return false;
    const undisturbed quiet;
    note.thread = this_thread();
    note.outer = locals[this_thread()];
    locals[this_thread()] = &note;
    threads_with_locals = std::max(threads_with_locals, this_thread() + 1);
    set_local_states(at - gap, gap, IN_GAP);
    set_local_states(at, note.size, word_state(true, note.written));
    set_local_states(at + note.size, gap, IN_GAP);
    return true;
}

void local_ends(local_note &note, size_t gap) {
    const undisturbed quiet;
    locals[note.thread] = note.outer;
    set_local_states(reinterpret_cast<uintptr_t>(note.memory) - gap, note.size + 2 * gap, UNKNOWN);
}

void *checked_dynamic_shared() {
    return reinterpret_cast<void *>(DYNAMIC);
}

device_variable_note::device_variable_note(const volatile void *address, size_t size,
                                           const char *name, bool constant, const char *file,
                                           int line, const char *whole_file, const char *gap,
                                           const char *other_gap) {
    note_variable_of_devices(address, size, name, constant);
    reserve_memory();
    const auto at = reinterpret_cast<uintptr_t>(address);
    if (!in_image(at))
        return;
    memory_state &c = all_memory();
    c.variables.push_back({at, size, name, file, line, constant});
    // The compilers put the three in one order or the other, with some room for their alignment.
    const uintptr_t low =
        std::min(reinterpret_cast<uintptr_t>(gap), reinterpret_cast<uintptr_t>(other_gap));
    const uintptr_t high =
        std::max(reinterpret_cast<uintptr_t>(gap), reinterpret_cast<uintptr_t>(other_gap)) +
        DEVICE_VARIABLE_GAP;
    if (gap != nullptr && low < at && at < high && high - low < size + 3 * DEVICE_VARIABLE_GAP)
        set_states(image, low, high - low, false, true);
    set_states(image, at, size, true, true);
    if (!constant)
        return;
    c.constants_low = std::min(c.constants_low, at);
    c.constants_high = std::max(c.constants_high, at + size);
    // nvcc makes a program of each file, with constants of its own.
    size_t &bytes = c.constant_bytes[whole_file];
    const size_t before = bytes;
    bytes += size;
    if (before <= constant_memory && bytes > constant_memory)
        beyond_device(std::string(file) + ":" + std::to_string(line),
                      std::string(name) + " and the __constant__ variables before it have " +
                          std::to_string(bytes) + " bytes",
                      "a device has 64 KiB of constant memory, and nvcc refuses the program: "
                      "__device__ or cudaMalloc for the larger tables");
}

} // namespace cuda_emulator
