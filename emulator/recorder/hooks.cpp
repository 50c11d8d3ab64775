// hooks.cpp: what the program's own code calls: the compilers before each access to memory, the
// rewriter before each statement.
#include "recorder.h"
#include "written.h"

#include "emulator/processor.h"

#include <string>

namespace cuda_emulator {
namespace recorder {
namespace {

// The thread whose code this is, if it is recorded. A fiber that begins has a stack of its own, and
// no thread yet.
inline __attribute__((always_inline)) launch_recorder *recorder_here() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return now.listens && here - now.stack_begin < now.stack_end - now.stack_begin ? now.of
                                                                                   : nullptr;
}

void touch_range(access how, std::uintptr_t address, std::size_t bytes, void *) {
    if (block.interruptible == 0 || bytes == 0) // the host's, or what the emulator copies
        return;
    launch_recorder *const recorder = recorder_here();
    // What lies on the thread's own stack is in registers on a GPU, as far as anybody can tell.
    if (recorder != nullptr && address - now.stack_begin >= now.stack_end - now.stack_begin)
        recorder->touches(how, address, bytes);
    if (!is_load(how))
        mark_written(address, bytes);
}

inline __attribute__((always_inline)) void touch(access how, std::uintptr_t address,
                                                 std::size_t bytes, void *place) {
    touch_range(how, address, bytes, place);
}

} // namespace
} // namespace recorder

using namespace recorder;

void recorded_body_begins() {
    if (now.of != nullptr)
        now.of->body_begins();
}

void recorded_body_ends() {
    if (now.of != nullptr)
        now.of->body_ends();
}

void recorded_statement(const char *file, int line, const char *function) {
    if (launch_recorder *const recorder = recorder_here())
        recorder->comes_to(file, line, function);
}

void recorded_look() {
    if (launch_recorder *const recorder = recorder_here())
        recorder->looks_in_vain(CUDA_EMULATOR_RETURN_ADDRESS);
}

void recorded_shared(const void *memory, std::size_t size, const char *name, const char *file,
                     int line, const recorded_type &type) {
    if (launch_recorder *const recorder = recorder_here())
        recorder->note_shared(memory, size, name, file, line, type);
}

recorded_device_variable::recorded_device_variable(const volatile void *memory, std::size_t size,
                                                   const char *name, bool constant,
                                                   const char *file, int line,
                                                   const recorded_type &type) {
    note_device_variable(memory, size, name, constant, file, line, type);
}

void recorded_argument(const char *kernel, const char *names, int number, const void *pointer,
                       const recorded_type &type) {
    std::string name = names; // "a, b, c"
    for (; number > 0; --number)
        name.erase(0, name.find(", ") + 2);
    note_argument(kernel, name.substr(0, name.find(',')), pointer, type);
}

void tell_atomic(const volatile void *memory, std::size_t bytes, void *place) {
    touch(access::atomic, reinterpret_cast<std::uintptr_t>(memory), bytes, place);
}
void tell_read(const void *memory, std::size_t bytes, void *place) {
    touch(access::load, reinterpret_cast<std::uintptr_t>(memory), bytes, place);
}
void tell_written(const void *memory, std::size_t bytes, void *place) {
    touch(access::store, reinterpret_cast<std::uintptr_t>(memory), bytes, place);
}

} // namespace cuda_emulator

using namespace cuda_emulator;
using namespace cuda_emulator::recorder;

extern "C" {

// Before the constructors of each file: the first that a program does.
void __tsan_init() {
    begin();
}

void __tsan_func_entry(void *) {
    if (launch_recorder *const recorder = recorder_here())
        recorder->enters_function();
}
void __tsan_func_exit() {
    if (launch_recorder *const recorder = recorder_here())
        recorder->leaves_function();
}

#define VOLATILE(BYTES)                                                                            \
    void __tsan_volatile_read##BYTES(void *p) {                                                    \
        touch(access::volatile_load, reinterpret_cast<std::uintptr_t>(p), BYTES, nullptr);         \
    }                                                                                              \
    void __tsan_volatile_write##BYTES(void *p) {                                                   \
        touch(access::volatile_store, reinterpret_cast<std::uintptr_t>(p), BYTES, nullptr);        \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##BYTES(void *p) {                                          \
        touch(access::volatile_load, reinterpret_cast<std::uintptr_t>(p), BYTES, nullptr);         \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##BYTES(void *p) {                                         \
        touch(access::volatile_store, reinterpret_cast<std::uintptr_t>(p), BYTES, nullptr);        \
    }
VOLATILE(1)
VOLATILE(2)
VOLATILE(4)
VOLATILE(8)
VOLATILE(16)

} // extern "C"

#define CUDA_EMULATOR_TELL_WHOLE
#include "emulator/told_calls.h"
