// textures.cu: what texture fetches read, against a plain evaluation of the formulae of the CUDA
// Programming Guide (appendix "Texture Fetching") on the host: every type, kind of resource,
// filter, address mode and kind of coordinates.
//
// Point sampling has to give the same bits; where it divides integers by their range, one unit in
// the last place is allowed. Linear filtering has to be within one step of a fraction of 8 bits in
// each dimension of what the exact fraction gives. What the Guide does not settle (which way the
// fraction is rounded, NaN, infinity, ...) is printed as FOUND lines and not judged.
#include "check.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// ---- the kernels ------------------------------------------------------------------------------

enum shape { line, plane, volume, lines, planes, index_of_linear };
static const char *const shape_names[] = {"1D", "2D", "3D", "1D layered", "2D layered", "fetch"};

__device__ inline void put(unsigned *out, float v) {
    out[0] = __float_as_uint(v);
}
__device__ inline void put(unsigned *out, int v) {
    out[0] = static_cast<unsigned>(v);
}
__device__ inline void put(unsigned *out, unsigned v) {
    out[0] = v;
}
#define PUT_AS(T, wide)                                                                            \
    __device__ inline void put(unsigned *out, T v) {                                               \
        put(out, static_cast<wide>(v));                                                            \
    }
PUT_AS(char, int)
PUT_AS(signed char, int)
PUT_AS(unsigned char, unsigned)
PUT_AS(short, int)
PUT_AS(unsigned short, unsigned)
#define PUT_VECTORS(name)                                                                          \
    __device__ inline void put(unsigned *out, name##1 v) {                                         \
        put(out, v.x);                                                                             \
    }                                                                                              \
    __device__ inline void put(unsigned *out, name##2 v) {                                         \
        put(out, v.x);                                                                             \
        put(out + 1, v.y);                                                                         \
    }                                                                                              \
    __device__ inline void put(unsigned *out, name##4 v) {                                         \
        put(out, v.x);                                                                             \
        put(out + 1, v.y);                                                                         \
        put(out + 2, v.z);                                                                         \
        put(out + 3, v.w);                                                                         \
    }
PUT_VECTORS(char)
PUT_VECTORS(uchar)
PUT_VECTORS(short)
PUT_VECTORS(ushort)
PUT_VECTORS(int)
PUT_VECTORS(uint)
PUT_VECTORS(float)

// Where to fetch: coordinates, and in `w` the layer or the index.
struct place {
    float x, y, z;
    int w;
};

// Every other fetch through the form that returns the value, the others through the one that
// stores it.
template <class T>
__global__ void fetch(cudaTextureObject_t texture, int shape, const place *places, unsigned *out,
                      int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const place p = places[i];
    T v;
    if (i % 2 == 0) {
        switch (shape) {
        case line:
            v = tex1D<T>(texture, p.x);
            break;
        case plane:
            v = tex2D<T>(texture, p.x, p.y);
            break;
        case volume:
            v = tex3D<T>(texture, p.x, p.y, p.z);
            break;
        case lines:
            v = tex1DLayered<T>(texture, p.x, p.w);
            break;
        case planes:
            v = tex2DLayered<T>(texture, p.x, p.y, p.w);
            break;
        default:
            v = tex1Dfetch<T>(texture, p.w);
        }
    } else {
        switch (shape) {
        case line:
            tex1D(&v, texture, p.x);
            break;
        case plane:
            tex2D(&v, texture, p.x, p.y);
            break;
        case volume:
            tex3D(&v, texture, p.x, p.y, p.z);
            break;
        case lines:
            tex1DLayered(&v, texture, p.x, p.w);
            break;
        case planes:
            tex2DLayered(&v, texture, p.x, p.y, p.w);
            break;
        default:
            tex1Dfetch(&v, texture, p.w);
        }
    }
    put(out + 4 * i, v);
}

typedef void (*launcher)(cudaTextureObject_t, int, const place *, unsigned *, int);

template <class T>
static void launch(cudaTextureObject_t texture, int shape, const place *places, unsigned *out,
                   int n) {
    fetch<T><<<(n + 127) / 128, 128>>>(texture, shape, places, out, n);
}

// ---- formats ----------------------------------------------------------------------------------

struct format {
    const char *name;
    cudaChannelFormatDesc desc;
    int channels, bytes; // of one channel
    launcher as_itself, as_float;
};

