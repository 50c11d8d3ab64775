// json.cpp: the report for tools.
#include "words.h"

#include <fstream>

namespace cuda_emulator {
namespace checker {

std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        if (c == '\n')
            result += "\\n";
        else if (static_cast<unsigned char>(c) < ' ')
            result += ' ';
        else
            result += c;
    }
    return result + '"';
}

static std::string json_of(uint3 v) {
    return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
           "]";
}

static std::string json_of(const memory_access &d, bool access) {
    std::string text = "{\"place\": " + quoted(place_of(d));
    if (access)
        text += std::string(", \"access\": \"") +
                (d.atomic   ? "atomic"
                 : d.writes ? "write"
                            : "read") +
                "\", \"bytes\": " + std::to_string(d.bytes);
    if (!d.kernel.empty())
        text += ", \"kernel\": " + quoted(d.kernel);
    if (d.by_kernel)
        text += ", \"block\": " + json_of(d.block) +
                ", \"thread\": " + json_of(unflatten(d.thread, d.block_dim));
    return text + "}";
}

void write_json(const char *path, const std::vector<const finding *> &findings) {
    std::ofstream file(path);
    file << "[";
    const char *separator = "\n";
    for (const finding *entry : findings) {
        const finding &f = *entry;
        file << separator << "  {\"kind\": \"" << name_of(f.kind) << "\", \"severity\": \""
             << severity_name(f.kind) << "\", \"count\": " << f.count
             << (f.ignored ? ", \"ignored\": true" : "") << ", \"text\": " << quoted(words(f));
        if (f.first.code != nullptr || !f.first.place.empty() || f.has_second)
            file << ", \"first\": " << json_of(f.first, f.first.code != nullptr || f.has_second);
        if (f.has_second)
            file << ", \"second\": " << json_of(f.second, true);
        const std::string variable = variable_text(f), missing = missing_text(f);
        if (!variable.empty())
            file << ", \"variable\": " << quoted(variable);
        if (!missing.empty())
            file << ", \"missing\": " << quoted(missing);
        bool any = false;
        for (const finding &other : f.likewise)
            if (other.has_second) {
                file << (any ? ", " : ", \"likewise\": [")
                     << "{\"first\": " << json_of(other.first, true)
                     << ", \"second\": " << json_of(other.second, true) << "}";
                any = true;
            }
        file << (any ? "]}" : "}");
        separator = ",\n";
    }
    file << "\n]\n";
}

} // namespace checker
} // namespace cuda_emulator
