// textures.h: what kernels read textures with, and read and write surfaces with.
//
// An object is a number that names an entry of a table; what is needed to read it is all there, so
// that a fetch needs no lock and mostly no call. Formats and modes other than the common ones are
// worked out in the runtime (texture_fetch.cpp). Each fetch checks that the object is alive and of
// the right shape, and is a named fault if not.
//
// The formulae are those of the appendix "Texture Fetching" of the CUDA Programming Guide. What it
// leaves open is as an H200 was seen to do it (2026-11-21, CUDA 13.0), and decided in one place
// each: nearest and between for coordinates that are NaN or out of all range, fraction_rounding,
// blend, texture_layer, and fetch_linear for the rest.
#ifndef CUDA_EMULATOR_TEXTURES_DEVICE_H
#define CUDA_EMULATOR_TEXTURES_DEVICE_H

#include "emulator/observed.h"
#include "emulator/processor.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#include <cstddef>
#include <cstring>

// The last parameters of each function that a kernel calls: how a fault gets its place.
#define CUDA_EMULATOR_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cuda_emulator {

enum class texel_kind : unsigned char { s8, u8, s16, u16, s32, u32, f16, f32 };

enum class texture_shape : unsigned char {
    none,
    linear, // memory that is not an array, for tex1Dfetch alone
    line,   // the others are arrays, or in the case of a plane perhaps pitched memory
    plane,
    volume,
    lines, // layered
    planes,
    cube, // six faces, each of which is a layer
    cubes
};

constexpr int CUBE_FACES = 6;

enum class texture_edge : unsigned char { clamp, border, wrap, mirror };

// One dimension. `scale` turns a coordinate into a number of texels. Wrapping and mirroring exist
// for normalised coordinates only.
struct texture_axis {
    int size;
    float extent; // size
    float scale;  // 1, or size where coordinates are normalised
    texture_edge edge;
};

struct alignas(64) texture_state {
    unsigned long long handle; // 0 if this must not be read
    const char *data;
    size_t row, slice; // bytes from one row, or slice, to the next
    texture_axis axes[3];
    int layers; // at least 1; of cubes, of which each has six slices, their number
    texture_shape shape;
    texel_kind kind;
    unsigned char channels; // 1, 2 or 4
    unsigned char direct;   // texel_type<T>::code of the T whose bytes a texel is; 0 for none
    bool unit_range;        // integers are read as 0 to 1, or -1 to 1
    bool linear;
    bool seamless; // of a cubemap: beyond the edge of a face lies another
    unsigned char channel_bytes;
    unsigned char texel_bytes;
    unsigned border[4]; // bits
};

struct alignas(64) surface_state {
    unsigned long long handle;
    char *data;
    long row; // bytes
    size_t slice;
    int height, depth; // at least 1
    texture_shape shape;
};

#ifdef __wasm__
constexpr unsigned texture_slots = 1 << 12; // the checker has six bytes for each of theirs
#else
constexpr unsigned texture_slots = 1 << 16;
#endif
extern texture_state texture_table[texture_slots];
extern surface_state surface_table[texture_slots];

// ---- in the runtime ---------------------------------------------------------------------------

// The kernel reads what it must not. Names the object, and what is wrong with it.
[[noreturn]] __attribute__((cold)) void
texture_fault(cudaTextureObject_t object, texture_shape wanted, const char *file, int line);
[[noreturn]] __attribute__((cold)) void
surface_fault(cudaSurfaceObject_t object, texture_shape wanted, const char *file, int line);

// The texel that a coordinate lies in, for any kind of edge; -1 beyond a border.
int nearest_texel(const texture_axis &axis, float x);

// The two texels whose centres a coordinate lies between, -1 for what is beyond a border, and how
// far it is from the first to the second, in 256ths.
struct linear_texels_result {
    int first, second, fraction;
};
linear_texels_result linear_texels(const texture_axis &axis, float x);