#define FORMAT(T, count, as_float)                                                                 \
    { #T, cudaCreateChannelDesc < T>(), count, int(sizeof(T)) / count, launch < T>, as_float }
#define FORMATS(scalar, name)                                                                      \
    FORMAT(scalar, 1, launch<float>), FORMAT(name##1, 1, launch<float1>),                          \
        FORMAT(name##2, 2, launch<float2>), FORMAT(name##4, 4, launch<float4>)

static std::vector<format> all_formats() {
    return {FORMATS(signed char, char), FORMATS(unsigned char, uchar),
            FORMATS(short, short),      FORMATS(unsigned short, ushort),
            FORMATS(int, int),          FORMATS(unsigned, uint),
            FORMATS(float, float),      FORMAT(char, 1, launch<float>)};
}

static bool is_float(const format &f) {
    return f.desc.f == cudaChannelFormatKindFloat;
}
static bool is_signed(const format &f) {
    return f.desc.f == cudaChannelFormatKindSigned;
}

// ---- random numbers, the same in every run ----------------------------------------------------

static uint64_t random_state = 1;

static uint32_t random_bits() {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>(random_state >> 32);
}
static int random_below(int n) {
    return static_cast<int>(random_bits() % static_cast<uint32_t>(n));
}
static double random_unit() {
    return random_bits() / 4294967296.0;
}

// ---- a texture and what it holds --------------------------------------------------------------

struct sampler {
    cudaTextureAddressMode modes[3];
    bool linear, normalized, unit_range;
};

struct contents {
    format f;
    shape s;
    int size[3]; // layers are the last
    std::vector<unsigned char> bytes;
    float border[4];       // read as floats
    int integer_border[4]; // read as integers
    int dimensions() const { return s == volume ? 3 : s == plane || s == planes ? 2 : 1; }
    bool layered() const { return s == lines || s == planes; }

    const unsigned char *channel(const int i[3], int c) const {
        return &bytes[static_cast<size_t>(((i[2] * size[1] + i[1]) * size[0] + i[0]) * f.channels +
                                          c) *
                      f.bytes];
    }
    long integer(const int i[3], int c) const {
        const unsigned char *p = channel(i, c);
        uint32_t v = 0;
        std::memcpy(&v, p, f.bytes);
        if (!is_signed(f))
            return v;
        const int shift = 32 - 8 * f.bytes;
        return static_cast<int32_t>(v << shift) >> shift;
    }
    float number(const int i[3], int c) const {
        float v;
        std::memcpy(&v, channel(i, c), sizeof v);
        return v;
    }
    // The integer that is read as 1.
    double largest() const { return std::ldexp(1.0, 8 * f.bytes - is_signed(f)) - 1; }
    // What a fetch that reads floats gets of one texel. A filter begins with what may be a little
    // less than -1, and ends with -1.
    double as_float(const int i[3], int c, bool for_filter) const {
        if (is_float(f))
            return number(i, c);
        const double v = integer(i, c) / largest();
        return for_filter ? v : static_cast<float>(std::max(v, -1.0));
    }
};

static contents make_contents(const format &f, shape s, int width, int height, int depth) {
    contents t{f, s, {width, height, depth}, {}, {}, {}};
    const size_t channels = static_cast<size_t>(width) * height * depth * f.channels;
    t.bytes.resize(channels * f.bytes);
    for (size_t i = 0; i < channels; ++i) {
        const float number = static_cast<float>((random_unit() - 0.5) * 2000);
        uint32_t v = random_bits();
        if (is_float(f))
            std::memcpy(&v, &number, sizeof v);
        else if (i % 7 == 0)
            v = 1u << (8 * f.bytes - 1); // the lowest of the signed ones
        std::memcpy(&t.bytes[i * f.bytes], &v, f.bytes);
    }
    for (int c = 0; c < 4; ++c) {
        // A number that the format has: others are rounded to one, in a way of the hardware's own.
        t.border[c] = is_float(f)
                          ? 100.5f - 60 * c
                          : static_cast<float>(std::floor(0.25 * c * t.largest()) / t.largest());
        t.integer_border[c] = is_signed(f) ? 5 - 20 * c : 5 + 20 * c;
    }
    return t;
}

// The resource on the device, an array or, where asked for, pitched or linear memory.
class resource {
public:
    resource(const contents &t, bool pitched) {
        const size_t row = static_cast<size_t>(t.size[0]) * t.f.channels * t.f.bytes;
        desc = cudaResourceDesc();
        if (t.s == index_of_linear) {
            CHECK_CUDA(cudaMalloc(&memory, t.bytes.size()));
            CHECK_CUDA(cudaMemcpy(memory, t.bytes.data(), t.bytes.size(), cudaMemcpyHostToDevice));
            desc.resType = cudaResourceTypeLinear;
            desc.res.linear.devPtr = memory;
            desc.res.linear.desc = t.f.desc;
            desc.res.linear.sizeInBytes = t.bytes.size();
        } else if (pitched) {
            size_t pitch = 0;
            CHECK_CUDA(cudaMallocPitch(&memory, &pitch, row, t.size[1]));
            CHECK_CUDA(cudaMemcpy2D(memory, pitch, t.bytes.data(), row, row, t.size[1],
                                    cudaMemcpyHostToDevice));
            desc.resType = cudaResourceTypePitch2D;
            desc.res.pitch2D.devPtr = memory;
            desc.res.pitch2D.desc = t.f.desc;
            desc.res.pitch2D.width = t.size[0];
            desc.res.pitch2D.height = t.size[1];
            desc.res.pitch2D.pitchInBytes = pitch;
        } else {
            const bool flat = t.s == line || t.s == lines;
            const cudaExtent extent = make_cudaExtent(t.size[0], flat ? 0 : t.size[1],
                                                      t.s == line || t.s == plane ? 0 : t.size[2]);
            CHECK_CUDA(cudaMalloc3DArray(&array, &t.f.desc, extent,
                                         t.layered() ? cudaArrayLayered : cudaArrayDefault));
            cudaMemcpy3DParms copy = {};
            copy.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char *>(t.bytes.data()), row,
                                              t.size[0], t.size[1]);
            copy.dstArray = array;
            copy.extent = make_cudaExtent(t.size[0], t.size[1], t.size[2]);
            copy.kind = cudaMemcpyHostToDevice;
            CHECK_CUDA(cudaMemcpy3D(&copy));
            desc.resType = cudaResourceTypeArray;
            desc.res.array.array = array;
        }
    }
    ~resource() {
        CHECK_CUDA(cudaFree(memory));
        CHECK_CUDA(cudaFreeArray(array));
    }
    resource(const resource &) = delete;
    resource &operator=(const resource &) = delete;

    cudaResourceDesc desc;

private:
    void *memory = nullptr;
    cudaArray_t array = nullptr;
};

// Fetches from all places: four registers each.
static std::vector<unsigned> fetch_all(const contents &t, const resource &r, const sampler &how,
                                       const std::vector<place> &places, launcher run) {
    cudaTextureDesc desc = {};
    for (int i = 0; i < 3; ++i)
        desc.addressMode[i] = how.modes[i];
    desc.filterMode = how.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.readMode = how.unit_range ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    desc.normalizedCoords = how.normalized;
    const bool as_float = is_float(t.f) || how.unit_range;
    std::memcpy(desc.borderColor, as_float ? static_cast<const void *>(t.border) : t.integer_border,
                sizeof desc.borderColor);
    cudaTextureObject_t texture = 0;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &r.desc, &desc, nullptr));
    const int n = static_cast<int>(places.size());
    device_array<place> device_places(places);
    device_array<unsigned> out(4 * places.size());
    run(texture, t.s, device_places, out, n);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    return out.get();
}

