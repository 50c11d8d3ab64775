// faults.cpp: see faults.h. What WebAssembly refuses to do ends a call from JavaScript, which then
// tells of it here. Nobody tells it to end: who wants that ends the whole worker.
#include "machine/faults.h"
#include "machine/webassembly/host.h"

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace cuda_emulator {

static void (*fault_handler)(const fault &);
static void (*tick_handler)(void *place);
// Of a fault that fault_at was asked for; else the address is not told, and one that is in no stack
// stands for it.
static const void *const UNTOLD = reinterpret_cast<void *>(UINTPTR_MAX);
static const void *address_of_fault = UNTOLD;

// Tells of a fault, after which the calling fiber, if it is one, never goes on. address: as above.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_fault)
void cuda_emulator_fault(int number, void *place, const void *address, void *stack_pointer) {
    fault_kind kind = static_cast<fault_kind>(number);
    if (address_of_fault != UNTOLD)
        address = std::exchange(address_of_fault, UNTOLD);
    if (kind == fault_kind::address && address == UNTOLD)
        kind = fault_kind::impossible_address; // beyond the end of memory
    if (fault_handler != nullptr)
        fault_handler({kind, place, const_cast<void *>(address), stack_pointer});
}

void fault_at(const void *address) {
    address_of_fault = address;
    host_fault();
}

// Of an end that the emulator has named: what is meant for kernels only is what it names else.
static abort_cause cause = abort_cause::call_from_host;

void end_badly() {
    host_abort(cause);
}

// What stands at the head of loops calls this now and then.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_loop) void cuda_emulator_loop(void *place) {
    host_loop(place);
}

// When it is time.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_tick) void cuda_emulator_tick(void *place) {
    if (tick_handler != nullptr)
        tick_handler(place);
}

void catch_signals(void (*on_fault)(const fault &), bool (*)(void *)) {
    fault_handler = on_fault;
}

void end_now(void *) {}

void limit_last_words(unsigned) {}

void catch_faults(void (*on_fault)(const fault &), void (*on_tick)(void *)) {
    fault_handler = on_fault;
    tick_handler = on_tick;
}

void set_tick(long nanoseconds) {
    host_set_tick(static_cast<double>(nanoseconds) * 1e-6);
}

void go_on_ticking() {}
void hold_ticks() {}

void set_clock_tick(long) {}

} // namespace cuda_emulator

// In the place of the C library's.
extern "C" {
void abort() {
    cuda_emulator::host_abort(cuda_emulator::abort_cause::call);
}

void __assert_fail(const char *expression, const char *file, int line, const char *function) {
    cuda_emulator::cause = cuda_emulator::abort_cause::assertion;
    cuda_emulator::assertion_failed(expression, file, static_cast<unsigned>(line), function);
}
}
