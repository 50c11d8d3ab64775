// process_copy.h: a copy of the process, with all of its memory, which tries something and says
// what came of it, or which goes on to its end. What it does to memory stays its own.
//
// Where there is none, make is false. Where a process cannot be copied but its memory can, as in
// WebAssembly, make never returns in the copy, see `instead`, and none goes on to its end.
#ifndef CUDA_EMULATOR_MACHINE_PROCESS_COPY_H
#define CUDA_EMULATOR_MACHINE_PROCESS_COPY_H

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_emulator {

class process_copy {
public:
    // What is done in the place of a copy, in the call of go: with memory as it was in make,
    // `begins` does what the copy would do, up to its answer. Whatever became of it, `ends` is
    // called then, and memory becomes again what it was.
    struct instead {
        void (*begins)(), (*ends)();
        // The parts in use of what reserve() has given out (address_space.h).
        struct part {
            const void *memory;
            std::size_t bytes;
        };
        std::vector<part> (*in_use)();
    };

    process_copy() = default;
    ~process_copy() { drop(); }
    process_copy(const process_copy &) = delete;
    process_copy &operator=(const process_copy &) = delete;

    // Makes one, which has only the calling OS thread. Here make returns at once; in the copy it
    // returns once this process calls go, and never if that drops it. False: there is none, or no
    // memory for one.
    bool make(const instead &);
    bool is_the_copy() const { return is_copy_; }

    // ---- Here
    // Lets the copy go on from make, and waits for its answer, so long at the most. Empty if it
    // gave none, or was too late.
    std::string go(double seconds);
    // Ends the copy, if there is one.
    void drop();

    // ---- In the copy, which the reader sees nothing of
    [[noreturn]] void answer(const std::string &text);

private:
    bool is_copy_ = false;
    int channel_ = -1;
    long process_ = 0;
};

// Makes a copy that goes on from here as this process would, with all that it prints, and with its
// handlers and destructors at the end. In the copy it returns true. Here it returns false when the
// copy has ended, and says how: "exit code 1", "signal 11 (Segmentation fault)". It says nothing
// where there was none: the system refuses it, or the process has other OS threads, which a copy
// would be without. The copy shares the files that are open.
bool goes_on_in_a_copy(std::string &how_it_ended);
#ifdef __wasm__
constexpr bool copies_go_on = false;
#else
constexpr bool copies_go_on = true;
#endif

} // namespace cuda_emulator

#endif
