// exit: 134
// says: error: .*copy_on_host\.cu:9: host code calls __pipeline_wait_prior\(\)
#include "fault.h"
#include <cuda_pipeline.h>

int main() {
    std::printf("a host waits\n");
    // What nvcc does not compile: these functions are the device's.
    __pipeline_wait_prior(0);
    return outcome();
}
