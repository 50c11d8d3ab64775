// kept_blocks.cpp: see kept_blocks.h.
#include "kept_blocks.h"

#include <algorithm>
#include <set>

namespace cuda_emulator {
namespace recorder {

namespace {

constexpr std::size_t MOST_KEPT = 4;
constexpr std::uint32_t DROPPED = ~0u;

bool is_access(const event &e) {
    return e.what >= kind::read && e.what <= kind::atomic;
}

// Of what stays in a list of so many, the new numbers.
class renumbering {
public:
    explicit renumbering(std::size_t count) : numbers_(count, DROPPED) {}
    void keep(std::size_t old) { numbers_[old] = 0; }
    bool keeps(std::size_t old) const { return numbers_[old] != DROPPED; }
    void count() {
        for (std::uint32_t &n : numbers_)
            if (n != DROPPED)
                n = kept_++;
    }
    std::uint32_t operator[](std::size_t old) const { return numbers_[old]; }

    template <class Items> void drop_from(Items &items) const {
        for (std::size_t i = 0; i < items.size(); ++i)
            if (keeps(i) && numbers_[i] != i)
                items[numbers_[i]] = std::move(items[i]);
        items.resize(kept_);
    }

private:
    std::vector<std::uint32_t> numbers_;
    std::uint32_t kept_ = 0;
};

renumbering blocks_to_keep(const recording &r, std::uint32_t block_threads) {
    std::set<std::uint32_t> kept = {0};
    for (const finding &f : r.findings) {
        std::set<std::uint32_t> all = kept;
        for (const std::uint64_t number : f.events)
            all.insert(r.events[number].thread / block_threads);
        if (all.size() <= MOST_KEPT)
            kept = all;
    }
    renumbering blocks(r.blocks.size());
    for (const std::uint32_t block : kept)
        blocks.keep(block);
    blocks.count();
    return blocks;
}

// A variable's window is what the events have used.
void narrow(variable &v, std::uint64_t used, std::uint64_t used_end) {
    const std::uint64_t row = 32 * v.of.size;
    const std::uint64_t first = std::max<std::uint64_t>(used / row * row, v.first);
    const std::uint64_t end =
        std::min<std::uint64_t>((used_end + row - 1) / row * row, v.first + v.window);
    if (v.space == memory_space::shared || first >= end)
        return;
    for (std::vector<unsigned char> *bytes : {&v.initial, &v.is_written})
        if (!bytes->empty())
            *bytes = {bytes->begin() + static_cast<std::ptrdiff_t>(first - v.first),
                      bytes->begin() + static_cast<std::ptrdiff_t>(end - v.first)};
    v.first = first;
    v.window = end - first;
}

void drop_variables(recording &r, const renumbering &blocks) {
    struct used_bytes {
        std::uint64_t begin = ~std::uint64_t(0), end = 0;
    };
    std::vector<used_bytes> used(r.variables.size());
    for (const event &e : r.events)
        if (is_access(e) && e.variable < used.size()) {
            used[e.variable].begin = std::min(used[e.variable].begin, e.offset);
            used[e.variable].end = std::max(used[e.variable].end, e.offset + e.bytes);
        }
    renumbering variables(r.variables.size() + 1); // and behind them what is no variable
    variables.keep(r.variables.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
        variable &v = r.variables[i];
        if (v.block >= 0 ? !blocks.keeps(static_cast<std::size_t>(v.block)) : used[i].end == 0)
            continue;
        if (v.block >= 0)
            v.block = static_cast<int>(blocks[static_cast<std::size_t>(v.block)]);
        narrow(v, used[i].begin, used[i].end);
        variables.keep(i);
    }
    variables.count();
    for (event &e : r.events)
        if (is_access(e))
            e.variable = variables[e.variable];
    r.variables.emplace_back();
    variables.drop_from(r.variables);
    r.variables.pop_back();
}

} // namespace

void keep_blocks_of_findings(recording &r) {
    const std::uint32_t block_threads = r.block.x * r.block.y * r.block.z;
    const renumbering blocks = blocks_to_keep(r, block_threads);
    const auto is_kept = [&](std::uint32_t thread) { return blocks.keeps(thread / block_threads); };
    const auto renumbered = [&](std::uint32_t thread) {
        return blocks[thread / block_threads] * block_threads + thread % block_threads;
    };
    if (!blocks.keeps(r.blocks.size() - 1))
        r.left_out = 0; // once there are as many events as there may be, no other block begins

    renumbering events(r.events.size());
    for (std::size_t i = 0; i < r.events.size(); ++i)
        if (is_kept(r.events[i].thread))
            events.keep(i);
    events.count();
    const auto is_dropped = [&](std::uint64_t number) { return !events.keeps(number); };
    r.findings.erase(std::remove_if(r.findings.begin(), r.findings.end(),
                                    [&](const finding &f) {
                                        return std::any_of(f.events.begin(), f.events.end(),
                                                           is_dropped);
                                    }),
                     r.findings.end());
    for (finding &f : r.findings)
        for (std::uint64_t &number : f.events)
            number = events[number];
    events.drop_from(r.events);
    for (event &e : r.events)
        e.thread = renumbered(e.thread);
    r.meetings.clear(); // the findings have been found
    blocks.drop_from(r.blocks);
    drop_variables(r, blocks);
}

} // namespace recorder
} // namespace cuda_emulator
