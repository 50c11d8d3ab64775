// findings.cpp: the list of what was found: each place in the code once, with how often; what is
// told when, and what is said at the end.
#include "checker/checker.h"

#include "checker/allocations.h"
#include "checker/order.h"
#include "unused.h"
#include "words.h"

#include "machine/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <tuple>

namespace cuda_emulator {
namespace checker {

namespace {

using key = std::tuple<mistake, void *, std::string, void *, bool, bool>;

struct all_that_was_found {
    os_mutex mutex;
    std::vector<finding> list; // in the order in which they came up
    std::map<key, size_t> index;
    std::map<std::string, size_t> by_line;  // those that were told
    std::map<std::string, size_t> by_cause; // the first that was told of each cause
    unsigned long errors = 0;               // with how often each of them came up
};

all_that_was_found &all_findings() {
    static all_that_was_found &f = *new all_that_was_found;
    return f;
}

} // namespace

size_t add(finding f, bool at_once) {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    a.errors += !is_warning(f.kind);
    std::string place = f.first.place;
    if (has_no_access(f.kind))
        place += thing_key(f);
    for (const memory_access *copy : {&f.first, &f.second})
        if (copy->work && copy->work->call != nullptr)
            place += place_of(*copy) + " ";
    // A race is the same one whichever of the two came first.
    const bool turned = f.second.code < f.first.code;
    const memory_access &one = turned ? f.second : f.first, &other = turned ? f.first : f.second;
    const auto [entry, is_new] = a.index.emplace(
        key{f.kind, one.code, place, other.code, one.writes, other.writes}, a.list.size());
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

void count_again(size_t number, unsigned long times) {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    a.list[number].count += times;
    a.errors += is_warning(a.list[number].kind) ? 0 : times;
}

void take_back(size_t number) {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    --a.list[number].count;
    a.errors -= !is_warning(a.list[number].kind);
}

size_t findings_so_far() {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    return a.list.size();
}

unsigned long errors_so_far() {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    return a.errors;
}

std::vector<finding> errors_of_kernels(size_t from) {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    std::vector<finding> errors;
    for (; from < a.list.size(); ++from) {
        const finding &f = a.list[from];
        // The second order may wait for what only the first one does.
        if (!is_warning(f.kind) && f.count != 0 && f.first.by_kernel && !f.first.work &&
            !f.second.work && !is_of_runtime(f.kind))
            errors.push_back(f);
    }
    return errors;
}

// ------------------------------------------------------------------ telling

// Of all findings at the same lines as this one.
static unsigned long gather_from_lines(all_that_was_found &a, finding &f) {
    unsigned long count = 0;
    const std::string key_of_f = line_key(f);
    for (const finding &g : a.list)
        if (!g.ignored && line_key(g) == key_of_f) {
            if (g.kind != mistake::out_of_bounds || f.kind != mistake::index)
                count += g.count;
            f.same_warp &= g.same_warp;
            if (g.kind == mistake::race && g.same_block && g.first.writes && g.second.writes &&
                place_of(g.first) == place_of(g.second))
                f.same_line_writes = true;
        }
    return count;
}

// All that may be said next, or at the end: at once. Of a program that is right nobody asks.
static void look_up_untold(const all_that_was_found &a, bool at_the_end) {
    std::vector<const finding *> untold;
    for (const finding &f : a.list)
        if (!f.told && f.count != 0)
            untold.push_back(&f);
    if (!untold.empty() || at_the_end)
        look_up_places(untold, unanswered_launches());
}

void tell(bool at_the_end) {
    all_that_was_found &a = all_findings();
    const os_lock lock(a.mutex);
    look_up_untold(a, at_the_end);
    std::vector<size_t> fresh;
    for (const bool equal_stores : {false, true}) // these are nothing new beside a race
        for (size_t i = 0; i < a.list.size(); ++i) {
            finding &f = a.list[i];
            if (f.told || f.count == 0 || (f.kind == mistake::equal_stores) != equal_stores ||
                (entry_of(f.kind).when == telling::at_end && !at_the_end))
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
            if (!is_new && f.kind == mistake::out_of_bounds && a.list[entry->second].about.empty())
                a.list[entry->second].about = f.about;
        }
    for (finding &f : misread_comments()) {
        f.told = true;
        if (a.by_line.emplace(line_key(f), a.list.size()).second) {
            fresh.push_back(a.list.size());
            a.list.push_back(std::move(f));
        }
    }
    std::vector<std::pair<size_t, unsigned long>> leaders; // and how often
    for (const size_t i : fresh) {
        finding &f = a.list[i];
        if (is_of_runtime(f.kind))
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
        finding &first = a.list[leader];
        first.likewise.push_back(f);
        first.same_warp &= f.same_warp;
        const auto told_now =
            std::find_if(leaders.begin(), leaders.end(),
                         [leader](const auto &told) { return told.first == leader; });
        if (told_now != leaders.end()) {
            told_now->second += count;
        } else {
            std::fflush(stdout);
            std::fprintf(stderr, "CUDA checker: %s: %s in kernel %s, as before\n    %s\n",
                         severity_name(f.kind), title_of(f).c_str(), f.first.kernel.c_str(),
                         likewise_text(f).c_str());
        }
    }
    for (const auto &[i, count] : leaders) {
        const finding &f = a.list[i];
        std::string text = words(f);
        if (count > 1)
            text += "\n    " + std::to_string(count) + " times so far";
        std::fflush(stdout);
        std::fprintf(stderr, "CUDA checker: %s: %s\n", severity_name(f.kind), text.c_str());
    }
}

// ------------------------------------------------------------------ what the runtime says

bool checker::threads_left(const std::string &place, const std::string &which,
                           const kernel_info &kernel) {
    finding f(mistake::left_barrier);
    f.first.place = place;
    f.first.kernel = kernel.name;
    f.detail = "block " + triple({blockIdx.x, blockIdx.y, blockIdx.z}) + ": " + which;
    add(std::move(f));
    return true;
}

static mistake kind_of(said::kind cause) {
    switch (cause) {
    case said::kind::stack_overflow:
        return mistake::stack_overflow;
    case said::kind::endless_loop:
        return mistake::endless_loop;
    case said::kind::refused_launch:
        return mistake::refused_launch;
    case said::kind::other:
        break;
    }
    return mistake::other;
}

void checker::reported(const said &message) {
    finding f(kind_of(message.cause));
    f.detail = message.text;
    f.first.place = message.place;
    if (message.kernel != nullptr) {
        f.first.kernel = message.kernel->name;
        f.first.by_kernel = true;
        f.first.block = {blockIdx.x, blockIdx.y, blockIdx.z};
        f.first.block_dim = {blockDim.x, blockDim.y, blockDim.z};
        f.first.thread = linear_index(threadIdx);
    }
    add(std::move(f));
}

// ------------------------------------------------------------------ the end

// What comments keep from the report is counted in it, so that nobody forgets them.
static void tell_ignored(const std::vector<finding> &ignored) {
    std::map<std::string, unsigned long> times;
    for (const finding &f : ignored)
        times[main_place(f) + ": " + name_of(f.kind)] += f.count;
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
    all_that_was_found &a = all_findings();
    bool wrong = false;
    for (const finding &f : a.list)
        wrong |= !is_warning(f.kind) && !f.ignored && f.count != 0;
    for (finding &f : a.list)
        if (wrong && entry_of(f.kind).when == telling::at_end)
            f.count = 0; // it may come from the mistake
    look_up_untold(a, true);
    drop_unanswered_launches();
    const size_t unused = results_unused();
    if (is_strict() && unused != 0)
        a.list.push_back(unused_results());
    tell(true);
    for (const finding &f : a.list)
        if (f.leader != finding::NONE) {
            size_t leader = f.leader;
            while (a.list[leader].leader != finding::NONE)
                leader = a.list[leader].leader;
            if (f.kind != mistake::out_of_bounds || a.list[leader].kind != mistake::index)
                a.list[leader].count += f.count;
        }
    std::vector<finding> ignored = ignored_results();
    std::copy_if(a.list.begin(), a.list.end(), std::back_inserter(ignored),
                 [](const finding &f) { return f.ignored && f.count != 0; });
    a.list.erase(std::remove_if(a.list.begin(), a.list.end(),
                                [](const finding &f) {
                                    return f.ignored || f.leader != finding::NONE || f.count == 0;
                                }),
                 a.list.end());
    size_t errors = 0, warnings = 0, times = 0;
    for (const finding &f : a.list) {
        ++(is_warning(f.kind) ? warnings : errors);
        times += f.count;
    }
    if (!a.list.empty())
        std::fprintf(stderr, "CUDA checker: %s%s, %s in all\n", counted(errors, "finding").c_str(),
                     warnings == 0 ? "" : (", " + counted(warnings, "warning")).c_str(),
                     counted(times, "time").c_str());
    else if (is_set("BOOK_PROGRAM"))
        tell_nothing_found();
    if (!is_strict() && unused != 0) {
        std::fprintf(stderr,
                     "CUDA checker: %s that nobody looks at, so that errors would go unseen%s\n",
                     counted(unused, "result").c_str(), hint_at_strict(unused).c_str());
        a.list.push_back(unused_results());
    }
    tell_ignored(ignored);
    std::vector<const finding *> for_tools;
    for (const auto *list : {&a.list, &ignored})
        for (const finding &f : *list)
            for_tools.push_back(&f);
    const char *json = std::getenv("CUDA_CHECKER_JSON"), *sarif = std::getenv("CUDA_CHECKER_SARIF");
    if (json != nullptr && *json != '\0')
        write_json(json, for_tools);
    if (sarif != nullptr && *sarif != '\0')
        write_sarif(sarif, for_tools);
    return errors != 0;
}

} // namespace checker
} // namespace cuda_emulator
