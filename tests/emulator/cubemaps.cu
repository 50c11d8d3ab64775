// cubemaps.cu: textures of six faces: which face and which place a direction meets, by the table of
// the CUDA Programming Guide, with both filters, by themselves and layered; and what arrays of them
// may be.
#include "check.h"

#include <algorithm>
#include <cmath>
#include <random>

constexpr int SIZE = 8, FACES = 6, CUBES = 3;

struct direction {
    float x, y, z;
};

struct place {
    int face;
    float s, t; // -1 to 1
};

// Row by row the faces +x, -x, +y, -y, +z, -z.
static direction towards(const place &p) {
    const direction faces[FACES] = {{1, -p.t, -p.s}, {-1, -p.t, p.s}, {p.s, 1, p.t},
                                    {p.s, -1, -p.t}, {p.s, -p.t, 1},  {-p.s, -p.t, -1}};
    return faces[p.face];
}

// Of directions of which one coordinate is the largest.
static place met_by(const direction &d) {
    const float x = std::fabs(d.x), y = std::fabs(d.y), z = std::fabs(d.z);
    if (x > y && x > z)
        return d.x >= 0 ? place{0, -d.z / x, -d.y / x} : place{1, d.z / x, -d.y / x};
    if (y > z)
        return d.y >= 0 ? place{2, d.x / y, d.z / y} : place{3, d.x / y, -d.z / y};
    return d.z >= 0 ? place{4, d.x / z, -d.y / z} : place{5, -d.x / z, -d.y / z};
}

// Of face `slice % FACES` of cube `slice / FACES`.
static float texel(int slice, int row, int column) {
    return static_cast<float>(1000 * slice + 37 * row * row % 101 + 13 * column);
}

// ---- on the device ----------------------------------------------------------------------------

template <class T>
__global__ void fetch(cudaTextureObject_t texture, const direction *to, const int *layers, int n,
                      T *out, T *out_of_pointer) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const direction d = to[i];
    if (layers != nullptr) {
        out[i] = texCubemapLayered<T>(texture, d.x, d.y, d.z, layers[i]);
        texCubemapLayered(&out_of_pointer[i], texture, d.x, d.y, d.z, layers[i]);
    } else {
        out[i] = texCubemap<T>(texture, d.x, d.y, d.z);
        texCubemap(&out_of_pointer[i], texture, d.x, d.y, d.z);
    }
}

template <class T>
static std::vector<T> fetched(cudaTextureObject_t texture, const std::vector<direction> &to,
                              const std::vector<int> &layers = {}) {
    const int n = static_cast<int>(to.size());
    device_array<direction> directions(to);
    device_array<int> layers_there(layers.empty() ? std::vector<int>{0} : layers);
    device_array<T> out(n), out_of_pointer(n);
    const int *const no_layers = nullptr;
    fetch<T><<<(n + 127) / 128, 128>>>(
        texture, directions, layers.empty() ? no_layers : layers_there, n, out, out_of_pointer);
    CHECK_LAUNCH();
    const std::vector<T> result = out.get(), same = out_of_pointer.get();
    CHECK(std::memcmp(result.data(), same.data(), result.size() * sizeof(T)) == 0);
    return result;
}

template <class T>
static cudaArray_t filled(const std::vector<T> &values, int faces, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    CHECK_CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(SIZE, SIZE, faces),
                                 cudaArrayCubemap | flags));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<T *>(values.data()), SIZE * sizeof(T), SIZE, SIZE);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(SIZE, SIZE, faces);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    return array;
}

static std::vector<float> all_texels(int faces) {
    std::vector<float> values;
    for (int slice = 0; slice < faces; ++slice)
        for (int row = 0; row < SIZE; ++row)
            for (int column = 0; column < SIZE; ++column)
                values.push_back(texel(slice, row, column));
    return values;
}

struct sampling {
    cudaTextureFilterMode filter = cudaFilterModePoint;
    cudaTextureAddressMode edge = cudaAddressModeClamp;
    cudaTextureReadMode read = cudaReadModeElementType;
    bool seamless = false;
};

