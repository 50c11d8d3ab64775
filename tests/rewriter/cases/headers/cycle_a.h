#ifndef CYCLE_A
#define CYCLE_A
#include "cycle_b.h"
inline void cycle_a() { k<<<1, 1>>>(1); }
#endif
