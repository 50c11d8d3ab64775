// surfaces.cu: surface reads and writes of every type and shape, and the modes of their boundary;
// what a surface has written is read by copies, by surfaces and by textures.
#include "check.h"

#include <cstring>

// ---- every type, in every shape ---------------------------------------------------------------

enum shape { line, plane, volume, lines, planes, cube, cubes };
static const char *const shape_names[] = {
    "1D", "2D", "3D", "1D layered", "2D layered", "cubemap", "layered cubemap"};
static const int sizes[][3] = {{7, 1, 1}, {7, 5, 1}, {7, 5, 3}, {7, 1, 3},
                               {7, 5, 3}, {5, 5, 6}, {5, 5, 12}};

// Something different in every byte.
template <class T> __host__ __device__ T pattern(unsigned seed) {
    T value;
    unsigned char *bytes = reinterpret_cast<unsigned char *>(&value);
    for (unsigned i = 0; i < sizeof(T); ++i)
        bytes[i] = static_cast<unsigned char>(seed * 37 + i * 11 + (seed >> 8));
    return value;
}

__host__ __device__ inline unsigned seed_of(int x, int y, int z) {
    return static_cast<unsigned>(x + 100 * y + 1000 * z);
}

template <class T>
__global__ void write_all(cudaSurfaceObject_t surface, int shape, int width, int height,
                          int depth) {
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x,
              at = x * static_cast<int>(sizeof(T));
    if (x >= width || y >= height || z >= depth)
        return;
    const T v = pattern<T>(seed_of(x, y, z));
    switch (shape) {
    case line:
        surf1Dwrite(v, surface, at);
        break;
    case plane:
        surf2Dwrite(v, surface, at, y);
        break;
    case volume:
        surf3Dwrite(v, surface, at, y, z);
        break;
    case lines:
        surf1DLayeredwrite(v, surface, at, z);
        break;
    case planes:
        surf2DLayeredwrite(v, surface, at, y, z);
        break;
    case cube:
        surfCubemapwrite(v, surface, at, y, z);
        break;
    default:
        surfCubemapLayeredwrite(v, surface, at, y, z);
    }
}

// Both forms; how many of the values are not what they should be.
template <class T>
__global__ void read_all(cudaSurfaceObject_t surface, int shape, int width, int height, int depth,
                         int *wrong) {
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x,
              at = x * static_cast<int>(sizeof(T));
    if (x >= width || y >= height || z >= depth)
        return;
    T a, b;
    switch (shape) {
    case line:
        a = surf1Dread<T>(surface, at);
        surf1Dread(&b, surface, at);
        break;
    case plane:
        a = surf2Dread<T>(surface, at, y);
        surf2Dread(&b, surface, at, y);
        break;
    case volume:
        a = surf3Dread<T>(surface, at, y, z);
        surf3Dread(&b, surface, at, y, z);
        break;
    case lines:
        a = surf1DLayeredread<T>(surface, at, z);
        surf1DLayeredread(&b, surface, at, z);
        break;
    case planes:
        a = surf2DLayeredread<T>(surface, at, y, z);
        surf2DLayeredread(&b, surface, at, y, z);
        break;
    case cube:
        a = surfCubemapread<T>(surface, at, y, z);
        surfCubemapread(&b, surface, at, y, z);
        break;
    default:
        a = surfCubemapLayeredread<T>(surface, at, y, z);
        surfCubemapLayeredread(&b, surface, at, y, z);
    }
    const T expected = pattern<T>(seed_of(x, y, z));
    const unsigned char *pa = reinterpret_cast<const unsigned char *>(&a);
    const unsigned char *pb = reinterpret_cast<const unsigned char *>(&b);
    const unsigned char *pe = reinterpret_cast<const unsigned char *>(&expected);
    for (unsigned i = 0; i < sizeof(T); ++i)
        if (pa[i] != pe[i] || pb[i] != pe[i])
            atomicAdd(wrong, 1);
}

