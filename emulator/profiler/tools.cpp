// tools.cpp: see tools.h.
#include "tools.h"
#include "chart.h"
#include "lines.h"
#include "roofline.h"
#include "sentences.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace cuda_emulator {
namespace profiler {

namespace {

// What is said of a row: a name and a number, or nothing where it does not apply.
struct field {
    const char *name;
    std::string value;
};

std::string average(std::uint64_t sum, std::uint64_t count) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f",
                  count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count));
    return text;
}

std::vector<field> fields_of(const line_row &row) {
    const figures &sum = row.sum;
    const auto of = [&](memory_space space, std::uint64_t number) {
        return row.space == space ? std::to_string(number) : "";
    };
    const bool is_atomic = row.kind == access::atomic,
               is_global = row.space == memory_space::global;
    return {
        {"Requests", std::to_string(sum.requests)},
        {"Avg. Threads Executed", average(sum.lanes, sum.requests)},
        {"L2 Theoretical Sectors Global", of(memory_space::global, sum.moved)},
        {"L2 Theoretical Sectors Global Ideal", of(memory_space::global, sum.ideal)},
        {"L2 Theoretical Sectors Global Excessive", of(memory_space::global, sum.excess())},
        {"L1 Wavefronts Shared", of(memory_space::shared, sum.moved)},
        {"L1 Wavefronts Shared Ideal", of(memory_space::shared, sum.ideal)},
        {"L1 Wavefronts Shared Excessive", of(memory_space::shared, sum.excess())},
        {"Constant Addresses", of(memory_space::constant, sum.moved)},
        {"Bytes Asked", std::to_string(sum.bytes)},
        {"Bytes Moved", is_global ? std::to_string(sum.moved * SECTOR_BYTES) : ""},
        {"Avg. Threads At One Address", is_atomic ? average(sum.at_one_address, sum.requests) : ""},
        {"Branch Passes", ""},
        {"Divergent Branches", ""},
        {"Operations", ""}};
}

std::vector<field> empty_fields() {
    std::vector<field> all = fields_of(line_row());
    for (field &f : all)
        f.value = "";
    return all;
}

// The same fields of a branch, of which most do not apply; and of operations.
std::vector<field> fields_of(const branch_row &row) {
    std::vector<field> all = empty_fields();
    all[1].value = average(row.sum.inside, row.sum.entered);
    all[all.size() - 3].value = std::to_string(row.sum.passes);
    all[all.size() - 2].value = std::to_string(row.sum.divided);
    return all;
}

std::vector<field> fields_of(const operation_row &row) {
    std::vector<field> all = empty_fields();
    all.back().value = std::to_string(row.count);
    return all;
}

// Text between quotes.
std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        char code[8];
        if (c == '"' || c == '\\')
            result += '\\';
        if (static_cast<unsigned char>(c) >= ' ') {
            result += c;
        } else {
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            result += code;
        }
    }
    return result + "\"";
}

// The same where a quote is doubled.
std::string cell(const std::string &text) {
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

std::string size(const dim3 &d) {
    return "[" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) +
           "]";
}

std::string json(const source_line &where) {
    return "\"file\": " + quoted(where.file) + ", \"line\": " + std::to_string(where.line);
}

void write_fields(std::ostream &file, const std::vector<field> &fields) {
    for (const field &f : fields)
        if (!f.value.empty())
            file << ", " << quoted(f.name) << ": " << f.value;
}

// The worst request: for each lane where its bytes begin, or null; of shared memory what each bank
// serves, too. From the beginning of a sector, or of bank 0, on.
void write_request(std::ostream &file, const line_row &row) {
    const bool is_shared = row.space == memory_space::shared;
    if (!is_shared && row.space != memory_space::global)
        return;
    const std::uintptr_t unit = is_shared ? BANKS * WORD_BYTES : SECTOR_BYTES;
    std::uintptr_t least = ~std::uintptr_t{0};
    const auto takes_part = [&](unsigned lane) { return (row.request.lanes >> lane & 1) != 0; };
    for (unsigned lane = 0; lane < LANES; ++lane)
        if (takes_part(lane))
            least = std::min(least, row.request.address[lane] / unit * unit);
    file << ", \"worst_request\": {\"block\": [" << row.request.block[0] << ", "
         << row.request.block[1] << ", " << row.request.block[2]
         << "], \"warp\": " << row.request.warp << ", \"bytes\": " << row.request.bytes
         << ", \"offsets\": [";
    for (unsigned lane = 0; lane < LANES; ++lane)
        file << (lane == 0 ? "" : ", ")
             << (takes_part(lane) ? std::to_string(row.request.address[lane] - least) : "null");
    file << "]";
    if (is_shared) {
        file << ", \"words_of_banks\": ";
        const char *comma = "[";
        for (const unsigned words : words_of_banks(row)) {
            file << comma << words;
            comma = ", ";
        }
        file << "]";
    }
    file << "}";
}

std::string decimal(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", number);
    return text;
}

