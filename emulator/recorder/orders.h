// orders.h: in which order the threads of a recorded block do what they do.
//
// A thread asks before each of its events whether it is its turn; if not, it lets the one go on
// whose turn it is. Which threads can go on is known from what happens to them: one that has come
// to a barrier waits until the barrier is passed.
#ifndef CUDA_EMULATOR_RECORDER_ORDERS_H
#define CUDA_EMULATOR_RECORDER_ORDERS_H

#include "runtime/observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace recorder {

struct order {
    // emulator: each as far as it comes, from the first thread on. warps: the lanes of a warp in
    // step. reversed: each as far as it comes, from the last one on. seed: at random.
    enum class kind { emulator, warps, reversed, seed } what = kind::emulator;
    std::uint64_t seed = 0;

    std::string name() const;
    // False if the text names no order.
    bool read(const std::string &text);
};

// Where a thread is in its code: of the lanes of a warp those that are deepest in calls, and at the
// first line there, are the ones to go on: so all meet again where a branch or a loop ends.
struct code_position {
    unsigned depth, line, steps; // events since it came to that line
};

class turns {
public:
    void begin_block(const order &by, unsigned threads);

    // From now on threads run as the emulator has it.
    void stop() { by_.what = order::kind::emulator; }
    bool choose_who_runs() const { return by_.what != order::kind::emulator; }

    // The current thread is about to do something. Returns when it is its turn.
    void wait_for_turn(unsigned thread, const code_position &at);
    void waits(unsigned thread) { of(thread).is = state::waiting; }
    void exits(unsigned thread) { of(thread).is = state::gone; }
    // What so many threads from this one on have waited for has come, if they have waited.
    void released(unsigned first, unsigned count, std::uint32_t lanes);
    // The current thread has looked in vain for what another one is to do.
    void looked_in_vain(unsigned thread) { of(thread).looks_in_vain = true; }

private:
    enum class state { unbegun, ready, waiting, gone };
    struct thread_state {
        state is = state::unbegun;
        bool looks_in_vain = false;
        fiber *on = nullptr;
        code_position at = {};
    };
    static constexpr unsigned NONE = ~0u;

    thread_state &of(unsigned thread) { return all_[thread]; }
    bool is_candidate(unsigned thread) const {
        return all_[thread].is == state::ready && !all_[thread].looks_in_vain;
    }
    void choose();
    unsigned next();
    unsigned next_from(unsigned first) const; // upwards, and around
    unsigned next_lane();
    std::uint64_t random();

    order by_;
    std::vector<thread_state> all_;
    unsigned begun_ = 0;
    unsigned chosen_ = NONE, before_ = NONE;
    bool has_had_turn_ = false; // the chosen one
    bool any_released_ = false; // since it was chosen
    std::uint32_t lanes_ = 0;   // of the warp that is in turn, which have yet to take this step
    unsigned warp_ = 0;
    std::uint64_t random_ = 0;
    unsigned left_ = 0; // events of the chosen one, where the order is random
};

} // namespace recorder
} // namespace cuda_emulator

#endif
