// Changes to the text of a file, token by token, so that everything else stays as it was.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "source_file.h"

namespace cuda_rewriter {

// From a byte of the changed text on: where it comes from.
struct column_run {
    std::uint32_t line;      // of both texts, from 1
    std::uint32_t column;    // of the changed text, in bytes from 1
    std::uint32_t from_line; // of the reader's text
    std::uint32_t from_column;
    bool is_copied; // byte by byte; otherwise all of it was made for the byte that it comes from
};

class edit_list {
public:
    bool empty() const { return edits_.empty() && repetitions_.empty(); }
    // about: the token that the text stands for, where messages about it belong; without one the
    // token itself.
    void insert_before(std::uint32_t token_index, const std::string &text);
    // Also before what insert_before has put there.
    void insert_first(std::uint32_t token_index, const std::string &text);
    void insert_after(std::uint32_t token_index, const std::string &text);
    void insert_after(std::uint32_t token_index, const std::string &text, std::uint32_t about);
    void replace(std::uint32_t token_index, const std::string &text);
    // Also what is inserted at the token, before or after this.
    void remove(std::uint32_t token_index);

    // Tokens [first, last) with their changes, and a text in front.
    struct span {
        std::uint32_t first, last;
        std::string text;
    };
    // Behind a token, and what has been inserted there, tokens are repeated, and then comes a text.
    // All of that counts as in the line of the token, though it may have lines of its own, which
    // have to end with what tells compilers so.
    void repeat_after(std::uint32_t token_index, std::vector<span> spans, const std::string &text);
    // The text that these tokens have by now, on one line: what was inserted between them, too, and
    // at both ends what is whole by itself. Nothing where its brackets do not match.
    std::string expression(const source_file &file, const std::vector<std::uint32_t> &tokens) const;
    // In a repetition the token reads so.
    void replace_in_repetition(std::uint32_t token_index, const std::string &text);

    // The text of the file (without a byte order mark) with all changes made.
    std::string apply(const source_file &file) const;
    // Where the columns of lines with changes come from.
    std::vector<column_run> columns(const source_file &file) const;

private:
    struct piece {
        std::string text;
        std::uint32_t about;
    };
    struct edit {
        std::vector<piece> before;
        std::string replacement;
        std::vector<piece> after;
        bool replaced = false, removed = false;
    };

    struct repetition {
        std::vector<span> spans;
        std::string text;
    };

    const edit &edit_of(std::uint32_t token) const; // one of nothing, if there is none
    void append(const source_file &file, std::uint32_t index, std::string &result) const;
    std::string repeated(const source_file &file, const repetition &what) const;

    // Calls use(text, about, whether it is the reader's own) for each part of the changed text.
    template <class Use> void for_each_part(const source_file &file, Use use) const;

    std::unordered_map<std::uint32_t, edit> edits_;
    std::unordered_map<std::uint32_t, repetition> repetitions_;   // by the token that they follow
    std::unordered_map<std::uint32_t, std::string> replacements_; // in repetitions
};

} // namespace cuda_rewriter
