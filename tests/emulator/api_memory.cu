// api_memory.cu: allocation, copies, memsets, symbols and what is known of a pointer.

#include "check.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static cudaMemcpyKind kind_of(int number) {
    volatile int hidden = number;
    return static_cast<cudaMemcpyKind>(hidden);
}

static void test_device_memory() {
    char *p = nullptr;
    CHECK_CUDA(cudaMalloc(&p, 1000));
    CHECK(p != nullptr);
    CHECK_EQUAL((uintptr_t)p % 256, 0u);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p + 1));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p + 256));
    CHECK_CUDA(cudaFree(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
    CHECK_CUDA(cudaFree(nullptr));

    int on_stack = 0;
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(&on_stack));

    p = (char *)0x10;
    CHECK_CUDA(cudaMalloc(&p, 0));
    CHECK(p == nullptr);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMalloc((void **)nullptr, 16));
    p = (char *)0x10;
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&p, SIZE_MAX / 2));
    CHECK(p == nullptr);

    size_t free = 0, total = 0, free_after = 0;
    CHECK_CUDA(cudaMemGetInfo(&free, &total));
    CHECK(free > 0 && free <= total);
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&p, total + 1));
    CHECK_CUDA(cudaMalloc(&p, 64 << 20));
    CHECK_CUDA(cudaMemGetInfo(&free_after, &total));
    CHECK(free_after + (64 << 20) <= free);
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaMemGetInfo(&free_after, &total));
    CHECK_EQUAL(free_after, free);
    CHECK_CUDA(cudaMemGetInfo(nullptr, &total));
    CHECK_CUDA(cudaMemGetInfo(&free, nullptr));

    CHECK_CUDA(cudaMallocAsync(&p, 1000, 0));
    CHECK_CUDA(cudaMemsetAsync(p, 7, 1000, 0));
    char copy[1000] = {};
    CHECK_CUDA(cudaMemcpyAsync(copy, p, 1000, cudaMemcpyDeviceToHost, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
    CHECK_EQUAL((int)copy[999], 7);
    CHECK_CUDA(cudaFreeAsync(p, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
    CHECK_CUDA(cudaMallocAsync(&p, 1000, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
    CHECK_CUDA(cudaFree(p));
    p = (char *)0x10;
    CHECK_CUDA(cudaMallocAsync(&p, 0, 0));
    CHECK(p == nullptr);
    CHECK_CUDA(cudaFreeAsync(nullptr, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeAsync(&on_stack, 0));
    CHECK_CUDA(cudaMalloc(&p, 1000));
    CHECK_CUDA(cudaFreeAsync(p, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
}

static void test_pitched_memory() {
    float *p = nullptr;
    size_t pitch = 0;
    CHECK_CUDA(cudaMallocPitch(&p, &pitch, 1000, 10));
    CHECK(pitch >= 1000 && pitch % 32 == 0);
    PROBE_NUMBER("pitch for 1000", pitch);
    CHECK_CUDA(cudaMemset2D(p, pitch, 1, 1000, 10));
    CHECK_CUDA(cudaFree(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocPitch((void **)nullptr, &pitch, 1000, 10));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocPitch(&p, nullptr, 1000, 10));
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 1 << 20, SIZE_MAX >> 21));
    pitch = 77;
    p = (float *)0x10;
    CHECK_CUDA(cudaMallocPitch(&p, &pitch, 0, 10));
    CHECK_EQUAL(pitch, 0u);
    CHECK(p == nullptr);
    pitch = 77;
    p = (float *)0x10;
    CHECK_CUDA(cudaMallocPitch(&p, &pitch, 1000, 0));
    CHECK_EQUAL(pitch, 0u);
    CHECK(p == nullptr);

    cudaPitchedPtr block;
    CHECK_CUDA(cudaMalloc3D(&block, make_cudaExtent(100, 7, 5)));
    CHECK_EQUAL(block.xsize, 100u);
    CHECK_EQUAL(block.ysize, 7u);
    CHECK(block.pitch >= 100);
    CHECK_CUDA(cudaMemset3D(block, 3, make_cudaExtent(100, 7, 5)));
    // A part of it, to a dense host array and back to another place.
    std::vector<unsigned char> host(20 * 4 * 3, 9);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = block;
    copy.srcPos = make_cudaPos(10, 2, 1);
    copy.dstPtr = make_cudaPitchedPtr(host.data(), 20, 20, 4);
    copy.extent = make_cudaExtent(20, 4, 3);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    bool all = true;
    for (unsigned char c : host) {
        all = all && c == 3;
    }
    CHECK(all);
    host[20 * 4 + 20 + 1] = 42; // slice 1, row 1, byte 1
    cudaMemcpy3DParms back = {};
    back.srcPtr = make_cudaPitchedPtr(host.data(), 20, 20, 4);
    back.dstPtr = block;
    back.dstPos = make_cudaPos(0, 1, 2);
    back.extent = make_cudaExtent(20, 4, 3);
    back.kind = cudaMemcpyHostToDevice;
    CHECK_CUDA(cudaMemcpy3DAsync(&back, 0));
    unsigned char one = 0;
    CHECK_CUDA(cudaMemcpy(&one, (char *)block.ptr + (3 * 7 + 2) * block.pitch + 1, 1,
                          cudaMemcpyDeviceToHost));
    CHECK_EQUAL((int)one, 42);
    back.extent.depth = 4; // one slice too many
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(&back));
    back.extent.depth = 0;
    CHECK_CUDA(cudaMemcpy3D(&back));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(nullptr));
    CHECK_CUDA(cudaFree(block.ptr));
}

static void test_pinned_memory() {
    int *p = nullptr;
    CHECK_CUDA(cudaMallocHost(&p, 1000));
    CHECK(p != nullptr);
    p[0] = 5;
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(p + 1));
    int *device = nullptr;
    CHECK_CUDA(cudaHostGetDevicePointer(&device, p, 0));
    CHECK(device == p);
    CHECK_CUDA(cudaHostGetDevicePointer(&device, p + 5, 0));
    CHECK(device == p + 5);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, p, 1));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer((void **)nullptr, p, 0));
    unsigned flags = 77;
    CHECK_CUDA(cudaHostGetFlags(&flags, p));
    CHECK_EQUAL(flags, (unsigned)cudaHostAllocMapped);
    CHECK_CUDA(cudaFreeHost(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(p));
    CHECK_CUDA(cudaFreeHost(nullptr));

    CHECK_CUDA(cudaHostAlloc(&p, 1000, cudaHostAllocPortable | cudaHostAllocMapped));
    CHECK_CUDA(cudaHostGetFlags(&flags, p));
    CHECK_EQUAL(flags, (unsigned)(cudaHostAllocPortable | cudaHostAllocMapped));
    CHECK_CUDA(cudaFreeHost(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostAlloc(&p, 1000, 0x100));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostAlloc((void **)nullptr, 1000, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocHost((void **)nullptr, 1000));
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaMallocHost(&p, SIZE_MAX / 2));
    CHECK_CUDA(cudaMallocHost(&p, 1000, cudaHostAllocWriteCombined));
    CHECK_CUDA(cudaFreeHost(p));
    p = (int *)0x10;
    CHECK_CUDA(cudaMallocHost(&p, 0));
    CHECK(p == nullptr);

    int plain = 0;
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(&plain));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostGetFlags(&flags, &plain));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, &plain, 0));
    CHECK_CUDA(cudaMalloc(&device, 16));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(device));
    CHECK_CUDA(cudaFree(device));
}

