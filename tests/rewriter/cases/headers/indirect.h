#include "kernels.cuh"
#include "plain.h"
