// One file of the program, taken apart into preprocessing directives, macro bodies and the C++ text
// between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.h"
#include "region.h"
#include "tree.h"

namespace cuda_rewriter {

// A preprocessing directive, unless it stands in text that "#if 0" skips. What begins and ends such
// text does not.
struct directive {
    std::string_view name;
    std::vector<std::uint32_t> arguments; // indices of the tokens after the name, without trivia
    std::uint32_t hash = 0;               // its tokens are [hash, end)
    std::uint32_t end = 0;
    std::uint32_t number = 0; // counts all directives; see region::directives_before()
    int macro = -1;           // of a #define: its place in source_file::macros
};

struct macro_definition {
    std::string_view name;
    bool function_like = false;
    region body;
    std::vector<std::string_view> parameters; // and the commas between them
};

// The directive behind which compilers count so.
std::string line_marker(long line, const std::string &name);

class source_file {
public:
    // `display_name` is how messages and #line name the file.
    source_file(std::string display_name, std::string text);
    source_file(const source_file &) = delete;
    source_file &operator=(const source_file &) = delete;

    const std::string &display_name() const { return display_name_; }
    bool has_byte_order_mark() const { return has_byte_order_mark_; }
    const std::vector<token> &tokens() const { return tokens_; }
    const std::vector<directive> &directives() const { return directives_; }
    const std::vector<macro_definition> &macros() const { return macros_; }
    const region &main_text() const { return main_text_; }
    void respell(int position, const std::string &text) { main_text_.respell(position, text); }
    const tree &syntax() const { return *syntax_; }

    std::string_view spelling(std::uint32_t token_index) const;
    // Whether the compiler sees the text behind so many directives for certain: it stands in no
    // #if, but for an include guard and "#if 1".
    bool is_certain(std::uint32_t directives_before) const {
        return !uncertain_behind_[directives_before];
    }
    // "file:line:column: error: message", and below it the line with the token marked. Columns
    // count characters.
    std::string message_at(std::uint32_t token_index, const std::string &message,
                           const std::string &kind = "error") const;
    long line_of(std::uint32_t token_index) const;
    // How many bytes stand in front of it in its line.
    std::size_t column_of(std::uint32_t token_index) const;
    // A #line for text that comes from the line of a token, or from one so many lines below.
    std::string line_marker(std::uint32_t token_index, long below = 0) const;
    // Ends the translation with a message that begins with "file:line: error: ".
    [[noreturn]] void fatal_error_at(std::uint32_t token_index, const std::string &message) const;

private:
    struct conditional {
        int open_before;             // the innermost open bracket at the #if
        int open_after_first = -1;   // and at the end of the branch that counts
        bool has_first = false;      // whether the branch that counts has been seen
        bool in_first = false;       // whether this is that branch
        bool skipped = false;        // whether this branch is never compiled
        bool always_taken = false;   // whether a branch so far is always compiled
        bool inside_skipped = false; // whether the whole #if is in skipped text
        bool uncertain = false; // whether it takes more than the text to decide for this branch
    };
    enum class constant { unknown, zero, one };

    void parse();
    std::uint32_t parse_directive(std::uint32_t hash);
    constant condition_value(const directive &line) const;
    void follow_conditional(const directive &line);
    void begin_branch(conditional &c, constant value);
    void end_branch(conditional &c);
    void follow_certainty(const directive &line);
    void add_macro(directive &line);
    bool is_skipped() const { return !conditionals_.empty() && conditionals_.back().skipped; }

    std::string display_name_;
    std::string text_;
    bool has_byte_order_mark_ = false;
    std::vector<token> tokens_;
    std::vector<directive> directives_;
    std::vector<macro_definition> macros_;
    region main_text_;
    std::unique_ptr<tree> syntax_;            // of the main text
    std::vector<std::size_t> line_starts_{0}; // bytes in front of each line
    std::vector<conditional> conditionals_;
    std::uint32_t directive_count_ = 0;
    std::string_view guard_; // the name that the file's first line asks for, if it may be a guard
    std::vector<bool> uncertain_behind_{false}; // by the number of directives
};

} // namespace cuda_rewriter