static void test_registered_memory() {
    const size_t size = 1 << 20;
    char *host = (char *)aligned_alloc(65536, size);
    CHECK_CUDA(cudaHostRegister(host, size, cudaHostRegisterDefault));
    char *device = nullptr;
    CHECK_CUDA(cudaHostGetDevicePointer(&device, host, 0));
    CHECK(device != nullptr);
    unsigned flags = 77;
    CHECK_CUDA(cudaHostGetFlags(&flags, host));
    CHECK_EQUAL(flags, (unsigned)cudaHostRegisterMapped);
    CHECK_CUDA(cudaMemset(host, 6, size));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL((int)host[size - 1], 6);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostUnregister(host + 65536));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(host));
    CHECK_CUDA(cudaHostUnregister(host));
    CHECK_RETURNS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostUnregister(nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(nullptr, size, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(host, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(host, size, 0x100));

    // Twice, or over a part that is.
    CHECK_CUDA(cudaHostRegister(host + 65536, 65536, 0));
    CHECK_RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host, size, 0));
    CHECK_CUDA(cudaHostUnregister(host + 65536));
    CHECK_CUDA(cudaHostRegister(host, size, 0));
    CHECK_RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host, size, 0));
    CHECK_RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host + 65536, 65536, 0));
    CHECK_CUDA(cudaHostUnregister(host));

    // A part of an array is registered; the rest is plain memory.
    CHECK_CUDA(cudaHostRegister(host, 65536, 0));
    CHECK_CUDA(cudaMalloc(&device, 2 * 65536));
    CHECK_CUDA(cudaMemcpy(device, host, 65536, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(device, host, 65537, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(host, device, 65537, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaHostUnregister(host));
    CHECK_CUDA(cudaHostRegister(host + 65536, 65536, 0));
    CHECK_CUDA(cudaMemcpy(device, host, 2 * 65536, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaHostUnregister(host + 65536));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(device, 65536, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostUnregister(device));
    CHECK_CUDA(cudaFree(device));
    char *pinned = nullptr;
    CHECK_CUDA(cudaMallocHost(&pinned, 65536));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(pinned, 65536, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostUnregister(pinned));
    CHECK_CUDA(cudaFreeHost(pinned));
    std::free(host);
}

static void test_managed_memory() {
    int *p = nullptr;
    CHECK_CUDA(cudaMallocManaged(&p, 4000));
    for (int i = 0; i < 1000; ++i) {
        p[i] = i;
    }
    std::vector<int> copy(1000);
    CHECK_CUDA(cudaMemcpy(copy.data(), p, 4000, cudaMemcpyDeviceToHost));
    CHECK_EQUAL(copy[999], 999);
    cudaMemLocation device = {}, host = {}, nowhere = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;
    nowhere.type = cudaMemLocationTypeDevice;
    nowhere.id = 1000;
    CHECK_CUDA(cudaMemAdvise(p, 4000, cudaMemAdviseSetReadMostly, device));
    CHECK_CUDA(cudaMemAdvise(p, 4000, cudaMemAdviseUnsetReadMostly, device));
    CHECK_CUDA(cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, device));
    CHECK_CUDA(cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, host));
    CHECK_CUDA(cudaMemPrefetchAsync(p, 4000, device, 0));
    CHECK_CUDA(cudaMemPrefetchAsync(p, 4000, host, 0, 0));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(p[500], 500);
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemPrefetchAsync(p, 4000, nowhere, 0));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, nowhere));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 4000, device, 1));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 0, device, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 4001, device, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 1 << 30, device, 0));
    int *other = nullptr;
    CHECK_CUDA(cudaMalloc(&other, 4000));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(other, 4000, device, 0));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemAdvise(other, 4000, cudaMemAdviseSetReadMostly, device));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(copy.data(), 4000, device, 0));
    CHECK_CUDA(cudaFree(other));
    // To one stream alone, which cannot be the default stream; or to all.
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, p));
    CHECK_CUDA(cudaStreamAttachMemAsync(stream, p));
    CHECK_CUDA(cudaStreamAttachMemAsync(cudaStreamPerThread, p));
    CHECK_CUDA(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachGlobal));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaFree(p));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
    CHECK_CUDA(cudaMallocManaged(&p, 4096, cudaMemAttachHost));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(p, 4096, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaHostUnregister(p));
    CHECK_CUDA(cudaFree(p));
    p = (int *)0x10;
    CHECK_CUDA(cudaMallocManaged(&p, 0));
    CHECK(p == nullptr);
    CHECK_CUDA(cudaMallocManaged(&p, 0, 77));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4000, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4000, 0x100));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMallocManaged((void **)nullptr, 4000));
}

