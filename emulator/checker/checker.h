// checker.h: what the runtime tells the checker. Only the flavour `checked` has one.
#ifndef CUDA_EMULATOR_CHECKER_H
#define CUDA_EMULATOR_CHECKER_H

#include "memory.h"
#include "scheduler.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// streams.cpp: what the device may do at the same time.
void stream_created(cudaStream_t stream, bool blocking);
void stream_destroyed(cudaStream_t stream);
void event_recorded(cudaEvent_t event, cudaStream_t stream);
void event_destroyed(cudaEvent_t event);
void stream_waits(cudaStream_t stream, cudaEvent_t event);
void host_waits_for_stream(cudaStream_t stream);
void host_waits_for_event(cudaEvent_t event);
void host_waits_for_all();
void forget_streams();

// A piece of memory that a copy reads or writes: `height` rows of `width` bytes, each `pitch` bytes
// after the last.
struct rows {
    uintptr_t first;
    size_t width, height, pitch;

    uintptr_t end() const { return first + (height - 1) * pitch + width; }
    bool operator==(const rows &other) const {
        return first == other.first && width == other.width && height == other.height &&
               pitch == other.pitch;
    }
    // The first byte of these that is in both. 0 if there is none.
    uintptr_t meets(uintptr_t address, size_t bytes) const;
    uintptr_t meets(const rows &other) const;
};
struct copy_side {
    memory_kind kind;
    std::vector<rows> parts;
};
// The call of the API that the thread is in copies, or sets if `from` has no parts.
void copy_is_issued(const copy_side &to, const copy_side &from);
// While one of these lives, copies of this thread are asynchronous, to this stream.
class asynchronous_scope {
public:
    explicit asynchronous_scope(cudaStream_t stream);
    ~asynchronous_scope();
    asynchronous_scope(const asynchronous_scope &) = delete;
    asynchronous_scope &operator=(const asynchronous_scope &) = delete;
};

// The scheduler's news. A thread that goes on after a wait does so through thread_runs.
void launch_begins(const job &work);
void launch_ends();
void block_begins();
void thread_runs();
void barrier_passed();
// The lanes of `group` have passed a __syncwarp() together.
void warp_synchronised(unsigned warp, unsigned group);
// A lane asks for the value of another one that takes no part in the shuffle.
void inactive_source(unsigned thread, unsigned source_lane, const char *file, int line);

// Memory that the device can reach. The address is never given out again.
void *allocate(size_t size, memory_kind kind, const char *call);
void release(void *memory, const char *call);
// A pointer that no cudaFree accepts: freed already, in the middle of something, not of the device.
void wrong_free(const void *pointer, const char *call);
// The host, or a copy, has written these bytes.
void written(const void *memory, size_t bytes);
// A copy within the device passes on what was written and what not.
void copied(const void *to, const void *from, size_t bytes);

// A copy's kind says that memory is the host's, and it is the device's. The copy is done.
void wrong_kind(const void *pointer, const char *call);

// A call of the API has returned an error. Why, in the words of whoever refused it, comes before.
void refused_because(const std::string &why);
void call_failed(const char *call, cudaError_t error);
// The first place in the program, file:line, on this stack of calls.
std::string place_of_calls(void *const (&frames)[8]);
// Something that was made and not destroyed; frames: of the call that made it.
void leaked(const std::string &what, void *const (&frames)[8]);
// What of the device's memory was not freed.
void report_leaked_memory();
void take_frames(void *(&frames)[8]);
std::string describe_address(const void *address);

// What the runtime itself has reported, in one sentence of its own.
void also_found(const std::string &text);

// Threads of a block have left the kernel, and others wait at a barrier: a warning.
void threads_left(const std::string &place, const std::string &detail, const std::string &kernel);

// At exit: prints what is left to be told. Returns how many mistakes were found.
size_t finish();

} // namespace checker
} // namespace cuda_emulator

#endif
