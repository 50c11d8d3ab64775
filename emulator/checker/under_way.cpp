// under_way.cpp: memory that a copy is on its way to, and sums that a product is still adding up.
// Until they are there the checker takes them for unwritten: who reads them has not waited.
#include "checker.h"
#include "memory_state.h"
#include "order.h"
#include "strays.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {
namespace checker {

namespace {

struct copy_span {
    uintptr_t at;
    size_t bytes;
    memory_access by;
};
std::vector<copy_span> copies;
std::unordered_map<uintptr_t, memory_access> sums; // by the variable

} // namespace

void forget_what_is_under_way() {
    // Those of other blocks of its cluster go on.
    copies.erase(std::remove_if(copies.begin(), copies.end(),
                                [](const copy_span &copy) {
                                    return window_of(copy.at) == checked_window / WINDOW_BYTES;
                                }),
                 copies.end());
    if (!now.in_cluster)
        sums.clear();
}

// Who is to write there, if anything is on its way.
bool is_under_way(uintptr_t address, memory_access &by) {
    for (const copy_span &copy : copies)
        if (address - copy.at < copy.bytes) {
            by = copy.by;
            return true;
        }
    const auto sum = sums.find(address & ~uintptr_t(3));
    if (sum != sums.end())
        by = sum->second;
    return sum != sums.end();
}

void checker::copy_under_way(const void *to, std::size_t bytes, void *place) {
    const auto at = reinterpret_cast<uintptr_t>(to);
    if (!in_shared(at))
        return;
    copies.push_back({at, bytes, this_access(place, true, false, static_cast<unsigned>(bytes))});
    note_engine(known_place(place));
    // That it writes has been told. What follows is compared with the write that arrives.
    std::fill_n(region_cell(at), (bytes + 3) / 4, cell{});
    set_states(region, at, bytes, true, false);
}

// Words that somebody has read too early count as written by now, and have been told of.
void checker::copy_arrived(const void *to, std::size_t bytes, void *place) {
    const auto at = reinterpret_cast<uintptr_t>(to);
    {
        const undisturbed quiet;
        const auto found = std::find_if(copies.begin(), copies.end(),
                                        [=](const copy_span &one) { return one.at == at; });
        if (found == copies.end())
            return;
        copies.erase(found);
    }
    for (uintptr_t from = at, end = at + bytes; from < end;) {
        uintptr_t behind = from;
        while (behind < end && region_state(behind)->written() == 0)
            behind += 4;
        if (behind != from)
            tell_written(reinterpret_cast<const void *>(from), behind - from, place);
        from = behind + 4;
    }
}

void checker::sum_under_way(const void *variable, std::size_t bytes, void *place) {
    const auto at = reinterpret_cast<uintptr_t>(variable);
    if (in_region(at) || (local_state(at)->allocated() & byte_of(at)) == 0)
        return; // no variable that is known
    sums[at] = this_access(place, true, false, static_cast<unsigned>(bytes));
    for (uintptr_t byte = at; byte < at + bytes; ++byte)
        local_state(byte)->set(byte_of(byte), word_state(true, false));
}

void checker::sum_is_there(const void *variable, std::size_t bytes) {
    const auto at = reinterpret_cast<uintptr_t>(variable);
    if (sums.erase(at) == 0)
        return;
    for (uintptr_t byte = at; byte < at + bytes; ++byte)
        local_state(byte)->set_written(byte_of(byte));
}

} // namespace checker
} // namespace cuda_emulator
