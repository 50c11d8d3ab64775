/* graph_api.h: graphs, made of nodes or captured from streams. A part of cuda_runtime_api.h.
 *
 * A launch runs the nodes one after another, each after those it depends on, in the order in which
 * they were made. */
#ifndef CUDA_EMULATOR_GRAPH_API_H
#define CUDA_EMULATOR_GRAPH_API_H

cudaError_t CUDARTAPI cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t CUDARTAPI cudaGraphDestroy(cudaGraph_t graph);
cudaError_t CUDARTAPI cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t CUDARTAPI cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count,
                                             const struct cudaKernelNodeParams *params);
cudaError_t CUDARTAPI cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count,
                                             const struct cudaMemcpy3DParms *params);
cudaError_t CUDARTAPI cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies, size_t count,
                                               void *to, const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count,
                                             const struct cudaMemsetParams *params);
cudaError_t CUDARTAPI cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           const struct cudaHostNodeParams *params);
cudaError_t CUDARTAPI cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                            const cudaGraphNode_t *dependencies, size_t count);
cudaError_t CUDARTAPI cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                 const cudaGraphNode_t *dependencies, size_t count,
                                                 cudaGraph_t child);
cudaError_t CUDARTAPI cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                  const cudaGraphNode_t *dependencies, size_t count,
                                                  cudaEvent_t event);
cudaError_t CUDARTAPI cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                const cudaGraphNode_t *dependencies, size_t count,
                                                cudaEvent_t event);

/* Memory that is there from the one node to the other, in each launch. Without the latter it is the
 * program's to free, before the next launch (or by it: cudaGraphInstantiateFlagAutoFreeOnLaunch).
 */
cudaError_t CUDARTAPI cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies, size_t count,
                                               struct cudaMemAllocNodeParams *params);
cudaError_t CUDARTAPI cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                              const cudaGraphNode_t *dependencies, size_t count,
                                              void *pointer);
cudaError_t CUDARTAPI cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                                     struct cudaMemAllocNodeParams *params);
cudaError_t CUDARTAPI cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);
cudaError_t CUDARTAPI cudaDeviceGetGraphMemAttribute(int device,
                                                     enum cudaGraphMemAttributeType attribute,
                                                     void *value);
cudaError_t CUDARTAPI cudaDeviceSetGraphMemAttribute(int device,
                                                     enum cudaGraphMemAttributeType attribute,
                                                     void *value);
cudaError_t CUDARTAPI cudaDeviceGraphMemTrim(int device);

cudaError_t CUDARTAPI cudaGraphConditionalHandleCreate(
    cudaGraphConditionalHandle *handle, cudaGraph_t graph,
    unsigned int default_value CUDA_EMULATOR_OR(0), unsigned int flags CUDA_EMULATOR_OR(0));

/* Nodes of any type. Only through this are there conditional nodes. */
cudaError_t CUDARTAPI cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies,
                                       const cudaGraphEdgeData *data, size_t count,
                                       struct cudaGraphNodeParams *params);
cudaError_t CUDARTAPI cudaGraphNodeSetParams(cudaGraphNode_t node,
                                             struct cudaGraphNodeParams *params);
cudaError_t CUDARTAPI cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 struct cudaGraphNodeParams *params);

/* What nodes are, and of what. The parameters of a kernel node that was captured are not known by
 * address: func is null. */
cudaError_t CUDARTAPI cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                   struct cudaKernelNodeParams *params);
cudaError_t CUDARTAPI cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                   const struct cudaKernelNodeParams *params);
cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                                   const struct cudaMemcpy3DParms *params);
cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to,
                                                     const void *from, size_t bytes,
                                                     enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                                   const struct cudaMemsetParams *params);
