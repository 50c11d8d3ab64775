// writer.cpp: see writer.h.
#include "writer.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace cuda_emulator {
namespace recorder {

namespace {

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

template <class Items, class Text> std::string list(const Items &items, Text text_of) {
    std::string result = "[";
    for (const auto &item : items)
        result += (result.size() == 1 ? "" : ", ") + text_of(item);
    return result + "]";
}

template <class Size> std::string size(const Size &s) {
    return "[" + std::to_string(s.x) + ", " + std::to_string(s.y) + ", " + std::to_string(s.z) +
           "]";
}

std::string base64(const std::vector<unsigned char> &bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string result;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) { return k < bytes.size() ? bytes[k] : 0u; };
        const unsigned three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
        for (unsigned k = 0; k < 4; ++k)
            result += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    return result;
}

std::vector<unsigned char> as_bits(const std::vector<unsigned char> &flags) {
    std::vector<unsigned char> bits((flags.size() + 7) / 8);
    for (std::size_t i = 0; i < flags.size(); ++i)
        if (flags[i] != 0)
            bits[i / 8] |= static_cast<unsigned char>(1u << i % 8);
    return bits;
}

std::string contents(const std::string &name) {
    std::ifstream file(name);
    if (!file)
        file.open(source_root() + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

// What the process was given, behind its own name.
std::vector<std::string> arguments_of_process() {
    std::ifstream file("/proc/self/cmdline");
    std::vector<std::string> all;
    for (std::string text; std::getline(file, text, '\0');)
        all.push_back(text);
    if (!all.empty())
        all.erase(all.begin());
    return all;
}

// Files and places by their numbers.
class numbering {
public:
    explicit numbering(const recording &r) {
        for (const place &p : r.places)
            number_of(p);
    }

    std::string number_of(const variable &v) {
        return v.file.empty() ? "null" : std::to_string(number_of({v.file, v.line, ""}));
    }
    std::size_t number_of(const place &p) {
        const auto file = std::find(files.begin(), files.end(), p.file) - files.begin();
        if (static_cast<std::size_t>(file) == files.size())
            files.push_back(p.file);
        places.push_back("{\"file\": " + std::to_string(file) + ", \"line\": " +
                         std::to_string(p.line) + ", \"function\": " + quoted(p.function) + "}");
        return places.size() - 1;
    }

    std::vector<std::string> files, places;
};

// Of dynamic shared memory only the line is known in which it gets its name: "float tile[];".
std::string name_in_line(const std::string &file, int line) {
    std::istringstream text(contents(file));
    std::string found;
    for (int i = 0; i < line; ++i)
        if (!std::getline(text, found))
            return "";
    const std::size_t end = found.find_last_not_of(' ', found.find('[') - 1) + 1;
    if (found.find('[') == std::string::npos || end == 0)
        return "";
    std::size_t begin = end;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(found[begin - 1])) != 0 ||
                         found[begin - 1] == '_'))
        --begin;
    return found.substr(begin, end - begin);
}

std::string json(const variable &v, numbering &n) {
    static const char *const spaces[] = {"shared", "global", "constant", "local"};
    const std::string initial = v.initial.empty() ? "null" : quoted(base64(v.initial));
    const std::string written =
        v.is_written.empty() ? "null" : quoted(base64(as_bits(v.is_written)));
    return "\n  {\"name\": " + quoted(v.name) +
           ", \"space\": " + quoted(spaces[static_cast<int>(v.space)]) +
           ", \"type\": " + quoted(v.of.type) + ", \"format\": " + quoted(v.of.format) +
           ", \"size\": " + std::to_string(v.of.size) + ", \"shape\": " +
           list(v.of.shape, [](std::size_t extent) { return std::to_string(extent); }) +
           ", \"bytes\": " + std::to_string(v.bytes) + ", \"place\": " + n.number_of(v) +
           ", \"launch\": 0, \"block\": " + (v.block < 0 ? "null" : std::to_string(v.block)) +
           ", \"first\": " + std::to_string(v.first) + ", \"window\": " + std::to_string(v.window) +
           ", \"initial\": " + initial + ", \"written\": " + written + "}";
}

std::string header(const recording &r, const settings &wanted) {
    numbering n(r);
    std::vector<variable> variables = r.variables;
    variable other;
    other.space = memory_space::local;
    variables.push_back(other);
    const std::string variable_list =
        list(variables, [&](const variable &v) { return json(v, n); });
    std::string text =
        "{\"program\": " + quoted(wanted.program) +
        ", \"arguments\": " + list(arguments_of_process(), quoted) +
        ", \"order\": " + quoted(wanted.by.name()) +
        ",\n \"launches\": [{\"kernel\": " + quoted(r.kernel->name) +
        ", \"number\": " + std::to_string(r.number) + ", \"grid\": " + size(r.grid) +
        ", \"block\": " + size(r.block) +
        ", \"recorded\": " + list(r.blocks, [](const uint3 &b) { return size(b); }) +
        "}],\n \"files\": " +
        list(n.files,
             [](const std::string &name) {
                 return "{\"name\": " + quoted(name) + ", \"text\": " + quoted(contents(name)) +
                        "}";
             }) +
        ",\n \"places\": " + list(n.places, [](const std::string &p) { return p; }) +
        ",\n \"variables\": " + variable_list + ",\n \"findings\": " +
        list(r.findings,
             [](const finding &f) {
                 return "{\"kind\": " + quoted(f.kind) + ", \"words\": " + quoted(f.words) +
                        ", \"text\": " + quoted(f.text) + ", \"events\": " +
                        list(f.events, [](std::uint64_t e) { return std::to_string(e); }) + "}";
             }) +
        ",\n \"events\": " + std::to_string(r.events.size()) +
        ", \"left_out\": " + std::to_string(r.left_out) + ", \"left_out_why\": " +
        quoted(r.left_out == 0 ? ""
                               : "only the first " + std::to_string(wanted.most_events) +
                                     " events are recorded (--events)") +
        ", \"encoding\": \"varint\"}";
    std::replace(text.begin(), text.end(), '\n', ' '); // the header is one line
    return text;
}

