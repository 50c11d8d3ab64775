#ifndef CYCLE_B
#define CYCLE_B
#include "cycle_a.h"
#endif