static cudaTextureObject_t texture_on(cudaArray_t array, const sampling &how) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc desc = {};
    for (cudaTextureAddressMode &mode : desc.addressMode)
        mode = how.edge;
    desc.filterMode = how.filter;
    desc.readMode = how.read;
    desc.normalizedCoords = 1;
    desc.seamlessCubemap = how.seamless;
    cudaTextureObject_t texture = 0;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    return texture;
}

// ---- what a fetch should give -----------------------------------------------------------------

static float texels_from_edge(float s) {
    return (s + 1) / 2 * SIZE;
}

static float point(const place &p, int layer) {
    const auto index = [](float s) {
        return std::min(static_cast<int>(texels_from_edge(s)), SIZE - 1);
    };
    return texel(layer * FACES + p.face, index(p.t), index(p.s));
}

// The texel of a face, or where it is seamless of the neighbour.
static double near_edge(int face, int row, int column, bool seamless) {
    const int last = SIZE - 1;
    const int inner_row = std::min(std::max(row, 0), last),
              inner_column = std::min(std::max(column, 0), last);
    if (!seamless || (row == inner_row && column == inner_column))
        return texel(face, inner_row, inner_column);
    if (row != inner_row && column != inner_column) // where three faces meet: what they have
        return (near_edge(face, inner_row, column, true) +
                near_edge(face, row, inner_column, true) + texel(face, inner_row, inner_column)) /
               3;
    const auto centre = [](int i) { return (2 * static_cast<float>(i) + 1) / SIZE - 1; };
    return point(met_by(towards({face, centre(column), centre(row)})), 0);
}

static double linear(const place &p, bool seamless) {
    const double u = texels_from_edge(p.s) - 0.5, v = texels_from_edge(p.t) - 0.5;
    const int column = static_cast<int>(std::floor(u)), row = static_cast<int>(std::floor(v));
    const double a = u - column, b = v - row;
    const auto at = [&](int r, int c) { return near_edge(p.face, r, c, seamless); };
    return (1 - a) * (1 - b) * at(row, column) + a * (1 - b) * at(row, column + 1) +
           (1 - a) * b * at(row + 1, column) + a * b * at(row + 1, column + 1);
}

// ---- directions -------------------------------------------------------------------------------

// Towards the middle of each texel, of all lengths.
static std::vector<direction> to_texels() {
    std::vector<direction> to;
    for (int face = 0; face < FACES; ++face)
        for (int row = 0; row < SIZE; ++row)
            for (int column = 0; column < SIZE; ++column) {
                const auto centre = [](int i) {
                    return (2 * static_cast<float>(i) + 1) / SIZE - 1;
                };
                const float length = std::ldexp(1.5f, (row * SIZE + column) % 60 - 30);
                const direction d = towards({face, centre(column), centre(row)});
                to.push_back({d.x * length, d.y * length, d.z * length});
            }
    return to;
}

// Anywhere but where a rounding decides: on the edges of faces and, if asked, of texels.
static std::vector<direction> random_directions(int n, bool off_texels_edges) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-1, 1);
    std::vector<direction> to;
    while (static_cast<int>(to.size()) < n) {
        const direction d = {anywhere(random), anywhere(random), anywhere(random)};
        const place p = met_by(d);
        const auto clear = [&](float s) {
            const float from_edge = texels_from_edge(s);
            return std::fabs(s) < 0.9999f &&
                   (!off_texels_edges || std::fabs(from_edge - std::round(from_edge)) > 1e-4f);
        };
        if (clear(p.s) && clear(p.t))
            to.push_back(d);
    }
    return to;
}

// ---- tests ------------------------------------------------------------------------------------

static void test_point() {
    const cudaArray_t array = filled(all_texels(FACES), FACES, cudaArrayDefault);
    for (int mode = cudaAddressModeWrap; mode <= cudaAddressModeBorder; ++mode) {
        sampling how;
        how.edge = static_cast<cudaTextureAddressMode>(mode);
        const cudaTextureObject_t texture = texture_on(array, how);
        CHECK_ARRAY(
            fetched<float>(texture, to_texels()), [](size_t i) { return all_texels(FACES)[i]; },
            "the middles of texels");
        const std::vector<direction> to = random_directions(20000, true);
        CHECK_ARRAY(
            fetched<float>(texture, to), [&](size_t i) { return point(met_by(to[i]), 0); },
            "points");
        CHECK_CUDA(cudaDestroyTextureObject(texture));
    }
    CHECK_CUDA(cudaFreeArray(array));
}

