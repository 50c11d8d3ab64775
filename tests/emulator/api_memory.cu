// api_memory.cu: allocation, copies, memsets, symbols and what is known of a pointer.

#include "api_check.h"

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
    SUCCEEDS(cudaMalloc(&p, 1000));
    HOLDS(p != nullptr);
    EQUAL((uintptr_t)p % 256, 0u);
    RETURNS(cudaErrorInvalidValue, cudaFree(p + 1));
    RETURNS(cudaErrorInvalidValue, cudaFree(p + 256));
    SUCCEEDS(cudaFree(p));
    RETURNS(cudaErrorInvalidValue, cudaFree(p));
    SUCCEEDS(cudaFree(nullptr));

    int on_stack = 0;
    RETURNS(cudaErrorInvalidValue, cudaFree(&on_stack));

    p = (char *)0x10;
    SUCCEEDS(cudaMalloc(&p, 0));
    HOLDS(p == nullptr);
    RETURNS(cudaErrorInvalidValue, cudaMalloc((void **)nullptr, 16));
    p = (char *)0x10;
    RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&p, SIZE_MAX / 2));
    HOLDS(p == nullptr);

    size_t free = 0, total = 0, free_after = 0;
    SUCCEEDS(cudaMemGetInfo(&free, &total));
    HOLDS(free > 0 && free <= total);
    RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&p, total + 1));
    SUCCEEDS(cudaMalloc(&p, 64 << 20));
    SUCCEEDS(cudaMemGetInfo(&free_after, &total));
    HOLDS(free_after + (64 << 20) <= free);
    SUCCEEDS(cudaFree(p));
    SUCCEEDS(cudaMemGetInfo(&free_after, &total));
    EQUAL(free_after, free);
    SUCCEEDS(cudaMemGetInfo(nullptr, &total));
    SUCCEEDS(cudaMemGetInfo(&free, nullptr));

    SUCCEEDS(cudaMallocAsync(&p, 1000, 0));
    SUCCEEDS(cudaMemsetAsync(p, 7, 1000, 0));
    char copy[1000] = {};
    SUCCEEDS(cudaMemcpyAsync(copy, p, 1000, cudaMemcpyDeviceToHost, 0));
    SUCCEEDS(cudaStreamSynchronize(0));
    EQUAL((int)copy[999], 7);
    SUCCEEDS(cudaFreeAsync(p, 0));
    SUCCEEDS(cudaStreamSynchronize(0));
    SUCCEEDS(cudaMallocAsync(&p, 1000, 0));
    SUCCEEDS(cudaStreamSynchronize(0));
    SUCCEEDS(cudaFree(p));
    p = (char *)0x10;
    SUCCEEDS(cudaMallocAsync(&p, 0, 0));
    HOLDS(p == nullptr);
    SUCCEEDS(cudaFreeAsync(nullptr, 0));
    RETURNS(cudaErrorInvalidValue, cudaFreeAsync(&on_stack, 0));
    SUCCEEDS(cudaMalloc(&p, 1000));
    SUCCEEDS(cudaFreeAsync(p, 0));
    SUCCEEDS(cudaStreamSynchronize(0));
}

