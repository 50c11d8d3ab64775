// words.cpp: what is said of a finding.
#include "words.h"

#include "checker/allocations.h"

#include <cstring>

namespace cuda_emulator {
namespace checker {

static const char *in_space(const text_by_space &text, const finding &f) {
    const char *special = f.about.where == variable::space::local ? text.local
                          : in_shared(f.address)                  ? text.shared
                                                                  : nullptr;
    return special != nullptr ? special : text.global;
}

std::string title_of(const finding &f) {
    return in_space(entry_of(f.kind).title, f);
}

// ------------------------------------------------------------------ what it is about

// "byte 7 of", "8 bytes after the end of": where an address lies in a variable.
static std::string position(const variable &v) {
    if (v.offset < 0)
        return counted(static_cast<unsigned long long>(-v.offset), "byte") + " before ";
    const auto offset = static_cast<unsigned long long>(v.offset);
    if (offset >= v.size)
        return counted(offset - v.size, "byte") + " after the end of ";
    return "byte " + std::to_string(offset) + " of ";
}

static std::string kind_of_memory(memory_kind kind) {
    switch (kind) {
    case memory_kind::managed:
        return "managed memory";
    case memory_kind::pinned:
        return "pinned host memory";
    case memory_kind::array:
        return "an array's memory";
    case memory_kind::graphics:
        return "a graphics resource";
    default:
        return "device memory";
    }
}

static std::string text_of(const variable &v, const std::string &name) {
    const std::string bytes = counted(v.size, "byte"),
                      before = (v.whole ? "" : position(v)) + (name.empty() ? "" : name + ", ");
    switch (v.where) {
    case variable::space::none:
        break;
    case variable::space::object:
        return v.name;
    case variable::space::local:
        return before + bytes + " of a local variable" +
               (v.of_another ? " of thread " + std::to_string(v.thread) : "") + ", " + v.place;
    case variable::space::shared:
        return before + bytes + " of shared memory, " + v.place;
    case variable::space::dynamic_shared:
        return (v.whole ? "" : position(v)) + "dynamic shared memory, " + bytes + " by the launch";
    case variable::space::allocated:
        return before + bytes + " of " + kind_of_memory(v.kind);
    case variable::space::device:
        return before + bytes + " of a __device__ variable, " + v.place;
    case variable::space::constant:
        return before + bytes + " of a __constant__ variable, " + v.place;
    case variable::space::host:
        return before + bytes + " of a variable of the host";
    }
    return "";
}

std::string variable_text(const finding &f) {
    const variable &v = f.about;
    const std::string place = place_of_calls(v.made), freed = place_of_calls(v.freed);
    std::string text =
        text_of(v, v.where == variable::space::allocated ? name_in_source(v.made) : v.name);
    if (!place.empty())
        text += (v.where == variable::space::object ? ", made at " : ", allocated at ") + place;
    if (!freed.empty())
        text += ", freed at " + freed;
    return text;
}

// ------------------------------------------------------------------ who did what

static std::string stream_text(const work_note &w) {
    const std::string graph = w.graph_run != 0 ? "a graph in " : "";
    if (w.legacy)
        return graph + (device_count() == 1
                            ? "the default stream"
                            : "the default stream of device " + std::to_string(w.device));
    const std::string place = place_of_calls(w.stream_made);
    return graph + (place.empty() ? "the thread's default stream" : "the stream made at " + place);
}

std::string who_text(const memory_access &d) {
    if (d.work && d.work->call != nullptr)
        return (d.work->graph_run != 0 ? "a node of " : std::string(d.work->call) + " in ") +
               stream_text(*d.work);
    if (!d.by_kernel)
        return "the host";
    std::string text =
        "thread " + thread_name(d.thread, d.block_dim) + " of block " + triple(d.block);
    if (d.work)
        text +=
            ", launched at " + place_of_calls(d.work->issued) + " in " + stream_text(*d.work) + ",";
    return text;
}

std::string access_text(const memory_access &d) {
    std::string text = d.writes ? "writes " : "reads ";
    if (d.atomic)
        text = "atomically updates ";
    if (d.work && d.work->call != nullptr && std::strstr(d.work->call, "Free") != nullptr)
        text = "frees ";
    if (d.work && d.work->call != nullptr && std::strstr(d.work->call, "Malloc") != nullptr)
        text = "allocates ";
    return text + counted(d.bytes, "byte");
}

// ------------------------------------------------------------------ what is missing

// Why an atomic operation does not order the two. Empty if none was meant to, for all one can see.
static std::string missing_order(const finding &f) {
    const std::string atomic =
        (f.ordering_is_volatile ? "the volatile load at " : "the atomic operation at ") +
        place_before(f.ordering);
    switch (f.lacks) {
    case order_lacks::nothing:
        return "";
    case order_lacks::fence_after:
        return "__threadfence() after " + atomic + ", which takes over, and before this access";
    case order_lacks::device_fence:
        return "__threadfence() in place of __threadfence_block() after " + place_of(f.second) +
               ": " + atomic + " is in another block";
    case order_lacks::atomic_store:
        return "atomicExch() in place of the plain store at " + place_before(f.plain_store) + ": " +
               atomic + " takes nothing over from it";
    case order_lacks::fence_before:
        return "if " + atomic + " is to order the two, __threadfence() after " +
               place_of(f.second) + " and before the atomic operation that gives away; else ";
    case order_lacks::both_fences:
        break;
    }
    return "if " + atomic +
           " is to order the two, __threadfence() before each one that gives away and after each "
           "one that takes over; else ";
}

static std::string missing_by_kind(const finding &f) {
    if (!f.missing.empty())
        return f.missing;
    if (f.kind == mistake::out_of_bounds)
        return missing_of_index(f.about.offset < 0);
    return in_space(entry_of(f.kind).missing, f);
}

std::string missing_text(const finding &f) {
    const std::string by_kind = missing_by_kind(f), order = missing_order(f);
    if (by_kind.empty())
        return "";
    if (f.same_line_writes && order.empty())
        return "a place of its own for each thread, an atomic operation, or one thread that does "
               "it";
    const bool perhaps =
        f.lacks == order_lacks::fence_before || f.lacks == order_lacks::both_fences;
    if (!order.empty() && !perhaps)
        return order;
    if (f.same_warp && f.kind == mistake::race && f.first.atomic == f.second.atomic)
        return order +
               "__syncwarp() between the two, as the threads of a warp do not run in step; or "
               "__syncthreads(), if all threads of the block come by";
    return order + by_kind;
}

// ------------------------------------------------------------------ all of it

// What is said of a finding beside another one of the same cause.
std::string likewise_text(const finding &f) {
    if (!f.has_second)
        return f.first.place + ": " + f.detail;
    const std::string first = place_of(f.first) + ", " + access_text(f.first);
    const std::string second = place_of(f.second) + ", " + access_text(f.second);
    return "likewise " + first + (first == second ? ", in both threads" : ", and " + second);
}

// How many are told: more help nobody, but each place where a result is dropped is one to mend.
static void add_likewise(std::string &text, const finding &f) {
    const size_t most = f.kind == mistake::unused_result ? f.likewise.size() : 8;
    for (size_t i = 0; i < f.likewise.size() && i < most; ++i)
        text += "\n    " + likewise_text(f.likewise[i]);
    if (f.likewise.size() > most)
        text += "\n    and " + std::to_string(f.likewise.size() - most) + " more";
}

// What the kind's entry says, with the finding's detail in it; else the access.
static std::string deed(const finding &f) {
    const std::string says = entry_of(f.kind).says;
    const size_t detail = says.find('%');
    return says.empty()                  ? access_text(f.first)
           : detail == std::string::npos ? says
                                         : says.substr(0, detail) + f.detail;
}

// The first line behind the headline, but for what it is about.
static std::string first_line(const finding &f) {
    switch (entry_of(f.kind).form) {
    case sentence::of_access:
        return place_of(f.first) + ": " + who_text(f.first) + " " + deed(f);
    case sentence::of_code:
        return place_of(f.first) + ": " + deed(f);
    case sentence::of_call:
        return place_of_calls(f.here) + ": " + f.detail;
    case sentence::of_line:
        return f.first.place + ": " + f.detail;
    default:
        return "";
    }
}

std::string words(const finding &f) {
    if (is_of_runtime(f.kind))
        return f.detail;
    const std::string &kernel = !f.first.kernel.empty() ? f.first.kernel : f.second.kernel;
    std::string text = title_of(f) + (kernel.empty() ? "" : " in kernel " + kernel) + "\n    ";
    const std::string line = first_line(f), variable = variable_text(f);
    text += line + (line.empty() || variable.empty() ? "" : ": ") + variable;
    if (f.has_second)
        text +=
            "\n    " + place_of(f.second) + ": " + who_text(f.second) + " " +
            access_text(f.second) +
            (f.in_reverse ? " there, before it where blocks and threads run in the reverse order"
                          : " there, before it in this run");
    else if (f.in_reverse)
        text += ", where blocks and threads run in the reverse order";
    add_likewise(text, f);
    if (f.kind == mistake::equal_stores)
        text += "\n    both store the same value: a race by the rules, although the result is the "
                "same whichever comes first";
    if (const std::string missing = missing_text(f); !missing.empty())
        text += "\n    missing: " + missing;
    return text;
}

// ------------------------------------------------------------------ what is the same

std::string thing_key(const finding &f) {
    return f.detail + text_of(f.about, f.about.name) + std::to_string(f.address) +
           place_of_calls(f.here);
}

bool is_beyond_array(const finding &f) {
    return f.kind == mistake::out_of_bounds && place_of_calls(f.about.made).empty() &&
           f.about.where != variable::space::dynamic_shared;
}

std::string line_key(const finding &f) {
    if (has_no_access(f.kind))
        return f.first.place + thing_key(f);
    std::string one = place_of(f.first), other = f.has_second ? place_of(f.second) : "";
    if (other < one)
        std::swap(one, other);
    if (f.kind == mistake::never_read)
        one += variable_text(f);
    const mistake kind = f.kind == mistake::equal_stores ? mistake::race
                         : is_beyond_array(f)            ? mistake::index
                                                         : f.kind;
    return std::to_string(static_cast<int>(kind)) + f.first.kernel + one + " " + other;
}

// Races of one variable for one missing barrier, barriers that the same threads do not reach.
std::string cause_key(const finding &f) {
    if (f.kind == mistake::left_barrier)
        return "left " + f.first.kernel;
    if ((f.kind != mistake::race && f.kind != mistake::equal_stores) || f.first.work ||
        f.second.work || f.same_line_writes)
        return "";
    variable all_of_it = f.about;
    all_of_it.whole = true;
    return std::to_string(static_cast<int>(f.kind)) + f.first.kernel + " " +
           text_of(all_of_it, f.about.name) + place_of_calls(f.about.made) + " " +
           missing_by_kind(f) + " " + std::to_string(static_cast<int>(f.lacks)) +
           (f.same_block ? "b" : "");
}

} // namespace checker
} // namespace cuda_emulator
