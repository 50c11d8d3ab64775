// observer.h: what may be observed of a run, by those who stand above the runtime: the checker, a
// profiler. The runtime knows none of them.
//
// An observer overrides the events that it wants to know of, and observe() puts it on the list. The
// runtime calls notify() where something happens, and all on the list are told, in their order. In
// flavours that nobody observes notify() is empty (see emulator/observed.h), or nobody is on the
// list.
//
// An event comes on the OS thread on which it happens, and several may come at a time where several
// workers run. During one no timer takes the processor away from the thread.
#ifndef CUDA_EMULATOR_OBSERVER_H
#define CUDA_EMULATOR_OBSERVER_H

#include "device.h"
#include "emulator/barrier.h"
#include "emulator/launch.h"
#include "emulator/observed.h"
#include "memory.h"
#include "names.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {

constexpr unsigned WARP_SIZE = warp_size;
constexpr unsigned MAX_WARPS = max_threads_per_block / WARP_SIZE;

struct launch_info {
    kernel_info *kernel;
    dim3 grid, block;
    std::size_t shared_bytes; // dynamic ones
    cudaStream_t stream;
    int device;
    bool clusters = false;
};

// A piece of memory that a copy reads or writes: `height` rows of `width` bytes, each `pitch` bytes
// after the last.
struct rows {
    std::uintptr_t first;
    std::size_t width, height, pitch;
};
struct copy_side {
    memory_kind kind;
    std::vector<rows> parts;
};
struct copy_info {
    copy_side to, from; // nothing is read to set bytes, or to allocate or free them in a stream
    cudaStream_t stream;
    bool asynchronous;
    const char *call = nullptr; // null: the one that the thread is in
    bool computes = false;      // no copy: what a library works out from what it reads
};

// What the runtime has said on stderr.
struct said {
    enum class kind { other, stack_overflow, endless_loop, refused_launch };
    std::string text;
    kind cause = kind::other;
    std::string place = "";              // "file:line", or empty where nobody knows it
    const kernel_info *kernel = nullptr; // whose current thread it is about
};

// What is wrong with a copy or a memset: with one of its sides.
struct wrong_copy {
    const char *side; // "the source"
    const void *pointer;
    std::size_t bytes;      // that are wanted there
    memory_place place;     // what is there
    std::string why, write; // in words, and what to write instead; empty: nobody knows
};

// Where threads wait for one another: at a barrier of the block, in an operation of a warp, at
// anything else.
enum class meeting { barrier, warp, other };

class observer {
public:
    // ---- Calls of the API, by the thread that makes them
    virtual void call_begins() {}
    virtual void call_ends() {}
    // What it returns is an error or a library's status, in words.
    virtual void call_failed(const char * /*call*/, const std::string & /*returns*/) {}
    virtual void last_error_asked() {}               // cudaGetLastError, cudaPeekAtLastError
    virtual void copy_refused(const wrong_copy &) {} // which will fail, or a memset
    // A copy's kind says that memory is the host's, and it is the device's. The copy is done.
    virtual void wrong_kind(const wrong_copy &) {}
    // Why a call will fail: it takes things of two devices together.
    virtual void devices_mixed(const std::string & /*why*/) {}
    // The thread launches a kernel into a stream of `owner`, which is not its current device.
    virtual void launch_on_other_device(const kernel_info &, int /*owner*/) {}
    // A pointer that the call does not free: freed already, in the middle of something, not the
    // device's.
    virtual void wrong_free(const void * /*pointer*/) {}
    // A call that frees is refused for an error that came before, a fault for one.
    virtual void free_refused(const void * /*pointer*/) {}

    // ---- Memory that the device can reach
    virtual void allocated(const void * /*memory*/, std::size_t /*size*/, memory_kind) {}
    virtual void freed(const void * /*memory*/, std::size_t /*size*/) {}
    virtual void copy_issued(const copy_info &) {}
    // A call of a thread of a kernel gives back something here.
    virtual void result_given(const void * /*memory*/, std::size_t /*bytes*/) {}
    // Where the __device__ variables of one device lay, there are now those of another one.
    virtual void variables_exchanged() {}
    // What a copy has done, row by row: passed on bytes of the device, or written them.
    virtual void copied(const void * /*to*/, const void * /*from*/, std::size_t /*bytes*/) {}
    virtual void written(const void * /*memory*/, std::size_t /*bytes*/) {}

