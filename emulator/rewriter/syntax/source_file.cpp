//     #include "a.h"            directives()
//     #define TWICE 2 *         directives(), and macros(): TWICE, of which the region is "2 *"
//     #if 0
//     a                         nowhere: it is skipped
//     #endif
//     int b = TWICE 3;          main_text(): "int b = TWICE 3;"
#include "source_file.h"

#include <algorithm>
#include <utility>

#include "errors.h"
#include "excerpt.h"

namespace cuda_rewriter {
namespace {

bool is_conditional(std::string_view name) {
    return name == "if" || name == "ifdef" || name == "ifndef" || name == "elif" ||
           name == "elifdef" || name == "elifndef" || name == "else" || name == "endif";
}

} // namespace

std::string line_marker(long line, const std::string &name) {
    std::string result = "#line " + std::to_string(line) + " \"";
    for (const char c : name) {
        if (c == '\\' || c == '"')
            result += '\\';
        result += c;
    }
    return result + "\"";
}

source_file::source_file(std::string display_name, std::string text)
    : display_name_(std::move(display_name)), text_(std::move(text)), main_text_(text_, tokens_) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.compare(0, byte_order_mark.size(), byte_order_mark) == 0) {
        has_byte_order_mark_ = true;
        text_.erase(0, byte_order_mark.size());
    }
    tokens_ = tokenize(text_);
    for (std::size_t i = 0; i < text_.size(); ++i)
        if (text_[i] == '\n')
            line_starts_.push_back(i + 1);
    parse();
    syntax_ = std::make_unique<tree>(main_text_);
}

std::string_view source_file::spelling(std::uint32_t token_index) const {
    const token &t = tokens_[token_index];
    return std::string_view(text_).substr(t.begin, t.length);
}

void source_file::fatal_error_at(std::uint32_t token_index, const std::string &message) const {
    fatal_error(message_at(token_index, message));
}

std::string source_file::message_at(std::uint32_t token_index, const std::string &message,
                                    const std::string &kind) const {
    const token &t = tokens_[token_index];
    const long line = line_of(token_index);
    const std::size_t begin = t.begin - column_of(token_index);
    const std::string_view whole = std::string_view(text_).substr(begin);
    return marked_message(display_name_, static_cast<unsigned>(line),
                          whole.substr(0, whole.find('\n')), t.begin - begin, t.length, kind,
                          message);
}

long source_file::line_of(std::uint32_t token_index) const {
    const std::size_t begin = tokens_[token_index].begin;
    return std::upper_bound(line_starts_.begin(), line_starts_.end(), begin) - line_starts_.begin();
}

std::size_t source_file::column_of(std::uint32_t token_index) const {
    return tokens_[token_index].begin -
           line_starts_[static_cast<std::size_t>(line_of(token_index) - 1)];
}

std::string source_file::line_marker(std::uint32_t token_index, long below) const {
    return cuda_rewriter::line_marker(line_of(token_index) + below, display_name_);
}

void source_file::parse() {
    bool line_start = true;
    for (std::uint32_t index = 0; index < tokens_.size();) {
        const token_kind kind = tokens_[index].kind;
        if (line_start && kind == token_kind::punctuator &&
            (spelling(index) == "#" || spelling(index) == "%:")) {
            index = parse_directive(index);
            continue;
        }
        if (kind == token_kind::newline) {
            line_start = true;
        } else if (!is_trivia(kind)) {
            line_start = false;
            if (!is_skipped())
                main_text_.add(index, directive_count_);
        }
        ++index;
    }
}

// Returns the index of the newline that ends the line.
std::uint32_t source_file::parse_directive(std::uint32_t hash) {
    directive line;
    line.hash = hash;
    line.end = hash + 1;
    std::uint32_t end = hash + 1;
    for (; end < tokens_.size() && tokens_[end].kind != token_kind::newline; ++end) {
        if (is_trivia(tokens_[end].kind))
            continue;
        if (line.name.empty())
            line.name = spelling(end);
        else
            line.arguments.push_back(end);
        line.end = end + 1;
    }
    line.number = ++directive_count_;
    follow_conditional(line);
    follow_certainty(line);
    const bool is_bound =
        !conditionals_.empty() && !conditionals_.back().inside_skipped && is_conditional(line.name);
    if (!is_skipped() || is_bound) {
        if (line.name == "define")
            add_macro(line);
        directives_.push_back(std::move(line));
    }
    return end;
}

