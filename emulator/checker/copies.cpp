// copies.cpp: copies that are not in order with a launch, or with the host: what they and it do to
// the same bytes is a race.
#include "streams.h"

#include "allocations.h"
#include "checker.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {
namespace checker {

namespace {

// One past the last byte.
uintptr_t end_of(const rows &r) {
    return r.first + (r.height - 1) * r.pitch + r.width;
}

bool same(const rows &a, const rows &b) {
    return a.first == b.first && a.width == b.width && a.height == b.height && a.pitch == b.pitch;
}

// The first byte that is in both. 0 if there is none.
uintptr_t meeting_inside(const rows &r, uintptr_t address, size_t bytes);
inline uintptr_t meeting(const rows &r, uintptr_t address, size_t bytes) {
    if (bytes == 0 || address + bytes <= r.first || address >= end_of(r))
        return 0; // mostly
    return meeting_inside(r, address, bytes);
}

uintptr_t meeting_inside(const rows &r, uintptr_t address, size_t bytes) {
    if (address <= r.first)
        return r.first;
    const size_t row = r.height > 1 ? (address - r.first) / r.pitch : 0;
    const uintptr_t begin = r.first + row * r.pitch;
    if (address < begin + r.width)
        return address;
    return row + 1 < r.height && address + bytes > begin + r.pitch ? begin + r.pitch : 0;
}

uintptr_t meeting(const rows &a, const rows &b) {
    if (b.height > a.height)
        return meeting(b, a);
    for (size_t row = 0; row < b.height; ++row)
        if (const uintptr_t at = meeting(a, b.first + row * b.pitch, b.width))
            return at;
    return 0;
}

memory_access access_of_copy(std::shared_ptr<work_note> note, const rows &where, bool writes) {
    memory_access d;
    d.work = std::move(note);
    d.writes = writes;
    d.bytes = where.width * where.height;
    return d;
}

std::string missing_between(const work_note &earlier, const work_note *later) {
    const char *name = earlier.call != nullptr ? earlier.call : "kernel";
    if (later == nullptr)
        return std::string("cudaStreamSynchronize() or cudaDeviceSynchronize() before the host "
                           "uses this memory: the ") +
               name + " may not have come so far";
    if (earlier.graph_run != 0 && earlier.graph_run == later->graph_run)
        return "an edge between the two nodes of the graph: cudaGraphAddDependencies(), or, where "
               "streams are captured, cudaEventRecord() after the earlier one and "
               "cudaStreamWaitEvent() before the later";
    std::string text = "cudaEventRecord() after the earlier one and cudaStreamWaitEvent() before "
                       "the later, or one stream for both";
    if (earlier.device == later->device &&
        ((earlier.legacy && !later->blocking) || (later->legacy && !earlier.blocking)))
        text += ": a stream of cudaStreamNonBlocking and the default stream do not wait for each "
                "other";
    return text;
}

// Calls met(address, access, whether it writes) for what kernels have done to the bytes from this
// serial on, as far as it is in the way of a read, or of a write. Until met says that it is enough.
// counts: whether what has drawn a serial is of interest at all.
template <class Counts, class Met>
void for_accesses(uintptr_t address, size_t bytes, bool writes, uint32_t floor, Counts counts,
                  Met met) {
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        if (has_stretches(at) && !stretch_at(at)->may_have(floor, counts)) {
            at |= stretch::BYTES - 4; // its last word
            continue;
        }
        cell known, parts[4];
        if (!look_up(at, known, parts))
            return;
        const cell *c = &known;
        const unsigned from = at < address ? static_cast<unsigned>(address - at) : 0;
        const unsigned to = end - at < 4 ? static_cast<unsigned>(end - at) : 4;
        const unsigned bits = ((1u << to) - 1) & ~((1u << from) - 1);
        const bool split = c->is_split();
        if (split && c->split_at() < now.split_first)
            continue;
        if (split)
            c = parts;
        for (unsigned i = 0; i < (split ? 4u : 1u); ++i) {
            const auto is_in_the_way = [&](access a, bool a_writes) {
                return a.serial() >= floor && (a.bytes() & bits) != 0 && (writes || a_writes);
            };
            if (is_in_the_way(c[i].write, true) && met(at, c[i].write, true))
                return;
            for (const access read : c[i].read)
                if (is_in_the_way(read, read.is_atomic()) && met(at, read, read.is_atomic()))
                    return;
        }
    }
}

// What a new copy meets: each place in the code, and each other copy, once.
void check_copy(stream_state &c, const operation &mine, const rows &where, bool writes,
                std::vector<finding> &findings) {
    vector_clock all_but_unordered = c.runs_after;
    learn(all_but_unordered, mine.stream, mine.number);
    const uint32_t floor = first_unknown(c, all_but_unordered);
    if (floor == 0)
        return;
    const auto add_finding = [&](memory_access second, const operation &other, uintptr_t address) {
        finding f(mistake::race);
        f.address = address;
        f.first = access_of_copy(mine.note, where, writes);
        f.second = std::move(second);
        f.has_second = true;
        f.missing = missing_between(*other.note, mine.note.get());
        findings.push_back(std::move(f));
    };
    std::vector<uint32_t> seen; // places
    unknown_launches beside;
    beside.collect(c, c.runs_after);
    for (size_t row = 0; row < where.height; ++row)
        for_accesses(
            where.first + row * where.pitch, where.width, writes, floor,
            [&](uint32_t serial) { return beside.at(serial) != nullptr; },
            [&](uintptr_t address, access a, bool a_writes) {
                const operation *other = beside.at(a.serial());
                if (other == nullptr)
                    return false;
                if (std::find(seen.begin(), seen.end(), a.place()) == seen.end()) {
                    seen.push_back(a.place());
                    add_finding(earlier_access(a, a_writes, *other), *other, address);
                }
                return seen.size() == 8;
            });
    for (unsigned s = 0; s < c.streams.size(); ++s)
        for (const copy_part &part : c.streams[s].parts)
            if (part.number > last_known(c.runs_after, s) && part.number != mine.number &&
                (part.writes || writes)) {
                const uintptr_t at = meeting(part.where, where);
                const operation *other = operation_numbered(c, part.number);
                if (at != 0 && other != nullptr)
                    add_finding(access_of_copy(other->note, part.where, part.writes), *other, at);
            }
}

} // namespace

