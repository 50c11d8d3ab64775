//     #define KERNEL __global__ void
//     KERNEL k();
// With KERNEL among the names, the uses hold the position of its token in the second line.
#include "specifiers.h"

namespace cuda_rewriter {

void specifier_uses::find(const region &text, int first, int last, const specifier_names &names) {
    for (int position = first; position < last; ++position) {
        if (!text.is_identifier(position))
            continue;
        const auto found = names.names_.find(std::string(text.text(position)));
        // The name of a macro with parameters means nothing without arguments.
        if (found != names.names_.end() && (!found->second || text.is(position + 1, "(")))
            uses_.emplace(position, found->second);
    }
}

} // namespace cuda_rewriter
