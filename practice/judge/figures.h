// figures.h: how frugal an answer is, by the figures of the profiler (emulator/profiler/README.md),
// which follow from addresses alone and are the same each time.
#ifndef PRACTICE_FIGURES_H
#define PRACTICE_FIGURES_H

#include <string>
#include <vector>

namespace practice {

// What the profiler tells of one line of a kernel.
struct counted_line {
    std::string file, memory, access; // "global", "load"
    int line = 0;
    double requests = 0, threads = 0; // of a warp; that take part, on the average
    double moved = 0, ideal = 0;      // sectors or wavefronts
    double meet = 0;                  // of an atomic operation: threads at one address
    std::string place() const { return file + ":" + std::to_string(line); }
};
struct counted_launch {
    std::string kernel;
    double launches = 0, blocks = 0, threads_of_block = 0;
};

// Each function asks one thing. why: what to think of where it is not so; it may name a page.
class figures {
public:
    // Reads what the profiler has written as JSON; false if there is nothing.
    bool read(const std::string &path);

    // Threads in all launches together; and of the 32 of a warp, at work on global memory.
    void threads_at_least(double count, const char *why);
    void threads_at_most(double count, const char *why);
    void at_work_at_least(double of_32, const char *why);
    void launches_at_most(double count, const char *why);
    // Sectors of global memory that a line asks for, beside the fewest for the same bytes.
    void sectors_at_most(double times_ideal, const char *why);
    // Sectors of global memory that all lines load together.
    void loads_at_most(double sectors, const char *why);
    // Wavefronts of shared memory that a line takes, beside the fewest for the same words.
    void wavefronts_at_most(double times_ideal, const char *why);
    // Atomic operations on global memory, of all threads together.
    void global_atomics_at_most(double count, const char *why);
    // Requests to a kind of memory ("shared", "constant") that there must be.
    void must_use(const char *memory, const char *why);
    // Barriers that all blocks pass, together.
    void barriers_at_most(double count, const char *why);

    struct answer {
        bool ok;
        std::string text, place, why;
    };
    const std::vector<answer> &answers() const { return answers_; }

private:
    double threads() const;
    void line_ratio(const char *memory, const char *what, double most, const char *why);
    void say(bool ok, const std::string &text, const std::string &place, const char *why);
    std::vector<counted_line> lines_;
    std::vector<counted_launch> launches_;
    double barriers_ = 0;
    std::string barrier_;
    std::vector<answer> answers_;
};

} // namespace practice

#endif
