// findings.cpp: puts what was found into words, each place in the code once, with how often.
#include "checker.h"
#include "shadow.h"

#include "machine/program.h"
#include "machine/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace cuda_emulator {
namespace checker {

namespace {

using key = std::tuple<mistake, void *, std::string, void *, bool, bool>;

struct found {
    os_mutex mutex;
    std::vector<finding> list; // in the order in which they came up
    std::map<key, size_t> index;
    std::map<std::string, size_t> by_line;  // those that were told
    std::map<std::string, size_t> by_cause; // the first that was told of each cause
    std::vector<std::string> unused;        // results that nobody looks at: where, and which
    unsigned long unused_times = 0;
    unsigned long errors = 0;     // with how often each of them came up
    std::vector<finding> ignored; // at the end
    std::map<std::string, std::string>
        misread; // by place: what is wrong with a comment, to be told
    // Launches after which a thread of the host, known by an address of its own, has not asked for
    // the last error.
    std::map<const void *, std::set<call_stack>> unanswered;
};

found &all_findings() {
    static found &f = *new found;
    return f;
}

// A return address lies behind the call.
std::string place_before(void *code) {
    // Asking takes long. Never destroyed: the last words come after destructors.
    static std::map<void *, std::string> &known_places = *new std::map<void *, std::string>;
    static os_mutex &mutex = *new os_mutex;
    if (code == nullptr)
        return "";
    const os_lock lock(mutex);
    const auto [entry, is_new] = known_places.emplace(code, "");
    if (is_new)
        entry->second = source_place_of_call(code);
    return entry->second;
}

void add_calls(std::vector<const void *> &all, const call_stack &stack) {
    for (const void *call : stack.calls)
        all.push_back(call_before(call));
}

// What words may say of the finding.
void add_calls(std::vector<const void *> &all, const finding &f) {
    for (const doing *d : {&f.first, &f.second}) {
        all.push_back(call_before(d->code));
        if (d->work) {
            add_calls(all, d->work->issued);
            add_calls(all, d->work->stream_made);
        }
    }
    for (const call_stack *stack : {&f.here, &f.allocated, &f.freed})
        add_calls(all, *stack);
    for (const void *call : {f.ordering, f.plain_store})
        all.push_back(call_before(call));
}

} // namespace

static void *call_of_program(const call_stack &stack) {
    std::vector<const void *> all;
    add_calls(all, stack);
    look_up_code(all);
    for (void *call : stack.calls)
        if (!is_of_emulator(place_before(call)))
            return call;
    return nullptr;
}

std::string place_of_calls(const call_stack &stack) {
    return place_before(call_of_program(stack));
}

namespace {

std::string place_of(const doing &d) {
    std::string text = d.place.empty() ? place_before(d.code) : d.place;
    if (d.work && d.work->call != nullptr)
        text = place_of_calls(d.work->issued);
    return text.empty() ? "an unknown line" : text;
}

std::string line_of_source(const std::string &place) {
    const size_t colon = place.rfind(':');
    if (colon == std::string::npos)
        return "";
    const std::string name = place.substr(0, colon);
    const long wanted = std::strtol(place.c_str() + colon + 1, nullptr, 10);
    std::ifstream file(name.front() == '/' ? name : source_root() + name);
    std::string line;
    for (long i = 0; i < wanted; ++i)
        if (!std::getline(file, line))
            return "";
    return line;
}

// The first name of a call's first argument. `at`: where the name of the function begins.
std::string first_argument(const std::string &line, size_t at) {
    at = line.find('(', at);
    if (at == std::string::npos)
        return "";
    ++at;
    while (at < line.size() && std::strchr(" (&", line[at]) != nullptr) {
        // (void **) is a cast.
        if (line.compare(at, 5, "(void") == 0) {
            at = line.find(')', at);
            if (at == std::string::npos)
                return "";
        }
        ++at;
    }
    size_t end = at;
    while (end < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_' ||
            line[end] == '.' || line[end] == '[' || line[end] == ']' ||
            (line[end] == '-' && end + 1 < line.size() && line[end + 1] == '>') ||
            (line[end] == '>' && line[end - 1] == '-')))
        ++end;
    return line.substr(at, end - at);
}

// The place in the code of each call that has allocated memory on this line, in the order in which
// they came up.
std::vector<void *> calls_of_line(const std::string &place) {
    std::vector<void *> calls;
    const std::vector<call_stack> stacks = calls_that_allocate();
    std::vector<const void *> all;
    for (const call_stack &stack : stacks)
        add_calls(all, stack);
    look_up_code(all);
    for (const call_stack &stack : stacks) {
        void *call = call_of_program(stack);
        if (std::find(calls.begin(), calls.end(), call) == calls.end() &&
            place_before(call) == place)
            calls.push_back(call);
    }
    return calls;
}

// What the source calls the memory that this call returned.
std::string name_in_source(const call_stack &stack) {
    void *call = call_of_program(stack);
    const std::string place = place_before(call), line = line_of_source(place);
    std::vector<std::string> names;
    for (size_t at = 0; (at = line.find("cuda", at)) != std::string::npos; ++at)
        if (line.compare(at, 10, "cudaMalloc") == 0 || line.compare(at, 13, "cudaHostAlloc") == 0)
            names.push_back(first_argument(line, at));
    if (names.size() < 2)
        return names.empty() ? "" : names[0];
    // The compilers keep the order of the line, unless it branches. Then the order in which its
    // calls have come up is mostly another one than that of the code.
    const std::vector<void *> calls = calls_of_line(place);
    if (calls.size() == names.size() && std::is_sorted(calls.begin(), calls.end()))
        return names[static_cast<size_t>(std::find(calls.begin(), calls.end(), call) -
                                         calls.begin())];
    std::string any = names[0];
    for (size_t i = 1; i < names.size(); ++i)
        any += " or " + names[i];
    return any;
}

std::string variable_of(const finding &f) {
    std::string text = f.variable;
    const std::string place = place_of_calls(f.allocated);
    const size_t name = text.find("NAME, ");
    if (name != std::string::npos) {
        const std::string called = name_in_source(f.allocated);
        text.replace(name, 6, called.empty() ? "" : called + ", ");
    }
    if (!place.empty())
        text += (f.variable.rfind("the ", 0) == 0 ? ", made at " : ", allocated at ") + place;
    const std::string freed = place_of_calls(f.freed);
    if (!freed.empty())
        text += ", freed at " + freed;
    return text;
}

std::string what_text(const finding &f) {
    const bool shared = in_shared(f.address);
    const bool local = f.variable.find(" of a local variable") != std::string::npos;
    switch (f.what) {
    case mistake::race:
        return shared ? "race on shared memory" : "race on global memory";
    case mistake::out_of_bounds:
        return local    ? "local variable out of bounds"
               : shared ? "shared memory out of bounds"
                        : "memory out of bounds";
    case mistake::use_after_free:
        return "use after free";
    case mistake::unwritten:
        return local    ? "read of a local variable that nothing has written"
               : shared ? "read of shared memory that nothing has written"
                        : "read of memory that nothing has written";
    case mistake::host_memory:
        return "kernel touches memory of the host";
    case mistake::device_memory:
        return "host touches memory of the device";
    case mistake::index:
        return "index out of bounds";
    case mistake::misaligned:
        return "misaligned access";
    case mistake::wrong_free:
        return "wrong free";
    case mistake::wrong_kind:
        return "wrong kind of copy";
    case mistake::inactive_source:
        return "shuffle from a lane that takes no part";
    case mistake::leak:
        return "leak";
    case mistake::failed_call:
        return "call refused";
    case mistake::unused_result:
        return "result that nobody looks at";
    case mistake::beyond_device:
        return "more than a device can do";
    case mistake::constant_store:
        return "write to constant memory";
    case mistake::no_peer_access:
        return "memory of another device, without peer access";
    case mistake::other_device:
        return "launch in a stream of another device";
    case mistake::left_barrier:
        return "divergent barrier";
    case mistake::equal_stores:
        return shared ? "several threads store the same value in shared memory"
                      : "several threads store the same value in global memory";
    case mistake::wide_shift:
        return "shift by all of a number's bits";
    case mistake::never_read:
        return "result that nothing reads";
    case mistake::lost_output:
        return "printf that a GPU would not show";
    case mistake::partly_unwritten:
        return "copy of memory of which nothing has written a part";
    case mistake::unknown_kind:
        return "comment that does not say what it ignores";
    case mistake::stack_overflow:
        return "stack overflow";
    case mistake::endless_loop:
        return "endless loop";
    case mistake::refused_launch:
        return "launch refused";
    case mistake::other:
        break;
    }
    return "error";
}

const char *mistake_name(mistake m) {
    static const char *const names[] = {
        "race",           "out-of-bounds",  "use-after-free",  "unwritten",
        "host-memory",    "device-memory",  "index",           "misaligned",
        "wrong-free",     "wrong-kind",     "inactive-source", "leak",
        "failed-call",    "unused-result",  "beyond-device",   "constant-store",
        "no-peer-access", "other-device",   "left-barrier",    "equal-stores",
        "wide-shift",     "never-read",     "lost-output",     "partly-unwritten",
        "unknown-kind",   "stack-overflow", "endless-loop",    "refused-launch",
        "other"};
    return names[static_cast<int>(m)];
}

bool is_of_runtime(mistake m) {
    return m >= mistake::stack_overflow;
}

bool has_no_access(mistake m) {
    return is_of_runtime(m) || m == mistake::wrong_free || m == mistake::wrong_kind ||
           m == mistake::partly_unwritten || m == mistake::leak || m == mistake::failed_call ||
           m == mistake::beyond_device || m == mistake::other_device ||
           m == mistake::left_barrier || m == mistake::unknown_kind;
}

std::string stream_text(const work_note &w) {
    const std::string graph = w.graph_run != 0 ? "a graph in " : "";
    if (w.legacy)
        return graph + (device_count() == 1
                            ? "the default stream"
                            : "the default stream of device " + std::to_string(w.device));
    const std::string place = place_of_calls(w.stream_made);
    return graph + (place.empty() ? "the thread's default stream" : "the stream made at " + place);
}

std::string who_text(const doing &d) {
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

std::string access_text(const doing &d) {
    std::string text = d.writes ? "writes " : "reads ";
    if (d.atomic)
        text = "atomically updates ";
    if (d.work && d.work->call != nullptr && std::strstr(d.work->call, "Free") != nullptr)
        text = "frees ";
    if (d.work && d.work->call != nullptr && std::strstr(d.work->call, "Malloc") != nullptr)
        text = "allocates ";
    return text + counted(d.bytes, "byte");
}

// Why an atomic operation does not order the two. Empty if none was meant to, for all one can see.
std::string missing_order(const finding &f) {
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

std::string missing_of(const finding &f) {
    const std::string order = missing_order(f);
    if (f.same_line_writes && order.empty())
        return "a place of its own for each thread, an atomic operation, or one thread that does "
               "it";
    const bool perhaps =
        f.lacks == order_lacks::fence_before || f.lacks == order_lacks::both_fences;
    if (!order.empty() && !perhaps)
        return order;
    if (f.same_warp && f.what == mistake::race && f.first.atomic == f.second.atomic)
        return order +
               "__syncwarp() between the two, as the threads of a warp do not run in step; or "
               "__syncthreads(), if all threads of the block come by";
    return order + f.missing;
}

// What is said of a finding beside another one of the same cause.
std::string likewise(const finding &f) {
    if (!f.has_second)
        return f.first.place + ": " + f.detail;
    const std::string first = place_of(f.first) + ", " + access_text(f.first);
    const std::string second = place_of(f.second) + ", " + access_text(f.second);
    return "likewise " + first + (first == second ? ", in both threads" : ", and " + second);
}

void add_likewise(std::string &text, const std::vector<std::string> &others) {
    constexpr size_t MOST = 8; // more help nobody
    for (size_t i = 0; i < others.size() && i < MOST; ++i)
        text += "\n    " + others[i];
    if (others.size() > MOST)
        text += "\n    and " + std::to_string(others.size() - MOST) + " more";
}

std::string words(const finding &f) {
    if (is_of_runtime(f.what))
        return f.detail;
    std::string text = what_text(f);
    if (!f.first.kernel.empty())
        text += " in kernel " + f.first.kernel;
    else if (!f.second.kernel.empty())
        text += " in kernel " + f.second.kernel;
    text += "\n    ";
    const std::string variable = variable_of(f);
    if (f.what == mistake::unused_result || f.what == mistake::beyond_device ||
        f.what == mistake::left_barrier || f.what == mistake::unknown_kind) {
        text += f.first.place + ": " + f.detail;
    } else if (f.what == mistake::never_read) {
        text += place_of(f.first) +
                ": a kernel writes it, and no kernel and no copy reads it: " + variable;
    } else if (f.what == mistake::lost_output) {
        text += place_of(f.first) +
                ": the program ends without having waited for the kernel, and a GPU does not show "
                "what it has printed";
    } else if (f.what == mistake::wrong_free || f.what == mistake::wrong_kind ||
               f.what == mistake::failed_call || f.what == mistake::other_device ||
               f.what == mistake::partly_unwritten) {
        text += place_of_calls(f.here) + ": " + f.detail;
        if (!variable.empty())
            text += ": " + variable;
    } else if (f.what == mistake::leak) {
        text += variable;
    } else {
        text += place_of(f.first) + ": " + who_text(f.first) + " ";
        if (f.what == mistake::index || f.what == mistake::misaligned)
            text += "uses " + f.detail;
        else if (f.what == mistake::wide_shift)
            text += f.detail;
        else if (f.what == mistake::inactive_source)
            text += "asks for the value of " + f.detail;
        else
            text += access_text(f.first);
        if (!variable.empty())
            text += ": " + variable;
    }
    if (f.has_second)
        text +=
            "\n    " + place_of(f.second) + ": " + who_text(f.second) + " " +
            access_text(f.second) +
            (f.in_reverse ? " there, before it where blocks and threads run in the reverse order"
                          : " there, before it in this run");
    else if (f.in_reverse)
        text += ", where blocks and threads run in the reverse order";
    if (f.what == mistake::unused_result)
        for (const std::string &other : f.likewise)
            text += "\n    " + other;
    else
        add_likewise(text, f.likewise);
    if (f.what == mistake::equal_stores)
        text += "\n    both store the same value: a race by the rules, although the result is the "
                "same whichever comes first";
    if (!f.missing.empty())
        text += "\n    missing: " + missing_of(f);
    return text;
}

std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        if (c == '\n')
            result += "\\n";
        else if (static_cast<unsigned char>(c) < ' ')
            result += ' ';
        else
            result += c;
    }
    return result + '"';
}

std::string json(uint3 v) {
    return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
           "]";
}

std::string json(const doing &d, bool access) {
    std::string text = "{\"place\": " + quoted(place_of(d));
    if (access)
        text += std::string(", \"access\": \"") +
                (d.atomic   ? "atomic"
                 : d.writes ? "write"
                            : "read") +
                "\", \"bytes\": " + std::to_string(d.bytes);
    if (!d.kernel.empty())
        text += ", \"kernel\": " + quoted(d.kernel);
    if (d.by_kernel)
        text += ", \"block\": " + json(d.block) +
                ", \"thread\": " + json(unflatten(d.thread, d.block_dim));
    return text + "}";
}

// All that is told, and then what comments in the source have kept from it.
std::vector<const finding *> findings_for_tools() {
    std::vector<const finding *> all;
    for (const auto *list : {&all_findings().list, &all_findings().ignored})
        for (const finding &f : *list)
            all.push_back(&f);
    return all;
}

void write_json(const char *path) {
    std::ofstream file(path);
    file << "[";
    const char *separator = "\n";
    for (const finding *entry : findings_for_tools()) {
        const finding &f = *entry;
        file << separator << "  {\"kind\": \"" << mistake_name(f.what) << "\", \"severity\": \""
             << (f.warning ? "warning" : "error") << "\", \"count\": " << f.count
             << (f.ignored ? ", \"ignored\": true" : "") << ", \"text\": " << quoted(words(f));
        if (f.first.code != nullptr || !f.first.place.empty() || f.has_second)
            file << ", \"first\": " << json(f.first, f.first.code != nullptr || f.has_second);
        if (f.has_second)
            file << ", \"second\": " << json(f.second, true);
        const std::string variable = variable_of(f);
        if (!variable.empty())
            file << ", \"variable\": " << quoted(variable);
        if (!f.missing.empty())
            file << ", \"missing\": " << quoted(missing_of(f));
        if (!f.same_cause.empty()) {
            file << ", \"likewise\": [";
            for (const finding &other : f.same_cause)
                file << (&other == &f.same_cause[0] ? "" : ", ")
                     << "{\"first\": " << json(other.first, true)
                     << ", \"second\": " << json(other.second, true) << "}";
            file << "]";
        }
        file << "}";
        separator = ",\n";
    }
    file << "\n]\n";
}

// ------------------------------------------------------------------ SARIF 2.1.0, of OASIS

bool is_line_of_file(const std::string &place) {
    const size_t colon = place.rfind(':');
    return colon != std::string::npos && colon != 0 && colon + 1 < place.size() &&
           place.find_first_not_of("0123456789", colon + 1) == std::string::npos &&
           place[colon + 1] != '0';
}

// Where the reader looks first: "file:line", or empty.
std::string main_place(const finding &f) {
    std::string place = f.what == mistake::leak ? place_of_calls(f.allocated)
                        : f.first.code != nullptr || !f.first.place.empty() || f.first.work
                            ? place_of(f.first)
                            : place_of_calls(f.here);
    // What the runtime has said names places at the beginning of a line.
    for (size_t at = 0; f.what == mistake::other && at < f.detail.size();) {
        const size_t end = std::min(f.detail.find('\n', at), f.detail.size());
        at = std::min(f.detail.find_first_not_of(' ', at), end);
        const std::string line = f.detail.substr(at, end - at);
        place = line.substr(0, line.find(": "));
        if (is_line_of_file(place))
            break;
        at = end + 1;
    }
    return is_line_of_file(place) ? place : "";
}

std::string in_uri(const std::string &path) {
    std::string text;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || std::strchr("-._~/", c) != nullptr) {
            text += c;
        } else {
            char code[4];
            std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(byte));
            text += code;
        }
    }
    return text;
}

