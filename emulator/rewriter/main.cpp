#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "file_io.h"
#include "options.h"
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
    translation t(opts.output, opts.include_dirs, opts.check);
    t.run(opts.input, opts.display_name);
    const std::vector<output_file> outputs = t.outputs();
    if (!opts.depfile.empty())
        write_file(opts.depfile, dependencies(opts, t));
    for (const output_file &file : outputs)
        write_file(file.path, file.content);
}

} // namespace

int main(int argc, char **argv) {
    try {
        const options opts = parse_options(std::vector<std::string>(argv + 1, argv + argc));
        if (opts.help)
            std::cout << help_text;
        else
            translate(opts);
        return 0;
    } catch (const usage_error &error) {
        std::cerr << "cuda_rewrite: error: " << error.what() << "\n"
                  << "See cuda_rewrite --help.\n";
        return 2;
    } catch (const std::exception &error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
