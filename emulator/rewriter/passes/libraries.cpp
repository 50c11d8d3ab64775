//     missing_library("cudnn.h")         "cudnn.h: the emulator has no cuDNN"
//     missing_library("cub/cub.cuh")     "cub/cub.cuh: the emulator has no CUB: the package ..."
//     missing_part("cub/new.cuh")        "cub/new.cuh: the emulator has no part of CUB of ..."
#include "libraries.h"

#include <utility>

namespace cuda_rewriter {

std::string missing_library(std::string_view header) {
    // Headers, and what the names of others begin with.
    static constexpr std::pair<std::string_view, std::string_view> known[] = {
        {"cufftw.h", "interface of FFTW"},
        {"cusolverMg.h", "cuSOLVER of several devices"},
        {"cusolverRf.h", "cuSOLVER for sparse matrices"},
        {"cusolverSp", "cuSOLVER for sparse matrices"},
        {"cutensor", "cuTENSOR"},
        {"cudnn", "cuDNN"},
        {"cudss", "cuDSS"},
        {"cudla.h", "cuDLA"},
        {"cufile.h", "cuFile"},
        {"npp.h", "NPP"},
        {"nppi", "NPP"},
        {"npps", "NPP"},
        {"nppcore.h", "NPP"},
        {"nppdefs.h", "NPP"},
        {"nvrtc.h", "NVRTC, which compiles while a program runs"},
        {"nvJitLink.h", "nvJitLink"},
        {"nvPTXCompiler.h", "compiler of PTX"},
        {"nvjpeg.h", "nvJPEG"},
        {"nvgraph.h", "nvGRAPH"},
        {"nvblas.h", "NVBLAS"},
        {"nvshmem", "NVSHMEM"},
        {"nvml.h", "NVML"},
        {"cupti", "CUPTI"},
        {"cusparseLt.h", "cuSPARSELt"},
        {"thrust/", "Thrust: the package libthrust-dev of Debian and Ubuntu has it"},
        {"cub/", "CUB: the package libthrust-dev of Debian and Ubuntu has it"},
        {"cutlass/", "CUTLASS"},
        {"cute/", "CuTe"},
        {"cudaEGL.h", "EGL interoperation"},
        {"cuda_egl_interop.h", "EGL interoperation"},
        {"cuda_vdpau_interop.h", "VDPAU interoperation"},
        {"cudaD3D", "Direct3D interoperation"},
        {"cuda_d3d", "Direct3D interoperation"},
        {"cuda_fp6.h", "numbers of 6 bits"},
        {"cuda/", "part of libcu++ of this name"},
        {"nv/", "part of libcu++ of this name"},
    };
    // Of the samples of old toolkits, which were never part of CUDA.
    static constexpr std::string_view samples[] = {
        "cutil.h",          "cutil_inline.h",      "cutil_math.h", "cutil_gl_inline.h",
        "sdkHelper.h",      "shrUtils.h",          "shrQATest.h",  "helper_gl.h",
        "helper_cuda_gl.h", "helper_cuda_drvapi.h"};
    for (const std::string_view name : samples)
        if (header == name)
            return std::string(header) +
                   ": a header of NVIDIA's CUDA samples, which is not part of CUDA: the folder "
                   "Common of the samples has it, or a program that came with it";
    for (const auto &[begin, library] : known)
        if (header.substr(0, begin.size()) == begin)
            return std::string(header) + ": the emulator has no " + std::string(library);
    return {};
}

std::string missing_part(std::string_view header) {
    for (const auto &[begin, library] :
         {std::pair<std::string_view, const char *>{"thrust/", "Thrust"}, {"cub/", "CUB"}})
        if (header.substr(0, begin.size()) == begin)
            return std::string(header) + ": the emulator has no part of " + library +
                   " of this name: it works with version 1.17";
    return {};
}

} // namespace cuda_rewriter
