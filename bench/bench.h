/* bench.h: times several ways of doing the same work, in one process and on the same data.
 *
 * USAGE
 *   bench_device gpu = bench_open();                          chip, driver, toolkit, date
 *   int sets = bench_sets(gpu, bytes);                        copies of the data to go around
 *   bench_time t = bench_measure(sets, [&](int set, cudaStream_t stream) { ... launches ... });
 *
 * How a time is taken: the calls are recorded as a graph, so that the host is out of it, and the
 * graph is long enough (2 ms) that the events around it do not count. It is launched until times
 * repeat (warm-up), then many times more. A time is that of a graph divided by its calls.
 *
 * Calls go around `sets` copies of their data, together larger than the L2 cache several times
 * over: a call finds nothing in it that an earlier one has left.
 */
#ifndef BENCH_H
#define BENCH_H

#include "../common/book.h"

#include <algorithm>
#include <string>
#include <time.h>
#include <vector>

/* Milliseconds for one call: the median of all samples, and what a tenth of them are below and
 * above. */
struct bench_time {
    double median, low, high;
    int samples;
};

struct bench_device {
    std::string name, driver, toolkit, date;
    int multiprocessors;
    size_t cache_bytes; /* of L2 */
};

static inline bench_device bench_open(void) {
    bench_device gpu;
    cudaDeviceProp properties;
    int device = 0, version = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, device));
    HANDLE_ERROR(cudaRuntimeGetVersion(&version));
    gpu.name = properties.name;
    gpu.toolkit = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    gpu.driver = "unknown";
    /* The driver's own number, 580.159.04, is known only to its tools. */
    FILE *smi =
        popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null", "r");
    char line[100];
    if (smi != NULL) {
        if (fgets(line, sizeof line, smi) != NULL)
            gpu.driver = std::string(line, strcspn(line, "\n"));
        pclose(smi);
    }
    time_t now = time(NULL);
    strftime(line, sizeof line, "%Y-%m-%d", gmtime(&now));
    gpu.date = line;
    gpu.multiprocessors = properties.multiProcessorCount;
    gpu.cache_bytes = (size_t)properties.l2CacheSize;
    return gpu;
}

/* How many copies of `bytes` of data make four times the L2 cache. */
static inline int bench_sets(const bench_device &gpu, size_t bytes) {
    size_t sets = (4 * gpu.cache_bytes + bytes - 1) / bytes;
    return (int)std::min<size_t>(std::max<size_t>(sets, 1), 1000);
}

/* An executable graph of so many calls, going around the sets. */
template <typename Call>
static cudaGraphExec_t bench_record(cudaStream_t stream, int calls, int sets, Call call) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    HANDLE_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < calls; i++)
        call(i % sets, stream);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaStreamEndCapture(stream, &graph));
    HANDLE_ERROR(cudaGraphInstantiate(&executable, graph, 0));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    return executable;
}

/* Milliseconds that the graph takes. */
static inline double bench_sample(cudaStream_t stream, cudaGraphExec_t graph,
                                  const cudaEvent_t marks[2]) {
    float milliseconds = 0;
    HANDLE_ERROR(cudaEventRecord(marks[0], stream));
    HANDLE_ERROR(cudaGraphLaunch(graph, stream));
    HANDLE_ERROR(cudaEventRecord(marks[1], stream));
    HANDLE_ERROR(cudaEventSynchronize(marks[1]));
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, marks[0], marks[1]));
    return milliseconds;
}

/* Times call(set, stream), which issues its work into the stream and does not wait for it. budget:
 * milliseconds that may be spent. */
template <typename Call> static bench_time bench_measure(int sets, Call call, double budget = 150) {
    cudaStream_t stream;
    cudaEvent_t marks[2];
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventCreate(&marks[i]));
    call(0, stream); /* loads the kernels */
    HANDLE_ERROR(cudaStreamSynchronize(stream));

    int calls = sets;
    cudaGraphExec_t graph = bench_record(stream, calls, sets, call);
    bench_sample(stream, graph, marks);
    double once = bench_sample(stream, graph, marks);
    if (once < 2) {
        calls *= (int)std::min(2 / once + 1, 1 + 4000.0 / sets);
        HANDLE_ERROR(cudaGraphExecDestroy(graph));
        graph = bench_record(stream, calls, sets, call);
    }
    double spent = 0;
    while (spent < budget / 5) /* until clocks and caches are as they will be */
        spent += once = bench_sample(stream, graph, marks);
    std::vector<double> times;
    int samples = std::min(std::max((int)(budget / once), 5), 200);
    for (int i = 0; i < samples; i++)
        times.push_back(bench_sample(stream, graph, marks) / calls);
    std::sort(times.begin(), times.end());

    HANDLE_ERROR(cudaGraphExecDestroy(graph));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventDestroy(marks[i]));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return {times[samples / 2], times[samples / 10], times[samples - 1 - samples / 10], samples};
}

#endif
