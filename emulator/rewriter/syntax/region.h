// A sequence of tokens that is parsed together: a file without its preprocessing directives, or the
// body of one macro.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lexer.h"

namespace cuda_rewriter {

class region {
public:
    region(const std::string &text, const std::vector<token> &tokens)
        : text_(&text), tokens_(&tokens) {}

    // Positions count the tokens of this region, trivia left out; -1 stands for "none". All
    // questions about a position outside the region have the harmless answer.
    int size() const { return static_cast<int>(items_.size()); }
    bool contains(int position) const { return position >= 0 && position < size(); }

    // With digraphs spelled as the brackets that they stand for.
    std::string_view text(int position) const;
    bool is(int position, std::string_view spelling) const { return text(position) == spelling; }
    bool is_identifier(int position) const;
    bool is_number(int position) const;
    bool is_literal(int position) const;
    // An identifier that may name something: not a keyword such as "return".
    bool is_name(int position) const;
    // Blanks or comments on both sides, the way formatters write operators.
    bool is_spaced(int position) const;
    bool follows_trivia(int position) const;
    // The index of the token in its file.
    std::uint32_t token_index(int position) const { return items_[position].token; }
    // Differs for two positions when a preprocessing directive stands between them.
    std::uint32_t directives_before(int position) const;
    // The text of [first, last) on one line and without comments, as respell() has changed it.
    std::string joined(int first, int last) const;
    // Where a token is moved or repeated it reads so; text() says what it was.
    void respell(int position, std::string text) { respelled_[position] = std::move(text); }

    // The next ',' outside of brackets in [first, last), or `last`.
    int end_of_part(int first, int last) const;
    // How many parts there are between commas; -1 where a '<' makes it uncertain.
    int count_parts(int first, int last) const;

    // The bracket that closes or opens the one at a position, or -1.
    int closer(int opener) const;
    int opener(int closer) const;
    // One opener for all that stand for the same bracket in different branches of an #if.
    int canonical_opener(int opener) const;

    // A '{' whose head says "namespace", or extern "C".
    bool opens_namespace(int brace) const;
    // A ')' behind the arguments of a specifier, such as alignas(16).
    bool ends_specifier(int closer) const;
    // Three '<' in a row that begin a launch. Only "operator<< <T>" looks the same.
    bool is_launch(int position) const;
    // A '&' without an operand on its left.
    bool takes_address(int position) const;
    // The '<' of the template argument list that ends with the '>' at a position, or -1.
    int template_opener(int closing) const;
    // The position behind the '>' that closes the '<' at a position, or -1.
    int behind_angles(int open) const;

    // Building. Brackets are matched as tokens come in; what an #if does to that is told through
    // the bracket that is open at the time.
    void add(std::uint32_t token_index, std::uint32_t directives);
    int innermost_open() const { return innermost_; }
    void set_innermost_open(int opener) { innermost_ = opener; }
    // Pairs the brackets left open at the end of another branch with those of the first one.
    void pair_open_brackets(int first_branch, int other_branch);

private:
    struct item {
        std::uint32_t token;
        std::uint32_t directives;
        int partner;    // the bracket at the other end, or -1
        int enclosing;  // of an opening bracket: the opening bracket around it, or -1
        int depth;      // of an opening bracket: how many are around it
        int stands_for; // of an opening bracket: the same bracket in the first branch, or -1
    };

    int find_template_opener(int closing, bool skip_spaced) const;

    const std::string *text_;
    const std::vector<token> *tokens_;
    std::vector<item> items_;
    std::unordered_map<int, std::string> respelled_;
    int innermost_ = -1;
};

} // namespace cuda_rewriter
