// size_macros.cu: programs define N, M and K, and include headers below that: no header takes these
// names for its own.
#include "check.h"

#define N 64
#define M 32
#define K 16

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda_fp8.h>
#include <cufft.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <helper_cuda.h>
#include <helper_math.h>
#include <mma.h>

__global__ void kernel(int *out) {
    const cuda::std::span<int> all(out, N);
    all[threadIdx.x] = cooperative_groups::this_thread_block().thread_rank() < M ? K : 0;
}

int main() {
    check_device();
    device_array<int> out(N);
    kernel<<<1, N>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return i < M ? K : 0; }, "sizes");
    return check_result();
}
