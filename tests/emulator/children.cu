// children.cu: kernels that launch kernels, and copy and set memory. nvcc needs -rdc=true for it.
#include "check.h"

__global__ void count(int *counter, int by) {
    atomicAdd(counter, by);
}

__global__ void count_by_all(int *counter) {
    count<<<2, 3>>>(counter, 1);
}

// A child sees what its parent wrote before the launch.
__global__ void read_back(const int *data, int *sum) {
    atomicAdd(sum, data[threadIdx.x]);
}

__global__ void write_and_launch(int *data, int *sum) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        read_back<<<1, 64>>>(data, sum);
}

// Work of one thread in one stream is done in its order, with all that it launches itself.
__global__ void append(int *list, int value) {
    list[++list[0]] = value;
}

__global__ void append_by_child(int *list, int value) {
    append<<<1, 1>>>(list, value);
    append<<<1, 1>>>(list, value + 1);
}

__global__ void append_in_order(int *list) {
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 9); // when all others have ended
    append_by_child<<<1, 1>>>(list, 1);
    append<<<1, 1>>>(list, 3);
    append_by_child<<<1, 1>>>(list, 4);
}

// A thread learns of its own launches.
__global__ void refuse(int *errors, int *counter) {
    if (threadIdx.x == 5)
        count<<<1, 5000>>>(counter, 1);
    errors[2 * threadIdx.x] = cudaPeekAtLastError() != cudaSuccess;
    (void)cudaGetLastError();
    errors[2 * threadIdx.x + 1] = cudaGetLastError() != cudaSuccess;
}

__global__ void go_on(int *data, int n) {
    ++data[0];
    if (n > 0)
        go_on<<<1, 1, 0, cudaStreamTailLaunch>>>(data, n - 1);
}

__global__ void go_down(int *data, int n) {
    data[n] = n + 1;
    if (n > 0)
        go_down<<<1, 1>>>(data, n - 1);
}

struct pair {
    int first;
    double second;
};

template <class T> __global__ void store(T *to, T value) {
    extern __shared__ int scratch[];
    scratch[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        to[blockIdx.x] = value;
    if (threadIdx.x == 1 && scratch[blockDim.x - 1 - threadIdx.x] != int(blockDim.x) - 2)
        to[blockIdx.x] = T();
}

__global__ void store_pairs(pair *to) {
    pair value = {int(threadIdx.x), 0.5};
    store<<<2, 32, 32 * sizeof(int)>>>(to + 2 * threadIdx.x, value);
}

__device__ void count_in_stream(int *counter) {
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return;
    count<<<1, 1, 0, stream>>>(counter, 1);
    count<<<1, 1, 0, cudaStreamFireAndForget>>>(counter, 1);
    cudaStreamDestroy(stream); // what is in it is done all the same
}

__global__ void count_in_streams(int *counter) {
    count_in_stream(counter);
}

__global__ void copy_and_set(int *data) {
    cudaMemsetAsync(data, 0, 16 * sizeof(int), nullptr);
    count<<<1, 1>>>(data + 3, 7);
    cudaMemcpyAsync(data + 16, data, 16 * sizeof(int), cudaMemcpyDeviceToDevice, nullptr);
    count<<<1, 1>>>(data + 3, 100);
}

__global__ void allocate(int *result) {
    int *memory = nullptr;
    if (cudaMalloc((void **)&memory, 64 * sizeof(int)) != cudaSuccess)
        return;
    memory[63] = threadIdx.x + 1;
    result[threadIdx.x] = memory[63];
    cudaFree(memory);
}

// Two children for each half, as long as there is anything to sort.
__global__ void sort(int *data, int left, int right) {
    if (right - left < 8) {
        for (int i = left + 1; i <= right; ++i)
            for (int j = i; j > left && data[j] < data[j - 1]; --j) {
                const int swapped = data[j];
                data[j] = data[j - 1];
                data[j - 1] = swapped;
            }
        return;
    }
    const int pivot = data[(left + right) / 2];
    int i = left, j = right;
    while (i <= j) {
        while (data[i] < pivot)
            ++i;
        while (data[j] > pivot)
            --j;
        if (i <= j) {
            const int swapped = data[i];
            data[i++] = data[j];
            data[j--] = swapped;
        }
    }
    sort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, left, j);
    sort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, i, right);
}

