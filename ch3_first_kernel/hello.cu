// hello: launches a kernel that does nothing
//
// The host, a CPU, runs main. The device, a GPU, runs kernels: the functions marked __global__,
// which the host launches. `nothing<<<1, 1>>>()` asks for one block of one thread:
//
//     host     launch ----> goes on at once ----> cudaDeviceSynchronize: waits ----> goes on
//                 \                                                     /
//     device       `-----> the kernel begins ........ and ends --------'
//
// A launch returns nothing, so you have to ask what went wrong, and ask twice. cudaGetLastError
// tells of a launch that the device refused: try --threads 1025. cudaDeviceSynchronize tells what
// went wrong later, while the kernel ran. All programs after this one ask both by HANDLE_LAUNCH.
//
//     nvcc ch3_first_kernel/hello.cu -I. -o hello && ./hello
#include "../common/book.h"

__global__ void nothing(void) {}

int main(int argc, char **argv) {
    long long threads = 1;
    book_option options[] = {
        {"threads", BOOK_INTEGER, &threads, 0, 0x7fffffff, "threads to launch, in one block"},
    };
    book_parse(argc, argv, "launches a kernel that does nothing", options);

    // Every call returns a code, and HANDLE_ERROR ends the program if it stands for an error.
    int devices = 0, driver = 0, runtime = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&devices));
    HANDLE_ERROR(cudaDriverGetVersion(&driver));
    HANDLE_ERROR(cudaRuntimeGetVersion(&runtime));
    printf("devices that run kernels: %d\n", devices);
    printf("CUDA: %d.%d of the driver, %d.%d of this program\n", driver / 1000, driver % 1000 / 10,
           runtime / 1000, runtime % 1000 / 10);

    nothing<<<1, (unsigned)threads>>>();
    HANDLE_ERROR(cudaGetLastError());
    printf("launched nothing<<<1, %lld>>>\n", threads);
    printf("Hello, World!\n");
    HANDLE_ERROR(cudaDeviceSynchronize());

    // A driver runs the programs of its own CUDA and of older ones.
    return book_verdict(devices > 0 && driver / 1000 >= runtime / 1000,
                        "the kernel was launched, and has ended without error");
}
