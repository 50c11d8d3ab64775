// special_functions.cpp: what emulator/special_functions.h says is elsewhere.
#include "emulator/special_functions.h"

#ifdef CUDA_EMULATOR_SPECIAL_FUNCTIONS
namespace std::__detail {
CUDA_EMULATOR_SPECIAL_FUNCTIONS(, float)
CUDA_EMULATOR_SPECIAL_FUNCTIONS(, long double)
} // namespace std::__detail
#endif
