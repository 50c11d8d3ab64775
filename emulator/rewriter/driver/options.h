// The command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cuda_rewriter {

struct options {
    std::filesystem::path input;
    std::filesystem::path output;
    std::filesystem::path depfile; // empty: none is written
    std::filesystem::path columns; // likewise
    std::vector<std::filesystem::path> include_dirs;
    std::string display_name;
    bool check = false;             // for the checker
    bool profile = false;           // for the profiler
    bool record = false;            // for the recorder
    bool explain = false;           // no translation: messages of a compiler are explained
    bool tree = false;              // no translation: what the input consists of
    bool one_by_one = false;        // no threads become lanes of loops
    bool no_fmad = false;           // no fused multiply-adds in device code
    bool relaxed_constexpr = false; // device code may call constexpr functions of the host
    bool help = false;
};

extern const char *const help_text;

// Wrong usage ends the program with status 2 and a message.
options parse_options(const std::vector<std::string> &arguments);

} // namespace cuda_rewriter