static void synchronise() {
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
}

int main() {
    check_device();
    { // Many parents, two generations.
        device_array<int> counter(1);
        count_by_all<<<20, 10>>>(counter);
        CHECK_EQUAL(counter.get()[0], 20 * 10 * 6); // a copy waits, too
    }
    {
        device_array<int> data(64), sum(1);
        write_and_launch<<<1, 64>>>(data, sum);
        synchronise();
        CHECK_EQUAL(sum.get()[0], 63 * 64 / 2);
    }
    {
        device_array<int> list(16);
        append_in_order<<<1, 1>>>(list);
        append<<<1, 1>>>(list, 10); // behind the whole family
        synchronise();
        const int expected[] = {7, 1, 2, 3, 4, 5, 9, 10};
        CHECK_ARRAY(
            list.get(), [&](size_t i) { return i < 8 ? expected[i] : 0; }, "in order");
    }
    {
        device_array<int> errors(64), counter(1);
        refuse<<<1, 32>>>(errors, counter);
        synchronise();
        CHECK_ARRAY(
            errors.get(), [](size_t i) { return i == 10; }, "errors of a thread");
        CHECK_EQUAL(counter.get()[0], 0);
    }
    {
        device_array<int> data(32);
        go_on<<<1, 1>>>(data, 99);
        synchronise();
        CHECK_EQUAL(data.get()[0], 100);
        go_down<<<1, 1>>>(data, 15);
        synchronise();
        CHECK_ARRAY(
            data.get(), [](size_t i) { return i < 16 ? int(i) + 1 : 0; }, "generations");
    }
    {
        device_array<pair> to(64);
        store_pairs<<<1, 32>>>(to);
        synchronise();
        const std::vector<pair> got = to.get();
        bool right = true;
        for (int i = 0; i < 64; ++i)
            right = right && got[i].first == i / 2 && got[i].second == 0.5;
        CHECK(right);
    }
    {
        device_array<int> counter(1);
        count_in_streams<<<4, 8>>>(counter);
        synchronise();
        CHECK_EQUAL(counter.get()[0], 64);
    }
    {
        device_array<int> data(32, 5);
        copy_and_set<<<1, 1>>>(data);
        synchronise();
        CHECK_ARRAY(
            data.get(), [](size_t i) { return i == 3    ? 107
                                              : i == 19 ? 7
                                                        : 0; },
            "copies and memsets between children");
    }
    {
        device_array<int> result(32);
        allocate<<<1, 32>>>(result);
        synchronise();
        CHECK_ARRAY(
            result.get(), [](size_t i) { return int(i) + 1; }, "memory of a kernel");
    }
    {
        std::vector<int> numbers(500);
        unsigned state = 1;
        for (int &n : numbers)
            n = int((state = state * 1664525u + 1013904223u) >> 8);
        device_array<int> data(numbers);
        sort<<<1, 1>>>(data, 0, 499);
        synchronise();
        const std::vector<int> sorted = data.get();
        bool in_order = true;
        for (int i = 1; i < 500; ++i)
            in_order = in_order && sorted[i - 1] <= sorted[i];
        CHECK(in_order);
    }
    // Of a kernel that a graph launches, once: when the same graph was launched again, an H200
    // (driver 580) mostly lost some of the children.
    {
        device_array<int> counter(1);
        int *argument = counter;
        void *arguments[] = {&argument};
        cudaKernelNodeParams params = {};
        params.func = (void *)count_by_all;
        params.gridDim = dim3(2);
        params.blockDim = dim3(2);
        params.kernelParams = arguments;
        cudaGraph_t graph;
        cudaGraphNode_t node;
        cudaGraphExec_t exec;
        CHECK_CUDA(cudaGraphCreate(&graph, 0));
        CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
        CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
        CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
        synchronise();
        CHECK_EQUAL(counter.get()[0], 4 * 6);
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        CHECK_CUDA(cudaGraphDestroy(graph));
    }
    return check_result();
}
