// matmul_hopper: the product of two matrices by what an H100 has for it, step by step
//
// Tensor cores can do 7 to 30 times as much as all other units of the chip together, if only they
// get it. So the steps are about feeding them. The kernels are in hopper/, a file for each:
//
//     1_wgmma.h        they read their factors from shared memory; threads copy the tiles there
//     2_engine.h       one thread has the copy engine bring the tiles
//     3_stages.h       three tiles are on their way while one is multiplied
//     4_roles.h        some warps fetch, others multiply
//     5_clusters.h     two blocks share what they fetch
//     6_persistent.h   blocks that stay, and go on to the next part
//
// The same steps multiply three types: float by way of TF32, bfloat16, and FP8 (e4m3).
//
//     nvcc ch7_shared_memory/matmul_hopper.cu -I. -arch=sm_90a -o matmul_hopper && ./matmul_hopper
#include "hopper/steps.h"
#include "product_climb.h"

// A matrix to the device, as numbers of T, which become those of `from`. Zeros fill its rows up.
template <typename T> static T *send(float *from, size_t rows, size_t columns, size_t stride) {
    T *numbers = (T *)calloc(rows * stride, sizeof(T)), *dev;
    HANDLE_NULL(numbers);
    for (size_t i = 0; i < rows * columns; i++) {
        T &number = numbers[i / columns * stride + i % columns];
        number = (T)from[i];
        from[i] = sizeof(T) == sizeof(float) ? from[i] : (float)number;
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev, rows * stride * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, numbers, rows * stride * sizeof(T), cudaMemcpyHostToDevice));
    free(numbers);
    return dev;
}

// All steps with matrices of T. Returns how many are right.
template <typename T>
static int climb(ladder *l, const char *type, product_way way, long long m, long long n,
                 long long k, product_found (&found)[HOPPER_STEPS]) {
    product_trial<float> trial = {product_make<float>(m, n, k), type, way, HOPPER_STEPS, found};
    hopper_work<T> w = {};
    w.m = (int)m, w.n = (int)n, w.k = product_up((int)k, 16 / (int)sizeof(T));
    w.a = send<T>(trial.p.a, m, k, w.k);
    w.b = send<T>(trial.p.b_columns, n, k, w.k);
    HANDLE_ERROR(cudaMalloc((void **)&w.c, (size_t)m * n * sizeof(float)));
    w.multiprocessors = book_multiprocessors();
    int right = product_climb_trial(l, hopper_rungs<T>, &w, &trial);
    HANDLE_ERROR(cudaFree(w.a));
    HANDLE_ERROR(cudaFree(w.b));
    HANDLE_ERROR(cudaFree(w.c));
    product_free(&trial.p);
    return right;
}

int main(int argc, char **argv) {
    long long m = 150, n = 303, k = 175;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {PRODUCT_OPTIONS(m, n, k), LADDER_OPTIONS(l)};
    book_parse(argc, argv, "product of two matrices by what an H100 has for it", options);
    hopper_require();
    product_ladder_open(&l, "Matrix product on Hopper");
    product_found found[3][HOPPER_STEPS];
    int right = climb<float>(&l, "TF32", PRODUCT_TF32_EVEN, m, n, k, found[0]);
    right += climb<__nv_bfloat16>(&l, "bfloat16", PRODUCT_TENSOR, m, n, k, found[1]);
    right += climb<__nv_fp8_e4m3>(&l, "FP8", PRODUCT_FP8, m, n, k, found[2]);
    ladder_close(&l);
    return book_verdict(right == 3 * HOPPER_STEPS, "%d of %d products are within their bounds",
                        right, 3 * HOPPER_STEPS);
}
