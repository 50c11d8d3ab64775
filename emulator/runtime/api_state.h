// api_state.h: what all functions of the runtime API share.
//
// Every API function, a launch included, begins with begin_call and returns through end_call
// (api_call does both), except the four that ask about errors. This is where calls are counted and
// made to fail on request, where the last error of each host thread and the sticky error of the
// device are kept, and where the CUDA_EMULATOR_* variables of the environment are read.
//
// Errors are as on a GPU. A call that fails returns its error and leaves it for cudaGetLastError
// in the same host thread. A fault in a kernel is sticky: the launch itself succeeds, the next
// call that waits for the device returns the fault, and so does every call after that which needs
// the device, until cudaDeviceReset. It ends the work of all devices, and each has to be reset.
#ifndef CUDA_EMULATOR_API_STATE_H
#define CUDA_EMULATOR_API_STATE_H

#include "cuda_runtime_api.h"
#include "device.h"
#include "observer.h"

#include <stddef.h>

#include <string>

namespace cuda_emulator {

// Whether a call waits for the device or goes on without. Only the former is told of a fault that
// no call has returned yet: the latter would come back, on a GPU, before the kernel has got as far
// as the fault. A call that only asks for what the host knows, or that resets the device, is never
// refused for a fault.
enum class call_kind { waits, goes_on, asks, resets };

// Begins a call of the runtime API; to be the first thing each of its functions does. Counts the
// call and returns cudaSuccess, or the error that the call must return at once without doing
// anything: `injected` if CUDA_EMULATOR_FAIL_CALL names this call, cudaErrorNoDevice if there is
// to be no device, cudaErrorNotPermitted inside a host function run by a stream, or the sticky
// error. That error is then already the thread's last one. Ends the process with status 2 if the
// environment cannot be understood.
cudaError_t begin_call(const char *name, cudaError_t injected = cudaErrorUnknown,
                       call_kind kind = call_kind::waits);

// Ends a call: keeps `e` as the last error of the calling host thread unless it is cudaSuccess, and
// returns it. status: what a call of a library returns in its place, by name.
cudaError_t end_call(cudaError_t e, const char *status = nullptr);

// While one of these lives, the calling thread is inside of a call of the API. It may be a thread
// that runs in a kernel.
class api_call_scope {
public:
    api_call_scope() { notify(&observer::call_begins); }
    ~api_call_scope() { notify(&observer::call_ends); }
    api_call_scope(const api_call_scope &) = delete;
    api_call_scope &operator=(const api_call_scope &) = delete;

private:
    undisturbed by_the_watchdog_;
};

// A whole call. `body` returns a cudaError_t.
template <class Body>
cudaError_t api_call(const char *name, cudaError_t injected, call_kind kind, Body body) {
    const api_call_scope inside;
    const cudaError_t e = begin_call(name, injected, kind);
    return e != cudaSuccess ? e : end_call(body());
}

template <class Body> cudaError_t api_call(const char *name, cudaError_t injected, Body body) {
    return api_call(name, injected, call_kind::waits, body);
}

// To be called of what a call gives back through a pointer, if kernels may make it.
template <class T> void note_result(const T *result) {
    if (in_kernel())
        notify(&observer::result_given, result, sizeof *result);
}

// A kernel of this device has ended with the fault `e`, which becomes the sticky error of each
// device that has none, unless its own has one. `kernel`: its name for the report at exit, as in
// launch_failed.
void kernel_failed(int device, cudaError_t e, const char *kernel);

// Whether a kernel has failed since the last cudaDeviceReset of the current device. Work issued
// after that never runs: a launch or a copy that does not wait then has nothing to do, although it
// may have to return cudaSuccess.
bool device_failed();

// Says on stderr what is wrong with the program, after all that it has printed itself. It then does
// not end with exit code 0.
void report_wrong(const std::string &text);

// Waits for a device. Returns its sticky error or cudaSuccess.
cudaError_t synchronise(int device = current_device());

// A launch was refused with `e`, which no caller has been given, because <<<...>>> returns nothing.
// It becomes the last error of the calling host thread. Unless that thread asks for its last error
// after that, the report at exit says so, with `launch`, such as
// "kernel add<<<(1,1,1),(33792,1,1)>>>", and why, if that is not empty. Where the thread has asked,
// and the program then does not end with exit code 0, the report says why.
// `place`: where the launch stands, or empty.
void launch_failed(cudaError_t e, const std::string &launch, const std::string &why,
                   const std::string &place);

// Why the call that the thread is in will fail, for the report at exit where nobody looks.
void call_is_refused(const std::string &why);

// Told once when the program ends, whatever else is: of several the first.
void tell_at_the_end(const std::string &text);

// The program ends before its time: says what the report at exit would have said.
void report_unasked();

// The program has asked what this error is.
void error_was_named(cudaError_t e);

// cudaGetLastError and cudaPeekAtLastError.
cudaError_t take_last_error();
cudaError_t peek_last_error();

// Forgets the sticky error of the current device, also as the calling thread's last error. Returns
// it if no call has returned it yet, else cudaSuccess.
cudaError_t reset_errors();

// The number, from 1, of the API call that the calling thread is in. (Its name: observer.h.)
unsigned long current_call_number();

// While one of these lives, the calling thread runs a host function for a stream, in which calls
// of the API are not allowed. With a GPU a thread of the runtime does, which has its own last
// error.
class host_function_scope {
public:
    host_function_scope();
    ~host_function_scope();
    host_function_scope(const host_function_scope &) = delete;
    host_function_scope &operator=(const host_function_scope &) = delete;

private:
    bool outer;
    cudaError_t outer_error;
};

// The environment, read once.
struct settings {
    unsigned long long fail_call; // CUDA_EMULATOR_FAIL_CALL: 0 for no call
    bool fail_each_call;          // CUDA_EMULATOR_FAIL_CALL=each
    bool count_calls;             // CUDA_EMULATOR_COUNT_CALLS
    bool report_leaks;            // CUDA_EMULATOR_REPORT_LEAKS
    bool no_device;               // CUDA_EMULATOR_NO_DEVICE
    bool no_gl_interop;           // CUDA_EMULATOR_NO_GL_INTEROP
    unsigned long long memory;    // CUDA_EMULATOR_MEMORY, bytes: 0 for the default
    unsigned long long devices;   // CUDA_EMULATOR_DEVICES: 0 for the default
    unsigned long long workers;   // CUDA_EMULATOR_WORKERS: 0 for the default
};

// Ends the process with status 2 and one line on stderr if a variable cannot be understood.
const settings &environment();

} // namespace cuda_emulator

#endif
