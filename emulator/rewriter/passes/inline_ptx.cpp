//     asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
// becomes
//     (lane) = (::cuda_emulator::lane_index());
// and several instructions become a function that is called at once:
//     [&]() { bool ptx_p; ptx_p = ...; (over) = ptx_p ? 1 : 0; }();
// ptx_table.cpp has the instructions. The call of a function that no compiler lets pass stands for
// one that is not there, and tells its name.
// Instructions of PTX have their types in their names, or are a few that have none. Other assembly,
// such as an empty one that keeps a compiler from moving code, stays.
#include "inline_ptx.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../syntax/words.h"
#include "ptx_code.h"
#include "ptx_table.h"

namespace cuda_rewriter {
namespace {

bool is_ptx(std::string_view literal) {
    static constexpr std::array<std::string_view, 36> parts = {
        ".u8",      ".u16",       ".u32",           ".u64",      ".s8",
        ".s16",     ".s32",       ".s64",           ".b8",       ".b16",
        ".b32",     ".b64",       ".f16",           ".f32",      ".f64",
        ".pred",    "trap;",      "brkpt;",         "bar.",      "exit;",
        "membar.",  "fence.",     "%%laneid",       "%%clock",   "%globaltimer",
        "cp.async", "wgmma.",     "mbarrier.",      "mma.",      "barrier.",
        "ldmatrix", "setmaxnreg", "griddepcontrol", "tensormap", "elect.",
        "cluster"};
    for (const std::string_view part : parts)
        if (contains(literal, part))
            return true;
    return false;
}

// The contents of a literal of no prefix.
std::string contents(std::string_view literal) {
    std::string result;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i)
        if (literal[i] == '\\') {
            result += literal[++i] == 'n' ? '\n' : ' ';
        } else {
            result += literal[i];
        }
    return result;
}

// What the program gives: [name] "=r"(x).
struct operand {
    std::string name, constraint, expression;
    bool is_output() const { return contains(constraint, "=") || contains(constraint, "+"); }
};

// False if they have a form that is not understood.
bool read_operands(const region &text, int from, int close, std::vector<operand> &operands) {
    int colons = 0;
    std::string name;
    for (int at = from; at < close; ++at) {
        if (text.is(at, ":") || text.is(at, "::")) {
            colons += text.is(at, ":") ? 1 : 2;
            if (colons > 2)
                return true; // clobbers
        } else if (text.is(at, "[") && text.is(at + 2, "]")) {
            name = text.text(at + 1);
            at += 2;
        } else if (text.is_literal(at) && text.is(at + 1, "(") && text.closer(at + 1) >= 0) {
            const int end = text.closer(at + 1);
            operands.push_back(
                {name, contents(text.text(at)), "(" + text.joined(at + 2, end) + ")"});
            name.clear();
            at = end;
        } else if (!text.is(at, ",")) {
            return false;
        }
    }
    return true;
}

std::string plain_name(std::string_view name) {
    std::string result;
    for (const char c : name)
        if (c != '%')
            result += (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
                          ? c
                          : '_';
    return result;
}

// Writes the statements of one asm() in C++.
class writer {
public:
    writer(const std::vector<operand> &operands) : operands_(operands) {}

    // The whole, or nothing; then unknown() is the instruction that is not there, if it is that.
    std::string write(const std::vector<ptx_statement> &statements) {
        if (statements.size() == 1 && statements[0].guard.empty() &&
            statements[0].what == ptx_statement::form::instruction) {
            return instruction(statements[0]);
        }
        std::string body;
        for (const ptx_statement &one : statements) {
            const std::string written = statement(one);
            if (written.empty())
                return {};
            body += written + " ";
        }
        return "[&]() __attribute__((always_inline)) { " + body + "}()";
    }
    const std::string &unknown() const { return unknown_; }

private:
    std::string statement(const ptx_statement &one) {
        using form = ptx_statement::form;
        switch (one.what) {
        case form::opens:
            return "{";
        case form::closes:
            return "}";
        case form::label:
            return "ptx_" + plain_name(one.name) + ": __attribute__((unused));";
        case form::registers: {
            const std::string type(
                type_of_ptx(std::string_view(one.name).substr(one.name.empty() ? 0 : 1)));
            std::string all;
            for (const ptx_operand &name : one.operands) {
                const std::string in_cpp = "ptx_" + plain_name(name.text);
                if (type.empty() || contains(name.text, "<"))
                    return {};
                registers_.push_back(name.text);
                all += "[[maybe_unused]] " + type + " " + in_cpp + "; " + in_cpp + " = 0;";
            }
            return all;
        }
        case form::instruction:
            break;
        }
        const bool jumps = one.name == "bra" || one.name == "bra.uni";
        if (jumps && (one.operands.size() != 1 || one.operands[0].text.empty()))
            return {};
        const std::string action = jumps ? "goto ptx_" + plain_name(one.operands[0].text)
                                   : one.name == "ret" ? "return"
                                                       : instruction(one);
        if (action.empty() || one.guard.empty())
            return action.empty() ? action : action + ";";
        const std::string guard = in_cpp(one.guard);
        return guard.empty() ? guard
                             : "if (" + std::string(one.guard_is_negated ? "!" : "") + guard +
                                   ") " + action + ";";
    }

    std::string instruction(const ptx_statement &one) {
        const ptx_match match = find_instruction(one.name);
        if (match.row == nullptr) {
            unknown_ = one.name;
            return {};
        }
        std::string result;
        const std::string_view meaning = match.row->meaning;
        for (std::size_t i = 0; i < meaning.size(); ++i) {
            if (meaning[i] != '$') {
                result += meaning[i];
                continue;
            }
            const char what = meaning[++i];
            if (what == 't' || what == 's' || what == '#') {
                result += what == 't' ? match.type : what == 's' ? match.type_before : match.number;
                continue;
            }
            const bool has_form = what < '0' || what > '9';
            const auto number = static_cast<std::size_t>(meaning[has_form ? ++i : i] - '0');
            std::string value;
            if (number < one.operands.size())
                value = part(one.operands[number], has_form ? what : ' ', match.of_shared_memory);
            if (i + 1 < meaning.size() && meaning[i + 1] == '{') { // else the other
                const std::size_t end = meaning.find('}', i);
                const std::string_view other = meaning.substr(i + 2, end - i - 2);
                if (number >= one.operands.size())
                    value = other[0] != '$'
                                ? std::string(other)
                                : part(one.operands[static_cast<std::size_t>(other[1] - '0')], ' ',
                                       false);
                i = end;
            }
            if (value.empty()) {
                unknown_ = one.name + " with such operands";
                return {};
            }
            result += value;
        }
        if (!match.row->gives)
            return result;
        if (one.operands.empty())
            return {};
        const std::string &to = one.operands[0].what == ptx_operand::form::pair
                                    ? one.operands[0].parts.back()
                                    : one.operands[0].text;
        if (to == "_")
            return result;
        const std::string target = in_cpp(to);
        if (target.empty() || (to[0] == '%' && !is_output(to)))
            return {};
        return target + " = " + result;
    }

    // What a meaning asks of an operand; see ptx_table.h.
    std::string part(const ptx_operand &one, char asked, bool of_shared_memory) const {
        const std::string base = with_offset(one.text);
        switch (asked) {
        case 'a':
            return base.empty()
                       ? base
                       : "::cuda_emulator::ptx::" +
                             std::string(of_shared_memory ? "shared(" : "generic(") + base + ")";
        case 'b':
            return base;
        case 'c':
            return all_of(one.parts);
        case 'v':
            return one.what == ptx_operand::form::vector ? all_of(one.parts) : in_cpp(one.text);
        default:
            return one.what == ptx_operand::form::plain ? in_cpp(one.text) : std::string();
        }
    }

    std::string all_of(const std::vector<std::string> &parts) const {
        std::string result;
        for (const std::string &one : parts) {
            const std::string value = in_cpp(one);
            if (value.empty())
                return {};
            result += (result.empty() ? "" : ", ") + value;
        }
        return result;
    }

    // %0 + 16
    std::string with_offset(const std::string &text) const {
        const std::size_t plus = text.find('+');
        std::string first = text.substr(0, plus);
        while (!first.empty() && first.back() == ' ')
            first.pop_back();
        const std::string base = in_cpp(first);
        return plus == std::string::npos || base.empty()
                   ? base
                   : "::cuda_emulator::ptx::behind(" + base + ", " + text.substr(plus + 1) + ")";
    }

    const operand *find(std::string_view name) const { // %0 or %[name]
        if (name.size() > 2 && name[1] == '[') {
            for (const operand &one : operands_)
                if (one.name == name.substr(2, name.size() - 3))
                    return &one;
            return nullptr;
        }
        std::size_t number = 0;
        for (const char c : name.substr(1)) {
            if (c < '0' || c > '9' || number > 1000)
                return nullptr;
            number = 10 * number + static_cast<std::size_t>(c - '0');
        }
        return name.size() > 1 && number < operands_.size() ? &operands_[number] : nullptr;
    }
    bool is_output(std::string_view name) const {
        const operand *const found = find(name);
        return found == nullptr || found->is_output();
    }

    // A register, an operand or a number in C++, or nothing.
    std::string in_cpp(const std::string &written) const {
        if (written.empty())
            return {};
        if (std::find(registers_.begin(), registers_.end(), written) != registers_.end())
            return "ptx_" + plain_name(written);
        if ((written[0] >= '0' && written[0] <= '9') || written[0] == '-')
            return written.size() > 1 && (written[1] == 'f' || written[1] == 'd') ? "" : written;
        if (written[0] != '%')
            return {};
        if (const operand *const found = find(written))
            return found->expression;
        const std::string_view meaning =
            special_register(std::string_view(written).substr(written[1] == '%' ? 2 : 1));
        return meaning.empty() ? std::string() : "(" + std::string(meaning) + ")";
    }

    const std::vector<operand> &operands_;
    std::vector<std::string> registers_;
    std::string unknown_;
};

// In the place of what is not there: refused where a compiler makes code of it.
std::string refusal(const std::string &instruction) {
    if (instruction.empty())
        return "::cuda_emulator::inline_ptx()";
    const std::string function = "inline_ptx_" + plain_name(instruction);
    return "[] { __attribute__((error(\"inline PTX: the emulator does not have the instruction " +
           instruction + "\"))) void " + function + "(); " + function + "(); }()";
}

// The instructions of one asm(), and where the C++ for them goes.
struct variant {
    std::string code;
    int place;
    bool is_ptx = false, is_literal = true;
};

bool begins_conditional(std::string_view name) {
    return name == "if" || name == "ifdef" || name == "ifndef";
}
bool goes_on(std::string_view name) {
    return name == "else" || name == "elif";
}

// Where one #if with an #else stands between the lines: a variant for each branch, at the first
// line of it. Otherwise there is one, at the word asm. [first, end) are the instructions.
std::vector<variant> variants_of(const region &text, const std::vector<directive> &directives,
                                 int position, int first, int end) {
    const std::uint32_t before = text.directives_before(position),
                        behind = text.directives_before(end);
    std::vector<variant> variants;
    if (before == behind) {
        variants.push_back({{}, position});
    } else {
        // directives[n] is the one behind which there are n + 1.
        bool fits = behind - before > 2 && behind <= directives.size() &&
                    begins_conditional(directives[before].name) &&
                    directives[behind - 2].name == "else" && directives[behind - 1].name == "endif";
        for (std::uint32_t i = before + 1; fits && i < behind - 1; ++i)
            fits = goes_on(directives[i].name);
        for (std::uint32_t branch = before + 1; fits && branch < behind; ++branch) {
            int place = first;
            while (place < end && text.directives_before(place) != branch)
                ++place;
            fits = place < end;
            variants.push_back({{}, place});
        }
        if (!fits)
            variants = {{{}, position, false, false}};
    }
    for (int at = first; at < end; ++at) {
        const std::uint32_t of = text.directives_before(at);
        for (std::size_t i = 0; i < variants.size(); ++i) {
            variant &v = variants[i];
            v.is_literal = v.is_literal && text.is_literal(at);
            if (!text.is_literal(at) ||
                (variants.size() > 1 && of != before && of != behind && of != before + 1 + i))
                continue;
            v.is_ptx = v.is_ptx || is_ptx(text.text(at));
            v.code += contents(text.text(at));
        }
    }
    return variants;
}

// What stands for it in C++.
std::string in_cpp(const variant &v, const std::vector<operand> &operands, bool has_operands) {
    std::vector<ptx_statement> statements;
    std::string cpp, unknown;
    if (v.is_literal && has_operands && read_ptx(v.code, statements)) {
        writer write(operands);
        cpp = write.write(statements);
        unknown = write.unknown();
    }
    return cpp.empty() ? refusal(unknown) : cpp;
}

// Whether nothing between the braces of a loop gives names of its condition another value, asm
// among it, so that it ends whatever other threads do.
bool only_counts(const tree &syntax, const node &loop) {
    const region &text = syntax.text();
    const int step = loop.condition_end + 1;
    bool steps = false;
    for (int name = loop.condition; name < loop.condition_end; ++name) {
        if (text.is(name, "&&") || text.is(name, "||"))
            return false;
        for (int at = step; text.is_name(name) && at < loop.last; ++at) {
            if (!text.is(at, text.text(name)))
                continue;
            const bool changed = syntax.changed_by(at, at + 1) != nullptr;
            if (at < loop.body)
                steps = steps || changed;
            else if (changed || (text.is_literal(at - 2) && text.is(at - 1, "(")))
                return false;
        }
    }
    return steps;
}

// Whether a loop around a position may wait for another thread: any that does not only count.
bool is_in_waiting_loop(const tree &syntax, int position) {
    for (int at = syntax.at(position); at > 0; at = syntax[at].parent) {
        const node &n = syntax[at];
        if (n.what == kind::function || n.what == kind::lambda)
            return false;
        if (!is_loop(n.what))
            continue;
        const tree::nodes_below below = syntax.below(n);
        const bool counts = n.what == kind::for_loop && position >= n.body &&
                            n.condition < n.condition_end && only_counts(syntax, n) &&
                            std::none_of(below.begin(), below.end(),
                                         [](const node &m) { return m.what == kind::jump; });
        if (!counts)
            return true;
    }
    return false;
}

// Whether what calls a function says its name, as it is no member and no operator.
bool is_called_by_name(const tree &syntax, const node &f) {
    return syntax.around(f.first, kind::type) < 0 && syntax.text().is_name(f.name) &&
           !syntax.text().is(f.name, "operator") && !syntax.text().is(f.name - 1, "operator");
}

// Whether no loop that may wait comes by a position, in its function or in those that call it.
bool comes_by_once(const tree &syntax, const macro_words &words, int position) {
    const region &text = syntax.text();
    std::set<std::string_view> known;
    std::vector<int> places = {position};
    while (!places.empty()) {
        const int place = places.back();
        places.pop_back();
        const node *f = syntax.function_around(place);
        if (f == nullptr || f->what != kind::function || is_in_waiting_loop(syntax, place) ||
            !is_called_by_name(syntax, *f))
            return false;
        for (const node &n : syntax.below(*f))
            if (n.what == kind::label)
                return false; // a loop of gotos
        bool is_kernel = false;
        for (int head = f->first; head < f->open; ++head)
            is_kernel = is_kernel || text.is(head, "__global__");
        const std::string_view name = text.text(f->name);
        if (is_kernel || !known.insert(name).second)
            continue;
        for (const auto &[macro, in_macro] : words)
            if (in_macro.count(std::string(name)) != 0)
                return false;
        for (const int other : syntax.uses(name)) {
            const node *around = syntax.function_around(other);
            if (around == nullptr
                    ? !text.is(other + 1, "(")
                    : around->name != other && (around == f || !text.is(other + 1, "(")))
                return false; // it calls itself, or something else may
            if (around != nullptr && around->name != other)
                places.push_back(other);
        }
    }
    return true;
}

} // namespace

bool rewrite_inline_ptx(const region &text, const std::vector<directive> &directives,
                        const tree *whole, const macro_words &words_in_macros, edit_list &edits) {
    static constexpr std::array<std::string_view, 3> words = {"asm", "__asm__", "__asm"};
    static constexpr std::array<std::string_view, 3> qualifiers = {"volatile", "__volatile__",
                                                                   "__volatile"};
    bool needs_header = false;
    for (int position = 0; position < text.size(); ++position) {
        if (!one_of(text.text(position), words))
            continue;
        int open = position + 1;
        while (one_of(text.text(open), qualifiers))
            ++open;
        const int close = text.is(open, "(") ? text.closer(open) : -1;
        int end = open + 1; // of the instructions
        while (end < close && !text.is(end, ":") && !text.is(end, "::"))
            ++end;
        if (close < 0)
            continue;
        const std::vector<variant> variants =
            variants_of(text, directives, position, open + 1, end);
        if (std::none_of(variants.begin(), variants.end(),
                         [](const variant &v) { return v.is_ptx; }))
            continue;
        std::vector<operand> operands;
        const bool has_operands = text.directives_before(end) == text.directives_before(close) &&
                                  read_operands(text, end, close, operands);
        std::size_t next = 0;
        for (int at = position; at <= close; ++at) {
            if (next == variants.size() || at != variants[next].place) {
                edits.remove(text.token_index(at));
                continue;
            }
            std::string cpp = in_cpp(variants[next++], operands, has_operands);
            const std::string load = "::ptx::load<";
            const std::size_t loads = cpp.find(load);
            if (loads != cpp.npos && whole != nullptr &&
                comes_by_once(*whole, words_in_macros, position))
                cpp.replace(loads, load.size(), "::ptx::load_once<");
            for (const std::string_view of_header :
                 {"::ptx::", "__pipeline", "_cluster", "cluster_"})
                needs_header = needs_header || contains(cpp, of_header);
            edits.replace(text.token_index(at), cpp);
        }
        position = close;
    }
    return needs_header;
}

} // namespace cuda_rewriter
