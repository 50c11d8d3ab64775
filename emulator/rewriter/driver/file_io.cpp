// The bytes of a file are the string, line ends and byte order mark included. What the file system
// refuses ends the translation:
//     dot.cu: error: cannot be read: No such file or directory
#include "file_io.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "../syntax/errors.h"

namespace cuda_rewriter {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void io_error(const fs::path &path, const char *what, const std::string &reason) {
    fatal_error(path.string() + ": error: " + what + ": " + reason);
}

} // namespace

std::string read_file(const fs::path &path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        io_error(path, "cannot be read", std::strerror(EISDIR));
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        io_error(path, "cannot be read", std::strerror(errno));
    std::string content{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (stream.bad())
        io_error(path, "cannot be read", std::strerror(errno));
    return content;
}

void write_file(const fs::path &path, const std::string &content) {
    // A random name, so that two builds in one directory do not write to the same file.
    fs::path temporary = path;
    temporary += "." + std::to_string(std::random_device{}()) + ".tmp";
    errno = 0;
    std::ofstream stream(temporary, std::ios::binary);
    stream << content;
    stream.close();
    std::error_code error;
    if (!stream) {
        const int reason = errno;
        fs::remove(temporary, error);
        io_error(path, "cannot be written", std::strerror(reason));
    }
    fs::rename(temporary, path, error);
    if (error) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        io_error(path, "cannot be written", error.message());
    }
}

} // namespace cuda_rewriter
