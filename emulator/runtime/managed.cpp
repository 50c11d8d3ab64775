// managed.cpp: what a program says of managed memory, and asks about it.
//
// The memory lies in one place, which all devices and the host reach. So nothing moves, and advice
// changes nothing but the answers of cudaMemRangeGetAttribute.
#include "api_state.h"
#include "device.h"
#include "machine/threads.h"
#include "memory.h"
#include "stream.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>

namespace cuda_emulator {

namespace {

// Where something is to be, as a pair that can be compared. A type of 0: nothing was said.
struct advised_place {
    int type = cudaMemLocationTypeInvalid;
    int id = cudaInvalidDeviceId;

    advised_place() = default;
    advised_place(const cudaMemLocation &location)
        : type(location.type),
          id(location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : location.id) {}
    bool operator!=(const advised_place &other) const {
        return type != other.type || id != other.id;
    }
    // As the attributes of before CUDA 12.2 say it, which know devices and the host.
    int device() const {
        return type == cudaMemLocationTypeDevice || type == cudaMemLocationTypeHost
                   ? id
                   : cudaInvalidDeviceId;
    }
};

// What was said of a byte.
struct advice {
    bool read_mostly = false;
    advised_place preferred, prefetched;
    std::bitset<most_devices + 1> accessed_by; // by device; the last is the host's

    // Leaves what holds for the other as well.
    void meet(const advice &other) {
        read_mostly = read_mostly && other.read_mostly;
        if (preferred != other.preferred)
            preferred = {};
        if (prefetched != other.prefetched)
            prefetched = {};
        accessed_by &= other.accessed_by;
    }
};

// What was said of all managed memory.
class advised_memory {
public:
    static advised_memory &all() {
        static advised_memory &a = *new advised_memory; // destructors of the program may still free
        return a;
    }

    template <class Change> void change(uintptr_t first, uintptr_t end, Change change) {
        const os_lock lock(mutex_);
        begin_at(end);
        for (auto part = begin_at(first); part->first != end; ++part)
            change(part->second);
    }
    void forget(uintptr_t first, uintptr_t end) {
        const os_lock lock(mutex_);
        const auto behind = begin_at(end);
        parts_.erase(begin_at(first), behind);
        parts_[first] = {};
    }
    // What holds for all of these bytes.
    advice of(uintptr_t first, uintptr_t end) {
        const os_lock lock(mutex_);
        auto part = begin_at(first);
        advice all = part->second;
        while (++part != parts_.end() && part->first < end)
            all.meet(part->second);
        return all;
    }

private:
    os_mutex mutex_;
    std::map<uintptr_t, advice> parts_; // by first byte; each ends where the next begins

    std::map<uintptr_t, advice>::iterator begin_at(uintptr_t byte) {
        const auto next = parts_.lower_bound(byte);
        if (next != parts_.end() && next->first == byte)
            return next;
        return parts_.emplace(byte, next == parts_.begin() ? advice() : std::prev(next)->second)
            .first;
    }
};

// A range given to cudaMemPrefetchAsync and its relatives must be inside managed memory. It is
// whole pages that they speak of.
struct managed_range {
    uintptr_t first = 0, end = 0; // equal: it is not

