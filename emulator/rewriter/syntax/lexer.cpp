//     n<<=1; // twice
// becomes the tokens, with their kinds,
//     n           <           <=          1       ;           blank  // twice
//     identifier  punctuator  punctuator  number  punctuator  blank  comment
#include "lexer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace cuda_rewriter {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Bytes of UTF-8 sequences count as letters: identifiers may hold them.
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_char(char c) {
    return is_name_start(c) || is_digit(c);
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

class scanner {
public:
    explicit scanner(std::string_view text) : text_(text) {}

    std::vector<token> scan();

private:
    enum class directive_part { none, hash, header_name };

    char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
    bool starts_with(std::size_t position, std::string_view what) const {
        return text_.compare(position, what.size(), what) == 0;
    }
    std::size_t newline_length(std::size_t position) const;
    std::size_t splice_length(std::size_t position) const;
    std::size_t end_of_logical_line(std::size_t position) const;
    std::size_t end_of_blanks(std::size_t position) const;
    std::size_t end_of_number(std::size_t position) const;
    std::size_t end_of_quoted(std::size_t quote) const;
    std::size_t end_of_raw_string(std::size_t quote) const;
    std::size_t end_of_header_name(std::size_t quote) const;
    std::size_t end_of_punctuator(std::size_t position) const;
    token_kind next(std::size_t &end);
    void follow_directive(token_kind kind, std::string_view spelling);

    std::string_view text_;
    std::size_t position_ = 0;
    bool line_start_ = true;
    directive_part directive_ = directive_part::none;
};

std::size_t scanner::newline_length(std::size_t position) const {
    if (at(position) == '\n')
        return 1;
    return at(position) == '\r' && at(position + 1) == '\n' ? 2 : 0;
}

// Blanks between the backslash and the line end are accepted, as GCC and Clang do.
std::size_t scanner::splice_length(std::size_t position) const {
    if (at(position) != '\\')
        return 0;
    std::size_t end = position + 1;
    while (end < text_.size() && is_blank(text_[end]))
        ++end;
    return at(end) == '\n' ? end + 1 - position : 0;
}

std::size_t scanner::end_of_logical_line(std::size_t position) const {
    while (position < text_.size() && newline_length(position) == 0)
        position += std::max<std::size_t>(splice_length(position), 1);
    return position;
}

std::size_t scanner::end_of_blanks(std::size_t position) const {
    while (position < text_.size() && newline_length(position) == 0)
        if (is_blank(text_[position]))
            ++position;
        else if (const std::size_t splice = splice_length(position))
            position += splice;
        else
            break;
    return position;
}

std::size_t scanner::end_of_number(std::size_t position) const {
    while (position < text_.size()) {
        const char c = text_[position];
        const char following = at(position + 1);
        if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') &&
            (following == '+' || following == '-'))
            position += 2;
        else if (c == '\'' && (is_name_start(following) || is_digit(following)))
            position += 2;
        else if (is_name_char(c) || c == '.')
            ++position;
        else
            break;
    }
    return position;
}

// An apostrophe in prose (after #error, or in text that #if 0 skips) is not closed: like the
// compilers, let it reach to the end of its line.
std::size_t scanner::end_of_quoted(std::size_t quote) const {
    const char terminator = text_[quote];
    std::size_t position = quote + 1;
    while (position < text_.size() && newline_length(position) == 0) {
        if (const std::size_t splice = splice_length(position)) {
            position += splice;
        } else if (text_[position] == '\\') {
            ++position;
            while (const std::size_t between = splice_length(position))
                position += between;
            if (newline_length(position) == 0)
                ++position;
        } else if (text_[position++] == terminator) {
            return position;
        }
    }
    return std::min(position, text_.size());
}

std::size_t scanner::end_of_raw_string(std::size_t quote) const {
    constexpr std::size_t longest_delimiter = 16;
    std::size_t open = quote + 1;
    while (open - quote <= longest_delimiter + 1 && open < text_.size() && text_[open] != '(') {
        const char c = text_[open];
        if (is_blank(c) || c == '\n' || c == ')' || c == '\\' || c == '"')
            break;
        ++open;
    }
    if (at(open) != '(')
        return end_of_quoted(quote);
    std::string closing = ")";
    closing.append(text_.substr(quote + 1, open - quote - 1));
    closing += '"';
    const std::size_t end = text_.find(closing, open);
    return end == std::string_view::npos ? text_.size() : end + closing.size();
}

