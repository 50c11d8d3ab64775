// (number)-x is a cast of -x, and (count)-x a difference: whether a name is that of a type only the
// rest of the text shows.
#pragma once

#include "../syntax/tree.h"

#include <set>
#include <string_view>

namespace cuda_rewriter {

class casts {
public:
    explicit casts(const tree &syntax);

    // Whether a ')' that seems to end an operand may end a cast.
    bool may_end(int close) const;

private:
    const region &text_;
    std::set<std::string_view> variables_;
};

} // namespace cuda_rewriter
