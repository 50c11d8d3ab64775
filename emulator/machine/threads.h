// threads.h: OS threads, and what they wait for one another with.
//
// Where there are none, as in WebAssembly, usable_cores() is 1 and nobody starts or waits for one:
// the same names are there and do nothing.
#ifndef CUDA_EMULATOR_MACHINE_THREADS_H
#define CUDA_EMULATOR_MACHINE_THREADS_H

#ifndef __wasm__

#include <condition_variable>
#include <mutex>
#include <thread>

namespace cuda_emulator {

constexpr bool has_threads = true;

using os_mutex = std::mutex;
using os_lock = std::unique_lock<std::mutex>;
using os_condition = std::condition_variable;

// Runs until the process ends.
template <class Body> void start_thread(Body body) {
    std::thread(body).detach();
}

inline void let_others_run() {
    std::this_thread::yield();
}

// Whether the calling OS thread is the first, which ends with the process.
inline const std::thread::id first_thread = std::this_thread::get_id();
inline bool is_first_thread() {
    return std::this_thread::get_id() == first_thread;
}

} // namespace cuda_emulator

#else

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

constexpr bool has_threads = false;

struct os_mutex {
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};

struct os_lock {
    explicit os_lock(os_mutex &) {}
    void lock() {}
    void unlock() {}
};

struct os_condition {
    void notify_one() {}
    void notify_all() {}
    template <class Condition> void wait(os_lock &, Condition) {}
    template <class Time, class Condition> bool wait_for(os_lock &, Time, Condition holds) {
        return holds();
    }
};

template <class Body> void start_thread(Body) {
    std::fflush(stdout);
    std::fprintf(stderr, "CUDA emulator: error: blocks that wait for one another need an OS thread "
                         "each, and here is only one\n");
    std::_Exit(1);
}

inline void let_others_run() {}
inline bool is_first_thread() {
    return true;
}

} // namespace cuda_emulator

#endif

#endif
