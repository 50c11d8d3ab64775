// measure.cpp: runs the program that generate.cpp wrote, each kernel correct and with each of its
// mistakes, and counts what the checker has found.
//
//   measure [--list] FUZZ.cu PROGRAM [FUZZ.cu PROGRAM ...]
//
// Prints a table by kind of mistake: how often it was found, with the expected kind and lines, and
// how many findings there were that no model explains; after it, or with --list above it for all,
// what was missed. Of correct kernels nothing may be said. The exit code is 0 if all is well.
//
// The last lines of FUZZ.cu say what has to be found (model.h has what says so):
//
//   //! KERNEL MISTAKE | its name | needed ... | also possible ...
//
// where one of the needed ones has to be there, each KIND:LINE or race:LINE:LINE; "*": anything.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct one_finding {
    std::string text; // its whole line of JSON
    std::string kind;
    std::vector<std::string> lines; // of the two places
};

struct outcome {
    int code;
    std::string json, errors;
    std::vector<one_finding> findings;
};

std::string contents(const std::string &name) {
    std::ifstream file(name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string between(const std::string &text, const std::string &from, const std::string &to,
                    size_t *at) {
    const size_t begin = text.find(from, *at);
    if (begin == std::string::npos) {
        *at = begin;
        return "";
    }
    const size_t first = begin + from.size(), end = text.find(to, first);
    *at = end;
    return text.substr(first, end - first);
}

// The checker writes each finding on a line of its own.
std::vector<one_finding> parse(const std::string &json) {
    std::vector<one_finding> all;
    std::istringstream lines(json);
    for (std::string line; std::getline(lines, line);) {
        size_t at = 0;
        one_finding f;
        f.text = line;
        f.kind = between(line, "{\"kind\": \"", "\"", &at);
        if (at == std::string::npos)
            continue;
        // Stores of equal values are a race by the rules, which is what the model goes by.
        if (f.kind == "equal-stores")
            f.kind = "race";
        // A race may have others of the same cause with it, each of two places.
        for (at = 0;;) {
            const std::string place = between(line, "{\"place\": \"", "\"", &at);
            if (at == std::string::npos)
                break;
            if (f.lines.size() == 2) {
                all.push_back(f);
                f.lines.clear();
            }
            f.lines.push_back(place.substr(place.rfind(':') + 1));
        }
        all.push_back(f);
    }
    return all;
}

outcome run(const std::string &program, const std::vector<std::string> &arguments) {
    static const std::string base = "/tmp/measure." + std::to_string(getpid());
    const std::string json = base + ".json", errors = base + ".err";
    unlink(json.c_str());
    std::cout.flush(); // or the child writes it once more
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        setenv("CUDA_CHECKER_JSON", json.c_str(), 1);
        if (std::freopen("/dev/null", "r", stdin) == nullptr ||
            std::freopen(errors.c_str(), "w", stdout) == nullptr || dup2(1, 2) < 0)
            _exit(127);
        std::vector<char *> words = {const_cast<char *>(program.c_str())};
        for (const std::string &a : arguments)
            words.push_back(const_cast<char *>(a.c_str()));
        words.push_back(nullptr);
        execv(program.c_str(), words.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    outcome o;
    o.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    o.json = contents(json);
    o.errors = contents(errors);
    o.findings = parse(o.json);
    unlink(json.c_str());
    unlink(errors.c_str());
    return o;
}

// Whether ":LINE" stands in the text and no digit behind it.
bool names(const std::string &text, const std::string &line) {
    const std::string wanted = ".cu:" + line;
    for (size_t at = 0; (at = text.find(wanted, at)) != std::string::npos; ++at)
        if (!std::isdigit(static_cast<unsigned char>(text[at + wanted.size()])))
            return true;
    return false;
}

bool matches(const one_finding &f, const std::string &pattern) {
    if (pattern == "*")
        return true;
    std::vector<std::string> parts;
    std::istringstream words(pattern);
    for (std::string part; std::getline(words, part, ':');)
        parts.push_back(part);
    if (parts[0] != f.kind)
        return false;
    if (parts.size() == 3)
        return f.lines.size() == 2 && ((f.lines[0] == parts[1] && f.lines[1] == parts[2]) ||
                                       (f.lines[0] == parts[2] && f.lines[1] == parts[1]));
    return parts.size() == 1 || names(f.text, parts[1]);
}

bool matches_any(const one_finding &f, const std::vector<std::string> &patterns) {
    for (const std::string &p : patterns)
        if (matches(f, p))
            return true;
    return false;
}

std::vector<std::string> words_of(const std::string &text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string word; stream >> word;)
        all.push_back(word);
    return all;
}

std::string joined(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &w : words)
        text += " " + w;
    return text;
}

bool only_races(const std::vector<std::string> &needed) {
    for (const std::string &n : needed)
        if (n.compare(0, 5, "race:") != 0)
            return false;
    return true;
}

struct count {
    unsigned runs = 0, found = 0, strays = 0, pairs = 0, pairs_found = 0;
};

void explain(const std::string &what, const std::string &where, const outcome &o) {
    std::cout << what << ": " << where << ": exit code " << o.code << "\n" << o.json << o.errors;
}

} // namespace