static void test_linear() {
    const cudaArray_t array = filled(all_texels(FACES), FACES, cudaArrayDefault);
    const std::vector<direction> to = random_directions(20000, false);
    for (int seamless = 0; seamless < 2; ++seamless) {
        sampling how;
        how.filter = cudaFilterModeLinear;
        how.seamless = seamless != 0;
        const cudaTextureObject_t texture = texture_on(array, how);
        const std::vector<float> got = fetched<float>(texture, to);
        int far = 0;
        for (size_t i = 0; i < to.size(); ++i) {
            // Neighbours differ by up to 5200, of which one step of a weight is 1/256.
            const place p = met_by(to[i]);
            const bool at_edge = std::max(std::fabs(p.s), std::fabs(p.t)) > 1 - 1.0f / SIZE;
            const double step = (at_edge ? 5200 : 200) * 2 / 256.0;
            far += !(std::fabs(got[i] - linear(p, seamless != 0)) <= step);
        }
        check_equal(far, 0,
                    std::string("blends that are off by more than a step, ") +
                        (seamless ? "seamless" : "each face by itself"),
                    __FILE__, __LINE__);
        CHECK_CUDA(cudaDestroyTextureObject(texture));
    }
    CHECK_CUDA(cudaFreeArray(array));
}

static void test_layers() {
    const cudaArray_t array = filled(all_texels(CUBES * FACES), CUBES * FACES, cudaArrayLayered);
    const cudaTextureObject_t texture = texture_on(array, {});
    const std::vector<direction> to = random_directions(5000, true);
    std::vector<int> layers;
    for (size_t i = 0; i < to.size(); ++i)
        layers.push_back(static_cast<int>(i) % CUBES);
    CHECK_ARRAY(
        fetched<float>(texture, to, layers),
        [&](size_t i) { return point(met_by(to[i]), layers[i]); }, "points of three cubes");
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFreeArray(array));
}

static void test_bytes() {
    std::vector<uchar4> values;
    for (int i = 0; i < FACES * SIZE * SIZE; ++i)
        values.push_back(
            make_uchar4(static_cast<unsigned char>(i), static_cast<unsigned char>(i / 3),
                        static_cast<unsigned char>(255 - i), static_cast<unsigned char>(i >> 8)));
    const cudaArray_t array = filled(values, FACES, cudaArrayDefault);
    sampling how;
    how.read = cudaReadModeNormalizedFloat;
    for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        how.filter = filter;
        const cudaTextureObject_t texture = texture_on(array, how);
        const std::vector<float4> got = fetched<float4>(texture, to_texels());
        int wrong = 0;
        for (size_t i = 0; i < got.size(); ++i) {
            const auto is = [](float f, unsigned char c) {
                return std::fabs(f - static_cast<float>(c) / 255) < 1e-5f;
            };
            wrong += !(is(got[i].x, values[i].x) && is(got[i].y, values[i].y) &&
                       is(got[i].z, values[i].z) && is(got[i].w, values[i].w));
        }
        CHECK_EQUAL(wrong, 0);
        CHECK_CUDA(cudaDestroyTextureObject(texture));
    }
    CHECK_CUDA(cudaFreeArray(array));
}