std::string sarif_location(const std::string &place, const std::string &message = "") {
    const size_t colon = place.rfind(':');
    const std::string name = place.substr(0, colon);
    const bool absolute = name.front() == '/';
    return "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " +
           quoted((absolute ? "file://" : "") + in_uri(name)) +
           (absolute || source_root().empty() ? "" : ", \"uriBaseId\": \"ROOT\"") +
           "}, \"region\": {\"startLine\": " + place.substr(colon + 1) + "}}" +
           (message.empty() ? "" : ", \"message\": {\"text\": " + quoted(message) + "}") + "}";
}

// The other side of a race, the other lines of the same cause, and where the memory is from.
std::string related_locations(const finding &f) {
    std::vector<std::string> all;
    const auto relate = [&all](const std::string &place, const std::string &message) {
        if (is_line_of_file(place))
            all.push_back(sarif_location(place, message));
    };
    if (f.has_second)
        relate(place_of(f.second), who_text(f.second) + " " + access_text(f.second) + " there");
    for (const finding &other : f.same_cause) {
        relate(place_of(other.first), "likewise: " + access_text(other.first));
        relate(place_of(other.second), "likewise: " + access_text(other.second));
    }
    if (f.what != mistake::leak)
        relate(place_of_calls(f.allocated), "allocated there");
    relate(place_of_calls(f.freed), "freed there");
    std::string text;
    for (const std::string &one : all)
        text += (text.empty() ? "" : ", ") + one;
    return text;
}

