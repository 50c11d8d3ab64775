// recorder.h: what a thread of a recorded block tells, event by event.
#ifndef CUDA_EMULATOR_RECORDER_RECORDER_H
#define CUDA_EMULATOR_RECORDER_RECORDER_H

#include "orders.h"
#include "settings.h"
#include "trace.h"
#include "variables.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {
namespace recorder {

enum class access : unsigned char {
    load,
    store,
    atomic,
    volatile_load,
    volatile_store,
    atomic_load,
    atomic_store
};

inline bool is_load(access how) {
    return how == access::load || how == access::volatile_load || how == access::atomic_load;
}

class launch_recorder;

// The thread that runs here, if it is recorded.
struct running_thread {
    launch_recorder *of = nullptr; // null: none
    bool listens = false;
    std::uintptr_t stack_begin = 0, stack_end = 0;
};
extern thread_local running_thread now __attribute__((tls_model("local-exec")));

// Records the chosen blocks of one launch.
class launch_recorder {
public:
    launch_recorder(const settings &wanted, const launch_info &launch, unsigned number);

    // Whether blockIdx, which now begins, is one of the chosen blocks; or, without a choice, the
    // first one, or one that is recorded on trial, as there may be a mistake in it.
    bool begins_block();
    // Other blocks run before it goes on: of these none is recorded.
    void block_pauses() { has_paused_ = true; }

    void thread_runs(); // that threadIdx names
    void body_begins();
    void body_ends();
    void enters_function();
    void leaves_function();
    void comes_to(const char *file, int line, const char *function);
    void touches(access how, std::uintptr_t address, std::size_t bytes);
    void looks_in_vain(void *place);
    void arrives(meeting at);
    void leaves(meeting at);
    void meets(unsigned first, unsigned count, std::uint32_t lanes);
    void barrier_passed();
    void passes_fence(bool of_the_device);
    // Something ends the launch, or lets it go on as a GPU might not.
    void stops(const std::string &why);

    void note_shared(const void *memory, std::size_t size, const char *name, const char *file,
                     int line, const recorded_type &type) {
        const busy here(*this);
        variables_.note_shared(memory, size, name, file, line, type);
    }
    void forget(const void *memory) { variables_.forget(memory); }

    recording take();

private:
    struct thread_state {
        bool listens = false; // its own code runs: not the recorder's, nor what that calls
        std::uint32_t place = 0;
        unsigned steps = 0;                   // events since it came there
        bool waits = false, has_left = false; // since this event
        std::size_t since = 0;
        std::vector<std::uint32_t> calls; // the place before each
    };
    // An access of which the value is known once it has been done: at the next event.
    struct late_value {
        std::size_t event;
        std::uintptr_t address;
    };

    void listen(bool to) { now.listens = threads_[thread_].listens = to; }
    // While the thread is in one of these, what it does is no event.
    class busy {
    public:
        explicit busy(launch_recorder &r) : r_(r), before_(r.threads_[r.thread_].listens) {
            r_.listen(false);
        }
        ~busy() { r_.listen(before_); }
        busy(const busy &) = delete;
        busy &operator=(const busy &) = delete;

    private:
        launch_recorder &r_;
        bool before_;
    };

    // Whether there are as many events as there may be: one more is left out.
    bool is_full();
    void wait_for_turn();
    void add(kind what, std::uint32_t variable = 0);
    void complete();
    void touch_piece(kind what, std::uintptr_t address, unsigned bytes);
    std::uint32_t number_of_place(const char *file, int line, const char *function);

    const settings wanted_;
    recording made_;
    variable_table variables_;
    turns turns_;
    std::vector<thread_state> threads_; // of the block
    bool has_paused_ = false;
    unsigned thread_ = 0;
    unsigned first_thread_ = 0; // of the block, in the file
    std::vector<late_value> late_;
    std::unordered_map<std::uint64_t, std::uint32_t> place_numbers_;
    unsigned looks_ = 0;
    std::uint64_t in_a_row_ = 0; // events of the same thread
};

// Puts the recorder on the list of observers.
void begin();

} // namespace recorder
} // namespace cuda_emulator

#endif