static void test_copies() {
    std::vector<int> in(1000), out(1000, -7);
    for (int i = 0; i < 1000; ++i) {
        in[i] = 3 * i;
    }
    int *a = nullptr, *b = nullptr;
    CHECK_CUDA(cudaMalloc(&a, 4000));
    CHECK_CUDA(cudaMalloc(&b, 4000));
    CHECK_CUDA(cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(b, a, 4000, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy(out.data(), b, 4000, cudaMemcpyDeviceToHost));
    CHECK(in == out);
    // Inside an allocation, and by what the pointers are.
    CHECK_CUDA(cudaMemcpy(a + 10, in.data(), 40, cudaMemcpyDefault));
    CHECK_CUDA(cudaMemcpy(out.data(), a + 10, 40, cudaMemcpyDefault));
    CHECK_EQUAL(out[9], 27);
    CHECK_CUDA(cudaMemcpy(b, a, 40, cudaMemcpyDefault));
    CHECK_CUDA(cudaMemcpy(out.data(), in.data(), 40, cudaMemcpyDefault));
    CHECK_CUDA(cudaMemcpy(out.data(), in.data(), 40, cudaMemcpyHostToHost));
    CHECK_CUDA(cudaMemcpyPeer(b, 0, a, 0, 4000));
    CHECK_CUDA(cudaMemcpyPeerAsync(b, 0, a, 0, 4000));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(b, 0, a, 1000, 4000));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(b, 1000, a, 0, 4000));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyPeer(out.data(), 0, a, 0, 4000));

    // Over the end, before the beginning, and where nothing is.
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, in.data(), 1 << 30, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, SIZE_MAX / 2));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4001));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4096));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4097));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4608));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a + 500, 0, 2001));
    std::vector<char> large(1 << 22);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, large.data(), 4001, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, large.data(), 4608, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(large.data(), a, 4608, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy(large.data(), a, 1 << 22, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyHostToHost));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(nullptr, in.data(), 4, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, nullptr, 4, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(nullptr, a, 4, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy(out.data(), nullptr, 4, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(a, in.data(), 4, kind_of(5)));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(a, in.data(), 4, kind_of(-1)));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyAsync(a, in.data(), 4, kind_of(77)));

    // Nothing to copy is no error.
    CHECK_CUDA(cudaMemcpy(a, in.data(), 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(a, 0, 0));
    CHECK_CUDA(cudaMemset(nullptr, 0, 0));
    CHECK_CUDA(cudaMemcpy(a, in.data(), 0, kind_of(77)));

    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 4));
    CHECK_CUDA(cudaMemset(a, 0x11, 4000));
    CHECK_CUDA(cudaMemcpy(out.data(), a, 4000, cudaMemcpyDeviceToHost));
    CHECK_EQUAL(out[999], 0x11111111);
    CHECK_CUDA(cudaFree(a));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFree(b));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4000));
}