void write_sarif(const char *path) {
    std::ofstream file(path);
    file << "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
            "  \"version\": \"2.1.0\",\n  \"runs\": [{\n"
            "    \"tool\": {\"driver\": {\"name\": \"book check\", \"rules\": [";
    std::map<std::string, size_t> rules; // and their indices
    for (const finding *f : findings_for_tools()) {
        const auto [rule, is_new] = rules.emplace(mistake_name(f->what), rules.size());
        if (is_new)
            file << (rule->second == 0 ? "" : ", ") << "{\"id\": " << quoted(rule->first)
                 << ", \"shortDescription\": {\"text\": " << quoted(what_text(*f)) << "}}";
    }
    file << "]}},\n";
    if (!source_root().empty())
        file << "    \"originalUriBaseIds\": {\"ROOT\": {\"uri\": "
             << quoted("file://" + in_uri(source_root())) << "}},\n";
    file << "    \"results\": [";
    const char *separator = "\n";
    for (const finding *entry : findings_for_tools()) {
        const finding &f = *entry;
        const std::string kind = mistake_name(f.what);
        file << separator << "      {\"ruleId\": " << quoted(kind)
             << ", \"ruleIndex\": " << rules[kind] << ", \"level\": \""
             << (f.warning ? "warning" : "error")
             << "\", \"occurrenceCount\": " << std::max(f.count, 1ul)
             << ",\n       \"message\": {\"text\": " << quoted(words(f)) << "}";
        const std::string place = main_place(f), related = related_locations(f);
        if (!place.empty())
            file << ",\n       \"locations\": [" << sarif_location(place) << "]";
        if (!related.empty())
            file << ",\n       \"relatedLocations\": [" << related << "]";
        if (f.ignored)
            file << ",\n       \"suppressions\": [{\"kind\": \"inSource\"}]";
        file << "}";
        separator = ",\n";
    }
    file << "\n    ]\n  }]\n}\n";
}

