// tools.cpp: see tools.h.
#include "tools.h"
#include "lines.h"

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
    return {{"Requests", std::to_string(sum.requests)},
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
            {"Avg. Threads At One Address",
             is_atomic ? average(sum.at_one_address, sum.requests) : ""}};
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

// A file that cannot be written is said, and the figures are lost: the program itself goes on.
void finish(std::ofstream &file, const std::string &path) {
    file.close();
    if (!file)
        std::fprintf(stderr, "CUDA profiler: cannot write %s\n", path.c_str());
}

} // namespace

void write_json(const std::vector<launches> &all, const std::string &path) {
    std::ofstream file(path);
    file << "[";
    const char *before = "";
    for (const launches &l : all) {
        file << before << "\n{\"kernel\": " << quoted(l.kernel->name)
             << ", \"grid\": " << size(l.grid) << ", \"block\": " << size(l.block)
             << ", \"shared_bytes\": " << l.shared_bytes << ", \"launches\": " << l.count
             << ", \"blocks\": " << l.blocks() << ", \"profiled_blocks\": " << l.counted.blocks
             << ", \"is_exact\": " << (l.counted.is_split ? "false" : "true") << ",\n \"lines\": [";
        const line_table table = by_lines(l.counted);
        const char *comma = "";
        for (const line_row &row : table.rows) {
            file << comma << "\n  {" << json(row.where) << ", \"memory\": \"" << name_of(row.space)
                 << "\", \"access\": \"" << name_of(row.kind) << "\"";
            for (const field &f : fields_of(row))
                if (!f.value.empty())
                    file << ", " << quoted(f.name) << ": " << f.value;
            file << "}";
            comma = ",";
        }
        file << "],\n \"meetings\": [";
        comma = "";
        for (const meeting_row &row : table.met) {
            file << comma << "\n  {" << json(row.where) << ", \"what\": " << quoted(row.what)
                 << ", \"times\": " << row.sum.times << ", \"threads\": " << row.sum.lanes << "}";
            comma = ",";
        }
        file << "]}";
        before = ",";
    }
    file << "\n]\n";
    finish(file, path);
}

void write_csv(const std::vector<launches> &all, const std::string &path) {
    std::ofstream file(path);
    file << "Launch,Kernel,Launches,Blocks,Profiled Blocks,File,Line,Memory,Access";
    for (const field &f : fields_of({}))
        file << "," << f.name;
    file << "\n";
    std::size_t number = 0;
    for (const launches &l : all) {
        ++number;
        for (const line_row &row : by_lines(l.counted).rows) {
            file << number << "," << cell(name_of(l)) << "," << l.count << "," << l.blocks() << ","
                 << l.counted.blocks << "," << cell(row.where.file) << "," << row.where.line << ","
                 << name_of(row.space) << "," << name_of(row.kind);
            for (const field &f : fields_of(row))
                file << "," << f.value;
            file << "\n";
        }
    }
    finish(file, path);
}

} // namespace profiler
} // namespace cuda_emulator
