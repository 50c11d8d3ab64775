// roofline.h: what a kernel asks for beside what a device can do (devices.def): how many of its
// blocks fit, how long memories and arithmetic take at the least, and what holds it up.
#ifndef CUDA_EMULATOR_PROFILER_ROOFLINE_H
#define CUDA_EMULATOR_PROFILER_ROOFLINE_H

#include "profiler.h"

#include <string>

namespace cuda_emulator {
namespace profiler {

struct device_figures {
    const char *name, *full_name;
    unsigned capability, multiprocessors;
    double gflops, gflops_double, gigabytes; // a second
};
const device_figures *find_device(const std::string &name); // null: nobody knows it
std::string names_of_devices();                             // "h200, h100, ..."

// What nvcc says that a kernel needs; of a template, the instance that needs most.
struct resources {
    bool are_known = false;
    unsigned registers = 0;       // of a thread
    std::size_t shared_bytes = 0; // of a block, static ones
};
// From a file with a line "MANGLED_NAME REGISTERS SHARED_BYTES" for each kernel.
resources find_resources(const std::string &file, const std::string &kernel);

struct place_in_roofline {
    unsigned blocks = 0;      // that fit on a multiprocessor
    double occupancy = 0;     // of 1
    const char *limited_by;   // "threads"
    double bytes, bytes_once; // of a launch: in sectors; and if each different one is moved once
    double operations;        // of a launch, all floating-point ones together
    bool is_double;           // those in double take longest
    double memory_us, memory_once_us, shared_us, arithmetic_us;
    std::string bound; // "memory"
};
place_in_roofline find_place(const launches &l, const settings &wanted, const resources &needs);

// Prints it on stderr.
void print_roofline(const launches &l, const settings &wanted);

} // namespace profiler
} // namespace cuda_emulator

#endif
