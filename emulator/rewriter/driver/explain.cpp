//     dot.cu:8:67: error: 'blockidx' was not declared in this scope
// becomes
//     dot.cu:8:13: error: 'blockidx' is not known here; did you mean 'blockIdx'?
//         8 |     int i = blockidx.x;
//           |             ^~~~~~~~
#include "explain.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "../syntax/excerpt.h"
#include "file_io.h"
#include "forgotten.h"
#include "names.h"
#include "remarks.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

struct diagnostic {
    remark first;
    std::vector<remark> others; // notes, and where templates are used
};

bool is_generated(std::string_view text) {
    for (const std::string_view part :
         {"cuda_emulator", "CUDA_EMULATOR", "lambda", "(void)0", "launch_guard"})
        if (contains(text, part))
            return true;
    return false;
}

class explainer {
public:
    explainer(const translated_files &files) : files_(files) {}

    void read(const std::string &messages);
    std::string write();

private:
    bool is_readers(const place &at) const { return files_.count(at.file) != 0; }
    std::string_view line_of(const place &at) const;
    place origin(place at) const;
    std::string looks_the_same(const std::string &word, const place &at) const;
    void point_at_word(remark &r) const;
    std::string in_other_words(const remark &r, const place &at) const;
    std::string shown(const remark &r, const std::string &text) const;

    const translated_files &files_;
    std::vector<diagnostic> diagnostics_;
    std::vector<remark> before_; // what leads up to the next diagnostic
    std::string unknown_;        // lines of no known form
};

void explainer::read(const std::string &messages) {
    std::istringstream lines(with_straight_quotes(messages));
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        remark r;
        line = with_types_of_text(std::move(line));
        if (!read_remark(line, r)) {
            if (!is_frame(line))
                unknown_ += line + "\n";
        } else if (r.kind == "from") {
            before_.push_back(std::move(r));
        } else if (r.kind == "note") {
            if (!diagnostics_.empty())
                diagnostics_.back().others.push_back(std::move(r));
        } else {
            diagnostics_.push_back({std::move(r), std::move(before_)});
            before_.clear();
        }
    }
}

std::string_view explainer::line_of(const place &at) const {
    const auto found = files_.find(at.file);
    if (found == files_.end())
        return {};
    const translated_file &file = found->second;
    std::error_code ignored;
    if (file.lines.empty() && std::filesystem::is_regular_file(file.path, ignored)) {
        std::string text = read_file(file.path);
        if (text.compare(0, 3, "\xEF\xBB\xBF") == 0)
            text.erase(0, 3);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            file.lines.push_back(line);
    }
    return at.line >= 1 && at.line <= file.lines.size() ? std::string_view(file.lines[at.line - 1])
                                                        : std::string_view();
}

place explainer::origin(place at) const {
    const auto found = files_.find(at.file);
    if (found != files_.end() && at.column != 0)
        find_origin(found->second, at.line, at.column);
    return at;
}

// How many bytes the word takes that begins at a column: what is marked.
std::size_t length_of_word(std::string_view line, std::size_t byte) {
    const auto in_word = [&](std::size_t at) {
        const char c = line[at];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || (c & 0x80) != 0;
    };
    std::size_t end = byte;
    while (end < line.size() && in_word(end))
        ++end;
    return end == byte ? 1 : end - byte;
}

// The Latin letters that letters of other alphabets look like; other letters are as they were.
std::string in_latin(std::string_view word) {
    static constexpr std::array<std::pair<std::string_view, char>, 34> letters = {
        {{"\u0430", 'a'}, {"\u0435", 'e'}, {"\u043E", 'o'}, {"\u0440", 'p'}, {"\u0441", 'c'},
         {"\u0443", 'y'}, {"\u0445", 'x'}, {"\u0456", 'i'}, {"\u0455", 's'}, {"\u0458", 'j'},
         {"\u0501", 'd'}, {"\u0410", 'A'}, {"\u0412", 'B'}, {"\u0415", 'E'}, {"\u041A", 'K'},
         {"\u041C", 'M'}, {"\u041D", 'H'}, {"\u041E", 'O'}, {"\u0420", 'P'}, {"\u0421", 'C'},
         {"\u0422", 'T'}, {"\u0425", 'X'}, {"\u0406", 'I'}, {"\u0405", 'S'}, {"\u0408", 'J'},
         {"\u03BF", 'o'}, {"\u03B1", 'a'}, {"\u0391", 'A'}, {"\u0392", 'B'}, {"\u0395", 'E'},
         {"\u039F", 'O'}, {"\u03A1", 'P'}, {"\u03A4", 'T'}, {"\u03BD", 'v'}}};
    std::string result;
    for (std::size_t at = 0; at < word.size();) {
        std::size_t length = 1;
        char latin = word[at];
        for (const auto &[letter, like] : letters)
            if (word.compare(at, letter.size(), letter) == 0) {
                length = letter.size();
                latin = like;
            }
        result += latin;
        at += length;
    }
    return result;
}

