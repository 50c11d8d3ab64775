// figures.cpp: see figures.h.
#include "figures.h"

#include <algorithm>

namespace cuda_emulator {
namespace profiler {

namespace {

constexpr unsigned MOST_PIECES = 4 * LANES + LANES; // words that the lanes of a request can touch

// Numbers that may be there more than once, by their order.
struct numbers {
    std::uintptr_t all[MOST_PIECES];
    unsigned count = 0;

    void add(std::uintptr_t number) { all[count++] = number; }
    // Mostly they are in order already.
    void sort() {
        if (!std::is_sorted(all, all + count))
            std::sort(all, all + count);
    }
    unsigned distinct() {
        sort();
        return static_cast<unsigned>(std::unique(all, all + count) - all);
    }
};

// Calls add(number) for the pieces, of so many bytes each, that an access lies in.
template <class Add>
void for_pieces(std::uintptr_t address, unsigned bytes, unsigned piece, Add add) {
    for (std::uintptr_t number = address / piece; number <= (address + bytes - 1) / piece; ++number)
        add(number);
}

// The fewest that could serve so many lanes: as many as their bytes would fill if all lay side by side. As NVIDIA's
// profiler counts, bytes that several lanes want count as often; where they came for less, that is the fewest.
std::uint64_t ideal_of(std::uint64_t moved, unsigned count, unsigned bytes, unsigned piece) {
    return std::min<std::uint64_t>(moved, (count * bytes + piece - 1) / piece);
}

// The lanes' addresses, sorted.
numbers addresses_of(const lane_address *lanes, unsigned count) {
    numbers addresses;
    for (unsigned i = 0; i < count; ++i)
        addresses.add(lanes[i].address);
    addresses.sort();
    return addresses;
}

unsigned most_alike(const numbers &sorted) {
    unsigned most = 0;
    for (unsigned i = 0, first = 0; i < sorted.count; ++i) {
        if (sorted.all[i] != sorted.all[first])
            first = i;
        most = std::max(most, i - first + 1);
    }
    return most;
}

// Each bank serves one word at a time, to all lanes that ask for it. Accesses of more than a word come by halves of a
// warp.
std::uint64_t wavefronts_of(unsigned bytes, const lane_address *lanes, unsigned count) {
    const unsigned lanes_at_a_time = bytes <= WORD_BYTES ? LANES : LANES / 2;
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < count;) {
        const unsigned group = lanes[i].lane / lanes_at_a_time;
        numbers words;
        for (; i < count && lanes[i].lane / lanes_at_a_time == group; ++i)
            for_pieces(lanes[i].address, bytes, WORD_BYTES,
                       [&](std::uintptr_t word) { words.add(word); });
        const unsigned distinct = words.distinct();
        unsigned of_bank[BANKS] = {};
        unsigned most = 0;
        for (unsigned w = 0; w < distinct; ++w)
            most = std::max(most, ++of_bank[words.all[w] % BANKS]);
        sum += most;
    }
    return sum;
}

std::uint64_t sectors_of(unsigned bytes, const lane_address *lanes, unsigned count) {
    numbers sectors;
    for (unsigned i = 0; i < count; ++i)
        for_pieces(lanes[i].address, bytes, SECTOR_BYTES,
                   [&](std::uintptr_t sector) { sectors.add(sector); });
    return sectors.distinct();
}

} // namespace

void count_request(figures &sum, const instruction &what, const lane_address *lanes,
                   unsigned count) {
    ++sum.requests;
    sum.lanes += count;
    sum.bytes += static_cast<std::uint64_t>(count) * what.bytes;
    if (what.space == memory_space::local || what.space == memory_space::texture)
        return; // where that lies only the GPU knows, and its compiler
    std::uint64_t moved, ideal;
    if (what.space == memory_space::shared) {
        moved = wavefronts_of(what.bytes, lanes, count);
        ideal = ideal_of(moved, count, what.bytes, BANKS * WORD_BYTES);
    } else if (what.space == memory_space::global) {
        moved = sectors_of(what.bytes, lanes, count);
        ideal = ideal_of(moved, count, what.bytes, SECTOR_BYTES);
    } else { // constant memory serves one address at a time, to all lanes that ask for it
        moved = addresses_of(lanes, count).distinct();
        ideal = 1;
    }
    sum.moved += moved;
    sum.ideal += ideal;
    if (what.kind == access::atomic)
        sum.at_one_address += most_alike(addresses_of(lanes, count));
}

} // namespace profiler
} // namespace cuda_emulator