// A texel of any format as the four 32-bit registers that a fetch fills: integers or the bits of
// floats. 0 for the channels that it does not have. Null means the border.
void read_any_texel(const texture_state &t, const char *texel, unsigned registers[4]);

// A linear fetch of any format from a texture of `dimensions` dimensions, at a layer. place: where
// in the program, if it is checked.
void fetch_linear(const texture_state &t, int dimensions, float x, float y, float z, int layer,
                  unsigned registers[4], void *place);

// Where a direction from the middle of a cube meets its surface: the face, and the place on it,
// from 0 to 1.
struct cube_place {
    int face;
    float s, t;
};
cube_place place_on_cube(float x, float y, float z);

// Where a surface is accessed that is beyond the edge or not aligned: null if not at all.
char *surface_beyond(const surface_state &s, long x, int y, int z, int bytes,
                     cudaSurfaceBoundaryMode mode, const char *file, int line);

// ---- types ------------------------------------------------------------------------------------

inline void take_register(float &value, unsigned bits) {
    std::memcpy(&value, &bits, sizeof value);
}
template <class E> inline void take_register(E &value, unsigned bits) {
    value = static_cast<E>(bits);
}

// The types that a texture can be read as.
template <class T> struct texel_type;

#define CUDA_EMULATOR_TEXEL(T, channel_kind, channel_count, ...)                                   \
    template <> struct texel_type<T> {                                                             \
        using allowed = void;                                                                      \
        static constexpr unsigned char code =                                                      \
            1 + 4 * static_cast<unsigned char>(texel_kind::channel_kind) + (channel_count) / 2;    \
        static void take(T &v, const unsigned r[4]) { __VA_ARGS__ }                                \
    };