static void test_pitched_memory() {
    float *p = nullptr;
    size_t pitch = 0;
    SUCCEEDS(cudaMallocPitch(&p, &pitch, 1000, 10));
    HOLDS(pitch >= 1000 && pitch % 32 == 0);
    PROBE_NUMBER("pitch for 1000", pitch);
    SUCCEEDS(cudaMemset2D(p, pitch, 1, 1000, 10));
    SUCCEEDS(cudaFree(p));
    RETURNS(cudaErrorInvalidValue, cudaMallocPitch((void **)nullptr, &pitch, 1000, 10));
    RETURNS(cudaErrorInvalidValue, cudaMallocPitch(&p, nullptr, 1000, 10));
    RETURNS(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 1 << 20, SIZE_MAX >> 21));
    pitch = 77;
    p = (float *)0x10;
    SUCCEEDS(cudaMallocPitch(&p, &pitch, 0, 10));
    EQUAL(pitch, 0u);
    HOLDS(p == nullptr);
    pitch = 77;
    p = (float *)0x10;
    SUCCEEDS(cudaMallocPitch(&p, &pitch, 1000, 0));
    EQUAL(pitch, 0u);
    HOLDS(p == nullptr);

    cudaPitchedPtr block;
    SUCCEEDS(cudaMalloc3D(&block, make_cudaExtent(100, 7, 5)));
    EQUAL(block.xsize, 100u);
    EQUAL(block.ysize, 7u);
    HOLDS(block.pitch >= 100);
    SUCCEEDS(cudaMemset3D(block, 3, make_cudaExtent(100, 7, 5)));
    // A part of it, to a dense host array and back to another place.
    std::vector<unsigned char> host(20 * 4 * 3, 9);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = block;
    copy.srcPos = make_cudaPos(10, 2, 1);
    copy.dstPtr = make_cudaPitchedPtr(host.data(), 20, 20, 4);
    copy.extent = make_cudaExtent(20, 4, 3);
    copy.kind = cudaMemcpyDeviceToHost;
    SUCCEEDS(cudaMemcpy3D(&copy));
    bool all = true;
    for (unsigned char c : host) {
        all = all && c == 3;
    }
    HOLDS(all);
    host[20 * 4 + 20 + 1] = 42; // slice 1, row 1, byte 1
    cudaMemcpy3DParms back = {};
    back.srcPtr = make_cudaPitchedPtr(host.data(), 20, 20, 4);
    back.dstPtr = block;
    back.dstPos = make_cudaPos(0, 1, 2);
    back.extent = make_cudaExtent(20, 4, 3);
    back.kind = cudaMemcpyHostToDevice;
    SUCCEEDS(cudaMemcpy3DAsync(&back, 0));
    unsigned char one = 0;
    SUCCEEDS(cudaMemcpy(&one, (char *)block.ptr + (3 * 7 + 2) * block.pitch + 1, 1,
                        cudaMemcpyDeviceToHost));
    EQUAL((int)one, 42);
    back.extent.depth = 4; // one slice too many
    RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(&back));
    back.extent.depth = 0;
    SUCCEEDS(cudaMemcpy3D(&back));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(nullptr));
    SUCCEEDS(cudaFree(block.ptr));
}

static void test_pinned_memory() {
    int *p = nullptr;
    SUCCEEDS(cudaMallocHost(&p, 1000));
    HOLDS(p != nullptr);
    p[0] = 5;
    RETURNS(cudaErrorInvalidValue, cudaFree(p));
    RETURNS(cudaErrorInvalidValue, cudaFreeHost(p + 1));
    int *device = nullptr;
    SUCCEEDS(cudaHostGetDevicePointer(&device, p, 0));
    HOLDS(device == p);
    SUCCEEDS(cudaHostGetDevicePointer(&device, p + 5, 0));
    HOLDS(device == p + 5);
    RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, p, 1));
    RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer((void **)nullptr, p, 0));
    unsigned flags = 77;
    SUCCEEDS(cudaHostGetFlags(&flags, p));
    EQUAL(flags, (unsigned)cudaHostAllocMapped);
    SUCCEEDS(cudaFreeHost(p));
    RETURNS(cudaErrorInvalidValue, cudaFreeHost(p));
    SUCCEEDS(cudaFreeHost(nullptr));

    SUCCEEDS(cudaHostAlloc(&p, 1000, cudaHostAllocPortable | cudaHostAllocMapped));
    SUCCEEDS(cudaHostGetFlags(&flags, p));
    EQUAL(flags, (unsigned)(cudaHostAllocPortable | cudaHostAllocMapped));
    SUCCEEDS(cudaFreeHost(p));
    RETURNS(cudaErrorInvalidValue, cudaHostAlloc(&p, 1000, 0x100));
    RETURNS(cudaErrorInvalidValue, cudaHostAlloc((void **)nullptr, 1000, 0));
    RETURNS(cudaErrorInvalidValue, cudaMallocHost((void **)nullptr, 1000));
    RETURNS(cudaErrorMemoryAllocation, cudaMallocHost(&p, SIZE_MAX / 2));
    SUCCEEDS(cudaMallocHost(&p, 1000, cudaHostAllocWriteCombined));
    SUCCEEDS(cudaFreeHost(p));
    p = (int *)0x10;
    SUCCEEDS(cudaMallocHost(&p, 0));
    HOLDS(p == nullptr);

    int plain = 0;
    RETURNS(cudaErrorInvalidValue, cudaFreeHost(&plain));
    RETURNS(cudaErrorInvalidValue, cudaHostGetFlags(&flags, &plain));
    RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, &plain, 0));
    SUCCEEDS(cudaMalloc(&device, 16));
    RETURNS(cudaErrorInvalidValue, cudaFreeHost(device));
    SUCCEEDS(cudaFree(device));
}

