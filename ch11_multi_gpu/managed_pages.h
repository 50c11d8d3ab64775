/* managed_pages.h: calls about the pages of managed memory, and where those of a part begin. */
#ifndef MANAGED_PAGES_H
#define MANAGED_PAGES_H

#include "../common/book.h"
#include "parts.h"

/* Elements of 64 KiB, which are whole pages, however large pages are here. */
#define UNIT (64 * 1024 / (long long)sizeof(int))

/* The first element of part d of n elements. Parts are whole units: no page belongs to two. */
static inline long long first_of(long long n, int d, int parts) {
    long long first = part_begin((n + UNIT - 1) / UNIT, d, parts) * UNIT;
    return first < n ? first : n;
}

/* Since CUDA 13 a place is a struct, and before it was a number. */
#if CUDART_VERSION >= 13000
static inline struct cudaMemLocation place(int device) {
    struct cudaMemLocation location;
    memset(&location, 0, sizeof location);
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}
static inline cudaError_t prefetch(const void *memory, size_t bytes, int device) {
    return cudaMemPrefetchAsync(memory, bytes, place(device), 0, NULL);
}
#else
static inline int place(int device) {
    return device;
}
static inline cudaError_t prefetch(const void *memory, size_t bytes, int device) {
    return cudaMemPrefetchAsync(memory, bytes, device, NULL);
}
#endif

/* Which GPU the memory was last prefetched to, and whether it is mostly read. */
static inline int prefetched_to(const void *memory, size_t bytes) {
    int device = 0;
    HANDLE_ERROR(cudaMemRangeGetAttribute(
        &device, sizeof device, cudaMemRangeAttributeLastPrefetchLocation, memory, bytes));
    return device;
}
static inline int is_read_mostly(const void *memory, size_t bytes) {
    int answer = 0;
    HANDLE_ERROR(cudaMemRangeGetAttribute(&answer, sizeof answer, cudaMemRangeAttributeReadMostly,
                                          memory, bytes));
    return answer;
}

/* Ends the program unless every GPU can have managed memory, and has room for so much of it. A GPU
 * could also do with less, and would then move pages to and fro all the time. */
static inline void check_devices(int devices, size_t bytes) {
    for (int d = 0; d < devices; d++) {
        int managed = 0;
        size_t left = 0, all = 0;
        HANDLE_ERROR(cudaDeviceGetAttribute(&managed, cudaDevAttrConcurrentManagedAccess, d));
        if (!managed) {
            fprintf(stderr, "GPU %d cannot use managed memory at the same time as the host\n", d);
            book_exit(BOOK_EXIT_CANNOT_RUN);
        }
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaMemGetInfo(&left, &all));
        if (bytes > left) {
            fprintf(stderr, "option --n: two vectors are %zu bytes, and GPU %d has room for %zu\n",
                    bytes, d, left);
            book_exit(BOOK_EXIT_USAGE);
        }
    }
}

#endif
