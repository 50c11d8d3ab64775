// api_state.cpp: see api_state.h. Also writes the reports at exit.

#include "api_state.h"
#include "children.h"
#include "emulator/api_templates.h"
#include "graph.h"
#include "graphics.h"
#include "machine/process_copy.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "memory.h"
#include "names.h"
#include "stream.h"
#include "textures.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>

namespace cuda_emulator {

namespace {

[[noreturn]] void refuse_environment(const char *name, const char *value, const char *wanted) {
    std::fprintf(stderr, "CUDA emulator: %s=\"%s\" is not %s\n", name, value, wanted);
    std::fflush(nullptr);
    // Not exit: the reports at exit would read the environment again.
    std::_Exit(2);
}

// A decimal number from 1 to `most`; 0 if the variable is unset or empty.
unsigned long long read_number(const char *name, unsigned long long most, const char *wanted) {
    const char *text = std::getenv(name);
    if (text == nullptr || *text == '\0')
        return 0;
    unsigned long long value = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        if (*c < '0' || *c > '9')
            refuse_environment(name, text, wanted);
        const unsigned digit = static_cast<unsigned>(*c - '0');
        if (value > (most - digit) / 10)
            refuse_environment(name, text, wanted);
        value = value * 10 + digit;
    }
    if (value == 0)
        refuse_environment(name, text, wanted);
    return value;
}

bool read_switch(const char *name) {
    const char *text = std::getenv(name);
    if (text == nullptr || *text == '\0' || std::strcmp(text, "0") == 0)
        return false;
    if (std::strcmp(text, "1") != 0)
        refuse_environment(name, text, "0 or 1");
    return true;
}

bool is_word(const char *name, const char *word) {
    const char *text = std::getenv(name);
    return text != nullptr && std::strcmp(text, word) == 0;
}

settings read_environment() {
    settings s{};
    s.fail_each_call = is_word("CUDA_EMULATOR_FAIL_CALL", "each");
    if (s.fail_each_call && !copies_go_on)
        refuse_environment("CUDA_EMULATOR_FAIL_CALL", "each",
                           "possible here: it takes copies of the process");
    if (!s.fail_each_call)
        s.fail_call = read_number("CUDA_EMULATOR_FAIL_CALL", 1000000000000ull,
                                  "the number of a call, from 1 to 10^12, or each");
    s.count_calls = read_switch("CUDA_EMULATOR_COUNT_CALLS");
    s.report_leaks = read_switch("CUDA_EMULATOR_REPORT_LEAKS");
    s.no_device = read_switch("CUDA_EMULATOR_NO_DEVICE");
    s.no_gl_interop = read_switch("CUDA_EMULATOR_NO_GL_INTEROP");
    s.memory = read_number("CUDA_EMULATOR_MEMORY", 1ull << 46,
                           "a number of bytes, from 1 to 70368744177664");
    s.devices =
        read_number("CUDA_EMULATOR_DEVICES", most_devices, "a number of devices, from 1 to 16");
    s.workers =
        read_number("CUDA_EMULATOR_WORKERS", 1024, "a number of worker threads, from 1 to 1024");
    return s;
}

std::atomic<unsigned long> calls{0};
std::atomic<bool> environment_was_read{false};

// What a kernel has done to the devices: the sticky error of each, which only its own reset takes
// away, and whether a call has returned it yet.
std::atomic<cudaError_t> sticky_errors[most_devices] = {};
std::atomic<bool> fault_was_returned{false};
// The program has not looked at the fault, nor gone on to use a device after a reset.
std::atomic<bool> fault_is_open{false};

bool any_device_has_failed() {
    return std::any_of(sticky_errors, sticky_errors + device_count(),
                       [](cudaError_t error) { return error != cudaSuccess; });
}
bool is_sticky(cudaError_t e) {
    return std::any_of(sticky_errors, sticky_errors + device_count(),
                       [e](cudaError_t error) { return error == e; });
}

// What report_wrong said. With this, or an open fault, the program does not end with exit code 0.
std::atomic<bool> is_wrong{false};

// The last error of this host thread, and the call it is in.
thread_local cudaError_t last_error = cudaSuccess;
thread_local const char *call_name = "";
thread_local unsigned long call_number = 0;
thread_local bool in_host_function = false;

// A failure that no caller could see: the first of each thread's launches, and of the kernels.
// Never destroyed, because destructors of the program may still launch and the reports at exit
// come after them; a thread's entry outlives the thread.
struct unseen_failure {
    cudaError_t error = cudaSuccess; // none once the program has asked
    std::string name;                // the launch, the kernel or the call
    std::string why;
    std::string place; // of a launch
};
struct unseen_failures {
    os_mutex mutex;
    std::deque<unseen_failure> launches;
    std::deque<unseen_failure> calls; // whose result was dropped
    unseen_failure kernel;
};
unseen_failures &unseen() {
    static unseen_failures &all = *new unseen_failures;
    return all;
}
// In the lists, once there was one.
thread_local unseen_failure *unseen_launch = nullptr;
thread_local unseen_failure *unseen_call = nullptr;

// Why that call of this thread was refused.
thread_local unsigned long refused_call = 0;
thread_local std::string why_refused;

void print_unseen(const char *of_what, const unseen_failure &failure, const char *ask) {
    if (failure.error == cudaSuccess)
        return;
    std::fprintf(stderr,
                 "CUDA emulator: a %s failed with %s (%s) and the program did not ask; see %s",
                 of_what, cudaGetErrorName(failure.error), cudaGetErrorString(failure.error), ask);
    if (!failure.name.empty())
        std::fprintf(stderr, ": %s", failure.name.c_str());
    if (!failure.place.empty() && failure.name.find(failure.place) == std::string::npos)
        std::fprintf(stderr, ", launched at %s", failure.place.c_str());
    if (!failure.why.empty())
        std::fprintf(stderr, ": %s", failure.why.c_str());
    std::fputc('\n', stderr);
    if constexpr (observed)
        notify(&observer::reported,
               said{std::string("a ") + of_what + " failed with " +
                        cudaGetErrorName(failure.error) + " and the program did not ask: " +
                        failure.name + (failure.why.empty() ? "" : ": " + failure.why),
                    failure.why.empty() ? said::kind::other : said::kind::refused_launch,
                    failure.place});
}

void print_all_unseen() {
    unseen_failures &all = unseen();
    for (const unseen_failure &failure : all.launches) {
        print_unseen("launch", failure, "cudaGetLastError");
        if (failure.error == cudaSuccess && !failure.why.empty() && exit_code_of_program() != 0)
            std::fprintf(stderr, "CUDA emulator: %s was refused: %s\n", failure.name.c_str(),
                         failure.why.c_str());
    }
    for (const unseen_failure &failure : all.calls)
        if (failure.error != cudaSuccess)
            std::fprintf(
                stderr, "CUDA emulator: %s failed with %s (%s), and the program did not look%s%s\n",
                failure.name.c_str(), cudaGetErrorName(failure.error),
                cudaGetErrorString(failure.error), failure.why.empty() ? "" : ": ",
                failure.why.c_str());
    if (any_device_has_failed() && !fault_was_returned)
        print_unseen("kernel", all.kernel, "cudaDeviceSynchronize");
}

struct last_word {
    os_mutex mutex;
    std::string text;
};
last_word &the_last_word() {
    static last_word &word = *new last_word;
    return word;
}

void end_with(int code) {
    std::fflush(nullptr);
    std::_Exit(code);
}

// Runs after the destructors of the program's objects and its atexit handlers, which may still
// free what they own.
__attribute__((destructor(101))) void report_at_exit() {
    look_at_null_of_host();
    if (!environment_was_read) {
        if (is_word("CUDA_EMULATOR_COUNT_CALLS", "1"))
            std::fprintf(stderr, "CUDA emulator: 0 API calls\n");
        if (is_wrong)
            end_with(1);
        return;
    }
    const bool ends_badly = fault_is_open; // before the reports below name the error
    if (environment().count_calls) {
        const unsigned long n = calls;
        std::fprintf(stderr, "CUDA emulator: %lu API call%s\n", n, n == 1 ? "" : "s");
    }
    if (!any_device_has_failed()) // else the calls that free have been refused
        look_at_all_memory();
    {
        const os_lock lock(unseen().mutex);
        print_all_unseen();
    }
    if (!the_last_word().text.empty())
        std::fprintf(stderr, "CUDA emulator: %s\n", the_last_word().text.c_str());
    if (environment().report_leaks) {
        const size_t leaks = report_memory_leaks() + report_texture_leaks() +
                             report_stream_leaks() + report_graphics_leaks();
        if (leaks != 0)
            end_with(99);
    }
    if (notify(&observer::program_ends, any_device_has_failed()))
        end_with(98);
    if ((is_wrong || ends_badly) && exit_code_of_program() == 0)
        end_with(1);
}

// Has this call fail in a copy of the process. Whether this is the copy; in it no other call fails.
bool fails_in_a_copy() {
    if constexpr (copies_go_on) {
        static bool is_the_copy = false;
        std::string how_it_ended;
        if (is_the_copy)
            return false;
        if (goes_on_in_a_copy(how_it_ended))
            return is_the_copy = true;
        std::fprintf(stderr, "CUDA emulator: call %lu, %s, %s%s\n", call_number, call_name,
                     how_it_ended.empty() ? "not made to fail: the process cannot be copied here"
                                          : "failed in a copy of the process, which ended with ",
                     how_it_ended.c_str());
    }
    return false;
}

cudaError_t keep(cudaError_t e) {
    if (e != cudaSuccess)
        last_error = e;
    return e;
}

} // namespace