void collect_copies(stream_state &c) {
    c.meets.clear();
    c.meets_low = ~uintptr_t(0);
    c.meets_high = 0;
    for (unsigned s = 0; s < c.streams.size(); ++s)
        for (const copy_part &part : c.streams[s].parts) {
            const operation *copy = operation_numbered(c, part.number);
            if (part.number <= last_known(c.runs_after, s) || copy == nullptr)
                continue;
            c.meets.push_back({part.where, part.writes, copy->note, {}});
            c.meets_low = std::min(c.meets_low, part.where.first);
            c.meets_high = std::max(c.meets_high, end_of(part.where));
        }
    if (c.meets.empty())
        return;
    std::fill(std::begin(pages_without_copies), std::end(pages_without_copies), 0);
    std::fill(std::begin(last_meetings), std::end(last_meetings), last_meeting{});
}

std::string missing_before_launch(const work_note &earlier) {
    return missing_between(earlier, all_streams().launch.get());
}

uintptr_t pages_without_copies[KNOWN_PAGES];

static bool some_touch(const stream_state &c, uintptr_t address, size_t bytes) {
    return address < c.meets_high && address + bytes > c.meets_low &&
           std::any_of(c.meets.begin(), c.meets.end(), [&](const unordered_copy &copy) {
               return meeting(copy.where, address, bytes) != 0;
           });
}