// ------------------------------------------------------------------ comments that ignore

bool is_kind(const std::string &word) {
    for (int m = 0; m < static_cast<int>(mistake::unknown_kind); ++m)
        if (word == mistake_name(static_cast<mistake>(m)))
            return true;
    return false;
}

std::string all_kinds() {
    std::string all;
    for (int m = 0; m < static_cast<int>(mistake::unknown_kind); ++m)
        all += (m == 0 ? "" : ", ") + std::string(mistake_name(static_cast<mistake>(m)));
    return all;
}

// How many letters more, fewer or other than those of the other word.
size_t letters_between(const std::string &one, const std::string &other) {
    std::vector<size_t> row(other.size() + 1);
    for (size_t j = 0; j <= other.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= one.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= other.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (one[i - 1] != other[j - 1])});
            diagonal = above;
        }
    }
    return row[other.size()];
}

// The kind that was meant, or "".
std::string nearest_kind(const std::string &word) {
    std::string nearest;
    size_t least = std::min<size_t>(4, word.size());
    for (int m = 0; m < static_cast<int>(mistake::unknown_kind); ++m) {
        const std::string kind = mistake_name(static_cast<mistake>(m));
        const size_t letters = letters_between(word, kind);
        if (letters < least) {
            least = letters;
            nearest = kind;
        }
    }
    return nearest;
}

// "// cuda-check: ignore race, unwritten: the reason" at the end of a line, or alone on the line
// before. The colon may be left out.
struct ignoring_comment {
    std::vector<std::string> kinds;
    std::string wrong; // with it, in words
};

