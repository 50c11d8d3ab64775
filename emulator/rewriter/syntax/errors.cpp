// Where every message about the input ends up:
//     dot.cu:12: error: the body of this kernel is not closed
#include "errors.h"

#include <cstdlib>
#include <iostream>

namespace cuda_rewriter {

void fatal_error(const std::string &message) {
    std::cerr << message << "\n";
    std::exit(1);
}

} // namespace cuda_rewriter