// ---- the formulae -----------------------------------------------------------------------------

// The texel with index `i` along an axis, or -1 beyond a border. Wrap and mirror need normalised
// coordinates, and clamp without.
static int texel_at(long i, int size, cudaTextureAddressMode mode, bool normalized) {
    if (mode == cudaAddressModeBorder)
        return i >= 0 && i < size ? static_cast<int>(i) : -1;
    if (mode == cudaAddressModeClamp || !normalized)
        return static_cast<int>(std::min(std::max(i, 0l), size - 1l));
    const long period = mode == cudaAddressModeWrap ? size : 2l * size;
    const long at = (i % period + period) % period;
    return static_cast<int>(at < size ? at : period - 1 - at);
}

// A coordinate in texels. In double, where nothing that is tested here is rounded noticeably.
static double in_texels(float x, int size, bool normalized) {
    return normalized ? static_cast<double>(x) * size : x;
}

static float coordinate(const place &p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// One channel of a texel, or of the border, as a float.
static double texel_value(const contents &t, const int i[3], int c, bool for_filter) {
    return i[0] < 0 || i[1] < 0 || i[2] < 0 ? t.border[c] : t.as_float(i, c, for_filter);
}

// What point sampling reads: the register.
static unsigned point_sample(const contents &t, const sampler &how, const place &p, int c) {
    int at[3] = {0, 0, t.layered() ? p.w : 0};
    for (int d = 0; d < t.dimensions(); ++d) {
        const double u = in_texels(coordinate(p, d), t.size[d], how.normalized);
        at[d] = texel_at(static_cast<long>(std::floor(u)), t.size[d], how.modes[d], how.normalized);
    }
    if (is_float(t.f) || how.unit_range)
        return bits_of(static_cast<float>(texel_value(t, at, c, false)));
    const bool outside = at[0] < 0 || at[1] < 0 || at[2] < 0;
    return static_cast<unsigned>(outside ? t.integer_border[c] : t.integer(at, c));
}

enum fraction_rule { exact, nearest, truncated };

// What linear filtering reads. The range of the texels around is what one whole step in the
// fraction could change at most.
static double linear_sample(const contents &t, const sampler &how, const place &p, int c,
                            fraction_rule rule, double *range) {
    long first[3];
    double fraction[3];
    const int dimensions = t.dimensions();
    for (int d = 0; d < dimensions; ++d) {
        const double u = in_texels(coordinate(p, d), t.size[d], how.normalized) - 0.5;
        first[d] = static_cast<long>(std::floor(u));
        fraction[d] = u - first[d];
        if (rule != exact)
            fraction[d] = std::floor(fraction[d] * 256 + (rule == nearest ? 0.5 : 0)) / 256;
    }
    double sum = 0, least = 1e300, most = -1e300;
    const int reach = range != nullptr ? 4 : 2, begin = range != nullptr ? -1 : 0;
    int count = 1;
    for (int d = 0; d < dimensions; ++d)
        count *= reach;
    for (int corner = 0; corner < count; ++corner) {
        int at[3] = {0, 0, t.layered() ? p.w : 0};
        double weight = 1;
        for (int d = 0, rest = corner; d < dimensions; ++d, rest /= reach) {
            const int step = rest % reach + begin;
            at[d] = texel_at(first[d] + step, t.size[d], how.modes[d], how.normalized);
            weight *= step == 0 ? 1 - fraction[d] : step == 1 ? fraction[d] : 0;
        }
        const double value = texel_value(t, at, c, true);
        least = std::min(least, value);
        most = std::max(most, value);
        sum += weight * value;
    }
    // Seen on an H200: a line is a plane of one row with y = 0, half way from beyond that row.
    if (t.s == line && how.modes[1] == cudaAddressModeBorder) {
        sum = 0.5 * sum + 0.5 * t.border[c];
        least = std::min<double>(least, t.border[c]);
        most = std::max<double>(most, t.border[c]);
    }
    if (range != nullptr)
        *range = most - least;
    return is_float(t.f) ? sum : std::max(sum, -1.0);
}

// ---- coordinates ------------------------------------------------------------------------------

// A random coordinate within the texture, around its edges or far beyond. For point sampling, none
// that is so close to the border between two texels that a rounding decides, and none on a border
// that is mirrored: whether it belongs to the texel on its left or on its right is not said.
static float random_coordinate(int size, bool normalized, bool for_point,
                               cudaTextureAddressMode mode) {
    const bool mirrors = normalized && mode == cudaAddressModeMirror;
    const bool repeats = mirrors || (normalized && mode == cudaAddressModeWrap);
    for (;;) {
        double u = 0;
        switch (random_below(8)) {
        case 0: // a texel's border, exactly
            u = random_below(size + 5) - 2;
            break;
        case 1: // a texel's centre
            u = random_below(size + 4) - 1.5;
            break;
        case 2: // a multiple of 1/256
            u = random_below((size + 4) * 256) / 256.0 - 2;
            break;
        case 3:
            u = (random_unit() - 0.5) * 100 * size;
            break;
        case 4:
            u = (random_unit() - 0.5) * (repeats ? 100.0 * size : 1e6);
            break;
        default:
            u = random_unit() * (size + 4) - 2;
        }
        const float x = static_cast<float>(normalized ? u / size : u);
        const double v = in_texels(x, size, normalized);
        const double from_border = std::fabs(v - std::rint(v));
        const bool on_border =
            from_border == 0 && (!normalized || (size & (size - 1)) == 0) && !mirrors;
        if (!for_point || on_border || from_border >= 1.0 / 64)
            return x;
    }
}

static std::vector<place> random_places(const contents &t, const sampler &how, int n) {
    std::vector<place> places(n);
    for (place &p : places) {
        float at[3];
        for (int d = 0; d < 3; ++d) {
            at[d] = random_coordinate(t.size[d], how.normalized, !how.linear, how.modes[d]);
        }
        p = {at[0], at[1], at[2], t.layered() ? random_below(t.size[2]) : 0};
    }
    return places;
}

// ---- comparison -------------------------------------------------------------------------------

struct tally {
    long fetched = 0, differ = 0, wrong = 0;
    double largest = 0;
    // For linear filtering: how many floats are not those of either way to round.
    long differ_from_nearest = 0, differ_from_truncated = 0;
    double from_nearest = 0, from_truncated = 0; // relative to the largest texel
    std::string first_wrong;
};

static void note_wrong(tally &group, const contents &t, const sampler &how, const place &p, int c,
                       double got, double expected) {
    if (++group.wrong == 1) {
        char text[256];
        std::snprintf(text, sizeof text,
                      "%s%s %d x %d x %d at (%.9g, %.9g, %.9g), layer or index %d, channel %d: "
                      "is %.9g, expected %.9g",
                      t.f.name, how.unit_range ? " as 0 to 1" : "", t.size[0], t.size[1], t.size[2],
                      p.x, p.y, p.z, p.w, c, got, expected);
        group.first_wrong = text;
    }
}

static void compare_point(tally &group, const contents &t, const sampler &how,
                          const std::vector<place> &places, const std::vector<unsigned> &got) {
    for (size_t i = 0; i < places.size(); ++i)
        for (int c = 0; c < t.f.channels; ++c) {
            const unsigned expected = point_sample(t, how, places[i], c);
            ++group.fetched;
            if (got[4 * i + c] == expected)
                continue;
            ++group.differ;
            const auto value = [&](unsigned bits) -> double {
                return is_float(t.f) || how.unit_range ? float_of(bits)
                       : is_signed(t.f)                ? static_cast<int>(bits)
                                                       : bits;
            };
            const double is = value(got[4 * i + c]), should = value(expected);
            const double difference = std::fabs(is - should);
            group.largest = std::max(group.largest, difference);
            if (!(how.unit_range && difference <= 1.2e-7))
                note_wrong(group, t, how, places[i], c, is, should);
        }
}

static void compare_linear(tally &group, const contents &t, const sampler &how,
                           const std::vector<place> &places, const std::vector<unsigned> &got) {
    // Sums of floats are rounded, and those of integers may be kept in 16 bits.
    const double size = is_float(t.f) ? 1000 : 1;
    const double rounding = is_float(t.f) ? size * 1e-6 : 1.0 / 32767;
    for (size_t i = 0; i < places.size(); ++i)
        for (int c = 0; c < t.f.channels; ++c) {
            double range = 0;
            const double is = float_of(got[4 * i + c]);
            const double should = linear_sample(t, how, places[i], c, exact, &range);
            const double difference = std::fabs(is - should);
            ++group.fetched;
            group.differ += static_cast<float>(should) != static_cast<float>(is);
            group.largest = std::max(group.largest, difference / size);
            if (!(difference <= range * t.dimensions() / 256 + rounding))
                note_wrong(group, t, how, places[i], c, is, should);
            const double to_nearest =
                std::fabs(is - linear_sample(t, how, places[i], c, nearest, nullptr));
            const double to_truncated =
                std::fabs(is - linear_sample(t, how, places[i], c, truncated, nullptr));
            group.differ_from_nearest += !(to_nearest <= size * 3e-7);
            group.differ_from_truncated += !(to_truncated <= size * 3e-7);
            group.from_nearest = std::max(group.from_nearest, to_nearest / size);
            group.from_truncated = std::max(group.from_truncated, to_truncated / size);
        }
}

static void report(const std::string &name, const tally &group, bool linear) {
    if (linear)
        std::printf(
            "%-46s %6ld values, %ld off by more than a step; largest %.2g of the range\n"
            "%-46s        fraction to nearest 1/256: %ld differ (by up to %.2g); truncated: "
            "%ld (%.2g)\n",
            name.c_str(), group.fetched, group.wrong, group.largest, "", group.differ_from_nearest,
            group.from_nearest, group.differ_from_truncated, group.from_truncated);
    else
        std::printf("%-46s %6ld values, %ld differ (by up to %.2g), %ld of them too much\n",
                    name.c_str(), group.fetched, group.differ, group.largest, group.wrong);
    check_that(group.wrong == 0,
               name + ": " + std::to_string(group.wrong) +
                   " values are wrong, the first: " + group.first_wrong,
               __FILE__, __LINE__);
}

// ---- the tests that are judged ----------------------------------------------------------------

struct mode_set {
    const char *name;
    cudaTextureAddressMode modes[3];
};

static const mode_set mode_sets[] = {
    {"wrap", {cudaAddressModeWrap, cudaAddressModeWrap, cudaAddressModeWrap}},
    {"clamp", {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}},
    {"mirror", {cudaAddressModeMirror, cudaAddressModeMirror, cudaAddressModeMirror}},
    {"border", {cudaAddressModeBorder, cudaAddressModeBorder, cudaAddressModeBorder}},
    {"border, wrap, clamp", {cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeClamp}},
    {"mirror, border, wrap", {cudaAddressModeMirror, cudaAddressModeBorder, cudaAddressModeWrap}},
};

// Sizes: no powers of two; powers of two; ones.
static const int sizes[][5][3] = {
    {{37, 1, 1}, {19, 11, 1}, {7, 5, 3}, {23, 1, 3}, {9, 6, 4}},
    {{64, 1, 1}, {16, 8, 1}, {8, 4, 2}, {32, 1, 2}, {8, 16, 2}},
    {{1, 1, 1}, {1, 2, 1}, {2, 1, 1}, {1, 1, 1}, {1, 1, 3}},
};

static const int per_texture = 96;

static void test_samples(bool linear) {
    tally groups[5][2][2][6]; // shape, normalised, floats or not, modes
    for (const format &f : all_formats())
        for (int s = line; s <= planes; ++s)
            for (int k = 0; k < 3; ++k) {
                const contents t = make_contents(f, static_cast<shape>(s), sizes[k][s][0],
                                                 sizes[k][s][1], sizes[k][s][2]);
                const resource r(t, s == plane && k != 0);
                for (int unit_range = 0; unit_range < 2; ++unit_range) {
                    if (unit_range && (is_float(f) || f.bytes == 4))
                        continue;
                    if (linear && !unit_range && !is_float(f))
                        continue;
                    for (int normalized = 0; normalized < 2; ++normalized)
                        for (int m = 0; m < 6; ++m) {
                            sampler how = {{}, linear, normalized != 0, unit_range != 0};
                            std::copy(mode_sets[m].modes, mode_sets[m].modes + 3, how.modes);
                            const std::vector<place> places = random_places(t, how, per_texture);
                            const std::vector<unsigned> got =
                                fetch_all(t, r, how, places, unit_range ? f.as_float : f.as_itself);
                            tally &group = groups[s][normalized][unit_range][m];
                            if (linear)
                                compare_linear(group, t, how, places, got);
                            else
                                compare_point(group, t, how, places, got);
                        }
                }
            }
    for (int s = line; s <= planes; ++s)
        for (int unit_range = 0; unit_range < 2; ++unit_range)
            for (int normalized = 0; normalized < 2; ++normalized)
                for (int m = 0; m < 6; ++m)
                    report(std::string(linear ? "linear " : "point ") + shape_names[s] +
                               (normalized ? " normalised " : " ") + mode_sets[m].name +
                               (unit_range ? ", 0 to 1" : ""),
                           groups[s][normalized][unit_range][m], linear);
}

// Elements of linear memory by their index; 0 beyond.
static void test_indices() {
    tally group;
    for (const format &f : all_formats())
        for (int unit_range = 0; unit_range < 2; ++unit_range) {
            if (unit_range && (is_float(f) || f.bytes == 4))
                continue;
            const int n = 1000;
            const contents t = make_contents(f, index_of_linear, n, 1, 1);
            const resource r(t, false);
            std::vector<place> places;
            for (int i = 0; i < 300; ++i)
                places.push_back({0, 0, 0, random_below(n)});
            const size_t inside = places.size();
            for (int i : {0, n - 1})
                places.push_back({0, 0, 0, i});
            for (int i : {-1, -2, -1000, n, n + 1, 2 * n, 1 << 20, 1 << 27, INT_MAX, INT_MIN})
                places.push_back({0, 0, 0, i});
            // Modes, filter and coordinates mean nothing here, nor does a border.
            sampler how = {{}, is_float(f), false, unit_range != 0};
            std::copy(mode_sets[3].modes, mode_sets[3].modes + 3, how.modes);
            const std::vector<unsigned> got =
                fetch_all(t, r, how, places, unit_range ? f.as_float : f.as_itself);
            for (size_t i = 0; i < places.size(); ++i)
                for (int c = 0; c < f.channels; ++c) {
                    const int at[3] = {places[i].w, 0, 0};
                    const bool there = i < inside + 2;
                    const unsigned expected = !there ? 0
                                              : is_float(f) || unit_range
                                                  ? bits_of(t.as_float(at, c, false))
                                                  : static_cast<unsigned>(t.integer(at, c));
                    ++group.fetched;
                    const unsigned is = got[4 * i + c];
                    if (is == expected)
                        continue;
                    ++group.differ;
                    const double difference =
                        std::fabs(static_cast<double>(float_of(is)) - float_of(expected));
                    if (!(unit_range && difference <= 1.2e-7))
                        note_wrong(group, t, how, places[i], c, is, expected);
                }
        }
    report("elements of linear memory", group, false);
}

// Floating-point numbers of 16 bits, for which there is no type here.
static void test_halves() {
    const unsigned short halves[] = {0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0x7bff,
                                     0x0400, 0x03ff, 0x0001, 0x8001, 0x7c00, 0xfc00};
    const float expected[] = {0.0f,     -0.0f,      1.0f,     -2.0f,     0x1.554p-2f, 65504.0f,
                              0x1p-14f, 0x3ffp-24f, 0x1p-24f, -0x1p-24f, INFINITY,    -INFINITY};
    const int n = 12;
    format f = {"half", cudaCreateChannelDescHalf(), 1, 2, launch<float>, launch<float>};
    contents t = make_contents(f, line, n, 1, 1);
    std::memcpy(t.bytes.data(), halves, sizeof halves);
    std::vector<place> places;
    for (int i = 0; i < n; ++i)
        places.push_back({i + 0.5f, 0, 0, 0});
    const resource r(t, false);
    sampler how = {
        {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, false, false, false};
    const std::vector<unsigned> got = fetch_all(t, r, how, places, launch<float>);
    for (int i = 0; i < n; ++i)
        check_equal(got[4 * i], bits_of(expected[i]),
                    "bits of the half " + std::to_string(halves[i]), __FILE__, __LINE__);
    how.linear = true;
    const std::vector<unsigned> between = fetch_all(t, r, how, {{3, 0, 0, 0}}, launch<float>);
    CHECK_EQUAL(float_of(between[0]), -0.5f); // between 1 and -2
}

// ---- what the Guide leaves open ---------------------------------------------------------------

static format float_format() {
    return FORMAT(float, 1, launch<float>);
}

static contents line_of(const std::vector<float> &values) {
    contents t = make_contents(float_format(), line, static_cast<int>(values.size()), 1, 1);
    std::memcpy(t.bytes.data(), values.data(), t.bytes.size());
    return t;
}

static sampler plain_sampler(cudaTextureAddressMode mode, bool linear, bool normalized) {
    return {{mode, mode, mode}, linear, normalized, false};
}

static std::vector<float> fetch_line(const contents &t, const sampler &how,
                                     const std::vector<float> &xs) {
    const resource r(t, false);
    std::vector<place> places;
    for (float x : xs)
        places.push_back({x, 0, 0, 0});
    const std::vector<unsigned> got = fetch_all(t, r, how, places, launch<float>);
    std::vector<float> values;
    for (size_t i = 0; i < xs.size(); ++i)
        values.push_back(float_of(got[4 * i]));
    return values;
}

// At which distance from the last 256th the next one begins.
static void find_fraction_rounding(int size, bool normalized) {
    std::vector<float> values(size), xs;
    for (int i = 0; i < size; ++i)
        values[i] = static_cast<float>(i % 2);
    const int at = size / 2 / 2 * 2; // an even texel: 0, and 1 behind it
    const int steps = 64;            // of a 256th
    for (int i = 0; i <= 256 * steps; ++i) {
        const double u = at + 0.5 + i / (256.0 * steps);
        xs.push_back(static_cast<float>(normalized ? u / size : u));
    }
    const std::vector<float> got =
        fetch_line(line_of(values), plain_sampler(cudaAddressModeClamp, true, normalized), xs);
    long odd = 0;
    double least = 1e9, most = -1e9;
    for (size_t i = 0; i < got.size(); ++i) {
        odd += got[i] * 256 != std::rint(got[i] * 256);
        if (i == 0 || got[i] == got[i - 1])
            continue;
        const double u = (in_texels(xs[i], size, normalized) - at - 0.5) * 256;
        const double after = u - std::rint(got[i] * 256) + 1; // of the way from the last one
        least = std::min(least, after);
        most = std::max(most, after);
    }
    std::printf("FOUND linear, size %d%s: %ld of %zu values are no multiples of 1/256; the next "
                "multiple begins at %.3f to %.3f of the way to it\n",
                size, normalized ? ", normalised" : "", odd, got.size(), least, most);
}

static void find_texel_borders(int size, bool normalized) {
    std::vector<float> values(size), xs;
    for (int i = 0; i < size; ++i)
        values[i] = static_cast<float>(i);
    const int at = size / 2;
    std::vector<double> distances;
    for (int k = 4; k <= 20; ++k)
        for (int side : {-1, 1}) {
            const double u = at + side * std::ldexp(1.0, -k);
            xs.push_back(static_cast<float>(normalized ? u / size : u));
            distances.push_back(in_texels(xs.back(), size, normalized) - at);
        }
    const std::vector<float> got =
        fetch_line(line_of(values), plain_sampler(cudaAddressModeClamp, false, normalized), xs);
    double too_high = 0, too_low = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        if (distances[i] < 0 && got[i] != at - 1)
            too_high = std::max(too_high, -distances[i]);
        if (distances[i] >= 0 && got[i] != at)
            too_low = std::max(too_low, distances[i]);
    }
    std::printf(
        "FOUND point, size %d%s: the texel above is read from %.3g below a border on, the one "
        "below up to %.3g above it\n",
        size, normalized ? ", normalised" : "", too_high, too_low);
}

// The border between the texels 61 and 62 of 64, met from the left in the texture itself and from
// the right in its mirror image.
static void find_mirrored_borders() {
    std::vector<float> values(64);
    for (int i = 0; i < 64; ++i)
        values[i] = static_cast<float>(i);
    const std::vector<float> got =
        fetch_line(line_of(values), plain_sampler(cudaAddressModeMirror, false, true),
                   {62 / 64.0f, 66 / 64.0f, -62 / 64.0f, 190 / 64.0f, 1, -1, 2});
    std::printf(
        "FOUND point, mirrored: between texels 61 and 62 at 62, 66, -62 and 190 of 64 is %g %g "
        "%g %g; at 64, -64 and 128 of 64 is %g %g %g\n",
        got[0], got[1], got[2], got[3], got[4], got[5], got[6]);
}

static void find_extreme_coordinates() {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> xs = {std::numeric_limits<float>::quiet_NaN(),
                                   infinity,
                                   -infinity,
                                   1e5f,
                                   -1e5f,
                                   1e7f,
                                   -1e7f,
                                   3e9f,
                                   -3e9f,
                                   1e20f,
                                   -1e20f,
                                   3e38f,
                                   -3e38f,
                                   1e-40f,
                                   -1e-40f};
    std::printf("FOUND coordinates           NaN      inf     -inf      1e5     -1e5      1e7     "
                "-1e7      3e9     -3e9     1e20    -1e20     3e38    -3e38    1e-40   -1e-40\n");
    for (int linear = 0; linear < 2; ++linear)
        for (int normalized = 0; normalized < 2; ++normalized)
            for (int m = 0; m < 4; ++m) {
                if (!normalized && m % 2 == 0)
                    continue;
                const std::vector<float> got =
                    fetch_line(line_of({10, 11, 12, 13, 14}),
                               plain_sampler(mode_sets[m].modes[0], linear, normalized), xs);
                std::printf("FOUND %s %s %-6s", linear ? "linear" : "point ",
                            normalized ? "norm." : "     ", mode_sets[m].name);
                for (float v : got)
                    std::printf(" %8.4g", v);
                std::printf("\n");
            }
}

static void find_special_texels() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const sampler how = plain_sampler(cudaAddressModeClamp, true, false);
    std::printf("FOUND linear at the centre of 1 before (after) NaN: %g (%g), before (after) "
                "infinity: %g (%g)\n",
                fetch_line(line_of({1, nan}), how, {0.5f})[0],
                fetch_line(line_of({nan, 1}), how, {1.5f})[0],
                fetch_line(line_of({1, infinity}), how, {0.5f})[0],
                fetch_line(line_of({infinity, 1}), how, {1.5f})[0]);
    std::printf(
        "FOUND linear half way: 1e30 and -1e30 give %g, 3e38 and 3e38 %g, 1 and 2^-24 %a, 1 "
        "and 1 + 2^-23 %a, 2^-140 and 2^-140 %a\n",
        fetch_line(line_of({1e30f, -1e30f}), how, {1.0f})[0],
        fetch_line(line_of({3e38f, 3e38f}), how, {1.0f})[0],
        fetch_line(line_of({1, 0x1p-24f}), how, {1.0f})[0],
        fetch_line(line_of({1, 1 + 0x1p-23f}), how, {1.0f})[0],
        fetch_line(line_of({0x1p-140f, 0x1p-140f}), how, {1.0f})[0]);
    const std::vector<float> thirds =
        fetch_line(line_of({1 / 3.0f, 1000 / 7.0f}), how, {0.5f + 1 / 256.0f, 0.75f, 1.25f});
    std::printf("FOUND linear from 1/3 to 1000/7 at 1, 64 and 192 256ths: %a %a %a\n", thirds[0],
                thirds[1], thirds[2]);
    const std::vector<float> odd = {float_of(1), float_of(0x80000000u), float_of(0x7fc12345u),
                                    float_of(0x7fa00001u), infinity};
    const std::vector<float> got =
        fetch_line(line_of(odd), plain_sampler(cudaAddressModeClamp, false, false),
                   {0.5f, 1.5f, 2.5f, 3.5f, 4.5f});
    std::printf("FOUND point: a denormal, -0, two NaNs and infinity are read as");
    for (size_t i = 0; i < got.size(); ++i)
        std::printf(" %08x", bits_of(got[i]));
    std::printf(" for");
    for (float v : odd)
        std::printf(" %08x", bits_of(v));
    std::printf("\n");
}

