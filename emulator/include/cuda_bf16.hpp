// cuda_bf16.hpp: a part of the toolkit's cuda_bf16.h. Programs include it by name; everything is there.
#include "cuda_bf16.h"
