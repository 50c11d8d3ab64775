/* nvToolsExt.h: where NVTX was before version 3. */
#include "nvtx3/nvToolsExt.h"