static void test_registered_memory() {
    const size_t size = 1 << 20;
    char *host = (char *)aligned_alloc(65536, size);
    SUCCEEDS(cudaHostRegister(host, size, cudaHostRegisterDefault));
    char *device = nullptr;
    SUCCEEDS(cudaHostGetDevicePointer(&device, host, 0));
    HOLDS(device != nullptr);
    unsigned flags = 77;
    SUCCEEDS(cudaHostGetFlags(&flags, host));
    EQUAL(flags, (unsigned)cudaHostRegisterMapped);
    SUCCEEDS(cudaMemset(host, 6, size));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL((int)host[size - 1], 6);
    RETURNS(cudaErrorInvalidValue, cudaHostUnregister(host + 65536));
    RETURNS(cudaErrorInvalidValue, cudaFreeHost(host));
    SUCCEEDS(cudaHostUnregister(host));
    RETURNS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
    RETURNS(cudaErrorInvalidValue, cudaHostUnregister(nullptr));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(nullptr, size, 0));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(host, 0, 0));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(host, size, 0x100));

    // Twice, or over a part that is.
    SUCCEEDS(cudaHostRegister(host + 65536, 65536, 0));
    RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host, size, 0));
    SUCCEEDS(cudaHostUnregister(host + 65536));
    SUCCEEDS(cudaHostRegister(host, size, 0));
    RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host, size, 0));
    RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host + 65536, 65536, 0));
    SUCCEEDS(cudaHostUnregister(host));

    // A part of an array is registered; the rest is plain memory.
    SUCCEEDS(cudaHostRegister(host, 65536, 0));
    SUCCEEDS(cudaMalloc(&device, 2 * 65536));
    SUCCEEDS(cudaMemcpy(device, host, 65536, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(device, host, 65537, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(host, device, 65537, cudaMemcpyDeviceToHost));
    SUCCEEDS(cudaHostUnregister(host));
    SUCCEEDS(cudaHostRegister(host + 65536, 65536, 0));
    SUCCEEDS(cudaMemcpy(device, host, 2 * 65536, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaHostUnregister(host + 65536));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(device, 65536, 0));
    RETURNS(cudaErrorInvalidValue, cudaHostUnregister(device));
    SUCCEEDS(cudaFree(device));
    char *pinned = nullptr;
    SUCCEEDS(cudaMallocHost(&pinned, 65536));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(pinned, 65536, 0));
    RETURNS(cudaErrorInvalidValue, cudaHostUnregister(pinned));
    SUCCEEDS(cudaFreeHost(pinned));
    std::free(host);
}

