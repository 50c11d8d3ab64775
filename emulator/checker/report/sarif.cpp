// sarif.cpp: the report for editors and code hosts: SARIF 2.1.0, of OASIS.
#include "words.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>

namespace cuda_emulator {
namespace checker {

// Where the reader looks first: "file:line", or empty.
std::string main_place(const finding &f) {
    const std::string place = f.kind == mistake::leak ? place_of_calls(f.about.made)
                              : f.first.code != nullptr || !f.first.place.empty() || f.first.work
                                  ? place_of(f.first)
                                  : place_of_calls(f.here);
    return is_line_of_file(place) ? place : "";
}

static std::string in_uri(const std::string &path) {
    std::string text;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || std::strchr("-._~/", c) != nullptr) {
            text += c;
        } else {
            char code[4];
            std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(byte));
            text += code;
        }
    }
    return text;
}

static std::string sarif_location(const std::string &place, const std::string &message = "") {
    const size_t colon = place.rfind(':');
    const std::string name = place.substr(0, colon);
    const bool absolute = name.front() == '/';
    return "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " +
           quoted((absolute ? "file://" : "") + in_uri(name)) +
           (absolute || source_root().empty() ? "" : ", \"uriBaseId\": \"ROOT\"") +
           "}, \"region\": {\"startLine\": " + place.substr(colon + 1) + "}}" +
           (message.empty() ? "" : ", \"message\": {\"text\": " + quoted(message) + "}") + "}";
}

// The other side of a race, the other lines of the same cause, and where the memory is from.
static std::string related_locations(const finding &f) {
    std::vector<std::string> all;
    const auto relate = [&all](const std::string &place, const std::string &message) {
        if (is_line_of_file(place))
            all.push_back(sarif_location(place, message));
    };
    if (f.has_second)
        relate(place_of(f.second), who_text(f.second) + " " + access_text(f.second) + " there");
    for (const finding &other : f.likewise)
        if (other.has_second) {
            relate(place_of(other.first), "likewise: " + access_text(other.first));
            relate(place_of(other.second), "likewise: " + access_text(other.second));
        }
    if (f.kind != mistake::leak)
        relate(place_of_calls(f.about.made), "allocated there");
    relate(place_of_calls(f.about.freed), "freed there");
    std::string text;
    for (const std::string &one : all)
        text += (text.empty() ? "" : ", ") + one;
    return text;
}

void write_sarif(const char *path, const std::vector<const finding *> &findings) {
    std::ofstream file(path);
    file << "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
            "  \"version\": \"2.1.0\",\n  \"runs\": [{\n"
            "    \"tool\": {\"driver\": {\"name\": \"book check\", \"rules\": [";
    std::map<std::string, size_t> rules; // and their indices
    for (const finding *f : findings) {
        const auto [rule, is_new] = rules.emplace(name_of(f->kind), rules.size());
        if (is_new)
            file << (rule->second == 0 ? "" : ", ") << "{\"id\": " << quoted(rule->first)
                 << ", \"shortDescription\": {\"text\": " << quoted(title_of(*f)) << "}}";
    }
    file << "]}},\n";
    if (!source_root().empty())
        file << "    \"originalUriBaseIds\": {\"ROOT\": {\"uri\": "
             << quoted("file://" + in_uri(source_root())) << "}},\n";
    file << "    \"results\": [";
    const char *separator = "\n";
    for (const finding *entry : findings) {
        const finding &f = *entry;
        const std::string kind = name_of(f.kind);
        file << separator << "      {\"ruleId\": " << quoted(kind)
             << ", \"ruleIndex\": " << rules[kind] << ", \"level\": \"" << severity_name(f.kind)
             << "\", \"occurrenceCount\": " << std::max(f.count, 1ul)
             << ",\n       \"message\": {\"text\": " << quoted(words(f)) << "}";
        const std::string place = main_place(f), related = related_locations(f);
        if (!place.empty())
            file << ",\n       \"locations\": [" << sarif_location(place) << "]";
        if (!related.empty())
            file << ",\n       \"relatedLocations\": [" << related << "]";
        if (f.ignored)
            file << ",\n       \"suppressions\": [{\"kind\": \"inSource\"}]";
        file << "}";
        separator = ",\n";
    }
    file << "\n    ]\n  }]\n}\n";
}

} // namespace checker
} // namespace cuda_emulator
