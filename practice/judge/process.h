// process.h: one run of the answer's process, and what it has said.
#ifndef PRACTICE_PROCESS_H
#define PRACTICE_PROCESS_H

#include <deque>
#include <string>
#include <vector>

namespace practice {

struct outcome {
    std::deque<std::vector<char>> results; // of the pieces of memory, in their order
    std::string failed;                    // what has failed, in words
    bool done = false;                     // it has come to the end of the case
    bool late = false, too_large = false;  // it was ended: no time, or no memory, was left
    int exit_code = 0, signal = 0;
    std::string errors; // what it said on standard error
};

// Takes what it has sent, message by message.
void understand(const std::vector<char> &sent, outcome &);

// Runs the program with these arguments and this environment, and nothing else of the caller's, in
// an empty folder, with limits of time (of a processor; three times as much of the clock), memory,
// files and processes.
outcome run_process(const std::string &program, const std::vector<std::string> &arguments,
                    const std::vector<std::string> &environment, int seconds);

} // namespace practice

#endif
