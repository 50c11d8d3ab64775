// std_names.h: cuda::std has the names of std, whose code runs in kernels as it is.
#ifndef CUDA_EMULATOR_STD_NAMES_H
#define CUDA_EMULATOR_STD_NAMES_H

#include <cstddef>

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
