/* fetch.h: whole tiles brought into shared memory by the copy engine (PTX: cp.async.bulk.tensor;
 * NVIDIA: Tensor Memory Accelerator, TMA).
 *
 *   CUtensorMap map = fetch_map(matrix, rows, columns, tile_rows);    on the host
 *   kernel<<<...>>>(map);                         __global__ void kernel(const __grid_constant__
 *                                                                        CUtensorMap map)
 *   barrier_expect(&full, bytes);
 *   fetch(tile, &map, column, row, &full);        by one thread, which goes on
 *   barrier_wait(&full, parity);                  by all who read the tile
 *
 * The map tells the engine where a matrix is, and how large, and how large a tile is. The engine
 * works out the addresses, puts zeros where the tile is outside of the matrix, and reports the
 * bytes to a barrier.
 *
 * A row of a tile is 128 bytes, and the tile begins at a multiple of 1024. The engine mixes the
 * eight parts of 16 bytes of each row up: part p of row r comes to place p ^ r % 8 ("swizzle"). So
 * those that read down a column find their numbers in different banks; wgmma knows of it.
 */
#ifndef HOPPER_FETCH_H
#define HOPPER_FETCH_H

#include "../../common/book.h"
#include "barrier.h"
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#define FETCH_ROW 128 /* bytes */

/* How the engine reads a number. As TFLOAT32 it rounds floats on their way, halves to even. */
template <typename T> struct fetch_type;
template <> struct fetch_type<float> {
    enum { value = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 };
};
template <> struct fetch_type<__nv_bfloat16> {
    enum { value = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 };
};
template <> struct fetch_type<__nv_fp8_e4m3> {
    enum { value = CU_TENSOR_MAP_DATA_TYPE_UINT8 };
};

/* Rows follow one another, each a multiple of 16 bytes. tile_rows: up to 256. The function is one
 * of the driver; asking for its address saves linking with it. */
template <typename T>
static CUtensorMap fetch_map(const T *matrix, int rows, int columns, int tile_rows) {
    decltype(&cuTensorMapEncodeTiled) encode = NULL;
    cudaDriverEntryPointQueryResult found;
    HANDLE_ERROR(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000,
                                                  cudaEnableDefault, &found));
    CUtensorMap map;
    cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows};
    cuuint64_t strides[] = {columns * sizeof(T)};
    cuuint32_t tile[] = {FETCH_ROW / sizeof(T), (cuuint32_t)tile_rows}, steps[] = {1, 1};
    CUresult made = CUDA_ERROR_NOT_FOUND;
    if (found == cudaDriverEntryPointSuccess)
        made =
            encode(&map, (CUtensorMapDataType)fetch_type<T>::value, 2, (void *)matrix, sizes,
                   strides, tile, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                   CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (made != CUDA_SUCCESS) {
        fprintf(stderr, "no tensor map for %d x %d numbers: CUresult %d\n", rows, columns,
                (int)made);
        book_exit(BOOK_EXIT_FAILED);
    }
    return map;
}

#ifdef HOPPER
/* Begins to copy the tile at that column and row. */
__device__ inline void fetch(void *tile, const CUtensorMap *map, int column, int row, barrier *b) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(tile)),
                 "l"(map), "r"(column), "r"(row), "r"(shared_address(b))
                 : "memory");
}
#endif

#endif
