// texture_fetch.cpp: the part of texture fetches that is not inlined into kernels (see
// emulator/textures.h): all edges, all formats, linear filtering of any of them, and surface
// accesses beyond the edge.

#include "emulator/half.h"
#include "emulator/textures.h"
#include "scheduler.h"
#include "textures.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace cuda_emulator {

namespace {

using math::bit_cast;

template <class E> E load(const char *place) {
    E value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

// One channel as a register.
unsigned read_channel(const texture_state &t, const char *place) {
    switch (t.kind) {
    case texel_kind::s8: {
        const int v = load<signed char>(place);
        return t.unit_range ? bit_cast<unsigned>(std::max(static_cast<float>(v) / 127, -1.0f))
                            : static_cast<unsigned>(v);
    }
    case texel_kind::u8: {
        const unsigned v = load<unsigned char>(place);
        return t.unit_range ? bit_cast<unsigned>(static_cast<float>(v) / 255) : v;
    }
    case texel_kind::s16: {
        const int v = load<short>(place);
        return t.unit_range ? bit_cast<unsigned>(std::max(static_cast<float>(v) / 32767, -1.0f))
                            : static_cast<unsigned>(v);
    }
    case texel_kind::u16: {
        const unsigned v = load<unsigned short>(place);
        return t.unit_range ? bit_cast<unsigned>(static_cast<float>(v) / 65535) : v;
    }
    case texel_kind::f16:
        return bit_cast<unsigned>(math::widened(math::half_format(), load<unsigned short>(place)));
    case texel_kind::s32:
    case texel_kind::u32:
    case texel_kind::f32:
        break;
    }
    return load<unsigned>(place);
}

// Where a normalised coordinate is within the texture, from 0 to 1, for edges that repeat it, and
// whether the texture is mirrored there. An infinite coordinate gives NaN.
struct repetition {
    double place;
    bool mirrored;
};
repetition repeated(texture_edge edge, float x) {
    if (!(std::fabs(x) < 0x1p31f))
        return {x - x, false}; // all floats of this size are even numbers
    // floor() is a call of a library on processors that have no instruction for it.
    int whole = static_cast<int>(x);
    whole -= static_cast<float>(whole) > x;
    return {static_cast<double>(x) - whole, edge == texture_edge::mirror && whole % 2 != 0};
}

// NaN, and what is too small for a normal float, count as 0.
float flushed(float x) {
    return std::fabs(x) >= FLT_MIN ? x : 0;
}

// A texel beyond the edge of one that repeats is another.
int texel_of_repeated(const texture_axis &axis, int i) {
    if (i >= 0 && i < axis.size)
        return i;
    const bool low = i < 0;
    return (axis.edge == texture_edge::wrap) == low ? axis.size - 1 : 0;
}

int within(const texture_axis &axis, int i) {
    return i >= 0 && i < axis.size ? i : -1;
}

// One channel of a texel (or of the border) that is read as 0 to 1, or -1 to 1: 65535 or 32767
// times that, and so -33025 for the byte -128.
int read_in_16_bits(const texture_state &t, const char *place, unsigned border) {
    const bool is_signed = t.kind == texel_kind::s8 || t.kind == texel_kind::s16;
    if (place == nullptr)
        return static_cast<int>(
            std::lround(bit_cast<float>(border) * (is_signed ? 32767.0 : 65535.0)));
    switch (t.kind) {
    case texel_kind::s8:
        return static_cast<int>(std::lround(load<signed char>(place) * (32767.0 / 127)));
    case texel_kind::u8:
        return load<unsigned char>(place) * 257;
    case texel_kind::s16:
        return load<short>(place);
    default:
        return load<unsigned short>(place);
    }
}

const char *texel_at(const texture_state &t, int i, int j, int slice) {
    return t.data + static_cast<size_t>(slice) * t.slice + static_cast<size_t>(j) * t.row +
           static_cast<size_t>(i) * t.texel_bytes;
}

// What a cube has beyond the edge of a face, at column i and row j of its slice: the texel of the
// neighbour. The direction of its centre, were the face larger, leads there.
const char *texel_of_neighbour(const texture_state &t, int i, int j, int slice) {
    const float u = (2 * static_cast<float>(i) + 1) / t.axes[0].extent - 1,
                v = (2 * static_cast<float>(j) + 1) / t.axes[1].extent - 1;
    const float directions[CUBE_FACES][3] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v},
                                             {u, -1, -v}, {u, -v, 1},  {-u, -v, -1}};
    const int face = slice % CUBE_FACES;
    const cube_place at =
        place_on_cube(directions[face][0], directions[face][1], directions[face][2]);
    const auto texel = [](const texture_axis &axis, float place) {
        return std::min(static_cast<int>(place * axis.extent), axis.size - 1);
    };
    return texel_at(t, texel(t.axes[0], at.s), texel(t.axes[1], at.t), slice - face + at.face);
}

