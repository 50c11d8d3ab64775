// exit: 143
// says: a launch failed with cudaErrorInvalidValue .* and the program did not ask; see cuda
// says: : 1025 threads: a block of this device holds up to 1024$
// says: told to end while kernel count_for_ever was running, at .*cu:18$
// says: ^begun$
// says: ^the kernel has begun$
#include "fault.h"

#include <csignal>
#include <thread>
#include <unistd.h>

// What is known by then is said first.

__global__ void count_for_ever(volatile int *out) {
    printf("the kernel has begun\n");
    for (;;)
        *out = *out + 1;
}
__global__ void nothing() {}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    nothing<<<1, 1025>>>();
    std::printf("begun\n");
    const pthread_t here = pthread_self();
    std::thread([here] {
        usleep(300 * 1000);
        pthread_kill(here, SIGTERM);
    }).detach();
    count_for_ever<<<1, 1>>>(out);
    return outcome();
}
