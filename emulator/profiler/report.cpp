// report.cpp: the report for people: for each kernel the lines, the one that costs most first, and
// what is wrong with it in a sentence.
#include "chart.h"
#include "roofline.h"
#include "sentences.h"
#include "tools.h"

#include <cstdio>
#include <functional>
#include <map>

namespace cuda_emulator {
namespace profiler {

namespace {

double mean(std::uint64_t sum, std::uint64_t count) {
    return static_cast<double>(sum) / static_cast<double>(count);
}

// "        global load           8192 requests    32 of 32 threads".
void print_begin(const std::string &what, std::uint64_t count, const char *noun, double threads) {
    std::fprintf(stderr, "        %-15s %10llu %-8s  %4s of 32 threads", what.c_str(),
                 static_cast<unsigned long long>(count), noun, fixed(threads).c_str());
}

void print_row(const line_row &row) {
    print_begin(std::string(name_of(row.space)) + " " + name_of(row.kind), row.sum.requests,
                row.sum.requests == 1 ? "request" : "requests",
                mean(row.sum.lanes, row.sum.requests));
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

void print_row(const branch_row &row) {
    const bool is_one = row.sum.passes == 1;
    print_begin(name_of(row.kind), row.sum.passes,
                row.kind == branch_kind::loop ? is_one ? "turn" : "turns"
                : is_one                      ? "pass"
                                              : "passes",
                mean(row.sum.inside, row.sum.entered));
    std::fprintf(stderr, "  %10llu both ways\n", static_cast<unsigned long long>(row.sum.divided));
}

// "8192 float add, 4096 float multiply".
std::string named(const std::vector<operation_row> &operations) {
    std::string all;
    for (const operation_row &row : operations)
        all += (all.empty() ? "" : ", ") + std::to_string(row.count) + " " + name_of(row);
    return all;
}

// Branches only where a warp has gone both ways: mostly none has.
void print_rows(const line_table &table) {
    std::multimap<source_line, std::function<void()>> rows; // those of a line in this order
    for (const line_row &row : table.rows)
        rows.insert({row.where, [&row] { print_row(row); }});
    std::map<source_line, std::vector<operation_row>> operations;
    for (const operation_row &row : table.operations)
        operations[row.where].push_back(row);
    for (const auto &[where, of_line] : operations)
        rows.insert({where, [&done = of_line] {
                         std::fprintf(stderr, "        %-15s %s\n", "operations",
                                      named(done).c_str());
                     }});
    for (const branch_row &row : table.branches)
        if (row.sum.divided != 0)
            rows.insert({row.where, [&row] { print_row(row); }});
    const source_line *last = nullptr;
    for (const auto &[where, print] : rows) {
        if (last == nullptr || *last < where)
            std::fprintf(stderr, "    %s: %s\n", place(where).c_str(), text_of(where).c_str());
        last = &where;
        print();
    }
    for (const meeting_row &row : table.met) {
        std::fprintf(stderr, "    %s: %s, %s, ", place(row.where).c_str(), row.what.c_str(),
                     counted(row.sum.times, "time").c_str());
        const std::string threads = fixed(mean(row.sum.lanes, row.sum.times));
        if (row.what == "barrier")
            std::fprintf(stderr, "%s of %s threads had accessed memory\n",
                         fixed(mean(row.sum.busy, row.sum.times)).c_str(), threads.c_str());
        else
            std::fprintf(stderr, "%s of 32 threads\n", threads.c_str());
    }
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
    if (!table.operations.empty())
        std::fprintf(stderr, "    in all: operations, %s\n",
                     named(sum_of(table.operations)).c_str());
}

void print(const launches &l, const settings &wanted, bool &is_drawn) {
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
    if (l.counted.is_cut)
        std::fprintf(stderr,
                     "    Some threads have made a million accesses: what they did from then "
                     "on is not counted.\n");
    if (table.rows.empty())
        std::fprintf(stderr, "    It has accessed no memory.\n");
    for (const std::string &text : sentences(table))
        std::fprintf(stderr, "  %s\n", text.c_str());
    print_rows(table);
    print_sums(table);
    if (wanted.device != nullptr)
        print_roofline(l, wanted);
    if (wanted.draws)
        is_drawn |= draw(table, wanted.line);
}

} // namespace

void report(const std::vector<launches> &all, const settings &wanted, bool after_fault) {
    std::fflush(stdout);
    look_up_places(all);
    if (!wanted.json.empty())
        write_json(all, wanted);
    if (!wanted.csv.empty())
        write_csv(all, wanted.csv);
    if (all.empty())
        std::fprintf(stderr, "CUDA profiler: no kernel was launched\n");
    else if (after_fault)
        std::fprintf(stderr, "CUDA profiler: the program has failed; this was counted before\n");
    if (!wanted.json.empty() || !wanted.csv.empty())
        return;
    bool is_drawn = false;
    for (const launches &l : all)
        print(l, wanted, is_drawn);
    if (wanted.draws && !is_drawn && !all.empty())
        std::fprintf(stderr,
                     "CUDA profiler: nothing to draw: %s has accessed global or shared memory\n",
                     wanted.line.empty() ? "no line" : ("no line " + wanted.line).c_str());
}

} // namespace profiler
} // namespace cuda_emulator
