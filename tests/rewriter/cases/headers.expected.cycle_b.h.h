#line 1 "headers/cycle_b.h"
#ifndef CYCLE_B
#define CYCLE_B
#include "headers.cpp.headers_cycle_a.h.h"
#endif