// The texels that stand for one corner of a linear fetch on a seamless cubemap, of which i or j, or
// both, are -1 because they lie beyond the edge: on its far side where the corner is the second of
// the two texels. Where three faces meet there is no fourth texel, and the three share its weight.
int texels_beyond(const texture_state &t, int i, int j, int corner, int slice,
                  const char *texels[3]) {
    const int beyond_i = (corner & 1) != 0 ? t.axes[0].size : -1,
              beyond_j = (corner & 2) != 0 ? t.axes[1].size : -1;
    if (i >= 0 || j >= 0) {
        texels[0] = texel_of_neighbour(t, i < 0 ? beyond_i : i, j < 0 ? beyond_j : j, slice);
        return 1;
    }
    const int last_i = beyond_i < 0 ? 0 : beyond_i - 1, last_j = beyond_j < 0 ? 0 : beyond_j - 1;
    texels[0] = texel_at(t, last_i, last_j, slice);
    texels[1] = texel_of_neighbour(t, beyond_i, last_j, slice);
    texels[2] = texel_of_neighbour(t, last_i, beyond_j, slice);
    return 3;
}

} // namespace

int nearest_texel(const texture_axis &axis, float x) {
    x = flushed(x);
    switch (axis.edge) {
    case texture_edge::clamp:
        return nearest(axis, x);
    case texture_edge::border: {
        const float u = x * axis.scale;
        return u >= 0 && u < axis.extent ? static_cast<int>(u) : -1;
    }
    case texture_edge::wrap:
    case texture_edge::mirror:
        break;
    }
    const repetition at = repeated(axis.edge, x);
    const double u = at.place * axis.size;
    const int i = u >= 0 ? std::min(static_cast<int>(u), axis.size - 1) : 0;
    return at.mirrored ? axis.size - 1 - i : i;
}

linear_texels_result linear_texels(const texture_axis &axis, float x) {
    if (axis.edge == texture_edge::clamp)
        return between(axis, x);
    const bool repeats = axis.edge != texture_edge::border;
    x = flushed(x);
    double u = static_cast<double>(x) * axis.scale;
    if (repeats) {
        const repetition at = repeated(axis.edge, x);
        u = (at.mirrored ? 1 - at.place : at.place) * axis.size;
    }
    u -= 0.5;
    u = u == u ? u : -0.5;                            // infinity, repeated
    u = std::min(std::max(u, -2.0), axis.size + 1.0); // so far out, both texels are
    const int fixed = static_cast<int>((u + 2) * 256 + fraction_rounding) - 512;
    const int first = fixed >> 8;
    return repeats
               ? linear_texels_result{texel_of_repeated(axis, first),
                                      texel_of_repeated(axis, first + 1), fixed & 255}
               : linear_texels_result{within(axis, first), within(axis, first + 1), fixed & 255};
}

// The table of the CUDA Programming Guide, which leaves open which of two equal coordinates
// decides: here z before y, and y before x.
cube_place place_on_cube(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    const auto on = [](int face, float m, float s, float t) {
        return cube_place{face, (s / m + 1) / 2, (t / m + 1) / 2};
    };
    if (az >= ax && az >= ay)
        return z >= 0 ? on(4, az, x, -y) : on(5, az, -x, -y);
    if (ay >= ax)
        return y >= 0 ? on(2, ay, x, z) : on(3, ay, x, -z);
    return x >= 0 ? on(0, ax, -z, -y) : on(1, ax, z, -y);
}