// Which directions are allowed between which kinds of memory. What should be the device's has to
// be; what should be the host's may be anything.
static void test_directions() {
    enum { plain, pinned, device, managed, places };
    const char *const names[] = {"plain", "pinned", "device", "managed"};
    const char *const kinds[] = {"HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice",
                                 "Default"};
    std::vector<int> a(16), b(16);
    int *to[places] = {a.data()}, *from[places] = {b.data()};
    CHECK_CUDA(cudaMallocHost(&to[pinned], 64));
    CHECK_CUDA(cudaMallocHost(&from[pinned], 64));
    CHECK_CUDA(cudaMalloc(&to[device], 64));
    CHECK_CUDA(cudaMalloc(&from[device], 64));
    CHECK_CUDA(cudaMallocManaged(&to[managed], 64));
    CHECK_CUDA(cudaMallocManaged(&from[managed], 64));
    for (int kind = 0; kind < 5; ++kind) {
        for (int t = 0; t < places; ++t) {
            for (int f = 0; f < places; ++f) {
                const bool to_device = kind == 1 || kind == 3, from_device = kind == 2 || kind == 3;
                const bool good = (!to_device || t != plain) && (!from_device || f != plain);
                const cudaError_t e = cudaMemcpy(to[t], from[f], 64, kind_of(kind));
                char what[100];
                std::snprintf(what, sizeof(what), "copy %s from %s to %s", kinds[kind], names[f],
                              names[t]);
                check_returns(e, good ? cudaSuccess : cudaErrorInvalidValue, what, __FILE__,
                              __LINE__);
            }
        }
    }
    std::vector<int> plain_memory(16);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(plain_memory.data(), 0, 64));
    CHECK_CUDA(cudaMemset(to[pinned], 0, 64));
    CHECK_CUDA(cudaMemset(to[managed], 0, 64));
    CHECK_CUDA(cudaFreeHost(to[pinned]));
    CHECK_CUDA(cudaFreeHost(from[pinned]));
    for (int place : {device, managed}) {
        CHECK_CUDA(cudaFree(to[place]));
        CHECK_CUDA(cudaFree(from[place]));
    }
}

