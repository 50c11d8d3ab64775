// findings.cpp: see findings.h.
//
// Each thread counts its own events, and knows of some others how far they had come when it last
// met them: at a barrier of the block that is all of them, in an operation of a warp those lanes,
// at an atomic operation, between two fences, whoever was there before. What an access finds at its
// place and does not know of is in no order with it.
//
// Of another block a whole block knows, and without fences: how far it had come when a thread of
// the one changed what a thread of the other had. That is more than there is, so a race may be
// missed, and none is made up.
#include "findings.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace cuda_emulator {
namespace recorder {

namespace {

// How far others have come, by their numbers.
using knowledge = std::unordered_map<std::uint32_t, std::uint32_t>;

void learn(knowledge &to, const knowledge &more) {
    for (const auto &[thread, time] : more) {
        std::uint32_t &known = to[thread];
        known = std::max(known, time);
    }
}

struct clock_of_thread {
    std::uint32_t phase = 0, time = 0; // barriers, and events of its own
    knowledge knows;                   // of others, since the last barrier
    knowledge at_fence;                // what it knew when it last passed a fence
    knowledge to_come;                 // what atomic operations have told, until the next fence
    bool has_passed_fence = false;
};

struct past_access {
    std::uint32_t event;
    std::uint32_t thread, phase, time;
    unsigned bytes; // of the word, as bits
    bool writes, is_atomic;
};

class finder {
public:
    explicit finder(recording &r) : r_(r), block_threads_(r.block.x * r.block.y * r.block.z) {
        threads_.resize(std::max<std::size_t>(1, r.blocks.size()) * block_threads_);
        blocks_.resize(r.blocks.size());
        for (const variable &v : r.variables) // of shared memory each block has its own
            first_like_.push_back(static_cast<std::uint32_t>(
                std::find_if(r.variables.begin(), r.variables.end(),
                             [&](const variable &other) {
                                 return &other == &v ||
                                        (v.space == memory_space::shared &&
                                         other.space == v.space && other.name == v.name &&
                                         other.line == v.line);
                             }) -
                r.variables.begin()));
    }

    void find() {
        std::size_t meeting = 0;
        for (std::uint32_t i = 0; i < r_.events.size(); ++i) {
            for (; meeting < r_.meetings.size() && r_.meetings[meeting].event <= i; ++meeting)
                meet(r_.meetings[meeting]);
            const event &e = r_.events[i];
            ++threads_[e.thread].time;
            if (e.what >= kind::read && e.what <= kind::atomic && e.variable < r_.variables.size())
                look_at(i);
        }
        for (const auto &[what, number] : numbers_) {
            finding &f = r_.findings[number.first];
            if (number.second > 1)
                f.text += "    " + std::to_string(number.second) + " times in what was recorded\n";
        }
    }

private:
    void meet(const meeting_done &m) {
        if (m.what == meeting_done::kind::fence) {
            clock_of_thread &t = threads_[m.first];
            learn(t.knows, t.to_come);
            t.at_fence = t.knows;
            t.at_fence[m.first] = t.time;
            t.has_passed_fence = true;
            return;
        }
        if (m.what == meeting_done::kind::block) {
            for (std::uint32_t i = m.first; i < m.first + m.count; ++i) {
                ++threads_[i].phase;
                threads_[i].knows.clear();
                threads_[i].at_fence.clear();
                threads_[i].to_come.clear();
                threads_[i].has_passed_fence = false;
            }
            return;
        }
        knowledge all;
        const auto takes_part = [&](std::uint32_t i) { return i >= 32 || (m.lanes >> i & 1) != 0; };
        for (std::uint32_t i = 0; i < m.count; ++i)
            if (takes_part(i)) {
                learn(all, threads_[m.first + i].knows);
                all[m.first + i] = threads_[m.first + i].time;
            }
        for (std::uint32_t i = 0; i < m.count; ++i)
            if (takes_part(i))
                threads_[m.first + i].knows = all;
    }

    bool is_before(const past_access &a, std::uint32_t thread) const {
        const clock_of_thread &t = threads_[thread];
        const std::uint32_t block = thread / block_threads_, other = a.thread / block_threads_;
        if (other != block) {
            const auto known = blocks_[block].find(other);
            return known != blocks_[block].end() && known->second >= a.event;
        }
        if (a.thread == thread || a.phase < t.phase)
            return true;
        const auto known = t.knows.find(a.thread);
        return known != t.knows.end() && known->second >= a.time;
    }

    void look_at(std::uint32_t number) {
        const event &e = r_.events[number];
        const std::uint64_t first = e.offset, last = e.offset + e.bytes - 1;
        for (std::uint64_t word = first / 4; word <= last / 4; ++word) {
            unsigned bytes = 0;
            for (unsigned i = 0; i < 4; ++i)
                if (4 * word + i >= first && 4 * word + i <= last)
                    bytes |= 1u << i;
            look_at_word(number, word, bytes);
        }
    }

