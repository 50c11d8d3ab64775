// batches.cpp: where batches begin and end.
#include "batch_list.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

batch batches[BATCH_PLACES];

// How many byte stretches of a place went into cells in a launch, less those that ended whole.
struct broken_count {
    uint32_t launch, count;
};
static broken_count broken[BATCH_PLACES];
static uint32_t &broken_of(uint32_t place) {
    broken_count &b = broken[place % BATCH_PLACES];
    if (b.launch != now.launch_first)
        b = {now.launch_first, 0};
    return b.count;
}

batch *all_batches[MOST_BATCHES];
uint32_t first_stretches[MOST_BATCHES], counts[MOST_BATCHES];

namespace {

// So many stretches are looked at together.
constexpr unsigned MOST_AHEAD = 32;

// The same of bytes.
void note_bytes(const batch &s) {
    const uint64_t count = s.next - s.first;
    if (count == 0)
        return;
    const uint64_t bits = ~uint64_t(0) >> (stretch::BYTES - count) << s.first % stretch::BYTES;
    byte_stretch &of = *byte_stretch_at(s.first);
    if (!s.writes) {
        of.seen[s.read] |= bits;
        return;
    }
    of.write_to(bits);
    word_state *const states = region_state(s.first / stretch::BYTES * stretch::BYTES);
    for (unsigned i = 0; s.makes_written && i < stretch::WORDS; ++i)
        states[i].set_written(bits >> 4 * i & 15);
}

// The epoch of its access to this address.
uint64_t epoch_at(const batch &s, uintptr_t address) {
    return (s.origin & ~OF_SOLO) + (address >> s.shift) * NEXT_THREAD;
}

// The origin that it has if this thread goes on with it there.
uint64_t origin_from(const batch &s, uintptr_t address) {
    return s.shift == SOLO_SHIFT ? origin_of_solo()
                                 : origin_of(address, s.shift, checked_thread.epoch);
}

// The series of its accesses to a stretch that they begin with.
access series_from(const batch &s, uintptr_t stretch) {
    const access epoch = access::unpacked(epoch_at(s, stretch));
    return s.shift == SOLO_SHIFT ? epoch.solo(s.place) : epoch.series(0, s.size / 4, s.place);
}

} // namespace

// The same of stretches of which nothing is known that counts.
void note_ahead(const batch &s) {
    for (uintptr_t at = s.first; at < s.limit; at += stretch::BYTES) {
        stretch &of = *stretch_at(at);
        of.last = 0;
        if (at >= s.next)
            continue;
        const uintptr_t count = std::min<uintptr_t>((s.next - at) / 4, stretch::WORDS);
        const unsigned bits = (1u << count) - 1;
        if (!s.writes) {
            of.read[0] = series_from(s, at);
            of.seen[0] = static_cast<uint16_t>(bits);
            of.was_read = true;
            continue;
        }
        of.write = series_from(s, at);
        of.written = 0;
        of.write_to(bits);
        word_state *const states = region_state(at);
        for (unsigned i = 0; s.makes_written && i < count; ++i)
            states[i].set_written(states[i].allocated());
    }
}

namespace {

// The stretch gets to know of its accesses.
void note(const batch &s) {
    if (s.is_ahead) {
        note_ahead(s);
        return;
    }
    if (s.size < 4) {
        note_bytes(s);
        return;
    }
    const unsigned first = s.first / 4 % stretch::WORDS;
    const auto count = static_cast<unsigned>((s.next - s.first) / 4);
    const unsigned bits = ((1u << count) - 1) << first;
    stretch &of = *stretch_at(s.first);
    if (!s.writes) {
        of.seen[s.read] |= static_cast<uint16_t>(bits);
        return;
    }
    of.write_to(bits);
    word_state *const states = region_state(s.first);
    for (unsigned i = 0; s.makes_written && i < count; ++i)
        states[i].set_written(states[i].allocated());
}

} // namespace

void end_batch(batch &s) {
    if (s.is_again) {
        s.code = nullptr;
        return;
    }
    if (s.part != 0) {
        end_parts();
        return;
    }
    count_accesses(s);
    if (s.is_ahead || s.next != s.first)
        note(s);
    s.code = nullptr;
    all_batches[s.entry] = nullptr;
    counts[s.entry] = 0;
}

// It may be in the stretches from this address on, up to that one.
void is_in(const batch &s, uintptr_t from, uintptr_t to) {
    first_stretches[s.entry] = static_cast<uint32_t>((from - REGION) / stretch::BYTES);
    counts[s.entry] = static_cast<uint32_t>((to - from) / stretch::BYTES);
}