static void test_rectangles() {
    const size_t width = 12, height = 5;
    unsigned char in[height][16], out[height][width];
    for (size_t y = 0; y < height; ++y) {
        for (size_t x = 0; x < 16; ++x) {
            in[y][x] = (unsigned char)(16 * y + x);
        }
    }
    std::memset(out, 0xEE, sizeof(out));
    char *p = nullptr;
    size_t pitch = 0;
    CHECK_CUDA(cudaMallocPitch(&p, &pitch, width, height));
    CHECK_CUDA(cudaMemcpy2D(p, pitch, in, 16, width, height, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2D(out, width, p, pitch, width, height, cudaMemcpyDeviceToHost));
    bool same = true;
    for (size_t y = 0; y < height; ++y) {
        same = same && std::memcmp(in[y], out[y], width) == 0;
    }
    CHECK(same);
    CHECK_CUDA(cudaMemset2D(p, pitch, 0x33, 4, 2));
    CHECK_CUDA(cudaMemcpy2DAsync(out, width, p, pitch, width, height, cudaMemcpyDefault));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL((int)out[1][3], 0x33);
    CHECK_EQUAL((int)out[1][4], 20);
    CHECK_EQUAL((int)out[2][0], 32);
    CHECK_CUDA(cudaMemset2DAsync(p, pitch, 0, width, height));

    CHECK_RETURNS(cudaErrorInvalidPitchValue,
                  cudaMemcpy2D(p, width - 1, in, 16, width, height, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidPitchValue,
                  cudaMemcpy2D(p, pitch, in, width - 1, width, height, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy2D(p, width - 1, in, 16, width, 1, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2D(p, pitch, in, (size_t)1 << 30, width, 1, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, width - 1, 0, width, height));
    CHECK_CUDA(cudaMemset2D(p, width - 1, 0, width, 1));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpy2D(p, pitch, in, 16, width, height, kind_of(77)));
    CHECK_CUDA(cudaMemcpy2D(p, pitch, in, 16, 0, height, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2D(p, pitch, in, 16, width, 0, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy2D(nullptr, pitch, in, 16, width, height, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy2D(out, width, in, 16, width, height, cudaMemcpyHostToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset2D(out, width, 0, width, height));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, pitch, 0, width, 1 << 20));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, pitch, 0, width, height + 1));
    CHECK_CUDA(cudaFree(p));
}

static __device__ int array_on_device[10];
static __constant__ float constant_array[4];
static __device__ double device_scalar;

static void test_symbols() {
    const int in[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int out[10] = {};
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, in, sizeof(in)));
    CHECK_CUDA(cudaMemcpyFromSymbol(out, array_on_device, sizeof(out)));
    CHECK_EQUAL(std::memcmp(in, out, sizeof(in)), 0);
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, in, 2 * sizeof(int), 8 * sizeof(int)));
    CHECK_CUDA(cudaMemcpyFromSymbol(out, array_on_device, sizeof(int), 9 * sizeof(int)));
    CHECK_EQUAL(out[0], 2);
    const float floats[4] = {1, 2, 3, 4};
    float one = 0;
    CHECK_CUDA(
        cudaMemcpyToSymbol(constant_array, floats, sizeof(floats), 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpyFromSymbol(&one, constant_array, sizeof(float), 2 * sizeof(float)));
    CHECK_EQUAL(one, 3.0f);
    const double pi = 3.25;
    double back = 0;
    CHECK_CUDA(
        cudaMemcpyToSymbolAsync(device_scalar, &pi, sizeof(pi), 0, cudaMemcpyHostToDevice, 0));
    CHECK_CUDA(
        cudaMemcpyFromSymbolAsync(&back, device_scalar, sizeof(back), 0, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(back, pi);

    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(array_on_device, in, 4, 40));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(array_on_device, in, 40, 4));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyFromSymbol(out, array_on_device, 40, 4));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpyToSymbol(array_on_device, in, 40, 0, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpyToSymbol(array_on_device, in, 40, 0, cudaMemcpyHostToHost));
    CHECK_RETURNS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpyFromSymbol(out, array_on_device, 40, 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, in, 40, 0, cudaMemcpyDefault));
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, in, 0, 40));

    void *address = nullptr;
    CHECK_CUDA(cudaGetSymbolAddress(&address, array_on_device));
    CHECK(address != nullptr);
    size_t size = 0;
    CHECK_CUDA(cudaGetSymbolSize(&size, array_on_device));
    CHECK_EQUAL(size, 40u);
    CHECK_CUDA(cudaGetSymbolSize(&size, device_scalar));
    CHECK_EQUAL(size, 8u);
    CHECK_CUDA(cudaMemset(address, 0, 20));
    CHECK_CUDA(cudaMemcpy(out, address, 40, cudaMemcpyDeviceToHost));
    CHECK_EQUAL(out[4], 0);
    CHECK_EQUAL(out[5], 6);
    int *p = nullptr;
    CHECK_CUDA(cudaMalloc(&p, 40));
    CHECK_CUDA(cudaMemset(p, 1, 40));
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, p, 40, 0, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy(p, address, 40, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpyFromSymbol(out, array_on_device, 40));
    CHECK_EQUAL(out[9], 0x01010101);
    CHECK_CUDA(cudaMemset(p, 2, 40));
    CHECK_CUDA(cudaMemcpyToSymbol(array_on_device, p, 40, 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpyFromSymbol(p, array_on_device, 36, 4, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpyFromSymbol(out, array_on_device, 40));
    CHECK_EQUAL(out[9], 0x02020202);
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpy(out, (char *)address + 4, 40, cudaMemcpyDeviceToHost));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaMemcpyToSymbol(array_on_device, in, 40, 0, cudaMemcpyDeviceToDevice));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(array_on_device, nullptr, 40));
    CHECK_RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, (const void *)nullptr));
    CHECK_RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, (const void *)nullptr));
    cudaPointerAttributes attributes = {};
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, address));
    CHECK_EQUAL((int)attributes.type, (int)cudaMemoryTypeDevice);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(address));
    CHECK_CUDA(cudaFree(p));
}