static cudaSurfaceObject_t surface_on(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

static cudaArray_t array_of(const cudaChannelFormatDesc &desc, shape s, int width, int height,
                            int depth) {
    cudaArray_t array = nullptr;
    const bool layered = s == lines || s == planes || s == cubes, flat = s == line || s == lines;
    CHECK_CUDA(cudaMalloc3DArray(
        &array, &desc,
        make_cudaExtent(width, flat ? 0 : height, s == line || s == plane ? 0 : depth),
        cudaArraySurfaceLoadStore | (layered ? cudaArrayLayered : 0) |
            (s == cube || s == cubes ? cudaArrayCubemap : 0)));
    return array;
}

template <class T> static void test_type(const char *name, const cudaChannelFormatDesc &desc) {
    for (int s = line; s <= cubes; ++s) {
        const int width = sizes[s][0], height = sizes[s][1], depth = sizes[s][2];
        const cudaArray_t array = array_of(desc, static_cast<shape>(s), width, height, depth);
        const cudaSurfaceObject_t surface = surface_on(array);
        device_array<int> wrong(1);
        write_all<T><<<12, dim3(8, 8)>>>(surface, s, width, height, depth);
        CHECK_LAUNCH();
        read_all<T><<<12, dim3(8, 8)>>>(surface, s, width, height, depth, wrong);
        CHECK_LAUNCH();
        check_equal(wrong.get()[0], 0,
                    std::string("wrong bytes of ") + name + ", " + shape_names[s], __FILE__,
                    __LINE__);
        // A copy finds the same.
        std::vector<T> host(static_cast<size_t>(width) * height * depth);
        cudaMemcpy3DParms copy = {};
        copy.srcArray = array;
        copy.dstPtr = make_cudaPitchedPtr(host.data(), width * sizeof(T), width, height);
        copy.extent = make_cudaExtent(width, height, depth);
        copy.kind = cudaMemcpyDeviceToHost;
        CHECK_CUDA(cudaMemcpy3D(&copy));
        int differ = 0;
        for (int i = 0; i < width * height * depth; ++i) {
            const T expected =
                pattern<T>(seed_of(i % width, i / width % height, i / width / height));
            differ += std::memcmp(&host[i], &expected, sizeof(T)) != 0;
        }
        check_equal(differ, 0, std::string("elements of ") + name + " that a copy finds different",
                    __FILE__, __LINE__);
        CHECK_CUDA(cudaDestroySurfaceObject(surface));
        CHECK_CUDA(cudaFreeArray(array));
    }
}

#define TEST_TYPE(T) test_type<T>(#T, cudaCreateChannelDesc<T>())

static void test_types() {
    TEST_TYPE(char);
    TEST_TYPE(signed char);
    TEST_TYPE(unsigned char);
    TEST_TYPE(short);
    TEST_TYPE(unsigned short);
    TEST_TYPE(int);
    TEST_TYPE(unsigned);
    TEST_TYPE(float);
    TEST_TYPE(uchar1);
    TEST_TYPE(char2);
    TEST_TYPE(uchar4);
    TEST_TYPE(short2);
    TEST_TYPE(ushort4);
    TEST_TYPE(int2);
    TEST_TYPE(uint4);
    TEST_TYPE(float1);
    TEST_TYPE(float2);
    TEST_TYPE(float4);
    // The bytes count, not the format.
    test_type<long long>("long long on int2", cudaCreateChannelDesc<int2>());
    test_type<unsigned long long>("unsigned long long on float2", cudaCreateChannelDesc<float2>());
    test_type<ulonglong2>("ulonglong2 on float4", cudaCreateChannelDesc<float4>());
    test_type<unsigned>("unsigned on uchar4", cudaCreateChannelDesc<uchar4>());
    test_type<uchar4>("uchar4 on float", cudaCreateChannelDesc<float>());
}

// ---- beyond the boundary ----------------------------------------------------------------------

struct access {
    int x, y;
}; // in elements

__global__ void read_beyond(cudaSurfaceObject_t surface, const access *where, int n, int *zero,
                            int *clamp) {
    const int i = threadIdx.x;
    if (i < n) {
        zero[i] = surf2Dread<int>(surface, 4 * where[i].x, where[i].y, cudaBoundaryModeZero);
        clamp[i] = surf2Dread<int>(surface, 4 * where[i].x, where[i].y, cudaBoundaryModeClamp);
    }
}

__global__ void write_beyond(cudaSurfaceObject_t surface, const access *where, int n, bool clamp) {
    for (int i = 0; i < n; ++i)
        if (clamp)
            surf2Dwrite(1000 + i, surface, 4 * where[i].x, where[i].y, cudaBoundaryModeClamp);
        else
            surf2Dwrite(1000 + i, surface, 4 * where[i].x, where[i].y, cudaBoundaryModeZero);
}

static int clamped(int v, int size) {
    return v < 0 ? 0 : v < size ? v : size - 1;
}

static void test_boundary() {
    const int width = 5, height = 4;
    const cudaArray_t array = array_of(cudaCreateChannelDesc<int>(), plane, width, height, 1);
    const cudaSurfaceObject_t surface = surface_on(array);
    std::vector<int> host(width * height);
    const auto fill = [&] {
        for (int i = 0; i < width * height; ++i)
            host[i] = 100 + i;
        CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, host.data(), width * sizeof(int),
                                       width * sizeof(int), height, cudaMemcpyHostToDevice));
    };
    fill();
    const std::vector<access> where = {{0, 0},  {4, 3},   {-1, 0},      {5, 0},   {0, -1},
                                       {0, 4},  {-3, -7}, {100, 100},   {2, 900}, {-1000, 2},
                                       {6, 3},  {4, 5},   {1 << 20, 1}, {3, 2},   {1, 1 << 30},
                                       {2, -5}, {-1, 3}};
    const int n = static_cast<int>(where.size());
    device_array<access> places(where);
    device_array<int> zero(n), clamp(n);
    read_beyond<<<1, 32>>>(surface, places, n, zero, clamp);
    CHECK_LAUNCH();
    const auto inside = [&](size_t i) {
        return where[i].x >= 0 && where[i].x < width && where[i].y >= 0 && where[i].y < height;
    };
    const auto element = [&](int x, int y) { return 100 + y * width + x; };
    CHECK_ARRAY(
        zero.get(), [&](size_t i) { return inside(i) ? element(where[i].x, where[i].y) : 0; },
        "reads with cudaBoundaryModeZero");
    CHECK_ARRAY(
        clamp.get(),
        [&](size_t i) { return element(clamped(where[i].x, width), clamped(where[i].y, height)); },
        "reads with cudaBoundaryModeClamp");
    for (int do_clamp = 0; do_clamp < 2; ++do_clamp) {
        fill();
        write_beyond<<<1, 1>>>(surface, places, n, do_clamp != 0);
        CHECK_LAUNCH();
        std::vector<int> expected = host;
        for (int i = 0; i < n; ++i)
            if (do_clamp || inside(i))
                expected[clamped(where[i].y, height) * width + clamped(where[i].x, width)] =
                    1000 + i;
        std::vector<int> got(width * height);
        CHECK_CUDA(cudaMemcpy2DFromArray(got.data(), width * sizeof(int), array, 0, 0,
                                         width * sizeof(int), height, cudaMemcpyDeviceToHost));
        CHECK_ARRAY(
            got, [&](size_t i) { return expected[i]; },
            do_clamp ? "writes with cudaBoundaryModeClamp" : "writes with cudaBoundaryModeZero");
    }
    CHECK_CUDA(cudaDestroySurfaceObject(surface));
    CHECK_CUDA(cudaFreeArray(array));
}

