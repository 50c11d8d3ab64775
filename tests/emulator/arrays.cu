// arrays.cu: arrays, copies to and from them, texture and surface objects: what the calls do and
// what they refuse.

#include "check.h"

#include <cstdint>
#include <cstring>
#include <vector>

// Old copies are still there, and still to be tested.
#ifdef __NVCC__
#pragma nv_diag_suppress 1444
#endif
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// What the documentation forbids and the driver of an H200 lets pass (CUDA 13.0): refused by the
// emulator, on a GPU only printed.
#ifdef CUDA_EMULATOR
#define REFUSED_HERE(...) REFUSED(__VA_ARGS__)
#else
#define REFUSED_HERE(...) PROBE_ERROR(#__VA_ARGS__, __VA_ARGS__)
#endif

// The call is refused; with which error is printed.
#define REFUSED(...)                                                                               \
    do {                                                                                           \
        const cudaError_t e = __VA_ARGS__;                                                         \
        std::printf("PROBE %s:%d %s\n", #__VA_ARGS__, __LINE__, cudaGetErrorName(e));              \
        check_shown(e != cudaSuccess, cudaGetErrorName(e), "an error", #__VA_ARGS__, __FILE__,     \
                    __LINE__);                                                                     \
        (void)cudaGetLastError();                                                                  \
    } while (0)

static int attribute(cudaDeviceAttr which) {
    int value = -1;
    CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

static bool same(const cudaChannelFormatDesc &a, const cudaChannelFormatDesc &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w && a.f == b.f;
}

static bool same(const cudaExtent &a, const cudaExtent &b) {
    return a.width == b.width && a.height == b.height && a.depth == b.depth;
}

static cudaChannelFormatDesc desc_of(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

static void test_descriptions() {
    const auto is_signed = cudaChannelFormatKindSigned, is_unsigned = cudaChannelFormatKindUnsigned,
               is_float = cudaChannelFormatKindFloat;
    CHECK(same(cudaCreateChannelDesc<float>(), desc_of(32, 0, 0, 0, is_float)));
    CHECK(same(cudaCreateChannelDesc<float1>(), desc_of(32, 0, 0, 0, is_float)));
    CHECK(same(cudaCreateChannelDesc<float2>(), desc_of(32, 32, 0, 0, is_float)));
    CHECK(same(cudaCreateChannelDesc<float4>(), desc_of(32, 32, 32, 32, is_float)));
    CHECK(same(cudaCreateChannelDesc<char>(), desc_of(8, 0, 0, 0, is_signed)));
    CHECK(same(cudaCreateChannelDesc<signed char>(), desc_of(8, 0, 0, 0, is_signed)));
    CHECK(same(cudaCreateChannelDesc<uchar4>(), desc_of(8, 8, 8, 8, is_unsigned)));
    CHECK(same(cudaCreateChannelDesc<short2>(), desc_of(16, 16, 0, 0, is_signed)));
    CHECK(same(cudaCreateChannelDesc<unsigned short>(), desc_of(16, 0, 0, 0, is_unsigned)));
    CHECK(same(cudaCreateChannelDesc<int4>(), desc_of(32, 32, 32, 32, is_signed)));
    CHECK(same(cudaCreateChannelDesc<unsigned>(), desc_of(32, 0, 0, 0, is_unsigned)));
    CHECK(same(cudaCreateChannelDesc<double>(), desc_of(0, 0, 0, 0, cudaChannelFormatKindNone)));
    CHECK(same(cudaCreateChannelDesc(16, 16, 0, 0, is_float), desc_of(16, 16, 0, 0, is_float)));
    CHECK(same(cudaCreateChannelDescHalf4(), desc_of(16, 16, 16, 16, is_float)));
}

static void test_limits() {
    cudaDeviceProp p;
    CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture1DWidth), p.maxTexture1D);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DWidth), p.maxTexture2D[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DHeight), p.maxTexture2D[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLinearWidth), p.maxTexture2DLinear[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLinearHeight), p.maxTexture2DLinear[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLinearPitch), p.maxTexture2DLinear[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DWidth), p.maxTexture3D[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DHeight), p.maxTexture3D[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DDepth), p.maxTexture3D[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DWidthAlt), p.maxTexture3DAlt[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DHeightAlt), p.maxTexture3DAlt[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture3DDepthAlt), p.maxTexture3DAlt[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture1DLayeredWidth), p.maxTexture1DLayered[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture1DLayeredLayers), p.maxTexture1DLayered[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLayeredWidth), p.maxTexture2DLayered[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLayeredHeight), p.maxTexture2DLayered[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DLayeredLayers), p.maxTexture2DLayered[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxTexture2DGatherWidth), p.maxTexture2DGather[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface1DWidth), p.maxSurface1D);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface2DWidth), p.maxSurface2D[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface2DHeight), p.maxSurface2D[1]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface3DWidth), p.maxSurface3D[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface3DDepth), p.maxSurface3D[2]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface1DLayeredWidth), p.maxSurface1DLayered[0]);
    CHECK_EQUAL(attribute(cudaDevAttrMaxSurface2DLayeredLayers), p.maxSurface2DLayered[2]);
    if (p.major == 9 && p.minor == 0) {
        CHECK_EQUAL(p.maxTexture1D, 131072);
        CHECK_EQUAL(p.maxTexture2D[0], 131072);
        CHECK_EQUAL(p.maxTexture2D[1], 65536);
        CHECK_EQUAL(p.maxTexture2DLinear[0], 131072);
        CHECK_EQUAL(p.maxTexture2DLinear[1], 65000);
        CHECK_EQUAL(p.maxTexture2DLinear[2], 2097120);
        CHECK_EQUAL(p.maxTexture3D[0], 16384);
        CHECK_EQUAL(p.maxTexture3DAlt[0], 8192);
        CHECK_EQUAL(p.maxTexture3DAlt[2], 32768);
        CHECK_EQUAL(p.maxTexture1DLayered[0], 32768);
        CHECK_EQUAL(p.maxTexture1DLayered[1], 2048);
        CHECK_EQUAL(p.maxTexture2DLayered[0], 32768);
        CHECK_EQUAL(p.maxTexture2DLayered[2], 2048);
        CHECK_EQUAL(p.maxSurface1D, 32768);
        CHECK_EQUAL(p.maxSurface2D[0], 131072);
        CHECK_EQUAL(p.maxSurface2D[1], 65536);
        CHECK_EQUAL(p.maxSurface3D[0], 16384);
        CHECK_EQUAL(p.maxSurface1DLayered[0], 32768);
        CHECK_EQUAL(p.maxSurface2DLayered[0], 32768);
    }
    size_t width = 0;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, 0));
    PROBE_NUMBER("linear texture of floats", width);
    PROBE_NUMBER("linear width", attribute(cudaDevAttrMaxTexture1DLinearWidth));
    CHECK(width >= 1 << 27);
}