static void test_arrays() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const unsigned cube = cudaArrayCubemap, cubes = cudaArrayCubemap | cudaArrayLayered;
    const struct {
        int width, height, depth;
        unsigned flags;
        bool fits;
    } cases[] = {{4, 4, 6, cube, true},        {4, 4, 6, cube | cudaArraySurfaceLoadStore, true},
                 {4, 4, 6, cubes, true},       {4, 4, 12, cubes, true},
                 {4, 5, 6, cube, false},       {4, 4, 5, cube, false},
                 {4, 4, 12, cube, false},      {4, 4, 13, cubes, false},
                 {4, 4, 0, cubes, false},      {1 << 20, 1 << 20, 6, cube, false},
                 {4, 4, 6 << 20, cubes, false}};
    for (const auto &c : cases) {
        cudaArray_t array = nullptr;
        const cudaError_t error = cudaMalloc3DArray(
            &array, &format, make_cudaExtent(c.width, c.height, c.depth), c.flags);
        check_equal(static_cast<int>(error),
                    static_cast<int>(c.fits ? cudaSuccess : cudaErrorInvalidValue),
                    "an array of " + std::to_string(c.width) + " x " + std::to_string(c.height) +
                        " x " + std::to_string(c.depth),
                    __FILE__, __LINE__);
        if (error == cudaSuccess) {
            cudaExtent extent = {};
            unsigned flags = 0;
            CHECK_CUDA(cudaArrayGetInfo(nullptr, &extent, &flags, array));
            CHECK(extent.width == static_cast<size_t>(c.width) &&
                  extent.depth == static_cast<size_t>(c.depth) && flags == c.flags);
            CHECK_CUDA(cudaFreeArray(array));
        }
    }
    cudaArray_t flat = nullptr;
    CHECK(cudaMallocArray(&flat, &format, 4, 4, cudaArrayCubemap) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
    const struct {
        cudaDeviceAttr what;
        int least;
    } limits[] = {{cudaDevAttrMaxTextureCubemapWidth, 32768},
                  {cudaDevAttrMaxTextureCubemapLayeredWidth, 32768},
                  {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
                  {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
                  {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
                  {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046}};
    for (const auto &limit : limits) {
        int value = 0;
        CHECK_CUDA(cudaDeviceGetAttribute(&value, limit.what, 0));
        CHECK_EQUAL(value, limit.least);
    }
}

// What the Guide leaves open: what a device does is printed.
static void find_out() {
    const cudaArray_t array = filled(all_texels(FACES), FACES, cudaArrayDefault);
    const cudaTextureObject_t texture = texture_on(array, {});
    const std::vector<direction> to = {
        {1, 1, 0},    {1, 0, 1}, {0, 1, 1},   {1, 1, 1},   {-1, -1, 0}, {-1, 0, 1},      {0, 1, -1},
        {-1, -1, -1}, {0, 0, 0}, {NAN, 0, 0}, {1, NAN, 0}, {0, 1, NAN}, {INFINITY, 0, 0}};
    const std::vector<float> got = fetched<float>(texture, to);
    for (size_t i = 0; i < to.size(); ++i)
        std::printf("FOUND towards (%g, %g, %g): face %g\n", to[i].x, to[i].y, to[i].z,
                    std::floor(got[i] / 1000));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    for (int mode = cudaAddressModeWrap; mode <= cudaAddressModeBorder; ++mode) {
        sampling how;
        how.filter = cudaFilterModeLinear;
        how.edge = static_cast<cudaTextureAddressMode>(mode);
        const cudaTextureObject_t edges = texture_on(array, how);
        const std::vector<float> at =
            fetched<float>(edges, {towards({4, -0.999f, 0}), towards({4, 0.999f, 0.999f})});
        std::printf("FOUND at an edge of face 4, address mode %d: %g; at a corner: %g\n", mode,
                    at[0], at[1]);
        CHECK_CUDA(cudaDestroyTextureObject(edges));
    }
    const cudaArray_t layered = filled(all_texels(CUBES * FACES), CUBES * FACES, cudaArrayLayered);
    const cudaTextureObject_t layers = texture_on(layered, {});
    const std::vector<float> there = fetched<float>(layers, {{1, 0, 0}, {1, 0, 0}}, {-1, CUBES});
    std::printf("FOUND layer -1 of 3: cube %g; layer 3: cube %g\n",
                std::floor(there[0] / 1000 / FACES), std::floor(there[1] / 1000 / FACES));
    CHECK_CUDA(cudaDestroyTextureObject(layers));
    CHECK_CUDA(cudaFreeArray(layered));
    CHECK_CUDA(cudaFreeArray(array));
}

int main() {
    check_device();
    test_point();
    test_linear();
    test_layers();
    test_bytes();
    test_arrays();
    find_out();
    return check_result();
}
