// Whole files in and out, with messages that name the file.
#pragma once

#include <filesystem>
#include <string>

namespace cuda_rewriter {

// Both end the translation where the file system refuses.
std::string read_file(const std::filesystem::path &path);
// A reader sees the old content or the new one, never a part.
void write_file(const std::filesystem::path &path, const std::string &content);

} // namespace cuda_rewriter
