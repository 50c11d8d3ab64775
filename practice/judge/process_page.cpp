// process_page.cpp: run_process() in a page, where a process is a program of WebAssembly with a
// memory of its own, which site/engine/judge.js runs. What it has sent and said is then in files,
// which nobody else sees.
#include "process.h"

#include <fstream>
#include <iterator>

// request: words, each of which ends in a zero: the program, its arguments, and as many of the
// environment as have a '='. Returns the exit code as a shell has it, or `late`.
extern "C" __attribute__((import_module("practice"), import_name("run"))) int
practice_run(const char *request, int length, int seconds);

namespace practice {
namespace {

constexpr int late = -1, killed = 128; // and the number of a signal

std::vector<char> all_of(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

outcome run_process(const std::string &program, const std::vector<std::string> &arguments,
                    const std::vector<std::string> &environment, int seconds) {
    std::string request = program + '\0';
    for (const auto *words : {&arguments, &environment})
        for (const std::string &word : *words)
            request += word + '\0';
    const int code = practice_run(request.data(), static_cast<int>(request.size()), seconds);
    outcome o;
    o.late = code == late;
    o.signal = code > killed ? code - killed : 0;
    o.exit_code = code;
    const std::vector<char> said = all_of("said");
    o.errors.assign(said.begin(), said.end());
    understand(all_of("sent"), o);
    return o;
}

} // namespace practice