    // ---- What else a program makes and destroys, and what waits for what
    virtual void texture_created(const char * /*texture or surface*/, std::uint64_t /*object*/,
                                 const void * /*memory that it looks at*/) {}
    virtual void texture_destroyed(std::uint64_t /*object*/) {}
    virtual void stream_created(cudaStream_t, bool /*blocking*/) {}
    virtual void stream_destroyed(cudaStream_t) {}
    virtual void stream_waits(cudaStream_t, cudaEvent_t) {}
    virtual void event_created(cudaEvent_t) {}
    virtual void event_recorded(cudaEvent_t, cudaStream_t) {}
    virtual void event_destroyed(cudaEvent_t) {}
    virtual void host_waits_for_stream(cudaStream_t) {}
    // A graph runs in a stream, or, within a node of another one, as that node's work. Until it
    // ends, what its thread issues is the work of the node that has begun last, and comes after the
    // work of these nodes of the same graph.
    virtual void graph_begins(cudaStream_t, const void * /*graph*/) {}
    virtual void node_begins(cudaGraphNode_t, const std::vector<cudaGraphNode_t> & /*after*/) {}
    virtual void graph_ends() {}
    virtual void host_waits_for_event(cudaEvent_t) {}
    virtual void host_waits_for_all() {} // that the current device does
    // The current device's streams and events, which are gone.
    virtual void device_reset(const std::vector<cudaStream_t> &, const std::vector<cudaEvent_t> &) {
    }

    // ---- Launches
    // <<<...>>>, by the host; the launch may still be refused. answered: its error is returned.
    virtual void launch_configured(bool /*answered*/) {}
    virtual void launch_begins(const launch_info &) {}
    virtual void launch_ends(const launch_info &) {}
    // The worker that the event comes on runs the block that blockIdx names.
    virtual void block_begins() {}
    // It has left the kernel, and others of its cluster may have not.
    virtual void block_ends() {}
    // The thread that threadIdx names begins, or goes on after a context switch.
    virtual void thread_runs() {}
    virtual void barrier_passed() {} // by the block, before any of its threads goes on
    // The lanes of `group` have passed a __syncwarp() together.
    virtual void warp_synchronised(unsigned /*warp*/, unsigned /*group*/) {}
    // The lanes of `group` have done an operation of their warp together, __syncwarp() among them;
    // at the place where the current fiber is.
    virtual void warp_operation_done(unsigned /*warp*/, unsigned /*group*/) {}
    // Threads of the block, of several warps, have passed a barrier of their own together.
    virtual void tile_synchronised(unsigned /*first thread*/, unsigned /*count*/) {}
    // All blocks of the launch have come to a barrier of the grid, and none has gone on.
    virtual void grid_passed() {}
    // Blocks that wait for each other take turns, each on an OS thread of its own. These come to
    // the one that is to wait, and to the same when it is its turn again.
    virtual void block_pauses() {}
    virtual void block_goes_on() {}
    // Bytes are on their way to shared memory, by a copy that the thread has begun here in the
    // code; and they are there.
    virtual void copy_under_way(const void * /*to*/, std::size_t /*bytes*/, void * /*place*/) {}
    virtual void copy_arrived(const void * /*to*/, std::size_t /*bytes*/, void * /*place*/) {}
    // A product that goes on will write the variable of a thread; and has written it.
    virtual void sum_under_way(const void * /*variable*/, std::size_t /*bytes*/, void * /*place*/) {
    }
    virtual void sum_is_there(const void * /*variable*/, std::size_t /*bytes*/) {}
    virtual void fence_passed(bool /*of_the_device*/) {}
    // Beside it, one between what threads write and what engines read: copies, and products; or
    // only of barriers that are made.
    virtual void engine_fence_passed(bool /*of_barriers_only*/) {}
    virtual void barrier_made(const void * /*barrier*/, void * /*place*/) {}
    // What the thread begins here in the code will report to the barrier, and reads these bytes.
    virtual void engine_reports(const void * /*barrier*/, void * /*place*/) {}
    virtual void engine_reads(const void * /*from*/, std::size_t /*bytes*/, void * /*place*/) {}
    // The thread comes to where it waits for others, and goes on from there. Only told where
    // `recorded`.
    virtual void thread_arrives(meeting) {}
    virtual void thread_leaves(meeting) {}
    // printf(), called from this place in the code.
    virtual void thread_prints(void * /*code*/) {}
    // A lane asks for the value of another one that takes no part in the shuffle.
    virtual void inactive_source(unsigned /*thread*/, unsigned /*source_lane*/,
                                 const char * /*file*/, int /*line*/) {}
    // Threads of the block have left the kernel, and others wait at a barrier: which, in words.
    // True if the observer says so itself; else the runtime warns.
    virtual bool threads_left(const std::string & /*place*/, const std::string & /*which*/,
                              const kernel_info &) {
        return false;
    }

    // ---- The end, and what was said before
    // The runtime has said this on stderr.
    virtual void reported(const said &) {}
    // True if something was found wrong: the program then ends with exit code 98. Comes after the
    // program's destructors. After a fault of a kernel calls that free have been refused.
    virtual bool program_ends(bool /*after_fault*/) { return false; }

    // ---- What the runtime asks; the first answer counts
    // Where in the program the launch stands that the thread makes. Empty: unknown.
    virtual std::string launch_place() { return ""; }
    // Where in the code the access to this address stands that has just faulted. Null: unknown.
    virtual void *access_place(const void * /*address*/) { return nullptr; }

protected:
    ~observer() = default;
};