cudaError_t CUDARTAPI cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                                 const struct cudaHostNodeParams *params);
cudaError_t CUDARTAPI cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph);
cudaError_t CUDARTAPI cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t CUDARTAPI cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t CUDARTAPI cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                            size_t *count);
cudaError_t CUDARTAPI cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                        cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                        size_t *count);
cudaError_t CUDARTAPI cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                   cudaGraphNode_t *dependencies,
                                                   cudaGraphEdgeData *data, size_t *count);
cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                     cudaGraphNode_t *dependents,
                                                     cudaGraphEdgeData *data, size_t *count);
cudaError_t CUDARTAPI cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                               const cudaGraphNode_t *to,
                                               const cudaGraphEdgeData *data, size_t count);
cudaError_t CUDARTAPI cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                  const cudaGraphNode_t *to,
                                                  const cudaGraphEdgeData *data, size_t count);
cudaError_t CUDARTAPI cudaGraphDestroyNode(cudaGraphNode_t node);

cudaError_t CUDARTAPI cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           unsigned long long flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                    unsigned long long flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                     cudaGraphInstantiateParams *params);
cudaError_t CUDARTAPI cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags);
cudaError_t CUDARTAPI cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       const struct cudaKernelNodeParams *params);
cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       const struct cudaMemcpy3DParms *params);
cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                         void *to, const void *from, size_t bytes,
                                                         enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       const struct cudaMemsetParams *params);
cudaError_t CUDARTAPI cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const struct cudaHostNodeParams *params);
cudaError_t CUDARTAPI cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                           cudaGraphNode_t node, cudaGraph_t child);
cudaError_t CUDARTAPI cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                              unsigned int enabled);
cudaError_t CUDARTAPI cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                              unsigned int *enabled);
cudaError_t CUDARTAPI cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                          cudaGraphExecUpdateResultInfo *info);
cudaError_t CUDARTAPI cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t CUDARTAPI cudaGraphExecDestroy(cudaGraphExec_t exec);

cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t CUDARTAPI cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                    const cudaGraphNode_t *dependencies,
                                                    const cudaGraphEdgeData *data, size_t count,
                                                    enum cudaStreamCaptureMode mode);
cudaError_t CUDARTAPI cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status,
    unsigned long long *id CUDA_EMULATOR_OR(0), cudaGraph_t *graph CUDA_EMULATOR_OR(0),
    const cudaGraphNode_t **dependencies CUDA_EMULATOR_OR(0),
    const cudaGraphEdgeData **data CUDA_EMULATOR_OR(0), size_t *count CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                          cudaGraphNode_t *dependencies,
                                                          const cudaGraphEdgeData *data,
                                                          size_t count,
                                                          unsigned int flags CUDA_EMULATOR_OR(0));
cudaError_t CUDARTAPI cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

/* Memory pools of the device. They keep nothing back: what is freed is free for all. */
cudaError_t CUDARTAPI cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t CUDARTAPI cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t CUDARTAPI cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t CUDARTAPI cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
cudaError_t CUDARTAPI cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t CUDARTAPI cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t CUDARTAPI cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                              void *value);
cudaError_t CUDARTAPI cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                              void *value);
/* The device of a pool has it for reading and writing, and there is no other. */
cudaError_t CUDARTAPI cudaMemPoolSetAccess(cudaMemPool_t pool,
                                           const struct cudaMemAccessDesc *access, size_t count);
cudaError_t CUDARTAPI cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                           struct cudaMemLocation *location);
cudaError_t CUDARTAPI cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                              cudaStream_t stream);

cudaError_t CUDARTAPI cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                             const cudaLaunchAttributeValue *value);
cudaError_t CUDARTAPI cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                             cudaLaunchAttributeValue *value);
cudaError_t CUDARTAPI cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);

/* No other process can use this one's memory or events: cudaErrorNotSupported. */
cudaError_t CUDARTAPI cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t CUDARTAPI cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle,
                                           unsigned int flags);
cudaError_t CUDARTAPI cudaIpcCloseMemHandle(void *pointer);
cudaError_t CUDARTAPI cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t CUDARTAPI cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#endif