__managed__ int managed_scalar = 5;
static __device__ __managed__ int managed_array[10];
__managed__ static double managed_sum;
#define MANAGED __managed__
#define SHARED_BY_ALL MANAGED
MANAGED __device__ int managed_by_macro = 3;
__device__ SHARED_BY_ALL bool managed_by_macros[2];

static __global__ void use_managed() {
    ++managed_scalar;
    ++managed_by_macro;
    managed_by_macros[1] = true;
    for (int i = 0; i < 10; ++i) {
        managed_sum += managed_array[i];
        managed_array[i] = -i;
    }
}

// Variables of the host and of the device, and memory of the device to a copy.
static void test_managed_variables() {
    const int in[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int out[10] = {}, *p = nullptr;
    CHECK_EQUAL(managed_scalar, 5);
    managed_sum = 0.5;
    CHECK_CUDA(cudaMemcpy(managed_array, in, sizeof(in), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(managed_array[9], 10);
    use_managed<<<1, 1>>>();
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(managed_scalar, 6);
    CHECK_EQUAL(managed_by_macro, 4);
    CHECK_EQUAL(managed_by_macros[1], true);
    CHECK_EQUAL(managed_sum, 55.5);
    CHECK_EQUAL(managed_array[9], -9);
    CHECK_CUDA(cudaMalloc(&p, sizeof(in)));
    CHECK_CUDA(cudaMemcpy(p, managed_array, sizeof(in), cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy(out, p, sizeof(in), cudaMemcpyDeviceToHost));
    CHECK_EQUAL(out[8], -8);
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaMemset(&managed_scalar, 1, sizeof(int)));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(managed_scalar, 0x01010101);
    CHECK_CUDA(cudaMemcpyToSymbol(managed_array, in, sizeof(in)));
    CHECK_CUDA(cudaMemcpyFromSymbol(out, managed_array, 9 * sizeof(int), 4));
    CHECK_EQUAL(out[8], 10);
    void *address = nullptr;
    CHECK_CUDA(cudaGetSymbolAddress(&address, managed_array));
    CHECK(address == managed_array);
    size_t size = 0;
    CHECK_CUDA(cudaGetSymbolSize(&size, managed_array));
    CHECK_EQUAL(size, sizeof(in));
    cudaPointerAttributes a = {};
    CHECK_CUDA(cudaPointerGetAttributes(&a, managed_array + 3));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    CHECK(a.devicePointer == managed_array + 3);
    CHECK(a.hostPointer == managed_array + 3);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(managed_array));
    CHECK_EQUAL(managed_array[0], 1);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(managed_array, in, 8, 36));
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    CHECK_CUDA(cudaMemPrefetchAsync(managed_array, sizeof(in), device, 0));
    CHECK_CUDA(cudaMemAdvise(managed_array, sizeof(in), cudaMemAdviseSetReadMostly, device));
    CHECK_CUDA(cudaStreamAttachMemAsync(0, managed_array, 0, cudaMemAttachGlobal));
    CHECK_CUDA(cudaDeviceSynchronize());
}

// What cudaMemRangeGetAttribute says of these bytes.
static int advised(const void *p, size_t count, cudaMemRangeAttribute attribute) {
    int number = 77;
    CHECK_CUDA(cudaMemRangeGetAttribute(&number, sizeof number, attribute, p, count));
    return number;
}

static void test_advice() {
    const size_t page = 4096;
    cudaMemLocation device = {}, host = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;
    char *p = nullptr;
    CHECK_CUDA(cudaMallocManaged(&p, 4 * page));
    CHECK_EQUAL(advised(p, 4 * page, cudaMemRangeAttributeReadMostly), 0);
    for (cudaMemRangeAttribute place :
         {cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
          cudaMemRangeAttributeLastPrefetchLocation})
        CHECK_EQUAL(advised(p, 4 * page, place), cudaInvalidDeviceId);
    // It holds for whole pages, and an answer is for all of them.
    CHECK_CUDA(cudaMemAdvise(p + page + 10, 10, cudaMemAdviseSetReadMostly, device));
    CHECK_EQUAL(advised(p + page, page, cudaMemRangeAttributeReadMostly), 1);
    CHECK_EQUAL(advised(p + page - 1, page, cudaMemRangeAttributeReadMostly), 0);
    CHECK_EQUAL(advised(p + page + 1, page, cudaMemRangeAttributeReadMostly), 0);
    CHECK_CUDA(cudaMemAdvise(p, 4 * page, cudaMemAdviseUnsetReadMostly, device));
    CHECK_EQUAL(advised(p + page, page, cudaMemRangeAttributeReadMostly), 0);
    // Two halves in two places.
    CHECK_CUDA(cudaMemPrefetchAsync(p, 2 * page, device, 0));
    CHECK_CUDA(cudaMemPrefetchAsync(p + 2 * page, 2 * page, host, 0));
    CHECK_EQUAL(advised(p, 2 * page, cudaMemRangeAttributeLastPrefetchLocation), 0);
    CHECK_EQUAL(advised(p + 2 * page, 2 * page, cudaMemRangeAttributeLastPrefetchLocation),
                cudaCpuDeviceId);
    CHECK_EQUAL(advised(p, 3 * page, cudaMemRangeAttributeLastPrefetchLocation),
                cudaInvalidDeviceId);
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributeLastPrefetchLocationType),
                cudaMemLocationTypeDevice);
    CHECK_CUDA(cudaMemAdvise(p, page, cudaMemAdviseSetPreferredLocation, host));
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributePreferredLocation), cudaCpuDeviceId);
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributePreferredLocationType),
                cudaMemLocationTypeHost);
    CHECK_CUDA(cudaMemAdvise(p, page, cudaMemAdviseUnsetPreferredLocation, host));
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributePreferredLocation), cudaInvalidDeviceId);
    // Several devices, and the host.
    CHECK_CUDA(cudaMemAdvise(p, page, cudaMemAdviseSetAccessedBy, host));
    CHECK_CUDA(cudaMemAdvise(p, page, cudaMemAdviseSetAccessedBy, device));
    int by[3] = {};
    CHECK_CUDA(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, p, page));
    CHECK_EQUAL(std::count(by, by + 3, 0), 1);
    CHECK_EQUAL(std::count(by, by + 3, cudaCpuDeviceId), 1);
    CHECK_EQUAL(by[2], cudaInvalidDeviceId);
    CHECK_CUDA(cudaMemAdvise(p, page, cudaMemAdviseUnsetAccessedBy, device));
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributeAccessedBy), cudaCpuDeviceId);
    int read_mostly = 77, prefetched = 77;
    void *data[2] = {&read_mostly, &prefetched};
    size_t sizes[2] = {sizeof(int), sizeof(int)};
    cudaMemRangeAttribute both[2] = {cudaMemRangeAttributeReadMostly,
                                     cudaMemRangeAttributeLastPrefetchLocation};
    CHECK_CUDA(cudaMemRangeGetAttributes(data, sizes, both, 2, p, 2 * page));
    CHECK_EQUAL(read_mostly, 0);
    CHECK_EQUAL(prefetched, 0);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, sizes, both, 0, p, page));
    const auto refused = [&](size_t size, int attribute, const void *at, size_t count) {
        CHECK_RETURNS(
            cudaErrorInvalidValue,
            cudaMemRangeGetAttribute(by, size, (cudaMemRangeAttribute)attribute, at, count));
    };
    refused(3, cudaMemRangeAttributeReadMostly, p, page);
    refused(8, cudaMemRangeAttributeReadMostly, p, page);
    refused(0, cudaMemRangeAttributeAccessedBy, p, page);
    refused(6, cudaMemRangeAttributeAccessedBy, p, page);
    refused(4, 0, p, page);
    refused(4, 9, p, page);
    refused(4, cudaMemRangeAttributeReadMostly, p, 0);
    refused(4, cudaMemRangeAttributeReadMostly, p, 4 * page + 1);
    refused(4, cudaMemRangeAttributeReadMostly, by, 4);
    // Memory that comes later, perhaps at the same place, knows nothing of it.
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaMallocManaged(&p, 4 * page));
    CHECK_EQUAL(advised(p, page, cudaMemRangeAttributeLastPrefetchLocation), cudaInvalidDeviceId);
    CHECK_CUDA(cudaFree(p));
}

