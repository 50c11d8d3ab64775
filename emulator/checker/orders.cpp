// orders.cpp: the other order of blocks and threads. Where atomic operations and fences decide who
// comes first, one order shows the mistakes of those who come later only: the first one to take a
// lock takes nothing over, and may as well have no fence. So such a launch runs once more in the
// reverse order, in a copy of the process, which has no effect but what it finds.
#include "checker.h"
#include "allocations.h"
#include "order.h"

#include "machine/resources.h"
#include "machine/threads.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <tuple>
#include <type_traits>

namespace cuda_emulator {
namespace checker {

bool in_reverse;

namespace {

// The copy of the launch that runs, made as it began.
struct second_run {
    process_copy copy;
    size_t findings; // before it
    unsigned long errors;
    int64_t begun;
};
second_run *second;

// In the copy. Blocks that take turns have an OS thread each.
thread_local uint32_t begun_in[1024]; // each thread: the first serial of the block
thread_local unsigned behind_barrier; // how many threads more give way
thread_local bool gives_way;          // the thread that runs
thread_local long turn_left;
thread_local unsigned turns_of_block;
constexpr unsigned MOST_TURNS = 256; // who waits longer may wait for ever

// So long the copy may run, and ten times as long as the launch did. A process may have to wait for
// a processor; without threads the copy is run by the one that asks, at once, and a block that
// waits for another one has it wait to the end.
constexpr double PATIENCE_SECONDS = has_threads ? 10 : 2;

// Puts the parts of a finding into a text, or takes them from it.
class packer {
public:
    std::string text;

    template <class T> void operator()(T &part) {
        static_assert(std::is_trivially_copyable<T>::value, "goes from one process to another");
        text.append(reinterpret_cast<const char *>(&part), sizeof part);
    }
    void operator()(std::string &part) {
        size_t size = part.size();
        (*this)(size);
        text += part;
    }
};

class unpacker {
public:
    explicit unpacker(const std::string &text) : text_(text) {}
    bool has_more() const { return at_ < text_.size(); }

    template <class T> void operator()(T &part) {
        if (text_.size() - at_ >= sizeof part)
            std::memcpy(&part, text_.data() + at_, sizeof part);
        at_ += std::min(sizeof part, text_.size() - at_);
    }
    void operator()(std::string &part) {
        size_t size = 0;
        (*this)(size);
        part = text_.substr(at_, size);
        at_ += part.size();
    }

private:
    const std::string &text_;
    size_t at_ = 0;
};

// Addresses of code are the same in both processes.
template <class Pass> void pass(Pass &part, memory_access &d) {
    part(d.code), part(d.place), part(d.by_kernel), part(d.writes), part(d.atomic), part(d.bytes);
    part(d.thread), part(d.block), part(d.kernel);
    part(d.block_dim.x), part(d.block_dim.y), part(d.block_dim.z);
}

template <class Pass> void pass(Pass &part, finding &f) {
    pass(part, f.first);
    pass(part, f.second);
    part(f.kind), part(f.has_second), part(f.address), part(f.here);
    variable &v = f.about;
    part(v.where), part(v.name), part(v.offset), part(v.size), part(v.whole), part(v.kind);
    part(v.of_another), part(v.thread), part(v.place), part(v.made), part(v.freed);
    part(f.same_block), part(f.same_warp), part(f.same_line_writes);
    part(f.ordering), part(f.ordering_is_volatile), part(f.lacks), part(f.plain_store);
    part(f.detail), part(f.missing), part(f.count);
}

[[noreturn]] void answer() {
    const undisturbed quiet;
    count_meetings();
    packer all;
    for (finding &f : errors_of_kernels(second->findings))
        pass(all, f);
    second->copy.answer(all.text);
}

void begin_in_reverse() {
    in_reverse = true;
    run_backwards();
}

// Where only memory can be copied.
[[noreturn]] void run_again_in_reverse() {
    begin_in_reverse();
    run_again();
    judge_stores();
    answer();
}

// A kernel of the same shape once.
bool is_new(const launch_info &launch) {
    static auto &known = *new std::set<
        std::tuple<const void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned>>;
    const dim3 &g = launch.grid, &b = launch.block;
    return known.emplace(launch.kernel, g.x, g.y, g.z, b.x, b.y, b.z).second;
}

} // namespace

void prepare_second_order(const launch_info &launch) {
    // Another thread of the host may hold a lock that the copy would wait for, and memory that the
    // program has registered may be one that processes share.
    // Clusters have several OS threads, and one order.
    if (several_hosts() || has_registered_memory() || launch.clusters || !is_new(launch))
        return;
    second = new second_run{{}, findings_so_far(), errors_so_far(), nanoseconds()};
    if (!second->copy.make({run_again_in_reverse, forget_locals, memory_in_use})) {
        delete second;
        second = nullptr;
    } else if (second->copy.is_the_copy()) {
        begin_in_reverse();
    }
}

void look_at_second_order() {
    if (second == nullptr)
        return;
    if (in_reverse)
        answer();
    const bool is_open = now.met_another && (now.passed_fence || now.met_other_place);
    if (is_open && errors_so_far() == second->errors) {
        const double seconds = static_cast<double>(nanoseconds() - second->begun) * 1e-9;
        const std::string text = second->copy.go(PATIENCE_SECONDS + 10 * seconds);
        unpacker all(text);
        std::vector<finding> findings;
        while (all.has_more()) {
            findings.emplace_back(mistake::other);
            pass(all, findings.back());
            findings.back().in_reverse = true;
        }
        for (finding &f : findings)
            add(std::move(f), false);
    }
    delete second;
    second = nullptr;
}

// The threads begin one after the other, and do nothing until the last one has begun: then that one
// goes on first. At a barrier it is the first one that comes last, and it goes on.
void thread_runs_in_reverse() {
    if (gives_way) // it was another thread's, and that one touched nothing
        now.turn = turn_left;
    gives_way = false;
    if (begun_in[this_thread()] != now.block_first) {
        begun_in[this_thread()] = now.block_first;
        gives_way = this_thread() + 1 != blockDim.x * blockDim.y * blockDim.z;
    } else if (behind_barrier != 0) {
        --behind_barrier;
        gives_way = true;
    }
    if (gives_way) {
        turn_left = now.turn;
        now.turn = 0; // its first access asks
    }
}

void barrier_passed_in_reverse() {
    behind_barrier = 2; // it, and the last thread, which otherwise goes on before all others
}

void block_begins_in_reverse() {
    behind_barrier = turns_of_block = 0;
}

bool gives_way_to_others() {
    if (!gives_way) {
        if (++turns_of_block > MOST_TURNS)
            answer();
        return false;
    }
    gives_way = false;
    now.turn = turn_left;
    let_others_go_first();
    return true;
}

} // namespace checker

void checked_thread_begins() {
    if (cuda_emulator::checker::in_reverse && cuda_emulator::checker::now.turn <= 0)
        cuda_emulator::checker::turn_is_over(nullptr);
}

} // namespace cuda_emulator