    managed_range(const void *pointer, size_t count) {
        const memory_place place = find_memory(pointer);
        if (count == 0 || place.kind != memory_kind::managed || count > place.left)
            return;
        const size_t page = 4096, from = place.size - place.left;
        const uintptr_t base = reinterpret_cast<uintptr_t>(place.base);
        first = base + from / page * page;
        end = base + std::min(place.size, (from + count + page - 1) / page * page);
    }
    bool is_managed() const { return first != end; }
};

cudaError_t check_location(const cudaMemLocation &location) {
    switch (location.type) {
    case cudaMemLocationTypeDevice:
        return device_exists(location.id) ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t answer(void *data, size_t size, cudaMemRangeAttribute attribute, const advice &all) {
    if (data == nullptr)
        return cudaErrorInvalidValue;
    int *const numbers = static_cast<int *>(data);
    if (attribute == cudaMemRangeAttributeAccessedBy) {
        if (size == 0 || size % sizeof(int) != 0)
            return cudaErrorInvalidValue;
        std::fill_n(numbers, size / sizeof(int), cudaInvalidDeviceId);
        size_t found = 0;
        for (int i = 0; i <= most_devices && found < size / sizeof(int); ++i)
            if (all.accessed_by[i])
                numbers[found++] = i == most_devices ? cudaCpuDeviceId : i;
        return cudaSuccess;
    }
    if (size != sizeof(int))
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
        *numbers = all.read_mostly;
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
        *numbers = all.preferred.device();
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
        *numbers = all.preferred.type;
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
        *numbers = all.preferred.id;
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
        *numbers = all.prefetched.device();
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *numbers = all.prefetched.type;
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *numbers = all.prefetched.id;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

} // namespace

void forget_advice(const void *pointer, size_t size) {
    const uintptr_t first = reinterpret_cast<uintptr_t>(pointer);
    advised_memory::all().forget(first, first + size);
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
    return api_call("cudaMemPrefetchAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        if (flags != 0)
            return cudaErrorInvalidValue;
        if (const cudaError_t e = check_location(location); e != cudaSuccess)
            return e;
        const managed_range range(pointer, count);
        if (!range.is_managed())
            return cudaErrorInvalidValue;
        advised_memory::all().change(range.first, range.end,
                                     [&](advice &a) { a.prefetched = location; });
        return cudaSuccess;
    });
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise what,
                          struct cudaMemLocation location) {
    return api_call("cudaMemAdvise", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        const int number = static_cast<int>(what);
        if (number < cudaMemAdviseSetReadMostly || number > cudaMemAdviseUnsetAccessedBy)
            return cudaErrorInvalidValue;
        // Only where something is to be needs a place.
        const bool by = what == cudaMemAdviseSetAccessedBy || what == cudaMemAdviseUnsetAccessedBy;
        if ((by || what == cudaMemAdviseSetPreferredLocation) &&
            check_location(location) != cudaSuccess)
            return cudaErrorInvalidValue; // not cudaErrorInvalidDevice, unlike a prefetch
        const managed_range range(pointer, count);
        if (!range.is_managed())
            return cudaErrorInvalidValue;
        advised_memory::all().change(range.first, range.end, [&](advice &a) {
            if (by)
                a.accessed_by.set(location.type == cudaMemLocationTypeDevice ? location.id
                                                                             : most_devices,
                                  what == cudaMemAdviseSetAccessedBy);
            else if (what == cudaMemAdviseSetPreferredLocation)
                a.preferred = location;
            else if (what == cudaMemAdviseUnsetPreferredLocation)
                a.preferred = {};
            else
                a.read_mostly = what == cudaMemAdviseSetReadMostly;
        });
        return cudaSuccess;
    });
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes,
                                      enum cudaMemRangeAttribute *attributes,
                                      size_t attribute_count, const void *pointer, size_t count) {
    return api_call("cudaMemRangeGetAttributes", cudaErrorInvalidValue, call_kind::asks, [&] {
        const managed_range range(pointer, count);
        if (data == nullptr || sizes == nullptr || attributes == nullptr || attribute_count == 0 ||
            !range.is_managed())
            return cudaErrorInvalidValue;
        const advice all = advised_memory::all().of(range.first, range.end);
        for (size_t i = 0; i < attribute_count; ++i)
            if (const cudaError_t e = answer(data[i], sizes[i], attributes[i], all);
                e != cudaSuccess)
                return e;
        return cudaSuccess;
    });
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t count) {
    return api_call("cudaMemRangeGetAttribute", cudaErrorInvalidValue, call_kind::asks, [&] {
        const managed_range range(pointer, count);
        return range.is_managed()
                   ? answer(data, size, attribute, advised_memory::all().of(range.first, range.end))
                   : cudaErrorInvalidValue;
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length,
                                     unsigned int flags) {
    return api_call("cudaStreamAttachMemAsync", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        // The whole allocation, or all of it given by its size; one kind of access. One stream
        // alone cannot be the default stream, which waits for all the others.
        const memory_place place = find_memory(pointer);
        const bool one_flag = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
                              (flags == cudaMemAttachSingle && stream != nullptr);
        const bool whole = is_managed_variable(pointer) ||
                           (place.base == pointer && (length == 0 || length == place.size));
        return one_flag && whole && place.kind == memory_kind::managed ? cudaSuccess
                                                                       : cudaErrorInvalidValue;
    });
}

} // extern "C"
