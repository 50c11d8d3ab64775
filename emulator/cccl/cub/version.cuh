// version.cuh: what each header of CUB reads first. See emulator/cccl/README.md.
#pragma once

#include <emulator/one_view.h>

#include <cub/version.installed.cuh>