// Whether the thread that runs may yet add to it, in the same stretch, or has just done so.
bool is_alive(const batch &s) {
    const uint64_t epoch = epoch_at(s, s.next);
    return (epoch == checked_thread.epoch && s.next % stretch::BYTES != 0) ||
           epoch == checked_thread.epoch + NEXT_THREAD;
}

namespace {

// Of the bytes from one on to the end of its stretch.
struct state_of_stretch {
    bool allocated, written;

    explicit state_of_stretch(uintptr_t first) {
        uint64_t states[2];
        std::memcpy(states, region_state(first / stretch::BYTES * stretch::BYTES), sizeof states);
        if (const unsigned skipped = first / 4 % stretch::WORDS; first % stretch::BYTES != 0) {
            const uint64_t mask = ((uint64_t(1) << skipped % 8 * 8) - 1) |
                                  uint64_t(0x11 * ((1u << first % 4) - 1)) << skipped % 8 * 8;
            states[skipped / 8] |= mask;
            states[0] |= skipped < 8 ? 0 : ~uint64_t(0);
        }
        const uint64_t both = states[0] & states[1];
        allocated = (both | 0x0f0f0f0f0f0f0f0f) == ~uint64_t(0);
        written = both == ~uint64_t(0);
    }
};

// Where a batch of a place that has none gets into the list: where there is none; else the oldest
// gives way.
unsigned char entry_after(unsigned char latest) {
    unsigned char entry = latest;
    do
        entry = (entry + 1) % MOST_BATCHES;
    while (all_batches[entry] != nullptr && entry != latest);
    return all_batches[entry] == nullptr ? entry : (latest + 1) % MOST_BATCHES;
}

void begin(uintptr_t address, unsigned size, access series, bool writes, unsigned read,
           void *code) {
    const uintptr_t next = address + size;
    static unsigned char latest;
    batch &s = batch_from(code);
    if (s.code != nullptr && s.is_again)
        s.code = nullptr;
    const bool has_entry = s.code != nullptr;
    const unsigned char entry = has_entry ? s.entry : entry_after(latest);
    batch *const other = all_batches[entry];
    // Of several that a loop has begun one stays, unless they have become a solo.
    const bool stays = other != nullptr && is_alive(*other) &&
                       !(other->code == code && (other->next == address || series.is_solo()));
    if (stays || next % stretch::BYTES == 0 || now.turn <= 0 || in_reverse || several_hosts())
        return;
    const state_of_stretch rest(next);
    if (!rest.allocated || (!writes && !rest.written))
        return;
    if (other != nullptr)
        end_batch(*other);
    if (s.code != nullptr)
        end_batch(s); // a part that is not in the list
    if (!has_entry)
        latest = entry;
    // One after the other: a processor waits for what is put together of parts before it is copied.
    s.code = code;
    s.first = s.next = s.counted = next;
    s.limit = (next / stretch::BYTES + 1) * stretch::BYTES;
    s.place = series.place();
    s.reach = 1;
    s.part = 0;
    s.is_ahead = false;
    s.size = static_cast<unsigned char>(size);
    s.is_again = false;
    s.shift = series.is_solo() ? SOLO_SHIFT : static_cast<unsigned char>(__builtin_ctz(size));
    s.origin = origin_from(s, address);
    s.writes = writes;
    s.makes_written = !rest.written;
    s.read = static_cast<unsigned char>(read);
    s.entry = entry;
    all_batches[entry] = &s;
    is_in(s, s.limit - stretch::BYTES, s.limit);
}

// Whether nobody else has come to the stretch that the batch leaves: then so it may be with the
// next ones.
bool is_alone(const batch &s, access floor) {
    if (s.is_ahead)
        return true;
    const stretch &of = *stretch_at(s.next - 1);
    bool alone = s.writes || of.write.is_before(floor);
    for (unsigned i = 0; i < stretch::READS; ++i)
        alone &= of.read[i].is_before(floor) || (!s.writes && i == s.read);
    return alone;
}

// What the host has not waited for, a copy in another stream may meet yet.
uint32_t needed_from() {
    return now.host_floor != 0 ? std::min(now.floor, now.host_floor) : now.floor;
}

// Whether what comes next may be a solo, if that was one: the thread's own, or another thread's, if
// this one had several words of the last stretch.
bool may_be_solo(const batch &s) {
    return s.shift != SOLO_SHIFT || s.origin == origin_of_solo() ||
           (s.next - s.size) % stretch::BYTES != 0;
}

// Whether nothing counts of what is known of a stretch that a batch comes to.
bool is_fresh(stretch &s, uintptr_t address, access floor) {
    if (s.last != 0 && s.last != stretch::AHEAD && is_forgotten(s, address, needed_from()))
        s.forget();
    bool fresh = s.last == 0 && s.write.is_before(floor);
    for (const access read : s.read)
        fresh &= read.is_before(floor);
    return fresh;
}

} // namespace

