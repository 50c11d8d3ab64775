// graphs.cu: graphs of explicit nodes and captured ones, instances of them, updates, and what may
// not be done while a stream is captured; memory pools and attributes of streams.
#include "check.h"

__global__ void add(int *data, int value) {
    data[threadIdx.x] += value;
}

__global__ void multiply(int *data, int factor) {
    data[threadIdx.x] *= factor;
}

template <class T> __global__ void copy_as(const int *from, T *to) {
    to[threadIdx.x] = static_cast<T>(from[threadIdx.x]);
}

static void CUDART_CB count_call(void *data) {
    ++*static_cast<int *>(data);
}

static cudaKernelNodeParams params_of(void *kernel, void **arguments) {
    cudaKernelNodeParams params = {};
    params.func = kernel;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = arguments;
    return params;
}

// ------------------------------------------------------------------ explicit nodes

static void test_nodes() {
    device_array<int> data(32), second(32);
    int *dev_data = data, *dev_second = second;
    std::vector<int> start(32), result(32), other(32);
    for (int i = 0; i < 32; ++i)
        start[i] = i;
    int calls = 0;

    // copy in -> (+5) -> (*3) -> copy out, and the memset of another array, all before a call.
    cudaGraph_t graph;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t in, plus, times, out, zero, call, empty;
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, dev_data, start.data(),
                                        32 * sizeof(int), cudaMemcpyHostToDevice));
    int value = 5, factor = 3;
    void *of_add[] = {&dev_data, &value}, *of_multiply[] = {&dev_data, &factor};
    cudaKernelNodeParams add_params = params_of((void *)add, of_add);
    cudaKernelNodeParams multiply_params = params_of((void *)multiply, of_multiply);
    CHECK_CUDA(cudaGraphAddKernelNode(&plus, graph, &in, 1, &add_params));
    value = 100; // the node has taken its arguments
    CHECK_CUDA(cudaGraphAddKernelNode(&times, graph, nullptr, 0, &multiply_params));
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&out, graph, &times, 1, result.data(), dev_data,
                                        32 * sizeof(int), cudaMemcpyDeviceToHost));
    cudaMemsetParams set = {};
    set.dst = dev_second;
    set.value = 0x01020304;
    set.elementSize = 4;
    set.width = 32;
    set.height = 1;
    CHECK_CUDA(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &set));
    CHECK_CUDA(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    const cudaGraphNode_t before[] = {out, zero};
    cudaHostNodeParams host = {};
    host.fn = count_call;
    host.userData = &calls;
    CHECK_CUDA(cudaGraphAddHostNode(&call, graph, before, 2, &host));
    // An edge that comes later, from a node to one that was made before it or after.
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaGraphAddDependencies(graph, &plus, &times, nullptr, 1));
    CHECK_EQUAL(cudaGraphAddDependencies(graph, &plus, &times, nullptr, 1), cudaErrorInvalidValue);
#else
    CHECK_CUDA(cudaGraphAddDependencies(graph, &plus, &times, 1));
    CHECK_EQUAL(cudaGraphAddDependencies(graph, &plus, &times, 1), cudaErrorInvalidValue);
#endif
    (void)cudaGetLastError();

    size_t count = 0;
    CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 7u);
    CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 3u);
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    CHECK_CUDA(cudaGraphNodeGetType(times, &type));
    CHECK_EQUAL(type, cudaGraphNodeTypeKernel);
    CHECK_CUDA(cudaGraphNodeGetType(call, &type));
    CHECK_EQUAL(type, cudaGraphNodeTypeHost);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        result, [](size_t i) { return (int(i) + 5) * 3; }, "a graph of nodes");
    CHECK_ARRAY(
        second.get(), [](size_t) { return 0x01020304; }, "a memset node");
    CHECK_EQUAL(calls, 1);

    // The instance does not know what becomes of the graph.
    CHECK_CUDA(cudaGraphDestroyNode(call));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(calls, 2);

    // Other arguments for one node of the instance.
    value = 7;
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, plus, &add_params));
    CHECK_CUDA(cudaGraphExecMemcpyNodeSetParams1D(exec, out, other.data(), dev_data,
                                                  32 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        other, [](size_t i) { return (int(i) + 7) * 3; }, "other arguments");
    unsigned enabled = 0;
    CHECK_CUDA(cudaGraphNodeSetEnabled(exec, plus, 0));
    CHECK_CUDA(cudaGraphNodeGetEnabled(exec, plus, &enabled));
    CHECK_EQUAL(enabled, 0u);
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        other, [](size_t i) { return int(i) * 3; }, "without a node");

    // A graph in a graph.
    cudaGraph_t outer, clone;
    cudaGraphNode_t child, after;
    CHECK_CUDA(cudaGraphCreate(&outer, 0));
    CHECK_CUDA(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
    value = 1000;
    CHECK_CUDA(cudaGraphAddKernelNode(&after, outer, &child, 1, &add_params));
    CHECK_CUDA(cudaGraphClone(&clone, outer));
    CHECK_CUDA(cudaGraphDestroy(outer));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&exec, clone, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t i) { return (int(i) + 5) * 3 + 1000; }, "a child graph");
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(clone));

    // A circle is no graph.