// What to say of a word of the file that looks like another one, and has letters of another
// alphabet.
std::string explainer::looks_the_same(const std::string &word, const place &at) const {
    const std::string plain = in_latin(word);
    if (plain != word)
        return "it has letters of another alphabet, and looks like '" + plain +
               "', but is another word";
    line_of(at); // reads the lines
    const auto file = files_.find(at.file);
    if (file == files_.end())
        return {};
    for (std::size_t line = 0; line < file->second.lines.size(); ++line) {
        const std::string &text = file->second.lines[line];
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t length = length_of_word(text, begin);
            const std::string other = text.substr(begin, length);
            if (other != word && in_latin(other) == word)
                return "line " + std::to_string(line + 1) +
                       " has a word that looks the same, and has letters of another alphabet";
            begin += length;
        }
    }
    return {};
}

// What compilers say of an array whose size is no constant.
bool is_about_a_size(std::string_view message) {
    for (const std::string_view part :
         {"constant-expression", "constant size", "constant expression", "variable length",
          "variable-length", "variably modified", "reference to local variable", "may not be used",
          "storage size"})
        if (contains(message, part))
            return true;
    return false;
}

bool is_about_a_library(std::string_view message) {
    return contains(message, ": the emulator has no ") ||
           contains(message, ": a header of NVIDIA's CUDA samples");
}

// Whether a line of which this is said may have had a declaration.
bool declares_nothing(std::string_view message) {
    return contains(message, "is in a header that is not included") ||
           contains(message, "did you mean '__");
}

// Whether lines whose mistakes are named explain an error, too: one in the same line, or about a
// name that such a line would have declared.
bool follows_from(const std::map<std::string, std::set<std::string>> &named,
                  const std::string &line, const std::string &text, const std::string &word,
                  bool is_named) {
    const auto here = named.find(line);
    if (here != named.end() && (!is_named || here->second.count(text) != 0))
        return true;
    for (const auto &[other, texts] : named)
        for (std::size_t at = 0;
             declares_nothing(*texts.begin()) && !word.empty() && at < other.size();) {
            const std::size_t length = length_of_word(other, at);
            if (other.compare(at, length, word) == 0 && !contains(*texts.begin(), "'" + word + "'"))
                return true;
            at += length;
        }
    return false;
}

// The message itself, about the reader's program.
std::string explainer::in_other_words(const remark &r, const place &at) const {
    const std::string word = quoted_word(r.text);
    const bool unknown_word =
        contains(r.text, "not declared") || contains(r.text, "undeclared identifier") ||
        contains(r.text, "does not name a type") || contains(r.text, "unknown type name") ||
        contains(r.text, "has not been declared");
    const std::string_view line = line_of(at);
    if (unknown_word && !word.empty()) {
        const std::string_view nearest = nearest_name(word);
        if (!nearest.empty())
            return "'" + word + "' is not known here; did you mean '" + std::string(nearest) + "'?";
        const std::string other = looks_the_same(word, at);
        if (!other.empty())
            return "'" + word + "' is not known here; " + other;
    }
    if (const std::size_t at = r.text.find("inline PTX: "); at != std::string::npos)
        return r.text.substr(at);
    if (const std::size_t at = r.text.find("#error "); at == 0)
        return r.text.substr(7);
    if (const std::string forgotten = forgotten_header(r.text, word); !forgotten.empty())
        return forgotten;
    if (const std::string function = word.substr(0, word.find('('));
        contains(r.text, "no matching function") && function.substr(0, 10) == "cudaMalloc" &&
        function != "cudaMallocFromPoolAsync")
        if (const std::string what = takes_an_address(function, line); !what.empty())
            return what;
    if (contains(line, "__shared__") && !contains(line, "extern") && is_about_a_size(r.text))
        return "the size of a __shared__ array has to be a constant. One that is known only at the "
               "launch is extern __shared__, with its size in bytes as the third value of the "
               "launch";
    if (contains(r.text, "48 KiB of static __shared__ memory"))
        return "a kernel has at most 48 KiB of static __shared__ memory, and this is more. More is "
               "dynamic: extern __shared__, with its size as the third value of the launch";
    if (contains(r.text, "main") && contains(r.text, "must return"))
        return "main() returns int: write int main()";
    const bool at_launch = contains(line, "<<<");
    if (at_launch && (contains(r.text, "conditional operator") || contains(r.text, "'?'") ||
                      contains(r.text, "operand to ?") || contains(r.text, "operand types")))
        return "what is launched here is no kernel: a kernel is declared __global__ void";
    if (contains(r.text, "launch_guard") || contains(r.text, "launch_config"))
        return "the values of a launch are of other types: <<<blocks, threads, bytes of shared "
               "memory, stream>>> take an int or a dim3, an int or a dim3, a size_t, and a "
               "cudaStream_t";
    if (at_launch && (contains(r.text, "cannot be used as a function") ||
                      contains(r.text, "is not a function or function pointer")))
        return "what is launched here is no kernel: a kernel is a function that is declared "
               "__global__ void";
    // A suggestion or a type that only the translation knows, and what resembles 'n'.
    for (const std::string_view begin : {"; did you mean ", " (aka "})
        if (const std::size_t from = r.text.find(begin);
            from != std::string::npos && (is_generated(std::string_view(r.text).substr(from)) ||
                                          (unknown_word && word.size() < 3)))
            return r.text.substr(0, from);
    return r.text;
}

