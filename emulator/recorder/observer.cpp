// observer.cpp: what happens to a program's launches, and which of them is recorded.
#include "findings.h"
#include "kept_blocks.h"
#include "recorder.h"
#include "settings.h"
#include "variables.h"
#include "writer.h"
#include "written.h"

#include "machine/threads.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

namespace cuda_emulator {
namespace recorder {

namespace {

// Without a wish, as many kernels are recorded until something is wrong with one.
constexpr std::size_t KERNELS_TO_TRY = 8;

// Whether threads of a warp have gone different ways.
bool warp_divides(const recording &r) {
    const std::size_t block_threads = std::size_t{1} * r.block.x * r.block.y * r.block.z;
    std::vector<std::uint64_t> ways(r.blocks.size() * block_threads); // the lines, hashed
    for (const event &e : r.events)
        if (e.what == kind::at)
            ways[e.thread] = (ways[e.thread] + e.place + 1) * 0x9E3779B97F4A7C15u;
    for (std::size_t i = 0; i < ways.size(); ++i)
        if (i % block_threads % WARP_SIZE != 0 && ways[i] != ways[i - 1])
            return r.left_out == 0; // else some have not come to their end
    return false;
}

// What a reader would rather see.
int rank(const recording &r) {
    return !r.findings.empty() ? 3 : r.uses_shared ? 2 : warp_divides(r) ? 1 : 0;
}

std::string name_of(const launch_info &l) {
    const auto size = [](const dim3 &d) { return triple({d.x, d.y, d.z}); };
    return std::string(l.kernel->name) + "<<<" + size(l.grid) + "," + size(l.block) +
           (l.shared_bytes != 0 ? "," + std::to_string(l.shared_bytes) : "") + ">>>";
}

class recorder_of_program final : public observer {
public:
    void call_begins() override { ends_with_api_ = true; }

    void allocated(const void *memory, std::size_t size, memory_kind kind) override {
        note_allocation(memory);
        if (kind == memory_kind::device)
            begin_marks(reinterpret_cast<std::uintptr_t>(memory), size);
    }
    void freed(const void *memory, std::size_t) override {
        end_marks(reinterpret_cast<std::uintptr_t>(memory));
        if (recorder_ != nullptr)
            recorder_->forget(memory);
    }
    void copied(const void *to, const void *, std::size_t bytes) override { written(to, bytes); }
    void written(const void *memory, std::size_t bytes) override {
        mark_written(reinterpret_cast<std::uintptr_t>(memory), bytes);
    }

    void launch_begins(const launch_info &launch) override {
        const os_lock lock(mutex_);
        ends_with_api_ = true;
        ++launches_;
        if (launches_ <= MOST_NAMES)
            names_.push_back(name_of(launch));
        if (recorder_ != nullptr || !is_wanted(launch))
            return;
        recorder_ = std::make_unique<launch_recorder>(wanted_, launch, launches_);
        running_ = &launch;
    }
    void launch_ends(const launch_info &launch) override {
        const os_lock lock(mutex_);
        if (running_ == &launch)
            take();
    }

    void block_begins() override {
        now = {};
        if (recorder_ != nullptr && launch_here() == running_ && recorder_->begins_block())
            now.of = recorder_.get();
    }
    void block_pauses() override {
        if (now.of != nullptr)
            now.of->block_pauses();
    }
    void thread_runs() override {
        if (now.of != nullptr)
            now.of->thread_runs();
    }
    void barrier_passed() override {
        if (now.of != nullptr)
            now.of->barrier_passed();
    }
    void warp_operation_done(unsigned warp, unsigned group) override {
        const unsigned first = warp * WARP_SIZE;
        if (now.of != nullptr)
            now.of->meets(first, std::min(WARP_SIZE, block.threads - first), group);
    }
    void tile_synchronised(unsigned first, unsigned count) override {
        if (now.of != nullptr)
            now.of->meets(first, count, ~0u);
    }
    void fence_passed(bool of_the_device) override {
        if (now.of != nullptr)
            now.of->passes_fence(of_the_device);
    }
    void thread_arrives(meeting at) override {
        if (now.of != nullptr)
            now.of->arrives(at);
    }
    void thread_leaves(meeting at) override {
        if (now.of != nullptr)
            now.of->leaves(at);
    }
    void reported(const said &what) override {
        if (recorder_ != nullptr && (what.kernel == nullptr || what.kernel == running_->kernel))
            recorder_->stops(what.text);
    }
    bool threads_left(const std::string &place, const std::string &which,
                      const kernel_info &kernel) override {
        if (now.of != nullptr)
            now.of->stops("threads have left the kernel " + std::string(kernel.name) +
                          " while others wait at the barrier in " + place + ": " + which + "\n");
        return false; // the runtime says it too
    }

    bool program_ends(bool) override {
        end();
        return false;
    }
    // The same of a program that has never called the API, whose end nobody tells.
    void process_ends() {
        if (!ends_with_api_)
            end();
    }

private:
    static constexpr unsigned MOST_NAMES = 1000;

    bool is_wanted(const launch_info &launch) {
        if (wanted_.launch != 0)
            return launches_ == wanted_.launch;
        if (has_recorded_ && !made_.findings.empty())
            return false;
        return tried_.size() < KERNELS_TO_TRY && tried_.insert(launch.kernel).second;
    }

    void take() {
        recording r = recorder_->take();
        recorder_.reset();
        running_ = nullptr;
        now = {};
        find_mistakes(r);
        if (wanted_.blocks.empty() && r.blocks.size() > 1)
            keep_blocks_of_findings(r);
        if (!has_recorded_ || rank(r) > rank(made_))
            made_ = std::move(r);
        has_recorded_ = true;
    }

    void end() {
        if (recorder_ != nullptr) // it has been told to end
            take();
        std::fflush(stdout);
        if (has_recorded_)
            write_trace(made_, wanted_);
        report(has_recorded_ ? &made_ : nullptr, wanted_, launches_, names_);
    }

    const settings wanted_ = read_settings();
    os_mutex mutex_;
    std::unique_ptr<launch_recorder> recorder_; // of the launch that runs
    const launch_info *running_ = nullptr;
    recording made_; // the best one so far
    bool has_recorded_ = false;
    unsigned launches_ = 0;
    std::vector<std::string> names_; // of them
    std::set<const kernel_info *> tried_;
    std::atomic<bool> ends_with_api_{false};
};

} // namespace

void begin() {
    static recorder_of_program *one = nullptr; // never destroyed: destructors may call the API
    if (one != nullptr)
        return;
    one = new recorder_of_program;
    observe(*one);
    std::atexit([] { one->process_ends(); });
}

} // namespace recorder
} // namespace cuda_emulator
