// requests.cpp: see requests.h.
#include "requests.h"

#include "runtime/observer.h"

namespace cuda_emulator {
namespace profiler {

namespace {

bool has(const request &r, unsigned lane) {
    return (r.lanes >> lane & 1) != 0;
}

} // namespace

// Whether the first lane but one says how far apart they are, or the first one of another row how
// far rows are.
bool request_list::fits_now(request &r, unsigned lane, std::uintptr_t address) const {
    const unsigned others = r.lanes & ~(1u << lane);
    const int one = __builtin_ctz(others);
    const int row = static_cast<int>(lane >> row_shift_), row_of_one = one >> row_shift_;
    const auto distance = static_cast<std::ptrdiff_t>(address - even(r, lane));
    if (row == row_of_one) {
        const int between = static_cast<int>(lane) - one;
        if ((others & (others - 1)) != 0 || distance % between != 0)
            return false;
        r.stride = distance / between;
        r.first -= static_cast<std::uintptr_t>(r.stride) * (static_cast<unsigned>(one) & row_mask_);
        return true;
    }
    if ((31 - __builtin_clz(others)) >> row_shift_ != row_of_one ||
        distance % (row - row_of_one) != 0)
        return false;
    r.pitch = distance / (row - row_of_one);
    r.first -= static_cast<std::uintptr_t>(r.pitch) * static_cast<unsigned>(row_of_one);
    return true;
}

void request_list::join(request &r, unsigned lane, std::uintptr_t address) {
    r.lanes |= 1u << lane;
    if (r.apart != 0 || address != even(r, lane))
        join_unevenly(r, lane, address);
}

// The lane is noted already; its address is not where the ones before it led to.
void request_list::join_unevenly(request &r, unsigned lane, std::uintptr_t address) {
    if (r.apart == 0 && fits_now(r, lane, address))
        return;
    const undisturbed quiet;
    if (r.apart == 0) {
        apart_.emplace_back();
        r.apart = static_cast<std::uint32_t>(apart_.size());
        for (unsigned l = 0; l < LANES; ++l)
            apart_.back()[l] = even(r, l);
    }
    apart_[r.apart - 1][lane] = address;
}

// The place of the key in the index, or the free one where it belongs.
std::uint32_t &request_list::place_in_index(std::uint64_t key) {
    const std::size_t mask = index_.size() - 1;
    for (std::size_t at = (key * 0x9E3779B97F4A7C15u) >> 32;; ++at) {
        std::uint32_t &place = index_[at & mask];
        if (place == NONE || all_[place].key == key)
            return place;
    }
}

void request_list::make_index(std::size_t places) {
    index_.assign(places, NONE);
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
        std::uint32_t &place = place_in_index(all_[i].key);
        all_[i].previous = place;
        place = i;
    }
}

std::uint32_t request_list::add(std::uint64_t key, packed_instruction what, unsigned lane,
                                std::uintptr_t address) {
    const std::uint32_t number = count_++;
    all_.push_back({key, what, address, 0, 0, 1u << lane, 0, NONE});
    if (index_.empty())
        return number;
    if (2 * all_.size() > index_.size()) {
        make_index(2 * index_.size());
        return number;
    }
    std::uint32_t &place = place_in_index(key);
    all_[number].previous = place;
    place = number;
    return number;
}

void request_list::come(follower &f, unsigned lane, std::uint64_t key, packed_instruction what,
                        std::uintptr_t address) {
    if (f.in_step && f.next < count_ && all_[f.next].key == key)
        join(all_[f.next++], lane, address);
    else
        come_otherwise(f, lane, key, what, address);
}

void request_list::come_otherwise(follower &f, unsigned lane, std::uint64_t key,
                                  packed_instruction what, std::uintptr_t address) {
    const undisturbed quiet;
    // Who is in step has come in all requests of this key already.
    if (f.in_step && f.next == all_.size()) {
        add(key, what, lane, address);
        ++f.next;
        return;
    }
    if (index_.empty()) {
        std::size_t places = 64;
        while (places < 4 * all_.size())
            places *= 2;
        make_index(places);
    }
    f.in_step = false;
    std::uint32_t found = NONE;
    const auto is_next_of_its_key = [&](const request &r) {
        return r.key == key && !has(r, lane) && (r.previous == NONE || has(all_[r.previous], lane));
    };
    if (f.next < all_.size() && is_next_of_its_key(all_[f.next])) {
        found = f.next;
    } else {
        std::uint32_t last = place_in_index(key);
        while (last != NONE && !has(all_[last], lane)) {
            found = last;
            last = all_[last].previous;
        }
    }
    if (found == NONE)
        found = add(key, what, lane, address);
    else
        join(all_[found], lane, address);
    f.next = found + 1;
}

} // namespace profiler
} // namespace cuda_emulator
