// cuda_fp16.hpp: a part of the toolkit's cuda_fp16.h. Programs include it by name; everything is there.
#include "cuda_fp16.h"
