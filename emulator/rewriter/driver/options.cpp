//     dot.cu --output dot.cpp --check
// becomes
//     options{input = "dot.cu", output = "dot.cpp", display_name = "dot.cu", check = true}
#include "options.h"

#include <cstdlib>
#include <iostream>

namespace cuda_rewriter {
namespace {

[[noreturn]] void usage_error(const std::string &message) {
    std::cerr << "cuda_rewrite: error: " << message << "\n"
              << "See cuda_rewrite --help.\n";
    std::exit(2);
}

} // namespace

const char *const help_text =
    "usage: cuda_rewrite INPUT.cu --output OUT.cpp [--depfile OUT.d] [--columns OUT.columns]\n"
    "                    [--include-dir DIR]... [--display-name NAME] [--check |\n"
    "                    --profile | --record | --one-by-one] [--no-fmad] [--relaxed-constexpr]\n"
    "       cuda_rewrite --explain --columns OUT.columns < MESSAGES\n"
    "       cuda_rewrite --tree INPUT.cu\n"
    "\n"
    "Translates CUDA C++ into C++ for the CPU emulator. Line numbers stay as they are.\n"
    "\n"
    "  --output OUT.cpp     where to write the translation; rewritten headers go beside it\n"
    "  --depfile OUT.d      write the files that OUT.cpp depends on, as a Makefile rule\n"
    "  --columns FILE       write where the columns of OUT.cpp come from\n"
    "  --explain            read what a compiler says of OUT.cpp, and print what it means in "
    "INPUT.cu\n"
    "  --tree               print what INPUT.cu consists of, with lines and columns\n"
    "  --include-dir DIR    where to look for headers that lie not beside their includer\n"
    "  --display-name NAME  how messages of the compiler name the input (default: INPUT)\n"
    "  --check              tell the checker of shared and device variables\n"
    "  --profile            tell the profiler of loops\n"
    "  --record             tell the recorder of statements\n"
    "  --one-by-one         run threads one by one, even where they could be lanes of loops\n"
    "  --no-fmad            round each product before it is added to something\n"
    "  --relaxed-constexpr  let device code call constexpr functions of the host\n"
    "  --help               print this text\n"
    "\n"
    "Exit status: 0 translated, 1 the input cannot be translated or a file cannot be read or\n"
    "written, 2 wrong usage.\n";

options parse_options(const std::vector<std::string> &arguments) {
    options result;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string &argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            result.help = true;
            return result;
        }
        if (argument == "--check" || argument == "--explain") {
            (argument == "--check" ? result.check : result.explain) = true;
            continue;
        }
        if (argument == "--profile" || argument == "--record") {
            (argument == "--profile" ? result.profile : result.record) = true;
            continue;
        }
        if (argument == "--one-by-one" || argument == "--no-fmad") {
            (argument == "--one-by-one" ? result.one_by_one : result.no_fmad) = true;
            continue;
        }
        if (argument == "--relaxed-constexpr" || argument == "--tree") {
            (argument == "--tree" ? result.tree : result.relaxed_constexpr) = true;
            continue;
        }
        const bool takes_value = argument == "--output" || argument == "--depfile" ||
                                 argument == "--columns" || argument == "--include-dir" ||
                                 argument == "--display-name";
        if (!takes_value) {
            if (argument.size() > 1 && argument.front() == '-')
                usage_error("option '" + argument +
                            "' is not known; accepted are --output, --depfile, "
                            "--columns, --include-dir, --display-name, --check, --profile, "
                            "--record, --one-by-one, --no-fmad, --relaxed-constexpr, --explain, "
                            "--tree and --help");
            if (argument.empty())
                usage_error("the input '' is empty; expected the path of one .cu file");
            if (!result.input.empty())
                usage_error("more than one input: '" + result.input.string() + "' and '" +
                            argument + "'; expected the path of one .cu file");
            result.input = argument;
            continue;
        }
        const std::string expected = argument == "--include-dir"    ? "the path of a directory"
                                     : argument == "--display-name" ? "a name for the input"
                                                                    : "the path of a file";
        if (i + 1 == arguments.size())
            usage_error("option '" + argument + "' has no value; expected " + expected);
        const std::string &value = arguments[++i];
        if (value.empty() || value.find('\n') != std::string::npos)
            usage_error("option '" + argument + "' has the value '" + value + "'; expected " +
                        expected);
        if (argument == "--output")
            result.output = value;
        else if (argument == "--depfile")
            result.depfile = value;
        else if (argument == "--columns")
            result.columns = value;
        else if (argument == "--include-dir")
            result.include_dirs.emplace_back(value);
        else
            result.display_name = value;
    }
    if (result.explain) {
        if (result.columns.empty())
            usage_error(
                "option '--explain' needs '--columns'; expected what the translation wrote");
        return result;
    }
    if (result.input.empty())
        usage_error("no input; expected the path of one .cu file");
    if (result.output.empty() && !result.tree)
        usage_error("option '--output' is missing; expected the path of a file");
    if (result.display_name.empty())
        result.display_name = result.input.string();
    return result;
}

} // namespace cuda_rewriter