ignoring_comment comment_of(const std::string &line) {
    static const std::string MARK = "cuda-check:", VERB = "ignore",
                             LETTERS =
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    ignoring_comment comment;
    const size_t mark = line.find(MARK);
    if (mark == std::string::npos || mark < 2)
        return comment;
    const size_t slashes = line.find_last_not_of(" \t", mark - 1);
    if (slashes == std::string::npos || slashes == 0 || line.compare(slashes - 1, 2, "//") != 0)
        return comment;
    size_t at = line.find_first_not_of(" \t", mark + MARK.size());
    const auto take_word = [&] {
        at = std::min(line.find_first_not_of(" \t", at), line.size());
        const size_t end = std::min(line.find_first_not_of(LETTERS, at), line.size());
        const std::string word = line.substr(at, end - at);
        at = end;
        return word;
    };
    const std::string verb = at == std::string::npos ? "" : take_word();
    if (verb != VERB) {
        comment.wrong = "behind cuda-check: there is no '" + verb + "', only 'ignore'";
        return comment;
    }
    for (;;) {
        const std::string word = take_word();
        if (is_kind(word)) {
            comment.kinds.push_back(word);
        } else {
            // Behind a comma it may be a reason without its colon, unless it looks like a kind.
            const size_t next = std::min(line.find_first_not_of(" \t\r", at), line.size());
            const bool stands_alone = next == line.size() || line[next] == ',' || line[next] == ':';
            const std::string nearest = nearest_kind(word);
            if (comment.kinds.empty() || stands_alone || !nearest.empty())
                comment.wrong = "there is no kind '" + word + "' to ignore" +
                                (nearest.empty() ? "" : "; do you mean '" + nearest + "'?");
        }
        at = line.find_first_not_of(" \t", at);
        if (at == std::string::npos || line[at] != ',')
            return comment;
        ++at;
    }
}

// What is wrong with the comment is told later, at its own line.
bool says_ignore(const ignoring_comment &comment, const std::string &place,
                 const std::string &kind) {
    if (!comment.wrong.empty())
        all_findings().misread.emplace(place, comment.wrong);
    return std::find(comment.kinds.begin(), comment.kinds.end(), kind) != comment.kinds.end();
}

bool read_is_ignored_at(const std::string &place, const std::string &kind) {
    if (!is_line_of_file(place))
        return false;
    if (says_ignore(comment_of(line_of_source(place)), place, kind))
        return true;
    const size_t colon = place.rfind(':');
    const std::string place_before =
        place.substr(0, colon + 1) + std::to_string(std::stol(place.substr(colon + 1)) - 1);
    const std::string before = line_of_source(place_before);
    const size_t text = before.find_first_not_of(" \t");
    return text != std::string::npos && before.compare(text, 2, "//") == 0 &&
           says_ignore(comment_of(before), place_before, kind);
}

// Whether the compiler knows how large the array is, and so has told of the index before.
bool is_beyond_array(const finding &f) {
    return f.what == mistake::out_of_bounds && place_of_calls(f.allocated).empty() &&
           f.variable.find(" of dynamic shared memory") == std::string::npos;
}

// A loop may ask a million times.
bool is_ignored_at(const std::string &place, const std::string &kind) {
    static auto &known = *new std::map<std::pair<std::string, std::string>, bool>;
    const auto [entry, is_new] = known.emplace(std::make_pair(place, kind), false);
    if (is_new)
        entry->second = read_is_ignored_at(place, kind);
    return entry->second;
}

bool is_ignored(const finding &f) {
    if (is_of_runtime(f.what)) // the kernel was given up
        return false;
    std::vector<mistake> kinds = {f.what};
    if (f.what == mistake::equal_stores) // of the same cause
        kinds.push_back(mistake::race);
    if (is_beyond_array(f))
        kinds.push_back(mistake::index);
    for (const mistake kind : kinds)
        if (is_ignored_at(main_place(f), mistake_name(kind)) ||
            (f.has_second && is_ignored_at(place_of(f.second), mistake_name(kind))))
            return true;
    return false;
}

} // namespace

size_t add(finding f, bool at_once) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    a.errors += !f.warning;
    std::string place = f.first.place;
    if (has_no_access(f.what))
        place += f.detail + f.variable + std::to_string(f.address) + place_of_calls(f.here);
    for (const doing *copy : {&f.first, &f.second})
        if (copy->work && copy->work->call != nullptr)
            place += place_of(*copy) + " ";
    // A race is the same one whichever of the two came first.
    const bool turned = f.second.code < f.first.code;
    const doing &one = turned ? f.second : f.first, &other = turned ? f.first : f.second;
    const auto [entry, is_new] = a.index.emplace(
        key{f.what, one.code, place, other.code, one.writes, other.writes}, a.list.size());
    if (is_new) {
        a.list.push_back(std::move(f));
        if (at_once && !in_kernel()) {
            a.mutex.unlock();
            tell();
            a.mutex.lock();
        }
    } else {
        ++a.list[entry->second].count;
        a.list[entry->second].same_warp &= f.same_warp;
    }
    return entry->second;
}

void found_again(size_t number, unsigned long times) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    a.list[number].count += times;
    a.errors += a.list[number].warning ? 0 : times;
}

void take_back(size_t number) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    --a.list[number].count;
    a.errors -= !a.list[number].warning;
}

size_t findings_so_far() {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    return a.list.size();
}

unsigned long errors_so_far() {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    return a.errors;
}

std::vector<finding> errors_of_kernels(size_t from) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    std::vector<finding> errors;
    for (; from < a.list.size(); ++from) {
        const finding &f = a.list[from];
        // The second order may wait for what only the first one does.
        if (!f.warning && f.count != 0 && f.first.by_kernel && !f.first.work && !f.second.work &&
            !is_of_runtime(f.what))
            errors.push_back(f);
    }
    return errors;
}

// What makes two findings the same to a reader.
static std::string line_key(const finding &f) {
    if (has_no_access(f.what))
        return f.first.place + f.detail + f.variable + std::to_string(f.address) +
               place_of_calls(f.here);
    std::string one = place_of(f.first), other = f.has_second ? place_of(f.second) : "";
    if (other < one)
        std::swap(one, other);
    if (f.what == mistake::never_read)
        one += variable_of(f);
    const mistake what = f.what == mistake::equal_stores ? mistake::race
                         : is_beyond_array(f)            ? mistake::index
                                                         : f.what;
    return std::to_string(static_cast<int>(what)) + f.first.kernel + one + " " + other;
}

