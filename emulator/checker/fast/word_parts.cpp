// word_parts.cpp: shortcut "word_parts": threads that write a word each, from several places one or
// two bytes of it (see batches.h). The claim: of a word of which one thread has written all, its
// last write is remembered, so that these are a batch of words, from the last place.
#include "batch_list.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

unsigned char part_in_turn;

namespace {

// The parts of words, in the order in which threads write them. 0: there are none.
batch *parts[4];
unsigned part_count;

uintptr_t word_of(uintptr_t address) {
    return address & ~uintptr_t(3);
}

// The first word that has not been written by all parts.
uintptr_t first_unwritten() {
    return word_of(parts[part_count - 1]->next);
}

void note_words() {
    if (!parts[0]->is_ahead)
        return;
    batch words = *parts[0];
    words.size = 4;
    words.place = parts[part_count - 1]->place;
    words.next = first_unwritten();
    words.limit = word_of(words.limit);
    note_ahead(words);
}

} // namespace

void end_parts() {
    note_words();
    const uintptr_t word = first_unwritten();
    const uint64_t epoch = checked_thread.epoch;
    counts[parts[0]->entry] = 0;
    all_batches[parts[0]->entry] = nullptr;
    struct {
        uintptr_t address;
        void *code;
    } written[4];
    unsigned count = 0;
    for (unsigned i = 0; i < part_count; ++i) {
        batch &s = *parts[i];
        count_accesses(s);
        if (word_of(s.next) != word)
            written[count++] = {s.next - 4, s.code};
        s.code = nullptr;
        s.part = 0;
    }
    part_count = 0;
    for (unsigned i = 0; i < count; ++i) { // of the word that a thread has begun with
        checked_thread.epoch = parts[0]->origin + word / 4 * NEXT_THREAD;
        touch_part(written[i].address, parts[0]->size, written[i].code);
    }
    checked_thread.epoch = epoch;
}

namespace {

// What a thread has written of a word, from several places.
struct word_in_parts {
    uint64_t epoch;
    uintptr_t word;
    unsigned bytes, count;
    uintptr_t addresses[4];
    void *codes[4];
    uint32_t places[4];
};

bool are_parts(const word_in_parts &w) {
    bool same = part_count == w.count;
    for (unsigned i = 0; same && i < w.count; ++i)
        same = parts[i]->code == w.codes[i];
    return same;
}

// The threads behind this one may go on so.
void begin_parts(const word_in_parts &w, unsigned size) {
    if (part_count != 0)
        end_parts();
    for (unsigned i = 0; i < w.count; ++i) {
        parts[i] = &batch_from(w.codes[i]);
        if (std::find(parts, parts + i, parts[i]) != parts + i)
            return;
    }
    static unsigned char latest;
    latest = (latest + 1) % MOST_BATCHES;
    if (all_batches[latest] != nullptr && is_alive(*all_batches[latest]))
        return;
    if (all_batches[latest] != nullptr)
        end_batch(*all_batches[latest]);
    for (unsigned i = 0; i < w.count; ++i) {
        batch &s = *parts[i];
        if (s.code != nullptr)
            end_batch(s);
        s.code = w.codes[i];
        s.first = s.next = s.counted = s.limit = w.addresses[i] + 4;
        s.origin = w.epoch - w.word / 4 * NEXT_THREAD;
        s.place = w.places[i];
        s.is_ahead = false;
        s.size = static_cast<unsigned char>(size);
        s.shift = 2;
        s.writes = true;
        s.entry = latest;
        s.reach = 1;
        s.part = static_cast<unsigned char>(i + 1);
        s.then = static_cast<unsigned char>((i + 1) % w.count + 1);
        s.is_again = false;
    }
    part_in_turn = 1;
    all_batches[latest] = parts[0];
    part_count = w.count;
}

} // namespace

bool parts_go_on(batch &s, uintptr_t address) {
    const uintptr_t word = word_of(address);
    bool is_turn =
        s.part == 1 && word % stretch::BYTES == 0 && address % 4 == s.next % 4 && now.turn > 0;
    for (unsigned i = 1; is_turn && i < part_count; ++i)
        is_turn = word_of(parts[i]->next) == word_of(s.next);
    bool makes_written = false;
    const uintptr_t at = is_turn ? reach_ahead<true>(s, address, 4, makes_written) : word;
    if (at == word) {
        end_parts();
        return false;
    }
    note_words();
    for (unsigned i = 0; i < part_count; ++i) {
        batch &part = *parts[i];
        const uintptr_t byte = part.next % 4;
        count_accesses(part);
        part.next = part.counted = word + byte;
        part.limit = at + byte;
        part.origin = checked_thread.epoch - word / 4 * NEXT_THREAD;
    }
    part_in_turn = s.then;
    s.next += 4;
    s.first = word;
    s.is_ahead = true;
    s.makes_written = makes_written;
    is_in(s, word, at);
    return true;
}

void look_for_parts(uintptr_t address, unsigned size, void *code, uint32_t place) {
    static word_in_parts w;
    const unsigned bytes = ((1u << size) - 1) << address % 4;
    if (w.epoch != checked_thread.epoch || w.word != word_of(address) || (w.bytes & bytes) != 0) {
        w.epoch = checked_thread.epoch;
        w.word = word_of(address);
        w.bytes = w.count = 0;
    }
    w.bytes |= bytes;
    w.addresses[w.count] = address;
    w.codes[w.count] = code;
    w.places[w.count++] = place;
    const bool all_known = std::find(w.places, w.places + w.count, 0u) == w.places + w.count;
    if (w.bytes == 15 && w.count == 4 / size && all_known && !are_parts(w) && now.turn > 0 &&
        now.is_simple && !in_reverse && !several_hosts() && has_stretches(address))
        begin_parts(w, size);
}

} // namespace checker
} // namespace cuda_emulator
