// each: emulator portable
// says: host_deaths\.cu:24: host code used address 0, where there is no memory$
// says: host_deaths\.(cu|cpp):29: host code was ended by abort\(\)$
// says: host_deaths\.cu:34: host code used address 0x[0-9a-f]+, where there is no memory: right
// says: : right behind 4096 bytes of pinned memory \(cudaMallocHost call
// says: host code has used up its stack: a large local array, or a function without end
// says: ^    \./book check FILE, or what nvcc builds with --check, says more$
// says: ^0 printed this before it died
// says: ^3 printed this before it died
// says: ^ of signal 11$
// says: ^4 of 4 children died
#include "fault.h"

#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

static int deep(volatile int *p) {
    volatile int array[1000];
    array[0] = p[0];
    return deep(array) + array[1];
}
static void use_null(volatile int *p) {
    *p = 3;
}
static void die(int how) {
    int *pinned;
    if (how == 1) {
        std::abort();
    }
    cudaMallocHost(&pinned, 4096);
    volatile int *end = pinned + 1024;
    if (how == 2) {
        *end = 1;
    }
    if (how == 3)
        deep(pinned);
    use_null(nullptr);
}

// What the program printed is not lost, though nothing flushes it.
int main() {
    int died = 0;
    for (int how = 0; how < 4; ++how) {
        const pid_t child = fork();
        if (child == 0) {
            std::printf("%d printed this before it died", how);
            die(how);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) {
            ++died;
            std::printf(" of signal %d\n", WTERMSIG(status));
            std::fflush(stdout);
        }
    }
    std::printf("%d of 4 children died\n", died);
    return 0;
}