// The translation may repeat a word behind where the reader has it: there it stands before the
// column.
void explainer::point_at_word(remark &r) const {
    const std::string word = quoted_word(r.text);
    const std::string_view line = line_of(r.at);
    if (word.empty() || r.at.column == 0 || r.at.column > line.size() ||
        line.compare(r.at.column - 1, word.size(), word) == 0 || !contains(r.text, "undeclared"))
        return;
    const std::size_t before = line.rfind(word, r.at.column - 1);
    if (before != std::string_view::npos && length_of_word(line, before) == word.size())
        r.at.column = before + 1;
}

std::string explainer::shown(const remark &r, const std::string &text) const {
    const std::string_view line = line_of(r.at);
    if (r.at.column == 0 || line.empty())
        return r.at.file + ":" + std::to_string(r.at.line) +
               (r.at.column == 0 ? "" : ":" + std::to_string(r.at.column)) + ": " + r.kind + ": " +
               text + "\n";
    const std::size_t byte = r.at.column - 1;
    return marked_message(r.at.file, r.at.line, line, byte, length_of_word(line, byte), r.kind,
                          text) +
           "\n";
}

std::string explainer::write() {
    constexpr int most_errors = 5;
    constexpr int most_notes = 3;
    std::string result;
    int errors = 0;
    bool follows_misspelt_specifier = false;
    // Lines whose mistake has been named, and what was said of them.
    std::map<std::string, std::set<std::string>> named;
    const bool lacks_library =
        std::any_of(diagnostics_.begin(), diagnostics_.end(),
                    [](const diagnostic &d) { return is_about_a_library(d.first.text); });
    std::set<std::string> said;
    for (diagnostic &d : diagnostics_) {
        // In a header that is not the reader's: named where the reader uses it.
        if (!is_readers(d.first.at))
            for (const remark &other : d.others)
                if (is_readers(other.at)) {
                    d.first.at = other.at;
                    break;
                }
        if (contains(d.first.at.file, "emulator/multiply_add.h") && errors > 0)
            continue; // why an operator there is none for the operands of the error before
        d.first.at = origin(d.first.at);
        point_at_word(d.first);
        const std::string text = in_other_words(d.first, d.first.at);
        const std::string shown_first = shown(d.first, text);
        // Not of a column: what the translation repeats may have others.
        if (!said.insert(d.first.at.file + ":" + std::to_string(d.first.at.line) + ": " +
                         d.first.kind + ": " + text)
                 .second)
            continue;
        if (d.first.kind == "error") {
            const std::string line(line_of(d.first.at));
            const bool is_named = text != d.first.text;
            if ((lacks_library && !is_about_a_library(text)) ||
                follows_from(named, line, text, quoted_word(d.first.text), is_named))
                continue;
            if (is_named)
                named[line].insert(text);
            if (++errors > most_errors ||
                (follows_misspelt_specifier && !contains(text, "is not known here")))
                continue;
        }
        for (const std::string_view specifier : {"__global__", "__device__", "__host__"})
            follows_misspelt_specifier =
                follows_misspelt_specifier ||
                contains(text, "did you mean '" + std::string(specifier) + "'");
        result += shown_first;
        int notes = 0;
        for (remark &other : d.others) {
            other.at = origin(other.at);
            if (other.kind == "from" || !is_readers(other.at) || is_generated(other.text) ||
                contains(other.text, "in expansion of macro") ||
                contains(other.text, "reported only once") || other.at.column == 0 ||
                text != d.first.text)
                continue;
            if (++notes > most_notes)
                break;
            const std::string note = shown(other, other.text);
            if (said.insert(note).second)
                result += note;
        }
    }
    if (errors == most_errors + 1)
        result += "and one more error, which may follow from these\n";
    else if (errors > most_errors)
        result += "and " + std::to_string(errors - most_errors) +
                  " more errors, some of which may follow from these\n";
    return result + unknown_;
}

} // namespace

std::string explain(const std::string &messages, const translated_files &files) {
    explainer e(files);
    e.read(messages);
    return e.write();
}

} // namespace cuda_rewriter
