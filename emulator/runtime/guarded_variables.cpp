// guarded_variables.cpp: see guarded_variables.h. The checker has its own.
#include "guarded_variables.h"
#include "emulator/kernel.h"
#include "machine/threads.h"
#include "names.h"
#include "observer.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

// There if the program is built with AddressSanitizer, which watches variables itself, but no
// thread-local ones.
extern "C" void __asan_init() __attribute__((weak));

namespace cuda_emulator {

// So many bytes on each side of a __device__ variable are looked at when a kernel ends, and so many
// variables.
constexpr std::size_t NEAREST = 64, VARIABLES_AT_A_TIME = 32;

static std::string place(const char *file, int line) {
    return short_path(file) + ":" + std::to_string(line);
}

static std::string bytes_at(std::size_t bytes, const std::string &place) {
    return " (" + counted(bytes, "byte") + ", " + place + ")";
}

// ---- __shared__

static shared_variable_note *shared_variables; // the latest first
static std::size_t shared_variable_count;

shared_variable_note::shared_variable_note(const char *all_names, int which, const char *in_file,
                                           int at_line, std::size_t bytes, const void *the_only,
                                           unsigned long long (*of_red_zones)(std::size_t,
                                                                              std::size_t, bool))
    : names(all_names), index(which), file(in_file), line(at_line), size(bytes),
      red_zones(of_red_zones), only(the_only), next(shared_variables) {
    shared_variables = this;
    ++shared_variable_count;
}

bool is_shared_memory(const void *address) {
    const auto lies_in = [address](const void *first, std::size_t bytes) {
        return static_cast<std::size_t>(static_cast<const char *>(address) -
                                        static_cast<const char *>(first)) < bytes;
    };
    for (const shared_variable_note *n = shared_variables; n != nullptr; n = n->next)
        if (lies_in(n->only, n->size))
            return true;
    return lies_in(cuda_emulator_dynamic_shared, CUDA_EMULATOR_DYNAMIC_BOUND);
}

static void fill_red_zones(const shared_variable_note &note) {
    note.red_zones(0, SHARED_FRONT + SHARED_BACK, true);
}

// Near the variable.
static bool is_intact(const shared_variable_note &note) {
    return note.red_zones(SHARED_FRONT - SHARED_LOOKED_AT, SHARED_FRONT + SHARED_LOOKED_AT,
                          false) == 0;
}

static bool is_pattern(const shared_variable_note &note, std::size_t at) {
    const std::size_t first = at / 8 * 8;
    const unsigned long long difference = note.red_zones(first, first + 8, false);
    unsigned char bytes[8];
    std::memcpy(bytes, &difference, 8);
    return bytes[at - first] == 0;
}

static overrun take_overrun(const shared_variable_note &note) {
    overrun found = {SHARED_FRONT, SHARED_BACK};
    while (found.front != 0 && is_pattern(note, SHARED_FRONT - found.front))
        --found.front;
    while (found.back != 0 && is_pattern(note, SHARED_FRONT + found.back - 1))
        --found.back;
    fill_red_zones(note);
    return found;
}

static std::string name_of(const shared_variable_note &note) {
    const std::string names = note.names;
    std::size_t begin = 0;
    for (int i = 0; i < note.index; ++i)
        begin = names.find(", ", begin) + 2;
    return names.substr(begin, names.find(", ", begin) - begin);
}

static guarded dynamic_red_zones(std::size_t bytes) {
    return {reinterpret_cast<char *>(cuda_emulator_dynamic_shared), bytes, 0, SHARED_BACK};
}

void prepare_shared_red_zones(shared_red_zones &mine, std::size_t dynamic_bytes) {
    if (checked)
        return;
    if (mine.filled != shared_variable_count) { // libraries may bring more
        mine.filled = shared_variable_count;
        for (const shared_variable_note *n = shared_variables; n != nullptr; n = n->next)
            fill_red_zones(*n);
    }
    if (mine.dynamic_bytes != dynamic_bytes && __asan_init == nullptr) {
        mine.dynamic_bytes = dynamic_bytes;
        fill_red_zones(dynamic_red_zones(dynamic_bytes));
    }
}

// Each worker sees what its own blocks do, and blocks mostly do all the same.
static bool is_news(const char *kernel, const shared_variable_note *note) {
    static os_mutex mutex;
    static std::set<std::pair<const char *, const shared_variable_note *>> said;
    const os_lock lock(mutex);
    return said.insert({kernel, note}).second;
}

bool look_at_shared_memory(shared_red_zones &mine, const char *kernel) {
    if (checked)
        return false;
    bool any_overrun = false;
    for (const shared_variable_note *n = shared_variables; n != nullptr; n = n->next) {
        if (is_intact(*n))
            continue;
        any_overrun = true;
        const overrun o = take_overrun(*n);
        if (is_news(kernel, n))
            report_overrun(std::string("kernel ") + kernel, o,
                           "__shared__ " + name_of(*n) +
                               bytes_at(n->size, place(n->file, n->line)));
    }
    if (mine.dynamic_bytes == ~std::size_t(0))
        return any_overrun;
    const guarded dynamic = dynamic_red_zones(mine.dynamic_bytes);
    if (are_intact(dynamic, SHARED_LOOKED_AT))
        return any_overrun;
    const overrun o = take_overrun(dynamic);
    if (is_news(kernel, nullptr))
        report_overrun(std::string("kernel ") + kernel, o,
                       "its dynamic shared memory, of which the launch gives " +
                           counted(mine.dynamic_bytes, "byte"),
                       "it is the third number of the launch: <<<blocks, threads, BYTES>>>");
    return true;
}

// ---- __device__ and __constant__

#ifndef CUDA_EMULATOR_CHECKED_H // the checker notes them itself
namespace {

struct device_variable {
    guarded red_zones;
    const char *name, *file;
    int line;
    bool constant;
};

// Not destroyed: kernels may still run in destructors.
std::vector<device_variable> &device_variables() {
    static std::vector<device_variable> &all = *new std::vector<device_variable>;
    return all;
}

} // namespace

device_variable_note::device_variable_note(const volatile void *address, std::size_t size,
                                           const char *name, bool constant, const char *file,
                                           int line, const char *, const char *gap,
                                           const char *other_gap) {
    note_variable_of_devices(address, size, name, constant);
    if (gap == nullptr || __asan_init != nullptr)
        return;
    char *const first = static_cast<char *>(const_cast<void *>(address));
    // The compilers put the three in one order or the other, with some room for their alignment.
    const char *const front = std::min(gap, other_gap);
    const char *const end = std::max(gap, other_gap) + DEVICE_VARIABLE_GAP;
    const auto room = static_cast<std::size_t>(end - front);
    if (front >= first || end <= first + size || room >= size + 3 * DEVICE_VARIABLE_GAP)
        return;
    const guarded red_zones = {first, size, static_cast<std::size_t>(first - front),
                               static_cast<std::size_t>(end - first) - size};
    fill_red_zones(red_zones);
    device_variables().push_back({red_zones, name, file, line, constant});
}

bool look_at_device_variables(const char *kernel) {
    static std::size_t next;
    bool any_overrun = false;
    const std::vector<device_variable> &all = device_variables();
    const std::size_t count = std::min(all.size(), VARIABLES_AT_A_TIME);
    for (std::size_t i = 0; i < count; ++i) {
        next = next + 1 < all.size() ? next + 1 : 0;
        const device_variable &v = all[next];
        if (are_intact(v.red_zones, NEAREST))
            continue;
        any_overrun = true;
        report_overrun(std::string("kernel ") + kernel, take_overrun(v.red_zones),
                       std::string(v.constant ? "__constant__ " : "__device__ ") + v.name +
                           bytes_at(v.red_zones.size, place(v.file, v.line)));
    }
    return any_overrun;
}
#else
bool look_at_device_variables(const char *) {
    return false;
}
#endif

} // namespace cuda_emulator