// A backslash in a header name is a plain character. Returns `quote` when the name is not closed.
std::size_t scanner::end_of_header_name(std::size_t quote) const {
    const char terminator = text_[quote] == '<' ? '>' : '"';
    for (std::size_t position = quote + 1; position < text_.size(); ++position) {
        if (text_[position] == terminator)
            return position + 1;
        if (text_[position] == '\n')
            break;
    }
    return quote;
}

std::size_t scanner::end_of_punctuator(std::size_t position) const {
    static constexpr std::array<std::string_view, 27> longer = {
        "->*", "...", "->", "::", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=",
        "*=",  "/=",  "%=", "&=", "|=", "^=", "##", ".*", "<%", "%>", "<:", ":>", "%:"};
    // The standard's exception, so that "f<::g>" is not read as "f[:g>".
    if (starts_with(position, "<::") && at(position + 3) != ':' && at(position + 3) != '>')
        return position + 1;
    for (const std::string_view candidate : longer)
        if (starts_with(position, candidate))
            return position + candidate.size();
    return position + 1;
}

token_kind scanner::next(std::size_t &end) {
    const std::size_t begin = position_;
    const char c = text_[begin];
    if (const std::size_t length = newline_length(begin)) {
        end = begin + length;
        return token_kind::newline;
    }
    end = end_of_blanks(begin);
    if (end != begin)
        return token_kind::blank;
    if (starts_with(begin, "//")) {
        end = end_of_logical_line(begin);
        return token_kind::comment;
    }
    if (starts_with(begin, "/*")) {
        const std::size_t close = text_.find("*/", begin + 2);
        end = close == std::string_view::npos ? text_.size() : close + 2;
        return token_kind::comment;
    }
    if (directive_ == directive_part::header_name && (c == '"' || c == '<')) {
        end = end_of_header_name(begin);
        if (end != begin)
            return token_kind::literal;
    }
    if (is_name_start(c)) {
        end = begin + 1;
        while (end < text_.size() && is_name_char(text_[end]))
            ++end;
        const std::string_view name = text_.substr(begin, end - begin);
        const char quote = at(end);
        if (quote == '"' &&
            (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R")) {
            end = end_of_raw_string(end);
            return token_kind::literal;
        }
        if ((quote == '"' || quote == '\'') &&
            (name == "L" || name == "u" || name == "U" || name == "u8")) {
            end = end_of_quoted(end);
            return token_kind::literal;
        }
        return token_kind::identifier;
    }
    if (is_digit(c) || (c == '.' && is_digit(at(begin + 1)))) {
        end = end_of_number(begin);
        return token_kind::number;
    }
    if (c == '"' || c == '\'') {
        end = end_of_quoted(begin);
        return token_kind::literal;
    }
    end = end_of_punctuator(begin);
    constexpr std::string_view punctuators = "{}[]()<>;:?.~!+-*/%^&|=,#";
    return punctuators.find(c) == std::string_view::npos ? token_kind::other
                                                         : token_kind::punctuator;
}

// Header names have their own syntax, but only after #include and its relatives.
void scanner::follow_directive(token_kind kind, std::string_view spelling) {
    if (kind == token_kind::newline) {
        line_start_ = true;
        directive_ = directive_part::none;
    } else if (!is_trivia(kind)) {
        if (line_start_ && (spelling == "#" || spelling == "%:"))
            directive_ = directive_part::hash;
        else if (directive_ == directive_part::hash &&
                 (spelling == "include" || spelling == "include_next" || spelling == "import"))
            directive_ = directive_part::header_name;
        else
            directive_ = directive_part::none;
        line_start_ = false;
    }
}

std::vector<token> scanner::scan() {
    std::vector<token> tokens;
    tokens.reserve(text_.size() / 3);
    while (position_ < text_.size()) {
        std::size_t end = position_;
        const token_kind kind = next(end);
        follow_directive(kind, text_.substr(position_, end - position_));
        tokens.push_back({kind, static_cast<std::uint32_t>(position_),
                          static_cast<std::uint32_t>(end - position_)});
        position_ = end;
    }
    return tokens;
}

} // namespace

std::vector<token> tokenize(std::string_view text) {
    return scanner(text).scan();
}

} // namespace cuda_rewriter
