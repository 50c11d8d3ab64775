// roofline.cpp: see roofline.h. The rules are in README.md.
#include "roofline.h"
#include "lines.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <fstream>

namespace cuda_emulator {
namespace profiler {

namespace {

constexpr unsigned REGISTERS = 65536;   // of a multiprocessor
constexpr unsigned REGISTER_UNIT = 256; // a warp gets a multiple of so many
constexpr unsigned SCHEDULERS = 4;      // of a multiprocessor, each with warps of its own
constexpr double LATENCY_US = 0.43;     // docs/MODEL.md, of a request on a busy H200
constexpr double LAUNCH_US = 3; // bench/COUNTERS.md: a kernel with hardly any work takes that
constexpr unsigned REQUESTS_UNDER_WAY = 4; // of a warp: more than most have

struct capability_figures {
    unsigned capability, threads, blocks;
    std::size_t shared_bytes, reserved_bytes;
    unsigned multiply_adds; // in a clock cycle
};

#define DEVICE(name, full, capability, multiprocessors, gflops, gflops_double, gigabytes)          \
    {#name, full, capability, multiprocessors, gflops, gflops_double, gigabytes},
#define CAPABILITY(...)
constexpr device_figures devices[] = {
#include "devices.def"
};
#undef DEVICE
#undef CAPABILITY
#define DEVICE(...)
#define CAPABILITY(capability, threads, blocks, shared, reserved, multiply_adds)                   \
    {capability, threads, blocks, (shared)*1024, reserved, multiply_adds},
constexpr capability_figures capabilities[] = {
#include "devices.def"
};
#undef DEVICE
#undef CAPABILITY

const capability_figures &capability_of(const device_figures &device) {
    return *std::find_if(std::begin(capabilities), std::end(capabilities),
                         [&](const auto &c) { return c.capability == device.capability; });
}

unsigned multiple_from(unsigned number, unsigned unit) {
    return (number + unit - 1) / unit * unit;
}

// "naive" of "_Z5naivePKfPf", and of "void ns::naive<float>(float const*)".
std::string plain_name(const std::string &mangled) {
    int status = 0;
    char *const text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string name = text == nullptr ? mangled : text;
    std::free(text);
    name = name.substr(0, name.find_first_of("(<"));
    return name.substr(name.find_last_of(": ") + 1);
}

figures figures_of(const counted_launch &counted, memory_space space) {
    figures all;
    for (const auto &[what, here] : counted.instructions)
        if (what.space == space)
            all.add(here.sum);
    return all;
}

void fit_blocks(const launches &l, const device_figures &device, const resources &needs,
                place_in_roofline &place) {
    const capability_figures &room = capability_of(device);
    const unsigned threads = multiple_from(l.block.x * l.block.y * l.block.z, LANES);
    const auto limit = [&](std::size_t blocks, const char *by) {
        if (place.limited_by != nullptr && blocks >= place.blocks)
            return;
        place.blocks = static_cast<unsigned>(blocks);
        place.limited_by = by;
    };
    place.limited_by = nullptr;
    limit(room.threads / threads, "threads");
    limit(room.blocks, "blocks");
    const std::size_t shared = l.shared_bytes + needs.shared_bytes + room.reserved_bytes;
    if (shared != 0)
        limit(room.shared_bytes / shared, "shared memory");
    if (needs.are_known) {
        const unsigned of_warp =
            multiple_from(std::max(needs.registers, 1u) * LANES, REGISTER_UNIT);
        const unsigned warps = REGISTERS / SCHEDULERS / of_warp * SCHEDULERS;
        limit(warps / (threads / LANES), "registers");
    }
    place.occupancy = static_cast<double>(place.blocks) * threads / room.threads;
}

// As they were counted, or as the user says. The device does those in double beside the others.
void find_arithmetic(const launches &l, const settings &wanted, double scale,
                     place_in_roofline &place) {
    double in_float = 0, in_double = 0;
    for (const operation_row &row : sum_of(by_lines(l.counted).operations))
        (row.numbers == width::double_number ? in_double : in_float) +=
            scale * static_cast<double>(row.count);
    if (wanted.operations != 0) {
        const double all =
            wanted.operations * l.grid.x * l.grid.y * l.grid.z * l.block.x * l.block.y * l.block.z;
        in_float = wanted.is_double ? 0 : all;
        in_double = wanted.is_double ? all : 0;
    }
    const device_figures &device = *wanted.device;
    place.operations = in_float + in_double;
    place.arithmetic_us =
        std::max(in_float / device.gflops, in_double / device.gflops_double) / 1e3;
    place.is_double = in_double / device.gflops_double > in_float / device.gflops;
}

// Warps that the device has at a time.
double resident_warps(const launches &l, const device_figures &device,
                      const place_in_roofline &place) {
    const double blocks = std::min<double>(1.0 * l.grid.x * l.grid.y * l.grid.z,
                                           1.0 * place.blocks * device.multiprocessors);
    return blocks * (multiple_from(l.block.x * l.block.y * l.block.z, LANES) / LANES);
}

std::string find_bound(const launches &l, const settings &wanted, const place_in_roofline &place) {
    const device_figures &device = *wanted.device;
    if (place.blocks == 0)
        return "none: no block fits on a multiprocessor";
    const double beside_memory = std::max(place.shared_us, place.arithmetic_us);
    if (std::max(place.memory_us, beside_memory) < LAUNCH_US)
        return "launch, as a kernel takes about 3 us even if it does nothing";
    const double warps = resident_warps(l, device, place);
    const figures global = figures_of(l.counted, memory_space::global);
    const double under_way = global.requests == 0 ? 0
                                                  : warps * REQUESTS_UNDER_WAY * SECTOR_BYTES *
                                                        static_cast<double>(global.moved) /
                                                        static_cast<double>(global.requests);
    if (warps < SCHEDULERS * device.multiprocessors ||
        (place.memory_us > beside_memory && under_way < LATENCY_US * 1e3 * device.gigabytes))
        return "latency: too few warps to hide it";
    const std::string other =
        place.shared_us > place.arithmetic_us ? "shared memory" : "arithmetic";
    if (beside_memory > place.memory_us)
        return other;
    if (beside_memory > place.memory_once_us)
        return "memory if caches keep nothing, " + other + " if they keep all";
    return "memory";
}

// "9.4 MB".
std::string amount(double number, const char *unit) {
    const char *const prefixes[] = {"", "k", "M", "G", "T"};
    unsigned prefix = 0;
    for (; number >= 1000 && prefix < 4; ++prefix)
        number /= 1000;
    char text[64];
    std::snprintf(text, sizeof text, "%.3g %s%s", number, prefixes[prefix], unit);
    return text;
}

} // namespace

const device_figures *find_device(const std::string &name) {
    for (const device_figures &device : devices)
        if (name == device.name)
            return &device;
    return nullptr;
}

std::string names_of_devices() {
    std::string all;
    for (const device_figures &device : devices)
        all += (all.empty() ? "" : ", ") + std::string(device.name);
    return all;
}

resources find_resources(const std::string &file, const std::string &kernel) {
    resources most;
    std::ifstream lines(file);
    std::string mangled;
    for (resources one; lines >> mangled >> one.registers >> one.shared_bytes;) {
        if (plain_name(mangled) != kernel)
            continue;
        most.are_known = true;
        most.registers = std::max(most.registers, one.registers);
        most.shared_bytes = std::max(most.shared_bytes, one.shared_bytes);
    }
    return most;
}

place_in_roofline find_place(const launches &l, const settings &wanted, const resources &needs) {
    const device_figures &device = *wanted.device;
    place_in_roofline place = {};
    fit_blocks(l, device, needs, place);
    // Of a launch with all its blocks, if those that were profiled are like the others.
    const double blocks = 1.0 * l.grid.x * l.grid.y * l.grid.z;
    const double scale = l.counted.blocks == 0 ? 0 : blocks / static_cast<double>(l.counted.blocks);
    place.bytes = scale * SECTOR_BYTES *
                  static_cast<double>(figures_of(l.counted, memory_space::global).moved);
    place.bytes_once = scale * SECTOR_BYTES * static_cast<double>(l.counted.sectors_once);
    place.memory_us = place.bytes / device.gigabytes / 1e3;
    place.memory_once_us = place.bytes_once / device.gigabytes / 1e3;
    // Each multiprocessor serves a wavefront in a clock cycle.
    place.shared_us = scale *
                      static_cast<double>(figures_of(l.counted, memory_space::shared).moved) /
                      (device.gflops / (2.0 * capability_of(device).multiply_adds)) / 1e3;
    find_arithmetic(l, wanted, scale, place);
    place.bound = find_bound(l, wanted, place);
    return place;
}

void print_roofline(const launches &l, const settings &wanted) {
    const device_figures &device = *wanted.device;
    const resources needs = find_resources(wanted.resources, l.kernel->name);
    const place_in_roofline place = find_place(l, wanted, needs);
    const double peak = place.is_double ? device.gflops_double : device.gflops;
    std::fprintf(stderr, "    on this device: %s, %u multiprocessors, %g TFLOP/s in %s, %g GB/s\n",
                 device.full_name, device.multiprocessors, peak / 1e3,
                 place.is_double ? "double" : "float", device.gigabytes);
    std::fprintf(stderr, "        occupancy  %.0f %%: %s on a multiprocessor, limited by %s",
                 100 * place.occupancy, counted(place.blocks, "block").c_str(), place.limited_by);
    if (needs.are_known)
        std::fprintf(stderr, "; %u registers, %zu bytes of static shared memory\n", needs.registers,
                     needs.shared_bytes);
    else
        std::fprintf(
            stderr,
            "; registers and static shared memory are unknown: no nvcc here that compiles it\n");
    std::fprintf(stderr,
                 "        memory     %s, %.3g us; %s, %.3g us, if each sector is moved once\n",
                 amount(place.bytes, "B").c_str(), place.memory_us,
                 amount(place.bytes_once, "B").c_str(), place.memory_once_us);
    if (place.shared_us != 0)
        std::fprintf(stderr, "        shared     %.3g us\n", place.shared_us);
    if (place.operations != 0) {
        std::fprintf(stderr, "        arithmetic %s, %.3g us",
                     amount(place.operations, "FLOP").c_str(), place.arithmetic_us);
        if (place.bytes != 0)
            std::fprintf(stderr, ": %.3g to %.3g FLOP a byte, level with memory at %.3g",
                         place.operations / place.bytes, place.operations / place.bytes_once,
                         peak / device.gigabytes);
        std::fprintf(stderr, "\n");
    }
    std::fprintf(stderr, "        bound      %s\n", place.bound.c_str());
}

} // namespace profiler
} // namespace cuda_emulator