static void test_managed_memory() {
    int *p = nullptr;
    SUCCEEDS(cudaMallocManaged(&p, 4000));
    for (int i = 0; i < 1000; ++i) {
        p[i] = i;
    }
    std::vector<int> copy(1000);
    SUCCEEDS(cudaMemcpy(copy.data(), p, 4000, cudaMemcpyDeviceToHost));
    EQUAL(copy[999], 999);
    cudaMemLocation device = {}, host = {}, nowhere = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;
    nowhere.type = cudaMemLocationTypeDevice;
    nowhere.id = 1000;
    SUCCEEDS(cudaMemAdvise(p, 4000, cudaMemAdviseSetReadMostly, device));
    SUCCEEDS(cudaMemAdvise(p, 4000, cudaMemAdviseUnsetReadMostly, device));
    SUCCEEDS(cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, device));
    SUCCEEDS(cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, host));
    SUCCEEDS(cudaMemPrefetchAsync(p, 4000, device, 0));
    SUCCEEDS(cudaMemPrefetchAsync(p, 4000, host, 0, 0));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(p[500], 500);
    RETURNS(cudaErrorInvalidDevice, cudaMemPrefetchAsync(p, 4000, nowhere, 0));
    RETURNS(cudaErrorInvalidValue,
            cudaMemAdvise(p, 4000, cudaMemAdviseSetPreferredLocation, nowhere));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 4000, device, 1));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 0, device, 0));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 4001, device, 0));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 1 << 30, device, 0));
    int *other = nullptr;
    SUCCEEDS(cudaMalloc(&other, 4000));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(other, 4000, device, 0));
    RETURNS(cudaErrorInvalidValue, cudaMemAdvise(other, 4000, cudaMemAdviseSetReadMostly, device));
    RETURNS(cudaErrorInvalidValue, cudaMemPrefetchAsync(copy.data(), 4000, device, 0));
    SUCCEEDS(cudaFree(other));
    // To one stream alone, which cannot be the default stream; or to all.
    cudaStream_t stream = nullptr;
    SUCCEEDS(cudaStreamCreate(&stream));
    RETURNS(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, p));
    SUCCEEDS(cudaStreamAttachMemAsync(stream, p));
    SUCCEEDS(cudaStreamAttachMemAsync(cudaStreamPerThread, p));
    SUCCEEDS(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachGlobal));
    SUCCEEDS(cudaStreamDestroy(stream));
    SUCCEEDS(cudaDeviceSynchronize());
    SUCCEEDS(cudaFree(p));
    RETURNS(cudaErrorInvalidValue, cudaFree(p));
    SUCCEEDS(cudaMallocManaged(&p, 4096, cudaMemAttachHost));
    RETURNS(cudaErrorInvalidValue, cudaHostRegister(p, 4096, 0));
    RETURNS(cudaErrorInvalidValue, cudaHostUnregister(p));
    SUCCEEDS(cudaFree(p));
    p = (int *)0x10;
    SUCCEEDS(cudaMallocManaged(&p, 0));
    HOLDS(p == nullptr);
    SUCCEEDS(cudaMallocManaged(&p, 0, 77));
    RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4000, 0));
    RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4000, 0x100));
    RETURNS(cudaErrorInvalidValue, cudaMallocManaged((void **)nullptr, 4000));
}

