// copy.cpp: copies and memsets, in one, two and three dimensions and of symbols.
//
// All of them are done before they return. Before anything is touched, each side is checked
// against the registry: what begins in a range of it has to end there, and a side that the kind
// says is the device's has to be in one. A side that is the host's may be anything: addresses mean
// the same everywhere, so a GPU's driver too finds out itself where device memory is given. Plain
// host memory cannot be checked, and no driver could do so either.

#include "api_state.h"
#include "arrays.h"
#include "device.h"
#include "emulator/api_templates.h"
#include "graph.h"
#include "memory.h"
#include "names.h"
#include "observer.h"
#include "stream.h"
#include "variables_of_devices.h"

#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

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

// One side of a copy, or what a memset sets.
struct found_side {
    const char *name; // for people
    side wanted;
    const void *pointer = nullptr;
    size_t bytes = 0;
    memory_place place = {memory_kind::plain, 0, nullptr, 0, 0, cudaInvalidDeviceId};
};

// Whether it may be used so.
bool look_up(const box &b, found_side &s) {
    s.pointer = b.pointer;
    if (b.pointer == nullptr || !extent_of(b, s.bytes))
        return false;
    s.place = find_memory(b.pointer);
    return device_can_reach(s.place.kind) ? s.bytes <= s.place.left : s.wanted != side::device;
}

bool is_said_to_be_host(const found_side &s) {
    return s.wanted == side::host && s.place.kind != memory_kind::plain &&
           !host_can_reach(s.place.kind);
}

// What both may use is whose the kind says.
const char *whose(const found_side &s) {
    const bool both = device_can_reach(s.place.kind) && host_can_reach(s.place.kind);
    return (both ? s.wanted == side::device : device_can_reach(s.place.kind)) ? "Device" : "Host";
}

// What is wrong with this side, and what to write. Without a kind it is a memset.
wrong_copy explain(const found_side &s, const found_side &to, const found_side &from,
                   const char *kind) {
    wrong_copy wrong = {s.name, s.pointer, s.bytes, s.place, {}, {}};
    const bool is_target = &s == &to;
    if (s.pointer == nullptr) {
        wrong.why = std::string(s.name) + " is a null pointer";
        return wrong;
    }
    if (device_can_reach(s.place.kind) && s.bytes > s.place.left) {
        wrong.why = counted(s.bytes, "byte") + ", and " + s.name + " has only " +
                    std::to_string(s.place.left);
        return wrong;
    }
    if (const named_variable variable = find_device_variable(s.pointer); variable.name != "") {
        wrong.why = std::string(s.name) + " is " + variable.name + ", a " +
                    (variable.constant ? "__constant__" : "__device__") +
                    " variable, whose address on the device the host does not know";
        wrong.write = is_target ? "cudaMemcpyToSymbol(" + variable.name + ", ...)"
                                : "cudaMemcpyFromSymbol(..., " + variable.name + ", ...)";
        return wrong;
    }
    const std::string wanted = s.wanted == side::device ? "device" : "host";
    const bool nowhere = to.place.kind == memory_kind::plain && // on the device
                         from.place.kind == memory_kind::plain;
    const std::string is = s.wanted == side::host ? "the device's"
                           : nowhere              ? "the host's, or freed"
                                                  : "the host's";
    if (kind == nullptr) {
        wrong.why = std::string(s.name) + " is " + is;
        return wrong;
    }
    wrong.why =
        std::string(kind) + " says that " + s.name + " is the " + wanted + "'s, and it is " + is;
    if (!nowhere)
        wrong.write = std::string("cudaMemcpy") + whose(from) + "To" + whose(to);
    return wrong;
}

cudaError_t refuse(const wrong_copy &wrong) {
    call_is_refused(wrong.why + (wrong.write.empty() ? "" : ": write " + wrong.write));
    notify(&observer::copy_refused, wrong);
    return cudaErrorInvalidValue;
}

