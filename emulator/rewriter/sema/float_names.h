// The names that a program gives to float or double:
//     typedef float real;
//     using real = double;
//     #define real float
// `real` is one, even if an #if decides which of the two it is.
#pragma once

#include "../syntax/source_file.h"

#include <set>
#include <string>
#include <string_view>

namespace cuda_rewriter {

class float_names {
public:
    // Of one more file.
    void find(const source_file &file);
    bool contains(std::string_view word) const {
        return floats_.count(word) != 0 && others_.count(word) == 0;
    }

private:
    std::set<std::string, std::less<>> floats_, others_; // others: what is another type somewhere
};

} // namespace cuda_rewriter