source_file::constant source_file::condition_value(const directive &line) const {
    if ((line.name != "if" && line.name != "elif") || line.arguments.size() != 1)
        return constant::unknown;
    const std::string_view value = spelling(line.arguments.front());
    if (value == "0" || value == "false")
        return constant::zero;
    return value == "1" || value == "true" ? constant::one : constant::unknown;
}

// A bracket may be opened or closed once in every branch of an #if. The first branch that can be
// compiled decides how brackets around the #if are matched; each other branch starts from the same
// state and has no effect on what follows.
void source_file::follow_conditional(const directive &line) {
    const std::string_view name = line.name;
    if (name == "if" || name == "ifdef" || name == "ifndef") {
        conditional c{main_text_.innermost_open()};
        c.inside_skipped = is_skipped();
        c.uncertain = condition_value(line) == constant::unknown;
        begin_branch(c, condition_value(line));
        conditionals_.push_back(c);
        return;
    }
    if (conditionals_.empty())
        return;
    conditional &c = conditionals_.back();
    if (name == "else" || name == "elif" || name == "elifdef" || name == "elifndef") {
        end_branch(c);
        main_text_.set_innermost_open(c.open_before);
        c.uncertain = c.uncertain || (name != "else" && condition_value(line) == constant::unknown);
        begin_branch(c, condition_value(line));
    } else if (name == "endif") {
        end_branch(c);
        main_text_.set_innermost_open(c.has_first ? c.open_after_first : c.open_before);
        conditionals_.pop_back();
    }
}

// An include guard is "#ifndef NAME" in front of everything else, and "#define NAME" behind it.
void source_file::follow_certainty(const directive &line) {
    if (line.number == 1 && line.name == "ifndef" && main_text_.size() == 0 &&
        !line.arguments.empty())
        guard_ = spelling(line.arguments[0]);
    if (line.number == 2 && line.name == "define" && !line.arguments.empty() &&
        spelling(line.arguments[0]) == guard_)
        conditionals_[0].uncertain = false;
    bool uncertain = false;
    for (const conditional &c : conditionals_)
        uncertain = uncertain || c.uncertain;
    uncertain_behind_.push_back(uncertain);
}

void source_file::begin_branch(conditional &c, constant value) {
    c.skipped = c.inside_skipped || c.always_taken || value == constant::zero;
    c.always_taken = c.always_taken || value == constant::one;
    c.in_first = !c.skipped && !c.has_first;
    c.has_first = c.has_first || c.in_first;
}

void source_file::end_branch(conditional &c) {
    if (c.in_first)
        c.open_after_first = main_text_.innermost_open();
    else if (!c.skipped)
        main_text_.pair_open_brackets(c.open_after_first, main_text_.innermost_open());
}

void source_file::add_macro(directive &line) {
    if (line.arguments.empty())
        return;
    macro_definition macro{spelling(line.arguments[0]), false, region(text_, tokens_), {}};
    std::size_t next = 1;
    // Only an immediately following parenthesis begins a parameter list.
    if (line.arguments.size() > 1 && line.arguments[1] == line.arguments[0] + 1 &&
        spelling(line.arguments[1]) == "(") {
        macro.function_like = true;
        while (++next < line.arguments.size() && spelling(line.arguments[next]) != ")")
            macro.parameters.push_back(spelling(line.arguments[next]));
        ++next;
    }
    for (; next < line.arguments.size(); ++next)
        macro.body.add(line.arguments[next], directive_count_);
    line.macro = static_cast<int>(macros_.size());
    macros_.push_back(std::move(macro));
}

} // namespace cuda_rewriter
