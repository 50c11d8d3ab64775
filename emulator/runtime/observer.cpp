// observer.cpp: see observer.h.
#include "observer.h"

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

observer_list observers;
memory_source *memory_of_observer;

void observe(observer &o) {
    if (observers.count == observer_list::MOST) {
        std::fprintf(stderr, "CUDA emulator: more than %u observers\n", observer_list::MOST);
        std::exit(1);
    }
    observers.list[observers.count++] = &o;
}

void use_memory_of(memory_source &source) {
    memory_of_observer = &source;
}

void tell_thread_runs() {
    const undisturbed quiet;
    notify(&observer::thread_runs);
}

__attribute__((noinline)) void tell_thread_arrives(meeting at) {
    notify(&observer::thread_arrives, at);
}

__attribute__((noinline)) void tell_thread_leaves(meeting at) {
    notify(&observer::thread_leaves, at);
}

void tell_fence_passed(bool of_the_device) {
    if (block.interruptible == 0)
        return; // the host's
    const undisturbed quiet;
    notify(&observer::fence_passed, of_the_device);
}

} // namespace cuda_emulator