const settings &environment() {
    static const settings s = read_environment();
    environment_was_read = true;
    return s;
}

cudaError_t begin_call(const char *name, cudaError_t injected, call_kind kind) {
    const settings &s = environment();
    call_name = name;
    if (in_kernel()) // the few that kernels have
        return cudaSuccess;
    call_number = ++calls;
    if (s.fail_each_call ? fails_in_a_copy() : s.fail_call == call_number) {
        std::fprintf(stderr, "CUDA emulator: call %lu, %s, made to fail\n", call_number, name);
        return keep(injected);
    }
    if (s.no_device)
        return keep(cudaErrorNoDevice);
    if (in_host_function)
        return keep(cudaErrorNotPermitted);
    if (kind != call_kind::resets && fault_is_open && !device_failed())
        fault_is_open = false;
    if (const cudaError_t refused = refuse_in_capture(name); refused != cudaSuccess)
        return keep(refused);
    if (kind == call_kind::asks || kind == call_kind::resets ||
        (kind == call_kind::goes_on && !fault_was_returned))
        return cudaSuccess;
    return keep(synchronise());
}

cudaError_t end_call(cudaError_t e, const char *status) {
    if (in_kernel()) {
        if (e != cudaSuccess)
            note_error_of_thread(e, "");
        return e;
    }
    if (observed && e != cudaSuccess && e != cudaErrorNotReady && !is_sticky(e))
        notify(&observer::call_failed, call_name,
               status != nullptr
                   ? std::string(status)
                   : std::string(cudaGetErrorName(e)) + " (" + cudaGetErrorString(e) + ")");
    return keep(e);
}

