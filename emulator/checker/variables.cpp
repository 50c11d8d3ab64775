// variables.cpp: local variables, those of __shared__ memory and of the device, and what lies at an
// address.
#include "memory_state.h"

#include "checker.h"
#include "order.h"

#include "emulator/clusters.h"

#include <algorithm>

namespace cuda_emulator {

unsigned checked_block;
CUDA_EMULATOR_THREAD size_t checked_window;

namespace checker {

namespace {

constexpr size_t LARGEST_GAP = 64; // beside a local variable
constexpr word_state UNKNOWN(false, false), IN_GAP(false, true);

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

static bool closed[WINDOWS];
void window_is_used(size_t number) {
    closed[number] = false;
}
bool is_closed(size_t number) {
    return closed[number];
}

void close_window() {
    const memory_state &c = all_memory();
    closed[checked_window / WINDOW_BYTES] = true;
    for (const shared_note *note : c.shared)
        if (!note->of_file)
            set_states(region, reinterpret_cast<uintptr_t>(note->memory) + checked_window,
                       note->size, false, false);
    set_states(region, DYNAMIC + checked_window, c.dynamic_bytes, false, false);
}

variable variable_of_note(const local_note &note, uintptr_t address) {
    variable v = variable_at(variable::space::local, address,
                             reinterpret_cast<uintptr_t>(note.memory), note.size);
    v.name = note.name;
    v.of_another = note.thread != this_thread();
    v.thread = note.thread;
    v.place = place_text(note.file, note.line);
    return v;
}

void describe(uintptr_t of_any_window, finding &f) {
    const uintptr_t address = in_first_window(of_any_window);
    memory_state &c = all_memory();
    const os_lock lock(c.mutex);
    const bool on_stack = !in_region(address) && !in_image(address);
    if (const local_note *note = on_stack ? nearest_local(address) : nullptr) {
        f.about = variable_of_note(*note, address);
        return;
    }
    if (address >= DYNAMIC && in_shared(address)) {
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
        if (now.in_cluster && (note == nullptr || !note->of_file))
            bytes = 0; // it stays in its window
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
    const size_t limit = has_limit_of_its_own(*launch.kernel) ? shared_memory_per_block_opt_in
                                                              : shared_memory_per_block;
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
    const uintptr_t first = DYNAMIC + checked_window;
    set_states(region, first, bytes, true, false);
    if (now.several_blocks)
        std::fill_n(region_cell(first), (bytes + 3) / 4, cell{});
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
    const auto at = reinterpret_cast<uintptr_t>(note.memory) + checked_window;
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
    return reinterpret_cast<void *>(DYNAMIC + (in_cluster() ? cluster_rank() * WINDOW_BYTES : 0));
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