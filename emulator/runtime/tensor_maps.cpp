// tensor_maps.cpp: the functions of the driver API that make tensor maps, and how the runtime API
// gives their addresses.
#include "tensor_map.h"
#include "api_state.h"

#include "cuda_runtime_api.h"

#include <cstring>
#include <string_view>

namespace cuda_emulator {

static unsigned bytes_of(CUtensorMapDataType type) {
    switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
        return 1;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
        return 2;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
        return 8;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
        return 4;
    default:
        return 0; // types that are packed
    }
}

static unsigned bytes_of_row(CUtensorMapSwizzle swizzle) {
    switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
        return 256 * 8;
    case CU_TENSOR_MAP_SWIZZLE_32B:
        return 32;
    case CU_TENSOR_MAP_SWIZZLE_64B:
        return 64;
    case CU_TENSOR_MAP_SWIZZLE_128B:
        return 128;
    default:
        return 0;
    }
}

static bool is_float(CUtensorMapDataType type) {
    return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" CUresult
cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t dimensions,
                       void *memory, const cuuint64_t *sizes, const cuuint64_t *strides,
                       const cuuint32_t *box, const cuuint32_t *steps,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    constexpr cuuint64_t MOST_ELEMENTS = 1ull << 32, MOST_BYTES = 1ull << 40;
    const unsigned bytes = bytes_of(type), row = bytes_of_row(swizzle);
    if (map == nullptr || memory == nullptr || sizes == nullptr || box == nullptr ||
        steps == nullptr || (strides == nullptr && dimensions > 1) || dimensions < 1 ||
        dimensions > 5 || reinterpret_cast<std::uintptr_t>(map) % 64 != 0 ||
        reinterpret_cast<std::uintptr_t>(memory) % 16 != 0 || bytes == 0 || row == 0 ||
        promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
        (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE && !is_float(type)))
        return CUDA_ERROR_INVALID_VALUE;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return CUDA_ERROR_NOT_SUPPORTED;
    tensor_map made = {};
    made.mark = tensor_map::MARK;
    made.type = static_cast<std::uint8_t>(type);
    made.dimensions = static_cast<std::uint8_t>(dimensions);
    made.element_bytes = static_cast<std::uint8_t>(bytes);
    made.swizzle = static_cast<std::uint8_t>(swizzle);
    made.first = static_cast<unsigned char *>(memory);
    made.fills_with_nan = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    for (unsigned i = 0; i < dimensions; ++i) {
        if (sizes[i] == 0 || sizes[i] > MOST_ELEMENTS || box[i] == 0 || box[i] > 256 ||
            steps[i] == 0 || steps[i] > 8)
            return CUDA_ERROR_INVALID_VALUE;
        made.size[i] = sizes[i];
        made.box[i] = static_cast<std::uint16_t>(box[i]);
        made.step[i] = static_cast<std::uint8_t>(steps[i]);
        if (i + 1 < dimensions) {
            if (strides[i] % 16 != 0 || strides[i] >= MOST_BYTES)
                return CUDA_ERROR_INVALID_VALUE;
            made.stride[i] = strides[i];
        }
    }
    const unsigned inner = made.elements_of_box(0) * bytes;
    if (inner % 16 != 0 || inner > row)
        return CUDA_ERROR_INVALID_VALUE;
    std::memset(map, 0, sizeof *map);
    std::memcpy(map, &made, sizeof made);
    return CUDA_SUCCESS;
}

extern "C" CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *memory) {
    if (map == nullptr || reinterpret_cast<std::uintptr_t>(memory) % 16 != 0)
        return CUDA_ERROR_INVALID_VALUE;
    tensor_map here;
    std::memcpy(&here, map, sizeof here);
    if (here.mark != tensor_map::MARK)
        return CUDA_ERROR_INVALID_VALUE;
    here.first = static_cast<unsigned char *>(memory);
    std::memcpy(map, &here, sizeof here);
    return CUDA_SUCCESS;
}

static void *entry_point(std::string_view name) {
    if (name == "cuTensorMapEncodeTiled")
        return reinterpret_cast<void *>(&cuTensorMapEncodeTiled);
    if (name == "cuTensorMapReplaceAddress")
        return reinterpret_cast<void *>(&cuTensorMapReplaceAddress);
    return nullptr;
}

static cudaError_t give_entry_point(const char *call, const char *symbol, void **function,
                                    cudaDriverEntryPointQueryResult *found) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [=] {
        if (symbol == nullptr || *symbol == 0 || function == nullptr)
            return cudaErrorInvalidValue;
        *function = entry_point(symbol);
        if (found != nullptr)
            *found = *function != nullptr ? cudaDriverEntryPointSuccess
                                          : cudaDriverEntryPointSymbolNotFound;
        return cudaSuccess;
    });
}

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long,
                                    cudaDriverEntryPointQueryResult *found) {
    return give_entry_point("cudaGetDriverEntryPoint", symbol, function, found);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int,
                                             unsigned long long,
                                             cudaDriverEntryPointQueryResult *found) {
    return give_entry_point("cudaGetDriverEntryPointByVersion", symbol, function, found);
}

} // extern "C"