// What a reader would mend in one go: races of one variable for one missing barrier, barriers that
// the same threads do not reach. Empty: a cause of its own.
static std::string cause_key(const finding &f) {
    if (f.what == mistake::left_barrier)
        return "left " + f.first.kernel;
    if ((f.what != mistake::race && f.what != mistake::equal_stores) || f.first.work ||
        f.second.work || f.same_line_writes)
        return "";
    const size_t name = f.variable.find(" of ");
    return std::to_string(static_cast<int>(f.what)) + f.first.kernel + " " +
           (name != std::string::npos ? f.variable.substr(name) : "") +
           place_of_calls(f.allocated) + " " + f.missing + " " +
           std::to_string(static_cast<int>(f.lacks)) + (f.same_block ? "b" : "");
}

// Told at the end, as what comes until then may change it.
static bool is_for_the_end(mistake m) {
    return m == mistake::never_read || m == mistake::lost_output || m == mistake::partly_unwritten;
}

// Of all findings at the same lines as this one.
static unsigned long gather_from_lines(found &a, finding &f) {
    unsigned long count = 0;
    const std::string key_of_f = line_key(f);
    for (const finding &g : a.list)
        if (!g.ignored && line_key(g) == key_of_f) {
            if (g.what != mistake::out_of_bounds || f.what != mistake::index)
                count += g.count;
            f.same_warp &= g.same_warp;
            if (g.what == mistake::race && g.same_block && g.first.writes && g.second.writes &&
                place_of(g.first) == place_of(g.second))
                f.same_line_writes = true;
        }
    return count;
}

// All that may be said next, or at the end: at once, because to ask takes long, however little. Of
// a program that is right nobody asks.
static void look_up_untold(const found &a, bool at_the_end) {
    std::vector<const void *> all;
    for (const finding &f : a.list)
        if (!f.told && f.count != 0)
            add_calls(all, f);
    if (all.empty() && !at_the_end)
        return;
    for (const auto &thread : a.unanswered)
        for (const call_stack &launch : thread.second)
            add_calls(all, launch);
    look_up_code(all);
}

void tell(bool at_the_end) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    look_up_untold(a, at_the_end);
    std::vector<size_t> fresh;
    for (const bool equal_stores : {false, true}) // these are nothing new beside a race
        for (size_t i = 0; i < a.list.size(); ++i) {
            finding &f = a.list[i];
            if (f.told || f.count == 0 || (f.what == mistake::equal_stores) != equal_stores ||
                (is_for_the_end(f.what) && !at_the_end))
                continue;
            f.told = true;
            f.ignored = is_ignored(f);
            if (f.ignored)
                continue;
            const auto [entry, is_new] = a.by_line.emplace(line_key(f), i);
            if (is_new)
                fresh.push_back(i);
            else
                f.leader = entry->second;
            // Of an index only what the access has met tells which array it was.
            if (!is_new && f.what == mistake::out_of_bounds &&
                a.list[entry->second].variable.empty())
                a.list[entry->second].variable = f.variable;
        }
    for (const auto &[place, wrong] : a.misread) {
        finding f;
        f.what = mistake::unknown_kind;
        f.first.place = place;
        f.detail = wrong;
        f.missing = "one of " + all_kinds();
        f.warning = f.told = true;
        if (a.by_line.emplace(line_key(f), a.list.size()).second) {
            fresh.push_back(a.list.size());
            a.list.push_back(std::move(f));
        }
    }
    a.misread.clear();
    std::vector<std::pair<size_t, unsigned long>> leaders; // and how often
    for (const size_t i : fresh) {
        finding &f = a.list[i];
        if (is_of_runtime(f.what))
            continue; // the runtime has said it
        const unsigned long count = gather_from_lines(a, f);
        const std::string cause = cause_key(f);
        const auto [entry, is_new] = a.by_cause.emplace(cause, i);
        if (is_new || cause.empty()) {
            leaders.emplace_back(i, count);
            continue;
        }
        const size_t leader = entry->second;
        f.leader = leader;
        f.other_lines = true;
        finding &first = a.list[leader];
        first.likewise.push_back(likewise(f));
        first.same_warp &= f.same_warp;
        const auto told_now =
            std::find_if(leaders.begin(), leaders.end(),
                         [leader](const auto &told) { return told.first == leader; });
        if (told_now != leaders.end()) {
            told_now->second += count;
        } else {
            std::fflush(stdout);
            std::fprintf(stderr, "CUDA checker: %s: %s in kernel %s, as before\n    %s\n",
                         f.warning ? "warning" : "error", what_text(f).c_str(),
                         f.first.kernel.c_str(), likewise(f).c_str());
        }
    }
    for (const auto &[i, count] : leaders) {
        const finding &f = a.list[i];
        std::string text = words(f);
        if (count > 1)
            text += "\n    " + std::to_string(count) + " times so far";
        std::fflush(stdout);
        std::fprintf(stderr, "CUDA checker: %s: %s\n", f.warning ? "warning" : "error",
                     text.c_str());
    }
}

static std::string describe_address(const void *address) {
    finding f;
    f.what = mistake::other;
    describe(reinterpret_cast<uintptr_t>(address), f);
    return variable_of(f);
}

// Why the call that the thread is in will fail, if it has been said, and what to write instead.
static thread_local std::string reason, instead;

void checker::devices_mixed(const std::string &why) {
    reason = why;
}

void checker::copy_refused(const wrong_copy &wrong) {
    reason = wrong.why;
    instead = wrong.write;
    if (device_can_reach(wrong.place.kind))
        reason = counted(wrong.bytes, "byte") + " from " + describe_address(wrong.pointer) +
                 ", of which only " + std::to_string(wrong.place.left) +
                 (wrong.place.left == 1 ? " follows" : " follow");
    if (is_freed(reinterpret_cast<uintptr_t>(wrong.pointer))) {
        reason = std::string(wrong.side) + " is freed: " + describe_address(wrong.pointer);
        instead = "the call before the memory is freed";
    }
}

