// orders.cpp: see orders.h.
#include "orders.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace cuda_emulator {
namespace recorder {

std::string order::name() const {
    static const char *const names[] = {"emulator", "warps", "reversed", "seed "};
    return names[static_cast<int>(what)] + (what == kind::seed ? std::to_string(seed) : "");
}

bool order::read(const std::string &text) {
    if (text == "emulator" || text == "warps" || text == "reversed") {
        what = text == "emulator" ? kind::emulator : text == "warps" ? kind::warps : kind::reversed;
        return true;
    }
    const std::string number = text.rfind("seed:", 0) == 0 ? text.substr(5) : "";
    if (number.empty() || number.size() > 18 ||
        number.find_first_not_of("0123456789") != std::string::npos)
        return false;
    what = kind::seed;
    seed = std::strtoull(number.c_str(), nullptr, 10);
    return true;
}

void turns::begin_block(const order &by, unsigned threads) {
    *this = turns();
    by_ = by;
    all_.resize(threads);
    random_ = by.seed;
}

void turns::released(unsigned first, unsigned count, std::uint32_t lanes) {
    any_released_ = true;
    for (unsigned i = 0; i < count; ++i)
        if ((i >= 32 || (lanes >> i & 1) != 0) && of(first + i).is == state::waiting)
            of(first + i).is = state::ready;
}

void turns::wait_for_turn(unsigned thread, const code_position &at) {
    if (!choose_who_runs())
        return;
    thread_state &me = of(thread);
    if (me.is == state::unbegun)
        ++begun_;
    me.is = state::ready;
    me.at = at;
    me.on = block.current;
    if (chosen_ == thread && has_had_turn_)
        chosen_ = NONE;
    while (choose_who_runs()) {
        if (chosen_ != NONE && chosen_ != thread) {
            // Nobody has chosen this one: the chosen one waits now, has left, or looks in vain.
            if (of(chosen_).is == state::ready)
                of(chosen_).looks_in_vain = true;
            chosen_ = NONE;
        }
        if (begun_ < all_.size()) {
            go_on_with(nullptr);
            continue;
        }
        if (chosen_ == NONE)
            choose();
        if (chosen_ == thread)
            break;
        go_on_with(of(chosen_).on);
    }
    has_had_turn_ = true;
}

void turns::choose() {
    chosen_ = next();
    if (chosen_ == NONE) { // who has looked in vain looks again
        for (thread_state &t : all_)
            t.looks_in_vain = false;
        chosen_ = next();
    }
    has_had_turn_ = false;
    any_released_ = false;
}

unsigned turns::next_from(unsigned first) const {
    const auto count = static_cast<unsigned>(all_.size());
    for (unsigned i = 0; i < count; ++i)
        if (is_candidate((first + i) % count))
            return (first + i) % count;
    return NONE;
}

std::uint64_t turns::random() { // SplitMix64
    std::uint64_t z = random_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

unsigned turns::next() {
    const auto count = static_cast<unsigned>(all_.size());
    if (by_.what == order::kind::warps)
        return next_lane();
    if (by_.what == order::kind::reversed) {
        if (!any_released_ && before_ != NONE && is_candidate(before_))
            return before_;
        before_ = NONE;
        for (unsigned i = count; i-- > 0;)
            if (is_candidate(i))
                return before_ = i;
        return NONE;
    }
    if (left_ > 0 && before_ != NONE && is_candidate(before_)) {
        --left_;
        return before_;
    }
    left_ = static_cast<unsigned>(random() % 8);
    return before_ = next_from(static_cast<unsigned>(random() % count));
}

// The lanes of a warp take a step, one after the other; then those of the next warp.
unsigned turns::next_lane() {
    const auto count = static_cast<unsigned>(all_.size());
    const unsigned warps = (count + WARP_SIZE - 1) / WARP_SIZE;
    for (unsigned tried = 0; tried <= warps; ++tried) {
        for (; lanes_ != 0; lanes_ &= lanes_ - 1) {
            const unsigned thread =
                warp_ * WARP_SIZE + static_cast<unsigned>(__builtin_ctz(lanes_));
            if (is_candidate(thread)) {
                lanes_ &= lanes_ - 1;
                return thread;
            }
        }
        warp_ = (warp_ + 1) % warps;
        using key = std::tuple<unsigned, unsigned, unsigned>;
        key first(~0u, ~0u, ~0u);
        for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
            const unsigned thread = warp_ * WARP_SIZE + lane;
            if (thread >= count || !is_candidate(thread))
                continue;
            const code_position &at = of(thread).at;
            const key its(~0u - at.depth, at.line, at.steps);
            if (its < first) {
                first = its;
                lanes_ = 0;
            }
            if (its == first)
                lanes_ |= 1u << lane;
        }
    }
    return NONE;
}

} // namespace recorder
} // namespace cuda_emulator
