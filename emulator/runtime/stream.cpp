// stream.cpp: streams and events.
//
// Work is done in the call that issues it, so a stream has nothing to keep in order and is always
// idle. What remains is to know which handles are alive and to note when an event was recorded.
//
// A handle is a number that is never given out twice and never used as an address: a destroyed
// stream or event stays recognisable, and a wrong handle does no harm.

#include "api_state.h"
#include "graph.h"
#include "machine/resources.h"
#include "machine/threads.h"
#include "stream.h"

#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace cuda_emulator {

namespace {

struct origin {
    const char *call;
    unsigned long number;
};

origin this_call() {
    return {current_call_name(), current_call_number()};
}

struct stream_state {
    unsigned flags;
    int device;
    unsigned long long id;
    origin from;
};

struct event_state {
    unsigned flags;
    int device;
    bool recorded;
    int64_t nanoseconds; // when it was recorded, by the monotonic clock
    origin from;
};

struct handles {
    os_mutex mutex;
    std::map<uintptr_t, stream_state> streams;
    std::map<uintptr_t, event_state> events;
    // The first handle; 0, 1 and 2 are the default stream.
    uintptr_t next = 0x100;
};

// Never destroyed: destructors of the program may still use streams, and the leak report comes
// after them.
handles &all_handles() {
    static handles &h = *new handles;
    return h;
}

template <class Handle> uintptr_t number(Handle handle) {
    return reinterpret_cast<uintptr_t>(handle);
}

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t create_stream(cudaStream_t *stream, unsigned flags) {
    if (stream == nullptr || (flags & ~unsigned(cudaStreamNonBlocking)) != 0)
        return cudaErrorInvalidValue;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const uintptr_t handle = h.next;
    h.next += 0x10;
    h.streams[handle] = {flags, current_device(), handle, this_call()};
    *stream = reinterpret_cast<cudaStream_t>(handle);
    note_result(stream);
    notify(&observer::stream_created, *stream, (flags & cudaStreamNonBlocking) == 0);
    return cudaSuccess;
}

cudaError_t create_event(cudaEvent_t *event, unsigned flags) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    // An event shared between processes cannot be timed.
    const bool untimed = (flags & cudaEventDisableTiming) != 0;
    if (event == nullptr || (flags & ~known) != 0 ||
        ((flags & cudaEventInterprocess) != 0 && !untimed))
        return cudaErrorInvalidValue;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const uintptr_t handle = h.next;
    h.next += 0x10;
    h.events[handle] = {flags, current_device(), false, 0, this_call()};
    *event = reinterpret_cast<cudaEvent_t>(handle);
    note_result(event);
    notify(&observer::event_created, *event);
    return cudaSuccess;
}

// Of one that is alive.
int device_of_event(cudaEvent_t event) {
    if (device_count() == 1)
        return 0;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto found = h.events.find(number(event));
    return found != h.events.end() ? found->second.device : current_device();
}

bool event_is_alive(cudaEvent_t event) {
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    return h.events.count(number(event)) != 0;
}

cudaError_t devices_mixed([[maybe_unused]] const char *of_one, [[maybe_unused]] int one,
                          [[maybe_unused]] const char *of_other, [[maybe_unused]] int other) {
    if constexpr (observed)
        notify(&observer::devices_mixed,
               of_one + std::to_string(one) + of_other + std::to_string(other));
    return cudaErrorInvalidResourceHandle;
}

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream) {
    const int64_t now = nanoseconds();
    if (!stream_is_alive(stream) || !event_is_alive(event))
        return cudaErrorInvalidResourceHandle;
    if (device_of(stream) != device_of_event(event))
        return devices_mixed("the event is one of device ", device_of_event(event),
                             ", and the stream one of device ", device_of(stream));
    cudaError_t captured = cudaSuccess;
    if (capture_record(event, stream, captured))
        return captured;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto found = h.events.find(number(event));
    if (found == h.events.end())
        return cudaErrorInvalidResourceHandle;
    found->second.recorded = true;
    found->second.nanoseconds = now;
    notify(&observer::event_recorded, event, stream);
    return cudaSuccess;
}

cudaError_t elapsed_time(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == nullptr)
        return cudaErrorInvalidValue;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto first = h.events.find(number(start));
    const auto last = h.events.find(number(end));
    if (first == h.events.end() || last == h.events.end())
        return cudaErrorInvalidResourceHandle;
    if (first->second.device != last->second.device)
        return devices_mixed("the one event is of device ", first->second.device,
                             ", and the other of device ", last->second.device);
    for (const event_state *e : {&first->second, &last->second})
        if (!e->recorded || (e->flags & cudaEventDisableTiming) != 0)
            return cudaErrorInvalidResourceHandle;
    const int64_t nanoseconds = last->second.nanoseconds - first->second.nanoseconds;
    *milliseconds = static_cast<float>(static_cast<double>(nanoseconds) * 1e-6);
    notify(&observer::host_waits_for_event, start);
    notify(&observer::host_waits_for_event, end); // else the answer would be cudaErrorNotReady
    return cudaSuccess;
}

