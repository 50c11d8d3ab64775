// error.cpp: the names and texts of errors, and the calls that ask for the last one.

#include "api_state.h"

#include <algorithm>
#include <iterator>

namespace {

struct error_entry {
    cudaError_t error;
    const char *name;
    const char *text;
};

#define ENTRY(error, text)                                                                         \
    { error, #error, text }

// In the order of the values.
const error_entry errors[] = {
    ENTRY(cudaSuccess, "no error"),
    ENTRY(cudaErrorInvalidValue, "invalid argument"),
    ENTRY(cudaErrorMemoryAllocation, "out of memory"),
    ENTRY(cudaErrorInitializationError, "initialization error"),
    ENTRY(cudaErrorCudartUnloading, "driver shutting down"),
    ENTRY(cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    ENTRY(cudaErrorProfilerNotInitialized,
          "profiler not initialized: call cudaProfilerInitialize()"),
    ENTRY(cudaErrorProfilerAlreadyStarted, "profiler already started"),
    ENTRY(cudaErrorProfilerAlreadyStopped, "profiler already stopped"),
    ENTRY(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ENTRY(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ENTRY(cudaErrorInvalidSymbol, "invalid device symbol"),
    ENTRY(cudaErrorInvalidHostPointer, "invalid host pointer"),
    ENTRY(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    ENTRY(cudaErrorInvalidTexture, "invalid texture reference"),
    ENTRY(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    ENTRY(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    ENTRY(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ENTRY(cudaErrorAddressOfConstant, "invalid address of constant"),
    ENTRY(cudaErrorTextureFetchFailed, "fetch from texture failed"),
    ENTRY(cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound"),
    ENTRY(cudaErrorSynchronizationError, "incorrect use of __syncthreads()"),
    ENTRY(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    ENTRY(cudaErrorInvalidNormSetting, "read as normalized float not supported for data type"),
    ENTRY(cudaErrorMixedDeviceExecution,
          "device emulation mode and device execution mode cannot be mixed"),
    ENTRY(cudaErrorNotYetImplemented, "feature not yet implemented"),
    ENTRY(cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit"),
    ENTRY(cudaErrorStubLibrary, "CUDA driver is a stub library"),
    ENTRY(cudaErrorInsufficientDriver,
          "CUDA driver version is insufficient for CUDA runtime version"),
    ENTRY(cudaErrorCallRequiresNewerDriver,
          "API call is not supported in the installed CUDA driver"),
    ENTRY(cudaErrorInvalidSurface, "invalid surface reference"),
    ENTRY(cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name"),
    ENTRY(cudaErrorDuplicateTextureName, "duplicate texture looked up by string name"),
    ENTRY(cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name"),
    ENTRY(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    ENTRY(cudaErrorIncompatibleDriverContext, "incompatible driver context"),
    ENTRY(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    ENTRY(cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ENTRY(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    ENTRY(cudaErrorLaunchFileScopedTex, "launch failed because kernel uses unsupported, "
                                        "file-scoped textures (texture objects are supported)"),
    ENTRY(cudaErrorLaunchFileScopedSurf, "launch failed because kernel uses unsupported, "
                                         "file-scoped surfaces (surface objects are supported)"),
    ENTRY(cudaErrorSyncDepthExceeded, "cudaDeviceSynchronize failed because caller's grid depth "
                                      "exceeds cudaLimitDevRuntimeSyncDepth"),
    ENTRY(cudaErrorLaunchPendingCountExceeded,
          "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    ENTRY(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ENTRY(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ENTRY(cudaErrorInvalidDevice, "invalid device ordinal"),
    ENTRY(cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license"),
    ENTRY(cudaErrorSoftwareValidityNotEstablished, "integrity checks failed"),
    ENTRY(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    ENTRY(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    ENTRY(cudaErrorDeviceUninitialized, "invalid device context"),
    ENTRY(cudaErrorMapBufferObjectFailed, "mapping of buffer object failed"),
    ENTRY(cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed"),
    ENTRY(cudaErrorArrayIsMapped, "array is mapped"),
    ENTRY(cudaErrorAlreadyMapped, "resource already mapped"),
    ENTRY(cudaErrorNoKernelImageForDevice,
          "no kernel image is available for execution on the device"),
    ENTRY(cudaErrorAlreadyAcquired, "resource already acquired"),
    ENTRY(cudaErrorNotMapped, "resource not mapped"),
    ENTRY(cudaErrorNotMappedAsArray, "resource not mapped as array"),
    ENTRY(cudaErrorNotMappedAsPointer, "resource not mapped as pointer"),
    ENTRY(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered"),
    ENTRY(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ENTRY(cudaErrorDeviceAlreadyInUse,
          "exclusive-thread device already in use by a different thread"),
    ENTRY(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ENTRY(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    ENTRY(cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    ENTRY(cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution"),
    ENTRY(cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found"),
    ENTRY(cudaErrorUnsupportedPtxVersion,
          "the provided PTX was compiled with an unsupported toolchain."),
    ENTRY(cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled"),
    ENTRY(cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported"),
    ENTRY(cudaErrorUnsupportedDevSideSync,
          "the provided PTX contains unsupported call to cudaDeviceSynchronize"),
    ENTRY(cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error"),
    ENTRY(cudaErrorInvalidSource, "device kernel image is invalid"),
    ENTRY(cudaErrorFileNotFound, "file not found"),
    ENTRY(cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    ENTRY(cudaErrorSharedObjectInitFailed, "shared object initialization failed"),
    ENTRY(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    ENTRY(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ENTRY(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    ENTRY(cudaErrorLossyQuery, "attempted introspection would be semantically lossy"),
    ENTRY(cudaErrorSymbolNotFound, "named symbol not found"),
    ENTRY(cudaErrorNotReady, "device not ready"),
    ENTRY(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ENTRY(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ENTRY(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ENTRY(cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode"),
    ENTRY(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ENTRY(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ENTRY(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    ENTRY(cudaErrorContextIsDestroyed, "context is destroyed"),
    ENTRY(cudaErrorAssert, "device-side assert triggered"),
    ENTRY(cudaErrorTooManyPeers, "peer mapping resources exhausted"),
    ENTRY(cudaErrorHostMemoryAlreadyRegistered,
          "part or all of the requested memory range is already mapped"),
    ENTRY(cudaErrorHostMemoryNotRegistered,
          "pointer does not correspond to a registered memory region"),
    ENTRY(cudaErrorHardwareStackError, "hardware stack error"),
    ENTRY(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    ENTRY(cudaErrorMisalignedAddress, "misaligned address"),
    ENTRY(cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space"),
    ENTRY(cudaErrorInvalidPc, "invalid program counter"),
    ENTRY(cudaErrorLaunchFailure, "unspecified launch failure"),
    ENTRY(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ENTRY(cudaErrorTensorMemoryLeak, "tensor memory not completely freed"),
    ENTRY(cudaErrorNotPermitted, "operation not permitted"),
    ENTRY(cudaErrorNotSupported, "operation not supported"),
    ENTRY(cudaErrorSystemNotReady, "system not yet initialized"),
    ENTRY(cudaErrorSystemDriverMismatch,
          "system has unsupported display driver / cuda driver combination"),
    ENTRY(cudaErrorCompatNotSupportedOnDevice,
          "forward compatibility was attempted on non supported HW"),
    ENTRY(cudaErrorMpsConnectionFailed,
          "MPS client failed to connect to the MPS control daemon or the MPS server"),
    ENTRY(cudaErrorMpsRpcFailure,
          "the remote procedural call between the MPS server and the MPS client failed"),
    ENTRY(cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests"),
    ENTRY(cudaErrorMpsMaxClientsReached,
          "the hardware resources required to create MPS client have been exhausted"),
    ENTRY(cudaErrorMpsMaxConnectionsReached,
          "the hardware resources required to support device connections have been exhausted"),
    ENTRY(cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server"),
    ENTRY(cudaErrorCdpNotSupported, "is using CUDA Dynamic Parallelism, but the current "
                                    "configuration, like MPS, does not support it"),
    ENTRY(cudaErrorCdpVersionMismatch,
          "unsupported interaction between different versions of CUDA Dynamic Parallelism"),
    ENTRY(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ENTRY(cudaErrorStreamCaptureInvalidated,
          "operation failed due to a previous error during capture"),
    ENTRY(cudaErrorStreamCaptureMerge,
          "operation would result in a merge of separate capture sequences"),
    ENTRY(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ENTRY(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ENTRY(cudaErrorStreamCaptureIsolation,
          "dependency created on uncaptured work in another stream"),
    ENTRY(cudaErrorStreamCaptureImplicit,
          "operation would make the legacy stream depend on a capturing blocking stream"),
    ENTRY(cudaErrorCapturedEvent,
          "operation not permitted on an event last recorded in a capturing stream"),
    ENTRY(cudaErrorStreamCaptureWrongThread,
          "attempt to terminate a thread-local capture sequence from another thread"),
    ENTRY(cudaErrorTimeout, "wait operation timed out"),
    ENTRY(cudaErrorGraphExecUpdateFailure,
          "the graph update was not performed because it included changes which violated "
          "constraints specific to instantiated graph update"),
    ENTRY(cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA"),
    ENTRY(cudaErrorInvalidClusterSize,
          "a kernel launch error has occurred due to cluster misconfiguration"),
    ENTRY(cudaErrorFunctionNotLoaded,
          "the function handle is not loaded when calling an API that requires a loaded function"),
    ENTRY(cudaErrorInvalidResourceType,
          "one or more resources passed in are not valid resource types for the operation"),
    ENTRY(cudaErrorInvalidResourceConfiguration,
          "one or more resources are insufficient or non-applicable for the operation"),
    ENTRY(cudaErrorUnknown, "unknown error"),
};

#undef ENTRY

// The entry of `error`, or null if there is no such error.
const error_entry *find(cudaError_t error) {
    const error_entry *entry =
        std::lower_bound(std::begin(errors), std::end(errors), error,
                         [](const error_entry &e, cudaError_t value) { return e.error < value; });
    return entry != std::end(errors) && entry->error == error ? entry : nullptr;
}

const char unknown[] = "unrecognized error code";

} // namespace

extern "C" {

const char *cudaGetErrorName(cudaError_t error) {
    cuda_emulator::error_was_named(error);
    const error_entry *entry = find(error);
    return entry != nullptr ? entry->name : unknown;
}

const char *cudaGetErrorString(cudaError_t error) {
    cuda_emulator::error_was_named(error);
    const error_entry *entry = find(error);
    return entry != nullptr ? entry->text : unknown;
}

cudaError_t cudaGetLastError(void) {
    return cuda_emulator::take_last_error();
}

cudaError_t cudaPeekAtLastError(void) {
    return cuda_emulator::peek_last_error();
}

} // extern "C"
