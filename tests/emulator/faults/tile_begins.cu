// Where a tile cannot begin, on an H100 either.
// each: emulator portable
// exit: 1
// says: tile_begins\.cu:20: thread 0 of block \(0,0,0\) in kernel fetch copies a tile that begins at element -2, of 4 bytes, of a row; that must be a multiple of 16 bytes
// says: ^the fetch: cudaErrorIllegalInstruction
// says: tile_begins\.cu:29: thread 0 of block \(0,0,0\) in kernel put puts a tile at -4 of a dimension; only one that is fetched may begin before 0
// says: ^cudaDeviceSynchronize: cudaErrorIllegalInstruction
#include "fault.h"

#include <cuda.h>

__device__ unsigned shared(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void fetch(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) int tile[8];
    __shared__ unsigned long long full;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&full)));
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(shared(tile)),
                 "l"(&map), "r"(shared(&full)), "r"(-2)
                 : "memory");
}

__global__ void put(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) int tile[8];
    tile[threadIdx.x] = 0;
    asm volatile(
        "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(&map),
        "r"(-4), "r"(shared(tile))
        : "memory");
}

int main() {
    int *numbers = nullptr;
    cudaMalloc(&numbers, 64 * sizeof(int));
    CUtensorMap map;
    const cuuint64_t size = 64;
    const cuuint32_t box = 8, step = 1;
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, numbers, &size, nullptr, &box,
                           &step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    fetch<<<1, 1>>>(map);
    std::printf("the fetch: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
    cudaMalloc(&numbers, 64 * sizeof(int));
    cuTensorMapReplaceAddress(&map, numbers);
    put<<<1, 1>>>(map);
    return outcome();
}