#if CUDART_VERSION >= 13000
    const cudaError_t circle = cudaGraphAddDependencies(graph, &times, &in, nullptr, 1);
#else
    const cudaError_t circle = cudaGraphAddDependencies(graph, &times, &in, 1);
#endif
    CHECK(circle != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// ------------------------------------------------------------------ capture

static void test_capture() {
    device_array<int> data(32), side(32);
    device_array<float> as_float(32);
    int *dev_data = data, *dev_side = side;
    cudaStream_t stream, branch;
    cudaEvent_t fork, join;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamCreate(&branch));
    CHECK_CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK_CUDA(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    int calls = 0;
    cudaStreamCaptureStatus status;

    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
    CHECK_CUDA(cudaMemsetAsync(dev_data, 0, 32 * sizeof(int), stream));
    CHECK_CUDA(cudaEventRecord(fork, stream));
    CHECK_CUDA(cudaStreamWaitEvent(branch, fork, 0));
    CHECK_CUDA(cudaStreamIsCapturing(branch, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
    for (int i = 1; i <= 3; ++i) // the arguments of each launch are kept
        add<<<1, 32, 0, stream>>>(dev_data, i);
    add<<<1, 32, 0, branch>>>(dev_side, 10);
    CHECK_CUDA(cudaEventRecord(join, branch));
    CHECK_CUDA(cudaStreamWaitEvent(stream, join, 0));
    multiply<<<1, 32, 0, stream>>>(dev_data, 2);
    copy_as<float><<<1, 32, 0, stream>>>(dev_data, as_float);
    CHECK_CUDA(cudaLaunchHostFunc(stream, count_call, &calls));
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaStreamIsCapturing(branch, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusNone);
    CHECK_EQUAL(calls, 0);
    CHECK_ARRAY(
        side.get(), [](size_t) { return 0; }, "nothing is done yet");

    size_t count = 0, edges = 0;
    CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 8u);
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
#else
    CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
#endif
    CHECK_EQUAL(edges, 8u);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i)
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(calls, 3);
    CHECK_ARRAY(
        data.get(), [](size_t) { return 12; }, "captured kernels");
    CHECK_ARRAY(
        side.get(), [](size_t) { return 30; }, "a branch");
    CHECK_ARRAY(
        as_float.get(), [](size_t) { return 12.0f; }, "a template");

    // The same once more with other arguments, into the same instance.
    cudaGraph_t again;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_CUDA(cudaMemsetAsync(dev_data, 0, 32 * sizeof(int), stream));
    CHECK_CUDA(cudaEventRecord(fork, stream));
    CHECK_CUDA(cudaStreamWaitEvent(branch, fork, 0));
    for (int i = 1; i <= 3; ++i)
        add<<<1, 32, 0, stream>>>(dev_data, 10 * i);
    add<<<1, 32, 0, branch>>>(dev_side, -30);
    CHECK_CUDA(cudaEventRecord(join, branch));
    CHECK_CUDA(cudaStreamWaitEvent(stream, join, 0));
    multiply<<<1, 32, 0, stream>>>(dev_data, 3);
    copy_as<float><<<1, 32, 0, stream>>>(dev_data, as_float);
    CHECK_CUDA(cudaLaunchHostFunc(stream, count_call, &calls));
    CHECK_CUDA(cudaStreamEndCapture(stream, &again));
    cudaGraphExecUpdateResultInfo info = {};
    CHECK_CUDA(cudaGraphExecUpdate(exec, again, &info));
    CHECK_EQUAL(info.result, cudaGraphExecUpdateSuccess);
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t) { return 180; }, "an updated instance");
    CHECK_ARRAY(
        side.get(), [](size_t) { return 0; }, "its branch");

    // Another shape is refused, and the instance stays as it was.
    cudaGraph_t shorter;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaStreamEndCapture(stream, &shorter));
    CHECK_EQUAL(cudaGraphExecUpdate(exec, shorter, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQUAL(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t) { return 180; }, "after a refused update");

    CHECK_CUDA(cudaGraphExecDestroy(exec));
    for (cudaGraph_t g : {graph, again, shorter})
        CHECK_CUDA(cudaGraphDestroy(g));
    CHECK_CUDA(cudaEventDestroy(fork));
    CHECK_CUDA(cudaEventDestroy(join));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaStreamDestroy(branch));
}