template <unsigned WORDS>
void begin_batch(uintptr_t address, access series, bool writes, unsigned read, void *code) {
    begin(address, 4 * WORDS, series, writes, read, code);
}
template void begin_batch<1>(uintptr_t, access, bool, unsigned, void *);
template void begin_batch<2>(uintptr_t, access, bool, unsigned, void *);
template void begin_batch<4>(uintptr_t, access, bool, unsigned, void *);

template <unsigned BYTES>
void begin_batch_of_bytes(uintptr_t address, access series, bool writes, unsigned read,
                          void *code) {
    begin(address, BYTES, series, writes, read, code);
}
template void begin_batch_of_bytes<1>(uintptr_t, access, bool, unsigned, void *);
template void begin_batch_of_bytes<2>(uintptr_t, access, bool, unsigned, void *);

// How far the batch reaches from there on, as far as the threads that are left come: where the
// first stretch begins of which anything else is known. They are marked.
template <bool WRITES>
uintptr_t reach_ahead(batch &s, uintptr_t address, unsigned step, bool &makes_written) {
    const access floor(now.floor, 0);
    const bool may_reach = address == s.next && is_alone(s, floor) && !several_hosts();
    s.reach = static_cast<unsigned char>(may_reach ? std::min(4u * s.reach, MOST_AHEAD) : 1);
    const uintptr_t left = uintptr_t(block.threads - this_thread()) * step,
                    count = s.shift == SOLO_SHIFT
                                ? s.reach
                                : std::min<uintptr_t>((left - 1) / stretch::BYTES + 1, s.reach);
    const uintptr_t begin = address / stretch::BYTES * stretch::BYTES;
    uintptr_t at = begin;
    for (; at != begin + count * stretch::BYTES; at += stretch::BYTES) {
        stretch &of = *stretch_at(at);
        const state_of_stretch state(at);
        if (!is_fresh(of, at, floor) || !state.allocated || (!WRITES && !state.written) ||
            (now.meets_copies && copies_touch(at, stretch::BYTES)))
            break;
        makes_written |= !state.written;
        of.last = stretch::AHEAD;
    }
    return at;
}
template uintptr_t reach_ahead<true>(batch &, uintptr_t, unsigned, bool &);

namespace {

// The same of a stretch that others read too.
bool solo_goes_on(batch &s, uintptr_t address) {
    stretch &of = *stretch_at(address);
    const state_of_stretch state(address);
    if (of.last != 0 || !state.allocated || !state.written ||
        (now.meets_copies && copies_touch(address, stretch::BYTES)))
        return false;
    note(s);
    s.first = s.next;
    s.is_ahead = false;
    counts[s.entry] = 0;
    unsigned read;
    if (!go_on_with_solo(address, s.size / 4, this_epoch().solo(s.place), read)) {
        end_batch(s);
        return false;
    }
    s.origin = origin_of_solo();
    s.first = s.next = address + s.size;
    s.limit = address + stretch::BYTES;
    s.read = static_cast<unsigned char>(read);
    is_in(s, address, s.limit);
    return true;
}

} // namespace

template <unsigned WORDS, bool WRITES> bool goes_on_in_next(batch &s, uintptr_t address) {
    bool makes_written = false;
    if (now.turn <= 0 || !may_be_solo(s))
        return false;
    if (s.shift == SOLO_SHIFT && address - s.first < s.limit - s.first) {
        note(s); // another thread's, which has been here, or was to come
        s.first = s.limit = s.next;
        s.is_ahead = false;
    }
    const uintptr_t at = reach_ahead<WRITES>(s, address, 4 * WORDS, makes_written);
    if (at == address)
        return s.shift == SOLO_SHIFT && !WRITES && solo_goes_on(s, address);
    note(s);
    s.origin = origin_from(s, address);
    s.first = address;
    s.next = address + 4 * WORDS;
    s.limit = at;
    s.is_ahead = true;
    s.makes_written = makes_written;
    is_in(s, address, at);
    if (s.reach == 1) { // which others may use too
        note(s);
        s.first = s.next;
        s.is_ahead = false;
        s.read = 0;
    }
    return true;
}
template bool goes_on_in_next<1, false>(batch &, uintptr_t);
template bool goes_on_in_next<1, true>(batch &, uintptr_t);
template bool goes_on_in_next<2, false>(batch &, uintptr_t);
template bool goes_on_in_next<2, true>(batch &, uintptr_t);
template bool goes_on_in_next<4, false>(batch &, uintptr_t);
template bool goes_on_in_next<4, true>(batch &, uintptr_t);