bool copies_touch(uintptr_t address, size_t bytes) {
    if (!may_meet_copies(address, bytes))
        return false;
    const stream_state &c = all_streams();
    const uintptr_t page = address / PAGE;
    if (!some_touch(c, page * PAGE, PAGE))
        pages_without_copies[page % KNOWN_PAGES] = page;
    return may_meet_copies(address, bytes) && some_touch(c, address, bytes);
}

last_meeting last_meetings[MEETINGS];

// How far from the address on all bytes are the same copies'.
static uintptr_t end_of_same_copies(const stream_state &c, uintptr_t address) {
    uintptr_t end = ~uintptr_t(0);
    for (const unordered_copy &copy : c.meets) {
        const rows &r = copy.where;
        const uintptr_t at = meeting(r, address, end - address);
        const size_t row = r.height > 1 ? (address - r.first) / r.pitch : 0;
        end = at == address ? std::min(end, r.first + row * r.pitch + r.width) : at != 0 ? at : end;
    }
    return end;
}

void count_meetings() {
    for (unordered_copy &copy : all_streams().meets)
        for (meeting_place &place : copy.met)
            count_again(place.finding, std::exchange(place.uncounted, 0));
}

void kernel_meets_copies(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code) {
    last_meeting &last = last_meeting_from(code);
    if (last.is_again(address, bytes, writes, code)) {
        last.count();
        return;
    }
    if (!copies_touch(address, bytes))
        return;
    stream_state &c = all_streams();
    meeting_place *all = nullptr;
    for (unordered_copy &copy : c.meets) {
        const uintptr_t at = copy.writes || writes ? meeting(copy.where, address, bytes) : 0;
        if (at == 0)
            continue;
        const undisturbed quiet;
        const auto known =
            std::find_if(copy.met.begin(), copy.met.end(), [&](const meeting_place &place) {
                return place.code == code && place.writes == writes;
            });
        if (known != copy.met.end()) {
            ++known->uncounted;
            known->other = std::exchange(all, &*known);
            continue;
        }
        finding f(mistake::race);
        f.address = at;
        f.first = this_access(code, writes, atomic, static_cast<unsigned>(bytes));
        f.first.work = c.launch;
        f.second = access_of_copy(copy.note, copy.where, copy.writes);
        f.has_second = true;
        f.missing = missing_before_launch(*copy.note);
        describe(at, f);
        copy.met.push_back({code, writes, add(std::move(f)), 0, all});
        all = &copy.met.back();
    }
    if (all != nullptr)
        last = {all, address, end_of_same_copies(c, address)};
}

// ------------------------------------------------------------------ the host

void host_meets(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code) {
    stream_state &c = all_streams();
    std::vector<finding> findings;
    {
        const os_lock lock(c.mutex);
        if (now.host_floor == 0)
            return;
        const auto add_finding = [&](memory_access second, const operation &other, uintptr_t at) {
            finding f(mistake::race);
            f.address = at;
            f.first = this_access(code, writes, atomic, static_cast<unsigned>(bytes));
            f.second = std::move(second);
            f.has_second = true;
            f.missing = missing_between(*other.note, nullptr);
            if (atomic && f.second.atomic)
                f.missing =
                    "_system in the name of the kernel's operation, or thread_scope_system, "
                    "and the width of the host's: others are not atomic to the host";
            findings.push_back(std::move(f));
        };
        for_accesses(
            address, bytes, writes, now.host_floor, [](uint32_t) { return true; },
            [&](uintptr_t at, access a, bool a_writes) {
                const operation *other = operation_at(c, a.serial());
                if (other == nullptr || knows(c.host, *other))
                    return false;
                if (atomic && a.is_atomic() && is_of_system(a.place()) &&
                    may_have(a.place(), static_cast<unsigned>(bytes))) {
                    // The host has been told: it sees what the kernel wrote atomically.
                    learn(c.host, other->stream, other->number);
                    return false;
                }
                add_finding(earlier_access(a, a_writes, *other), *other, std::max(at, address));
                return true;
            });
        for (unsigned s = 0; s < c.streams.size(); ++s)
            for (const copy_part &part : c.streams[s].parts)
                if (part.number > last_known(c.host, s) && (part.writes || writes)) {
                    const uintptr_t at = meeting(part.where, address, bytes);
                    const operation *other = operation_numbered(c, part.number);
                    if (at != 0 && other != nullptr)
                        add_finding(access_of_copy(other->note, part.where, part.writes), *other,
                                    at);
                }
        host_has_learnt(c);
    }
    for (finding &f : findings) {
        describe(f.address, f);
        add(std::move(f));
    }
}