static void find_other_types() {
    // One channel read as four, four as one.
    contents t = line_of({7, 8});
    sampler how = plain_sampler(cudaAddressModeBorder, false, false);
    {
        const resource r(t, false);
        const std::vector<unsigned> got =
            fetch_all(t, r, how, {{0.5f, 0, 0, 0}, {-5, 0, 0, 0}}, launch<float4>);
        std::printf(
            "FOUND float read as float4: %g %g %g %g, its border (100.5, 40.5, -19.5, -79.5): "
            "%g %g %g %g\n",
            float_of(got[0]), float_of(got[1]), float_of(got[2]), float_of(got[3]),
            float_of(got[4]), float_of(got[5]), float_of(got[6]), float_of(got[7]));
    }
    // Borders that the format cannot hold.
    for (int unit_range = 0; unit_range < 2; ++unit_range) {
        const format bytes = FORMAT(uchar4, 4, launch<float4>);
        contents u = make_contents(bytes, line, 4, 1, 1);
        const float border[4] = {2, -1, 0.5f, 1e9f};
        const int integer_border[4] = {300, -1, 255, 1 << 30};
        std::copy(border, border + 4, u.border);
        std::copy(integer_border, integer_border + 4, u.integer_border);
        how.unit_range = unit_range != 0;
        const resource r(u, false);
        const std::vector<unsigned> got =
            fetch_all(u, r, how, {{-5, 0, 0, 0}}, unit_range ? launch<float4> : launch<uint4>);
        if (unit_range)
            std::printf("FOUND the border 2, -1, 0.5, 1e9 of a uchar4 as 0 to 1: %g %g %g %g\n",
                        float_of(got[0]), float_of(got[1]), float_of(got[2]), float_of(got[3]));
        else
            std::printf("FOUND the border 300, -1, 255, 2^30 of a uchar4 read as uint4: %u %u %u "
                        "%u\n",
                        got[0], got[1], got[2], got[3]);
    }
    // Bytes filtered: how fine is the result?
    const format narrow[] = {
        FORMAT(unsigned char, 1, launch<float>), FORMAT(unsigned short, 1, launch<float>),
        FORMAT(signed char, 1, launch<float>), FORMAT(short, 1, launch<float>)};
    for (const format &f : narrow) {
        contents u = make_contents(f, line, 2, 1, 1);
        const unsigned char low[4] = {3, 0, 0, 0}, high[4] = {4, 0, 0, 0};
        std::memcpy(&u.bytes[0], low, f.bytes);
        std::memcpy(&u.bytes[f.bytes], high, f.bytes);
        how = plain_sampler(cudaAddressModeClamp, true, false);
        how.unit_range = true;
        std::vector<place> places;
        for (int i = 0; i <= 256; ++i)
            places.push_back({0.5f + i / 256.0f, 0, 0, 0});
        const resource r(u, false);
        const std::vector<unsigned> got = fetch_all(u, r, how, places, launch<float>);
        std::vector<unsigned> different;
        for (size_t i = 0; i < places.size(); ++i)
            different.push_back(got[4 * i]);
        std::sort(different.begin(), different.end());
        different.erase(std::unique(different.begin(), different.end()), different.end());
        std::printf("FOUND %s from 3 to 4 in 256 steps: %zu different values, half way %a\n",
                    f.name, different.size(), float_of(got[4 * 128]));
    }
    // Layers that are not there.
    contents layered = make_contents(float_format(), lines, 1, 1, 3);
    const float layer_values[3] = {1, 2, 3};
    std::memcpy(layered.bytes.data(), layer_values, sizeof layer_values);
    for (int border = 0; border < 2; ++border) {
        const resource r(layered, false);
        const std::vector<unsigned> got = fetch_all(
            layered, r,
            plain_sampler(border ? cudaAddressModeBorder : cudaAddressModeClamp, false, false),
            {{0.5f, 0, 0, -1}, {0.5f, 0, 0, 3}, {0.5f, 0, 0, INT_MAX}, {0.5f, 0, 0, INT_MIN}},
            launch<float>);
        std::printf("FOUND layers -1, 3, 2^31 - 1 and -2^31 of 3 (1, 2, 3)%s: %g %g %g %g\n",
                    border ? ", border 100.5" : "", float_of(got[0]), float_of(got[4]),
                    float_of(got[8]), float_of(got[12]));
    }
}

int main() {
    check_device();
    test_indices();
    test_halves();
    test_samples(false);
    test_samples(true);
    for (int normalized = 0; normalized < 2; ++normalized) {
        for (int size : {2, 64, 100, 10000})
            find_fraction_rounding(size, normalized != 0);
        for (int size : {2, 64, 100, 10000})
            find_texel_borders(size, normalized != 0);
    }
    find_mirrored_borders();
    find_extreme_coordinates();
    find_special_texels();
    find_other_types();
    return check_result();
}