namespace {

uint64_t all_seen(const byte_stretch &s) {
    uint64_t bytes = 0;
    for (const uint64_t seen : s.seen)
        bytes |= seen;
    return bytes;
}

// Whether what it knows of each byte takes the place of what the other one does.
bool covers(const byte_stretch &s, const byte_stretch &earlier) {
    return (earlier.written & ~s.written) == 0 &&
           (all_seen(earlier) & ~(s.written | all_seen(s))) == 0;
}

} // namespace

bool begin_bytes(uintptr_t address) {
    stretch &of = *stretch_at(address);
    byte_stretch *const bytes = byte_stretch_at(address);
    const uint32_t needed = needed_from();
    if (of.last != stretch::OF_BYTES) {
        if (!is_forgotten(of, address, needed))
            return false;
        end_batches_of(of);
        of.forget();
        of.last = stretch::OF_BYTES;
    } else {
        bool is_alive = bytes->write.serial() >= now.floor,
             is_over = !is_alive && bytes->written != 0;
        for (unsigned i = 0; i < stretch::READS; ++i) {
            const bool goes_on = bytes->read[i].serial() >= now.floor;
            is_alive |= goes_on;
            is_over |= !goes_on && bytes->seen[i] != 0;
        }
        if (!is_over)
            return true;
        if (is_alive)
            return false;
        end_batches_of(of);
        if (!are_forgotten(*bytes, needed)) {
            if (!covers(bytes[0], bytes[1]))
                return false;
            copy_unseen(&bytes[1], &bytes[0], sizeof *bytes);
            bytes->forget();
            return true;
        }
    }
    bytes[0].forget();
    bytes[1].forget();
    return true;
}

template <unsigned BYTES, bool WRITES> bool bytes_go_on_in_next(batch &s, uintptr_t address) {
    if (s.part != 0)
        return parts_go_on(s, address);
    stretch &of = *stretch_at(address);
    const state_of_stretch rest(address);
    if (of.last == stretch::AHEAD || !is_forgotten(of, address, now.floor) || !rest.allocated ||
        (!WRITES && !rest.written) || now.turn <= 0 ||
        (now.meets_copies && copies_touch(address, stretch::BYTES)) || !begin_bytes(address))
        return false;
    note(s);
    if (uint32_t &count = broken_of(s.place); count != 0)
        --count;
    const access series = this_epoch().byte_series(0, BYTES, s.place);
    s.origin = origin_of(address, s.shift, checked_thread.epoch);
    s.first = s.next = address + BYTES;
    s.limit = address + stretch::BYTES;
    s.makes_written = !rest.written;
    is_in(s, address, s.limit);
    byte_stretch &bytes = *byte_stretch_at(address);
    const uint64_t bits = (1u << BYTES) - 1;
    if (WRITES) {
        bytes.write = series;
        bytes.written = bits;
        region_state(address)->set_written(bits);
    } else {
        s.read = 0;
        bytes.read[0] = series;
        bytes.seen[0] = bits;
        of.was_read = true;
    }
    return true;
}
template bool bytes_go_on_in_next<1, false>(batch &, uintptr_t);
template bool bytes_go_on_in_next<1, true>(batch &, uintptr_t);
template bool bytes_go_on_in_next<2, false>(batch &, uintptr_t);
template bool bytes_go_on_in_next<2, true>(batch &, uintptr_t);

static __attribute__((noinline)) void end_batches_in(uint32_t number) {
    for (unsigned i = 0; i < MOST_BATCHES; ++i)
        if (number - first_stretches[i] < counts[i])
            end_batch(*all_batches[i]);
}

bool end_batches_of(const stretch &of) {
    const auto number = static_cast<uint32_t>(&of - stretch_at(REGION));
    uint32_t any = 0;                             // with the sign of one that is there
    for (unsigned i = 0; i < MOST_BATCHES; ++i) { // all, which a processor compares together
        const uint32_t behind = number - first_stretches[i];
        any |= ~behind & (behind - counts[i]);
    }
    if (any >> 31 == 0)
        return false;
    end_batches_in(number);
    return true;
}

void stretch_is_broken(const byte_stretch &s) {
    const auto count = [](access series) { broken_of(series.place()) += !series.is_none(); };
    count(s.write);
    for (const access read : s.read)
        count(read);
}

bool breaks_stretches(uint32_t place) {
    return broken_of(place) >= 4;
}

void end_batches() {
    for (batch *s : all_batches)
        if (s != nullptr)
            end_batch(*s);
}

} // namespace checker
} // namespace cuda_emulator
