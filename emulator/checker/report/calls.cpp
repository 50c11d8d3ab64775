// calls.cpp: calls of the API that were refused, and results that nobody looks at.
#include "checker/checker.h"

#include "checker/allocations.h"
#include "unused.h"
#include "words.h"

#include "machine/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

namespace cuda_emulator {
namespace checker {

namespace {

struct dropped_results {
    os_mutex mutex;
    std::vector<finding> told; // each once
    unsigned long times = 0;
    std::vector<finding> ignored;
    // Launches after which a thread of the host, known by an address of its own, has not asked for
    // the last error.
    std::map<const void *, std::set<call_stack>> unanswered;
};

dropped_results &all_dropped() {
    static dropped_results &d = *new dropped_results;
    return d;
}

} // namespace

static std::string describe_address(const void *address) {
    finding f(mistake::other);
    describe(reinterpret_cast<uintptr_t>(address), f);
    return variable_text(f);
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

void checker::call_failed(const char *call, const std::string &returns) {
    if (std::strstr(call, "Free") != nullptr) { // wrong_free has said it
        reason.clear();
        instead.clear();
        return;
    }
    finding f(mistake::failed_call);
    f.here = calls_here();
    f.detail = std::string(call) + " returns " + returns;
    if (!reason.empty())
        f.detail += ": " + reason;
    reason.clear();
    f.missing = instead;
    instead.clear();
    add(std::move(f));
}

// Whether the last call of the API was of this name, or one that the name stands for.
static bool is_api_call(const char *name) {
    const std::string last = current_call_name();
    return last.rfind(name, 0) == 0 ||
           (last == "cudaHostAlloc" && std::strcmp(name, "cudaMallocHost") == 0);
}

static void add_to(std::vector<finding> &list, finding f) {
    const auto before = std::find_if(list.begin(), list.end(), [&f](const finding &g) {
        return g.first.place == f.first.place && g.detail == f.detail;
    });
    if (before != list.end())
        ++before->count;
    else
        list.push_back(std::move(f));
}

// detail: whose result it is, and what becomes of it.
static void add_dropped(const std::string &place, const std::string &detail) {
    dropped_results &d = all_dropped();
    finding f(mistake::unused_result);
    f.first.place = place;
    f.detail = detail;
    f.ignored = is_ignored_at(place, f.kind);
    d.times += !f.ignored;
    add_to(f.ignored ? d.ignored : d.told, std::move(f));
}

static thread_local char this_host_thread;

void launch_unanswered(const call_stack &launch) {
    dropped_results &d = all_dropped();
    const os_lock lock(d.mutex);
    d.unanswered[&this_host_thread].insert(launch);
}

void checker::last_error_asked() {
    dropped_results &d = all_dropped();
    const os_lock lock(d.mutex);
    d.unanswered.erase(&this_host_thread);
}

std::vector<call_stack> unanswered_launches() {
    std::vector<call_stack> all;
    for (const auto &thread : all_dropped().unanswered)
        all.insert(all.end(), thread.second.begin(), thread.second.end());
    return all;
}

void drop_unanswered_launches() {
    for (const call_stack &launch : unanswered_launches())
        if (const std::string place = place_of_calls(launch); !place.empty())
            add_dropped(place, "nobody asks whether the launch was accepted");
}

size_t results_unused() {
    return all_dropped().told.size();
}

finding unused_results() {
    const dropped_results &d = all_dropped();
    finding f = d.told[0];
    f.count = d.times;
    f.likewise.assign(d.told.begin() + 1, d.told.end());
    f.missing = "a test whether it is cudaSuccess, or (void) before the call if its failure does "
                "not matter; behind a launch, one of cudaGetLastError()";
    return f;
}

const std::vector<finding> &ignored_results() {
    return all_dropped().ignored;
}

static void dropped(const std::string &place, const char *call) {
    const os_lock lock(all_dropped().mutex);
    add_dropped(place, std::string("what ") + call + " returns goes nowhere");
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
        checker::dropped(std::string(file_) + ":" + std::to_string(line_), call_);
}

} // namespace cuda_emulator