bool is_quiet(uintptr_t page) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    bool quiet = true;
    for_accesses(
        page, PAGE, true, now.host_floor, [](uint32_t) { return true; },
        [&](uintptr_t, access, bool) {
            quiet = false;
            return true;
        });
    for (unsigned s = 0; s < c.streams.size() && quiet; ++s)
        for (const copy_part &part : c.streams[s].parts)
            quiet = quiet &&
                    (part.number <= last_known(c.host, s) || meeting(part.where, page, PAGE) == 0);
    return quiet;
}

// ------------------------------------------------------------------ copies

static void remember(stream_state &c, unsigned stream, const copy_part &part) {
    std::vector<copy_part> &parts = c.streams[stream].parts;
    // In a loop, the same copy once more stands for the one before.
    for (copy_part &old : parts)
        if (old.writes == part.writes && same(old.where, part.where)) {
            old.number = part.number;
            return;
        }
    if (parts.size() % 256 == 255)
        parts.erase(std::remove_if(parts.begin(), parts.end(),
                                   [&](const copy_part &old) {
                                       return old.number <= last_known(c.host, stream);
                                   }),
                    parts.end());
    parts.push_back(part);
}

void checker::copy_issued(const copy_info &copy) {
    const copy_side &to = copy.to, &from = copy.from;
    const call_stack calls = call_that_issues();
    reserve_memory();
    stream_state &c = all_streams();
    std::vector<finding> findings;
    {
        const os_lock lock(c.mutex);
        const unsigned stream = index_of(c, copy.stream);
        operation &mine = issue(c, stream);
        mine.note->call = copy.call != nullptr ? copy.call : current_call_name();
        mine.note->issued = calls;
        for (const copy_side *side : {&to, &from})
            // Of memory that is not pinned, nobody knows when the host uses it for something else.
            if (side->kind != memory_kind::plain)
                for (const rows &where : side->parts) {
                    if (side == &from)
                        is_read(where.first);
                    check_copy(c, mine, where, side == &to, findings);
                    remember(c, stream, {mine.number, where, side == &to});
                    if (side->kind == memory_kind::registered) {
                        now.registered_low = std::min(now.registered_low, where.first);
                        now.registered_high = std::max(now.registered_high, end_of(where));
                    }
                }
        const bool sets = from.parts.empty();
        const bool to_host = host_can_reach(to.kind), from_host = host_can_reach(from.kind);
        const auto is_managed = [](const copy_side &side) {
            return side.kind == memory_kind::managed;
        };
        // The rules are those of "API synchronization behavior" in the CUDA Runtime API manual.
        const bool waits = !copy.asynchronous ? to_host || (!sets && from_host)
                           : sets
                               ? false
                               : to.kind == memory_kind::plain ||
                                     (to_host && from_host && !is_managed(to) && !is_managed(from));
        if (waits)
            join(c.host, c.streams[stream].known);
        host_has_learnt(c);
    }
    for (finding &f : findings) {
        describe(f.address, f);
        add(std::move(f));
    }
    if (from.kind == memory_kind::device &&
        (copy.computes || (to.kind != memory_kind::device && to.kind != memory_kind::array)))
        look_for_unwritten(from, calls);
}

} // namespace checker
} // namespace cuda_emulator