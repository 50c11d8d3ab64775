// exit: 3
// says: nothing<<<\(1,1,1\),\(2000,1,1\)>>>, launched at .*refused_launches\.cu:25: 2000 threads: a block of this device holds up to
// says: nothing<<<\(1,1,1\),\(4294967295,4294967295,2\)>>>, launched at .*refused_launches\.cu:26: blockDim\.x is 4294967295
// says: : blockDim\.x is 4294967295: this device takes up to 1024 there$
// says: nothing<<<\(0,1,1\),\(20,1,1\)>>>, launched at .*refused_launches\.cu:27: gridDim\.x is 0: there is at least 1 block
// says: nothing<<<\(1,70000,1\),\(20,1,1\)>>>, launched at .*refused_launches\.cu:28: gridDim\.y is 70000: this device takes up
// says: nothing<<<\(1,1,1\),\(1,1,65\)>>>, launched at .*refused_launches\.cu:29: blockDim\.z is 65: this device takes up to 64 there$
// says: : 50000 bytes of dynamic shared memory: this kernel gets up to 49152, and more
// says: : 500000 bytes of dynamic shared memory: this kernel gets up to 49152$
// says: : 129 threads: the __launch_bounds__ of this kernel say up to 128$
// says: nothing<<<\(1,1,1\),\(1025,1,1\)>>> was refused: 1025 threads: a block of this
#include "fault.h"

#include <thread>

__global__ void nothing() {}
__global__ void __launch_bounds__(128) few() {}

// The first one of each host thread is said when the program ends: with what the device has to say.
template <class Launch> static void by_itself(Launch launch) {
    std::thread(launch).join();
}

int main() {
    by_itself([] { nothing<<<1, 2000>>>(); });
    by_itself([] { nothing<<<1, dim3(-1, -1, 2)>>>(); });
    by_itself([] { nothing<<<0, 20>>>(); });
    by_itself([] { nothing<<<dim3(1, 70000), 20>>>(); });
    by_itself([] { nothing<<<1, dim3(1, 1, 65)>>>(); });
    by_itself([] { nothing<<<1, 1, 50000>>>(); });
    by_itself([] { nothing<<<1, 1, 500000>>>(); });
    by_itself([] { few<<<1, 129>>>(); });
    // Whoever asks learns why if it then fails.
    nothing<<<1, 1025>>>();
    return cudaGetLastError() == cudaErrorInvalidValue ? 3 : 0;
}
