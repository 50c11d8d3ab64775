// advice.h: what to think of first, from the sizes for which an answer is right and wrong.
#ifndef PRACTICE_ADVICE_H
#define PRACTICE_ADVICE_H

#include "judge.h"

#include <string>
#include <vector>

namespace practice {

struct tried {
    size s;
    bool right;
    bool unwritten; // a part of the result
    bool refused;   // a launch, or another call, for its arguments
};

// Of all sizes together, of which some are wrong; empty where they have nothing in common.
std::string advice(const std::vector<tried> &all);

} // namespace practice

#endif
