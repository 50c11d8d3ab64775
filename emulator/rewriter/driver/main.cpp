// cuda_rewrite: a CUDA program in, C++ for the CPU emulator out. See ../README.md.
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "columns.h"
#include "explain.h"
#include "file_io.h"
#include "options.h"
#include "../syntax/source_file.h"
#include "translation.h"

namespace {

using namespace cuda_rewriter;

std::string makefile_escaped(const std::filesystem::path &path) {
    std::string result;
    for (const char c : path.string()) {
        if (c == ' ' || c == '#')
            result += '\\';
        if (c == '$')
            result += '$';
        result += c;
    }
    return result;
}

std::string dependencies(const options &opts, const translation &t) {
    std::string result = makefile_escaped(opts.output) + ":";
    for (const std::filesystem::path &input : t.inputs())
        result += " \\\n  " + makefile_escaped(input);
    return result + "\n";
}

void translate(const options &opts) {
    translation t(opts);
    t.run(opts.input, opts.display_name);
    const std::vector<output_file> outputs = t.outputs();
    if (!opts.depfile.empty())
        write_file(opts.depfile, dependencies(opts, t));
    if (!opts.columns.empty())
        write_file(opts.columns, t.columns());
    for (const output_file &file : outputs)
        write_file(file.path, file.content);
}

std::string tree_of(const options &opts) {
    const source_file file(opts.display_name, read_file(opts.input));
    return file.syntax().dump([&](int position) {
        const std::uint32_t token = file.main_text().token_index(position);
        return std::to_string(file.line_of(token)) + ":" +
               std::to_string(file.column_of(token) + 1);
    });
}

} // namespace

int main(int argc, char **argv) {
    const options opts = parse_options(std::vector<std::string>(argv + 1, argv + argc));
    if (opts.help)
        std::cout << help_text;
    else if (opts.explain)
        std::cerr << explain(std::string(std::istreambuf_iterator<char>(std::cin), {}),
                             read_columns(read_file(opts.columns)));
    else if (opts.tree)
        std::cout << tree_of(opts);
    else
        translate(opts);
}
