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

// The fewest that could serve so many lanes: as many as their bytes would fill if all lay side by
// side. As NVIDIA's profiler counts, bytes that several lanes want count as often; where they came
// for less, that is the fewest.
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

// The lanes that come to shared memory together: a warp, or where each wants 8 bytes half of it, or
// where 16 a quarter.
struct lane_group {
    std::uintptr_t address[LANES];
    bool is_there[LANES] = {};
    unsigned size = 0; // lanes, there or not
    numbers words;

    // Whether lanes, each with its neighbour (1) or the one behind that (2), want the same.
    bool is_in_pairs(unsigned distance) const {
        for (unsigned lane = 0; lane < size; ++lane) {
            const unsigned other = lane ^ distance;
            if (is_there[lane] && is_there[other] && address[lane] != address[other])
                return false;
        }
        return true;
    }
};

// Each bank serves one word at a time, to all lanes that ask for it.
unsigned wavefronts_of(numbers words) {
    const unsigned distinct = words.distinct();
    unsigned of_bank[BANKS] = {};
    unsigned most = 0;
    for (unsigned w = 0; w < distinct; ++w)
        most = std::max(most, ++of_bank[words.all[w] % BANKS]);
    return most;
}

// Two groups of a load become one wavefront if pairs of their lanes want the same, and all of it
// fits. An H100 does so with full warps; where lanes are absent it may do otherwise now and then.
bool go_together(const lane_group &a, const lane_group &b) {
    if (a.words.count == 0 || b.words.count == 0)
        return false;
    if (!(a.is_in_pairs(1) && b.is_in_pairs(1)) && !(a.is_in_pairs(2) && b.is_in_pairs(2)))
        return false;
    numbers words = a.words;
    for (unsigned w = 0; w < b.words.count; ++w)
        words.add(b.words.all[w]);
    return wavefronts_of(words) == 1;
}

std::uint64_t wavefronts_of(const instruction &what, const lane_address *lanes, unsigned count) {
    const unsigned size = what.bytes <= WORD_BYTES ? LANES : LANES * WORD_BYTES / what.bytes;
    lane_group groups[4];
    for (unsigned i = 0; i < count; ++i) {
        lane_group &group = groups[lanes[i].lane / size];
        const unsigned lane = lanes[i].lane % size;
        group.size = size;
        group.address[lane] = lanes[i].address;
        group.is_there[lane] = true;
        for_pieces(lanes[i].address, what.bytes, WORD_BYTES,
                   [&](std::uintptr_t word) { group.words.add(word); });
    }
    std::uint64_t sum = 0;
    for (unsigned g = 0; g < 4; g += 2)
        if (what.kind == access::load && go_together(groups[g], groups[g + 1]))
            sum += 1;
        else
            sum += wavefronts_of(groups[g].words) + wavefronts_of(groups[g + 1].words);
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
        moved = wavefronts_of(what, lanes, count);
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
