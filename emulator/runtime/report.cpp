// report.cpp: puts into words why a kernel was given up: what, where in the source, which threads.
#include "scheduler.h"
#include "emulator/arrivals.h"
#include "emulator/lanes.h"
#include "emulator/warp.h"
#include "machine/guards.h"
#include "machine/program.h"
#include "names.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

namespace cuda_emulator {

std::string triple(uint3 v) {
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string thread_name(unsigned index, dim3 block_size) {
    return block_size.y == 1 && block_size.z == 1 ? std::to_string(index)
                                                  : triple(unflatten(index, block_size));
}

// "thread 5" or "threads 0-127, 130": runs of neighbours in the order of their linear index.
static std::string thread_list(std::vector<unsigned> indices) {
    constexpr int MOST = 6; // more runs than this help nobody
    std::sort(indices.begin(), indices.end());
    std::string text = indices.size() == 1 ? "thread " : "threads ";
    int runs = 0;
    for (std::size_t i = 0; i < indices.size(); ++runs) {
        std::size_t end = i + 1;
        while (end < indices.size() && indices[end] == indices[end - 1] + 1)
            ++end;
        if (runs == MOST)
            return text + " and " + std::to_string(indices.size() - i) + " more";
        text += (runs > 0 ? ", " : "") + thread_name(indices[i], blockDim);
        if (end - i > 1)
            text += "-" + thread_name(indices[end - 1], blockDim);
        i = end;
    }
    return text;
}

static std::string block_name() {
    return triple({blockIdx.x, blockIdx.y, blockIdx.z});
}

std::string check_command() {
#ifdef __wasm__
    return "Check"; // the page's button
#else
    const char *program = std::getenv("BOOK_PROGRAM");
    return program != nullptr ? std::string("./book check ") + program
                              : "./book check FILE, or what nvcc builds with --check,";
#endif
}

// Which variable of the environment changes that, for those who can set one: not the readers of a
// page.
static std::string environment_hint(const char *hint) {
#ifdef __wasm__
    (void)hint;
    return "";
#else
    return std::string(" (") + hint + ")";
#endif
}

// The last line of reports of what the checker knows more of; nothing if it watches already.
static std::string hint() {
    return is_observed() ? "" : "    " + check_command() + " says more\n";
}

// The place in the source, or nothing where that is not known.
static std::string ask_addr2line(const void *code_address) {
    const std::string text = lines_of_code(code_address);
    // What the reader wrote is the first that does not lie in the emulator's headers, or in those
    // of the libraries.
    std::string place;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        line = line.substr(0, line.find(" ("));
        if (line.rfind("??", 0) == 0 || line.find(":?") != std::string::npos)
            continue;
        place = line;
        if (line.find("/emulator/include/") == std::string::npos &&
            line.find("/include/c++/") == std::string::npos && !is_of_library(line))
            break;
    }
    return place;
}

#ifndef CUDA_EMULATOR_SOURCE_ROOT
#define CUDA_EMULATOR_SOURCE_ROOT ""
#endif
const std::string &source_root() {
    // Never destroyed: the last words come after destructors.
    static const std::string &root = *[] {
        const char *moved = std::getenv("CUDA_EMULATOR_SOURCE_ROOT");
        return new std::string(moved != nullptr ? moved : CUDA_EMULATOR_SOURCE_ROOT);
    }();
    return root;
}

// The paths that the compiler wrote down are absolute; reports name files as the reader does,
// from the folder in which the program was built if it is below it.
std::string short_path(const std::string &path) {
    const std::string &root = source_root();
    return !root.empty() && path.rfind(root, 0) == 0 ? path.substr(root.size()) : path;
}

std::string source_place(const void *code_address) {
    std::string place = ask_addr2line(code_address);
    return place.empty() ? "" : short_path(place);
}

std::string source_place_of_call(const void *returns_to) {
    return source_place(call_before(returns_to));
}

static std::string place_of(fiber &f) {
    return short_path(f.file) + ":" + std::to_string(f.line);
}

// What has yet to come to a barrier.
static std::string barrier_text(const arrivals &barrier) {
    unsigned long long state;
    std::memcpy(&state, &barrier, sizeof state);
    const unsigned long long pending = arrivals::pending_of(state);
    const long long bytes = arrivals::bytes_of(state);
    std::string lacks;
    if (pending != 0)
        lacks = counted(pending, "arrival") + " of " + std::to_string(arrivals::expected_of(state));
    if (bytes > 0)
        lacks += (lacks.empty() ? "" : " and ") +
                 counted(static_cast<unsigned long long>(bytes), "byte");
    if (bytes < 0)
        lacks += std::string(lacks.empty() ? "" : " and ") + "the announcement of " +
                 counted(static_cast<unsigned long long>(-bytes), "byte") + " that copies brought";
    return lacks.empty() ? "a barrier, for a phase that is not over"
                         : "a barrier that lacks " + lacks;
}

static std::string operation_name(fiber &f) {
    unsigned mask;
    if (details_of(&f).waits_for != wait::matrix && waits_in_warp(&f, &mask))
        return "a warp operation";
    switch (details_of(&f).waits_for) {
    case wait::barrier:
        return "__syncthreads()";
    case wait::active_mask:
        return "__activemask()";
    case wait::group:
        return "the barrier of a group";
    case wait::object:
        return details_of(&f).barrier != nullptr
                   ? barrier_text(*static_cast<const arrivals *>(details_of(&f).barrier))
                   : "a cuda::barrier or its like";
    case wait::matrix:
        return matrix_call_of(&f).name + std::string("()");
    }
    return "";
}

// A place in the emulator's own code says nothing to a reader.
bool is_of_emulator(const std::string &place) {
    for (const char *folder :
         {"emulator/include/", "emulator/runtime/", "emulator/checker/", "emulator/machine/"})
        if (place.find(folder) != std::string::npos)
            return true;
    return place.empty() || place.front() == '?' || is_of_library(place);
}

bool is_of_library(const std::string &place) {
    return place.find("emulated_cccl/") != std::string::npos;
}

static std::string place_in_program(const void *code) {
    const std::string place = code != nullptr ? source_place(code) : "";
    return is_of_emulator(place) ? "" : place;
}

// Where the kernel begins: for code of its own that has no line.
static std::string place_of_kernel() {
    const kernel_info &kernel = *this_worker->running->kernel;
    return kernel.file == nullptr ? ""
                                  : short_path(kernel.file) + ":" + std::to_string(kernel.line);
}

// Where a thread runs that a tick has interrupted, maybe in what its kernel calls of the emulator.
static std::string place_of_running(fiber &f) {
    std::string place = place_in_program(details_of(&f).interrupted_at);
    if (&f == block.current)
        for (void *call : this_worker->calls_of_interrupted)
            if (place.empty())
                place = place_in_program(call_before(call));
    if (place.empty()) // for a loop that is nothing but a jump compilers write down no line
        place = place_of_kernel();
    return place.empty() ? "an unknown line" : place;
}

// All fibers that hold an unfinished thread.
static std::vector<fiber *> ring() {
    std::vector<fiber *> all;
    fiber *first = block.current;
    fiber *f = first;
    do {
        all.push_back(f);
        f = block.in_ring_mode ? f->next : first;
    } while (f != first);
    return all;
}

// One line for each place at which threads wait or run.
static std::string where_threads_are(int *barriers) {
    std::map<std::string, std::vector<unsigned>> groups;
    std::map<std::string, int> barrier_places;
    std::map<void *, std::string> places; // asking takes long, and threads of a loop are together
    unsigned unstarted = unstarted_threads();
    std::vector<const void *> running;
    for (fiber *f : ring())
        running.push_back(details_of(f).interrupted_at);
    for (const void *call : this_worker->calls_of_interrupted)
        running.push_back(call_before(call));
    look_up_code(running);
    for (fiber *f : ring()) {
        const bool in_stride = f->line == IN_STRIDE;
        if (details_of(f).interrupted_at == nullptr && f->file == nullptr && !in_stride) {
            ++unstarted; // of a kernel without barriers: it has had no turn yet
            continue;
        }
        std::string key;
        void *runs_at = details_of(f).interrupted_at;
        if (runs_at == nullptr && in_stride) {
            key = "in a loop: still run"; // which one, would take a store in each turn
        } else if (runs_at == nullptr) {
            key = place_of(*f) + ": wait at " + operation_name(*f);
            unsigned mask;
            const bool in_warp = waits_in_warp(f, &mask);
            if (in_warp && details_of(f).waits_for != wait::matrix) {
                char text[32];
                std::snprintf(text, sizeof text, " with mask 0x%08x", mask);
                key += text;
            }
            if (!in_warp && details_of(f).waits_for == wait::barrier)
                barrier_places[place_of(*f)] = 1;
        } else {
            auto [place, is_new] = places.emplace(runs_at, "");
            if (is_new)
                place->second = place_of_running(*f);
            key = place->second + ": still run";
        }
        uint3 index = f == block.current ? threadIdx : f->index;
        unsigned together = 1; // lanes: any of them may be the one that runs
        if (block.segment != nullptr)
            together = std::min<unsigned>(MOST_LANES, blockDim.x - index.x);
        for (unsigned lane = 0; lane < together; ++lane)
            groups[key].push_back(linear_index(index) + lane);
    }
    std::string text;
    for (auto &group : groups) {
        std::size_t colon = group.first.find(": ");
        std::string what = group.first.substr(colon + 2);
        if (group.second.size() == 1) // "wait" and "still run" become "waits" and "still runs"
            what.insert(what.rfind("wait at", 0) == 0 ? 4 : what.size(), "s");
        text += "    " + group.first.substr(0, colon) + ": " + thread_list(group.second) + " " +
                what + "\n";
    }
    unsigned gone = block.in_ring_mode ? block.threads - block.alive : 0;
    if (gone != 0)
        text += "    " + std::to_string(gone) + " of " + std::to_string(block.threads) +
                " threads have left the kernel\n";
    if (unstarted != 0 && block.segment == nullptr) // lanes do not begin one by one
        text += "    " + std::to_string(unstarted) + " of " + std::to_string(block.threads) +
                " threads have not begun\n";
    *barriers = static_cast<int>(barrier_places.size());
    return text;
}

// Blocks that have not begun, for which this one may be waiting.
static std::string blocks_that_wait(job &work) {
    const unsigned long long waiting = blocks_not_begun(work);
    if (waiting == 0)
        return "";
    return "    " + std::to_string(waiting) + " of " + std::to_string(work.blocks) +
           " blocks have not begun; the device has room for " + std::to_string(work.most_together) +
           " at a time, and one that waits for a block that has not begun waits for ever\n";
}

static std::string place_of_fault(const worker &w) {
    // An observer may know better: the access of a call of memset(), say, or of a loop whose
    // instructions the compiler has put elsewhere.
    std::string text = place_in_program(access_place(w.fault_address));
    if (text.empty())
        text = place_in_program(w.fault_place);
    if (text.empty() && w.failed == failure::stack_overflow)
        text = place_of_kernel();
    return text;
}

// Where the current thread was when the kernel was given up.
static std::string place_of_failure(const worker &w) {
    switch (w.failed) {
    case failure::no_progress:
    case failure::warp_mask:
    case failure::trap:
    case failure::complaint:
        if (w.fault_place != nullptr)
            return place_of_fault(w);
        return block.current->file == nullptr ? place_of_kernel() : place_of(*block.current);
    case failure::spinning:
        return place_of_running(*block.current);
    default:
        return place_of_fault(w);
    }
}

static std::string before_words(const std::string &place) {
    return place.empty() ? "" : place + ": ";
}

// "ch5_dot/dot.cu:41: thread 3 of block (0,0,0) in kernel dot".
static std::string who_and_where(const worker &w) {
    return before_words(place_of_failure(w)) + thread_list({linear_index(threadIdx)}) +
           " of block " + block_name() + " in kernel " + w.running->kernel->name;
}

cudaError_t report_failure(job &work) {
    worker &w = *this_worker;
    std::string text;
    cudaError_t error = cudaErrorLaunchFailure;
    int barriers = 0;
    const std::string in_block = "block " + block_name() + " of kernel " + work.kernel->name;
    switch (w.failed) {
    case failure::no_progress:
        text = where_threads_are(&barriers);
        if (barriers > 1) {
            text = "divergent barrier: the threads of " + in_block +
                   " wait at different __syncthreads()\n" + text;
        } else {
            text = "deadlock: no thread of " + in_block + " can go on\n" + text;
            error = cudaErrorLaunchTimeout;
        }
        break;
    case failure::departed:
        break; // warn_departed has said it
    case failure::spinning:
        text = "endless loop: no thread of " + in_block +
               " has finished or passed a barrier for long" +
               environment_hint("CUDA_EMULATOR_WATCHDOG=SECONDS sets how long; 0 means never to "
                                "give up") +
               "\n" + where_threads_are(&barriers) + blocks_that_wait(work);
        error = cudaErrorLaunchTimeout;
        break;
    case failure::warp_mask: {
        fiber &f = *block.current;
        char mask[32];
        std::snprintf(mask, sizeof mask, "0x%08x", details_of(&f).mask);
        text = before_words(place_of_failure(w)) + thread_list({linear_index(threadIdx)}) + " of " +
               in_block + " calls a warp operation with mask " + mask + " and width " +
               std::to_string(details_of(&f).width) +
               "; the mask must name the caller and the width be a power of two up to 32\n";
        break;
    }
    case failure::stack_overflow:
        text = who_and_where(w) + " has used up its stack of " +
               std::to_string(w.stack_bytes / 1024) +
               " KiB: stack overflow (cudaDeviceSetLimit(cudaLimitStackSize, bytes) gives more)\n";
        error = cudaErrorIllegalAddress;
        break;
    case failure::illegal_address: {
        char address[32];
        std::snprintf(address, sizeof address, "%p", w.fault_address);
        const std::string beside = place_beside_memory(w.fault_address);
        text = who_and_where(w) + " used address " + (w.fault_address == nullptr ? "0" : address) +
               ", where there is no memory" + (beside.empty() ? "" : ": " + beside) + "\n" + hint();
        error = cudaErrorIllegalAddress;
        break;
    }
    case failure::impossible_address:
        text = who_and_where(w) + " used an address that no memory can have\n" + hint();
        error = cudaErrorIllegalAddress;
        break;
    case failure::arithmetic:
        text = who_and_where(w) +
               " divided an integer by zero (a GPU goes on with a meaningless result)\n";
        break;
    case failure::illegal_instruction:
        text = who_and_where(w) + " ran an illegal instruction\n";
        error = cudaErrorIllegalInstruction;
        break;
    case failure::trap:
        text = who_and_where(w) + " called __trap()\n";
        break;
    case failure::complaint:
        text = who_and_where(w) + " " + w.complaint + "\n";
        error = w.complaint_error;
        break;
    case failure::assertion:
        error = cudaErrorAssert; // the message is out
        break;
    case failure::abandoned:
        error = cudaSuccess; // the other block speaks
        break;
    case failure::none:
        break;
    }
    if (!text.empty()) {
        std::fflush(stdout);
        std::fprintf(stderr, "CUDA emulator: error: %s", text.c_str());
        const auto cause = w.failed == failure::stack_overflow ? said::kind::stack_overflow
                           : w.failed == failure::spinning     ? said::kind::endless_loop
                                                               : said::kind::other;
        notify(&observer::reported, said{text, cause, place_of_failure(w), work.kernel});
    }
    w.fault_place = nullptr;
    return error;
}

// The place in the reader's source that a fault comes from: there, or where what is there was
// called from. The last place of all is better than none.
static __attribute__((noinline)) std::string place_of_death(const fault &f) {
    constexpr std::size_t MOST = 32;
    void *calls[MOST] = {};
    calls_on_stack(calls, MOST);
    std::vector<const void *> all = {f.place};
    for (const void *call : calls)
        all.push_back(call_before(call));
    look_up_code(all);
    std::string place;
    const auto is_readers = [&place] { return !place.empty() && place.rfind("emulator/", 0) != 0; };
    if (is_code_of_program(f.place))
        place = source_place(f.place);
    for (std::size_t i = 0; i < MOST && calls[i] != nullptr && !is_readers(); ++i)
        if (is_code_of_program(calls[i]))
            place = source_place_of_call(calls[i]);
    return is_readers() ? place : "";
}

static bool is_end_of_own_stack(const void *address) {
    constexpr std::ptrdiff_t NEAR = 1 << 20;
    char *low = nullptr, *end = nullptr;
    find_own_stack(&low, &end);
    const char *at = static_cast<const char *>(address);
    return low != nullptr && at >= low - NEAR && at < low + NEAR / 16;
}

void report_death(const fault &f) {
    std::fflush(stdout);
    const std::string place = place_of_death(f);
    const kernel_info *kernel =
        this_worker != nullptr && this_worker->in_block ? this_worker->running->kernel : nullptr;
    std::string text = before_words(place);
    if (kernel != nullptr)
        text += thread_list({linear_index(threadIdx)}) + " of block " + block_name() +
                " in kernel " + kernel->name;
    else
        text += "host code";
    const bool overflown = f.kind == fault_kind::address && is_end_of_own_stack(f.address);
    switch (overflown ? fault_kind::own_stack : f.kind) {
    case fault_kind::own_stack:
        text += " has used up its stack: a large local array, or a function without end that calls "
                "itself";
        break;
    case fault_kind::address: {
        char address[32];
        std::snprintf(address, sizeof address, "%p", f.address);
        text += std::string(" used address ") + (f.address == nullptr ? "0" : address) +
                ", where there is no memory";
        const std::string beside = place_beside_memory(f.address);
        if (!beside.empty())
            text += ": " + beside;
        break;
    }
    case fault_kind::impossible_address:
        text += " used an address that no memory can have";
        break;
    case fault_kind::arithmetic:
        text += " divided an integer by zero";
        break;
    case fault_kind::illegal_instruction:
        text += " ran an illegal instruction";
        break;
    case fault_kind::abort:
        text += " was ended by abort()";
        break;
    }
    text += "\n";
    text += hint();
    std::fprintf(stderr, "CUDA emulator: error: %s", text.c_str());
    notify(&observer::reported, said{text, said::kind::other, place, kernel});
}

void report_end(const kernel_info &kernel, void *place) {
    const std::string where = is_code_of_program(place) ? source_place(place) : "";
    std::fprintf(stderr, "CUDA emulator: the program was told to end while kernel %s was running",
                 kernel.name);
    if (!where.empty() && where.rfind("emulator/", 0) != 0)
        std::fprintf(stderr, ", at %s", where.c_str());
    std::fputc('\n', stderr);
}

// Whether threads that have left are an error, and not worth a warning only.
static bool departed_fail() {
    static const bool strict = [] {
        const char *text = std::getenv("CUDA_EMULATOR_STRICT");
        return text != nullptr && std::strcmp(text, "0") != 0 && *text != '\0';
    }();
    return strict;
}

// Once for each barrier of a kernel, not once for each block and launch.
static bool have_said_who_left(int line) {
    static os_mutex mutex;
    static std::set<std::pair<kernel_info *, int>> warned;
    os_lock lock(mutex);
    return !warned.insert({this_worker->running->kernel, line}).second && !departed_fail();
}

static void say_who_left(const char *file, int line, const std::vector<bool> &waits) {
    const kernel_info &kernel = *this_worker->running->kernel;
    const bool strict = departed_fail();
    std::vector<unsigned> waiting, gone;
    for (unsigned i = 0; i < block.threads; ++i)
        (waits[i] ? waiting : gone).push_back(i);
    std::string place = short_path(file) + ":" + std::to_string(line);
    if (is_of_library(place)) // which says nothing to a reader
        place = place_of_kernel();
    const std::string waits_and_left = thread_list(waiting) +
                                       (waiting.size() == 1 ? " waits" : " wait") +
                                       " at __syncthreads(), " + thread_list(gone) +
                                       (gone.size() == 1 ? " has" : " have") + " left the kernel";
    if (!strict && notify(&observer::threads_left, place, waits_and_left, kernel))
        return;
    std::string text = place + ": barrier without exited threads in block " + block_name() +
                       " of kernel " + kernel.name + ": " + waits_and_left;
    if (!strict)
        text += "; GPUs since sm_70 go on without these, older ones may not" +
                environment_hint("CUDA_EMULATOR_STRICT=1 makes it an error");
    std::fflush(stdout);
    std::fprintf(stderr, "CUDA emulator: %s: %s\n", strict ? "error" : "warning", text.c_str());
    if (strict)
        notify(&observer::reported, said{text, said::kind::other, place, &kernel});
}

void warn_departed(bool current_waits) {
    if (have_said_who_left(block.barrier_line))
        return;
    {
        // Nothing of this may be alive at give_up, which never returns.
        std::vector<bool> waits(block.threads);
        const char *file = "";
        for (const fiber *f : ring())
            if (f != block.current || current_waits) {
                waits[linear_index(f->index)] = true;
                file = f->file;
            }
        say_who_left(file, block.barrier_line, waits);
    }
    if (departed_fail())
        give_up(failure::departed);
}

void threads_that_stay::warn_of_those_that_left(int line) const {
    if (have_said_who_left(line))
        return;
    {
        std::vector<bool> waits(block.threads);
        for (unsigned thread = 0; thread < block.threads; ++thread)
            waits[thread] = has(thread);
        say_who_left(this_worker->running->kernel->file, line, waits);
    }
    if (departed_fail())
        give_up(failure::departed);
}

} // namespace cuda_emulator
