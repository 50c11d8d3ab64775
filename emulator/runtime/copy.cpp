// copy.cpp: copies and memsets, in one, two and three dimensions and of symbols.
//
// All of them are done before they return. Before anything is touched, each side is checked
// against the registry: what begins in a range of it has to end there, and a side that the kind
// says is the device's has to be in one. A side that is the host's may be anything: addresses mean
// the same everywhere, so a GPU's driver too finds out itself where device memory is given. Plain
// host memory cannot be checked, and no driver could do so either.

#include "api_state.h"
#include "device.h"
#include "emulator/api_templates.h"
#include "memory.h"
#include "stream.h"

#include <cstring>
#include <initializer_list>

namespace cuda_emulator {

namespace {

// One side of a copy or the target of a memset: `depth` slices of `height` rows of `width` bytes,
// each row `pitch` bytes and each slice `slice` bytes after the last.
struct box {
    char *pointer;
    size_t width, height, depth;
    size_t pitch, slice;
};

box line(const void *pointer, size_t count) {
    return {static_cast<char *>(const_cast<void *>(pointer)), count, 1, 1, count, count};
}

box rectangle(const void *pointer, size_t pitch, size_t width, size_t height) {
    return {static_cast<char *>(const_cast<void *>(pointer)), width, height, 1, pitch, 0};
}

bool is_empty(const box &b) {
    return b.width == 0 || b.height == 0 || b.depth == 0;
}

// The bytes from the first to the last. False if no allocation can be that large.
bool extent_of(const box &b, size_t &bytes) {
    size_t rows = 0, slices = 0;
    return !__builtin_mul_overflow(b.pitch, b.height - 1, &rows) &&
           !__builtin_mul_overflow(b.slice, b.depth - 1, &slices) &&
           !__builtin_add_overflow(rows, slices, &bytes) &&
           !__builtin_add_overflow(bytes, b.width, &bytes);
}

enum class side { device, host, either }; // the latter two are not distinguished in a check

cudaError_t check_side(const box &b, side wanted) {
    size_t bytes = 0;
    if (b.pointer == nullptr || !extent_of(b, bytes)) {
        return cudaErrorInvalidValue;
    }
    const memory_place place = find_memory(b.pointer);
    const bool good = device_can_reach(place.kind) ? bytes <= place.left : wanted != side::device;
    return good ? cudaSuccess : cudaErrorInvalidValue;
}

bool sides_of(cudaMemcpyKind kind, side &to, side &from) {
    switch (kind) {
    case cudaMemcpyHostToHost:
        to = side::host;
        from = side::host;
        return true;
    case cudaMemcpyHostToDevice:
        to = side::device;
        from = side::host;
        return true;
    case cudaMemcpyDeviceToHost:
        to = side::host;
        from = side::device;
        return true;
    case cudaMemcpyDeviceToDevice:
        to = side::device;
        from = side::device;
        return true;
    case cudaMemcpyDefault:
        to = side::either;
        from = side::either;
        return true;
    }
    return false;
}

cudaError_t check_stream(cudaStream_t stream) {
    return stream_is_alive(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t copy(const box &to, const box &from, cudaMemcpyKind kind) {
    if (is_empty(to)) {
        return cudaSuccess;
    }
    side to_side = side::either, from_side = side::either;
    if (!sides_of(kind, to_side, from_side)) {
        return cudaErrorInvalidMemcpyDirection;
    }
    if (check_side(to, to_side) != cudaSuccess || check_side(from, from_side) != cudaSuccess) {
        return cudaErrorInvalidValue;
    }
    if (device_failed()) {
        return cudaSuccess; // it would come after the kernel that failed, so it never happens
    }
    for (size_t z = 0; z < to.depth; ++z) {
        for (size_t y = 0; y < to.height; ++y) {
            // Not memcpy: overlap is undefined on the device, not in this process.
            std::memmove(to.pointer + z * to.slice + y * to.pitch,
                         from.pointer + z * from.slice + y * from.pitch, to.width);
        }
    }
    return cudaSuccess;
}

cudaError_t copy_line(void *to, const void *from, size_t count, cudaMemcpyKind kind) {
    return copy(line(to, count), line(from, count), kind);
}

bool pitch_fits(size_t pitch, size_t width) {
    return width <= pitch && pitch <= max_pitch;
}

// A single row has no next one, but has to be shorter than the pitch all the same.
cudaError_t check_pitch(size_t pitch, size_t width, size_t height) {
    if (height == 1) {
        return width <= pitch ? cudaSuccess : cudaErrorInvalidValue;
    }
    return pitch_fits(pitch, width) ? cudaSuccess : cudaErrorInvalidPitchValue;
}

cudaError_t copy_rectangle(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, cudaMemcpyKind kind) {
    if (width == 0 || height == 0) {
        return cudaSuccess;
    }
    for (const size_t pitch : {to_pitch, from_pitch}) {
        const cudaError_t e = check_pitch(pitch, width, height);
        if (e != cudaSuccess) {
            return e;
        }
    }
    return copy(rectangle(to, to_pitch, width, height), rectangle(from, from_pitch, width, height),
                kind);
}

// The box of `extent` at `position` of `pitched`. False if it does not fit there.
bool box_in(const cudaPitchedPtr &pitched, const cudaPos &position, const cudaExtent &extent,
            box &result) {
    size_t slice = 0, offset = 0, skipped = 0;
    // Without several slices, nobody needs to know how many rows one has.
    const bool one_slice = extent.depth == 1 && position.z == 0;
    if (pitched.ptr == nullptr || position.x > pitched.pitch ||
        extent.width > pitched.pitch - position.x ||
        (!one_slice &&
         (position.y > pitched.ysize || extent.height > pitched.ysize - position.y)) ||
        __builtin_mul_overflow(pitched.pitch, pitched.ysize, &slice) ||
        __builtin_mul_overflow(slice, position.z, &offset) ||
        __builtin_mul_overflow(pitched.pitch, position.y, &skipped) ||
        __builtin_add_overflow(offset, skipped, &offset) ||
        __builtin_add_overflow(offset, position.x, &offset)) {
        return false;
    }
    result = {static_cast<char *>(pitched.ptr) + offset,
              extent.width,
              extent.height,
              extent.depth,
              pitched.pitch,
              slice};
    return true;
}

cudaError_t copy_box(const cudaMemcpy3DParms *p) {
    if (p == nullptr || p->srcArray != nullptr || p->dstArray != nullptr) {
        return cudaErrorInvalidValue; // there are no arrays
    }
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0) {
        return cudaSuccess;
    }
    box to{}, from{};
    if (!box_in(p->dstPtr, p->dstPos, p->extent, to) ||
        !box_in(p->srcPtr, p->srcPos, p->extent, from)) {
        return cudaErrorInvalidValue;
    }
    return copy(to, from, p->kind);
}

cudaError_t set(const box &to, int value) {
    if (is_empty(to)) {
        return cudaSuccess;
    }
    const cudaError_t e = check_side(to, side::device);
    if (e != cudaSuccess || device_failed()) {
        return e;
    }
    for (size_t z = 0; z < to.depth; ++z) {
        for (size_t y = 0; y < to.height; ++y) {
            std::memset(to.pointer + z * to.slice + y * to.pitch, value, to.width);
        }
    }
    return cudaSuccess;
}

cudaError_t set_rectangle(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    if (width != 0 && height > 1 && !pitch_fits(pitch, width)) {
        return cudaErrorInvalidValue;
    }
    return set(rectangle(pointer, pitch, width, height), value);
}

cudaError_t set_box(const cudaPitchedPtr &pitched, int value, const cudaExtent &extent) {
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        return cudaSuccess;
    }
    box to{};
    if (!box_in(pitched, cudaPos{}, extent, to)) {
        return cudaErrorInvalidValue;
    }
    return set(to, value);
}

// Whether the symbol has the bytes from `offset` to `offset` + `count`.
bool in_symbol(size_t size, size_t count, size_t offset) {
    return offset <= size && count <= size - offset;
}

// A symbol is a variable of the program, which copies to and from it reach whether or not it is in
// the registry. Only the other side has to be checked.
cudaError_t copy_symbol(const void *symbol, size_t size, void *other, size_t count, size_t offset,
                        cudaMemcpyKind kind, bool to_symbol) {
    side to = side::either, from = side::either;
    if (!sides_of(kind, to, from) || (to_symbol ? to : from) == side::host) {
        return cudaErrorInvalidMemcpyDirection;
    }
    if (symbol == nullptr) {
        return cudaErrorInvalidSymbol;
    }
    if (!in_symbol(size, count, offset)) {
        return cudaErrorInvalidValue;
    }
    if (count == 0) {
        return cudaSuccess;
    }
    const cudaError_t e = check_side(line(other, count), to_symbol ? from : to);
    if (e != cudaSuccess || device_failed()) {
        return e;
    }
    char *place = static_cast<char *>(const_cast<void *>(symbol)) + offset;
    std::memmove(to_symbol ? place : other, to_symbol ? other : place, count);
    return cudaSuccess;
}

// The size of a symbol that the registry knows. 0 if it does not.
size_t known_symbol_size(const void *symbol) {
    const memory_place place = find_memory(symbol);
    if (is_managed_variable(symbol)) {
        return place.left; // where this variable ends is not known
    }
    return place.kind == memory_kind::symbol && place.base == symbol ? place.size : 0;
}

cudaError_t check_devices(int a, int b) {
    return a == 0 && b == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

// The body of a call with a stream: `work` unless the stream is not alive.
template <class Work> cudaError_t on_stream(cudaStream_t stream, Work work) {
    const cudaError_t e = check_stream(stream);
    return e != cudaSuccess ? e : work();
}

} // namespace

cudaError_t copy_to_symbol(const void *symbol, size_t size, const void *from, size_t count,
                           size_t offset, cudaMemcpyKind kind) {
    return api_call("cudaMemcpyToSymbol", cudaErrorInvalidValue, [&] {
        return copy_symbol(symbol, size, const_cast<void *>(from), count, offset, kind, true);
    });
}

cudaError_t copy_to_symbol_async(const void *symbol, size_t size, const void *from, size_t count,
                                 size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpyToSymbolAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] {
            return copy_symbol(symbol, size, const_cast<void *>(from), count, offset, kind, true);
        });
    });
}

