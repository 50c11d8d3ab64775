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
    bool empty() const { return edits_.empty(); }
    // about: the token that the text stands for, where messages about it belong; without one the
    // token itself.
    void insert_before(std::uint32_t token_index, const std::string &text);
    // Also before what insert_before has put there.
    void insert_first(std::uint32_t token_index, const std::string &text);
    void insert_after(std::uint32_t token_index, const std::string &text);
    void insert_after(std::uint32_t token_index, const std::string &text, std::uint32_t about);
    void replace(std::uint32_t token_index, const std::string &text);

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
        bool replaced = false;
    };

    // Calls use(text, about, whether it is the reader's own) for each part of the changed text.
    template <class Use> void for_each_part(const source_file &file, Use use) const;

    std::unordered_map<std::uint32_t, edit> edits_;
};

} // namespace cuda_rewriter
