#pragma once
#include "also_plain.h"
inline int plain() { return 1; }
