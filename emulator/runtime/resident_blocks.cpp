// resident_blocks.cpp: see resident_blocks.h.
#include "resident_blocks.h"

#include <algorithm>

namespace cuda_emulator {

void resident_blocks::begin(unsigned long long blocks, bool cooperative, bool in_turns) {
    blocks_ = blocks;
    cooperative_ = cooperative;
    in_turns_ = in_turns;
    if (in_turns)
        states_.assign(cooperative ? blocks : 1, state::runs);
}

void resident_blocks::begin_clusters(unsigned long long blocks, bool in_turns) {
    begin(blocks, true, in_turns);
    clusters_ = true;
}

void resident_blocks::all_go_on() {
    std::replace(states_.begin(), states_.end(), state::waits, state::runs);
    changed_.notify_all();
}

void resident_blocks::pause(unsigned number) {
    if (!in_turns_)
        return;
    states_[number] = state::waits;
    next_turn(number);
}

void resident_blocks::release() {
    waiting_ = 0;
    ++phase_;
    all_go_on();
}

// To be called with the lock, as all that follow.
bool resident_blocks::await_turn(os_lock &lock, unsigned number) {
    changed_.wait(lock, [&] { return stopped_ || never_ || turn_ == number; });
    return !stopped_;
}

void resident_blocks::next_turn(unsigned from) {
    for (unsigned i = 1; i <= states_.size(); ++i) {
        const unsigned next = (from + i) % static_cast<unsigned>(states_.size());
        if (states_[next] == state::runs) {
            turn_ = next;
            changed_.notify_all();
            return;
        }
    }
}

unsigned resident_blocks::join() {
    os_lock lock(mutex_);
    const unsigned number = joined_++;
    if (in_turns_)
        await_turn(lock, number);
    return number;
}

void resident_blocks::leave(unsigned number) {
    os_lock lock(mutex_);
    if (!in_turns_ || number >= states_.size())
        return;
    states_[number] = state::left;
    next_turn(number);
}

void resident_blocks::block_ends() {
    os_lock lock(mutex_);
    ++ended_;
    if (nobody_can_come() && clusters_) {
        release();
    } else if (nobody_can_come()) {
        never_ = true;
        changed_.notify_all();
    }
}

resident_blocks::passed resident_blocks::wait_for_grid(unsigned number) {
    os_lock lock(mutex_);
    const unsigned phase = phase_;
    ++waiting_;
    if (waiting_ + (clusters_ ? ended_ : 0) == blocks_) {
        release();
        return passed::as_the_last;
    }
    if (nobody_can_come())
        never_ = true;
    if (!never_)
        pause(number);
    if (never_)
        changed_.notify_all();
    changed_.wait(lock, [&] {
        return stopped_ || never_ || (phase_ != phase && (!in_turns_ || turn_ == number));
    });
    if (phase_ != phase)
        return stopped_ ? passed::stopped : passed::yes;
    // One of those that wait says why.
    const bool mine = never_ && !stopped_;
    stopped_ = true;
    changed_.notify_all();
    return mine ? passed::never : passed::stopped;
}

bool resident_blocks::give_turn(unsigned number) {
    os_lock lock(mutex_);
    next_turn(number);
    return await_turn(lock, number);
}

void resident_blocks::stop() {
    os_lock lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
}

unsigned long long resident_blocks::blocks_ended() {
    os_lock lock(mutex_);
    return ended_;
}

unsigned resident_blocks::make_room(unsigned long long most) {
    if (cooperative_ || relieved_.exchange(true))
        return 0;
    os_lock lock(mutex_);
    const unsigned long long wanted = std::min(most, blocks_);
    const unsigned more = wanted > joined_ ? static_cast<unsigned>(wanted) - joined_ : 0;
    if (in_turns_)
        states_.resize(joined_ + more, state::runs);
    return more;
}

} // namespace cuda_emulator
