// device_run_length_encode.cuh: as installed; programs find the iterator that later versions bring
// along.
#pragma once

#include <cub/device/device_run_length_encode.installed.cuh>
#include <thrust/iterator/constant_iterator.h>
