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

unsigned rounded_up(std::uint64_t bytes, unsigned piece) {
    return static_cast<unsigned>((bytes + piece - 1) / piece);
}

// The lanes' addresses, sorted.
numbers addresses_of(const lane_address *lanes, unsigned count) {
    numbers addresses;
    for (unsigned i = 0; i < count; ++i)
        addresses.add(lanes[i].address);
    addresses.sort();
    return addresses;
}

// How many bytes accesses of so many bytes touch together.
std::uint64_t distinct_bytes(const numbers &sorted, unsigned bytes) {
    std::uint64_t sum = 0;
    std::uintptr_t end = 0;
    for (unsigned i = 0; i < sorted.count; ++i) {
        const std::uintptr_t first = std::max(sorted.all[i], end);
        end = sorted.all[i] + bytes;
        sum += end - first;
    }
    return sum;
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

// Each bank serves one word at a time, to all lanes that ask for it. Accesses of 8 bytes come by
// halves of a warp, those of 16 by quarters.
void count_shared(figures &sum, unsigned bytes, const lane_address *lanes, unsigned count) {
    const unsigned lanes_at_a_time = bytes <= WORD_BYTES ? LANES : LANES * WORD_BYTES / bytes;
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
        sum.moved += most;
        sum.ideal += rounded_up(distinct, BANKS);
    }
}

void count_global(figures &sum, unsigned bytes, const lane_address *lanes, unsigned count,
                  const numbers &sorted) {
    numbers sectors;
    for (unsigned i = 0; i < count; ++i)
        for_pieces(lanes[i].address, bytes, SECTOR_BYTES,
                   [&](std::uintptr_t sector) { sectors.add(sector); });
    sum.moved += sectors.distinct();
    sum.ideal += rounded_up(distinct_bytes(sorted, bytes), SECTOR_BYTES);
}

} // namespace

void count_request(figures &sum, const instruction &what, const lane_address *lanes,
                   unsigned count) {
    ++sum.requests;
    sum.lanes += count;
    sum.bytes += static_cast<std::uint64_t>(count) * what.bytes;
    if (what.space == memory_space::local || what.space == memory_space::texture)
        return; // where that lies only the GPU knows, and its compiler
    if (what.space == memory_space::shared && what.kind != access::atomic) {
        count_shared(sum, what.bytes, lanes, count);
        return;
    }
    numbers sorted = addresses_of(lanes, count);
    if (what.kind == access::atomic)
        sum.at_one_address += most_alike(sorted);
    if (what.space == memory_space::shared)
        count_shared(sum, what.bytes, lanes, count);
    else if (what.space == memory_space::global)
        count_global(sum, what.bytes, lanes, count, sorted);
    else { // constant memory serves one address at a time, to all lanes that ask for it
        sum.moved += sorted.distinct();
        sum.ideal += 1;
    }
}

ways ways_of(const lane_address *lanes, unsigned count) {
    numbers values = addresses_of(lanes, count);
    ways all = {values.all[count - 1], 0, 0, count};
    for (unsigned i = 0; i < count; ++i)
        all.sum += values.all[i];
    all.distinct = values.distinct();
    return all;
}

void count_branch(branch_figures &sum, branch_kind kind, const ways &taken) {
    if (kind == branch_kind::loop) { // some leave after each number of turns but the last one
        sum.passes += taken.most;
        sum.divided += taken.distinct - 1;
    } else {
        sum.passes += 1;
        sum.divided += taken.distinct > 1 ? 1 : 0;
    }
    sum.entered += kind == branch_kind::switch_case ? taken.distinct : taken.most;
    sum.inside += kind == branch_kind::switch_case ? taken.lanes : taken.sum;
}

} // namespace profiler
} // namespace cuda_emulator
