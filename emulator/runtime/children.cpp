// children.cpp: see children.h.
#include "children.h"
#include "api_state.h"
#include "scheduler.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

static bool is_mine(const error_of_thread &e) {
    const auto same = [](uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
    return same(e.block, blockIdx) && same(e.thread, threadIdx);
}

void issue_child(child_work work, cudaStream_t stream) {
    job &parent = *this_worker->running;
    const os_lock lock(parent.mutex);
    family &mine = parent.left;
    (stream == cudaStreamTailLaunch ? mine.at_the_end : mine.children).push_back(std::move(work));
}

void note_error_of_thread(cudaError_t error, const std::string &why) {
    job &parent = *this_worker->running;
    const os_lock lock(parent.mutex);
    parent.left.errors.push_back({blockIdx, threadIdx, error, why});
}

cudaError_t error_of_this_thread(bool forget) {
    const undisturbed by_the_watchdog;
    job &parent = *this_worker->running;
    const os_lock lock(parent.mutex);
    auto &errors = parent.left.errors;
    cudaError_t last = cudaSuccess;
    for (error_of_thread &e : errors)
        if (is_mine(e)) {
            last = e.error;
            e.why.clear(); // it knows
        }
    if (forget)
        errors.erase(std::remove_if(errors.begin(), errors.end(), is_mine), errors.end());
    return last;
}

static void tell_unasked(const family &of) {
    for (const error_of_thread &e : of.errors)
        if (!e.why.empty()) {
            report_wrong(e.why + "; the thread that launched it did not ask\n");
            return; // the others have mostly made the same mistake
        }
}

// A stack, of which the next is on top: no matter how deep they launch one another.
void run_family(family &first, cudaStream_t stream) {
    std::vector<child_work> next;
    const auto push = [&](family &of) {
        tell_unasked(of);
        for (auto *list : {&of.at_the_end, &of.children})
            next.insert(next.end(), std::make_move_iterator(list->rbegin()),
                        std::make_move_iterator(list->rend()));
    };
    push(first);
    while (!next.empty() && !device_failed()) {
        const child_work work = std::move(next.back());
        next.pop_back();
        family of;
        {
            const api_call_scope by_the_runtime;
            (void)work(stream, of);
        }
        push(of);
    }
}

} // namespace cuda_emulator
