// library_work.cpp: see library_work.h.
#include "library_work.h"

#include "api_state.h"
#include "graph.h"
#include "memory.h"
#include "observer.h"
#include "stream.h"
#include "variables_of_devices.h"

#include <cstdio>
#include <optional>
#include <string>

namespace cuda_emulator {

namespace {

std::size_t extent_of(const library_memory &m) {
    return m.width == 0 || m.height == 0 ? 0 : (m.height - 1) * m.pitch + m.width;
}

// What is wrong with the memory for a device; empty: nothing.
std::string what_is_wrong(const library_memory &m, const memory_place &place, int device) {
    const std::size_t bytes = extent_of(m);
    if (m.first == nullptr)
        return std::string(m.name) + " is a null pointer";
    if (!device_can_reach(place.kind))
        return std::string(m.name) + " is the host's, or freed";
    if (!device_can_use(place, device))
        return std::string(m.name) + " is memory of device " + std::to_string(place.device) +
               ", without peer access";
    if (bytes > place.left)
        return std::string(m.writes ? "writes " : "reads ") + std::to_string(bytes) + " bytes of " +
               m.name + ", which has only " + std::to_string(place.left);
    return "";
}

cudaError_t check_memory(const char *call, const std::vector<library_memory> &memory, int device) {
    for (const library_memory &m : memory) {
        if (extent_of(m) == 0)
            continue;
        const memory_place place = find_memory(m.first);
        const std::string wrong = what_is_wrong(m, place, device);
        if (wrong.empty())
            continue;
        if (is_observed())
            notify(&observer::copy_refused,
                   wrong_copy{m.name, m.first, extent_of(m), place, wrong, {}});
        else
            report_wrong(std::string(call) + ": " + wrong + "\n");
        return cudaErrorIllegalAddress;
    }
    return cudaSuccess;
}

// What fail_library_work() was told by the work that this thread does.
thread_local const char *work_failure;

// Why a call fails. A program may look at what it returns, and go on.
void say_why(const char *call, const std::string &why) {
    if (is_observed())
        notify(&observer::devices_mixed, why);
    else
        std::fprintf(stderr, "CUDA emulator: %s: %s\n", call, why.c_str());
}

copy_side side_of(const std::vector<library_memory> &memory, bool writes) {
    copy_side side = {memory_kind::plain, {}};
    for (const library_memory &m : memory) {
        if (m.writes != writes || extent_of(m) == 0)
            continue;
        side.kind = find_memory(m.first).kind;
        side.parts.push_back({reinterpret_cast<uintptr_t>(m.first), m.width, m.height, m.pitch});
    }
    return side;
}

cudaError_t do_in_stream(const char *call, cudaStream_t stream,
                         const std::vector<library_memory> &memory,
                         const std::function<void()> &work) {
    const cudaError_t e = check_memory(call, memory, device_of(stream));
    if (e != cudaSuccess || device_failed())
        return e;
    if (is_observed()) {
        copy_info all = {side_of(memory, true), side_of(memory, false), stream, true, call};
        all.computes = true;
        notify(&observer::copy_issued, all);
    }
    std::optional<variables_in_place> variables;
    for (const library_memory &m : memory)
        if (!variables && find_memory(m.first).kind == memory_kind::symbol)
            variables.emplace(device_of(stream));
    work_failure = nullptr;
    work();
    if (work_failure != nullptr) {
        say_why(call, work_failure);
        return cudaErrorIllegalAddress;
    }
    for (const library_memory &m : memory)
        for (std::size_t row = 0; m.writes && m.width != 0 && row < m.height; ++row)
            notify(&observer::written, static_cast<const char *>(m.first) + row * m.pitch, m.width);
    return cudaSuccess;
}

} // namespace

library_memory spread(const char *name, const void *first, std::size_t count, long long stride,
                      std::size_t element, bool writes) {
    const std::size_t pitch = static_cast<std::size_t>(stride < 0 ? -stride : stride) * element;
    if (pitch == element)
        return {name, first, count * element, 1, count * element, writes};
    return {name, first, element, count, pitch, writes};
}

cudaError_t do_library_work(const char *call, const char *failed, cudaStream_t stream,
                            const std::vector<library_memory> &memory,
                            const std::function<void()> &work) {
    const auto body = [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        cudaError_t captured = cudaSuccess;
        const auto later = [=](cudaStream_t s) { return do_in_stream(call, s, memory, work); };
        if (capture(stream, cudaGraphNodeTypeHost, later, captured))
            return captured;
        return do_in_stream(call, stream, memory, work);
    };
    const api_call_scope inside;
    const cudaError_t e = begin_call(call, cudaErrorUnknown, call_kind::goes_on);
    return e != cudaSuccess ? e : end_call(body(), failed);
}

bool is_memory_of_device(const void *pointer, std::size_t bytes) {
    if (pointer == nullptr)
        return false;
    const memory_place place = find_memory(pointer);
    return device_can_reach(place.kind) && bytes <= place.left;
}

void refuse_library_call(const char *call, const std::string &why, const char *status) {
    const api_call_scope inside;
    say_why(call, why);
    notify(&observer::call_failed, call, std::string(status));
}

void fail_library_work(const char *why) {
    work_failure = why;
}

void say_of_library(const char *call, const char *why) {
    report_wrong(std::string(call) + ": " + why + "\n");
}

} // namespace cuda_emulator
