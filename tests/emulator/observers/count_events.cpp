// count_events.cpp: a second observer, beside the checker: counts, and says at the end how many.
#include "runtime/observer.h"

#include <cstdio>

using namespace cuda_emulator;

namespace {

class event_counter final : public observer {
public:
    void launch_begins(const launch_info &launch) override {
        ++launches_;
        threads_ += launch.block.x * launch.grid.x * launch.grid.y; // this program has no others
    }
    void block_begins() override { ++blocks_; }
    void barrier_passed() override { ++barriers_; }
    void allocated(const void *, std::size_t, memory_kind) override { ++allocated_; }
    void freed(const void *, std::size_t) override { ++freed_; }
    void thread_runs() override { ++turns_; }

    bool program_ends(bool) override {
        std::printf("counted: %d launches, %d blocks, %d barriers, %d allocated, %d freed\n",
                    launches_, blocks_, barriers_, allocated_, freed_);
        // A thread runs from its beginning, and again behind each barrier.
        std::printf("threads ran %s\n", turns_ >= threads_ ? "all" : "not all");
        return false;
    }

private:
    int launches_, blocks_, barriers_, allocated_, freed_;
    unsigned threads_, turns_;
};

event_counter the_counter;

__attribute__((constructor(101))) void begin() {
    observe(the_counter);
}

} // namespace
