// What a call may change, as far as the text shows:
//     next(seed) * scale + next(seed)    // float next(unsigned &seed);
//     curand_uniform(&state), numbers.next(), next()
// Then it matters which operand comes first.
#pragma once

#include "../syntax/tree.h"
#include "functions.h"

#include <map>
#include <set>
#include <string>

namespace cuda_rewriter {

class changed_arguments {
public:
    // Of one more file.
    void find(const tree &syntax, const macro_words &macros);
    // Whether a call in an expression may change what the rest of it has a name for.
    bool order_matters(const tree &syntax, const node &expression) const;

private:
    std::set<std::string> changed_by(const tree &syntax, const node &call) const;

    // By the names of functions: the numbers of the parameters through which they may change
    // something, OBJECT for members that are not const, and WORLD for what prints or has atomics.
    static constexpr int OBJECT = -1, WORLD = -2;
    std::map<std::string, std::set<int>, std::less<>> functions_;
    bool objects_change_ = false; // that are called like functions
};

} // namespace cuda_rewriter
