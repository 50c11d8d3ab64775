// profiler.cpp: the observer: what happens to a program's launches, blocks and threads.
#include "profiler.h"
#include "roofline.h"

#include "machine/threads.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

namespace cuda_emulator {
namespace profiler {

namespace {

[[noreturn]] void refuse(const char *name, const char *value, const char *wanted) {
    std::fprintf(stderr, "CUDA profiler: %s=\"%s\" is not %s\n", name, value, wanted);
    std::fflush(nullptr);
    std::_Exit(2);
}

std::string text_of(const char *name) {
    const char *text = std::getenv(name);
    return text == nullptr ? "" : text;
}

// A whole number from 1 on; 0 if it is none.
std::uint64_t to_number(const std::string &text) {
    const bool is_one =
        text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
    return is_one ? std::strtoull(text.c_str(), nullptr, 10) : 0;
}

void read_roofline(settings &s) {
    const std::string device = text_of("CUDA_PROFILER_DEVICE");
    if (!device.empty() && (s.device = find_device(device)) == nullptr)
        refuse("CUDA_PROFILER_DEVICE", device.c_str(), ("one of " + names_of_devices()).c_str());
    s.resources = text_of("CUDA_PROFILER_RESOURCES");
    const std::string flops = text_of("CUDA_PROFILER_FLOPS");
    if (flops.empty())
        return;
    const std::size_t colon = flops.find(':');
    s.is_double = colon != std::string::npos && flops.substr(colon) == ":double";
    s.operations = static_cast<double>(to_number(flops.substr(0, colon)));
    if (s.operations == 0 || s.is_double != (colon != std::string::npos))
        refuse("CUDA_PROFILER_FLOPS", flops.c_str(),
               "a number of operations of a thread, from 1 on, as 64 or 64:double");
}

settings read_settings() {
    settings s;
    s.json = text_of("CUDA_PROFILER_JSON");
    s.csv = text_of("CUDA_PROFILER_CSV");
    const std::string blocks = text_of("CUDA_PROFILER_BLOCKS");
    if (!blocks.empty() && (s.blocks = to_number(blocks)) == 0)
        refuse("CUDA_PROFILER_BLOCKS", blocks.c_str(), "a number of blocks, from 1 on");
    const std::string chart = text_of("CUDA_PROFILER_CHART");
    s.draws = !chart.empty();
    s.line = chart == "worst" ? "" : chart;
    if (s.draws && !s.line.empty() && to_number(s.line.substr(s.line.rfind(':') + 1)) == 0)
        refuse("CUDA_PROFILER_CHART", chart.c_str(), "worst, a line, or FILE:LINE");
    read_roofline(s);
    return s;
}

// Each OS thread that has run blocks has one.
struct recorders {
    os_mutex mutex;
    std::vector<std::unique_ptr<recorder>> all;
};
recorders &the_recorders() {
    static recorders &r = *new recorders; // never destroyed: kernels may run in destructors
    return r;
}

recorder &recorder_here() {
    static thread_local recorder *mine = nullptr;
    if (mine == nullptr) {
        mine = new recorder;
        const os_lock lock(the_recorders().mutex);
        the_recorders().all.emplace_back(mine);
    }
    return *mine;
}

unsigned long long volume(const dim3 &size) {
    return 1ull * size.x * size.y * size.z;
}

bool is_same(const dim3 &a, const dim3 &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

void add(counted_launch &to, const counted_launch &more) {
    for (const auto &[what, counted] : more.instructions)
        to.instructions[what].add(counted);
    for (const auto &[where, met] : more.met) {
        to.met[where].add(met);
    }
    for (const auto &[where, sum] : more.branches)
        to.branches[where].add(sum);
    for (const auto &[what, times] : more.operations)
        to.operations[what] += times;
    to.blocks += more.blocks;
    to.sectors_once += more.sectors_once;
    to.is_split |= more.is_split;
    to.is_cut |= more.is_cut;
    to.takes_turns |= more.takes_turns;
}

class profiler final : public observer {
public:
    void call_begins() override { ends_with_api_ = true; }

    void launch_begins(const launch_info &launch) override {
        ends_with_api_ = true;
        running_ = launch;
        blocks_ = volume(launch.grid);
        recorder::expects_turns = std::any_of(all_.begin(), all_.end(), [&](const launches &l) {
            return l.kernel == launch.kernel && l.counted.takes_turns;
        });
    }
    void launch_ends(const launch_info &) override { take_counted(); }

    void block_begins() override {
        if (is_chosen())
            recorder_here().begin_block();
        else
            now = {};
    }
    void thread_runs() override {
        if (now.of != nullptr)
            now.of->select(linear_index(threadIdx));
    }
    void barrier_passed() override {
        if (now.of != nullptr)
            now.of->barrier_passed();
    }
    void warp_operation_done(unsigned, unsigned group) override {
        if (now.of != nullptr)
            now.of->warp_operation(group);
    }

    bool program_ends(bool after_fault) override {
        if (running_) // it has been told to end
            take_counted();
        report(all_, wanted_, after_fault);
        return false;
    }
    bool wants_roofline() const { return wanted_.device != nullptr; }

    // The same of a program that has never called the API, whose end nobody tells.
    void process_ends() {
        if (!ends_with_api_)
            report(all_, wanted_, false);
    }

private:
    // What all OS threads have counted of the launch that runs.
    void take_counted() {
        launches &same = like(*running_);
        running_.reset();
        ++same.count;
        const os_lock lock(the_recorders().mutex);
        for (const std::unique_ptr<recorder> &r : the_recorders().all)
            add(same.counted, r->take_counted());
        now = {};
    }

    // Of N blocks K are, evenly.
    bool is_chosen() const {
        if (wanted_.blocks == 0 || wanted_.blocks >= blocks_)
            return true;
        const unsigned long long number =
            blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
        const auto chosen_before = [&](unsigned __int128 n) {
            return static_cast<unsigned long long>(n * wanted_.blocks / blocks_);
        };
        return chosen_before(number + 1) != chosen_before(number);
    }

    launches &like(const launch_info &launch) {
        for (launches &l : all_)
            if (l.kernel == launch.kernel && is_same(l.grid, launch.grid) &&
                is_same(l.block, launch.block) && l.shared_bytes == launch.shared_bytes)
                return l;
        all_.push_back({launch.kernel, launch.grid, launch.block, launch.shared_bytes, 0, {}});
        return all_.back();
    }

    settings wanted_ = read_settings();
    std::vector<launches> all_; // in the order of their first ones
    std::optional<launch_info> running_;
    unsigned long long blocks_ = 0; // of the launch that runs
    std::atomic<bool> ends_with_api_{false};
};

} // namespace

void begin() {
    static profiler *one = nullptr; // never destroyed: destructors of the program may call the API
    if (one != nullptr)
        return;
    one = new profiler;
    recorder::notes_sectors = one->wants_roofline();
    observe(*one);
    std::atexit([] { one->process_ends(); });
}

} // namespace profiler
} // namespace cuda_emulator