static void test_copies() {
    std::vector<int> in(1000), out(1000, -7);
    for (int i = 0; i < 1000; ++i) {
        in[i] = 3 * i;
    }
    int *a = nullptr, *b = nullptr;
    SUCCEEDS(cudaMalloc(&a, 4000));
    SUCCEEDS(cudaMalloc(&b, 4000));
    SUCCEEDS(cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpy(b, a, 4000, cudaMemcpyDeviceToDevice));
    SUCCEEDS(cudaMemcpy(out.data(), b, 4000, cudaMemcpyDeviceToHost));
    HOLDS(in == out);
    // Inside an allocation, and by what the pointers are.
    SUCCEEDS(cudaMemcpy(a + 10, in.data(), 40, cudaMemcpyDefault));
    SUCCEEDS(cudaMemcpy(out.data(), a + 10, 40, cudaMemcpyDefault));
    EQUAL(out[9], 27);
    SUCCEEDS(cudaMemcpy(b, a, 40, cudaMemcpyDefault));
    SUCCEEDS(cudaMemcpy(out.data(), in.data(), 40, cudaMemcpyDefault));
    SUCCEEDS(cudaMemcpy(out.data(), in.data(), 40, cudaMemcpyHostToHost));
    SUCCEEDS(cudaMemcpyPeer(b, 0, a, 0, 4000));
    SUCCEEDS(cudaMemcpyPeerAsync(b, 0, a, 0, 4000));
    RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(b, 0, a, 1000, 4000));
    RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(b, 1000, a, 0, 4000));
    RETURNS(cudaErrorInvalidValue, cudaMemcpyPeer(out.data(), 0, a, 0, 4000));

    // Over the end, before the beginning, and where nothing is.
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, in.data(), 1 << 30, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, SIZE_MAX / 2));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4001));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4096));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4097));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4608));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a + 500, 0, 2001));
    std::vector<char> large(1 << 22);
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, large.data(), 4001, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, large.data(), 4608, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(large.data(), a, 4608, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(large.data(), a, 1 << 22, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, b, 4001, cudaMemcpyHostToHost));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(nullptr, in.data(), 4, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, nullptr, 4, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(nullptr, a, 4, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(out.data(), nullptr, 4, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(a, in.data(), 4, kind_of(5)));
    RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(a, in.data(), 4, kind_of(-1)));
    RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyAsync(a, in.data(), 4, kind_of(77)));

    // Nothing to copy is no error.
    SUCCEEDS(cudaMemcpy(a, in.data(), 0, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemset(a, 0, 0));
    SUCCEEDS(cudaMemset(nullptr, 0, 0));
    SUCCEEDS(cudaMemcpy(a, in.data(), 0, kind_of(77)));

    RETURNS(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 4));
    SUCCEEDS(cudaMemset(a, 0x11, 4000));
    SUCCEEDS(cudaMemcpy(out.data(), a, 4000, cudaMemcpyDeviceToHost));
    EQUAL(out[999], 0x11111111);
    SUCCEEDS(cudaFree(a));
    RETURNS(cudaErrorInvalidValue, cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaFree(b));
    RETURNS(cudaErrorInvalidValue, cudaMemset(a, 0, 4000));
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
    SUCCEEDS(cudaMallocHost(&to[pinned], 64));
    SUCCEEDS(cudaMallocHost(&from[pinned], 64));
    SUCCEEDS(cudaMalloc(&to[device], 64));
    SUCCEEDS(cudaMalloc(&from[device], 64));
    SUCCEEDS(cudaMallocManaged(&to[managed], 64));
    SUCCEEDS(cudaMallocManaged(&from[managed], 64));
    for (int kind = 0; kind < 5; ++kind) {
        for (int t = 0; t < places; ++t) {
            for (int f = 0; f < places; ++f) {
                const bool to_device = kind == 1 || kind == 3, from_device = kind == 2 || kind == 3;
                const bool good = (!to_device || t != plain) && (!from_device || f != plain);
                const cudaError_t e = cudaMemcpy(to[t], from[f], 64, kind_of(kind));
                char what[100];
                std::snprintf(what, sizeof(what), "copy %s from %s to %s", kinds[kind], names[f],
                              names[t]);
                check_error(__FILE__, __LINE__, what, e,
                            good ? cudaSuccess : cudaErrorInvalidValue);
            }
        }
    }
    std::vector<int> plain_memory(16);
    RETURNS(cudaErrorInvalidValue, cudaMemset(plain_memory.data(), 0, 64));
    SUCCEEDS(cudaMemset(to[pinned], 0, 64));
    SUCCEEDS(cudaMemset(to[managed], 0, 64));
    SUCCEEDS(cudaFreeHost(to[pinned]));
    SUCCEEDS(cudaFreeHost(from[pinned]));
    for (int place : {device, managed}) {
        SUCCEEDS(cudaFree(to[place]));
        SUCCEEDS(cudaFree(from[place]));
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
    SUCCEEDS(cudaMallocPitch(&p, &pitch, width, height));
    SUCCEEDS(cudaMemcpy2D(p, pitch, in, 16, width, height, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpy2D(out, width, p, pitch, width, height, cudaMemcpyDeviceToHost));
    bool same = true;
    for (size_t y = 0; y < height; ++y) {
        same = same && std::memcmp(in[y], out[y], width) == 0;
    }
    HOLDS(same);
    SUCCEEDS(cudaMemset2D(p, pitch, 0x33, 4, 2));
    SUCCEEDS(cudaMemcpy2DAsync(out, width, p, pitch, width, height, cudaMemcpyDefault));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL((int)out[1][3], 0x33);
    EQUAL((int)out[1][4], 20);
    EQUAL((int)out[2][0], 32);
    SUCCEEDS(cudaMemset2DAsync(p, pitch, 0, width, height));

    RETURNS(cudaErrorInvalidPitchValue,
            cudaMemcpy2D(p, width - 1, in, 16, width, height, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidPitchValue,
            cudaMemcpy2D(p, pitch, in, width - 1, width, height, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue,
            cudaMemcpy2D(p, width - 1, in, 16, width, 1, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpy2D(p, pitch, in, (size_t)1 << 30, width, 1, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, width - 1, 0, width, height));
    SUCCEEDS(cudaMemset2D(p, width - 1, 0, width, 1));
    RETURNS(cudaErrorInvalidMemcpyDirection,
            cudaMemcpy2D(p, pitch, in, 16, width, height, kind_of(77)));
    SUCCEEDS(cudaMemcpy2D(p, pitch, in, 16, 0, height, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpy2D(p, pitch, in, 16, width, 0, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue,
            cudaMemcpy2D(nullptr, pitch, in, 16, width, height, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue,
            cudaMemcpy2D(out, width, in, 16, width, height, cudaMemcpyHostToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemset2D(out, width, 0, width, height));
    RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, pitch, 0, width, 1 << 20));
    RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, pitch, 0, width, height + 1));
    SUCCEEDS(cudaFree(p));
}

static __device__ int device_array[10];
static __constant__ float constant_array[4];
static __device__ double device_scalar;

static void test_symbols() {
    const int in[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int out[10] = {};
    SUCCEEDS(cudaMemcpyToSymbol(device_array, in, sizeof(in)));
    SUCCEEDS(cudaMemcpyFromSymbol(out, device_array, sizeof(out)));
    EQUAL(std::memcmp(in, out, sizeof(in)), 0);
    SUCCEEDS(cudaMemcpyToSymbol(device_array, in, 2 * sizeof(int), 8 * sizeof(int)));
    SUCCEEDS(cudaMemcpyFromSymbol(out, device_array, sizeof(int), 9 * sizeof(int)));
    EQUAL(out[0], 2);
    const float floats[4] = {1, 2, 3, 4};
    float one = 0;
    SUCCEEDS(cudaMemcpyToSymbol(constant_array, floats, sizeof(floats), 0, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpyFromSymbol(&one, constant_array, sizeof(float), 2 * sizeof(float)));
    EQUAL(one, 3.0f);
    const double pi = 3.25;
    double back = 0;
    SUCCEEDS(cudaMemcpyToSymbolAsync(device_scalar, &pi, sizeof(pi), 0, cudaMemcpyHostToDevice, 0));
    SUCCEEDS(
        cudaMemcpyFromSymbolAsync(&back, device_scalar, sizeof(back), 0, cudaMemcpyDeviceToHost));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(back, pi);

    RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(device_array, in, 4, 40));
    RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(device_array, in, 40, 4));
    RETURNS(cudaErrorInvalidValue, cudaMemcpyFromSymbol(out, device_array, 40, 4));
    RETURNS(cudaErrorInvalidMemcpyDirection,
            cudaMemcpyToSymbol(device_array, in, 40, 0, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidMemcpyDirection,
            cudaMemcpyToSymbol(device_array, in, 40, 0, cudaMemcpyHostToHost));
    RETURNS(cudaErrorInvalidMemcpyDirection,
            cudaMemcpyFromSymbol(out, device_array, 40, 0, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpyToSymbol(device_array, in, 40, 0, cudaMemcpyDefault));
    SUCCEEDS(cudaMemcpyToSymbol(device_array, in, 0, 40));

    void *address = nullptr;
    SUCCEEDS(cudaGetSymbolAddress(&address, device_array));
    HOLDS(address != nullptr);
    size_t size = 0;
    SUCCEEDS(cudaGetSymbolSize(&size, device_array));
    EQUAL(size, 40u);
    SUCCEEDS(cudaGetSymbolSize(&size, device_scalar));
    EQUAL(size, 8u);
    SUCCEEDS(cudaMemset(address, 0, 20));
    SUCCEEDS(cudaMemcpy(out, address, 40, cudaMemcpyDeviceToHost));
    EQUAL(out[4], 0);
    EQUAL(out[5], 6);
    int *p = nullptr;
    SUCCEEDS(cudaMalloc(&p, 40));
    SUCCEEDS(cudaMemset(p, 1, 40));
    SUCCEEDS(cudaMemcpyToSymbol(device_array, p, 40, 0, cudaMemcpyDeviceToDevice));
    SUCCEEDS(cudaMemcpy(p, address, 40, cudaMemcpyDeviceToDevice));
    SUCCEEDS(cudaMemcpyFromSymbol(out, device_array, 40));
    EQUAL(out[9], 0x01010101);
    SUCCEEDS(cudaMemset(p, 2, 40));
    SUCCEEDS(cudaMemcpyToSymbol(device_array, p, 40, 0, cudaMemcpyHostToDevice));
    SUCCEEDS(cudaMemcpyFromSymbol(p, device_array, 36, 4, cudaMemcpyDeviceToHost));
    SUCCEEDS(cudaMemcpyFromSymbol(out, device_array, 40));
    EQUAL(out[9], 0x02020202);
    RETURNS(cudaErrorInvalidValue,
            cudaMemcpy(out, (char *)address + 4, 40, cudaMemcpyDeviceToHost));
    RETURNS(cudaErrorInvalidValue,
            cudaMemcpyToSymbol(device_array, in, 40, 0, cudaMemcpyDeviceToDevice));
    RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(device_array, nullptr, 40));
    RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, (const void *)nullptr));
    RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, (const void *)nullptr));
    cudaPointerAttributes attributes = {};
    SUCCEEDS(cudaPointerGetAttributes(&attributes, address));
    EQUAL((int)attributes.type, (int)cudaMemoryTypeDevice);
    RETURNS(cudaErrorInvalidValue, cudaFree(address));
    SUCCEEDS(cudaFree(p));
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
    EQUAL(managed_scalar, 5);
    managed_sum = 0.5;
    SUCCEEDS(cudaMemcpy(managed_array, in, sizeof(in), cudaMemcpyHostToDevice));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(managed_array[9], 10);
    use_managed<<<1, 1>>>();
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(managed_scalar, 6);
    EQUAL(managed_by_macro, 4);
    EQUAL(managed_by_macros[1], true);
    EQUAL(managed_sum, 55.5);
    EQUAL(managed_array[9], -9);
    SUCCEEDS(cudaMalloc(&p, sizeof(in)));
    SUCCEEDS(cudaMemcpy(p, managed_array, sizeof(in), cudaMemcpyDeviceToDevice));
    SUCCEEDS(cudaMemcpy(out, p, sizeof(in), cudaMemcpyDeviceToHost));
    EQUAL(out[8], -8);
    SUCCEEDS(cudaFree(p));
    SUCCEEDS(cudaMemset(&managed_scalar, 1, sizeof(int)));
    SUCCEEDS(cudaDeviceSynchronize());
    EQUAL(managed_scalar, 0x01010101);
    SUCCEEDS(cudaMemcpyToSymbol(managed_array, in, sizeof(in)));
    SUCCEEDS(cudaMemcpyFromSymbol(out, managed_array, 9 * sizeof(int), 4));
    EQUAL(out[8], 10);
    void *address = nullptr;
    SUCCEEDS(cudaGetSymbolAddress(&address, managed_array));
    HOLDS(address == managed_array);
    size_t size = 0;
    SUCCEEDS(cudaGetSymbolSize(&size, managed_array));
    EQUAL(size, sizeof(in));
    cudaPointerAttributes a = {};
    SUCCEEDS(cudaPointerGetAttributes(&a, managed_array + 3));
    EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    HOLDS(a.devicePointer == managed_array + 3);
    HOLDS(a.hostPointer == managed_array + 3);
    RETURNS(cudaErrorInvalidValue, cudaFree(managed_array));
    EQUAL(managed_array[0], 1);
    RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(managed_array, in, 8, 36));
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    SUCCEEDS(cudaMemPrefetchAsync(managed_array, sizeof(in), device, 0));
    SUCCEEDS(cudaMemAdvise(managed_array, sizeof(in), cudaMemAdviseSetReadMostly, device));
    SUCCEEDS(cudaStreamAttachMemAsync(0, managed_array, 0, cudaMemAttachGlobal));
    SUCCEEDS(cudaDeviceSynchronize());
}

