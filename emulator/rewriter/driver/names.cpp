//     nearest_name("cudaMaloc")     cudaMalloc
//     nearest_name("_global_")      __global__
//     nearest_name("total")         nothing
#include "names.h"
#include "../../edit_distance.h"

#include <cstddef>
#include <string>

extern const char *const cuda_names;

namespace cuda_rewriter {
namespace {

// A blank behind each. Those that begin with "cuda" CMake collects from the headers, see
// cuda_names.
constexpr std::string_view words =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ "
    "__launch_bounds__ __forceinline__ __noinline__ threadIdx blockIdx blockDim gridDim warpSize "
    "dim3 float2 float4 int2 uchar4 uint3 uint4 cudaFuncSetAttribute cudaFuncSetCacheConfig "
    "cudaLaunchKernel cudaOccupancyMaxActiveBlocksPerMultiprocessor "
    "cudaOccupancyMaxPotentialBlockSize __syncthreads __syncthreads_count __syncthreads_and "
    "__syncthreads_or __syncwarp __threadfence __threadfence_block __threadfence_system atomicAdd "
    "atomicSub atomicExch atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr "
    "atomicXor __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync "
    "__all_sync __any_sync __activemask __ldg __sinf __cosf __expf __logf __powf __fdividef "
    "__popc __clz __ffs __brev __float_as_int __int_as_float __nanosleep clock64 make_float2 "
    "make_float4 make_int2 make_uchar4 tex1D tex1Dfetch tex2D tex3D rsqrtf printf __float2half "
    "__half2float __half __half2 __nv_bfloat16 __hadd __hmul __hfma __hadd2 __hmul2 __hfma2 "
    "__match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync "
    "__ldcg __stcg atomicAdd_block atomicAdd_system cooperative_groups ";

// Capitals and underscores are what is most easily mistaken.
std::string plain(std::string_view word) {
    std::string result;
    for (const char c : word)
        if (c != '_')
            result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

} // namespace

std::string_view nearest_name(std::string_view word) {
    const std::string given = plain(word);
    if (given.size() < 4)
        return {};
    std::size_t least = given.size() < 8 ? 2 : given.size() < 14 ? 3 : 4; // this is too far
    std::string_view nearest;
    for (const std::string_view list : {words, std::string_view(cuda_names)})
        for (std::size_t begin = 0, end; begin < list.size(); begin = end + 1) {
            end = list.find(' ', begin);
            const std::string_view candidate = list.substr(begin, end - begin);
            const std::size_t here =
                candidate == word ? least : edit_distance(given, plain(candidate));
            if (here < least) {
                least = here;
                nearest = candidate;
            }
        }
    return nearest;
}

} // namespace cuda_rewriter