void write_roofline(std::ostream &file, const launches &l, const settings &wanted) {
    const resources needs = find_resources(wanted.resources, l.kernel->name);
    const place_in_roofline place = find_place(l, wanted, needs);
    file << ",\n \"roofline\": {\"device\": \"" << wanted.device->name
         << "\", \"blocks_per_multiprocessor\": " << place.blocks
         << ", \"occupancy\": " << decimal(place.occupancy) << ", \"limited_by\": \""
         << place.limited_by
         << "\", \"registers\": " << (needs.are_known ? std::to_string(needs.registers) : "null")
         << ", \"bytes\": " << decimal(place.bytes)
         << ", \"bytes_once\": " << decimal(place.bytes_once)
         << ", \"memory_us\": " << decimal(place.memory_us)
         << ", \"memory_once_us\": " << decimal(place.memory_once_us)
         << ", \"shared_us\": " << decimal(place.shared_us)
         << ", \"operations\": " << decimal(place.operations)
         << ", \"arithmetic_us\": " << decimal(place.arithmetic_us)
         << ", \"bound\": " << quoted(place.bound) << "}";
}

// A file that cannot be written is said, and the figures are lost: the program itself goes on.
void finish(std::ofstream &file, const std::string &path) {
    file.close();
    if (!file)
        std::fprintf(stderr, "CUDA profiler: cannot write %s\n", path.c_str());
}

} // namespace

void write_json(const std::vector<launches> &all, const settings &wanted) {
    std::ofstream file(wanted.json);
    file << "[";
    const char *before = "";
    for (const launches &l : all) {
        file << before << "\n{\"kernel\": " << quoted(l.kernel->name)
             << ", \"grid\": " << size(l.grid) << ", \"block\": " << size(l.block)
             << ", \"shared_bytes\": " << l.shared_bytes << ", \"launches\": " << l.count
             << ", \"blocks\": " << l.blocks() << ", \"profiled_blocks\": " << l.counted.blocks
             << ", \"is_exact\": " << (l.counted.is_split || l.counted.is_cut ? "false" : "true")
             << ",\n \"lines\": [";
        const line_table table = by_lines(l.counted);
        const char *comma = "";
        for (const line_row &row : table.rows) {
            file << comma << "\n  {" << json(row.where) << ", \"memory\": \"" << name_of(row.space)
                 << "\", \"access\": \"" << name_of(row.kind) << "\"";
            write_fields(file, fields_of(row));
            write_request(file, row);
            file << "}";
            comma = ",";
        }
        file << "],\n \"branches\": [";
        comma = "";
        for (const branch_row &row : table.branches) {
            file << comma << "\n  {" << json(row.where) << ", \"what\": \"" << name_of(row.kind)
                 << "\"";
            write_fields(file, fields_of(row));
            file << "}";
            comma = ",";
        }
        file << "],\n \"operations\": [";
        comma = "";
        for (const operation_row &row : table.operations) {
            file << comma << "\n  {" << json(row.where) << ", \"what\": \"" << name_of(row)
                 << "\", \"Operations\": " << row.count << "}";
            comma = ",";
        }
        file << "],\n \"meetings\": [";
        comma = "";
        for (const meeting_row &row : table.met) {
            file << comma << "\n  {" << json(row.where) << ", \"what\": " << quoted(row.what)
                 << ", \"times\": " << row.sum.times << ", \"threads\": " << row.sum.lanes;
            if (row.what == "barrier")
                file << ", \"threads_with_accesses\": " << row.sum.busy;
            file << "}";
            comma = ",";
        }
        file << "],\n \"sentences\": [";
        comma = "";
        for (const std::string &text : sentences(table)) {
            file << comma << "\n  " << quoted(text);
            comma = ",";
        }
        file << "]";
        if (wanted.device != nullptr)
            write_roofline(file, l, wanted);
        file << "}";
        before = ",";
    }
    file << "\n]\n";
    finish(file, wanted.json);
}

void write_csv(const std::vector<launches> &all, const std::string &path) {
    std::ofstream file(path);
    file << "Launch,Kernel,Launches,Blocks,Profiled Blocks,File,Line,Memory,Access";
    for (const field &f : fields_of(line_row()))
        file << "," << f.name;
    file << "\n";
    std::size_t number = 0;
    for (const launches &l : all) {
        ++number;
        const line_table table = by_lines(l.counted);
        const auto write_row = [&](const source_line &where, const std::string &what,
                                   const std::vector<field> &fields) {
            file << number << "," << cell(name_of(l)) << "," << l.count << "," << l.blocks() << ","
                 << l.counted.blocks << "," << cell(where.file) << "," << where.line << "," << what;
            for (const field &f : fields)
                file << "," << f.value;
            file << "\n";
        };
        for (const line_row &row : table.rows)
            write_row(row.where, std::string(name_of(row.space)) + "," + name_of(row.kind),
                      fields_of(row));
        for (const branch_row &row : table.branches)
            write_row(row.where, std::string("none,") + name_of(row.kind), fields_of(row));
        for (const operation_row &row : table.operations)
            write_row(row.where, "none," + name_of(row), fields_of(row));
    }
    finish(file, path);
}

} // namespace profiler
} // namespace cuda_emulator