static void test_allocation() {
    cudaDeviceProp p;
    CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<short2>();
    cudaArray_t array = nullptr;
    cudaChannelFormatDesc got_desc;
    cudaExtent extent;
    unsigned flags = 77;

    CHECK_CUDA(cudaMallocArray(&array, &desc, 100));
    CHECK_CUDA(cudaArrayGetInfo(&got_desc, &extent, &flags, array));
    CHECK(same(got_desc, desc));
    CHECK(same(extent, make_cudaExtent(100, 0, 0)));
    CHECK_EQUAL(flags, (unsigned)cudaArrayDefault);
    CHECK_CUDA(cudaGetChannelDesc(&got_desc, array));
    CHECK(same(got_desc, desc));
    CHECK_CUDA(cudaFreeArray(array));

    CHECK_CUDA(cudaMallocArray(&array, &desc, 100, 30, cudaArraySurfaceLoadStore));
    CHECK_CUDA(cudaArrayGetInfo(nullptr, &extent, &flags, array));
    CHECK(same(extent, make_cudaExtent(100, 30, 0)));
    CHECK_EQUAL(flags, (unsigned)cudaArraySurfaceLoadStore);
    CHECK_CUDA(cudaFreeArray(array));

    CHECK_CUDA(cudaMalloc3DArray(&array, &desc, make_cudaExtent(10, 20, 30)));
    CHECK_CUDA(cudaArrayGetInfo(&got_desc, &extent, nullptr, array));
    CHECK(same(extent, make_cudaExtent(10, 20, 30)));
    CHECK_CUDA(cudaFreeArray(array));

    CHECK_CUDA(cudaMalloc3DArray(&array, &desc, make_cudaExtent(10, 0, 30), cudaArrayLayered));
    CHECK_CUDA(cudaArrayGetInfo(nullptr, &extent, &flags, array));
    CHECK(same(extent, make_cudaExtent(10, 0, 30)));
    CHECK_EQUAL(flags, (unsigned)cudaArrayLayered);
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaMalloc3DArray(&array, &desc, make_cudaExtent(10, 0, 0)));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFreeArray(nullptr));

    for (const cudaChannelFormatDesc &bad :
         {cudaCreateChannelDesc<double>(), desc_of(24, 0, 0, 0, cudaChannelFormatKindSigned),
          desc_of(32, 32, 32, 0, cudaChannelFormatKindFloat),
          desc_of(32, 16, 0, 0, cudaChannelFormatKindSigned),
          desc_of(8, 0, 0, 0, cudaChannelFormatKindFloat),
          desc_of(0, 32, 0, 0, cudaChannelFormatKindFloat)})
        REFUSED(cudaMallocArray(&array, &bad, 100));
    REFUSED(cudaMallocArray(nullptr, &desc, 100));
    REFUSED(cudaMallocArray(&array, nullptr, 100));
    REFUSED(cudaMallocArray(&array, &desc, 0));
    REFUSED(cudaMallocArray(&array, &desc, 0, 100));
    REFUSED(cudaMallocArray(&array, &desc, (size_t)p.maxTexture1D + 1));
    REFUSED(cudaMallocArray(&array, &desc, (size_t)p.maxTexture2D[0] + 1, 2));
    REFUSED(cudaMallocArray(&array, &desc, 2, (size_t)p.maxTexture2D[1] + 1));
    REFUSED(cudaMallocArray(&array, &desc, SIZE_MAX / 2, SIZE_MAX / 2));
    REFUSED_HERE(cudaMallocArray(&array, &desc, 100, 100, 0x100));
    REFUSED(cudaMalloc3DArray(&array, &desc, make_cudaExtent(10, 0, 10)));
    REFUSED(cudaMalloc3DArray(&array, &desc, make_cudaExtent(10, 10, 0), cudaArrayLayered));
    REFUSED(cudaMalloc3DArray(&array, &desc,
                              make_cudaExtent(2, 2, (size_t)p.maxTexture2DLayered[2] + 1),
                              cudaArrayLayered));
    REFUSED(
        cudaMalloc3DArray(&array, &desc, make_cudaExtent(2, 2, (size_t)p.maxTexture3DAlt[2] + 1)));

    // An array takes up memory of the device.
    size_t before = 0, during = 0, after = 0, total = 0;
    CHECK_CUDA(cudaMemGetInfo(&before, &total));
    CHECK_CUDA(cudaMallocArray(&array, &desc, 4096, 4096));
    CHECK_CUDA(cudaMemGetInfo(&during, &total));
    CHECK(during + (64 << 20) <= before);
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaMemGetInfo(&after, &total));
    CHECK_EQUAL(after, before);
}