void checker::call_failed(const char *call, cudaError_t error) {
    if (std::strstr(call, "Free") != nullptr) { // wrong_free has said it
        reason.clear();
        instead.clear();
        return;
    }
    finding f;
    f.what = mistake::failed_call;
    f.here = calls_here();
    f.detail = std::string(call) + " returns " + cudaGetErrorName(error) + " (" +
               cudaGetErrorString(error) + ")";
    if (!reason.empty())
        f.detail += ": " + reason;
    reason.clear();
    f.missing =
        instead.empty() ? "arguments that the call accepts, or a test of what it returns" : instead;
    instead.clear();
    add(std::move(f));
}

static bool is_set(const char *variable) {
    const char *text = std::getenv(variable);
    return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

// As a teacher asks: --strict.
static bool is_strict() {
    return is_set("CUDA_CHECKER_STRICT");
}

void leaked(const std::string &what, const call_stack &made) {
    finding f;
    f.what = mistake::leak;
    f.detail = what;
    f.variable = what;
    f.allocated = made;
    f.warning = !is_strict(); // the system frees all at the program's end
    f.missing = "its cudaFree, or whatever destroys it, before the end";
    add(std::move(f));
}

// Whether the last call of the API was of this name, or one that the name stands for.
static bool is_api_call(const char *name) {
    const std::string last = current_call_name();
    return last.rfind(name, 0) == 0 ||
           (last == "cudaHostAlloc" && std::strcmp(name, "cudaMallocHost") == 0);
}

void never_read(uintptr_t address, void *code) {
    finding f;
    f.what = mistake::never_read;
    f.address = address;
    f.first.code = code;
    f.warning = true;
    f.missing = "cudaMemcpy() to the host, with cudaMemcpyDeviceToHost";
    describe(address, f);
    if (f.variable.rfind("byte 0 of ", 0) == 0)
        f.variable.erase(0, std::strlen("byte 0 of "));
    f.second.code = call_of_program(f.allocated); // tells two of one line from each other
    add(std::move(f));
}

void lost_output(void *code, const std::string &kernel) {
    finding f;
    f.what = mistake::lost_output;
    f.first.code = code;
    f.first.kernel = kernel;
    f.warning = true;
    f.missing = "cudaDeviceSynchronize() behind the launch";
    add(std::move(f));
}

void partly_unwritten(const call_stack &copy, uintptr_t first, size_t unwritten, size_t bytes) {
    finding f;
    f.what = mistake::partly_unwritten;
    f.address = first;
    f.here = copy;
    f.warning = true;
    f.detail = std::string(current_call_name()) + " reads " + counted(bytes, "byte") + ", and ";
    f.detail += unwritten == bytes
                    ? "nothing has written any of them, from"
                    : "nothing has written " + std::to_string(unwritten) + " of them, the first";
    f.missing = "threads for all elements, a bound that is the array's, or a copy of only what was "
                "written";
    describe(first, f);
    add(std::move(f));
}

static void found_at(mistake what, const std::string &place, const std::string &detail,
                     const std::string &missing, const std::string &kernel = "",
                     bool warning = false) {
    finding f;
    f.what = what;
    f.first.place = place;
    f.first.kernel = kernel;
    f.detail = detail;
    f.missing = missing;
    f.warning = warning;
    add(std::move(f));
}

void beyond_device(const std::string &place, const std::string &detail, const std::string &missing,
                   const std::string &kernel) {
    found_at(mistake::beyond_device, place, detail, missing, kernel);
}

bool checker::threads_left(const std::string &place, const std::string &which,
                           const kernel_info &kernel) {
    found_at(mistake::left_barrier, place,
             "block " + triple({blockIdx.x, blockIdx.y, blockIdx.z}) + ": " + which,
             "the barrier before any thread leaves: a barrier that only some threads reach is "
             "undefined, although GPUs since sm_70 do not wait for threads that have left",
             kernel.name, true);
    return true;
}

void checker::reported(const said &what) {
    finding f;
    switch (what.what) {
    case said::kind::stack_overflow:
        f.what = mistake::stack_overflow;
        break;
    case said::kind::endless_loop:
        f.what = mistake::endless_loop;
        break;
    case said::kind::refused_launch:
        f.what = mistake::refused_launch;
        break;
    case said::kind::other:
        f.what = mistake::other;
        break;
    }
    f.detail = what.text;
    f.first.place = what.place;
    if (what.kernel != nullptr) {
        f.first.kernel = what.kernel->name;
        f.first.by_kernel = true;
        f.first.block = {blockIdx.x, blockIdx.y, blockIdx.z};
        f.first.block_dim = {blockDim.x, blockDim.y, blockDim.z};
        f.first.thread = linear_index(threadIdx);
    }
    add(std::move(f));
}

static void add_unused(const std::string &text) {
    found &a = all_findings();
    const size_t colon = text.find(": ");
    if (is_ignored_at(text.substr(0, colon), mistake_name(mistake::unused_result))) {
        finding f;
        f.what = mistake::unused_result;
        f.first.place = text.substr(0, colon);
        f.detail = text.substr(colon + 2);
        f.warning = f.ignored = true;
        const auto before =
            std::find_if(a.ignored.begin(), a.ignored.end(), [&f](const finding &g) {
                return g.first.place == f.first.place && g.detail == f.detail;
            });
        if (before != a.ignored.end())
            ++before->count;
        else
            a.ignored.push_back(std::move(f));
        return;
    }
    ++a.unused_times;
    if (std::find(a.unused.begin(), a.unused.end(), text) == a.unused.end())
        a.unused.push_back(text);
}

static thread_local char this_host_thread;

static void unused(const std::string &text) {
    const os_lock lock(all_findings().mutex);
    add_unused(text);
}

void launch_unanswered(const call_stack &launch) {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    a.unanswered[&this_host_thread].insert(launch);
}

void checker::last_error_asked() {
    found &a = all_findings();
    const os_lock lock(a.mutex);
    a.unanswered.erase(&this_host_thread);
}

// One finding for all, or they would hide the others.
static finding unused_results(const found &a) {
    finding f;
    f.what = mistake::unused_result;
    f.warning = true;
    f.count = a.unused_times;
    const size_t colon = a.unused[0].find(": ");
    f.first.place = a.unused[0].substr(0, colon);
    f.detail = a.unused[0].substr(colon + 2);
    f.likewise.assign(a.unused.begin() + 1, a.unused.end());
    f.missing = "a test whether it is cudaSuccess, or (void) before the call if its failure does "
                "not matter; behind a launch, one of cudaGetLastError()";
    return f;
}

// What comments keep from the report is counted in it, so that nobody forgets them.
static void tell_ignored(const found &a) {
    std::map<std::string, unsigned long> times;
    for (const finding &f : a.ignored)
        times[main_place(f) + ": " + mistake_name(f.what)] += f.count;
    if (times.empty())
        return;
    std::fprintf(stderr, "CUDA checker: %s ignored, as comments in the source say\n",
                 counted(times.size(), "finding").c_str());
    for (const auto &[what, count] : times)
        std::fprintf(stderr, "    %s, %s\n", what.c_str(), counted(count, "time").c_str());
}

// How to have the results listed, for who has called `./book check`.
static std::string hint_at_strict(size_t results) {
    return is_set("BOOK_PROGRAM")
               ? std::string("; ./book check --strict ") + std::getenv("BOOK_PROGRAM") +
                     (results == 1 ? " names it" : " lists them")
               : "";
}

// What was looked at, by who is told nothing else of it.
static void tell_nothing_found() {
    const running::totals &all = now.all;
    if (all.launches == 0)
        std::fprintf(stderr, "CUDA checker: nothing found, and no kernel was launched\n");
    else
        std::fprintf(stderr, "CUDA checker: nothing found in %llu launch%s, %s and %llu access%s\n",
                     all.launches, all.launches == 1 ? "" : "es",
                     counted(all.threads, "thread").c_str(), all.accesses,
                     all.accesses == 1 ? "" : "es");
}

bool checker::program_ends(bool after_fault) {
    count_meetings();
    // Who frees nothing after a fault may not have come to the end.
    if (!after_fault || frees_were_refused())
        report_leaked_memory();
    if (!after_fault) { // else the calls that destroy have been refused
        report_leaked_things();
        report_unread_memory();
        report_lost_output();
    }
    found &a = all_findings();
    bool wrong = false;
    for (const finding &f : a.list)
        wrong |= !f.warning && !f.ignored && f.count != 0;
    for (finding &f : a.list)
        if (wrong && is_for_the_end(f.what))
            f.count = 0; // it may come from the mistake
    look_up_untold(a, true);
    for (const auto &thread : a.unanswered)
        for (const call_stack &launch : thread.second) {
            const std::string place = place_of_calls(launch);
            if (!place.empty())
                add_unused(place + ": nobody asks whether the launch was accepted");
        }
    if (is_strict() && !a.unused.empty())
        a.list.push_back(unused_results(a));
    tell(true);
    for (const finding &f : a.list)
        if (f.leader != finding::NONE) {
            size_t leader = f.leader;
            while (a.list[leader].leader != finding::NONE)
                leader = a.list[leader].leader;
            if (f.what != mistake::out_of_bounds || a.list[leader].what != mistake::index)
                a.list[leader].count += f.count;
            if (f.other_lines && f.has_second)
                a.list[leader].same_cause.push_back(f);
        }
    std::copy_if(a.list.begin(), a.list.end(), std::back_inserter(a.ignored),
                 [](const finding &f) { return f.ignored && f.count != 0; });
    a.list.erase(std::remove_if(a.list.begin(), a.list.end(),
                                [](const finding &f) {
                                    return f.ignored || f.leader != finding::NONE || f.count == 0;
                                }),
                 a.list.end());
    size_t errors = 0, warnings = 0, times = 0;
    for (const finding &f : a.list) {
        ++(f.warning ? warnings : errors);
        times += f.count;
    }
    if (!a.list.empty())
        std::fprintf(stderr, "CUDA checker: %s%s, %s in all\n", counted(errors, "finding").c_str(),
                     warnings == 0 ? "" : (", " + counted(warnings, "warning")).c_str(),
                     counted(times, "time").c_str());
    else if (is_set("BOOK_PROGRAM"))
        tell_nothing_found();
    if (!is_strict() && !a.unused.empty()) {
        std::fprintf(
            stderr, "CUDA checker: %s that nobody looks at, so that errors would go unseen%s\n",
            counted(a.unused.size(), "result").c_str(), hint_at_strict(a.unused.size()).c_str());
        a.list.push_back(unused_results(a));
    }
    tell_ignored(a);
    const char *json = std::getenv("CUDA_CHECKER_JSON"), *sarif = std::getenv("CUDA_CHECKER_SARIF");
    if (json != nullptr && *json != '\0')
        write_json(json);
    if (sarif != nullptr && *sarif != '\0')
        write_sarif(sarif);
    return errors != 0;
}

} // namespace checker

unused_result::unused_result(const char *name, const char *file, int line) {
    const undisturbed quiet; // a thread that runs in a kernel may have called
    // What looks like a call of the API may be the program's own function, which has looked at what
    // the API returned; and a call that was refused has been told.
    call_ = checker::is_api_call(name) ? name : nullptr;
    file_ = file;
    line_ = line;
}

void unused_result::tell() const {
    const undisturbed quiet;
    if (call_ != nullptr)
        checker::unused(std::string(file_) + ":" + std::to_string(line_) + ": what " + call_ +
                        " returns goes nowhere");
}

} // namespace cuda_emulator