    void look_at_word(std::uint32_t number, std::uint64_t word, unsigned bytes) {
        const event &e = r_.events[number];
        clock_of_thread &me = threads_[e.thread];
        const std::uint32_t block = e.thread / block_threads_;
        const std::uint64_t key = static_cast<std::uint64_t>(e.variable) << 40 | word;
        auto &all = words_[key];
        // In global memory a volatile access is whole, as an atomic operation is, and behind a
        // fence a message to who reads it so.
        const bool is_whole = e.is_atomic || (e.is_volatile && r_.variables[e.variable].space ==
                                                                   memory_space::global);
        const past_access mine = {number,  e.thread, me.phase, me.time, bytes, e.what != kind::read,
                                  is_whole};
        if (is_whole) {
            learn(me.to_come, released_[key]);
            if (me.has_passed_fence && mine.writes)
                learn(released_[key], me.at_fence);
            knowledge &told = told_[key];
            learn(blocks_[block], told);
            if (mine.writes) {
                learn(told, blocks_[block]);
                told[block] = number;
            }
        }
        for (const past_access &a : all)
            if ((a.bytes & bytes) != 0 && (a.writes || mine.writes) &&
                !(a.is_atomic && mine.is_atomic) && !is_before(a, e.thread) &&
                !writes_the_same(a, mine))
                add_race(a, mine);
        if (e.what != kind::write)
            look_whether_written(number, word, bytes);
        if (mine.writes)
            written_[key] |= static_cast<unsigned char>(bytes);
        // What all that comes is in order with, or what the new one stands for, is not needed.
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [&](const past_access &a) {
                                     return (a.bytes & ~bytes) == 0 && is_before(a, e.thread) &&
                                            (mine.writes || !a.writes) &&
                                            (mine.is_atomic == a.is_atomic || mine.writes);
                                 }),
                  all.end());
        if (all.size() < MOST_ACCESSES)
            all.push_back(mine);
    }

    bool writes_the_same(const past_access &a, const past_access &b) const {
        const event &one = r_.events[a.event], &two = r_.events[b.event];
        return one.what == kind::write && two.what == kind::write && one.offset == two.offset &&
               one.bytes == two.bytes && one.value == two.value;
    }

    void look_whether_written(std::uint32_t number, std::uint64_t word, unsigned bytes) {
        const event &e = r_.events[number];
        const variable &v = r_.variables[e.variable];
        const std::uint64_t key = static_cast<std::uint64_t>(e.variable) << 40 | word;
        for (unsigned i = 0; i < 4; ++i) {
            const std::uint64_t at = 4 * word + i - v.first;
            if ((bytes >> i & 1) == 0 || (written_[key] >> i & 1) != 0 || at >= v.window)
                continue;
            if (!v.initial.empty() && (v.is_written.empty() || v.is_written[at] != 0))
                continue;
            add("unwritten", e, e, "read of memory that nothing has written",
                line_of(number, "reads") + of_variable(e), {number});
            return;
        }
    }

    void add_race(const past_access &a, const past_access &b) {
        const event &one = r_.events[a.event], &two = r_.events[b.event];
        add("race", one, two, "race",
            line_of(b.event, b.is_atomic ? "changes"
                             : b.writes  ? "writes"
                                         : "reads") +
                of_variable(two) +
                line_of(a.event, a.is_atomic ? "changes"
                                 : a.writes  ? "writes"
                                             : "reads") +
                " there, before it in this run\n",
            {a.event, b.event});
    }

    void add(const char *what, const event &one, const event &two, const std::string &words,
             const std::string &text, const std::vector<std::uint64_t> &events) {
        static const char *const spaces[] = {"shared", "global", "constant", "local"};
        const variable &v = r_.variables[two.variable];
        auto &number = numbers_[{what, one.place, two.place, first_like_[two.variable]}];
        if (number.second++ != 0)
            return;
        number.first = r_.findings.size();
        const std::string where = std::string(" on ") + spaces[static_cast<int>(v.space)] +
                                  " memory in kernel " + r_.kernel->name;
        const std::string all = (words == "race" ? words + where : words + where);
        r_.findings.push_back({what, all, all + "\n" + text, events});
    }

    // "    dot.cu:31: thread 3 of block (0,0,0) writes 4 bytes".
    std::string line_of(std::uint32_t number, const char *does) const {
        const event &e = r_.events[number];
        const place &p = r_.places[e.place];
        return "    " + p.file + ":" + std::to_string(p.line) + ": thread " +
               triple(unflatten(e.thread % block_threads_, r_.block)) + " of block " +
               triple(r_.blocks[e.thread / block_threads_]) + " " + does + " " +
               counted(e.bytes, "byte");
    }

    std::string of_variable(const event &e) const {
        const variable &v = r_.variables[e.variable];
        return ": byte " + std::to_string(e.offset) + " of " +
               (v.name.empty() ? "memory" : v.name) + "\n";
    }

    static constexpr std::size_t MOST_ACCESSES = 64; // of a word, at which others are looked at

    recording &r_;
    const std::uint32_t block_threads_;
    std::vector<clock_of_thread> threads_;
    std::unordered_map<std::uint64_t, std::vector<past_access>> words_;
    std::unordered_map<std::uint64_t, knowledge> released_; // by atomic operations
    std::vector<std::uint32_t> first_like_; // of each variable, the first that is declared there
    std::vector<knowledge> blocks_;         // what each knows of others: their last event
    std::unordered_map<std::uint64_t, knowledge> told_; // of blocks, by atomic operations
    std::unordered_map<std::uint64_t, unsigned char> written_;
    // Kind, places and variable: which finding that is, and how often.
    std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>,
             std::pair<std::size_t, std::uint64_t>>
        numbers_;
};

} // namespace

void find_mistakes(recording &r) {
    finder(r).find();
}

} // namespace recorder
} // namespace cuda_emulator
