// api_templates.h: the C++ forms of the runtime API, included by cuda_runtime.h.
//
// Typed pointers instead of void *, default arguments, and symbols: a __device__, __constant__ or
// __managed__ variable is a plain global here, so a template that takes the variable itself knows
// its address and its size.
#ifndef CUDA_EMULATOR_API_TEMPLATES_H
#define CUDA_EMULATOR_API_TEMPLATES_H

#include "emulator/observed.h"
#include "cuda_runtime_api.h"

namespace cuda_emulator {

// The functions behind the templates for symbols. `size` is the symbol's size in bytes. They
// return cudaErrorInvalidValue if offset + count runs over the symbol's end and
// cudaErrorInvalidMemcpyDirection for a kind that does not fit.
cudaError_t copy_to_symbol(const void *symbol, size_t size, const void *from, size_t count,
                           size_t offset, cudaMemcpyKind kind);
cudaError_t copy_to_symbol_async(const void *symbol, size_t size, const void *from, size_t count,
                                 size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t copy_from_symbol(void *to, const void *symbol, size_t size, size_t count, size_t offset,
                             cudaMemcpyKind kind);
cudaError_t copy_from_symbol_async(void *to, const void *symbol, size_t size, size_t count,
                                   size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t symbol_address(void **pointer, const void *symbol, size_t size);
cudaError_t symbol_size(size_t *result, const void *symbol, size_t size);

#ifndef CUDA_EMULATOR_CHECKED_H // which has one of its own
// `cudaFree(p);` becomes `cudaFree(p), unused_result("cudaFree", __FILE__, __LINE__);`.
struct unused_result {
    const char *call, *file;
    int line;
    unused_result(const char *name, const char *in_file, int at_line)
        : call(name), file(in_file), line(at_line) {}
};
// A call failed, and nobody looks: said when the program ends, unless it asks for the last error.
void error_was_dropped(cudaError_t error, const unused_result &result);
// Other types than this one have the comma of the language.
inline cudaError_t operator,(cudaError_t error, const unused_result &result) {
    if (error != cudaSuccess)
        error_was_dropped(error, result);
    return error;
}
#endif

} // namespace cuda_emulator

// Expanded where they are called, optimised or not, so that the allocation is the caller's.
#define CUDA_EMULATOR_OF_CALLER inline __attribute__((always_inline))

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                           cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                                    cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
// Forms that CUDA 12 had.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        cudaGraphNode_t *bad, char *log, size_t log_bytes) {
    if (bad != nullptr)
        *bad = nullptr;
    if (log != nullptr && log_bytes != 0)
        *log = 0;
    return ::cudaGraphInstantiate(exec, graph, 0ull);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *bad, cudaGraphExecUpdateResult *result) {
    cudaGraphExecUpdateResultInfo info = {};
    const cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);
    if (bad != nullptr)
        *bad = info.errorNode;
    if (result != nullptr)
        *result = info.result;
    return error;
}
inline cudaMemLocation cuda_emulator_location(int device) {
    cudaMemLocation location = {};
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}
inline cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function,
                                           unsigned long long flags) {
    return cudaGetDriverEntryPoint(symbol, function, flags, nullptr);
}
inline cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                                    unsigned int version,
                                                    unsigned long long flags) {
    return cudaGetDriverEntryPointByVersion(symbol, function, version, flags, nullptr);
}
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device,
                                        cudaStream_t stream = nullptr) {
    return ::cudaMemPrefetchAsync(pointer, count, cuda_emulator_location(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice,
                                 int device) {
    return ::cudaMemAdvise(pointer, count, advice, cuda_emulator_location(device));
}
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t count,
                                    cudaGraphNodeParams *params) {
    return ::cudaGraphAddNode(node, graph, dependencies, nullptr, count, params);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to, size_t count) {
    return ::cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                               const cudaGraphNode_t *to, size_t count) {
    return ::cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                     size_t *count) {
    return ::cudaGraphGetEdges(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                                size_t *count) {
    return ::cudaGraphNodeGetDependencies(node, dependencies, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                                  size_t *count) {
    return ::cudaGraphNodeGetDependentNodes(node, dependents, nullptr, count);
}

template <class T> CUDA_EMULATOR_OF_CALLER cudaError_t cudaMalloc(T **pointer, size_t size) {
    return ::cudaMalloc((void **)(void *)pointer, size);
}

template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width,
                                                    size_t height) {
    return ::cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}

template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                                      unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)pointer, size, flags);
}

template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
    return ::cudaMallocAsync((void **)(void *)pointer, size, stream);
}

CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocHost(void **pointer, size_t size,
                                                   unsigned int flags) {
    return ::cudaHostAlloc(pointer, size, flags);
}

// Without flags this is the C function, under whose name a leak report then lists the memory.
template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaMallocHost(T **pointer, size_t size,
                                                   unsigned int flags = 0) {
    void **untyped = (void **)(void *)pointer;
    return flags == 0 ? ::cudaMallocHost(untyped, size) : ::cudaHostAlloc(untyped, size, flags);
}

template <class T>
CUDA_EMULATOR_OF_CALLER cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)pointer, size, flags);
}

#undef CUDA_EMULATOR_OF_CALLER

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t length = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
    return ::cudaStreamAttachMemAsync(stream, (void *)pointer, length, flags);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cuda_emulator::copy_to_symbol((const void *)&symbol, sizeof(T), from, count, offset,
                                         kind);
}

template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return cuda_emulator::copy_to_symbol_async((const void *)&symbol, sizeof(T), from, count,
                                               offset, kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cuda_emulator::copy_from_symbol(to, (const void *)&symbol, sizeof(T), count, offset,
                                           kind);
}

template <class T>
inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return cuda_emulator::copy_from_symbol_async(to, (const void *)&symbol, sizeof(T), count,
                                                 offset, kind, stream);
}

template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cuda_emulator::symbol_address(pointer, (const void *)&symbol, sizeof(T));
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return cuda_emulator::symbol_size(size, (const void *)&symbol, sizeof(T));
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return ::cudaEventCreateWithFlags(event, flags);
}

#endif
