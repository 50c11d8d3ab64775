// verdict.cpp: main() of the judge's process: it has each case run by the answer's process,
// compares, and says in one screen what came of it. The last line begins with RIGHT, NOT YET or, of
// what may not be compiled, REFUSED; the exit code is 0 or 1.
#include "advice.h"
#include "judge.h"
#include "process.h"
#include "source_rules.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace practice {
namespace {

constexpr int seconds_of_case = 10; // of a processor

// Runs a task's text for the numbers and what is right, beside what the answer has sent.
class compared : public judge {
public:
    compared(size given, std::uint64_t seed, outcome &o) : judge(given, seed), o_(o) {}
    std::string difference; // empty: there is none
    std::string changed;    // the name of an input that is not what it was

protected:
    void *memory(const char *name, const void *elements, std::size_t count,
                 std::size_t bytes_of_one, bool may_change) override {
        const std::size_t bytes = count * bytes_of_one;
        if (given_ == o_.results.size()) {
            o_.results.emplace_back(bytes);
            differs("the answer has not come to its end");
        }
        std::vector<char> &there = o_.results[given_++];
        there.resize(bytes);
        if (!may_change && bytes != 0 && std::memcmp(there.data(), elements, bytes) != 0)
            changed = name;
        return there.data();
    }
    bool begins() override { return false; }
    void ends() override {}
    void differs(const std::string &how) override {
        if (difference.empty())
            difference = how;
    }

private:
    outcome &o_;
    std::size_t given_ = 0; // of the results
};

std::string name_of(const size &s) {
    static const size names = sizes().front();
    std::string text = std::string(names.name_of_n) + " = " + std::to_string(s.n);
    if (s.has_rows())
        text += std::string(", ") + names.name_of_m + " = " + std::to_string(s.m);
    return text;
}

std::string replaced(std::string text, const std::string &what, const std::string &by) {
    for (std::size_t at = 0; !what.empty() && (at = text.find(what, at)) != std::string::npos;
         at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

// The first block of lines that begins with one that has `mark`, without what stands before it.
std::string block_of(const std::string &errors, const char *mark) {
    const std::size_t at = errors.find(mark);
    if (at == std::string::npos)
        return "";
    std::size_t end = errors.find('\n', at);
    while (end != std::string::npos && errors.compare(end + 1, 1, " ") == 0)
        end = errors.find('\n', end + 1);
    return errors.substr(at + std::strlen(mark), end - at - std::strlen(mark));
}

// The end of a place that no reader knows: the judge's own.
const char *const judges_place = "/judge/answer.cpp:";

// What the judge allocates, creates and launches has no name, and no place, that a reader knows.
// And the judge alone sets variables of the environment.
std::string for_those_who_answer(std::string text) {
    for (std::size_t at = 0; (at = text.find(" (CUDA_EMULATOR_", at)) != std::string::npos;)
        text.erase(at, text.find(')', at) - at + 1);
    for (const char *before :
         {", allocated at ", ", launched at ", ", made at ", " in the stream made at "})
        for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
            const std::size_t from = at + std::strlen(before);
            const std::size_t end = std::min(text.find_first_of(" ,\n", from), text.size());
            if (text.substr(from, end - from).find(judges_place) != std::string::npos)
                text.erase(at, end - at);
            else
                at = end;
        }
    return replaced(replaced(text, " of p.memory,", " of"), "p.memory", "it");
}

// All that is said; the first problem decides, but one of no elements gives way to one of some.
struct verdict {
    std::string copy, shown; // the answer is a copy, answer.cu, of a file that has this name
    std::string problem;
    bool minor = false;     // the problem is of no elements, or a leak: any other counts for more
    bool explained = false; // where it goes wrong was said already
    bool found = false;     // by the checker or the emulator, at a place of the answer's
    std::string for_reader(const std::string &text) const {
        return replaced(replaced(text, copy + "answer.cu", "answer.cu"), "answer.cu", shown);
    }
    void line(const std::string &text) const { std::cout << for_reader(text) << '\n'; }
    void indented(const std::string &text) const {
        line("        " + replaced(text, "\n", "\n        "));
    }
    void is(const std::string &what) {
        if (problem.empty())
            problem = for_reader(what.substr(0, what.find('\n')));
    }
};

// What the answer was built to, and where answer.cu is.
struct programs {
    std::string folder;
    std::string checked() const { return folder + "/checked"; }
    std::string profiled() const { return folder + "/profiled"; }
};

outcome run(const programs &p, const std::string &program, const size &s, std::uint64_t seed,
            std::vector<std::string> environment) {
    std::vector<std::string> arguments = {std::to_string(seed), std::to_string(s.n)};
    if (s.has_rows())
        arguments.push_back(std::to_string(s.m));
    environment.insert(environment.end(),
                       {"PATH=/usr/bin:/bin", "LC_ALL=C",
                        "CUDA_EMULATOR_SOURCE_ROOT=" + p.folder + "/", "CUDA_EMULATOR_WORKERS=1",
                        "CUDA_EMULATOR_DEVICES=2", "CUDA_EMULATOR_MEMORY=536870912",
                        "CUDA_EMULATOR_WATCHDOG=2",
                        "CUDA_EMULATOR_STRICT=1"}); // a barrier that some never reach is an error
    outcome o = run_process(program, arguments, environment, seconds_of_case);
    for (char &c : o.errors) // they are shown on somebody's terminal
        if (c != '\n' && std::iscntrl(static_cast<unsigned char>(c)) != 0)
            c = '?';
    return o;
}

bool is_leak(const std::string &finding) {
    return finding.compare(0, 5, "leak\n") == 0;
}

// The first "FILE:LINE" of a finding, of a leak the one at the end of its second line. Or "".
std::string place_in(const std::string &finding) {
    for (std::size_t at = finding.find('\n'); at != std::string::npos;) {
        const std::size_t begin = std::min(finding.find_first_not_of(" \n", at), finding.size());
        at = finding.find('\n', begin);
        const std::string line = finding.substr(begin, at - begin);
        if (is_leak(finding))
            return line.rfind(" at ") == std::string::npos ? ""
                                                           : line.substr(line.rfind(" at ") + 4);
        const std::size_t end = line.find(": "), colon = line.rfind(':', end - 1);
        if (end != std::string::npos && colon != std::string::npos &&
            line.find_first_not_of("0123456789", colon + 1) == end)
            return line.substr(0, end);
    }
    return "";
}

// What a grade shows of it: of a call, which one.
std::string in_a_line(const std::string &finding, const std::string &place) {
    const std::size_t details = finding.find('\n');
    std::string text = finding.substr(0, details);
    if (text == "call refused" && details != std::string::npos) {
        std::string line =
            finding.substr(details + 5, finding.find('\n', details + 1) - details - 5);
        if (!place.empty() && line.compare(0, place.size() + 2, place + ": ") == 0)
            line.erase(0, place.size() + 2);
        text += ": " + line.substr(0, line.find(": "));
    }
    return text + (place.empty() ? "" : " (" + place + ")");
}

// What solve() has not freed: the first such finding with a place of the answer's. Or "".
std::string leak_of_answer(const std::string &errors) {
    const char *const mark = ": warning: leak\n";
    for (std::size_t at = 0; (at = errors.find(mark, at)) != std::string::npos; ++at) {
        std::string leak = for_those_who_answer(block_of(errors.substr(at), ": warning: "));
        if (!place_in(leak).empty())
            return leak;
    }
    return "";
}

// Neither the lines of its calls that fail after solve(), nor those of graphs that it launches.
std::string without_places_of_judge(std::string finding) {
    for (std::size_t at; (at = finding.find(judges_place)) != std::string::npos;) {
        const std::size_t begin = finding.find_first_not_of(' ', finding.rfind('\n', at) + 1);
        const std::size_t end = std::min(finding.find('\n', at), finding.find(": ", at));
        finding.erase(begin,
                      end == std::string::npos ? end : end - begin + (finding[end] == ':' ? 2 : 0));
    }
    return finding;
}

// The line that HANDLE_ERROR or HANDLE_LAUNCH prints before it ends the program; empty: neither
// has.
std::string handled(const std::string &errors) {
    const std::size_t at = errors.find(": cudaError");
    if (at == std::string::npos)
        return "";
    const std::size_t begin = errors.rfind('\n', at) + 1;
    return errors.substr(begin, std::min<std::size_t>(errors.find('\n', at) - begin, 200));
}

// What came of one case, and whether it makes sense to try another one.
struct tried_case {
    tried how;
    bool goes_on;
};
tried_case try_case(verdict &v, const programs &p, const size &s, std::uint64_t seed,
                    const std::string &name) {
    outcome o = run(p, p.checked(), s, seed, {});
    std::string finding = for_those_who_answer(block_of(o.errors, ": error: "));
    const bool of_judge = place_in(finding).find(judges_place) != std::string::npos;
    finding = without_places_of_judge(finding);
    std::string wrong, failed_call;
    bool goes_on = true;
    if (o.too_large || o.late || o.signal != 0) {
        wrong = o.too_large ? "it takes more than 2 GB of memory, and was ended"
                : o.late || o.signal == SIGXCPU || o.signal == SIGKILL
                    ? "it does not end, and was ended after " + std::to_string(seconds_of_case) +
                          " seconds"
                    : std::string("it crashes: ") + strsignal(o.signal);
        goes_on = false;
    } else if (!o.failed.empty()) {
        wrong = o.failed;
        goes_on = finding.compare(0, 12, "endless loop") != 0; // each takes seconds
    } else if (!o.done) {
        const std::string call = handled(o.errors);
        wrong = call.empty() ? "it ends the program (exit code " + std::to_string(o.exit_code) +
                                   ") before the case has come to its end"
                             : "it ends the program: " + call;
        goes_on = !call.empty();
    } else {
        compared c(s, seed, o);
        judged(c);
        wrong = c.difference;
        if (wrong.empty() && !c.changed.empty())
            wrong = c.changed + ", which is an input, is not what it was";
    }
    if (of_judge && !wrong.empty()) {
        const std::size_t line = finding.find('\n') + 5;
        failed_call = finding.substr(line, finding.find('\n', line) - line);
        finding.clear();
    }
    if (finding.empty() && wrong.empty())
        finding = leak_of_answer(o.errors);
    const std::size_t details = finding.find('\n');
    const std::string place = place_in(finding);
    const bool unwritten =
        o.errors.find("warning: copy of memory of which nothing") != std::string::npos;
    const bool right = wrong.empty() && finding.empty() && o.exit_code != 98;
    const bool minor = s.n == 0 || s.m == 0 || is_leak(finding);
    const bool decides = !right && (v.problem.empty() || (v.minor && !minor));
    if (wrong.empty() && finding.empty())
        v.line("    " + name + "right");
    else if (wrong.empty())
        v.line("    " + name + "right, but " + finding.substr(0, finding.find('\n')));
    else
        v.line("    " + name + "WRONG: " + wrong);
    if (!finding.empty() && (decides || !v.found))
        v.indented(wrong.empty() && details != std::string::npos ? finding.substr(details + 5)
                                                                 : finding);
    else if (!wrong.empty() && decides) {
        if (unwritten)
            v.indented("nothing has written a part of the result");
        if (!failed_call.empty())
            v.indented(failed_call);
    }
    if (decides) {
        v.problem.clear();
        v.minor = minor;
        v.explained = false;
    }
    v.found = v.found || !finding.empty();
    v.explained = v.explained || !finding.empty() || !failed_call.empty();
    if (!finding.empty())
        v.is(in_a_line(finding, place));
    else if (!wrong.empty())
        v.is("wrong for " + name_of(s) + ": " + wrong);
    else if (!right)
        v.is("the checker has found a mistake");
    return {{s, wrong.empty(), unwritten, wrong.find("cudaErrorInvalidValue") != std::string::npos},
            goes_on};
}

void try_all(verdict &v, const programs &p, std::uint64_t seed) {
    std::vector<size> all = sizes();
    const std::size_t known = all.size();
    size most = largest_made_up();
    outcome none;
    compared made_up(most, ~seed, none);
    for (int i = 0; i < 2; i++) {
        const int n = made_up.number(2, most.n);
        all.emplace_back(n, most.has_rows() ? made_up.number(2, most.m) : -1);
    }
    std::vector<std::string> names;
    std::size_t width = 32;
    for (std::size_t i = 0; i < all.size(); i++) {
        names.push_back(name_of(all[i]) + (i < known ? "" : " (made up)"));
        width = std::max(width, names.back().size());
    }
    std::vector<tried> results;
    for (std::size_t i = 0; i < all.size(); i++) {
        names[i].resize(width + 2, ' ');
        const tried_case c = try_case(v, p, all[i], seed + i, names[i]);
        if (!c.goes_on)
            return;
        results.push_back(c.how);
    }
    if (!v.problem.empty() && !v.explained)
        if (const std::string text = advice(results); !text.empty())
            v.line("    look at: " + text);
}

void count(verdict &v, const programs &p, std::uint64_t seed) {
    const char *path = "figures.json";
    const size s = counted_size();
    (void)std::remove(path);
    const outcome o = run(p, p.profiled(), s, seed, {std::string("CUDA_PROFILER_JSON=") + path});
    figures f;
    const bool counted = f.read(path);
    (void)std::remove(path);
    if (!o.done || !counted) {
        v.is(o.done ? "no kernel is launched: all is to be done on the device"
                    : "the profiled run for " + name_of(s) + " does not come to its end");
        return;
    }
    asked(f);
    v.line("    counted for " + name_of(s));
    for (const figures::answer &a : f.answers()) {
        v.line(std::string(a.ok ? "        yes: " : "        NO: ") + a.text);
        if (a.ok)
            continue;
        v.indented("    " + (a.place.empty() ? a.why : a.place + ": " + a.why));
        v.is(a.text + (a.place.empty() ? "" : " (" + a.place + ")"));
    }
}

bool has_main(const std::string &path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, 9, "int main(") == 0)
            return true;
    return false;
}

