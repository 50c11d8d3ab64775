// figures.cpp: see figures.h.
#include "figures.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace practice {
namespace {

// What stands behind "key": in a line of the profiler's JSON, which has an object a line.
std::string text_of(const std::string &line, const std::string &key) {
    const std::size_t at = line.find("\"" + key + "\": ");
    if (at == std::string::npos)
        return "";
    const std::size_t from = at + key.size() + 4;
    if (line[from] == '"')
        return line.substr(from + 1, line.find('"', from + 1) - from - 1);
    return line.substr(from, line.find_first_of("}]", from) - from);
}
double number_of(const std::string &line, const std::string &key) {
    return std::atof(text_of(line, key).c_str());
}
// Of "[32, 8, 1": the product.
double product(const std::string &text) {
    double all = 1;
    std::istringstream in(text.empty() ? text : text.substr(1));
    for (std::string part; std::getline(in, part, ',');)
        all *= std::atof(part.c_str());
    return all;
}

std::string shown(double value) {
    std::ostringstream text;
    if (value == std::floor(value) || value >= 1000)
        text << static_cast<long long>(value + 0.5);
    else
        text << std::round(value * 10) / 10;
    return text.str();
}

// "1 launch", "2 launches": in these words the plural ends in "s" or "es".
std::string number(double count, const std::string &one, const char *plural) {
    return shown(count) + " " + one + (count == 1 ? "" : plural);
}

} // namespace

bool figures::read(const std::string &path) {
    std::ifstream file(path);
    double blocks = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string kernel = text_of(line, "kernel");
        if (!kernel.empty()) {
            const double launches = number_of(line, "launches");
            blocks = product(text_of(line, "grid"));
            launches_.push_back(
                {kernel, launches, launches * blocks, product(text_of(line, "block"))});
        } else if (!text_of(line, "memory").empty()) {
            counted_line l;
            l.file = text_of(line, "file");
            l.line = static_cast<int>(number_of(line, "line"));
            l.memory = text_of(line, "memory");
            l.access = text_of(line, "access");
            l.requests = number_of(line, "Requests");
            l.threads = number_of(line, "Avg. Threads Executed");
            const char *what =
                l.memory == "shared" ? "L1 Wavefronts Shared" : "L2 Theoretical Sectors Global";
            l.moved = number_of(line, what);
            l.ideal = number_of(line, std::string(what) + " Ideal");
            l.meet = number_of(line, "Avg. Threads At One Address");
            lines_.push_back(l);
        } else if (text_of(line, "what") == "barrier") {
            barriers_ += number_of(line, "times");
            barrier_ = text_of(line, "file") + ":" + text_of(line, "line").substr(0, 9);
            barrier_.erase(barrier_.find_first_of(", ", barrier_.rfind(':')));
        }
    }
    return !launches_.empty();
}

void figures::say(bool ok, const std::string &text, const std::string &place, const char *why) {
    answers_.push_back({ok, text, place, why});
}

double figures::threads() const {
    double all = 0;
    for (const counted_launch &l : launches_)
        all += l.blocks * l.threads_of_block;
    return all;
}

void figures::threads_at_least(double count, const char *why) {
    const double all = threads();
    say(all >= count, number(all, "thread", "s") + ", at least " + shown(count) + " asked", "",
        why);
}

void figures::threads_at_most(double count, const char *why) {
    const double all = threads();
    say(all <= count, number(all, "thread", "s") + ", at most " + shown(count) + " asked", "", why);
}

void figures::at_work_at_least(double of_32, const char *why) {
    double requests = 0, threads = 0;
    const counted_line *worst = nullptr;
    for (const counted_line &l : lines_)
        if (l.memory == "global") {
            requests += l.requests;
            threads += l.requests * l.threads;
            if (worst == nullptr ||
                l.requests * (32 - l.threads) > worst->requests * (32 - worst->threads))
                worst = &l;
        }
    const double mean = requests == 0 ? 0 : threads / requests;
    say(mean >= of_32,
        shown(mean) + " of 32 threads of a warp at work on global memory, at least " +
            shown(of_32) + " asked",
        worst == nullptr ? "" : worst->place(), why);
}

void figures::launches_at_most(double count, const char *why) {
    double all = 0;
    for (const counted_launch &l : launches_)
        all += l.launches;
    say(all <= count, number(all, "launch", "es") + ", at most " + shown(count) + " asked", "",
        why);
}

void figures::line_ratio(const char *memory, const char *what, double most, const char *why) {
    const counted_line *worst = nullptr;
    double ratio = 0;
    for (const counted_line &l : lines_)
        if (l.memory == memory && l.ideal > 0 && l.moved / l.ideal > ratio) {
            worst = &l;
            ratio = l.moved / l.ideal;
        }
    std::string text = std::string("no ") + what + "s of " + memory + " memory";
    if (worst != nullptr)
        text = number(worst->moved / worst->requests, what, "s") + " a request to " + memory +
               " memory, " + shown(worst->ideal / worst->requests) + " would do";
    say(ratio <= most, text, worst == nullptr ? "" : worst->place(), why);
}

void figures::sectors_at_most(double times_ideal, const char *why) {
    line_ratio("global", "sector", times_ideal, why);
}

void figures::wavefronts_at_most(double times_ideal, const char *why) {
    line_ratio("shared", "wavefront", times_ideal, why);
}

void figures::loads_at_most(double sectors, const char *why) {
    double all = 0;
    const counted_line *worst = nullptr;
    for (const counted_line &l : lines_)
        if (l.memory == "global" && l.access == "load") {
            all += l.moved;
            if (worst == nullptr || l.moved > worst->moved)
                worst = &l;
        }
    say(all <= sectors,
        shown(all) + " sectors of global memory loaded, at most " + shown(sectors) + " asked",
        worst == nullptr ? "" : worst->place(), why);
}

void figures::global_atomics_at_most(double count, const char *why) {
    double all = 0;
    const counted_line *worst = nullptr;
    for (const counted_line &l : lines_)
        if (l.memory == "global" && l.access == "atomic") {
            all += l.requests * l.threads;
            if (worst == nullptr || l.requests * l.threads > worst->requests * worst->threads)
                worst = &l;
        }
    say(all <= count,
        shown(all) + " atomic operations on global memory, at most " + shown(count) + " asked",
        worst == nullptr ? "" : worst->place(), why);
}

void figures::must_use(const char *memory, const char *why) {
    double requests = 0;
    for (const counted_line &l : lines_)
        if (l.memory == memory)
            requests += l.requests;
    say(requests > 0, shown(requests) + " requests to " + memory + " memory, some are asked", "",
        why);
}

void figures::barriers_at_most(double count, const char *why) {
    say(barriers_ <= count,
        shown(barriers_) + " barriers of all blocks, at most " + shown(count) + " asked", barrier_,
        why);
}

} // namespace practice
