// Races on __managed__ variables. compute-sanitizer calls each of these a leak, whatever else it
// finds.
#include "mistakes.h"

__managed__ int managed_total;
// managed_variable says: of managed_total, 4 bytes
template <bool CORRECT> __global__ void managed_variable_kernel() {
    if (CORRECT ? threadIdx.x == 0 : threadIdx.x < 2)
        managed_total = threadIdx.x; // here: managed_variable
}
template <bool CORRECT> void managed_variable() {
    managed_variable_kernel<CORRECT><<<1, 64>>>();
    must(cudaDeviceSynchronize());
}

// The host reads one while a kernel may still write it.
// managed_variable_read says: the host reads 4 bytes: byte 0 of managed_sum, 4 bytes
__managed__ int managed_sum; // here: managed_variable_read
__global__ void count_kernel() {
    atomicAdd(&managed_sum, 1); // here: managed_variable_read
}
template <bool CORRECT> void managed_variable_read() {
    cudaEvent_t event;
    must(cudaEventCreate(&event));
    count_kernel<<<2, 64>>>();
    must(cudaEventRecord(event));
    if (CORRECT)
        must(cudaEventSynchronize(event));
    if (managed_sum != 128) // here: managed_variable_read
        must(cudaErrorUnknown);
    must(cudaEventDestroy(event));
    must(cudaDeviceSynchronize());
}

MISTAKES(CASE(managed_variable), CASE(managed_variable_read))
