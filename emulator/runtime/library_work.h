// library_work.h: what a library of the toolkit (emulator/libraries: cuBLAS and so on) asks of the
// runtime: to do something in a stream, as a copy does. It is all that these know of the runtime,
// whichever flavour that has.
#ifndef CUDA_EMULATOR_LIBRARY_WORK_H
#define CUDA_EMULATOR_LIBRARY_WORK_H

#include "cuda_runtime_api.h"
#include "machine/threads.h"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cuda_emulator {

// Memory that the work reads or writes: `height` rows of `width` bytes, each `pitch` bytes after
// the last.
struct library_memory {
    const char *name; // of the parameter, for people
    const void *first;
    std::size_t width, height, pitch;
    bool writes; // else it reads
};

// Memory of `count` elements, each `stride` elements after the last, which may be negative: then
// the last lies in front.
library_memory spread(const char *name, const void *first, std::size_t count, long long stride,
                      std::size_t element, bool writes);

// Does the work of the call of this name in the stream, or keeps it for the graph that the stream
// is captured into. Memory that is not the device's, or ends too early, is refused: it is said,
// with the name of the call's parameter, and the last error is cudaErrorIllegalAddress, which is
// what the work would have ended with. failed: the status that the call then returns, by name.
cudaError_t do_library_work(const char *call, const char *failed, cudaStream_t stream,
                            const std::vector<library_memory> &memory,
                            const std::function<void()> &work);

// To be called by work that finds what it cannot go on with. As above then.
void fail_library_work(const char *why);

// Whether the device can reach what lies there, so many bytes.
bool is_memory_of_device(const void *pointer, std::size_t bytes);

// A call of a library is refused: says why, and where the program is checked, in which line, and
// which status it returns.
void refuse_library_call(const char *call, const std::string &why, const char *status);

// Of a size of 64 bits: the libraries' sizes are ints here.
constexpr const char *TOO_LARGE =
    "a size or a stride does not fit in an int: there is nothing so large here";

// Says on stderr why a library cannot do what a call asks for.
void say_of_library(const char *call, const char *why);

// The handles that a library has made and not yet destroyed. Host threads may ask at the same time.
template <class Handle> class handles_alive {
public:
    void add(Handle handle) {
        const os_lock lock(mutex_);
        all_.insert(handle);
    }
    bool remove(Handle handle) { // false: there was none
        const os_lock lock(mutex_);
        return all_.erase(handle) != 0;
    }
    bool has(Handle handle) {
        const os_lock lock(mutex_);
        return all_.count(handle) != 0;
    }

private:
    os_mutex mutex_;
    std::set<Handle> all_;
};

} // namespace cuda_emulator

#endif
