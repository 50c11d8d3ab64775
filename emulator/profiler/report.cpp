// report.cpp: the report for people: for each kernel the lines, the one that costs most first, and
// what is wrong with it in a sentence.
#include "lines.h"
#include "tools.h"

#include <algorithm>
#include <cstdio>

namespace cuda_emulator {
namespace profiler {

namespace {

constexpr std::size_t MOST_SENTENCES = 6;
// Of a kernel's requests, or of what its memory moves: less is not worth a sentence.
constexpr double WORTH = 0.02;

std::string fixed(double number) {
    char text[32];
    std::snprintf(text, sizeof text, number == static_cast<long long>(number) ? "%.0f" : "%.1f",
                  number);
    return text;
}

double a_request(std::uint64_t number, const figures &sum) {
    return static_cast<double>(number) / static_cast<double>(sum.requests);
}

std::string place(const source_line &where) {
    return where.file + ":" + std::to_string(where.line);
}

// "neighbouring threads read 2048 bytes apart", if most of the requests are so.
std::string how_they_lie(const line_row &row) {
    const char *const verbs[] = {"read", "write", "change"};
    const figures &worst = row.worst;
    const std::ptrdiff_t stride = worst.stride.bytes < 0 ? -worst.stride.bytes : worst.stride.bytes;
    if (2 * worst.stride.votes < worst.requests)
        return "the addresses are scattered";
    const std::string verb = verbs[static_cast<int>(row.kind)];
    if (stride == 0)
        return "threads of a row " + verb + " one address, and those of the next one another";
    const bool side_by_side = static_cast<std::uint64_t>(stride) == worst.bytes / worst.lanes;
    if (row.space == memory_space::global && side_by_side) {
        if (8 * worst.lanes < 7 * LANES * worst.requests)
            return "only " + fixed(a_request(worst.lanes, worst)) + " of " + std::to_string(LANES) +
                   " threads of a warp are at work";
        return "threads " + verb +
               " side by side, but not from the beginning of a sector on, or in short rows";
    }
    return "neighbouring threads " + verb + " " +
           counted(static_cast<unsigned long long>(stride), "byte") + " apart";
}

// What is wrong with a line, or "". of_kernel: all of its requests to that memory.
std::string sentence(const line_row &row, const figures &of_kernel) {
    const figures &sum = row.sum, &worst = row.worst;
    const std::string begin = place(row.where) + ": ";
    const auto is_worth = [](std::uint64_t part, std::uint64_t all) {
        return static_cast<double>(part) > WORTH * static_cast<double>(all);
    };
    const auto would_do = [&](const char *unit) {
        return begin + fixed(a_request(worst.moved, worst)) + " " + unit + " a request, " +
               fixed(a_request(worst.ideal, worst)) + " would do";
    };
    const bool moves_too_much = is_worth(sum.excess(), of_kernel.moved);
    if (!moves_too_much && !is_worth(sum.requests, of_kernel.requests))
        return "";
    if (row.kind == access::atomic && a_request(sum.at_one_address, sum) >= 4)
        return begin + fixed(a_request(sum.at_one_address, sum)) + " of " +
               fixed(a_request(sum.lanes, sum)) +
               " threads meet at one address, where they go one after another";
    if (row.space == memory_space::global && moves_too_much)
        return would_do("sectors") + ": " + how_they_lie(row);
    if (row.space == memory_space::shared && moves_too_much)
        return would_do("wavefronts") + ", as threads meet at the same banks: " + how_they_lie(row);
    if (row.space == memory_space::constant && moves_too_much)
        return begin + fixed(a_request(worst.moved, worst)) +
               " addresses a request, which constant memory serves one after another";
    if (a_request(sum.lanes, sum) < LANES / 2)
        return begin + "only " + fixed(a_request(sum.lanes, sum)) + " of " + std::to_string(LANES) +
               " threads of a warp are at work";
    return "";
}

// What a line costs beyond what it must, in bytes that could have been moved meanwhile.
std::uint64_t cost(const line_row &row) {
    return row.sum.excess() *
           (row.space == memory_space::shared ? BANKS * WORD_BYTES : SECTOR_BYTES);
}

void print_rows(const line_table &table) {
    source_line last = {"", 0};
    for (const line_row &row : table.rows) {
        if (last < row.where || row.where < last)
            std::fprintf(stderr, "    %s: %s\n", place(row.where).c_str(),
                         text_of(row.where).c_str());
        last = row.where;
        const std::string what = std::string(name_of(row.space)) + " " + name_of(row.kind);
        std::fprintf(stderr, "        %-15s %10llu request%c  %4s of 32 threads", what.c_str(),
                     static_cast<unsigned long long>(row.sum.requests),
                     row.sum.requests == 1 ? ' ' : 's',
                     fixed(a_request(row.sum.lanes, row.sum)).c_str());
        const std::string unit = unit_of(row.space);
        if (!unit.empty())
            std::fprintf(stderr, "  %10llu %s%s, %llu ideal",
                         static_cast<unsigned long long>(row.sum.moved), unit.c_str(),
                         row.sum.moved == 1                    ? ""
                         : row.space == memory_space::constant ? "es"
                                                               : "s",
                         static_cast<unsigned long long>(row.sum.ideal));
        std::fprintf(stderr, "\n");
    }
    for (const meeting_row &row : table.met)
        std::fprintf(stderr, "    %s: %s, %s\n", place(row.where).c_str(), row.what.c_str(),
                     counted(row.sum.times, "time").c_str());
}

figures sum_of(const line_table &table, memory_space space) {
    figures all;
    for (const line_row &row : table.rows)
        if (row.space == space)
            all.add(row.sum);
    return all;
}

void print_sums(const line_table &table) {
    for (const memory_space space : {memory_space::global, memory_space::shared}) {
        const figures all = sum_of(table, space);
        if (all.requests != 0)
            std::fprintf(stderr, "    in all: %s memory, %s, %s, %llu ideal\n", name_of(space),
                         counted(all.requests, "request").c_str(),
                         counted(all.moved, unit_of(space)).c_str(),
                         static_cast<unsigned long long>(all.ideal));
    }
}

// The line that costs most comes first.
void print_sentences(const line_table &table) {
    std::vector<line_row> worst = table.rows;
    std::stable_sort(worst.begin(), worst.end(),
                     [](const line_row &a, const line_row &b) { return cost(a) > cost(b); });
    std::vector<std::string> said;
    for (const line_row &row : worst) {
        const std::string text = sentence(row, sum_of(table, row.space));
        if (text.empty() || said.size() == MOST_SENTENCES ||
            std::find(said.begin(), said.end(), text) != said.end())
            continue;
        std::fprintf(stderr, "  %s\n", text.c_str());
        said.push_back(text);
    }
}

void print(const launches &l) {
    const line_table table = by_lines(l.counted);
    std::string often = l.count == 1 ? "" : ", " + std::to_string(l.count) + " launches";
    if (l.counted.blocks != l.blocks())
        often += ", " + std::to_string(l.counted.blocks) + " of " + counted(l.blocks(), "block") +
                 " profiled";
    std::fprintf(stderr, "CUDA profiler: kernel %s%s\n", name_of(l).c_str(), often.c_str());
    if (l.counted.is_split)
        std::fprintf(stderr, "    Its threads differ in so many accesses between two barriers that "
                             "some requests are "
                             "counted more than once.\n");
    if (table.rows.empty())
        std::fprintf(stderr, "    It has accessed no memory.\n");
    print_sentences(table);
    print_rows(table);
    print_sums(table);
}

} // namespace

void report(const std::vector<launches> &all, const settings &wanted, bool after_fault) {
    std::fflush(stdout);
    look_up_places(all);
    if (!wanted.json.empty())
        write_json(all, wanted.json);
    if (!wanted.csv.empty())
        write_csv(all, wanted.csv);
    if (all.empty())
        std::fprintf(stderr, "CUDA profiler: no kernel was launched\n");
    else if (after_fault)
        std::fprintf(stderr, "CUDA profiler: the program has failed; this was counted before\n");
    if (!wanted.json.empty() || !wanted.csv.empty())
        return;
    for (const launches &l : all)
        print(l);
}

} // namespace profiler
} // namespace cuda_emulator
