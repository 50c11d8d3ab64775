/* blas.h: cuBLAS beside bench.h. */
#ifndef BENCH_BLAS_H
#define BENCH_BLAS_H

#include "bench.h"
#include <cublas_v2.h>

#define HANDLE_BLAS(...) (bench_handle_blas((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__))

static inline void bench_handle_blas(cublasStatus_t status, const char *what, const char *file,
                                     int line) {
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, what, cublasGetStatusString(status));
    book_exit(BOOK_EXIT_FAILED);
}

/* A handle, and memory of its own for the library to work in: a graph cannot ask for any. */
struct bench_blas {
    cublasHandle_t handle;
    void *workspace;
};

#define BENCH_WORKSPACE ((size_t)64 << 20)

static inline bench_blas bench_blas_open(void) {
    bench_blas blas;
    HANDLE_BLAS(cublasCreate(&blas.handle));
    HANDLE_ERROR(cudaMalloc(&blas.workspace, BENCH_WORKSPACE));
    return blas;
}

/* The handle, for work in the stream. */
static inline cublasHandle_t bench_blas_in(const bench_blas &blas, cudaStream_t stream) {
    HANDLE_BLAS(cublasSetStream(blas.handle, stream));
    HANDLE_BLAS(cublasSetWorkspace(blas.handle, blas.workspace, BENCH_WORKSPACE));
    return blas.handle;
}

static inline void bench_blas_close(bench_blas &blas) {
    HANDLE_BLAS(cublasDestroy(blas.handle));
    HANDLE_ERROR(cudaFree(blas.workspace));
}

#endif
