// fuzz ROOT SEED COUNT: breaks programs of the tree in random ways and has the rewriter, which this
// is linked with, translate each in a copy of the process. It must end within ten seconds of a
// processor, in a translation or in messages of which the first names a line. Prints the file that
// it did not end so with, and its seed.
#include "driver/options.h"
#include "driver/translation.h"
#include "syntax/lexer.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using generator = std::minstd_rand;

std::string content(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> programs(const fs::path &root) {
    std::vector<fs::path> result;
    for (auto at = fs::recursive_directory_iterator(root); at != fs::recursive_directory_iterator();
         ++at) {
        const std::string name = at->path().filename().string();
        if (at->is_directory() &&
            (name[0] == '.' || name == "node_modules" || name == "mine" || name.substr(0, 5) == "build"))
            at.disable_recursion_pending();
        else if (at->path().extension() == ".cu" && at->is_regular_file())
            result.push_back(at->path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

// A few tokens go, come twice, change places, or something else comes in between.
std::string broken(const std::string &text, generator &random) {
    static const char *const words[] = {"{",
                                        "}",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        "<",
                                        ">",
                                        "<<<",
                                        ">>>",
                                        ";",
                                        ":",
                                        ",",
                                        "=",
                                        "#",
                                        "##",
                                        "&",
                                        "*",
                                        "\"",
                                        "'",
                                        "/*",
                                        "\\",
                                        "if ",
                                        "else ",
                                        "for (",
                                        "while ",
                                        "do ",
                                        "switch (",
                                        "case ",
                                        "default:",
                                        "return ",
                                        "goto ",
                                        "class ",
                                        "enum ",
                                        "struct s {",
                                        "namespace ",
                                        "template <",
                                        "operator",
                                        "__global__ ",
                                        "__device__ ",
                                        "__shared__ ",
                                        "__host__ ",
                                        "extern ",
                                        "const ",
                                        "int ",
                                        "float *",
                                        "::",
                                        "->",
                                        "__syncthreads();",
                                        "__launch_bounds__(",
                                        "asm(",
                                        "this_thread_block()",
                                        "\n#if A\n",
                                        "\n#else\n",
                                        "\n#endif\n",
                                        "\n#define A {\n",
                                        "\n#define B(x) x\n",
                                        "\xE2\x80\x9C",
                                        "\xFF",
                                        "R\"("};
    const std::vector<cuda_rewriter::token> tokens = cuda_rewriter::tokenize(text);
    std::vector<std::string> parts;
    for (const cuda_rewriter::token &t : tokens)
        parts.push_back(text.substr(t.begin, t.length));
    const auto any = [&](std::size_t below) { return random() % std::max<std::size_t>(below, 1); };
    for (std::size_t times = 1 + any(4); times > 0 && !parts.empty(); --times) {
        const std::size_t at = any(parts.size()), other = any(parts.size()),
                          few = 1 + any(any(20) == 0 ? 2000 : 6);
        const std::size_t behind = std::min(at + few, parts.size());
        const auto first = parts.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = parts.begin() + static_cast<std::ptrdiff_t>(behind);
        switch (any(6)) {
        case 0:
            parts.erase(first, last);
            break;
        case 1:
            std::swap(parts[at], parts[other]);
            break;
        case 2:
            parts.resize(at);
            break;
        case 3: {
            const std::vector<std::string> twice(first, last);
            parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(other), twice.begin(),
                         twice.end());
            break;
        }
        default: {
            std::string all;
            const std::string word = words[any(std::size(words))];
            for (std::size_t number = any(30) == 0 ? 3000 : 1; number > 0; --number)
                all += word;
            parts.insert(first, all);
        }
        }
    }
    std::string result;
    for (const std::string &part : parts)
        result += part;
    return result;
}

void translate(const cuda_rewriter::options &opts) {
    cuda_rewriter::translation t(opts);
    t.run(opts.input, opts.display_name);
    t.outputs();
    t.columns();
}

bool names_lines(const fs::path &messages) {
    std::ifstream file(messages);
    std::string line;
    if (!std::getline(file, line))
        return false;
    static const std::regex place("^[^:]+:[0-9]+:[0-9]+: (error|warning|note): .*");
    return std::regex_match(line, place);
}

// What went wrong, or nothing.
std::string fate(const cuda_rewriter::options &opts, const fs::path &messages) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        const rlimit seconds = {10, 10};
        setrlimit(RLIMIT_CPU, &seconds);
        alarm(60);
        if (std::freopen(messages.c_str(), "w", stderr) == nullptr)
            _exit(3);
        translate(opts);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ||
                       WTERMSIG(status) == SIGALRM
                   ? "is not done within ten seconds"
                   : "ends by a signal";
    if (WEXITSTATUS(status) > 1)
        return "ends with code " + std::to_string(WEXITSTATUS(status));
    return WEXITSTATUS(status) == 0 || names_lines(messages)
               ? ""
               : "ends without a message that names a line";
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::cerr << "usage: fuzz ROOT SEED COUNT\n";
        return 2;
    }
    const std::vector<fs::path> files = programs(argv[1]);
    if (files.size() < 100) {
        std::cerr << "only " << files.size() << " programs below " << argv[1] << "\n";
        return 1;
    }
    const fs::path folder =
        fs::temp_directory_path() / ("rewriter_fuzz." + std::to_string(getpid()));
    fs::create_directories(folder);
    const unsigned long first = std::strtoul(argv[2], nullptr, 10),
                        count = std::strtoul(argv[3], nullptr, 10);
    int failed = 0;
    for (unsigned long seed = first; seed < first + count && failed < 10; ++seed) {
        generator random(static_cast<unsigned>(seed * 7919 + 1));
        random.discard(3);
        const fs::path &original = files[random() % files.size()];
        cuda_rewriter::options opts;
        opts.input = folder / "broken.cu";
        opts.output = folder / "broken.cpp";
        opts.display_name = "broken.cu";
        opts.include_dirs = {original.parent_path(), fs::path(argv[1]) / "common"};
        opts.check = seed % 4 == 1;
        opts.profile = seed % 4 == 2;
        opts.record = seed % 4 == 3;
        std::ofstream(opts.input, std::ios::binary) << broken(content(original), random);
        const std::string wrong = fate(opts, folder / "messages");
        if (wrong.empty())
            continue;
        ++failed;
        std::cout << "seed " << seed << ", of " << original.string() << ": " << wrong << "\n"
                  << content(folder / "messages") << "\n";
    }
    fs::remove_all(folder);
    std::cout << (failed == 0 ? "all right\n" : "");
    return failed == 0 ? 0 : 1;
}
