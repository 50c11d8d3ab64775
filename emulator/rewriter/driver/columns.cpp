// A table of two files, of which the second has no changes:
//     name dot.cu
//     path /home/ann/dot.cu
//     run 8 1 8 1 1          line 8, from column 1 on, is line 8, column 1, copied
//     run 8 41 8 30 0        from column 41 on it was made for what stands in column 30
//     name common/book.h
//     path /home/ann/book/common/book.h
#include "columns.h"

#include <algorithm>
#include <sstream>
#include <tuple>

namespace cuda_rewriter {

std::string columns_of_file(const std::string &display_name, const std::filesystem::path &path,
                            const std::vector<column_run> &runs) {
    std::ostringstream table;
    table << "name " << display_name << "\npath " << path.string() << "\n";
    for (const column_run &run : runs)
        table << "run " << run.line << ' ' << run.column << ' ' << run.from_line << ' '
              << run.from_column << ' ' << run.is_copied << "\n";
    return table.str();
}

translated_files read_columns(const std::string &table) {
    translated_files files;
    translated_file *file = nullptr;
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
        if (line.compare(0, 5, "name ") == 0) {
            file = &files[line.substr(5)];
        } else if (file != nullptr && line.compare(0, 5, "path ") == 0) {
            file->path = line.substr(5);
        } else if (file != nullptr && line.compare(0, 4, "run ") == 0) {
            std::istringstream numbers(line.substr(4));
            column_run run = {};
            numbers >> run.line >> run.column >> run.from_line >> run.from_column >> run.is_copied;
            file->runs.push_back(run);
        }
    }
    // Headers that are not copied are included by their paths.
    for (const auto &[name, known] : translated_files(files))
        files.emplace(known.path.string(), known);
    return files;
}

void find_origin(const translated_file &file, std::uint32_t &line, std::uint32_t &column) {
    const auto behind =
        std::upper_bound(file.runs.begin(), file.runs.end(), std::make_pair(line, column),
                         [](const auto &place, const column_run &run) {
                             return place < std::make_pair(run.line, run.column);
                         });
    if (behind == file.runs.begin() || std::prev(behind)->line != line)
        return; // a line without changes
    const column_run &run = *std::prev(behind);
    const std::uint32_t offset = run.is_copied ? column - run.column : 0;
    line = run.from_line;
    column = run.from_column + offset;
}

} // namespace cuda_rewriter
