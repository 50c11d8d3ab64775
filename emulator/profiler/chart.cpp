// chart.cpp: see chart.h.
#include "chart.h"
#include "sentences.h"

#include <cstdio>
#include <map>
#include <set>

namespace cuda_emulator {
namespace profiler {

namespace {

// Calls use(lane, number) for each piece of so many bytes that a lane of the request asks for.
template <class Use> void for_pieces_of(const line_row &row, unsigned piece, Use use) {
    for (unsigned left = row.request.lanes; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        const std::uintptr_t first = row.request.address[lane];
        for (std::uintptr_t n = first / piece; n <= (first + row.request.bytes - 1) / piece; ++n)
            use(lane, n);
    }
}

std::string marks(std::uint32_t lanes) {
    std::string text(LANES, '.');
    for (unsigned lane = 0; lane < LANES; ++lane)
        if ((lanes >> lane & 1) != 0)
            text[lane] = '#';
    return text;
}

void draw_sectors(const line_row &row) {
    std::map<std::uintptr_t, std::uint32_t> lanes_of_sector;
    for_pieces_of(row, SECTOR_BYTES, [&](unsigned lane, std::uintptr_t sector) {
        lanes_of_sector[sector] |= 1u << lane;
    });
    const std::uintptr_t first = lanes_of_sector.begin()->first;
    for (const auto &[sector, lanes] : lanes_of_sector)
        std::fprintf(stderr, "        %10llu  %s\n",
                     static_cast<unsigned long long>((sector - first) * SECTOR_BYTES),
                     marks(lanes).c_str());
}

void draw_banks(const line_row &row) {
    std::uint32_t lanes_of_bank[BANKS] = {};
    for_pieces_of(row, WORD_BYTES, [&](unsigned lane, std::uintptr_t word) {
        lanes_of_bank[word % BANKS] |= 1u << lane;
    });
    const std::array<unsigned, BANKS> words = words_of_banks(row);
    for (unsigned bank = 0; bank < BANKS; ++bank)
        if (words[bank] != 0)
            std::fprintf(stderr, "        %10u  %s  %s\n", bank, marks(lanes_of_bank[bank]).c_str(),
                         counted(words[bank], "word").c_str());
}

void draw(const line_row &row) {
    const bool is_shared = row.space == memory_space::shared;
    const unsigned *block = row.request.block;
    std::fprintf(stderr,
                 "    %s: a %s %s of warp %u in block %s\n"
                 "        %10s  lane 0  8       16      24\n",
                 place(row.where).c_str(), name_of(row.space), name_of(row.kind), row.request.warp,
                 triple({block[0], block[1], block[2]}).c_str(), is_shared ? "bank" : "sector at");
    (is_shared ? draw_banks : draw_sectors)(row);
}

bool can_be_drawn(const line_row &row) {
    return row.space == memory_space::global || row.space == memory_space::shared;
}

// Whether a place is meant by "31" or "mine.cu:31".
bool is_meant(const source_line &where, const std::string &line) {
    const std::string full = "/" + place(where);
    const std::string end = (line.find(':') == std::string::npos ? ":" : "/") + line;
    return full.size() >= end.size() &&
           full.compare(full.size() - end.size(), std::string::npos, end) == 0;
}

} // namespace

std::array<unsigned, BANKS> words_of_banks(const line_row &row) {
    std::set<std::uintptr_t> words;
    for_pieces_of(row, WORD_BYTES, [&](unsigned, std::uintptr_t word) { words.insert(word); });
    std::array<unsigned, BANKS> count = {};
    for (const std::uintptr_t word : words)
        ++count[word % BANKS];
    return count;
}

bool draw(const line_table &table, const std::string &line) {
    bool is_drawn = false;
    for (const line_row &row : line.empty() ? by_cost(table) : table.rows) {
        if (!can_be_drawn(row) || (line.empty() ? is_drawn : !is_meant(row.where, line)))
            continue;
        draw(row);
        is_drawn = true;
    }
    return is_drawn;
}

} // namespace profiler
} // namespace cuda_emulator