static void test_attributes() {
    char *p = nullptr;
    cudaPointerAttributes a = {};
    SUCCEEDS(cudaMalloc(&p, 1000));
    SUCCEEDS(cudaPointerGetAttributes(&a, p + 10));
    EQUAL((int)a.type, (int)cudaMemoryTypeDevice);
    EQUAL(a.device, 0);
    HOLDS(a.devicePointer == p + 10);
    HOLDS(a.hostPointer == nullptr);
    SUCCEEDS(cudaFree(p));
    SUCCEEDS(cudaMallocHost(&p, 1000));
    SUCCEEDS(cudaPointerGetAttributes(&a, p));
    EQUAL((int)a.type, (int)cudaMemoryTypeHost);
    EQUAL(a.device, 0);
    HOLDS(a.devicePointer == p);
    HOLDS(a.hostPointer == p);
    SUCCEEDS(cudaFreeHost(p));
    SUCCEEDS(cudaMallocManaged(&p, 1000));
    SUCCEEDS(cudaPointerGetAttributes(&a, p));
    EQUAL((int)a.type, (int)cudaMemoryTypeManaged);
    EQUAL(a.device, 0);
    HOLDS(a.devicePointer == p);
    HOLDS(a.hostPointer == p);
    SUCCEEDS(cudaFree(p));
    int plain = 0;
    SUCCEEDS(cudaPointerGetAttributes(&a, &plain));
    EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
    EQUAL(a.device, cudaInvalidDeviceId);
    HOLDS(a.devicePointer == nullptr);
    HOLDS(a.hostPointer == &plain);
    RETURNS(cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, &plain));
    SUCCEEDS(cudaPointerGetAttributes(&a, nullptr));
    EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
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
        EQUAL(w, 0);
    }
}

int main() {
    if (!device_exists()) {
        return 77;
    }
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
    test_attributes();
    test_threads();
    return finish();
}