// Where memory for the device comes from, in place of the runtime's own.
class memory_source {
public:
    virtual void *obtain(std::size_t size) = 0; // null: there is no more
    virtual void give_back(void *memory, std::size_t size) = 0;

protected:
    ~memory_source() = default;
};

// ------------------------------------------------------------------ for observers, to begin

// Both must outlive the program, whose destructors may still call the API. To be called before the
// program's constructors run, which may do so too.
void observe(observer &);
void use_memory_of(memory_source &);

// ------------------------------------------------------------------ what observers may ask

// The launch that the worker runs a block of, which this OS thread is; null if it is none.
const launch_info *launch_here();
// Whether cudaFuncSetAttribute has given the kernel a limit of dynamic shared memory: its static
// variables do not count to that one, as they do to the 48 KiB that it has else.
bool has_limit_of_its_own(const kernel_info &kernel);
// Whether a kernel's code may be running on this OS thread.
bool in_kernel();
// Whether the address lies on the stack of one of the worker's fibers.
bool on_stack_of_fiber(const void *address);
// While one of these lives, no tick of the timer takes the processor away from the kernel's thread.
class undisturbed {
public:
    undisturbed() : before_(block.interruptible) {
        block.interruptible = 0;
        compiler_fence();
    }
    ~undisturbed() {
        compiler_fence();
        block.interruptible = before_;
    }
    undisturbed(const undisturbed &) = delete;
    undisturbed &operator=(const undisturbed &) = delete;

private:
    int before_;
};

// Lets other threads of the block run, as a tick of the timer does where a run need not be
// repeatable. place: in the code, where this thread is. Returns whether turns are short from now
// on.
bool give_turn(void *place);
// Lets the thread of the block that this fiber holds go on, or, if it is null, the next one begin;
// returns when somebody lets the calling one go on.
void go_on_with(fiber *other);
// To be called in launch_begins, in a copy of the process that has only this OS thread: the blocks
// of the launch run in the reverse order.
void run_backwards();
// Where no process can be copied, to be called in launch_ends, when memory is what it was in
// launch_begins, and run_backwards has been called: the blocks of that launch run once more.
void run_again();
// And for their threads, to be called by each as soon as it does anything: lets those that have not
// begun go first, and so also those that come next after a barrier.
void let_others_go_first();
// The name of the API call that the thread is in, or was in last.
const char *current_call_name();

// The program has a variable, of which each device has one of its own. To be called before main
// begins, or when a library is loaded, by whoever is told of variables.
// name: of the source, which stays.
void note_variable_of_devices(const volatile void *address, std::size_t size, const char *name,
                              bool constant);

// The variable of the devices that the address lies in; without a name: in none.
struct named_variable {
    std::string name;
    bool constant = false;
};
named_variable find_device_variable(const void *address);
// Whether it lies in shared memory, where there is but one OS thread. Elsewhere what is each
// thread's own tells that sooner: see variables_of_thread.
bool is_shared_memory(const void *address);

// ------------------------------------------------------------------ for the runtime

struct observer_list {
    static constexpr unsigned MOST = 8;
    observer *list[MOST];
    unsigned count;
    observer *const *begin() const { return list; }
    observer *const *end() const { return list + count; }
};
extern observer_list observers;
extern memory_source *memory_of_observer; // null: none

// Whether there is one.
inline bool is_observed() {
    return observed && observers.count != 0;
}

// Tells all observers: notify(&observer::block_begins).
template <class... Parameters, class... Arguments>
inline __attribute__((always_inline)) void
notify([[maybe_unused]] void (observer::*event)(Parameters...),
       [[maybe_unused]] const Arguments &...arguments) {
    if constexpr (observed)
        for (observer *o : observers)
            (o->*event)(arguments...);
}

// Tells all of them of an event that returns something: whether any of them returned true.
template <class... Parameters, class... Arguments>
inline bool notify([[maybe_unused]] bool (observer::*event)(Parameters...),
                   [[maybe_unused]] const Arguments &...arguments) {
    bool any = false;
    if constexpr (observed)
        for (observer *o : observers)
            any |= (o->*event)(arguments...);
    return any;
}

// In these two an observer may let other threads run: functions, whose names site/engine/link.js
// knows.
void tell_thread_arrives(meeting at);
void tell_thread_leaves(meeting at);

inline memory_source *other_memory() {
    if constexpr (observed)
        return memory_of_observer;
    else
        return nullptr;
}

inline std::string launch_place() {
    std::string place;
    if constexpr (observed)
        for (observer *o : observers)
            if (place.empty())
                place = o->launch_place();
    return place;
}

inline void *access_place([[maybe_unused]] const void *address) {
    void *place = nullptr;
    if constexpr (observed)
        for (observer *o : observers)
            if (place == nullptr)
                place = o->access_place(address);
    return place;
}

} // namespace cuda_emulator

#endif
