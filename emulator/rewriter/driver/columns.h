// Where the columns of a translation come from: written with it, and read when the compiler has
// something to say about it.
#pragma once

#include "../syntax/edits.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cuda_rewriter {

struct translated_file {
    std::filesystem::path path;             // of the reader's text
    std::vector<column_run> runs;           // of lines with changes, in order
    mutable std::vector<std::string> lines; // of the reader's text, once it has been read
};

// By the name under which compilers know the file.
using translated_files = std::map<std::string, translated_file>;

// One file's part of the table.
std::string columns_of_file(const std::string &display_name, const std::filesystem::path &path,
                            const std::vector<column_run> &runs);

translated_files read_columns(const std::string &table);

// Changes a line and a column, in bytes from 1, to those of the reader's text.
void find_origin(const translated_file &file, std::uint32_t &line, std::uint32_t &column);

} // namespace cuda_rewriter
