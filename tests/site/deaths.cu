// Programs that end badly, of which a page has to say why: see endings() in site/engine/test.js.
//
// run: far 139 the host used an address where there is no memory ~ HERE: host code used an address that no memory can have$
// run: division 136 the host divided an integer by zero ~ ^CUDA emulator: error: HERE: host code divided an integer by zero$
// run: abort 134 the host called abort() ~ HERE: host code was ended by abort\(\)$
// run: assertion 134 the host failed an assertion ~ ^HERE: .*Assertion `argc == 5' failed
// run: trap 132 the host ran an illegal instruction ~ HERE: host code ran an illegal instruction$
// run: frames 139 the host used up its stack ~ deaths\.cu:\d+: host code has used up its stack: a large local array, or
// run: calls 139 the host used up its stack ~ HERE: host code has used up its stack: a large local array, or
// run: null 1 ~ ^CUDA emulator: error: host code wrote to an address near 0, as by a null pointer$ ~ ^    Check names the line$
// check: null 139 the host used an address where there is no memory ~ HERE: host code used address 0, where there is no memory$
// run: read_null 0 ~ ^0$
// check: read_null 139 the host used an address where there is no memory ~ HERE: host code used address 0x8, where there is no memory$
// run: null_at_end 1 ~ ^CUDA emulator: error: host code wrote to an address near 0 ~ ^1$
// check: null_at_end 139 the host used an address where there is no memory ~ HERE: host code used address 0, where
// run: device 0 ~ ^1$
// check: device 98 ~ ^    HERE: the host writes 4 bytes: byte 0 of dev, 40 bytes of device memory,
// run: kernel_null 1 ~ ^CUDA emulator: error: kernel store wrote to an address near 0, as by a null pointer$
// check: kernel_null 98 ~ in kernel store used address 0, where there is no memory$
// run: kernel_far 1 ~ HERE: thread 0 of block \(0,0,0\) in kernel store_far used an address that no memory can have$
// check: kernel_far 98 ~ HERE: thread 0 of block \(0,0,0\) in kernel store_far used address 0x[0-9a-f]+, where there is no memory$
// run: kernel_division 1 ~ HERE: thread 3 of block \(0,0,0\) in kernel divide divided an integer by zero
// check: kernel_division 98 ~ HERE: thread 3 of block \(0,0,0\) in kernel divide divided an integer by zero
// run: endless 1 ~ endless loop: no thread of block \(0,0,0\) of kernel endless ~ HERE: thread 0 still runs$
// check: endless 98 ~ endless loop: no thread of block \(0,0,0\) of kernel endless ~ HERE: thread 0 still runs$
// run: none 0 ~ ^1$
#include "../common/book.h"

#include <cassert>
#include <string>

struct node {
    long value, next, last;
};
volatile int zero = 0, far = 1000000000;
int *nothing;
node *nobody;

static int frames(volatile int *p) {
    volatile int array[1000];
    array[0] = p[0];
    return frames(array) + array[1];
}
static int calls(int n) {
    return zero == 0 ? calls(n + zero) + zero : n; // calls
}
// Of its own: clang makes one of all ends of a function, which then have no line.
__attribute__((noinline)) static void trap() {
    __builtin_trap(); // trap
}

__global__ void store(int *p) {
    p[threadIdx.x] = 1;
}
__global__ void store_far(int *p, int distance) {
    p[threadIdx.x + distance] = 1; // kernel_far
}
// Threads that wait, which run otherwise than those that do not.
__global__ void divide(int *p) {
    __shared__ int shared[10];
    shared[threadIdx.x] = 3 - threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = 7 / shared[threadIdx.x]; // kernel_division
}
__global__ void endless(int *p) {
    for (;;) *p += 1; // endless
}

int main(int argc, char **argv) {
    const std::string how = argc > 1 ? argv[1] : "";
    int array[4] = {}, *dev = nullptr, first = 0;
    HANDLE_ERROR(cudaMalloc(&dev, 40));
    if (how == "far")
        array[0] = array[far]; // far
    if (how == "division")
        array[0] = 5 / zero; // division
    if (how == "abort")
        abort(); // abort
    if (how == "assertion")
        assert(argc == 5); // assertion
    if (how == "trap")
        trap();
    if (how == "frames")
        array[0] = frames(array);
    if (how == "calls")
        array[0] = calls(zero);
    if (how == "null")
        *nothing = 3; // null
    if (how == "read_null")
        array[0] = static_cast<int>(nobody->last); // read_null
    if (how == "device")
        dev[0] = 3; // device
    if (how == "kernel_far")
        store_far<<<1, 10>>>(dev, far);
    else if (how == "kernel_division")
        divide<<<1, 10>>>(dev);
    else if (how == "endless")
        endless<<<1, 1>>>(dev);
    else if (how != "read_null")
        store<<<1, 10>>>(how == "kernel_null" ? nullptr : dev);
    HANDLE_LAUNCH("a kernel");
    HANDLE_ERROR(cudaMemcpy(&first, dev, sizeof first, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev));
    if (how == "null_at_end")
        *nothing = 3; // null_at_end
    printf("%d\n", how == "read_null" ? array[0] : first);
}
