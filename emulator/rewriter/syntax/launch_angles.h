// The >>> of a launch.
#pragma once

#include "region.h"

namespace cuda_rewriter {

struct launch_end {
    int begin = -1; // the first of the three '>', or -1
    bool before_arguments = false;
};

// begin: the first of the three '<'.
launch_end find_launch_end(const region &text, int begin);

} // namespace cuda_rewriter
