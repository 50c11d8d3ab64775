// The command line.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_rewriter {

struct options {
    std::filesystem::path input;
    std::filesystem::path output;
    std::filesystem::path depfile; // empty: none is written
    std::vector<std::filesystem::path> include_dirs;
    std::string display_name;
    bool check = false; // for the checker
    bool help = false;
};

class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

extern const char *const help_text;

// Throws usage_error.
options parse_options(const std::vector<std::string> &arguments);

} // namespace cuda_rewriter
