#line 1 "headers/indirect.h"
#include "headers.cpp.headers_kernels.cuh.h"
#include "@CASES@/headers/plain.h"