cudaError_t copy_from_symbol(void *to, const void *symbol, size_t size, size_t count, size_t offset,
                             cudaMemcpyKind kind) {
    return api_call("cudaMemcpyFromSymbol", cudaErrorInvalidValue,
                    [&] { return copy_symbol(symbol, size, to, count, offset, kind, false); });
}

cudaError_t copy_from_symbol_async(void *to, const void *symbol, size_t size, size_t count,
                                   size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpyFromSymbolAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream,
                         [&] { return copy_symbol(symbol, size, to, count, offset, kind, false); });
    });
}

cudaError_t symbol_address(void **pointer, const void *symbol, size_t size) {
    return api_call("cudaGetSymbolAddress", cudaErrorInvalidSymbol, call_kind::goes_on, [&] {
        if (pointer == nullptr) {
            return cudaErrorInvalidValue;
        }
        if (symbol == nullptr || size == 0) {
            return cudaErrorInvalidSymbol;
        }
        const cudaError_t e = register_symbol(symbol, size);
        if (e == cudaSuccess) {
            *pointer = const_cast<void *>(symbol);
        }
        return e;
    });
}

cudaError_t symbol_size(size_t *result, const void *symbol, size_t size) {
    return api_call("cudaGetSymbolSize", cudaErrorInvalidSymbol, call_kind::goes_on, [&] {
        if (result == nullptr) {
            return cudaErrorInvalidValue;
        }
        if (symbol == nullptr || size == 0) {
            return cudaErrorInvalidSymbol;
        }
        *result = size;
        return cudaSuccess;
    });
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpy", cudaErrorInvalidValue,
                    [&] { return copy_line(to, from, count, kind); });
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return api_call("cudaMemcpyAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] { return copy_line(to, from, count, kind); });
    });
}

