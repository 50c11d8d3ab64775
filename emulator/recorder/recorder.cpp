// recorder.cpp: see recorder.h.
#include "recorder.h"

#include "emulator/block.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace cuda_emulator {
namespace recorder {

thread_local running_thread now;

namespace {

// How often a thread looks in vain, and how much it does at all, before others get a turn.
constexpr unsigned LOOKS_A_TURN = 64;
constexpr std::uint64_t LONG_TURN = 1 << 16;
// With so many events no further block is recorded on trial.
constexpr std::uint64_t EVENTS_ON_TRIAL = 100000;

std::uint64_t value_at(std::uintptr_t address, unsigned bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void *>(address), bytes);
    return value;
}

bool is_same(const uint3 &a, const uint3 &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// threadIdx and its like, and what the headers look at in the block.
bool is_built_in(std::uintptr_t address) {
    const auto is_of = [address](const auto &one) {
        return address - reinterpret_cast<std::uintptr_t>(&one) < sizeof one;
    };
    return is_of(thread_index_slot) || is_of(blockIdx) || is_of(blockDim) || is_of(gridDim) ||
           is_of(block);
}

} // namespace

launch_recorder::launch_recorder(const settings &wanted, const launch_info &launch, unsigned number)
    : wanted_(wanted) {
    made_.kernel = launch.kernel;
    made_.grid = launch.grid;
    made_.block = launch.block;
    made_.number = number;
    made_.places.push_back({short_path(launch.kernel->file == nullptr ? "" : launch.kernel->file),
                            launch.kernel->line, launch.kernel->name});
    variables_.begin_launch(launch);
}

bool launch_recorder::begins_block() {
    const uint3 here = {blockIdx.x, blockIdx.y, blockIdx.z};
    const bool is_chosen = std::any_of(wanted_.blocks.begin(), wanted_.blocks.end(),
                                       [&](const uint3 &b) { return is_same(b, here); });
    const bool is_first = is_same(here, {0, 0, 0});
    const bool is_on_trial = !made_.blocks.empty() && made_.left_out == 0 &&
                             made_.events.size() < std::min(EVENTS_ON_TRIAL, wanted_.most_events);
    if (has_paused_ || !(wanted_.blocks.empty() ? is_first || is_on_trial : is_chosen))
        return false;
    const auto number = static_cast<unsigned>(made_.blocks.size());
    made_.blocks.push_back(here);
    made_.in_order = made_.blocks.size();
    first_thread_ = number * block.threads;
    threads_.assign(block.threads, {});
    variables_.begin_block(static_cast<int>(number));
    turns_.begin_block(wanted_.by, block.threads);
    return true;
}

void launch_recorder::thread_runs() {
    complete(); // what the one before it has done
    thread_ = linear_index(threadIdx);
    in_a_row_ = 0;
    now.listens = threads_[thread_].listens;
    now.stack_begin = reinterpret_cast<std::uintptr_t>(details_of(block.current).stack_low);
    now.stack_end = reinterpret_cast<std::uintptr_t>(details_of(block.current).stack_high);
}

bool launch_recorder::is_full() {
    if (made_.events.size() < wanted_.most_events)
        return false;
    complete();
    turns_.stop();
    ++made_.left_out;
    return true;
}

void launch_recorder::wait_for_turn() {
    complete();
    const thread_state &me = threads_[thread_];
    turns_.wait_for_turn(thread_, {static_cast<unsigned>(me.calls.size()),
                                   static_cast<unsigned>(made_.places[me.place].line), me.steps});
}

void launch_recorder::add(kind what, std::uint32_t variable) {
    ++threads_[thread_].steps;
    if (is_full())
        return;
    made_.events.push_back({what, 0, false, false, first_thread_ + thread_, threads_[thread_].place,
                            variable, 0, 0, 0});
}

void launch_recorder::complete() {
    for (const late_value &l : late_) {
        event &e = made_.events[l.event];
        e.value = value_at(l.address, e.bytes);
    }
    late_.clear();
}

void launch_recorder::body_begins() {
    thread_runs();
    threads_[thread_] = {};
    wait_for_turn();
    add(kind::begin);
    listen(true);
}

void launch_recorder::body_ends() {
    listen(false);
    wait_for_turn();
    threads_[thread_].has_left = true;
    threads_[thread_].since = made_.events.size();
    add(kind::exit);
    turns_.exits(thread_);
}

void launch_recorder::enters_function() {
    const busy here(*this);
    threads_[thread_].calls.push_back(threads_[thread_].place);
}

void launch_recorder::leaves_function() {
    const busy here(*this);
    thread_state &me = threads_[thread_];
    if (me.calls.empty()) // the function began before the kernel's own code
        return;
    me.place = me.calls.back();
    me.calls.pop_back();
}

std::uint32_t launch_recorder::number_of_place(const char *file, int line, const char *function) {
    const std::uint64_t key = reinterpret_cast<std::uintptr_t>(file) * 1000003u +
                              static_cast<std::uint64_t>(line) +
                              (reinterpret_cast<std::uintptr_t>(function) << 24);
    const auto known = place_numbers_.find(key);
    if (known != place_numbers_.end())
        return known->second;
    const bool is_kernel = std::strcmp(function, "operator()") == 0;
    const auto number = static_cast<std::uint32_t>(made_.places.size());
    made_.places.push_back(
        {short_path(file), line, is_kernel ? made_.kernel->name : std::string(function)});
    return place_numbers_[key] = number;
}

void launch_recorder::comes_to(const char *file, int line, const char *function) {
    const busy here(*this);
    if (++in_a_row_ > LONG_TURN)
        looks_in_vain(nullptr);
    const std::uint32_t place = number_of_place(file, line, function);
    thread_state &me = threads_[thread_];
    if (place == me.place && me.steps == 1)
        return; // the head of a loop, and its condition
    me.place = place;
    me.steps = 0;
    wait_for_turn();
    add(kind::at);
}

void launch_recorder::touch_piece(kind what, std::uintptr_t address, unsigned bytes) {
    const variable_table::found at = variables_.find(address, bytes);
    if (!at.is_memory)
        return;
    made_.uses_shared |= variables_.is_shared(at.variable);
    if (made_.events.size() >= wanted_.most_events) {
        ++made_.left_out;
        return;
    }
    add(what, at.variable);
    event &e = made_.events.back();
    e.bytes = static_cast<unsigned char>(bytes);
    e.offset = at.offset;
    if (what == kind::read)
        e.value = value_at(address, bytes);
    else
        late_.push_back({made_.events.size() - 1, address});
    if (what == kind::atomic)
        e.old = value_at(address, bytes);
}

void launch_recorder::touches(access how, std::uintptr_t address, std::size_t bytes) {
    const busy here(*this);
    if (is_built_in(address))
        return;
    if (is_full()) {
        ++threads_[thread_].steps;
        return;
    }
    wait_for_turn();
    const kind what = is_load(how)            ? kind::read
                      : how == access::atomic ? kind::atomic
                                              : kind::write;
    const std::size_t first = made_.events.size();
    for (std::size_t done = 0; done < bytes;) {
        unsigned piece = 8; // as many bytes as the address is a multiple of
        while (piece > bytes - done || (address + done) % piece != 0)
            piece /= 2;
        touch_piece(what, address + done, piece);
        done += piece;
    }
    for (std::size_t i = first; i < made_.events.size(); ++i) {
        made_.events[i].is_volatile = how == access::volatile_load || how == access::volatile_store;
        made_.events[i].is_atomic = how >= access::atomic_load || how == access::atomic;
    }
}

void launch_recorder::looks_in_vain(void *place) {
    const busy here(*this);
    if (++looks_ < LOOKS_A_TURN && in_a_row_ <= LONG_TURN)
        return;
    looks_ = 0;
    in_a_row_ = 0;
    complete();
    turns_.looked_in_vain(thread_);
    if (!turns_.choose_who_runs())
        give_turn(place);
}

void launch_recorder::arrives(meeting at) {
    const busy here(*this);
    wait_for_turn();
    threads_[thread_].waits = true;
    threads_[thread_].since = made_.events.size();
    add(kind::arrive, static_cast<std::uint32_t>(at));
    turns_.waits(thread_);
}

void launch_recorder::leaves(meeting at) {
    const busy here(*this);
    wait_for_turn();
    threads_[thread_].waits = false;
    add(kind::leave, static_cast<std::uint32_t>(at));
}

void launch_recorder::meets(unsigned first, unsigned count, std::uint32_t lanes) {
    complete();
    turns_.released(first, count, lanes);
    made_.meetings.push_back({meeting_done::kind::threads,
                              static_cast<std::uint32_t>(made_.events.size()),
                              first_thread_ + first, count, lanes, false});
}

void launch_recorder::barrier_passed() {
    complete();
    turns_.released(0, block.threads, ~0u);
    made_.meetings.push_back({meeting_done::kind::block,
                              static_cast<std::uint32_t>(made_.events.size()), first_thread_,
                              block.threads, ~0u, false});
}

void launch_recorder::passes_fence(bool of_the_device) {
    made_.meetings.push_back({meeting_done::kind::fence,
                              static_cast<std::uint32_t>(made_.events.size()),
                              first_thread_ + thread_, 1, ~0u, of_the_device});
}

// Its events: of each place where threads wait the last one that has come, and the last one that
// has left; so what is said is true behind the latest of them. Where a thread that does not wait
// is to blame: the last event.
void launch_recorder::stops(const std::string &why) {
    constexpr std::uint32_t OUTSIDE = ~0u;
    std::map<std::uint32_t, std::uint64_t> last; // of each place
    if (!late_.empty()) { // a write that has failed, and of which there is no value
        made_.events.resize(late_.front().event);
        late_.clear();
    }
    if (!threads_.empty() && (threads_[thread_].waits || threads_[thread_].has_left))
        for (const thread_state &t : threads_)
            if ((t.waits || t.has_left) && t.since < made_.events.size()) {
                std::uint64_t &event = last[t.has_left ? OUTSIDE : t.place];
                event = std::max<std::uint64_t>(event, t.since);
            }
    std::vector<std::uint64_t> events;
    for (const auto &[place, event] : last)
        events.push_back(event);
    if (events.empty() && !made_.events.empty())
        events.push_back(made_.events.size() - 1);
    made_.findings.push_back({"stopped", why.substr(0, why.find('\n')), why, events});
}

recording launch_recorder::take() {
    complete();
    made_.variables = variables_.take();
    const auto others = static_cast<std::uint32_t>(made_.variables.size());
    for (event &e : made_.events)
        if (e.what >= kind::read && e.what <= kind::atomic && e.variable == variable_table::OTHER)
            e.variable = others;
    return std::move(made_);
}

} // namespace recorder
} // namespace cuda_emulator
