// api_switches.cu: small programs for api_switches.sh, which sets the emulator's variables and
// reads what they print. The first argument chooses one.

#include <cuda_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static void say(const char *what, cudaError_t e) {
    std::printf("%s: %s\n", what, cudaGetErrorName(e));
}

// Eight calls, with everything given back.
static int calls() {
    int *p = nullptr;
    int host = 5;
    cudaEvent_t event = nullptr;
    cudaStream_t stream = nullptr;
    say("cudaMalloc", cudaMalloc(&p, sizeof(int)));
    say("cudaMemcpy", cudaMemcpy(p, &host, sizeof(int), cudaMemcpyHostToDevice));
    say("cudaEventCreate", cudaEventCreate(&event));
    say("cudaStreamCreate", cudaStreamCreate(&stream));
    say("cudaDeviceSynchronize", cudaDeviceSynchronize());
    say("cudaStreamDestroy", cudaStreamDestroy(stream));
    say("cudaEventDestroy", cudaEventDestroy(event));
    say("cudaFree", cudaFree(p));
    say("last error", cudaGetLastError());
    return 0;
}

static int leaks() {
    float *p = nullptr, *pinned = nullptr, *managed = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    (void)cudaMalloc(&p, 135168);
    (void)cudaMallocHost(&pinned, 1000);
    (void)cudaMallocManaged(&managed, 2000);
    (void)cudaStreamCreate(&stream);
    (void)cudaEventCreate(&event);
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const cudaTextureDesc how = {};
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    (void)cudaMallocArray(&resource.res.array.array, &desc, 10, 7, cudaArraySurfaceLoadStore);
    (void)cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    (void)cudaCreateSurfaceObject(&surface, &resource);
    std::printf("leaving"); // without a newline: it has to come out all the same
    return 3;
}

// Frees at the last moments there are.
static void *freed_late = nullptr;
struct late_owner {
    void *memory = nullptr;
    ~late_owner() {
        if (memory != nullptr) {
            (void)cudaFree(memory);
        }
    }
};
static late_owner owner;

static int late() {
    (void)cudaMalloc(&owner.memory, 5000);
    (void)cudaMalloc(&freed_late, 6000);
    std::atexit([] { (void)cudaFree(freed_late); });
    return 0;
}

// All that cudaDeviceReset frees.
static int reset() {
    leaks();
    return cudaDeviceReset() == cudaSuccess ? 0 : 1;
}

static int allocate(const char *bytes) {
    char *p = nullptr;
    say("cudaMalloc", cudaMalloc(&p, std::strtoull(bytes, nullptr, 10)));
    return 0;
}

static int info() {
    int count = -1;
    say("cudaGetDeviceCount", cudaGetDeviceCount(&count));
    std::printf("devices: %d\n", count);
    cudaDeviceProp p = {};
    say("cudaGetDeviceProperties", cudaGetDeviceProperties(&p, 0));
    std::printf("name: %s\nmultiprocessors: %d\nmemory: %zu\n", p.name, p.multiProcessorCount,
                p.totalGlobalMem);
    size_t free = 0, total = 0;
    say("cudaMemGetInfo", cudaMemGetInfo(&free, &total));
    std::printf("free: %zu\ntotal: %zu\n", free, total);
    say("cudaFree", cudaFree(nullptr));
    return 0;
}

// Handles that are no longer, or never were, valid.
static int handles() {
    cudaStream_t s = nullptr;
    cudaEvent_t e = nullptr;
    int n = 0;
    unsigned flags = 0;
    (void)cudaStreamCreate(&s);
    (void)cudaEventCreate(&e);
    (void)cudaStreamDestroy(s);
    (void)cudaEventDestroy(e);
    for (int round = 0; round < 2; ++round) {
        say("cudaStreamDestroy", cudaStreamDestroy(s));
        say("cudaStreamSynchronize", cudaStreamSynchronize(s));
        say("cudaStreamQuery", cudaStreamQuery(s));
        say("cudaStreamGetFlags", cudaStreamGetFlags(s, &flags));
        say("cudaMemsetAsync", cudaMemsetAsync(&n, 0, sizeof(n), s));
        say("cudaEventDestroy", cudaEventDestroy(e));
        say("cudaEventRecord", cudaEventRecord(e));
        say("cudaEventQuery", cudaEventQuery(e));
        say("cudaEventSynchronize", cudaEventSynchronize(e));
        say("cudaStreamWaitEvent", cudaStreamWaitEvent(0, e));
        s = reinterpret_cast<cudaStream_t>(&n);
        e = reinterpret_cast<cudaEvent_t>(&n);
    }
    return 0;
}

// Questions without a place for the answer, which end the process on a GPU.
static __device__ int variable;
static int symbols() {
    say("address to null", cudaGetSymbolAddress(nullptr, variable));
    say("size to null", cudaGetSymbolSize(nullptr, variable));
    return 0;
}

// What new device memory holds.
static int fresh() {
    for (size_t size : {(size_t)1, (size_t)1000, (size_t)100000, (size_t)40 << 20}) {
        std::vector<unsigned char> host(size);
        unsigned char *p = nullptr;
        (void)cudaMalloc(&p, size);
        (void)cudaMemcpy(host.data(), p, size, cudaMemcpyDeviceToHost);
        const size_t filled = size < (16u << 20) ? size : 16u << 20;
        size_t wrong = 0;
        for (size_t i = 0; i < size; ++i) {
            wrong += host[i] != (i < filled ? 0xFF : 0);
        }
        std::printf("%zu bytes, wrong: %zu\n", size, wrong);
        (void)cudaFree(p);
    }
    return 0;
}

// A program that deals with an error in the worst way.
static int killed() {
    if (cudaDeviceSynchronize() != cudaSuccess) {
        (void)std::raise(SIGKILL);
    }
    return 0;
}

// A call of another thread than the first.
static int threads() {
    say("cudaDeviceSynchronize", cudaDeviceSynchronize());
    std::thread([] { say("cudaFree", cudaFree(nullptr)); }).join();
    return 0;
}

// A kernel that does not end, if the call before has failed, and one before that does.
static __global__ void loop(bool is_endless) {
    volatile int turns = 0;
    while (is_endless) {
        turns = turns + 1;
    }
}
static int endless() {
    loop<<<1, 1>>>(false);
    const cudaError_t e = cudaDeviceSynchronize();
    loop<<<1, 1>>>(e != cudaSuccess);
    say("endless", cudaDeviceSynchronize());
    return e != cudaSuccess ? 4 : 0;
}

static int none() {
    return 0;
}

static int leaks_exit() {
    leaks();
    std::exit(0);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        int (*run)();
    } known[] = {
        {"none", none},       {"calls", calls}, {"leaks", leaks},   {"leaks_exit", leaks_exit},
        {"late", late},       {"reset", reset}, {"info", info},     {"handles", handles},
        {"symbols", symbols}, {"fresh", fresh}, {"killed", killed}, {"threads", threads},
        {"endless", endless}};
    const char *which = count > 1 ? arguments[1] : "";
    if (std::strcmp(which, "allocate") == 0 && count > 2) {
        return allocate(arguments[2]);
    }
    for (const auto &one : known) {
        if (std::strcmp(which, one.name) == 0) {
            return one.run();
        }
    }
    std::fprintf(stderr, "usage: api_switches WHICH\n");
    return 1;
}
