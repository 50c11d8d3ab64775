// Brackets find their partners while tokens are added. Branches of an #if may share one:
//     #ifdef A
//     if (a) {      the first opener, which is the canonical one
//     #else
//     if (b) {      stands for it
//     #endif
//     }             closes both
#include "region.h"

#include <algorithm>
#include <array>

#include "words.h"

namespace cuda_rewriter {
namespace {

// Those that cannot be a name, nor the type in front of one: "return", but not "int".
bool is_keyword(std::string_view word) {
    static constexpr std::array<std::string_view, 43> words = {
        "and",       "bitand",   "bitor", "break",    "case",      "catch",    "co_await",
        "co_return", "co_yield", "compl", "const",    "constexpr", "continue", "decltype",
        "default",   "delete",   "do",    "else",     "explicit",  "extern",   "for",
        "friend",    "goto",     "if",    "inline",   "namespace", "new",      "noexcept",
        "not",       "operator", "or",    "requires", "return",    "sizeof",   "static",
        "switch",    "template", "throw", "typename", "using",     "volatile", "while",
        "xor"};
    return std::binary_search(words.begin(), words.end(), word);
}

std::string_view without_digraph(std::string_view spelling) {
    if (spelling == "<%")
        return "{";
    if (spelling == "%>")
        return "}";
    if (spelling == "<:")
        return "[";
    if (spelling == ":>")
        return "]";
    return spelling;
}

bool is_opener(std::string_view text) {
    return text == "(" || text == "[" || text == "{";
}
bool is_closer(std::string_view text) {
    return text == ")" || text == "]" || text == "}";
}

bool is_pair(std::string_view open, std::string_view close) {
    return (open == "(" && close == ")") || (open == "[" && close == "]") ||
           (open == "{" && close == "}");
}

} // namespace

std::string_view region::text(int position) const {
    if (!contains(position))
        return {};
    const token &t = (*tokens_)[items_[position].token];
    const std::string_view spelling = std::string_view(*text_).substr(t.begin, t.length);
    return t.kind == token_kind::punctuator ? without_digraph(spelling) : spelling;
}

bool region::is_identifier(int position) const {
    return contains(position) && (*tokens_)[items_[position].token].kind == token_kind::identifier;
}

bool region::is_number(int position) const {
    return contains(position) && (*tokens_)[items_[position].token].kind == token_kind::number;
}

bool region::is_literal(int position) const {
    return contains(position) && (*tokens_)[items_[position].token].kind == token_kind::literal;
}

bool region::is_name(int position) const {
    return is_identifier(position) && !is_keyword(text(position));
}

bool region::follows_trivia(int position) const {
    if (!contains(position))
        return true;
    const std::uint32_t index = items_[position].token;
    return index == 0 || is_trivia((*tokens_)[index - 1].kind);
}

bool region::is_spaced(int position) const {
    if (!contains(position) || !follows_trivia(position))
        return false;
    const std::uint32_t index = items_[position].token;
    return index + 1 == tokens_->size() || is_trivia((*tokens_)[index + 1].kind);
}

std::uint32_t region::directives_before(int position) const {
    return contains(position) ? items_[position].directives : 0;
}

std::string region::joined(int first, int last) const {
    std::string result;
    for (int position = first; position < last; ++position) {
        if (position != first && follows_trivia(position))
            result += ' ';
        const auto respelled = respelled_.find(position);
        result += respelled == respelled_.end() ? text(position) : respelled->second;
    }
    return result;
}

int region::end_of_part(int first, int last) const {
    for (; first < last && !is(first, ","); ++first)
        if (closer(first) > first)
            first = closer(first);
    return first < last ? first : last;
}

int region::count_parts(int first, int last) const {
    int count = first < last ? 1 : 0;
    for (int position = first; position < last; ++position) {
        if (is(position, "<") || (is_opener(text(position)) && closer(position) < 0))
            return -1;
        if (closer(position) > position)
            position = closer(position);
        else if (is(position, ","))
            ++count;
    }
    return count;
}

int region::canonical_opener(int opener) const {
    while (items_[opener].stands_for >= 0)
        opener = items_[opener].stands_for;
    return opener;
}

int region::closer(int opener) const {
    if (!contains(opener) || !is_opener(text(opener)))
        return -1;
    const int own = items_[opener].partner;
    return own >= 0 ? own : items_[canonical_opener(opener)].partner;
}

int region::opener(int closer) const {
    return contains(closer) && is_closer(text(closer)) ? items_[closer].partner : -1;
}

bool region::opens_namespace(int brace) const {
    int position = brace - 1;
    if (is_literal(position))
        return true; // extern "C" {
    while (is_identifier(position) || is(position, "::")) {
        if (is(position, "namespace"))
            return true;
        --position;
    }
    return false;
}

bool region::ends_specifier(int closer) const {
    return takes_arguments(text(opener(closer) - 1));
}

bool region::is_launch(int position) const {
    return is(position, "<") && is(position + 1, "<") && is(position + 2, "<") &&
           !is(position - 1, "operator");
}

bool region::takes_address(int position) const {
    const int left = position - 1;
    return is(position, "&") && !is_name(left) && !is_number(left) && !is(left, ")") &&
           !is(left, "]");
}

int region::find_template_opener(int closing, bool skip_spaced) const {
    // Far longer than any argument list, and short enough for hostile input.
    constexpr int most_tokens = 10000;
    int depth = 0;
    for (int position = closing; position >= 0 && position > closing - most_tokens; --position) {
        const std::string_view here = text(position);
        if (here == ">") {
            ++depth;
        } else if (here == "<") {
            if (is(position - 1, "<") && is_launch(position - 2))
                return -1;
            // After anything but a name, it is a comparison or a shift.
            if (is_name(position - 1) && !(skip_spaced && is_spaced(position)) && --depth == 0)
                return position;
        } else if (is_closer(here)) {
            position = opener(position);
            if (position < 0)
                return -1;
        } else if (here == ";" || is_opener(here)) {
            return -1;
        }
    }
    return -1;
}

int region::behind_angles(int open) const {
    constexpr int most_tokens = 1000;
    int depth = 0;
    for (int position = open; position < size() && position < open + most_tokens; ++position) {
        const std::string_view here = text(position);
        if (here == "<") {
            ++depth;
        } else if (here == ">") {
            if (--depth == 0)
                return position + 1;
        } else if (is_opener(here)) {
            position = closer(position);
            if (position < 0)
                return -1;
        } else if (here == ";" || is_closer(here)) {
            return -1;
        }
    }
    return -1;
}

// In "k<n < 4>" the inner '<' is a comparison; in "k < float >" a formatter has been at work. So
// blanks around it count against a '<' only as long as there is a better one.
int region::template_opener(int closing) const {
    if (!is(closing, ">"))
        return -1;
    const int better = find_template_opener(closing, true);
    return better >= 0 ? better : find_template_opener(closing, false);
}

void region::add(std::uint32_t token_index, std::uint32_t directives) {
    const int position = size();
    items_.push_back({token_index, directives, -1, -1, 0, -1});
    const std::string_view here = text(position);
    if (is_opener(here)) {
        items_[position].enclosing = innermost_;
        items_[position].depth = innermost_ < 0 ? 0 : items_[innermost_].depth + 1;
        innermost_ = position;
        return;
    }
    if (!is_closer(here))
        return;
    // Macros may hide a bracket, which must not spoil the rest of the file: a brace also closes
    // what was left open inside it. The limit keeps hostile input from taking quadratic time.
    int open = innermost_;
    for (int steps = 0; here == "}" && open >= 0 && steps < 100 && !is(open, "{"); ++steps)
        open = items_[open].enclosing;
    if (open < 0 || !is_pair(text(open), here))
        return;
    items_[position].partner = open;
    if (items_[open].partner < 0)
        items_[open].partner = position;
    innermost_ = items_[open].enclosing;
}

void region::pair_open_brackets(int first_branch, int other_branch) {
    while (first_branch != other_branch && first_branch >= 0 && other_branch >= 0) {
        item &other = items_[other_branch];
        if (other.stands_for >= 0 || other.depth != items_[first_branch].depth ||
            text(first_branch) != text(other_branch) || other_branch < first_branch)
            return;
        other.stands_for = first_branch;
        first_branch = items_[first_branch].enclosing;
        other_branch = other.enclosing;
    }
}

} // namespace cuda_rewriter
