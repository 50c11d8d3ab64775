// captured.h: for tasks about streams. What an answer issues is not done at once, but captured as a
// graph. Only then do the elements come, and the graph is launched. So an answer cannot do on the
// host what it should issue, even with memory that the host may read.
#ifndef PRACTICE_CAPTURED_H
#define PRACTICE_CAPTURED_H

#include <cuda_runtime.h>

namespace practice {

// call() issues work to the stream, and fill() brings the elements. Returns how many parts of the work
// wait for no other one; 0 if there is no graph, and then the error is CUDA's last one.
template <class Call, class Fill> int captured(cudaStream_t stream, Call call, Fill fill) {
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    std::size_t first = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    call();
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess)
        return 0;
    cudaGraphGetRootNodes(graph, nullptr, &first);
    cudaGraphInstantiate(&ready, graph, 0);
    fill();
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    return static_cast<int>(first);
}

} // namespace practice

#endif