const char *name_of(cudaMemcpyKind kind) {
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                        "cudaMemcpyDefault"};
    return names[kind];
}

// Whether a copy of that kind between these sides is done, of which `good` says so already.
cudaError_t check_kind(const found_side &to, bool good_to, const found_side &from, bool good_from,
                       cudaMemcpyKind kind) {
    if (!good_to || !good_from)
        return refuse(explain(good_to ? from : to, to, from, name_of(kind)));
    if (observed && (is_said_to_be_host(to) || is_said_to_be_host(from)))
        notify(&observer::wrong_kind,
               explain(is_said_to_be_host(to) ? to : from, to, from, name_of(kind)));
    return cudaSuccess;
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

// The stream of the asynchronous copy that this thread makes; no copy is, if null.
thread_local const cudaStream_t *asynchronous_in = nullptr;

copy_side side_of(const box &b, memory_kind kind) {
    copy_side result = {kind, {}};
    for (size_t z = 0; z < b.depth; ++z) {
        result.parts.push_back(
            {reinterpret_cast<uintptr_t>(b.pointer) + z * b.slice, b.width, b.height, b.pitch});
    }
    return result;
}

copy_side side_of(const box &b) {
    return side_of(b, find_memory(b.pointer).kind);
}

void tell_copy(const copy_side &to, const copy_side &from) {
    const bool asynchronous = asynchronous_in != nullptr;
    notify(&observer::copy_issued,
           copy_info{to, from, asynchronous ? *asynchronous_in : nullptr, asynchronous});
}

cudaError_t copy(const box &to, const box &from, cudaMemcpyKind kind) {
    if (is_empty(to))
        return cudaSuccess;
    side to_side = side::either, from_side = side::either;
    if (!sides_of(kind, to_side, from_side))
        return cudaErrorInvalidMemcpyDirection;
    found_side found_to = {"the destination", to_side}, found_from = {"the source", from_side};
    const bool good_to = look_up(to, found_to), good_from = look_up(from, found_from);
    const cudaError_t e = check_kind(found_to, good_to, found_from, good_from, kind);
    if (e != cudaSuccess)
        return e;
    if (device_failed())
        return cudaSuccess; // it would come after the kernel that failed, so it never happens
    if (observed)
        tell_copy(side_of(to), side_of(from));
    std::optional<variables_in_place> variables;
    if (found_to.place.kind == memory_kind::symbol || found_from.place.kind == memory_kind::symbol)
        variables.emplace(current_device());
    for (size_t z = 0; z < to.depth; ++z) {
        for (size_t y = 0; y < to.height; ++y) {
            // Not memcpy: overlap is undefined on the device, not in this process.
            std::memmove(to.pointer + z * to.slice + y * to.pitch,
                         from.pointer + z * from.slice + y * from.pitch, to.width);
            notify(&observer::copied, to.pointer + z * to.slice + y * to.pitch,
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
    if (height == 1)
        return width <= pitch ? cudaSuccess : cudaErrorInvalidValue;
    return pitch_fits(pitch, width) ? cudaSuccess : cudaErrorInvalidPitchValue;
}

cudaError_t copy_rectangle(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, cudaMemcpyKind kind) {
    if (width == 0 || height == 0)
        return cudaSuccess;
    for (const size_t pitch : {to_pitch, from_pitch}) {
        const cudaError_t e = check_pitch(pitch, width, height);
        if (e != cudaSuccess)
            return e;
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
        __builtin_add_overflow(offset, position.x, &offset))
        return false;
    result = {static_cast<char *>(pitched.ptr) + offset,
              extent.width,
              extent.height,
              extent.depth,
              pitched.pitch,
              slice};
    return true;
}

// The box of `extent` at `position` of an array, both with bytes for elements. False if it does not
// fit there, or cuts elements apart.
bool box_of_array(const array_info &array, const cudaPos &position, const cudaExtent &extent,
                  box &result) {
    const auto fits = [](size_t from, size_t count, size_t size) {
        return from <= size && count <= size - from;
    };
    if (!fits(position.x, extent.width, array.row_bytes()) ||
        !fits(position.y, extent.height, array.height) ||
        !fits(position.z, extent.depth, array.depth) || position.x % array.element_bytes != 0 ||
        extent.width % array.element_bytes != 0)
        return false;
    result = {array.data + position.z * array.slice_bytes() + position.y * array.row_bytes() +
                  position.x,
              extent.width,
              extent.height,
              extent.depth,
              array.row_bytes(),
              array.slice_bytes()};
    return true;
}

// What the kind of a copy says of a side that is an array.
bool may_be_array(side s) {
    return s != side::host;
}

// One side of a copy of a box, whose extent is in bytes. The position is in elements if it is an
// array, in bytes if not. False if the box is not there.
bool find_side(const array_info *array, const cudaPitchedPtr &pitched, cudaPos position,
               const cudaExtent &extent, box &result) {
    if (array == nullptr)
        return box_in(pitched, position, extent, result);
    if (__builtin_mul_overflow(position.x, array->element_bytes, &position.x))
        return false;
    return box_of_array(*array, position, extent, result);
}

cudaError_t copy_box(const cudaMemcpy3DParms *p) {
    if (p == nullptr)
        return cudaErrorInvalidValue;
    // Each side is an array or a pointer.
    if ((p->srcArray != nullptr && p->srcPtr.ptr != nullptr) ||
        (p->dstArray != nullptr && p->dstPtr.ptr != nullptr))
        return cudaErrorInvalidValue;
    array_info arrays[2];
    const array_info *to_array = nullptr, *from_array = nullptr;
    cudaExtent extent = p->extent;
    if (p->dstArray != nullptr) {
        const cudaError_t e = find_array(p->dstArray, arrays[0]);
        if (e != cudaSuccess)
            return e;
        to_array = &arrays[0];
    }
    if (p->srcArray != nullptr) {
        const cudaError_t e = find_array(p->srcArray, arrays[1]);
        if (e != cudaSuccess)
            return e;
        from_array = &arrays[1];
    }
    // The extent counts the elements of an array if there is one, and bytes if not.
    const array_info *const any = to_array != nullptr ? to_array : from_array;
    side to_side = side::either, from_side = side::either;
    if (any != nullptr && (!sides_of(p->kind, to_side, from_side) ||
                           (to_array != nullptr && !may_be_array(to_side)) ||
                           (from_array != nullptr && !may_be_array(from_side))))
        return cudaErrorInvalidMemcpyDirection;
    if (any != nullptr && __builtin_mul_overflow(extent.width, any->element_bytes, &extent.width))
        return cudaErrorInvalidValue;
    if (to_array != nullptr && from_array != nullptr &&
        to_array->element_bytes != from_array->element_bytes)
        return cudaErrorInvalidValue;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return cudaSuccess;
    box to{}, from{};
    if (!find_side(to_array, p->dstPtr, p->dstPos, extent, to) ||
        !find_side(from_array, p->srcPtr, p->srcPos, extent, from))
        return cudaErrorInvalidValue;
    return copy(to, from, p->kind);
}

// A copy between a rectangle of an array, in bytes and rows, and memory.
cudaError_t copy_array_rectangle(cudaArray_const_t handle, size_t x, size_t y, const void *other,
                                 size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                 bool to_array) {
    side to = side::either, from = side::either;
    if (!sides_of(kind, to, from) || !may_be_array(to_array ? to : from))
        return cudaErrorInvalidMemcpyDirection;
    array_info array{};
    cudaError_t e = find_array(handle, array);
    if (e != cudaSuccess)
        return e;
    if (width == 0 || height == 0)
        return cudaSuccess;
    e = check_pitch(pitch, width, height);
    if (e != cudaSuccess)
        return e;
    box inside{};
    if (!box_of_array(array, make_cudaPos(x, y, 0), make_cudaExtent(width, height, 1), inside))
        return cudaErrorInvalidValue;
    const box outside = rectangle(other, pitch, width, height);
    return to_array ? copy(inside, outside, kind) : copy(outside, inside, kind);
}

cudaError_t copy_between_arrays(cudaArray_const_t to_handle, size_t to_x, size_t to_y,
                                cudaArray_const_t from_handle, size_t from_x, size_t from_y,
                                size_t width, size_t height, cudaMemcpyKind kind) {
    side to_side = side::either, from_side = side::either;
    if (!sides_of(kind, to_side, from_side) || !may_be_array(to_side) || !may_be_array(from_side))
        return cudaErrorInvalidMemcpyDirection;
    array_info to_array{}, from_array{};
    cudaError_t e = find_array(to_handle, to_array);
    if (e == cudaSuccess)
        e = find_array(from_handle, from_array);
    if (e != cudaSuccess)
        return e;
    if (width == 0 || height == 0)
        return cudaSuccess;
    const cudaExtent extent = make_cudaExtent(width, height, 1);
    box to{}, from{};
    if (!box_of_array(to_array, make_cudaPos(to_x, to_y, 0), extent, to) ||
        !box_of_array(from_array, make_cudaPos(from_x, from_y, 0), extent, from))
        return cudaErrorInvalidValue;
    return copy(to, from, kind);
}

// `count` bytes of an array from a place on, row after row.
cudaError_t run_of_array(cudaArray_const_t handle, size_t x, size_t y, size_t count, box &result) {
    array_info array{};
    const cudaError_t e = find_array(handle, array);
    if (e != cudaSuccess)
        return e;
    const size_t size = array.slice_bytes();
    size_t first = 0;
    if (x > array.row_bytes() || y >= array.height || x % array.element_bytes != 0 ||
        count % array.element_bytes != 0 || (first = y * array.row_bytes() + x) > size ||
        count > size - first)
        return cudaErrorInvalidValue;
    result = line(array.data + first, count);
    return cudaSuccess;
}

cudaError_t copy_array_line(cudaArray_const_t handle, size_t x, size_t y, const void *other,
                            size_t count, cudaMemcpyKind kind, bool to_array) {
    side to = side::either, from = side::either;
    if (!sides_of(kind, to, from) || !may_be_array(to_array ? to : from))
        return cudaErrorInvalidMemcpyDirection;
    box inside{};
    const cudaError_t e = run_of_array(handle, x, y, count, inside);
    if (e != cudaSuccess)
        return e;
    const box outside = line(other, count);
    return to_array ? copy(inside, outside, kind) : copy(outside, inside, kind);
}

cudaError_t set(const box &to, int value) {
    if (is_empty(to))
        return cudaSuccess;
    found_side target = {"the memory", side::device};
    if (!look_up(to, target))
        return refuse(explain(target, target, target, nullptr));
    if (device_failed())
        return cudaSuccess;
    if (observed)
        tell_copy(side_of(to), {});
    std::optional<variables_in_place> variables;
    if (target.place.kind == memory_kind::symbol)
        variables.emplace(current_device());
    for (size_t z = 0; z < to.depth; ++z) {
        for (size_t y = 0; y < to.height; ++y) {
            std::memset(to.pointer + z * to.slice + y * to.pitch, value, to.width);
            notify(&observer::written, to.pointer + z * to.slice + y * to.pitch, to.width);
        }
    }
    return cudaSuccess;
}

// A memset is the work of a device, that of its stream, and unlike a copy needs access to the
// memory; else the driver refuses it, as seen on two H200s.
cudaError_t check_whose(const void *pointer, cudaStream_t stream) {
    const cudaError_t e = check_stream(stream);
    const int device = device_of(stream);
    const memory_place place = find_memory(pointer);
    if (e != cudaSuccess || device_can_use(place, device))
        return e;
    if constexpr (observed)
        notify(&observer::devices_mixed, "it is the work of device " + std::to_string(device) +
                                             ", and the memory that of device " +
                                             std::to_string(place.device) +
                                             ", without peer access");
    return cudaErrorInvalidValue;
}

cudaError_t set_rectangle(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    if (width != 0 && height > 1 && !pitch_fits(pitch, width))
        return cudaErrorInvalidValue;
    return set(rectangle(pointer, pitch, width, height), value);
}

cudaError_t set_box(const cudaPitchedPtr &pitched, int value, const cudaExtent &extent) {
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return cudaSuccess;
    box to{};
    if (!box_in(pitched, cudaPos{}, extent, to))
        return cudaErrorInvalidValue;
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
    if (!sides_of(kind, to, from) || (to_symbol ? to : from) == side::host)
        return cudaErrorInvalidMemcpyDirection;
    if (symbol == nullptr)
        return cudaErrorInvalidSymbol;
    if (!in_symbol(size, count, offset))
        return cudaErrorInvalidValue;
    if (count == 0)
        return cudaSuccess;
    found_side found_to = {"the destination", to}, found_from = {"the source", from};
    (to_symbol ? found_to : found_from).place.kind = memory_kind::symbol;
    const bool good = look_up(line(other, count), to_symbol ? found_from : found_to);
    const cudaError_t e =
        check_kind(found_to, to_symbol || good, found_from, !to_symbol || good, kind);
    if (e != cudaSuccess || device_failed())
        return e;
    char *place = static_cast<char *>(const_cast<void *>(symbol)) + offset;
    if (observed) {
        const copy_side of_symbol =
            side_of(line(place, count),
                    is_managed_variable(symbol) ? memory_kind::managed : memory_kind::symbol);
        const copy_side of_other = side_of(line(other, count));
        tell_copy(to_symbol ? of_symbol : of_other, to_symbol ? of_other : of_symbol);
    }
    const variables_in_place variables(current_device());
    std::memmove(to_symbol ? place : other, to_symbol ? other : place, count);
    if (!to_symbol)
        notify(&observer::written, other, count);
    return cudaSuccess;
}

// The size of a symbol that the registry knows. 0 if it does not.
size_t known_symbol_size(const void *symbol) {
    const memory_place place = find_memory(symbol);
    if (is_managed_variable(symbol))
        return place.left; // where this variable ends is not known
    return place.kind == memory_kind::symbol && place.base == symbol ? place.size : 0;
}

cudaError_t check_devices(int a, int b) {
    return device_exists(a) && device_exists(b) ? cudaSuccess : cudaErrorInvalidDevice;
}

// The body of a call with a stream: `work` unless the stream is not alive.
template <class Work> cudaError_t do_in_stream(cudaStream_t stream, Work work) {
    if constexpr (observed)
        asynchronous_in = &stream;
    const cudaError_t result = work();
    if constexpr (observed)
        asynchronous_in = nullptr;
    return result;
}

// `work` may be done later, and more than once.
template <class Work>
cudaError_t on_stream(cudaStream_t stream, Work work,
                      cudaGraphNodeType type = cudaGraphNodeTypeMemcpy) {
    const cudaError_t e = check_stream(stream);
    if (e != cudaSuccess)
        return e;
    cudaError_t captured = cudaSuccess;
    const auto later = [work](cudaStream_t s) { return do_in_stream(s, work); };
    if (capture(stream, type, later, captured))
        return captured;
    return do_in_stream(stream, work);
}

// A memset goes on while the device works, although its name does not say so.
template <class Body>
cudaError_t memset_call(const char *name, const void *pointer, cudaStream_t stream, Body body) {
    return api_call(name, cudaErrorInvalidValue, call_kind::goes_on, [&] {
        const cudaError_t e = check_whose(pointer, stream);
        return e != cudaSuccess ? e : body();
    });
}

} // namespace

cudaError_t copy_in_stream(cudaStream_t stream, const cudaMemcpy3DParms &copy) {
    return do_in_stream(stream, [&] { return copy_box(&copy); });
}

cudaError_t copy_in_stream(cudaStream_t stream, void *to, const void *from, size_t bytes,
                           cudaMemcpyKind kind) {
    return do_in_stream(stream, [&] { return copy_line(to, from, bytes, kind); });
}

cudaError_t set_in_stream(cudaStream_t stream, const cudaMemsetParams &params) {
    return do_in_stream(stream, [&] {
        const size_t width = params.width * params.elementSize;
        const size_t pitch = params.height > 1 ? params.pitch : width;
        if (params.elementSize == 1)
            return set_rectangle(params.dst, pitch, static_cast<int>(params.value), width,
                                 params.height);
        // Numbers of several bytes: a row of them, and copies of it.
        std::vector<char> row(width);
        for (size_t i = 0; i < width; ++i)
            row[i] = static_cast<char>(params.value >> 8 * (i % params.elementSize));
        for (size_t y = 0; y < params.height; ++y) {
            const cudaError_t e = copy_line(static_cast<char *>(params.dst) + y * pitch, row.data(),
                                            width, cudaMemcpyHostToDevice);
            if (e != cudaSuccess)
                return e;
        }
        return cudaSuccess;
    });
}

cudaError_t copy_to_symbol(const void *symbol, size_t size, const void *from, size_t count,
                           size_t offset, cudaMemcpyKind kind) {
    return api_call("cudaMemcpyToSymbol", cudaErrorInvalidValue, [&] {
        return copy_symbol(symbol, size, const_cast<void *>(from), count, offset, kind, true);
    });
}

cudaError_t copy_to_symbol_async(const void *symbol, size_t size, const void *from, size_t count,
                                 size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpyToSymbolAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [=] {
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
                         [=] { return copy_symbol(symbol, size, to, count, offset, kind, false); });
    });
}

cudaError_t symbol_address(void **pointer, const void *symbol, size_t size) {
    return api_call("cudaGetSymbolAddress", cudaErrorInvalidSymbol, call_kind::goes_on, [&] {
        if (pointer == nullptr)
            return cudaErrorInvalidValue;
        if (symbol == nullptr || size == 0)
            return cudaErrorInvalidSymbol;
        const cudaError_t e = register_symbol(symbol, size);
        if (e == cudaSuccess)
            *pointer = const_cast<void *>(symbol);
        return e;
    });
}

cudaError_t symbol_size(size_t *result, const void *symbol, size_t size) {
    return api_call("cudaGetSymbolSize", cudaErrorInvalidSymbol, call_kind::goes_on, [&] {
        if (result == nullptr)
            return cudaErrorInvalidValue;
        if (symbol == nullptr || size == 0)
            return cudaErrorInvalidSymbol;
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
        return on_stream(stream, [=] { return copy_line(to, from, count, kind); });
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
        return on_stream(stream, [=] {
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
        return on_stream(stream, [=] {
            return copy_rectangle(to, toPitch, from, fromPitch, width, height, kind);
        });
    });
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    return api_call("cudaMemcpy3D", cudaErrorInvalidValue, [&] { return copy_box(p); });
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    return api_call("cudaMemcpy3DAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (p == nullptr)
            return cudaErrorInvalidValue;
        const cudaMemcpy3DParms copy = *p;
        return on_stream(stream, [=] { return copy_box(&copy); });
    });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t wOffset, size_t hOffset, const void *from,
                                size_t fromPitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpy2DToArray", cudaErrorInvalidValue, [&] {
        return copy_array_rectangle(to, wOffset, hOffset, from, fromPitch, width, height, kind,
                                    true);
    });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t wOffset, size_t hOffset,
                                     const void *from, size_t fromPitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpy2DToArrayAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [=] {
            return copy_array_rectangle(to, wOffset, hOffset, from, fromPitch, width, height, kind,
                                        true);
        });
    });
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t toPitch, cudaArray_const_t from, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpy2DFromArray", cudaErrorInvalidValue, [&] {
        return copy_array_rectangle(from, wOffset, hOffset, to, toPitch, width, height, kind,
                                    false);
    });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t toPitch, cudaArray_const_t from,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpy2DFromArrayAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [=] {
            return copy_array_rectangle(from, wOffset, hOffset, to, toPitch, width, height, kind,
                                        false);
        });
    });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t wOffsetTo, size_t hOffsetTo,
                                     cudaArray_const_t from, size_t wOffsetFrom, size_t hOffsetFrom,
                                     size_t width, size_t height, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpy2DArrayToArray", cudaErrorInvalidValue, [&] {
        return copy_between_arrays(to, wOffsetTo, hOffsetTo, from, wOffsetFrom, hOffsetFrom, width,
                                   height, kind);
    });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t wOffset, size_t hOffset, const void *from,
                              size_t count, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpyToArray", cudaErrorInvalidValue,
                    [&] { return copy_array_line(to, wOffset, hOffset, from, count, kind, true); });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t wOffset, size_t hOffset, const void *from,
                                   size_t count, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call("cudaMemcpyToArrayAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(
            stream, [&] { return copy_array_line(to, wOffset, hOffset, from, count, kind, true); });
    });
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t wOffset, size_t hOffset,
                                size_t count, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpyFromArray", cudaErrorInvalidValue, [&] {
        return copy_array_line(from, wOffset, hOffset, to, count, kind, false);
    });
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t wOffset,
                                     size_t hOffset, size_t count, enum cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    return api_call("cudaMemcpyFromArrayAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        return on_stream(stream, [=] {
            return copy_array_line(from, wOffset, hOffset, to, count, kind, false);
        });
    });
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t wOffsetTo, size_t hOffsetTo,
                                   cudaArray_const_t from, size_t wOffsetFrom, size_t hOffsetFrom,
                                   size_t count, enum cudaMemcpyKind kind) {
    return api_call("cudaMemcpyArrayToArray", cudaErrorInvalidValue, [&] {
        side to_side = side::either, from_side = side::either;
        if (!sides_of(kind, to_side, from_side) || !may_be_array(to_side) ||
            !may_be_array(from_side))
            return cudaErrorInvalidMemcpyDirection;
        box to_run{}, from_run{};
        cudaError_t e = run_of_array(to, wOffsetTo, hOffsetTo, count, to_run);
        if (e == cudaSuccess)
            e = run_of_array(from, wOffsetFrom, hOffsetFrom, count, from_run);
        return e == cudaSuccess ? copy(to_run, from_run, kind) : e;
    });
}

cudaError_t cudaMemset(void *pointer, int value, size_t count) {
    return memset_call("cudaMemset", pointer, nullptr,
                       [&] { return set(line(pointer, count), value); });
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream) {
    return memset_call("cudaMemsetAsync", pointer, stream, [&] {
        return on_stream(
            stream, [=] { return set(line(pointer, count), value); }, cudaGraphNodeTypeMemset);
    });
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    return memset_call("cudaMemset2D", pointer, nullptr,
                       [&] { return set_rectangle(pointer, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return memset_call("cudaMemset2DAsync", pointer, stream, [&] {
        return on_stream(
            stream, [=] { return set_rectangle(pointer, pitch, value, width, height); },
            cudaGraphNodeTypeMemset);
    });
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent) {
    return memset_call("cudaMemset3D", pitched.ptr, nullptr,
                       [&] { return set_box(pitched, value, extent); });
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    return memset_call("cudaMemset3DAsync", pitched.ptr, stream, [&] {
        return on_stream(
            stream, [=] { return set_box(pitched, value, extent); }, cudaGraphNodeTypeMemset);
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
