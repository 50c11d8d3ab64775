// memory.h: the registry of the memory that the device can reach.
//
// Every allocation of the runtime API, every registered host range and every symbol whose address
// was asked for is a range in one ordered map. Copies and memsets look their pointers up there, so
// that they can refuse what a GPU refuses.
#ifndef CUDA_EMULATOR_MEMORY_H
#define CUDA_EMULATOR_MEMORY_H

#include "cuda_runtime_api.h"

#include <stddef.h>

#include <string>

namespace cuda_emulator {

// What a range is. Plain host memory is in no range.
enum class memory_kind {
    plain,
    device,     // cudaMalloc and its relatives
    symbol,     // a __device__ or __constant__ variable
    pinned,     // cudaMallocHost, cudaHostAlloc
    registered, // cudaHostRegister
    managed,    // cudaMallocManaged, __managed__ variables
    graphics,   // the kernels' copy of a graphics resource that is mapped
    array       // the elements of an array, whose address no program knows
};

struct memory_place {
    memory_kind kind;
    size_t left;    // bytes from the pointer to the end of its range; 0 for plain host memory
    void *base;     // the range's first byte; null for plain host memory
    size_t size;    // bytes of the range
    unsigned flags; // of cudaHostAlloc, cudaHostRegister or cudaMallocManaged
    int device;     // whose it is, or that was current when memory of the host became the devices'
};

// Where `pointer` points. Its range holds at least one byte from there.
memory_place find_memory(const void *pointer);
// Whether there is memory of cudaHostRegister, which the program has got from anywhere.
bool has_registered_memory();

// Whether kernels may use memory of this kind, and whether the host may. (Of the devices one may,
// and its peers.)
bool device_can_reach(memory_kind kind);
bool host_can_reach(memory_kind kind);

// Whether a device may use what lies there in kernels and memsets: its own, the host's, that of a
// peer whose access is enabled, and of a pool that lets it. Copies may use that of any device.
bool device_can_use(const memory_place &place, int device);

// Whether `pointer` points into a __managed__ variable. All of these together are one range.
bool is_managed_variable(const void *pointer);

// Makes a variable a range of the registry, with the size in bytes that its type has. Returns
// cudaErrorInvalidSymbol if it is only part of a range that is known. A __managed__ variable is in
// a range already.
cudaError_t register_symbol(const void *symbol, size_t size);

// Allocates memory for kernels, for the API call that the thread is in: a copy of `contents`, or
// what fresh device memory holds if that is null. Returns cudaErrorMemoryAllocation if there is no
// memory.
cudaError_t allocate_graphics_memory(void **pointer, size_t size, const void *contents);
void free_graphics_memory(void *pointer);

// Allocates memory for the elements of an array, which count as device memory. caller: where the
// program called the API.
cudaError_t allocate_array_memory(void **pointer, size_t size, const void *caller);
void free_array_memory(void *pointer);

// Memory of graphs: its address is taken for good, and memory is there from allocate_reserved on
// until it is freed, by free_reserved or by the program. The former returns cudaErrorInvalidValue
// if it is there already, the latter if it is not.
cudaError_t reserve_memory(void **pointer, size_t size, int device, const void *caller);
cudaError_t allocate_reserved(void *pointer, cudaStream_t stream);
cudaError_t free_reserved(void *pointer, cudaStream_t stream);
// What is allocated stays so until it is freed.
void give_reserved_back(void *pointer);

// What cudaMallocAsync does, for the call of this name.
cudaError_t allocate_in_stream(const char *call, void **pointer, size_t size, cudaStream_t stream,
                               const void *caller);
// Memory of the device's current pool has been allocated in a stream.
void note_pool_allocation(int device, void *pointer, size_t size);
bool is_of_pool(void *pointer);
// Whether `pointer` is memory of a pool that cudaMemPoolSetAccess has given to the device.
bool pool_lets_use(void *pointer, int device);

// Managed memory is freed: what cudaMemAdvise and cudaMemPrefetchAsync have said of it is over.
void forget_advice(const void *pointer, size_t size);

// Frees all allocations of the current device, and forgets its ranges.
void release_all_memory();

// Reports what was written beside allocations. A kernel has ended: looks at some allocations after
// the other where there are many, and returns whether there is anything to report.
bool look_at_memory(const char *kernel);
// A kernel is about to begin: what was done to memory that the host may use was not the kernel.
void look_at_memory_of_host();
// Of these, what a null pointer did, where that is no fault.
void look_at_null_of_host();
// The program ends.
void look_at_all_memory();

// "4 bytes behind 400 bytes of device memory (cudaMalloc call 1, mine.cu:12)" if the address is
// near an allocation, else "".
std::string place_beside_memory(const void *address);

// Lists the allocations of the program still alive, one a line on stderr. Returns how many.
size_t report_memory_leaks();

} // namespace cuda_emulator

#endif
