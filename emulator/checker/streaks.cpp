// streaks.cpp: where streaks begin and end.
#include "streaks.h"

namespace cuda_emulator {
namespace checker {

streak streaks[STREAK_PLACES];

namespace {

// Those that there are, and their stretches. So few, as all are looked at when a series begins.
constexpr unsigned MOST = 16;
streak *all[MOST];
const stretch *stretches[MOST];

// The stretch gets to know of its accesses.
void note(const streak &s) {
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

void end(streak &s) {
    if (s.next != s.first)
        note(s);
    s.code = nullptr;
    all[s.entry] = nullptr;
    stretches[s.entry] = nullptr;
}

// Whether the thread that runs may yet add to it, in the same stretch, or has just done so.
bool is_alive(const streak &s) {
    const unsigned shift = 2 + s.words / 2; // the half is the logarithm of 1, 2 and 4
    const uint64_t epoch = s.origin + (s.next >> shift) * NEXT_THREAD;
    return (epoch == checked_thread.epoch && s.next % stretch::BYTES != 0) ||
           epoch == checked_thread.epoch + NEXT_THREAD;
}

// Of the words from one on to the end of its stretch.
struct rest_of_stretch {
    bool allocated, written;

    explicit rest_of_stretch(uintptr_t first) {
        uint64_t states[2];
        std::memcpy(states, region_state(first / stretch::BYTES * stretch::BYTES), sizeof states);
        const unsigned skipped = first / 4 % stretch::WORDS;
        const uint64_t mask = (uint64_t(1) << skipped % 8 * 8) - 1;
        const uint64_t both = skipped < 8 ? (states[0] | mask) & states[1] : states[1] | mask;
        allocated = (both | 0x0f0f0f0f0f0f0f0f) == ~uint64_t(0);
        written = both == ~uint64_t(0);
    }
};

} // namespace

template <unsigned WORDS>
void begin_streak(uintptr_t address, access series, bool writes, unsigned read, void *code) {
    const uintptr_t next = address + 4 * WORDS;
    static unsigned char latest;
    streak &s = streak_from(code);
    const unsigned char entry = s.code != nullptr ? s.entry : (latest + 1) % MOST;
    streak *const other = all[entry];
    // Of several that a loop has begun one stays.
    const bool stays =
        other != nullptr && is_alive(*other) && !(other->code == code && other->next == address);
    if (stays || next % stretch::BYTES == 0 || now.turn <= 0 || in_reverse || several_hosts())
        return;
    const rest_of_stretch rest(next);
    if (!rest.allocated || (!writes && !rest.written))
        return;
    if (other != nullptr)
        end(*other);
    latest = entry;
    // One after the other: a processor waits for what is put together of parts before it is copied.
    s.code = code;
    s.first = s.next = next;
    s.origin = origin_of<WORDS>(address, checked_thread.epoch);
    s.series = series;
    s.words = WORDS;
    s.writes = writes;
    s.makes_written = !rest.written;
    s.read = static_cast<unsigned char>(read);
    s.entry = entry;
    all[entry] = &s;
    stretches[entry] = stretch_at(address);
}
template void begin_streak<1>(uintptr_t, access, bool, unsigned, void *);
template void begin_streak<2>(uintptr_t, access, bool, unsigned, void *);
template void begin_streak<4>(uintptr_t, access, bool, unsigned, void *);

template <unsigned WORDS, bool WRITES> bool goes_on_in_next(streak &s) {
    const uintptr_t address = s.next;
    stretch &of = *stretch_at(address);
    const access floor(now.floor, 0);
    bool fresh = of.last == 0 && of.write.is_before(floor);
    for (const access read : of.read)
        fresh &= read.is_before(floor);
    const rest_of_stretch rest(address);
    if (!fresh || !rest.allocated || (!WRITES && !rest.written) || now.turn <= 0)
        return false;
    note(s);
    s.series = access::unpacked(checked_thread.epoch).series(0, WORDS, s.series.place());
    s.first = s.next = address + 4 * WORDS;
    s.makes_written = !rest.written;
    stretches[s.entry] = &of;
    const unsigned bits = (1u << WORDS) - 1;
    if (WRITES) {
        for (unsigned i = 0; i < stretch::READS; ++i)
            if (of.seen[i] == 0)
                of.read[i] = {};
        of.write = s.series;
        of.written = 0;
        of.write_to(bits);
        for (unsigned i = 0; i < WORDS; ++i)
            region_state(address)[i].set_written(15);
    } else {
        s.read = 0;
        of.read[0] = s.series;
        of.seen[0] = static_cast<uint16_t>(bits);
        of.was_read = true;
    }
    return true;
}
template bool goes_on_in_next<1, false>(streak &);
template bool goes_on_in_next<1, true>(streak &);
template bool goes_on_in_next<2, false>(streak &);
template bool goes_on_in_next<2, true>(streak &);
template bool goes_on_in_next<4, false>(streak &);
template bool goes_on_in_next<4, true>(streak &);

bool end_streaks_of(const stretch &of) {
    bool any = false;
    for (unsigned i = 0; i < MOST; ++i)
        if (stretches[i] == &of) {
            end(*all[i]);
            any = true;
        }
    return any;
}

void end_streaks() {
    for (streak *s : all)
        if (s != nullptr)
            end(*s);
}

} // namespace checker
} // namespace cuda_emulator