// ------------------------------------------------------------------ what a capture forbids

static void end_invalid(cudaStream_t stream, cudaError_t expected) {
    cudaGraph_t graph = nullptr;
    CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), expected);
    CHECK(graph == nullptr);
    (void)cudaGetLastError();
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusNone);
}

static void test_errors() {
    device_array<int> data(32);
    int *dev_data = data, on_host = 0;
    cudaStream_t stream, other;
    cudaEvent_t event;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamCreate(&other));
    CHECK_CUDA(cudaEventCreate(&event));
    cudaGraph_t graph = nullptr;

    CHECK_EQUAL(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
                cudaErrorStreamCaptureUnsupported);
    CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusInvalidated);
    CHECK_EQUAL(cudaMemsetAsync(dev_data, 0, 4, stream), cudaErrorStreamCaptureInvalidated);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaMemcpy(&on_host, dev_data, 4, cudaMemcpyDeviceToHost),
                cudaErrorStreamCaptureImplicit);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    // The default stream waits for what is not done.
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32>>>(dev_data, 1);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    // A branch that does not come back.
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev_data, 1);
    CHECK_EQUAL(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev_data, 1);
    end_invalid(stream, cudaErrorStreamCaptureUnjoined);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    CHECK_EQUAL(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    void *memory = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaMalloc(&memory, 64), cudaErrorStreamCaptureUnsupported);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK_CUDA(cudaMalloc(&memory, 64));
    CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(memory));

    // Nothing of all this was done, and the streams are as before.
    CHECK_ARRAY(
        data.get(), [](size_t) { return 0; }, "nothing was done");
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        data.get(), [](size_t) { return 1; }, "a stream after captures");

    CHECK_EQUAL(cudaGraphCreate(nullptr, 0), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaEventDestroy(event));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaStreamDestroy(other));
}

// ------------------------------------------------------------------ memory pools

static void test_pools() {
    cudaMemPool_t pool, of_device, now;
    CHECK_CUDA(cudaDeviceGetDefaultMemPool(&of_device, 0));
    CHECK_CUDA(cudaDeviceGetMemPool(&now, 0));
    CHECK(now == of_device);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    CHECK_CUDA(cudaMemPoolCreate(&pool, &props));
    unsigned long long threshold = ~0ull, value = 0;
    CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    CHECK_EQUAL(value, threshold);
    cudaMemAccessDesc access = {};
    access.location = props.location;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    CHECK_CUDA(cudaMemPoolSetAccess(pool, &access, 1));
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &props.location));
    CHECK_EQUAL(flags, cudaMemAccessFlagsProtReadWrite);

    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    int *data;
    CHECK_CUDA(cudaMallocFromPoolAsync(&data, 1 << 20, pool, stream));
    CHECK_CUDA(cudaMemsetAsync(data, 0, 32 * sizeof(int), stream));
    add<<<1, 32, 0, stream>>>(data, 4);
    std::vector<int> result(32);
    CHECK_CUDA(
        cudaMemcpyAsync(result.data(), data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        result, [](size_t) { return 4; }, "memory of a pool");
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK(value >= 1 << 20);
    CHECK_CUDA(cudaFreeAsync(data, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK_EQUAL(value, 0u);
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value));
    CHECK(value >= 1 << 20);
    CHECK_CUDA(cudaMemPoolTrimTo(pool, 0));

    CHECK_CUDA(cudaDeviceSetMemPool(0, pool));
    CHECK_CUDA(cudaDeviceGetMemPool(&now, 0));
    CHECK(now == pool);
    CHECK_CUDA(cudaMallocAsync(&data, 4096, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK(value >= 4096);
    CHECK_CUDA(cudaFreeAsync(data, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaDeviceSetMemPool(0, of_device));
    CHECK_CUDA(cudaMemPoolDestroy(pool));
    CHECK_EQUAL(cudaMemPoolCreate(nullptr, &props), cudaErrorInvalidValue);
    (void)cudaGetLastError();

    cudaStreamAttrValue attribute = {};
    attribute.syncPolicy = cudaSyncPolicyYield;
    CHECK_CUDA(
        cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
    attribute.syncPolicy = cudaSyncPolicyAuto;
    CHECK_CUDA(
        cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
    CHECK_EQUAL(attribute.syncPolicy, cudaSyncPolicyYield);
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main() {
    check_device();
    test_nodes();
    test_capture();
    test_errors();
    test_pools();
    return check_result();
}
