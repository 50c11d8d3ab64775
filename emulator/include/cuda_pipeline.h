// cuda_pipeline.h: what a program includes for the functions of cuda_pipeline_primitives.h.
#ifndef CUDA_PIPELINE_H
#define CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#endif