// The answers to questions about one stream. `write` gets the state of the stream, or null for the
// default stream.
template <class Write> cudaError_t ask_stream(cudaStream_t stream, bool has_place, Write write) {
    if (!has_place)
        return cudaErrorInvalidValue;
    if (is_default(stream)) {
        write(nullptr);
        return cudaSuccess;
    }
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto found = h.streams.find(number(stream));
    if (found == h.streams.end())
        return cudaErrorInvalidResourceHandle;
    write(&found->second);
    return cudaSuccess;
}

// The stream is always idle.
cudaError_t wait_for(cudaStream_t stream) {
    notify(&observer::host_waits_for_stream, stream);
    return synchronise(device_of(stream));
}

void print_leak(const char *kind, uintptr_t handle, const origin &from) {
    std::fprintf(stderr, "CUDA emulator: leak: %s 0x%llx, %s call %lu\n", kind,
                 static_cast<unsigned long long>(handle), from.call, from.number);
}

} // namespace

bool stream_is_alive(cudaStream_t stream) {
    if (is_default(stream))
        return true;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    return h.streams.count(number(stream)) != 0;
}

bool stream_is_blocking(cudaStream_t stream) {
    if (is_default(stream))
        return true;
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto found = h.streams.find(number(stream));
    return found != h.streams.end() && (found->second.flags & cudaStreamNonBlocking) == 0;
}

cudaError_t record_in_stream(cudaEvent_t event, cudaStream_t stream) {
    return record_event(event, stream);
}

cudaError_t wait_in_stream(cudaStream_t stream, cudaEvent_t event) {
    notify(&observer::stream_waits, stream, event);
    return cudaSuccess;
}

cudaError_t call_in_stream(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (device_failed())
        return cudaSuccess;
    const host_function_scope scope;
    (void)wait_for(stream);
    function(data);
    return cudaSuccess;
}

int device_of(cudaStream_t stream) {
    if (is_default(stream) || device_count() == 1) // nobody has to look
        return current_device();
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    const auto found = h.streams.find(number(stream));
    return found != h.streams.end() ? found->second.device : current_device();
}

void destroy_streams_and_events() {
    handles &h = all_handles();
    os_lock lock(h.mutex);
    std::vector<cudaStream_t> streams;
    std::vector<cudaEvent_t> events;
    const auto destroy = [](auto &those, auto &gone) {
        for (auto entry = those.begin(); entry != those.end();) {
            const bool mine = entry->second.device == current_device();
            if (mine)
                gone.push_back(reinterpret_cast<typename std::decay_t<decltype(gone)>::value_type>(
                    entry->first));
            entry = mine ? those.erase(entry) : std::next(entry);
        }
    };
    destroy(h.streams, streams);
    destroy(h.events, events);
    lock.unlock(); // observers ask for the device
    notify(&observer::device_reset, streams, events);
}

