// source_rules.cpp: see source_rules.h.
#include "source_rules.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <vector>

namespace practice {
namespace {

using text = std::string;

const char blanks[] = " \t";

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool begins(const text &line, const text &with) {
    return line.compare(0, with.size(), with) == 0;
}
bool begins_with_one(const text &line, std::initializer_list<const char *> all) {
    return std::any_of(all.begin(), all.end(), [&](const char *one) { return begins(line, one); });
}
bool is_one(const text &word, std::initializer_list<const char *> all) {
    return std::find(all.begin(), all.end(), word) != all.end();
}
bool has_one(const text &line, std::initializer_list<const char *> all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const char *one) { return line.find(one) != text::npos; });
}
text without_blanks(const text &line) {
    return line.substr(std::min(line.find_first_not_of(blanks), line.size()));
}

// Lines without comments, and with "" for a string: so what is left are words and signs.
class bare_lines {
public:
    text problem; // what cannot be read so

    text bare(const text &line) {
        text out;
        for (std::size_t i = 0; i < line.size() && problem.empty();) {
            if (in_comment_) {
                const std::size_t end = line.find("*/", i);
                if (end == text::npos)
                    return out;
                in_comment_ = false;
                out += ' ';
                i = end + 2;
            } else if (line.compare(i, 2, "//") == 0) {
                if (line.back() == '\\')
                    problem = "a line that goes on in the next one (\\ at its end)";
                return out;
            } else if (line.compare(i, 2, "/*") == 0) {
                in_comment_ = true;
                i += 2;
            } else if (line[i] == '"' || line[i] == '\'') {
                i = behind_string(line, i, out);
            } else {
                out += line[i++];
            }
        }
        return out;
    }

private:
    std::size_t behind_string(const text &line, std::size_t i, text &out) {
        const char quote = line[i];
        if (quote == '"' && !out.empty() && out.back() == 'R')
            problem = "a raw string (R\"...\")";
        if (quote == '\'' && !out.empty() && is_of_word(out.back()))
            problem = "a ' between digits, or a character of another kind than char";
        for (i++; i < line.size() && line[i] != quote; i++)
            if (line[i] == '\\')
                i++;
        if (i >= line.size() && problem.empty())
            problem = text("a ") + (quote == '"' ? "string" : "character") + " without its end";
        out += {quote, quote};
        return i + 1;
    }
    bool in_comment_ = false;
};

// What stands between the signs of an #include.
bool may_include(text name) {
    if (is_one(name, {"book.h", "../common/book.h", "cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h",
                      "cuda/atomic", "cooperative_groups.h"}))
        return true;
    if (begins(name, "cooperative_groups/"))
        return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", 19) == name.size() - 2 &&
               name.size() > 21 && name.substr(name.size() - 2) == ".h";
    const bool of_c = name.size() > 2 && name.substr(name.size() - 2) == ".h";
    if (of_c)
        name.erase(name.size() - 2);
    const std::initializer_list<const char *> both = {"stdio", "stdint", "math", "limits", "float"},
                                              either = {"stdlib", "string", "time", "assert"};
    const bool has_c = !name.empty() && name[0] == 'c';
    return is_one(name, both) || (has_c && is_one(name.substr(1), both)) ||
           (of_c && is_one(name, either)) || (!of_c && has_c && is_one(name.substr(1), either));
}

// Why a directive is refused: the text behind its #.
text directive(const text &line) {
    if (begins(line, "include")) {
        const text rest = without_blanks(line.substr(7));
        const std::size_t end = rest.find_first_of("\">", 1);
        if (!rest.empty() && (rest[0] == '"' || rest[0] == '<') && end != text::npos &&
            may_include(rest.substr(1, end - 1))) {
            const text behind = without_blanks(rest.substr(end + 1));
            if (behind.empty() || begins(behind, "//"))
                return "";
        }
        return "an answer includes nothing but book.h and headers of CUDA and C";
    }
    const text word = line.substr(0, line.find_first_of(" \t("));
    if (is_one(word, {"", "define", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif"}) &&
        (line.empty() || !word.empty()))
        return "";
    if (begins(line, "pragma") && line.size() > 6 && (line[6] == ' ' || line[6] == '\t') &&
        begins(without_blanks(line.substr(6)), "unroll"))
        return "";
    return "a directive that an answer does not need";
}

// Why a word is refused: rest stands behind it.
text word(const text &w, const text &rest) {
    if (is_one(w, {"asm", "__asm", "__asm__", "__attribute__", "__attribute", "__declspec",
                   "_Pragma", "__extension__", "__managed__", "gnu", "__gnu__", "clang", "_Clang"}))
        return "'" + w + "' is of no use to an answer";
    const text bare = w.substr(std::min(w.find_first_not_of('_'), w.size()));
    if (begins_with_one(bare, {"cuda_emulator", "CUDA_EMULATOR", "CUDA_CHECKER", "CUDA_PROFILER",
                               "CUDACC", "COUNTER__"}) ||
        begins_with_one(w, {"practice", "__builtin", "__tsan", "__asan", "__ubsan", "__sanitizer",
                            "__wrap", "__real", "__libc", "__cxa", "__gxx", "__cxx"}))
        return "'" + w + "' is not CUDA, but of what runs it here";
    if (w == "extern" &&
        (rest.find_first_not_of(blanks) == 0 || !begins(without_blanks(rest), "__shared__")))
        return "'extern' is for shared memory only: an answer has nothing outside of its file";
    return "";
}

text words(const text &line) {
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i;
        while (end < line.size() && is_of_word(line[end]))
            end++;
        while (i < end && std::isdigit(static_cast<unsigned char>(line[i])) != 0)
            i++; // a number
        if (i < end)
            if (const text why = word(line.substr(i, end - i), line.substr(end)); !why.empty())
                return why;
        i = end + 1;
    }
    return "";
}

// line: as it is written; bare: as bare_lines has it.
text why(const text &line, const text &bare) {
    if (bare.find('\\') != text::npos)
        return "a backslash outside of a string";
    if (has_one(bare, {"?"
                       "?",
                       "%:", "<%", "%>",
                       "<:"
                       ":"}))
        return "signs that stand for others (digraphs, trigraphs)";
    if (begins(without_blanks(bare), "#")) {
        if (bare.find("##") != text::npos)
            return "## makes words that nobody reads";
        const text behind = without_blanks(without_blanks(line).substr(1));
        if (const text problem = directive(behind); !problem.empty())
            return problem;
    }
    return words(bare);
}

} // namespace

std::string refused(std::istream &source) {
    bare_lines lines;
    text line;
    for (int number = 1; std::getline(source, line); number++) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        text problem;
        if (line.find("cuda-check:") != text::npos) {
            problem = "'cuda-check:' tells the checker to look away";
        } else {
            const text bare = lines.bare(line);
            problem = lines.problem.empty() ? why(line, bare) : lines.problem;
        }
        if (!problem.empty())
            return std::to_string(number) + ": " + problem;
    }
    return "";
}

} // namespace practice