static void test_attributes() {
    char *p = nullptr;
    cudaPointerAttributes a = {};
    CHECK_CUDA(cudaMalloc(&p, 1000));
    CHECK_CUDA(cudaPointerGetAttributes(&a, p + 10));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeDevice);
    CHECK_EQUAL(a.device, 0);
    CHECK(a.devicePointer == p + 10);
    CHECK(a.hostPointer == nullptr);
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaMallocHost(&p, 1000));
    CHECK_CUDA(cudaPointerGetAttributes(&a, p));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeHost);
    CHECK_EQUAL(a.device, 0);
    CHECK(a.devicePointer == p);
    CHECK(a.hostPointer == p);
    CHECK_CUDA(cudaFreeHost(p));
    CHECK_CUDA(cudaMallocManaged(&p, 1000));
    CHECK_CUDA(cudaPointerGetAttributes(&a, p));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    CHECK_EQUAL(a.device, 0);
    CHECK(a.devicePointer == p);
    CHECK(a.hostPointer == p);
    CHECK_CUDA(cudaFree(p));
    int plain = 0;
    CHECK_CUDA(cudaPointerGetAttributes(&a, &plain));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
    CHECK_EQUAL(a.device, cudaInvalidDeviceId);
    CHECK(a.devicePointer == nullptr);
    CHECK(a.hostPointer == &plain);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, &plain));
    CHECK_CUDA(cudaPointerGetAttributes(&a, nullptr));
    CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
}

// Several host threads at once, each with memory of its own.
static void test_threads() {
    const int threads = 4, rounds = 200;
    std::vector<int> wrong(threads, 0);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) {
        all.emplace_back([t, &wrong] {
            for (int i = 0; i < rounds; ++i) {
                const size_t size = 100 + (size_t)1000 * i;
                char *p = nullptr;
                char last = 0;
                if (cudaMalloc(&p, size) != cudaSuccess ||
                    cudaMemset(p, t + 1, size) != cudaSuccess ||
                    cudaMemcpy(&last, p + size - 1, 1, cudaMemcpyDeviceToHost) != cudaSuccess ||
                    last != t + 1 || cudaFree(p) != cudaSuccess) {
                    ++wrong[t];
                }
            }
        });
    }
    for (std::thread &t : all) {
        t.join();
    }
    for (int w : wrong) {
        CHECK_EQUAL(w, 0);
    }
}

int main() {
    check_device();
    test_device_memory();
    test_pitched_memory();
    test_pinned_memory();
    test_registered_memory();
    test_managed_memory();
    test_copies();
    test_directions();
    test_rectangles();
    test_symbols();
    test_managed_variables();
    test_advice();
    test_attributes();
    test_threads();
    return check_result();
}
