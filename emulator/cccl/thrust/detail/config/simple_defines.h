// simple_defines.h: what each header of Thrust reads first. See emulator/cccl/README.md.
#pragma once

#include <emulator/one_view.h>

#include <thrust/detail/config/simple_defines.installed.h>
