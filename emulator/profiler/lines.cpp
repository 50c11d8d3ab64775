// lines.cpp: see lines.h.
#include "lines.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace cuda_emulator {
namespace profiler {

namespace {

const void *call_at(std::uintptr_t returns_to) {
    return call_before(reinterpret_cast<const void *>(returns_to));
}

source_line split(const std::string &place) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos)
        return {place, 0};
    return {place.substr(0, colon), std::atoi(place.c_str() + colon + 1)};
}

// The innermost function that a reader may have written: neither the emulator's nor the C++
// library's. Where there is none, that of Thrust or CUB; its file is empty where there is none
// either.
source_line line_of(std::uintptr_t place) {
    std::istringstream lines(lines_of_code(call_at(place)));
    source_line of_library = {"", 0};
    for (std::string line; std::getline(lines, line);)
        if (!is_of_emulator(line) && line.rfind("/usr/", 0) != 0)
            return split(short_path(line));
        else if (is_of_library(line) && of_library.file.empty())
            of_library = split(short_path(line));
    return of_library;
}

using operations_by_kind = std::map<std::tuple<source_line, width, operation_kind>, std::uint64_t>;

std::vector<operation_row> rows_of(const operations_by_kind &operations) {
    std::vector<operation_row> rows;
    for (const auto &[key, count] : operations)
        rows.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), count});
    return rows;
}

void add_operations(const counted_launch &counted, line_table &table) {
    operations_by_kind all;
    for (const auto &[what, times] : counted.operations) {
        const source_line where = split(short_path(split(what.place).file));
        if (is_of_emulator(where.file))
            continue;
        const std::uint64_t each[] = {what.each.of_half, what.each.of_float, what.each.of_double};
        for (unsigned numbers = 0; numbers < 3; ++numbers)
            for (unsigned kind = 0; kind < 4; ++kind)
                if (const std::uint64_t count = each[numbers] >> 16 * kind & 0xffff; count != 0)
                    all[{where, static_cast<width>(numbers), static_cast<operation_kind>(kind)}] +=
                        times * count;
    }
    table.operations = rows_of(all);
}

} // namespace

std::vector<operation_row> sum_of(const std::vector<operation_row> &operations) {
    operations_by_kind all;
    for (const operation_row &row : operations)
        all[{{"", 0}, row.numbers, row.kind}] += row.count;
    return rows_of(all);
}

line_table by_lines(const counted_launch &counted) {
    std::map<std::tuple<source_line, memory_space, access>, line_row> rows;
    for (const auto &[what, here] : counted.instructions) {
        const source_line where = line_of(what.place);
        if (where.file.empty())
            continue;
        line_row &row = rows.insert({{where, what.space, what.kind},
                                     {where, what.space, what.kind, {}, {}, {}}})
                            .first->second;
        row.sum.add(here.sum);
        if (row.worst.requests == 0 || here.sum.excess() > row.worst.excess())
            row.worst = here.sum;
        row.request.add(here.worst);
    }
    line_table table;
    for (const auto &[key, row] : rows)
        table.rows.push_back(row);
    std::map<std::tuple<source_line, int, branch_kind>, branch_figures> branches; // by column, too
    for (const auto &[key, sum] : counted.branches) {
        const source_line column = split(key.place), where = split(short_path(column.file));
        if (!is_of_emulator(where.file))
            branches[{where, column.line, key.kind}].add(sum);
    }
    for (const auto &[key, sum] : branches)
        table.branches.push_back({std::get<0>(key), std::get<2>(key), sum});
    add_operations(counted, table);
    std::map<std::tuple<source_line, std::string>, meetings> met;
    for (const auto &[key, sum] : counted.met) {
        const source_line where = {key.file == nullptr ? "" : short_path(key.file), key.line};
        if (is_of_emulator(where.file))
            continue;
        meetings &here = met[{where, key.what}];
        here.add(sum);
    }
    for (const auto &[key, sum] : met)
        table.met.push_back({std::get<0>(key), std::get<1>(key), sum});
    return table;
}

void look_up_places(const std::vector<launches> &all) {
    std::vector<const void *> places;
    for (const launches &l : all)
        for (const auto &[what, sum] : l.counted.instructions)
            places.push_back(call_at(what.place));
    look_up_code(places);
}

std::string text_of(const source_line &where) {
    std::ifstream file(where.file);
    if (!file)
        file.open(source_root() + where.file);
    std::string text;
    for (int line = 0; line < where.line; ++line)
        if (!std::getline(file, text))
            return "";
    const char *const blanks = " \t\r";
    constexpr std::size_t MOST = 100; // characters: more than a line of a screen
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos)
        return "";
    text = text.substr(first, text.find_last_not_of(blanks) + 1 - first);
    return text.size() <= MOST ? text : text.substr(0, MOST) + " ...";
}

const char *name_of(memory_space space) {
    static const char *const names[] = {"global", "shared", "local", "constant", "texture"};
    return names[static_cast<int>(space)];
}

const char *name_of(access kind) {
    static const char *const names[] = {"load", "store", "atomic"};
    return names[static_cast<int>(kind)];
}

const char *name_of(branch_kind kind) {
    static const char *const names[] = {"if", "loop", "switch", "?:", "&&", "||"};
    return names[static_cast<int>(kind)];
}

std::string name_of(const operation_row &row) {
    static const char *const numbers[] = {"half", "float", "double"};
    static const char *const kinds[] = {"add", "multiply", "divide", "function"};
    return std::string(numbers[static_cast<int>(row.numbers)]) + " " +
           kinds[static_cast<int>(row.kind)];
}

const char *unit_of(memory_space space) {
    static const char *const names[] = {"sector", "wavefront", "", "address", ""};
    return names[static_cast<int>(space)];
}

std::string name_of(const launches &l) {
    const auto size = [](const dim3 &d) { return triple({d.x, d.y, d.z}); };
    return std::string(l.kernel->name) + "<<<" + size(l.grid) + "," + size(l.block) +
           (l.shared_bytes != 0 ? "," + std::to_string(l.shared_bytes) : "") + ">>>";
}

} // namespace profiler
} // namespace cuda_emulator
