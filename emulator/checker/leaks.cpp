// leaks.cpp: what the program has made and not destroyed, but for memory, of which memory.cpp
// knows.
#include "checker.h"
#include "shadow.h"

#include "machine/threads.h"

#include <map>

namespace cuda_emulator {
namespace checker {

namespace {

struct thing {
    std::string name;
    call_stack made;
};

struct things {
    os_mutex mutex;
    std::map<uint64_t, thing> of_kind[3];
};

// Never destroyed: destructors of the program may still make and destroy things.
things &all_leaks() {
    static things &t = *new things;
    return t;
}

std::map<uint64_t, thing> &those_of(things &t, thing_kind kind) {
    return t.of_kind[static_cast<int>(kind)];
}

} // namespace

void made(thing_kind kind, const char *what, uint64_t handle, const call_stack &calls) {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    those_of(t, kind)[handle] = {std::string("the ") + what + " of " + current_call_name(), calls};
}

void destroyed(thing_kind kind, uint64_t handle) {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    those_of(t, kind).erase(handle);
}

void report_leaked_things() {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    for (const auto &kind : t.of_kind)
        for (const auto &entry : kind)
            leaked(entry.second.name, entry.second.made);
}

void checker::texture_created(const char *what, uint64_t object, const void *memory) {
    is_read(reinterpret_cast<uintptr_t>(memory));
    made(thing_kind::object, (std::string(what) + " object").c_str(), object, calls_here());
}

void checker::texture_destroyed(uint64_t object) {
    destroyed(thing_kind::object, object);
}

} // namespace checker
} // namespace cuda_emulator