void read_any_texel(const texture_state &t, const char *texel, unsigned registers[4]) {
    for (int c = 0; c < 4; ++c) {
        registers[c] = c >= t.channels    ? 0
                       : texel == nullptr ? t.border[c]
                                          : read_channel(t, texel + c * t.channel_bytes);
    }
}

// As the hardware does it, too:
//
// - Integers that are read as 0 to 1 are mixed as numbers of 16 bits, and so is the result.
// - A line is a plane of one row, of which y is 0: half way from what is before that row. Only with
// a
//   border in the second dimension does that show: half of the result is the border.
// - A texel whose weight is 0 does not matter, though it be NaN.
void fetch_linear(const texture_state &t, int dimensions, float x, float y, float z, int layer,
                  unsigned registers[4], [[maybe_unused]] void *place) {
    if (t.shape == texture_shape::line && t.axes[1].edge == texture_edge::border)
        dimensions = 2;
    const float coordinates[3] = {x, y, z};
    linear_texels_result at[3] = {{0, 0, 0}, {0, 0, 0}, {layer, layer, 0}};
    for (int d = 0; d < dimensions; ++d)
        at[d] = between(t.axes[d], coordinates[d]);
    const int weight_bits = 8 * dimensions;
    float sums[4] = {-0.0f, -0.0f, -0.0f, -0.0f}; // -0 is what changes no number by being added
    long long integer_sums[4] = {0, 0, 0, 0};
    for (int corner = 0; corner < 1 << dimensions; ++corner) {
        int weight = 1, index[3] = {0, 0, layer};
        for (int d = 0; d < dimensions; ++d) {
            const bool second = (corner >> d & 1) != 0;
            index[d] = second ? at[d].second : at[d].first;
            weight *= second ? at[d].fraction : 256 - at[d].fraction;
        }
        if (weight == 0)
            continue;
        const bool outside = (index[0] | index[1] | index[2]) < 0;
        const char *texels[3] = {nullptr, nullptr, nullptr};
        int count = 1; // of the texels that share the weight
        if (!outside)
            texels[0] = texel_at(t, index[0], index[1], index[2]);
        else if (t.seamless)
            count = texels_beyond(t, index[0], index[1], corner, layer, texels);
        if constexpr (checked)
            for (const char *texel : texels)
                if (texel != nullptr)
                    tell_read(texel, t.texel_bytes, place);
        for (int c = 0; c < t.channels; ++c) {
            int integer = 0;
            float value = -0.0f;
            for (int n = 0; n < count; ++n) {
                const char *channel =
                    texels[n] == nullptr ? nullptr : texels[n] + c * t.channel_bytes;
                if (t.unit_range)
                    integer += read_in_16_bits(t, channel, t.border[c]);
                else
                    value += bit_cast<float>(channel == nullptr ? t.border[c]
                                                                : read_channel(t, channel));
            }
            if (count > 1)
                value /= static_cast<float>(count);
            if (t.unit_range)
                integer_sums[c] += static_cast<long long>(weight) * integer / count;
            else
                sums[c] += std::ldexp(static_cast<float>(weight), -weight_bits) * value;
        }
    }
    const bool is_signed = t.kind == texel_kind::s8 || t.kind == texel_kind::s16;
    for (int c = 0; c < 4; ++c) {
        if (c >= t.channels) {
            registers[c] = 0;
        } else if (t.unit_range) {
            const int sum = static_cast<int>((integer_sums[c] + (1 << (weight_bits - 1))) >>
                                             weight_bits); // halves up
            registers[c] =
                bit_cast<unsigned>(is_signed ? static_cast<float>(std::max(sum, -32767)) / 32767
                                             : static_cast<float>(sum) / 65535);
        } else {
            registers[c] = bit_cast<unsigned>(sums[c]);
        }
    }
}

} // namespace cuda_emulator