cudaError_t cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t count) {
    return api_call("cudaMemcpyPeer", cudaErrorInvalidValue, [&] {
        const cudaError_t e = check_devices(toDevice, fromDevice);
        return e != cudaSuccess ? e : copy_line(to, from, count, cudaMemcpyDeviceToDevice);
    });
}

cudaError_t cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice,
                                size_t count, cudaStream_t stream) {
    return api_call("cudaMemcpyPeerAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] {
            const cudaError_t e = check_devices(toDevice, fromDevice);
            return e != cudaSuccess ? e : copy_line(to, from, count, cudaMemcpyDeviceToDevice);
        });
    });
}

cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpy2D", cudaErrorInvalidValue, [&] {
        return copy_rectangle(to, toPitch, from, fromPitch, width, height, kind);
    });
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return api_call("cudaMemcpy2DAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] {
            return copy_rectangle(to, toPitch, from, fromPitch, width, height, kind);
        });
    });
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    return api_call("cudaMemcpy3D", cudaErrorInvalidValue, [&] { return copy_box(p); });
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    return api_call("cudaMemcpy3DAsync", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return on_stream(stream, [&] { return copy_box(p); }); });
}

// A memset goes on while the device works, although its name does not say so.
cudaError_t cudaMemset(void *pointer, int value, size_t count) {
    return api_call("cudaMemset", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return set(line(pointer, count), value); });
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream) {
    return api_call("cudaMemsetAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] { return set(line(pointer, count), value); });
    });
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    return api_call("cudaMemset2D", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return set_rectangle(pointer, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return api_call("cudaMemset2DAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream,
                         [&] { return set_rectangle(pointer, pitch, value, width, height); });
    });
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent) {
    return api_call("cudaMemset3D", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return set_box(pitched, value, extent); });
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    return api_call("cudaMemset3DAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [&] { return set_box(pitched, value, extent); });
    });
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset,
                               enum cudaMemcpyKind kind) {
    const size_t size = known_symbol_size(symbol);
    return copy_to_symbol(size != 0 ? symbol : nullptr, size, from, count, offset, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    const size_t size = known_symbol_size(symbol);
    return copy_to_symbol_async(size != 0 ? symbol : nullptr, size, from, count, offset, kind,
                                stream);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind) {
    const size_t size = known_symbol_size(symbol);
    return copy_from_symbol(to, size != 0 ? symbol : nullptr, size, count, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    const size_t size = known_symbol_size(symbol);
    return copy_from_symbol_async(to, size != 0 ? symbol : nullptr, size, count, offset, kind,
                                  stream);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    const size_t size = known_symbol_size(symbol);
    return symbol_address(pointer, size != 0 ? symbol : nullptr, size);
}

cudaError_t cudaGetSymbolSize(size_t *result, const void *symbol) {
    const size_t size = known_symbol_size(symbol);
    return symbol_size(result, size != 0 ? symbol : nullptr, size);
}

} // extern "C"