// ---- a texture and a surface on one array -----------------------------------------------------

__global__ void step(cudaSurfaceObject_t to, cudaTextureObject_t from, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        surf1Dwrite(tex1D<float>(from, x - 0.5f) + tex1D<float>(from, x + 1.5f), to,
                    4 * x); // what its neighbours are
}

static void test_ping_pong() {
    const int width = 1000;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t arrays[2];
    cudaSurfaceObject_t surfaces[2];
    cudaTextureObject_t textures[2];
    std::vector<float> values(width);
    for (int i = 0; i < width; ++i)
        values[i] = static_cast<float>(i * 7 % 11);
    for (int i = 0; i < 2; ++i) {
        CHECK_CUDA(cudaMallocArray(&arrays[i], &desc, width, 0, cudaArraySurfaceLoadStore));
        surfaces[i] = surface_on(arrays[i]);
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = arrays[i];
        cudaTextureDesc how = {};
        how.addressMode[0] = cudaAddressModeClamp;
        CHECK_CUDA(cudaCreateTextureObject(&textures[i], &resource, &how, nullptr));
    }
    CHECK_CUDA(cudaMemcpy2DToArray(arrays[0], 0, 0, values.data(), width * sizeof(float),
                                   width * sizeof(float), 1, cudaMemcpyHostToDevice));
    for (int i = 0; i < 10; ++i) {
        step<<<(width + 127) / 128, 128>>>(surfaces[1 - i % 2], textures[i % 2], width);
        CHECK_LAUNCH();
        std::vector<float> next(width);
        for (int x = 0; x < width; ++x)
            next[x] = values[clamped(x - 1, width)] + values[clamped(x + 1, width)];
        values = next;
    }
    std::vector<float> got(width);
    CHECK_CUDA(cudaMemcpy2DFromArray(got.data(), width * sizeof(float), arrays[0], 0, 0,
                                     width * sizeof(float), 1, cudaMemcpyDeviceToHost));
    CHECK_ARRAY(
        got, [&](size_t i) { return values[i]; }, "ten steps between two arrays");
    for (int i = 0; i < 2; ++i) {
        CHECK_CUDA(cudaDestroySurfaceObject(surfaces[i]));
        CHECK_CUDA(cudaDestroyTextureObject(textures[i]));
        CHECK_CUDA(cudaFreeArray(arrays[i]));
    }
}

// ---- the default mode ends the kernel. Last: the device is of no use after that. ---------------

__global__ void write_at(cudaSurfaceObject_t surface, int x, int y) {
    surf2Dwrite(1.0f, surface, x, y);
}

static void test_trap() {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<float>(), plane, 64, 64, 1);
    const cudaSurfaceObject_t surface = surface_on(array);
    write_at<<<1, 1>>>(surface, 63 * 4, 63);
    CHECK_LAUNCH();
    write_at<<<1, 1>>>(surface, 64 * 4, 63);
    CHECK_CUDA(cudaGetLastError());
    const cudaError_t e = cudaDeviceSynchronize();
    std::printf("FOUND a write beyond a surface: %s\n", cudaGetErrorName(e));
    CHECK(e != cudaSuccess);
}

int main() {
    check_device();
    test_types();
    test_boundary();
    test_ping_pong();
    test_trap();
    return check_result();
}