void kernel_failed(int device, cudaError_t e, const char *kernel) {
    unseen_failures &all = unseen();
    const os_lock lock(all.mutex);
    if (e == cudaSuccess || sticky_errors[device] != cudaSuccess)
        return;
    all.kernel.error = e;
    all.kernel.name = kernel;
    fault_was_returned = false;
    for (int other = 0; other < device_count(); ++other)
        if (sticky_errors[other] == cudaSuccess)
            sticky_errors[other] = e;
    fault_is_open = true; // the last: a call on a device without an error takes it back
}

void report_wrong(const std::string &text) {
    is_wrong = true;
    std::fflush(stdout);
    std::fprintf(stderr, "CUDA emulator: error: %s", text.c_str());
    notify(&observer::reported, said{text});
}

void report_unasked() {
    if (!environment_was_read)
        return;
    print_all_unseen(); // without the lock, which the thread that was interrupted may hold
    notify(&observer::program_ends, true);
}

bool device_failed() {
    return sticky_errors[current_device()] != cudaSuccess;
}

cudaError_t synchronise(int device) {
    const cudaError_t e = sticky_errors[device];
    if (e != cudaSuccess)
        fault_was_returned = true;
    return e;
}

void launch_failed(cudaError_t e, const std::string &launch, const std::string &why,
                   const std::string &place) {
    if (e == cudaSuccess)
        return;
    last_error = e;
    if (is_sticky(e))
        return; // refused for a fault, which was returned or is reported itself
    unseen_failures &all = unseen();
    const os_lock lock(all.mutex);
    if (unseen_launch == nullptr)
        unseen_launch = &all.launches.emplace_back();
    if (unseen_launch->error == cudaSuccess) {
        unseen_launch->error = e;
        unseen_launch->name = launch;
        unseen_launch->why = why;
        unseen_launch->place = place;
    }
}

