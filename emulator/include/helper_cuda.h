// helper_cuda.h, of the family that NVIDIA's CUDA samples have for themselves: calls that end the
// program where they fail, and the choice of a device. Found where no folder of the program's has a
// header of this name.
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <cuda_runtime.h>

#include "helper_string.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char *_cudaGetErrorEnum(cudaError_t error) {
    return cudaGetErrorName(error);
}
// Of the libraries whose headers come before this one.
#ifdef CUBLAS_API_H_
inline const char *_cudaGetErrorEnum(cublasStatus_t status) {
    return cublasGetStatusName(status);
}
#endif
#ifdef _CUFFT_H_
inline const char *_cudaGetErrorEnum(cufftResult result) {
    return cuda_emulator_status_name(result);
}
#endif
#ifdef CUSPARSEAPI
inline const char *_cudaGetErrorEnum(cusparseStatus_t status) {
    return cusparseGetErrorName(status);
}
#endif
#ifdef CUSOLVER_COMMON_H_
inline const char *_cudaGetErrorEnum(cusolverStatus_t status) {
    return cuda_emulator_status_name(status);
}
#endif
#ifdef CURAND_H_
inline const char *_cudaGetErrorEnum(curandStatus_t status) {
    return cuda_emulator_status_name(status);
}
#endif

template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<int>(result), _cudaGetErrorEnum(result), func);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline void __printLastCudaError(const char *message, const char *file, const int line) {
    const cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess)
        fprintf(stderr, "%s(%i) : CUDA error : %s : (%d) %s.\n", file, line, message,
                static_cast<int>(e), cudaGetErrorString(e));
}
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file, const int line) {
    if (cudaPeekAtLastError() == cudaSuccess) {
        (void)cudaGetLastError();
        return;
    }
    __printLastCudaError(message, file, line);
    exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)

// To the nearest, halves away from zero.
inline int ftoi(float value) {
    return static_cast<int>(value >= 0 ? value + 0.5 : value - 0.5);
}

// Of single precision, on a multiprocessor.
inline int _ConvertSMVer2Cores(int major, int minor) {
    switch (10 * major + minor) {
    case 60:
    case 70:
    case 72:
    case 75:
    case 80:
        return 64;
    default:
        return major == 3 ? 192 : 128;
    }
}

inline const char *_ConvertSMVer2ArchName(int major, int minor) {
    switch (major) {
    case 3:
        return "Kepler";
    case 5:
        return "Maxwell";
    case 6:
        return "Pascal";
    case 7:
        return minor == 5 ? "Turing" : minor == 2 ? "Xavier" : "Volta";
    case 8:
        return minor == 9 ? "Ada" : "Ampere";
    case 9:
        return "Hopper";
    case 10:
    case 11:
    case 12:
        return "Blackwell";
    default:
        return "Graphics Device";
    }
}

inline int helper_attribute(cudaDeviceAttr what, int device) {
    int value = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&value, what, device));
    return value;
}

inline int helper_device_count(const char *who) {
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0) {
        fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", who);
        exit(EXIT_FAILURE);
    }
    return count;
}

// Makes a device the current one. Returns a negative number where there is no such device.
inline int gpuDeviceInit(int device) {
    const int count = helper_device_count("gpuDeviceInit");
    device = device < 0 ? 0 : device;
    if (device >= count) {
        fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n", count);
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
        return -device;
    }
    if (helper_attribute(cudaDevAttrComputeMode, device) == cudaComputeModeProhibited) {
        fprintf(stderr, "Error: device is running in <Compute Mode Prohibited>, no threads can use "
                        "cudaSetDevice().\n");
        return -1;
    }
    checkCudaErrors(cudaSetDevice(device));
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device,
           _ConvertSMVer2ArchName(helper_attribute(cudaDevAttrComputeCapabilityMajor, device),
                                  helper_attribute(cudaDevAttrComputeCapabilityMinor, device)));
    return device;
}

// The one with the most cores, each by its clock.
inline int gpuGetMaxGflopsDeviceId() {
    const int count = helper_device_count("gpuGetMaxGflopsDeviceId");
    int best = -1;
    uint64_t most = 0;
    for (int device = 0; device < count; ++device) {
        if (helper_attribute(cudaDevAttrComputeMode, device) == cudaComputeModeProhibited)
            continue;
        const int cores =
            _ConvertSMVer2Cores(helper_attribute(cudaDevAttrComputeCapabilityMajor, device),
                                helper_attribute(cudaDevAttrComputeCapabilityMinor, device));
        const uint64_t speed =
            static_cast<uint64_t>(helper_attribute(cudaDevAttrMultiProcessorCount, device)) *
            static_cast<uint64_t>(cores) *
            static_cast<uint64_t>(helper_attribute(cudaDevAttrClockRate, device));
        if (best < 0 || speed > most) {
            best = device;
            most = speed;
        }
    }
    if (best < 0) {
        fprintf(
            stderr,
            "gpuGetMaxGflopsDeviceId() CUDA error: all devices have compute mode prohibited.\n");
        exit(EXIT_FAILURE);
    }
    return best;
}

// The device that -device=N names, else the fastest.
inline int findCudaDevice(int argc, const char **argv) {
    if (checkCmdLineFlag(argc, argv, "device")) {
        const int wanted = getCmdLineArgumentInt(argc, argv, "device");
        const int device = wanted < 0 ? wanted : gpuDeviceInit(wanted);
        if (wanted < 0)
            printf("Invalid command line parameter\n ");
        else if (device < 0)
            printf("exiting...\n");
        if (device < 0)
            exit(EXIT_FAILURE);
        return device;
    }
    const int device = gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
    const int major = helper_attribute(cudaDevAttrComputeCapabilityMajor, device);
    const int minor = helper_attribute(cudaDevAttrComputeCapabilityMinor, device);
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
           _ConvertSMVer2ArchName(major, minor), major, minor);
    return device;
}

// One that shares the host's memory; -1 where there is none.
inline int findIntegratedGPU() {
    const int count = helper_device_count("findIntegratedGPU");
    for (int device = 0; device < count; ++device)
        if (helper_attribute(cudaDevAttrIntegrated, device)) {
            checkCudaErrors(cudaSetDevice(device));
            return device;
        }
    fprintf(stderr, "CUDA error: No GLES-CUDA Interop capable GPU found.\n");
    return -1;
}

inline bool checkCudaCapabilities(int wanted_major, int wanted_minor) {
    int device = 0;
    checkCudaErrors(cudaGetDevice(&device));
    const int major = helper_attribute(cudaDevAttrComputeCapabilityMajor, device);
    const int minor = helper_attribute(cudaDevAttrComputeCapabilityMinor, device);
    const bool enough = major > wanted_major || (major == wanted_major && minor >= wanted_minor);
    if (enough)
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device,
               _ConvertSMVer2ArchName(major, minor), major, minor);
    else
        printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n",
               wanted_major, wanted_minor);
    return enough;
}

#endif