int main(int argc, char **argv) {
    int first = 1;
    bool list = false;
    if (argc > 1 && std::strcmp(argv[1], "--list") == 0) {
        list = true;
        ++first;
    }
    if (argc - first < 2 || (argc - first) % 2 != 0) {
        std::fprintf(stderr, "usage: measure [--list] FUZZ.cu PROGRAM [FUZZ.cu PROGRAM ...]\n");
        return 2;
    }
    std::map<std::string, count> counts;
    count correct, all;
    bool differs = false;
    for (; first < argc; first += 2) {
        const std::string source = argv[first], program = argv[first + 1];
        std::ifstream file(source);
        std::string checked_kernel, kernel_of_two_hosts;
        // All kernels in one process too: each after others.
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);)
            if (line.compare(0, 4, "//! ") == 0)
                lines.push_back(line.substr(4));
        if (lines.empty()) {
            std::fprintf(stderr, "measure: %s says nothing of any mistake\n", source.c_str());
            return 2;
        }
        const auto should_be_silent = [&](const std::vector<std::string> &arguments) {
            const outcome o = run(program, arguments);
            ++correct.runs;
            if (o.code == 0 && o.findings.empty() && o.errors.empty())
                return;
            ++correct.strays;
            explain("FALSE ALARM", program + (arguments.empty() ? "" : " " + arguments[0] + " 0"),
                    o);
        };
        should_be_silent({});
        should_be_silent({"3"}); // threads of the host share the kernels
        const auto judge = [&](const std::vector<std::string> &arguments, const std::string &name,
                               const std::vector<std::string> &needed,
                               const std::vector<std::string> &also) {
            const outcome o = run(program, arguments);
            if (all.runs % 10 == 0 &&
                arguments.size() == 2) // now and then: is the report the same again?
                differs = differs || run(program, arguments).json != o.json;
            count &c = counts[name];
            ++c.runs, ++all.runs;
            bool found = false;
            std::string stray;
            for (const one_finding &f : o.findings) {
                if (matches_any(f, needed))
                    found = true;
                else if (!matches_any(f, also))
                    stray += f.text + "\n";
            }
            // A thread that has left the kernel is worth a warning only.
            for (const std::string &n : needed)
                if (n.compare(0, 8, "warning:") == 0 &&
                    o.errors.find("warning") != std::string::npos && names(o.errors, n.substr(8)))
                    found = true;
            for (const std::string &n : needed)
                if (std::count(n.begin(), n.end(), ':') == 2) {
                    ++c.pairs, ++all.pairs;
                    for (const one_finding &f : o.findings)
                        if (matches(f, n)) {
                            ++c.pairs_found, ++all.pairs_found;
                            break;
                        }
                }
            const std::string where = program + " " + arguments[0] + " " + arguments[1] + " (" +
                                      name + "), needed" + joined(needed) + ", also" + joined(also);
            if (found)
                ++c.found, ++all.found;
            else
                explain("MISSED", where, o);
            if (!stray.empty()) {
                ++c.strays, ++all.strays;
                explain("BESIDES", where + ": not explained:\n" + stray, o);
            }
            if (list)
                explain("RUN", where, o);
        };
        for (const std::string &line : lines) {
            std::istringstream parts(line);
            std::string head, name, needed_text, also_text;
            std::getline(parts, head, '|');
            std::getline(parts, name, '|');
            std::getline(parts, needed_text, '|');
            std::getline(parts, also_text, '|');
            const std::vector<std::string> numbers = words_of(head), needed = words_of(needed_text),
                                           also = words_of(also_text);
            name = name.substr(1, name.size() - 2);
            if (numbers[0] != checked_kernel) {
                should_be_silent({numbers[0], "0"});
                checked_kernel = numbers[0];
            }
            judge(numbers, name, needed, also);
            // Once for each kernel, if the mistake leaves the device alive: another thread of the
            // host runs another kernel. Launches of several run in one order only.
            const bool by_one = name.find(" removed from one") != std::string::npos;
            if (numbers[0] != kernel_of_two_hosts && !by_one && only_races(needed)) {
                kernel_of_two_hosts = numbers[0];
                judge({numbers[0], numbers[1], "beside"},
                      "one of these, beside another host thread", needed, also);
            }
        }
    }
    std::printf("%-52s %6s %6s %8s\n", "mistake", "runs", "found", "besides");
    for (const auto &c : counts)
        std::printf("%-52s %6u %6u %8u\n", c.first.c_str(), c.second.runs, c.second.found,
                    c.second.strays);
    std::printf("%-52s %6u %6u %8u\n", "all", all.runs, all.found, all.strays);
    std::printf("pairs of lines of races: %u of %u named\n", all.pairs_found, all.pairs);
    std::printf("correct kernels: %u runs, %u of them with findings\n", correct.runs,
                correct.strays);
    if (differs)
        std::printf("a second run had another report\n");
    return all.found == all.runs && all.strays == 0 && correct.strays == 0 && !differs ? 0 : 1;
}