// Whether a file may be compiled at all.
int read(const char *path, const char *name) {
    std::ifstream file(path);
    const std::string why = file ? refused(file) : "0: cannot be read";
    if (!why.empty())
        std::cout << "REFUSED: " << name << ':' << why << '\n';
    return why.empty() ? 0 : 1;
}

} // namespace
} // namespace practice

int main(int argc, char **argv) {
    using namespace practice;
    if (argc == 4 && std::strcmp(argv[1], "read") == 0)
        return read(argv[2], argv[3]);
    if (argc != 4) {
        std::cerr
            << "usage: judge read FILE NAME\n       judge SEED FOLDER NAME, in an empty folder\n";
        return 2;
    }
    const std::uint64_t seed = std::strtoull(argv[1], nullptr, 16);
    const programs p = {argv[2]};
    // Its compiler was called in the folder of the build.
    const std::size_t below_build = p.folder.rfind("practice/answers/");
    verdict v = {below_build == std::string::npos ? "" : p.folder.substr(below_build) + "/",
                 argv[3], ""};
    try_all(v, p, seed);
    // On a GPU nobody counts.
    if (v.problem.empty() && access(p.profiled().c_str(), X_OK) == 0)
        count(v, p, seed);
    if (v.found && has_main(p.folder + "/answer.cu"))
        v.line("    ./book see answer.cu shows step by step what the threads do in your main()");
    if (v.problem.empty())
        std::cout
            << "RIGHT: for all sizes, with nothing for the checker to find, as frugal as asked\n";
    else
        std::cout << "NOT YET: " << v.problem << '\n';
    std::cout.flush();
    return v.problem.empty() ? 0 : 1;
}
