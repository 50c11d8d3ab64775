// devices: which devices there are, what they can do, and how to choose one
//
// Devices are numbered from 0. cudaGetDeviceProperties tells all there is to know about one, in a
// struct with about a hundred members. cudaDeviceGetAttribute returns a single number, and is
// quicker if that is all you want. Both must say the same, and this program checks that they do.
//
// A program chooses its device by cudaSetDevice, once, before it asks for memory. If it does not
// choose, it gets device 0. Here it takes the one with the most multiprocessors or, with
// --capability 90, the one that cudaChooseDevice finds nearest to compute capability 9.0. That call
// always chooses some device, so the program has to see whether its choice is good enough.
//
//     nvcc ch3_first_kernel/devices.cu -I. -o devices && ./devices
#include "../common/book.h"

// Prints what a device can do. Returns how many of these numbers are as they must be, of COUNT.
#define COUNT 10
static int count_right(const cudaDeviceProp *p, int device) {
    struct {
        const char *name;
        cudaDeviceAttr attribute;
        long long property;
        int everywhere; // what it is on all devices of the last ten years; 0: it varies
    } rows[COUNT] = {
        {"compute capability, major", cudaDevAttrComputeCapabilityMajor, p->major, 0},
        {"compute capability, minor", cudaDevAttrComputeCapabilityMinor, p->minor, 0},
        {"multiprocessors", cudaDevAttrMultiProcessorCount, p->multiProcessorCount, 0},
        {"threads on each", cudaDevAttrMaxThreadsPerMultiProcessor, p->maxThreadsPerMultiProcessor,
         0},
        {"threads of a warp", cudaDevAttrWarpSize, p->warpSize, 32},
        {"threads of a block", cudaDevAttrMaxThreadsPerBlock, p->maxThreadsPerBlock, 1024},
        {"blocks of a grid, in x", cudaDevAttrMaxGridDimX, p->maxGridSize[0], 2147483647},
        {"blocks of a grid, in y", cudaDevAttrMaxGridDimY, p->maxGridSize[1], 65535},
        {"bytes of shared memory", cudaDevAttrMaxSharedMemoryPerBlock,
         (long long)p->sharedMemPerBlock, 49152},
        {"bytes of constant memory", cudaDevAttrTotalConstantMemory, (long long)p->totalConstMem,
         65536},
    };
    int right = 0;
    for (int i = 0; i < COUNT; i++) {
        int value = -1, everywhere = rows[i].everywhere;
        HANDLE_ERROR(cudaDeviceGetAttribute(&value, rows[i].attribute, device));
        printf("  %-26s %10d%s\n", rows[i].name, value, everywhere ? "  everywhere" : "");
        right += rows[i].property == value && (!everywhere || value == everywhere);
    }
    return right;
}

int main(int argc, char **argv) {
    long long capability = 0;
    book_option options[] = {
        {"capability", BOOK_INTEGER, &capability, 0, 999,
         "compute capability to look for, 90 for 9.0; 0: the most multiprocessors"},
    };
    book_parse(argc, argv, "lists the devices, and chooses one", options);

    int count = 0, right = 0, chosen = 0, most = 0, current = -1;
    cudaDeviceProp p;
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    for (int device = 0; device < count; device++) {
        HANDLE_ERROR(cudaGetDeviceProperties(&p, device));
        printf("device %d: %s, %.1f GiB of memory\n", device, p.name,
               (double)p.totalGlobalMem / (1 << 30));
        right += count_right(&p, device);
        if (p.multiProcessorCount > most) {
            most = p.multiProcessorCount;
            chosen = device;
        }
    }

    if (capability > 0) {
        memset(&p, 0, sizeof p); // a member that is 0 does not matter for the choice
        p.major = (int)capability / 10;
        p.minor = (int)capability % 10;
        HANDLE_ERROR(cudaChooseDevice(&chosen, &p));
    }
    HANDLE_ERROR(cudaSetDevice(chosen));
    HANDLE_ERROR(cudaGetDevice(&current));
    HANDLE_ERROR(cudaGetDeviceProperties(&p, current));
    printf("chosen: device %d, of compute capability %d.%d\n", current, p.major, p.minor);
    if (10 * p.major + p.minor < capability) {
        printf("cudaChooseDevice found none of compute capability %lld.%lld\n", capability / 10,
               capability % 10);
        return BOOK_EXIT_CANNOT_RUN;
    }
    return book_verdict(count > 0 && right == COUNT * count && current == chosen,
                        "%d of %d numbers are as they must be, and device %d is in use", right,
                        COUNT * count, current);
}
