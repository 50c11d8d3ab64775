// leaks.cpp: what the program has made and not destroyed, but for memory, of which memory.cpp
// knows.
#include "checker.h"
#include "allocations.h"

#include "machine/threads.h"

#include <map>

namespace cuda_emulator {
namespace checker {

namespace {

struct things {
    os_mutex mutex;
    std::map<uint64_t, variable> of_kind[3];
};

// Never destroyed: destructors of the program may still make and destroy things.
things &all_leaks() {
    static things &t = *new things;
    return t;
}

std::map<uint64_t, variable> &those_of(things &t, thing_kind kind) {
    return t.of_kind[static_cast<int>(kind)];
}

} // namespace

void made(thing_kind kind, const char *noun, uint64_t handle, const call_stack &calls) {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    variable v;
    v.where = variable::space::object;
    v.name = std::string("the ") + noun + " of " + current_call_name();
    v.made = calls;
    those_of(t, kind)[handle] = v;
}

void destroyed(thing_kind kind, uint64_t handle) {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    those_of(t, kind).erase(handle);
}

void leaked(const variable &about) {
    finding f(mistake::leak);
    f.about = about;
    add(std::move(f));
}

void report_leaked_things() {
    things &t = all_leaks();
    const os_lock lock(t.mutex);
    for (const auto &kind : t.of_kind)
        for (const auto &entry : kind)
            leaked(entry.second);
}

void checker::texture_created(const char *type, uint64_t object, const void *memory) {
    is_read(reinterpret_cast<uintptr_t>(memory));
    made(thing_kind::object, (std::string(type) + " object").c_str(), object, calls_here());
}

void checker::texture_destroyed(uint64_t object) {
    destroyed(thing_kind::object, object);
}

} // namespace checker
} // namespace cuda_emulator