#define CUDA_EMULATOR_TEXELS(scalar, name, channel_kind)                                           \
    CUDA_EMULATOR_TEXEL(scalar, channel_kind, 1, take_register(v, r[0]);)                          \
    CUDA_EMULATOR_TEXEL(name##1, channel_kind, 1, take_register(v.x, r[0]);)                       \
    CUDA_EMULATOR_TEXEL(name##2, channel_kind, 2, take_register(v.x, r[0]);                        \
                        take_register(v.y, r[1]);)                                                 \
    CUDA_EMULATOR_TEXEL(name##4, channel_kind, 4, take_register(v.x, r[0]);                        \
                        take_register(v.y, r[1]); take_register(v.z, r[2]);                        \
                        take_register(v.w, r[3]);)
CUDA_EMULATOR_TEXELS(signed char, char, s8)
CUDA_EMULATOR_TEXELS(unsigned char, uchar, u8)
CUDA_EMULATOR_TEXELS(short, short, s16)
CUDA_EMULATOR_TEXELS(unsigned short, ushort, u16)
CUDA_EMULATOR_TEXELS(int, int, s32)
CUDA_EMULATOR_TEXELS(unsigned int, uint, u32)
CUDA_EMULATOR_TEXELS(float, float, f32)
#ifdef __CHAR_UNSIGNED__
CUDA_EMULATOR_TEXEL(char, u8, 1, take_register(v, r[0]);)
#else
CUDA_EMULATOR_TEXEL(char, s8, 1, take_register(v, r[0]);)
#endif
#undef CUDA_EMULATOR_TEXELS
#undef CUDA_EMULATOR_TEXEL

// ---- fetches ----------------------------------------------------------------------------------

// Tells the checker of a texel that is read. What kernels call is CUDA_EMULATOR_APART, and all else
// inlined there, so this is where it returns to.
CUDA_EMULATOR_INLINE void note_texel([[maybe_unused]] const void *texel,
                                     [[maybe_unused]] size_t bytes) {
    if constexpr (checked)
        tell_read(texel, bytes, CUDA_EMULATOR_RETURN_ADDRESS);
}

CUDA_EMULATOR_INLINE const texture_state &
find_texture(cudaTextureObject_t object, texture_shape shape, const char *file, int line) {
    if constexpr (profiled)
        tell_fetch(CUDA_EMULATOR_RETURN_ADDRESS);
    const texture_state &t = texture_table[object % texture_slots];
    if (__builtin_expect(t.handle != object || t.shape != shape, 0))
        texture_fault(object, shape, file, line);
    return t;
}

template <class T>
CUDA_EMULATOR_OBSERVED_INLINE void read_texel(T *value, const texture_state &t, const char *texel) {
    if (texel != nullptr)
        note_texel(texel, t.texel_bytes);
    if (__builtin_expect(t.direct == texel_type<T>::code && texel != nullptr, 1)) {
        if constexpr (checked)
            copy_unseen(value, texel, sizeof(T)); // an object's own assignment would tell of it
        else
            std::memcpy(value, texel, sizeof(T));
        return;
    }
    unsigned registers[4];
    read_any_texel(t, texel, registers);
    texel_type<T>::take(*value, registers);
}

// NaN counts as 0 here and in linear_texels.
CUDA_EMULATOR_OBSERVED_INLINE int nearest(const texture_axis &axis, float x) {
    if (__builtin_expect(axis.edge == texture_edge::clamp, 1)) {
        const float u = x * axis.scale;
        return u >= 0 ? u < axis.extent ? static_cast<int>(u) : axis.size - 1 : 0;
    }
    return nearest_texel(axis, x);
}

// A fraction to the nearest 256th: add half of one before what is below is dropped.
constexpr double fraction_rounding = 0.5;

CUDA_EMULATOR_OBSERVED_INLINE linear_texels_result between(const texture_axis &axis, float x) {
    if (__builtin_expect(axis.edge != texture_edge::clamp, 0))
        return linear_texels(axis, x);
    double u = static_cast<double>(x) * axis.scale - 0.5;
    const int last = axis.size - 1;
    u = u > -1 ? u < axis.size ? u : axis.size : -1;
    const int fixed = static_cast<int>((u + 1) * 256 + fraction_rounding) - 256;
    const int first = fixed >> 8;
    return {first < 0 ? 0 : (first > last ? last : first), first < last ? first + 1 : last,
            fixed & 255};
}

// The weighted mean of two or four texels, as the Guide writes it. The weights are exact.
CUDA_EMULATOR_OBSERVED_INLINE float blend(float t0, float t1, int a) {
    if (a == 0)
        return t0; // whatever the other one is, NaN too
    const float scale = 1.0f / 256;
    return static_cast<float>(256 - a) * scale * t0 + static_cast<float>(a) * scale * t1;
}

CUDA_EMULATOR_OBSERVED_INLINE float blend(float t00, float t10, float t01, float t11, int a,
                                          int b) {
    if (a == 0)
        return blend(t00, t01, b);
    if (b == 0)
        return blend(t00, t10, a);
    const float scale = 1.0f / 65536;
    return static_cast<float>((256 - a) * (256 - b)) * scale * t00 +
           static_cast<float>(a * (256 - b)) * scale * t10 +
           static_cast<float>((256 - a) * b) * scale * t01 +
           static_cast<float>(a * b) * scale * t11;
}

// A layer that is not there, a negative one too, is the last.
CUDA_EMULATOR_OBSERVED_INLINE int texture_layer(const texture_state &t, int layer) {
    return static_cast<unsigned>(layer) < static_cast<unsigned>(t.layers) ? layer : t.layers - 1;
}

template <class T>
CUDA_EMULATOR_INLINE void fetch_point(T *value, const texture_state &t, int dimensions, float x,
                                      float y, float z, int layer) {
    const int i = nearest(t.axes[0], x);
    const int j = dimensions > 1 ? nearest(t.axes[1], y) : 0;
    const int k = dimensions > 2 ? nearest(t.axes[2], z) : layer;
    const bool outside = (i | j | k) < 0;
    const char *texel = t.data + static_cast<size_t>(k) * t.slice + static_cast<size_t>(j) * t.row +
                        static_cast<size_t>(i) * t.texel_bytes;
    read_texel(value, t, outside ? nullptr : texel);
}

template <class T>
CUDA_EMULATOR_OBSERVED_INLINE void fetch_at(T *value, const texture_state &t, int dimensions,
                                            float x, float y, float z, int layer) {
    if (t.linear) {
        unsigned registers[4];
        fetch_linear(t, dimensions, x, y, z, layer, registers,
                     checked ? CUDA_EMULATOR_RETURN_ADDRESS : nullptr);
        texel_type<T>::take(*value, registers);
    } else {
        fetch_point(value, t, dimensions, x, y, z, layer);
    }
}

template <class T>
CUDA_EMULATOR_OBSERVED_INLINE void fetch_line(T *value, const texture_state &t, float x,
                                              int layer) {
    fetch_at(value, t, 1, x, 0, 0, layer);
}

template <class T>
CUDA_EMULATOR_OBSERVED_INLINE void fetch_plane(T *value, const texture_state &t, float x, float y,
                                               int layer) {
    fetch_at(value, t, 2, x, y, 0, layer);
}

// The commonest of linear fetches, without a call.
CUDA_EMULATOR_OBSERVED_INLINE const float *float_row(const texture_state &t, size_t offset) {
    return reinterpret_cast<const float *>(t.data + offset);
}

// The texel counts unless its weight is 0.
CUDA_EMULATOR_OBSERVED_INLINE float float_texel(const float *texel, [[maybe_unused]] bool counts) {
    if (checked && counts)
        note_texel(texel, sizeof *texel);
    return *texel;
}

CUDA_EMULATOR_OBSERVED_INLINE void fetch_line(float *value, const texture_state &t, float x,
                                              int layer) {
    if (t.linear && t.direct == texel_type<float>::code) {
        const linear_texels_result u = between(t.axes[0], x);
        if (__builtin_expect((u.first | u.second) >= 0, 1)) {
            const float *row = float_row(t, static_cast<size_t>(layer) * t.slice);
            *value = blend(float_texel(row + u.first, true),
                           float_texel(row + u.second, u.fraction != 0), u.fraction);
            return;
        }
    }
    fetch_at(value, t, 1, x, 0, 0, layer);
}

CUDA_EMULATOR_OBSERVED_INLINE void fetch_plane(float *value, const texture_state &t, float x,
                                               float y, int layer) {
    if (t.linear && t.direct == texel_type<float>::code) {
        const linear_texels_result u = between(t.axes[0], x), v = between(t.axes[1], y);
        if (__builtin_expect((u.first | u.second | v.first | v.second) >= 0, 1)) {
            const size_t slice = static_cast<size_t>(layer) * t.slice;
            const float *r0 = float_row(t, slice + static_cast<size_t>(v.first) * t.row);
            const float *r1 = float_row(t, slice + static_cast<size_t>(v.second) * t.row);
            const bool right = u.fraction != 0, below = v.fraction != 0;
            *value = blend(float_texel(r0 + u.first, true), float_texel(r0 + u.second, right),
                           float_texel(r1 + u.first, below),
                           float_texel(r1 + u.second, right && below), u.fraction, v.fraction);
            return;
        }
    }
    fetch_at(value, t, 2, x, y, 0, layer);
}

} // namespace cuda_emulator