class varints {
public:
    void put(std::uint64_t value) {
        for (; value >= 128; value >>= 7)
            bytes += static_cast<char>(value | 128);
        bytes += static_cast<char>(value);
    }
    std::string bytes;
};

void put(varints &to, const event &e) {
    to.put(static_cast<unsigned>(e.what));
    to.put(e.thread);
    to.put(e.what == kind::begin ? 0 : e.place); // of `begin` the launch
    if (e.what == kind::arrive || e.what == kind::leave)
        to.put(e.variable);
    if (e.what < kind::read || e.what > kind::atomic)
        return;
    to.put(e.variable);
    to.put(e.offset);
    to.put(e.bytes);
    if (e.what == kind::atomic)
        to.put(e.old);
    to.put(e.value);
}

} // namespace

void write_trace(recording &r, const settings &wanted) {
    for (variable &v : r.variables)
        if (v.name.empty())
            v.name = name_in_line(v.file, v.line);
    if (wanted.trace.empty())
        return;
    varints events;
    for (const event &e : r.events)
        put(events, e);
    std::ofstream file(wanted.trace, std::ios::binary);
    file << "CUDA trace 1\n" << header(r, wanted) << "\n" << events.bytes;
    file.close();
    if (!file)
        std::fprintf(stderr, "CUDA recorder: cannot write %s\n", wanted.trace.c_str());
}

namespace {

// "one_way<<<(1,1,1),(256,1,1)>>>" without its launch configuration.
std::string kernel_in(const std::string &launch) {
    return launch.substr(0, launch.find("<<<"));
}

// That there are other launches: of each other kernel the first.
void report_others(const recording &r, const std::vector<std::string> &names) {
    constexpr std::size_t MOST = 8;
    std::vector<std::string> kernels = {
        kernel_in(names[std::min<std::size_t>(r.number, names.size()) - 1])};
    std::string text;
    for (std::size_t i = 0; i < names.size() && kernels.size() <= MOST; ++i) {
        const std::string kernel = kernel_in(names[i]);
        if (std::find(kernels.begin(), kernels.end(), kernel) != kernels.end())
            continue;
        text += (text.empty() ? "" : ", ") + std::to_string(i + 1) + " " + kernel;
        kernels.push_back(kernel);
    }
    std::fprintf(stderr, "CUDA recorder: others: %s; --launch N takes another\n",
                 text.empty() ? "the same kernel" : text.c_str());
}

} // namespace

void report(const recording *r, const settings &wanted, unsigned launches,
            const std::vector<std::string> &names) {
    if (launches == 0) {
        std::fprintf(stderr, "CUDA recorder: no kernel was launched\n");
        return;
    }
    if (r == nullptr) {
        std::fprintf(stderr, "CUDA recorder: there is no launch %u: the program has made %u\n",
                     wanted.launch, launches);
        return;
    }
    const std::string blocks = list(r->blocks, triple);
    std::fprintf(stderr, "CUDA recorder: launch %u of %u, %s: %s of block %s\n", r->number,
                 launches, names[std::min<std::size_t>(r->number, names.size()) - 1].c_str(),
                 counted(r->events.size(), "event").c_str(),
                 blocks.substr(1, blocks.size() - 2).c_str());
    if (launches > 1 && wanted.launch == 0)
        report_others(*r, names);
    if (wanted.by.what != order::kind::emulator &&
        r->in_order < std::size_t{1} * r->grid.x * r->grid.y * r->grid.z)
        std::fprintf(
            stderr,
            "CUDA recorder: the order %s is that of %s; the others ran in the emulator's own\n",
            wanted.by.name().c_str(),
            r->in_order > r->blocks.size()
                ? ("the first " + std::to_string(r->in_order) + " blocks").c_str()
            : r->blocks.size() == 1 ? "this block"
                                    : "these blocks");
    for (const uint3 &b : wanted.blocks)
        if (b.x >= r->grid.x || b.y >= r->grid.y || b.z >= r->grid.z)
            std::fprintf(stderr, "CUDA recorder: there is no block %s: the grid is %s\n",
                         triple(b).c_str(), triple({r->grid.x, r->grid.y, r->grid.z}).c_str());
    if (r->left_out != 0)
        std::fprintf(stderr, "CUDA recorder: %s left out; --events sets how many there may be\n",
                     counted(r->left_out, "event").c_str());
    for (const finding &f : r->findings)
        std::fprintf(stderr, "CUDA recorder: %s\n", f.words.c_str());
}

} // namespace recorder
} // namespace cuda_emulator