void tell_at_the_end(const std::string &text) {
    const os_lock lock(the_last_word().mutex);
    if (the_last_word().text.empty())
        the_last_word().text = text;
}

void call_is_refused(const std::string &why) {
    refused_call = call_number;
    why_refused = why;
}

#ifndef CUDA_EMULATOR_CHECKED_H // the checker tells of them itself
void error_was_dropped(cudaError_t e, const unused_result &result) {
    if (e == cudaErrorNotReady || is_sticky(e))
        return;                        // no error; reported itself
    const undisturbed by_the_watchdog; // of a thread that runs in a kernel
    unseen_failures &all = unseen();
    const os_lock lock(all.mutex);
    if (unseen_call == nullptr)
        unseen_call = &all.calls.emplace_back();
    if (unseen_call->error == cudaSuccess) {
        unseen_call->error = e;
        unseen_call->name =
            short_path(result.file) + ":" + std::to_string(result.line) + ": " + result.call;
        unseen_call->why = refused_call == call_number ? why_refused : "";
    }
}
#endif

cudaError_t take_last_error() {
    if (in_kernel())
        return error_of_this_thread(true);
    const cudaError_t e = peek_last_error();
    // Also if it is the sticky error, which the next call that needs the device brings back.
    last_error = cudaSuccess;
    return e;
}

void error_was_named(cudaError_t e) {
    if (e != cudaSuccess && is_sticky(e))
        fault_is_open = false;
}

cudaError_t peek_last_error() {
    if (in_kernel())
        return error_of_this_thread(false);
    notify(&observer::last_error_asked);
    if (last_error != cudaSuccess)
        error_was_named(last_error);
    for (unseen_failure *failure : {unseen_launch, unseen_call})
        if (failure != nullptr) {
            const os_lock lock(unseen().mutex);
            failure->error = cudaSuccess;
        }
    return last_error;
}

cudaError_t reset_errors() {
    const cudaError_t e = sticky_errors[current_device()].exchange(cudaSuccess);
    if (e != cudaSuccess && last_error == e)
        last_error = cudaSuccess;
    return e == cudaSuccess || fault_was_returned.exchange(true) ? cudaSuccess : e;
}

const char *current_call_name() {
    return call_name;
}
unsigned long current_call_number() {
    return call_number;
}

host_function_scope::host_function_scope() : outer(in_host_function), outer_error(last_error) {
    in_host_function = true;
}
host_function_scope::~host_function_scope() {
    in_host_function = outer;
    last_error = outer_error;
}

} // namespace cuda_emulator
