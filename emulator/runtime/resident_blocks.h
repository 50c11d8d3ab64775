// resident_blocks.h: the blocks of a launch that are resident together, each on an OS thread of its
// own: all blocks of a cooperative launch, and those of an ordinary one that wait for each other.
//
// A grid barrier is passed once all blocks have come to it. Where a run must be the same every
// time, these OS threads take turns: one runs, until its block waits for the others.
#ifndef CUDA_EMULATOR_RESIDENT_BLOCKS_H
#define CUDA_EMULATOR_RESIDENT_BLOCKS_H

#include "machine/threads.h"

#include <atomic>
#include <vector>

namespace cuda_emulator {

class resident_blocks {
public:
    // ---- By the launch, before it begins
    void begin(unsigned long long blocks, bool cooperative, bool in_turns);
    // For the blocks of one cluster after another: those that have left hold nobody up.
    void begin_clusters(unsigned long long blocks, bool in_turns);
    bool cooperative() const { return cooperative_; }

    // ---- By the OS threads
    // Takes part, as number 0, 1 and so on. Returns when it is this one's turn.
    unsigned join();
    // Has no block to run any more.
    void leave(unsigned number);
    void block_ends();
    // Waits until the blocks of a cluster have ended, or not begun; the last calls next(). False if
    // the launch was stopped.
    template <class Next> bool begin_round(unsigned number, Next next) {
        os_lock lock(mutex_);
        const unsigned round = round_;
        if (++gathered_ == blocks_) {
            gathered_ = 0;
            ended_ = 0;
            ++round_;
            next();
            all_go_on();
            return !stopped_;
        }
        pause(number);
        changed_.wait(
            lock, [&] { return stopped_ || (round_ != round && (!in_turns_ || turn_ == number)); });
        return !stopped_;
    }
    // Waits until the blocks of the whole grid have come here. What came instead:
    enum class passed { yes, as_the_last, stopped, never };
    passed wait_for_grid(unsigned number);
    // Lets the others go on, until it is this one's turn again. False if the launch was stopped.
    bool give_turn(unsigned number);
    // The launch is given up.
    void stop();
    unsigned long long blocks_ended();

    // ---- By a block that makes no progress, to let those run that have not begun
    // How many more OS threads there are to be, of `most` together. Only the first who asks gets
    // any.
    unsigned make_room(unsigned long long most);
    // Whether there are more than this many of them.
    bool more_than(unsigned count) const { return joined_ > count; }

private:
    enum class state { runs, waits, left };

    bool nobody_can_come() const { return waiting_ != 0 && waiting_ + ended_ == blocks_; }
    void all_go_on();
    void pause(unsigned number);
    void release();
    void next_turn(unsigned from);
    bool await_turn(os_lock &lock, unsigned number);

    os_mutex mutex_;
    os_condition changed_;
    unsigned long long blocks_ = 0, waiting_ = 0, ended_ = 0;
    unsigned phase_ = 0, turn_ = 0;
    std::atomic<unsigned> joined_{0};
    unsigned long long gathered_ = 0;
    unsigned round_ = 0;
    bool clusters_ = false;
    bool cooperative_ = false, in_turns_ = false, stopped_ = false, never_ = false;
    std::atomic<bool> relieved_{false};
    std::vector<state> states_; // of those that take turns, also those that are yet to join
};

} // namespace cuda_emulator

#endif
