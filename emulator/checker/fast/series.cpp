// series.cpp: what series say of a single word, as its cell would.
#include "checker/order.h"

#include <type_traits>

namespace cuda_emulator {
namespace checker {

// Of a word, or a byte.
template <class Stretch> static cell cell_of(const Stretch &s, unsigned number) {
    cell c = {};
    if ((s.written >> number & 1) != 0)
        c.write = s.write.of_series(number);
    access &older = c.read[0], &latest = c.read[1];
    for (unsigned i = 0; i < Stretch::READS; ++i) {
        if ((s.seen[i] >> number & 1) == 0)
            continue;
        if (s.read[i].is_earlier_write()) {
            c.write = s.read[i].as_write().of_series(number);
            continue;
        }
        const access read = s.read[i].of_series(number);
        // As in a cell: of a thread's reads the first one stays.
        if (std::is_same_v<Stretch, byte_stretch> &&
            (latest.same_epoch(read) || older.same_epoch(read)))
            continue;
        // As a cell would have taken them up one after the other: another block's read stays.
        if (!latest.same_epoch(read) &&
            (older.is_none() || (in_this_block(older.serial()) &&
                                 (older.serial() < read.serial() || older.same_thread(read)))))
            older = latest;
        latest = read;
    }
    return c;
}

cell cell_of_series(const stretch &s, unsigned word) {
    return cell_of(s, word);
}

// Adds what another byte's access has to that of the word. False if there are two then.
static bool add_to_word(access &of_word, access of_byte) {
    if (of_word.is_none())
        of_word = of_byte;
    else if (!of_byte.is_none() && !of_word.differs_in_bytes(of_byte))
        return false;
    of_word.add_bytes_of(of_byte);
    return true;
}

cell cell_of_series(const byte_stretch &s, unsigned word, cell parts[4]) {
    cell whole = {};
    bool is_whole = true;
    const byte_stretch &earlier = (&s)[1];
    for (unsigned byte = 0; byte < 4; ++byte) {
        const unsigned number = 4 * word + byte, bits = 1u << byte;
        cell c = cell_of(s, number);
        if (const cell before = cell_of(earlier, number); c.write.is_none()) {
            c.write = before.write;
            for (unsigned i = 2; i-- > 0 && c.read[0].is_none();)
                (c.read[1].is_none() ? c.read[1] : c.read[0]) = before.read[i];
        }
        parts[byte] = {c.write.within(bits), {c.read[0].within(bits), c.read[1].within(bits)}};
        is_whole &= add_to_word(whole.write, parts[byte].write) &&
                    add_to_word(whole.read[0], parts[byte].read[0]) &&
                    add_to_word(whole.read[1], parts[byte].read[1]);
    }
    if (!is_whole)
        whole.split(0, now.serial);
    return whole;
}

} // namespace checker
} // namespace cuda_emulator
