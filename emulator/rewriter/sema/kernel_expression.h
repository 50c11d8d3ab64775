// Finds the expression in front of "<<<" that names the kernel.
#pragma once

#include "../syntax/region.h"

namespace cuda_rewriter {

struct kernel_expression {
    int begin = -1;         // -1 when nothing in front can be a kernel
    bool ambiguous = false; // "a(b)(c)": a call, or a macro or a condition in front of "(c)"
};

// `end` is the position after the expression. Reads backwards from there.
kernel_expression find_kernel_expression(const region &text, int end);

} // namespace cuda_rewriter
