// Arguments of kernels whose types may have constructors and destructors.
#pragma once

#include "../syntax/region.h"

#include <string>

namespace cuda_rewriter {

// What the lambda round a kernel's body captures besides, and what stands at its beginning.
struct class_arguments {
    std::string captures, definitions;
};

// body: the opening brace of a kernel. Empty where no parameter may be of a class, or where the
// parameters are not there to be read.
class_arguments find_class_arguments(const region &text, int body);

} // namespace cuda_rewriter
