#pragma once
#include "plain.h"
static __global__ void k(int) { }
