/* two_pools.h: the two pools that pool takes memory from, and what they say of themselves. */
#ifndef TWO_POOLS_H
#define TWO_POOLS_H

#include "../common/book.h"
#include <stdint.h>

/* The pool that the current device has anyway. Ends the program with 77 where there is none. */
static inline cudaMemPool_t default_pool(void) {
    int device = 0, has_pools = 0;
    cudaMemPool_t pool;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device));
    if (!has_pools) {
        fprintf(stderr, "this device has no memory pools\n");
        book_exit(BOOK_EXIT_CANNOT_RUN);
    }
    HANDLE_ERROR(cudaDeviceGetDefaultMemPool(&pool, device));
    return pool;
}

/* A new one, which gives nothing back before it is destroyed. */
static inline cudaMemPool_t pool_that_keeps(void) {
    cudaMemPool_t pool;
    cudaMemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = cudaMemAllocationTypePinned; /* it stays where it is: on the device */
    props.location.type = cudaMemLocationTypeDevice;
    HANDLE_ERROR(cudaGetDevice(&props.location.id));
    HANDLE_ERROR(cudaMemPoolCreate(&pool, &props));
    uint64_t threshold = UINT64_MAX; /* so many bytes it keeps */
    HANDLE_ERROR(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    return pool;
}

/* Whether nothing of the pool is in use. Says so, and what it keeps all the same. */
static inline int is_unused(cudaMemPool_t pool) {
    uint64_t used = 0, kept = 0;
    HANDLE_ERROR(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    HANDLE_ERROR(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &kept));
    printf("    in use: %llu bytes, kept: %llu\n", (unsigned long long)used,
           (unsigned long long)kept);
    return used == 0;
}

#endif