size_t report_stream_leaks() {
    handles &h = all_handles();
    const os_lock lock(h.mutex);
    for (const auto &entry : h.streams)
        print_leak("stream", entry.first, entry.second.from);
    for (const auto &entry : h.events)
        print_leak("event", entry.first, entry.second.from);
    return h.streams.size() + h.events.size();
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return api_call("cudaStreamCreate", cudaErrorMemoryAllocation, call_kind::goes_on,
                    [&] { return create_stream(stream, cudaStreamDefault); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return api_call("cudaStreamCreateWithFlags", cudaErrorMemoryAllocation, call_kind::goes_on,
                    [&] { return create_stream(stream, flags); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int) {
    // Any priority is allowed, moved into the range the device has; this one has only 0.
    return api_call("cudaStreamCreateWithPriority", cudaErrorMemoryAllocation, call_kind::goes_on,
                    [&] { return create_stream(stream, flags); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return api_call("cudaStreamDestroy", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        handles &h = all_handles();
        const os_lock lock(h.mutex);
        if (h.streams.erase(number(stream)) == 0)
            return cudaErrorInvalidResourceHandle;
        notify(&observer::stream_destroyed, stream);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return api_call("cudaStreamSynchronize", cudaErrorLaunchFailure, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        const cudaError_t e = refuse_if_captured(stream);
        return e != cudaSuccess ? e : wait_for(stream);
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return api_call("cudaStreamQuery", cudaErrorLaunchFailure, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        const cudaError_t e = refuse_if_captured(stream);
        if (e != cudaSuccess)
            return e;
        notify(&observer::host_waits_for_stream,
               stream); // cudaSuccess says that all of it is done
        return cudaSuccess;
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    return api_call("cudaStreamWaitEvent", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream) || !event_is_alive(event))
            return cudaErrorInvalidResourceHandle;
        switch (flags) {
        case cudaEventWaitDefault: {
            cudaError_t captured = cudaSuccess;
            if (capture_wait(stream, event, captured))
                return captured;
            notify(&observer::stream_waits, stream, event);
            return cudaSuccess;
        }
        case cudaEventWaitExternal:
            return cudaErrorIllegalState; // only meant for a stream that is being captured
        default:
            return cudaErrorInvalidValue;
        }
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags) {
    return api_call("cudaStreamAddCallback", cudaErrorInvalidResourceHandle, call_kind::goes_on,
                    [&] {
                        if (callback == nullptr || flags != 0)
                            return cudaErrorInvalidValue;
                        if (!stream_is_alive(stream))
                            return cudaErrorInvalidResourceHandle;
                        const host_function_scope scope;
                        // After a fault the callback is still called, with the error.
                        callback(stream, wait_for(stream), userData);
                        return cudaSuccess;
                    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *userData) {
    return api_call("cudaLaunchHostFunc", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        if (function == nullptr)
            return cudaErrorInvalidValue;
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        cudaError_t captured = cudaSuccess;
        const auto later = [=](cudaStream_t s) { return call_in_stream(s, function, userData); };
        if (capture(stream, cudaGraphNodeTypeHost, later, captured))
            return captured;
        return call_in_stream(stream, function, userData);
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    return api_call("cudaStreamGetFlags", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        return ask_stream(stream, flags != nullptr, [&](const stream_state *s) {
            *flags = s != nullptr ? s->flags : unsigned(cudaStreamDefault);
        });
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    return api_call("cudaStreamGetPriority", cudaErrorInvalidResourceHandle, call_kind::goes_on,
                    [&] {
                        return ask_stream(stream, priority != nullptr,
                                          [&](const stream_state *) { *priority = 0; });
                    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    return api_call("cudaStreamGetId", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        return ask_stream(stream, id != nullptr, [&](const stream_state *s) {
            // The default stream has one identity, whatever it is called.
            *id = s != nullptr ? s->id : number(stream == cudaStreamPerThread ? stream : nullptr);
        });
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    return api_call("cudaStreamGetDevice", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        return ask_stream(stream, device != nullptr, [&](const stream_state *s) {
            *device = s != nullptr ? s->device : current_device();
        });
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    return api_call(
        "cudaStreamIsCapturing", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
            return ask_stream(stream, status != nullptr,
                              [&](const stream_state *) { *status = capture_status(stream); });
        });
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return api_call("cudaEventCreate", cudaErrorMemoryAllocation, call_kind::goes_on,
                    [&] { return create_event(event, cudaEventDefault); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    return api_call("cudaEventCreateWithFlags", cudaErrorMemoryAllocation, call_kind::goes_on,
                    [&] { return create_event(event, flags); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return api_call("cudaEventRecord", cudaErrorInvalidResourceHandle, call_kind::goes_on,
                    [&] { return record_event(event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    return api_call(
        "cudaEventRecordWithFlags", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
            if ((flags & ~unsigned(cudaEventRecordExternal)) != 0)
                return cudaErrorInvalidValue;
            if (flags == cudaEventRecordExternal)
                return cudaErrorIllegalState; // only meant for a stream that is being captured
            return record_event(event, stream);
        });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api_call("cudaEventQuery", cudaErrorLaunchFailure, [&] {
        if (!event_is_alive(event))
            return cudaErrorInvalidResourceHandle;
        if (const cudaError_t e = refuse_if_captured(event); e != cudaSuccess)
            return e;
        notify(&observer::host_waits_for_event, event);
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api_call("cudaEventSynchronize", cudaErrorLaunchFailure, [&] {
        if (!event_is_alive(event))
            return cudaErrorInvalidResourceHandle;
        if (const cudaError_t e = refuse_if_captured(event); e != cudaSuccess)
            return e;
        notify(&observer::host_waits_for_event, event);
        return synchronise(device_of_event(event));
    });
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return api_call("cudaEventElapsedTime", cudaErrorInvalidResourceHandle,
                    [&] { return elapsed_time(milliseconds, start, end); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return api_call("cudaEventDestroy", cudaErrorInvalidResourceHandle, call_kind::goes_on, [&] {
        handles &h = all_handles();
        const os_lock lock(h.mutex);
        if (h.events.erase(number(event)) == 0)
            return cudaErrorInvalidResourceHandle;
        notify(&observer::event_destroyed, event);
        return cudaSuccess;
    });
}

} // extern "C"
