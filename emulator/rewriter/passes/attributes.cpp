//     __noinline__ __device__ void f();
// becomes
//     __attribute__((noinline)) __device__ void f();
#include "attributes.h"

namespace cuda_rewriter {

void rewrite_attributes(const region &text, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position) {
        if (!text.is(position, "__noinline__"))
            continue;
        // In a list of attributes the compiler knows the word.
        if (position > 0 && (text.is(position - 1, "(") || text.is(position - 1, ",")))
            continue;
        edits.replace(text.token_index(position), "__attribute__((noinline))");
    }
}

} // namespace cuda_rewriter
