#line 1 "headers/cycle_a.h"
#ifndef CYCLE_A
#define CYCLE_A
#include "headers.cpp.cycle_b.h.h"
inline void cycle_a() { (::cuda_emulator::launch_guard(1, 1) ? (void)0 : k(1)); }
#endif