// An array of width x height ints that holds 0, 1, 2, ...
static cudaArray_t counting_array(size_t width, size_t height, size_t depth) {
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array = nullptr;
    CHECK_CUDA(cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth)));
    std::vector<int> values(width * (height ? height : 1) * (depth ? depth : 1));
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = (int)i;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), width * sizeof(int), width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, height ? height : 1, depth ? depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    return array;
}

static void test_copies_in_two_dimensions() {
    const size_t width = 13, height = 7, row = width * sizeof(int);
    cudaArray_t array = counting_array(width, height, 0);
    std::vector<int> host(width * height, -1);
    CHECK_CUDA(
        cudaMemcpy2DFromArray(host.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost));
    bool good = true;
    for (size_t i = 0; i < host.size(); ++i)
        good = good && host[i] == (int)i;
    CHECK(good);

    // A rectangle out of the middle, with a pitch of its own.
    std::vector<int> part(4 * 10, -1);
    CHECK_CUDA(cudaMemcpy2DFromArray(part.data(), 10 * sizeof(int), array, 3 * sizeof(int), 2,
                                     5 * sizeof(int), 4, cudaMemcpyDefault));
    good = true;
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 10; ++x)
            good = good && part[y * 10 + x] == (x < 5 ? (y + 2) * 13 + x + 3 : -1);
    CHECK(good);

    // Into another place, from the device, with and without a stream.
    int *device = nullptr;
    CHECK_CUDA(cudaMalloc(&device, part.size() * sizeof(int)));
    for (int &v : part)
        v += 1000;
    CHECK_CUDA(cudaMemcpy(device, part.data(), part.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 8 * sizeof(int), 3, device, 10 * sizeof(int),
                                   5 * sizeof(int), 4, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy2DToArrayAsync(array, 0, 0, part.data(), 10 * sizeof(int), 2 * sizeof(int),
                                        1, cudaMemcpyHostToDevice, 0));
    CHECK_CUDA(cudaMemcpy2DFromArrayAsync(host.data(), row, array, 0, 0, row, height,
                                          cudaMemcpyDeviceToHost, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
    good = true;
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 13; ++x) {
            int expected = y * 13 + x;
            if (x >= 8 && y >= 3)
                expected = part[(y - 3) * 10 + x - 8];
            if (x < 2 && y == 0)
                expected = part[x];
            good = good && host[y * 13 + x] == expected;
        }
    CHECK(good);
    CHECK_CUDA(cudaFree(device));

    // From array to array.
    cudaArray_t other = counting_array(20, 20, 0);
    CHECK_CUDA(cudaMemcpy2DArrayToArray(other, 4 * sizeof(int), 5, array, 8 * sizeof(int), 3,
                                        5 * sizeof(int), 4));
    std::vector<int> all(400);
    CHECK_CUDA(cudaMemcpy2DFromArray(all.data(), 80, other, 0, 0, 80, 20, cudaMemcpyDeviceToHost));
    good = true;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x)
            good = good && all[y * 20 + x] == (x >= 4 && x < 9 && y >= 5 && y < 9
                                                   ? part[(y - 5) * 10 + x - 4]
                                                   : y * 20 + x);
    CHECK(good);

    // What is refused.
    int *const h = host.data();
    REFUSED(cudaMemcpy2DToArray(array, 4, 0, h, row, row, 1, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2DToArray(array, 0, 1, h, row, row, height, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2DToArray(array, 0, 0, h, row - 4, row, height, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2DToArray(array, 0, 0, h, row, row, height, cudaMemcpyDeviceToHost));
    REFUSED(cudaMemcpy2DToArray(array, 0, 0, nullptr, row, row, height, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2DFromArray(h, row, array, 4, 0, row, 1, cudaMemcpyDeviceToHost));
    REFUSED(cudaMemcpy2DFromArray(h, row, array, 0, 0, row, height, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2DFromArray(h, row, nullptr, 0, 0, row, height, cudaMemcpyDeviceToHost));
    REFUSED(cudaMemcpy2DArrayToArray(other, 60, 0, array, 0, 0, row, 1));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, h, row, 0, height, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, h, row, row, 0, cudaMemcpyHostToDevice));
    PROBE_ERROR("half an element",
                cudaMemcpy2DToArray(array, 0, 0, h, row, 6, 1, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFreeArray(other));
}

// The copies of so many bytes, row after row.
static void test_old_copies() {
    cudaArray_t array = counting_array(10, 4, 0), other = counting_array(10, 4, 0);
    std::vector<int> host(40, -1);
    CHECK_CUDA(cudaMemcpyFromArray(host.data(), array, 0, 0, 160, cudaMemcpyDeviceToHost));
    bool good = true;
    for (int i = 0; i < 40; ++i)
        good = good && host[i] == i;
    CHECK(good);
    // Whole rows, and a part of one.
    for (int &v : host)
        v = 500 + v;
    CHECK_CUDA(cudaMemcpyToArray(array, 0, 1, host.data(), 80, cudaMemcpyHostToDevice));
    CHECK_CUDA(
        cudaMemcpyToArrayAsync(array, 12, 0, host.data() + 30, 16, cudaMemcpyHostToDevice, 0));
    CHECK_CUDA(cudaMemcpyFromArrayAsync(host.data(), array, 0, 0, 160, cudaMemcpyDeviceToHost, 0));
    CHECK_CUDA(cudaStreamSynchronize(0));
    good = true;
    for (int i = 0; i < 40; ++i)
        good = good && host[i] == (i >= 10 && i < 30 ? 500 + i - 10
                                   : i >= 3 && i < 7 ? 530 + i - 3
                                                     : i);
    CHECK(good);
    CHECK_CUDA(cudaMemcpyArrayToArray(other, 0, 0, array, 0, 1, 40));
    CHECK_CUDA(cudaMemcpyFromArray(host.data(), other, 0, 0, 160, cudaMemcpyDeviceToHost));
    good = true;
    for (int i = 0; i < 40; ++i)
        good = good && host[i] == (i < 10 ? 500 + i : i);
    CHECK(good);
    REFUSED(cudaMemcpyToArray(array, 0, 0, host.data(), 164, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpyToArray(array, 0, 1, host.data(), 160, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFreeArray(other));

    // Of one dimension.
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMallocArray(&array, &desc, 10));
    const float in[3] = {1.5f, 2.5f, 3.5f};
    float out[3] = {};
    CHECK_CUDA(cudaMemcpyToArray(array, 28, 0, in, 12, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2DFromArray(out, 12, array, 28, 0, 12, 1, cudaMemcpyDeviceToHost));
    CHECK(out[0] == 1.5f && out[1] == 2.5f && out[2] == 3.5f);
    REFUSED(cudaMemcpyToArray(array, 32, 0, in, 12, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFreeArray(array));
}

static void test_copies_in_three_dimensions() {
    const size_t w = 6, h = 5, d = 4;
    cudaArray_t array = counting_array(w, h, d), other = counting_array(w, h, d);
    cudaMemcpy3DParms copy = {};
    std::vector<int> part(3 * 2 * 2, -1);
    copy.srcArray = array;
    copy.srcPos = make_cudaPos(2, 1, 2);
    copy.dstPtr = make_cudaPitchedPtr(part.data(), 3 * sizeof(int), 3, 2);
    copy.extent = make_cudaExtent(3, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    bool good = true;
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x)
                good = good && part[(z * 2 + y) * 3 + x] == ((z + 2) * 5 + y + 1) * 6 + x + 2;
    CHECK(good);

    // To pitched memory at a place, whose unit is the byte, and on to another array, whose unit is
    // the element.
    cudaPitchedPtr pitched;
    CHECK_CUDA(cudaMalloc3D(&pitched, make_cudaExtent(w * sizeof(int), h, d)));
    CHECK_CUDA(cudaMemset3D(pitched, 0, make_cudaExtent(w * sizeof(int), h, d)));
    copy = cudaMemcpy3DParms();
    copy.srcArray = array;
    copy.dstPtr = pitched;
    copy.dstPos = make_cudaPos(2 * sizeof(int), 1, 1);
    copy.extent = make_cudaExtent(4, 4, 3);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK_CUDA(cudaMemcpy3DAsync(&copy, 0));
    copy = cudaMemcpy3DParms();
    copy.srcPtr = pitched;
    copy.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
    copy.dstArray = other;
    copy.dstPos = make_cudaPos(1, 0, 0);
    copy.extent = make_cudaExtent(3, 4, 3);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    std::vector<int> all(w * h * d);
    cudaMemcpy3DParms back = {};
    back.srcArray = other;
    back.dstPtr = make_cudaPitchedPtr(all.data(), w * sizeof(int), w, h);
    back.extent = make_cudaExtent(w, h, d);
    back.kind = cudaMemcpyDeviceToHost;
    CHECK_CUDA(cudaMemcpy3D(&back));
    good = true;
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 6; ++x) {
                const bool changed = x >= 1 && x < 4 && y < 4 && z < 3;
                good = good && all[(z * 5 + y) * 6 + x] == (z * 5 + y) * 6 + x - (changed ? 1 : 0);
            }
    CHECK(good);

    // From array to array.
    copy = cudaMemcpy3DParms();
    copy.srcArray = array;
    copy.dstArray = other;
    copy.srcPos = make_cudaPos(0, 0, 3);
    copy.extent = make_cudaExtent(w, h, 1);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    CHECK_CUDA(cudaMemcpy3D(&back));
    good = true;
    for (int i = 0; i < 30; ++i)
        good = good && all[i] == 90 + i;
    CHECK(good);

    back.srcPos.z = 1;
    REFUSED(cudaMemcpy3D(&back));
    back.srcPos.z = 0;
    back.srcPos.x = 1;
    REFUSED(cudaMemcpy3D(&back));
    back.srcPos.x = 0;
    back.extent.height = h + 1;
    REFUSED(cudaMemcpy3D(&back));
    back.extent.depth = 1; // the row after the last is in the array, but not in the slice
    back.dstPtr.ysize = h + 1;
    REFUSED(cudaMemcpy3D(&back));
    back.dstPtr.ysize = h;
    back.extent = make_cudaExtent(w, h, d);
    back.srcPtr = pitched;
    PROBE_ERROR("two sources", cudaMemcpy3D(&back));
    back.srcPtr = cudaPitchedPtr();
    back.kind = cudaMemcpyHostToHost;
    REFUSED(cudaMemcpy3D(&back));
    CHECK_CUDA(cudaFree(pitched.ptr));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFreeArray(other));
}

static cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static void test_texture_objects() {
    cudaDeviceProp p;
    CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
    cudaArray_t ints = counting_array(16, 16, 0);
    const cudaResourceDesc of_ints = resource_of(ints);
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture = 0, another = 0;
    desc.addressMode[0] = cudaAddressModeMirror;
    desc.borderColor[2] = 2.5f;
    desc.normalizedCoords = 1;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &of_ints, &desc, nullptr));
    CHECK_CUDA(cudaCreateTextureObject(&another, &of_ints, &desc, nullptr));
    CHECK(texture != 0 && another != 0 && texture != another);
    cudaTextureDesc got_desc;
    cudaResourceDesc got_resource;
    std::memset(&got_desc, 0x55, sizeof got_desc);
    std::memset(&got_resource, 0x55, sizeof got_resource);
    CHECK_CUDA(cudaGetTextureObjectTextureDesc(&got_desc, texture));
    CHECK_CUDA(cudaGetTextureObjectResourceDesc(&got_resource, texture));
    CHECK_EQUAL((int)got_desc.addressMode[0], (int)cudaAddressModeMirror);
    CHECK_EQUAL((int)got_desc.addressMode[1], (int)cudaAddressModeWrap);
    CHECK_EQUAL((int)got_desc.filterMode, (int)cudaFilterModePoint);
    CHECK_EQUAL(got_desc.borderColor[2], 2.5f);
    CHECK_EQUAL(got_desc.normalizedCoords, 1);
    CHECK_EQUAL((int)got_resource.resType, (int)cudaResourceTypeArray);
    CHECK(got_resource.res.array.array == ints);
    CHECK_CUDA(cudaDestroyTextureObject(another));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    PROBE_ERROR("a texture destroyed twice", cudaDestroyTextureObject(texture));
    PROBE_ERROR("texture 0 destroyed", cudaDestroyTextureObject(0));
    PROBE_ERROR("the description of a texture destroyed",
                cudaGetTextureObjectTextureDesc(&got_desc, texture));

    // What cannot be read so.
    desc = cudaTextureDesc();
    desc.filterMode = cudaFilterModeLinear;
    CHECK_RETURNS(cudaErrorInvalidFilterSetting,
                  cudaCreateTextureObject(&texture, &of_ints, &desc, nullptr));
    desc.filterMode = cudaFilterModePoint;
    desc.readMode = cudaReadModeNormalizedFloat;
    CHECK_RETURNS(cudaErrorInvalidNormSetting,
                  cudaCreateTextureObject(&texture, &of_ints, &desc, nullptr));
    desc.readMode = cudaReadModeElementType;
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaCreateTextureObject(nullptr, &of_ints, &desc, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaCreateTextureObject(&texture, nullptr, &desc, nullptr));
    REFUSED(cudaCreateTextureObject(&texture, &of_ints, nullptr, nullptr));
    const cudaResourceDesc of_nothing = resource_of(nullptr);
    REFUSED(cudaCreateTextureObject(&texture, &of_nothing, &desc, nullptr));

    // Floats, normalised or not.
    const cudaChannelFormatDesc float_desc = cudaCreateChannelDesc<float>();
    cudaArray_t floats = nullptr;
    CHECK_CUDA(cudaMallocArray(&floats, &float_desc, 8, 8));
    const cudaResourceDesc of_floats = resource_of(floats);
    desc.filterMode = cudaFilterModeLinear;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &of_floats, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    desc.readMode = cudaReadModeNormalizedFloat;
    PROBE_ERROR("floats read as 0 to 1",
                cudaCreateTextureObject(&texture, &of_floats, &desc, nullptr));
    desc.readMode = cudaReadModeElementType;

    // Linear memory.
    char *memory = nullptr;
    const size_t size = 64 * 1024;
    CHECK_CUDA(cudaMalloc(&memory, size));
    CHECK_EQUAL((size_t)memory % p.textureAlignment, 0u);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = size;
    desc.filterMode = cudaFilterModePoint;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    linear.res.linear.devPtr = memory + p.textureAlignment;
    linear.res.linear.sizeInBytes = size - p.textureAlignment;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    linear.res.linear.devPtr = memory + 4;
    REFUSED(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.res.linear.devPtr = nullptr;
    REFUSED(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.res.linear.devPtr = memory;
    linear.res.linear.sizeInBytes = 0;
    REFUSED_HERE(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.res.linear.sizeInBytes = size;
    linear.res.linear.desc = cudaCreateChannelDesc<double>();
    REFUSED(cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    desc.filterMode = cudaFilterModeLinear;
    PROBE_ERROR("linear memory of ints, linear filter",
                cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    desc.filterMode = cudaFilterModePoint;
    desc.readMode = cudaReadModeNormalizedFloat;
    PROBE_ERROR("linear memory of ints as 0 to 1",
                cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    desc.readMode = cudaReadModeElementType;
    linear.res.linear.sizeInBytes = 2 * size;
    PROBE_ERROR("a linear texture longer than its memory",
                cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.res.linear.sizeInBytes = size;
#if CUDART_VERSION >= 13000
    linear.flags = 1;
    PROBE_ERROR("resource flags 1", cudaCreateTextureObject(&texture, &linear, &desc, nullptr));
    linear.flags = 0;
#endif

    // Pitched memory.
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = memory;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<int>();
    pitched.res.pitch2D.width = 60;
    pitched.res.pitch2D.height = 10;
    pitched.res.pitch2D.pitchInBytes = 256;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    pitched.res.pitch2D.pitchInBytes = 240 + 4; // not a multiple of texturePitchAlignment
    REFUSED(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));
    pitched.res.pitch2D.pitchInBytes = 192; // less than a row
    REFUSED_HERE(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));
    pitched.res.pitch2D.pitchInBytes = 256;
    pitched.res.pitch2D.devPtr = memory + 4;
    REFUSED(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));
    pitched.res.pitch2D.devPtr = memory;
    pitched.res.pitch2D.width = 0;
    REFUSED_HERE(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));
    pitched.res.pitch2D.width = 60;
    pitched.res.pitch2D.height = (size_t)p.maxTexture2DLinear[1] + 1;
    REFUSED(cudaCreateTextureObject(&texture, &pitched, &desc, nullptr));

    // Surfaces: of arrays that are made for it.
    cudaSurfaceObject_t surface = 0;
    cudaArray_t stored = nullptr;
    CHECK_CUDA(cudaMallocArray(&stored, &float_desc, 8, 8, cudaArraySurfaceLoadStore));
    const cudaResourceDesc of_stored = resource_of(stored);
    CHECK_CUDA(cudaCreateSurfaceObject(&surface, &of_stored));
    CHECK(surface != 0);
    CHECK_CUDA(cudaGetSurfaceObjectResourceDesc(&got_resource, surface));
    CHECK(got_resource.res.array.array == stored);
    CHECK_CUDA(cudaCreateTextureObject(&texture, &of_stored, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaDestroySurfaceObject(surface));
    PROBE_ERROR("a surface destroyed twice", cudaDestroySurfaceObject(surface));
    REFUSED_HERE(cudaCreateSurfaceObject(&surface, &of_floats));
    REFUSED(cudaCreateSurfaceObject(&surface, &linear));
    REFUSED(cudaCreateSurfaceObject(nullptr, &of_stored));
    REFUSED(cudaCreateSurfaceObject(&surface, nullptr));

    CHECK_CUDA(cudaFree(memory));
    CHECK_CUDA(cudaFreeArray(stored));
    CHECK_CUDA(cudaFreeArray(floats));
    CHECK_CUDA(cudaFreeArray(ints));
}

int main() {
    check_device();
    test_descriptions();
    test_limits();
    test_allocation();
    test_copies_in_two_dimensions();
    test_old_copies();
    test_copies_in_three_dimensions();
    test_texture_objects();
    return check_result();
}
