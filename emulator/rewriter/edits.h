// Changes to the text of a file, token by token, so that everything else stays as it was.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "source_file.h"

namespace cuda_rewriter {

class edit_list {
public:
    bool empty() const { return edits_.empty(); }
    void insert_before(std::uint32_t token_index, const std::string &text);
    // Also before what insert_before has put there.
    void insert_first(std::uint32_t token_index, const std::string &text);
    void insert_after(std::uint32_t token_index, const std::string &text);
    void replace(std::uint32_t token_index, const std::string &text);

    // The text of the file (without a byte order mark) with all changes made.
    std::string apply(const source_file &file) const;

private:
    struct edit {
        std::string before;
        std::string replacement;
        std::string after;
        bool replaced = false;
    };

    std::unordered_map<std::uint32_t, edit> edits_;
};

} // namespace cuda_rewriter
