// variables_of_devices.cpp: see variables_of_devices.h.
#include "variables_of_devices.h"
#include "api_state.h"
#include "device.h"
#include "machine/threads.h"
#include "memory.h"
#include "observer.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace cuda_emulator {

namespace {

struct variable {
    char *first;
    std::size_t size;
    const char *name;
    bool constant;
    std::vector<char> initial;          // what the program gives it
    std::vector<char> of[most_devices]; // while others are in place; empty: the initial value
};

struct variables {
    os_mutex mutex;
    os_condition free;
    std::vector<variable> all;
    int owner = 0;      // the device whose values are in place
    unsigned users = 0; // of these values
};

// Never destroyed: destructors of the program may still launch kernels.
variables &the_variables() {
    static variables &v = *new variables;
    return v;
}

void put_in_place(variables &v, int device) {
    for (variable &one : v.all) {
        one.of[v.owner].assign(one.first, one.first + one.size);
        const std::vector<char> &values = one.of[device].empty() ? one.initial : one.of[device];
        // What nothing can have changed may lie in memory that nobody can write.
        if (std::memcmp(one.first, values.data(), one.size) != 0)
            std::memcpy(one.first, values.data(), one.size);
    }
    v.owner = device;
    notify(&observer::variables_exchanged);
}

} // namespace

void note_variable_of_devices(const volatile void *address, std::size_t size, const char *name,
                              bool constant) {
    char *const first = static_cast<char *>(const_cast<void *>(address));
    if (size == 0 || is_managed_variable(first)) // which all devices share
        return;
    variables &v = the_variables();
    const os_lock lock(v.mutex);
    v.all.emplace_back();
    v.all.back().first = first;
    v.all.back().size = size;
    v.all.back().name = name;
    v.all.back().constant = constant;
}

named_variable find_device_variable(const void *address) {
    variables &v = the_variables();
    const os_lock lock(v.mutex);
    for (const variable &one : v.all)
        if (reinterpret_cast<std::uintptr_t>(address) -
                reinterpret_cast<std::uintptr_t>(one.first) <
            one.size)
            return {one.name, one.constant};
    return {};
}

variables_in_place::variables_in_place(int device) : holds_(false) {
    variables &v = the_variables();
    if (device_count() == 1 || v.all.empty())
        return;
    const api_call_scope inside; // to observers, as a launch is none
    os_lock lock(v.mutex);
    v.free.wait(lock, [&] { return v.users == 0 || v.owner == device; });
    for (variable &one : v.all)
        if (one.initial.empty())
            one.initial.assign(one.first, one.first + one.size);
    if (v.owner != device)
        put_in_place(v, device);
    ++v.users;
    holds_ = true;
}

variables_in_place::~variables_in_place() {
    if (!holds_)
        return;
    variables &v = the_variables();
    const os_lock lock(v.mutex);
    if (--v.users == 0)
        v.free.notify_all();
}

} // namespace cuda_emulator
