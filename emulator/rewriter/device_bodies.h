// The bodies of functions that run on the device.
#pragma once

#include "region.h"
#include "specifiers.h"

#include <vector>

namespace cuda_rewriter {

// The '{' of each. functions: where the text says __device__ or __global__. Functions that are
// constexpr are left out: what may be put into a kernel need not be allowed there.
std::vector<int> device_bodies(const region &text, const specifier_uses &functions);

} // namespace cuda_rewriter
