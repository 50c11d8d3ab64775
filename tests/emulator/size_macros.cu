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
#include <cuComplex.h>
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/bitset>
#include <cuda/std/cassert>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/ctime>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/latch>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/semaphore>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda_awbarrier.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cufft.h>
#include <cufftXt.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusolver_common.h>
#include <cusparse.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_image.h>
#include <helper_math.h>
#include <helper_string.h>
#include <helper_timer.h>
#include <library_types.h>
#include <mma.h>
#include <nccl.h>
#include <nvtx3/nvtx3.hpp>

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
