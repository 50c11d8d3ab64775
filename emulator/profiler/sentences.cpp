// sentences.cpp: see sentences.h.
#include "sentences.h"

#include <algorithm>
#include <cstdio>

namespace cuda_emulator {
namespace profiler {

std::string fixed(double number) {
    char text[32];
    std::snprintf(text, sizeof text, number == static_cast<long long>(number) ? "%.0f" : "%.1f",
                  number);
    return text;
}

std::string place(const source_line &where) {
    return where.file + ":" + std::to_string(where.line);
}

namespace {

constexpr std::size_t MOST_SENTENCES = 6;
// Of a kernel's requests, or of what its memory moves: less is not worth a sentence.
constexpr double WORTH = 0.02;

bool is_worth(std::uint64_t part, std::uint64_t all) {
    return static_cast<double>(part) > WORTH * static_cast<double>(all);
}

double a_request(std::uint64_t number, const figures &sum) {
    return static_cast<double>(number) / static_cast<double>(sum.requests);
}

std::string only_at_work(const figures &sum) {
    return "only " + fixed(a_request(sum.lanes, sum)) + " of " + std::to_string(LANES) +
           " threads of a warp " + (sum.lanes == sum.requests ? "is" : "are") + " at work";
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
            return only_at_work(worst);
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
        return begin + only_at_work(sum);
    return "";
}

// What a line costs beyond what it must, in bytes that could have been moved meanwhile.
std::uint64_t cost(const line_row &row) {
    return row.sum.excess() *
           (row.space == memory_space::shared ? BANKS * WORD_BYTES : SECTOR_BYTES);
}

// Of a loop the turns that would be saved if all lanes had equally many; of a branch the passes in
// which a warp goes both ways.
double cost(const branch_row &row) {
    if (row.kind != branch_kind::loop)
        return static_cast<double>(row.sum.divided);
    return static_cast<double>(row.sum.passes) - static_cast<double>(row.sum.inside) / LANES;
}

std::string sentence(const branch_row &row, double of_kernel) {
    const branch_figures &sum = row.sum;
    const double inside = static_cast<double>(sum.inside) / static_cast<double>(sum.entered);
    if (sum.divided == 0 || cost(row) <= WORTH * of_kernel || inside > 0.75 * LANES ||
        (row.kind != branch_kind::loop && 4 * sum.divided < sum.passes))
        return "";
    const std::string begin = place(row.where) + ": " + fixed(inside) + " of " +
                              std::to_string(LANES) + " threads at work: ";
    if (row.kind == branch_kind::loop)
        return begin + "the threads of a warp make different numbers of turns";
    return begin +
           (row.kind == branch_kind::switch_case ? "the warp takes several cases, "
                                                 : "the warp goes both ways, ") +
           std::to_string(sum.divided) + " of " + counted(sum.passes, "time");
}

// Of a barrier to which at least three of four threads come only to wait.
std::string sentence(const meeting_row &row) {
    const meetings &sum = row.sum;
    if (row.what != "barrier" || sum.lanes <= LANES * sum.times || 4 * sum.busy >= sum.lanes)
        return "";
    const auto times = static_cast<double>(sum.times);
    return place(row.where) + ": before this barrier " +
           fixed(static_cast<double>(sum.busy) / times) + " of " +
           fixed(static_cast<double>(sum.lanes) / times) +
           " threads access memory, the others come to wait";
}

} // namespace

figures sum_of(const line_table &table, memory_space space) {
    figures all;
    for (const line_row &row : table.rows)
        if (row.space == space)
            all.add(row.sum);
    return all;
}

std::vector<line_row> by_cost(const line_table &table) {
    std::vector<line_row> worst = table.rows;
    std::stable_sort(worst.begin(), worst.end(),
                     [](const line_row &a, const line_row &b) { return cost(a) > cost(b); });
    return worst;
}

std::vector<std::string> sentences(const line_table &table) {
    std::vector<std::string> all;
    const auto say = [&](const std::string &text) {
        if (!text.empty() && std::find(all.begin(), all.end(), text) == all.end())
            all.push_back(text);
        return !text.empty();
    };
    double passes = 0;
    for (const line_row &row : table.rows)
        passes += static_cast<double>(row.sum.requests);
    for (const line_row &row : by_cost(table))
        if (all.size() < MOST_SENTENCES)
            say(sentence(row, sum_of(table, row.space)));
    std::vector<branch_row> branches = table.branches;
    for (const branch_row &row : branches)
        passes += static_cast<double>(row.sum.passes);
    std::stable_sort(branches.begin(), branches.end(),
                     [](const branch_row &a, const branch_row &b) { return cost(a) > cost(b); });
    for (const branch_row &row : branches) // the worst one
        if (say(sentence(row, passes)))
            break;
    std::vector<meeting_row> met = table.met;
    std::stable_sort(met.begin(), met.end(), [](const meeting_row &a, const meeting_row &b) {
        return a.sum.lanes - a.sum.busy > b.sum.lanes - b.sum.busy;
    });
    for (const meeting_row &row : met)
        if (say(sentence(row)))
            break;
    return all;
}

} // namespace profiler
} // namespace cuda_emulator