// ---- textures ---------------------------------------------------------------------------------

// The element at an index of linear memory; 0 where there is none.
template <class T>
CUDA_EMULATOR_APART T tex1Dfetch(cudaTextureObject_t texture, int x, CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    const texture_state &t = find_texture(texture, texture_shape::linear, file, line);
    T value{};
    if (__builtin_expect(static_cast<unsigned>(x) < static_cast<unsigned>(t.axes[0].size), 1))
        read_texel(&value, t, t.data + static_cast<size_t>(x) * t.texel_bytes);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex1Dfetch(T *value, cudaTextureObject_t texture, int x, CUDA_EMULATOR_CALLER) {
    *value = tex1Dfetch<T>(texture, x, file, line);
}

template <class T>
CUDA_EMULATOR_APART T tex1D(cudaTextureObject_t texture, float x, CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    T value;
    fetch_line(&value, find_texture(texture, texture_shape::line, file, line), x, 0);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex1D(T *value, cudaTextureObject_t texture, float x, CUDA_EMULATOR_CALLER) {
    *value = tex1D<T>(texture, x, file, line);
}

template <class T>
CUDA_EMULATOR_APART T tex2D(cudaTextureObject_t texture, float x, float y, CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    T value;
    fetch_plane(&value, find_texture(texture, texture_shape::plane, file, line), x, y, 0);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex2D(T *value, cudaTextureObject_t texture, float x, float y, CUDA_EMULATOR_CALLER) {
    *value = tex2D<T>(texture, x, y, file, line);
}

template <class T>
CUDA_EMULATOR_APART T tex3D(cudaTextureObject_t texture, float x, float y, float z,
                            CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    T value;
    fetch_at(&value, find_texture(texture, texture_shape::volume, file, line), 3, x, y, z, 0);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex3D(T *value, cudaTextureObject_t texture, float x, float y, float z, CUDA_EMULATOR_CALLER) {
    *value = tex3D<T>(texture, x, y, z, file, line);
}

template <class T>
CUDA_EMULATOR_APART T tex1DLayered(cudaTextureObject_t texture, float x, int layer,
                                   CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    const texture_state &t = find_texture(texture, texture_shape::lines, file, line);
    T value;
    fetch_line(&value, t, x, texture_layer(t, layer));
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex1DLayered(T *value, cudaTextureObject_t texture, float x, int layer, CUDA_EMULATOR_CALLER) {
    *value = tex1DLayered<T>(texture, x, layer, file, line);
}

template <class T>
CUDA_EMULATOR_APART T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer,
                                   CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    const texture_state &t = find_texture(texture, texture_shape::planes, file, line);
    T value;
    fetch_plane(&value, t, x, y, texture_layer(t, layer));
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex2DLayered(T *value, cudaTextureObject_t texture, float x, float y, int layer,
             CUDA_EMULATOR_CALLER) {
    *value = tex2DLayered<T>(texture, x, y, layer, file, line);
}

// The direction need not have a length of 1.
template <class T>
CUDA_EMULATOR_APART T texCubemap(cudaTextureObject_t texture, float x, float y, float z,
                                 CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    const texture_state &t = find_texture(texture, texture_shape::cube, file, line);
    const cube_place at = place_on_cube(x, y, z);
    T value;
    fetch_plane(&value, t, at.s, at.t, at.face);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
texCubemap(T *value, cudaTextureObject_t texture, float x, float y, float z, CUDA_EMULATOR_CALLER) {
    *value = texCubemap<T>(texture, x, y, z, file, line);
}

template <class T>
CUDA_EMULATOR_APART T texCubemapLayered(cudaTextureObject_t texture, float x, float y, float z,
                                        int layer, CUDA_EMULATOR_CALLER) {
    using namespace cuda_emulator;
    const texture_state &t = find_texture(texture, texture_shape::cubes, file, line);
    const cube_place at = place_on_cube(x, y, z);
    T value;
    fetch_plane(&value, t, at.s, at.t, CUBE_FACES * texture_layer(t, layer) + at.face);
    return value;
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
texCubemapLayered(T *value, cudaTextureObject_t texture, float x, float y, float z, int layer,
                  CUDA_EMULATOR_CALLER) {
    *value = texCubemapLayered<T>(texture, x, y, z, layer, file, line);
}

// There is one level of detail.
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex1DLod(T *value, cudaTextureObject_t texture, float x, float, CUDA_EMULATOR_CALLER) {
    tex1D(value, texture, x, file, line);
}
template <class T>
CUDA_EMULATOR_INLINE T tex1DLod(cudaTextureObject_t texture, float x, float, CUDA_EMULATOR_CALLER) {
    return tex1D<T>(texture, x, file, line);
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex2DLod(T *value, cudaTextureObject_t texture, float x, float y, float, CUDA_EMULATOR_CALLER) {
    tex2D(value, texture, x, y, file, line);
}
template <class T>
CUDA_EMULATOR_INLINE T tex2DLod(cudaTextureObject_t texture, float x, float y, float,
                                CUDA_EMULATOR_CALLER) {
    return tex2D<T>(texture, x, y, file, line);
}
template <class T>
CUDA_EMULATOR_INLINE typename cuda_emulator::texel_type<T>::allowed
tex3DLod(T *value, cudaTextureObject_t texture, float x, float y, float z, float,
         CUDA_EMULATOR_CALLER) {
    tex3D(value, texture, x, y, z, file, line);
}
template <class T>
CUDA_EMULATOR_INLINE T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float,
                                CUDA_EMULATOR_CALLER) {
    return tex3D<T>(texture, x, y, z, file, line);
}

// ---- surfaces ---------------------------------------------------------------------------------
//
// x is in bytes, y and z in rows and slices or layers. What is moved are the bytes of a T, whatever
// the format of the array.

namespace cuda_emulator {

// The types of 1 to 16 bytes that a surface can be accessed as.
template <class T> struct surface_type;
#define CUDA_EMULATOR_SURFACE_TYPE(T)                                                              \
    template <> struct surface_type<T> { using allowed = void; };
#define CUDA_EMULATOR_SURFACE_TYPES(scalar, name)                                                  \
    CUDA_EMULATOR_SURFACE_TYPE(scalar)                                                             \
    CUDA_EMULATOR_SURFACE_TYPE(name##1)                                                            \
    CUDA_EMULATOR_SURFACE_TYPE(name##2)
#define CUDA_EMULATOR_SURFACE_TYPES_4(scalar, name)                                                \
    CUDA_EMULATOR_SURFACE_TYPES(scalar, name)                                                      \
    CUDA_EMULATOR_SURFACE_TYPE(name##4)
CUDA_EMULATOR_SURFACE_TYPE(char)
CUDA_EMULATOR_SURFACE_TYPES_4(signed char, char)
CUDA_EMULATOR_SURFACE_TYPES_4(unsigned char, uchar)
CUDA_EMULATOR_SURFACE_TYPES_4(short, short)
CUDA_EMULATOR_SURFACE_TYPES_4(unsigned short, ushort)
CUDA_EMULATOR_SURFACE_TYPES_4(int, int)
CUDA_EMULATOR_SURFACE_TYPES_4(unsigned int, uint)
CUDA_EMULATOR_SURFACE_TYPES_4(float, float)
CUDA_EMULATOR_SURFACE_TYPES(long long, longlong)
CUDA_EMULATOR_SURFACE_TYPES(unsigned long long, ulonglong)
#undef CUDA_EMULATOR_SURFACE_TYPES_4
#undef CUDA_EMULATOR_SURFACE_TYPES
#undef CUDA_EMULATOR_SURFACE_TYPE

// Where `bytes` bytes of a surface are; null where an access has no effect.
CUDA_EMULATOR_APART char *surface_place(cudaSurfaceObject_t object, texture_shape shape, int x,
                                        int y, int z, int bytes, cudaSurfaceBoundaryMode mode,
                                        const char *file, int line) {
    const surface_state &s = surface_table[object % texture_slots];
    if (__builtin_expect(s.handle != object || s.shape != shape, 0))
        surface_fault(object, shape, file, line);
    if (__builtin_expect(x >= 0 && x <= s.row - bytes && x % bytes == 0 &&
                             static_cast<unsigned>(y) < static_cast<unsigned>(s.height) &&
                             static_cast<unsigned>(z) < static_cast<unsigned>(s.depth),
                         1))
        return s.data + static_cast<size_t>(z) * s.slice + y * s.row + x;
    return surface_beyond(s, x, y, z, bytes, mode, file, line);
}

template <class T> CUDA_EMULATOR_OBSERVED_INLINE void read_surface(T *value, const char *place) {
    if (place != nullptr)
        *value = *reinterpret_cast<const T *>(place);
    else
        *value = T{};
}

template <class T> CUDA_EMULATOR_OBSERVED_INLINE void write_surface(char *place, const T &value) {
    if (place != nullptr)
        *reinterpret_cast<T *>(place) = value;
}

} // namespace cuda_emulator

// The functions of one shape. What is in parentheses goes in as it is.
#define CUDA_EMULATOR_REMOVE_PARENTHESES(...) __VA_ARGS__
#define CUDA_EMULATOR_SURFACE(NAME, SHAPE, PARAMETERS, ARGUMENTS, PLACE)                           \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE typename cuda_emulator::surface_type<T>::allowed NAME##read(              \
        T *value, cudaSurfaceObject_t surface, CUDA_EMULATOR_REMOVE_PARENTHESES PARAMETERS,        \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, CUDA_EMULATOR_CALLER) {               \
        cuda_emulator::read_surface(                                                               \
            value, cuda_emulator::surface_place(surface, cuda_emulator::texture_shape::SHAPE,      \
                                                CUDA_EMULATOR_REMOVE_PARENTHESES PLACE,            \
                                                static_cast<int>(sizeof(T)), mode, file, line));   \
    }                                                                                              \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE T NAME##read(                                                             \
        cudaSurfaceObject_t surface, CUDA_EMULATOR_REMOVE_PARENTHESES PARAMETERS,                  \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, CUDA_EMULATOR_CALLER) {               \
        T value;                                                                                   \
        NAME##read(&value, surface, CUDA_EMULATOR_REMOVE_PARENTHESES ARGUMENTS, mode, file, line); \
        return value;                                                                              \
    }                                                                                              \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE typename cuda_emulator::surface_type<T>::allowed NAME##write(             \
        T value, cudaSurfaceObject_t surface, CUDA_EMULATOR_REMOVE_PARENTHESES PARAMETERS,         \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, CUDA_EMULATOR_CALLER) {               \
        cuda_emulator::write_surface(                                                              \
            cuda_emulator::surface_place(surface, cuda_emulator::texture_shape::SHAPE,             \
                                         CUDA_EMULATOR_REMOVE_PARENTHESES PLACE,                   \
                                         static_cast<int>(sizeof(T)), mode, file, line),           \
            value);                                                                                \
    }

CUDA_EMULATOR_SURFACE(surf1D, line, (int x), (x), (x, 0, 0))
CUDA_EMULATOR_SURFACE(surf2D, plane, (int x, int y), (x, y), (x, y, 0))
CUDA_EMULATOR_SURFACE(surf3D, volume, (int x, int y, int z), (x, y, z), (x, y, z))
CUDA_EMULATOR_SURFACE(surf1DLayered, lines, (int x, int layer), (x, layer), (x, 0, layer))
CUDA_EMULATOR_SURFACE(surf2DLayered, planes, (int x, int y, int layer), (x, y, layer),
                      (x, y, layer))
CUDA_EMULATOR_SURFACE(surfCubemap, cube, (int x, int y, int face), (x, y, face), (x, y, face))
CUDA_EMULATOR_SURFACE(surfCubemapLayered, cubes, (int x, int y, int layer_face), (x, y, layer_face),
                      (x, y, layer_face))

#undef CUDA_EMULATOR_SURFACE
#undef CUDA_EMULATOR_REMOVE_PARENTHESES
#undef CUDA_EMULATOR_CALLER

#endif
