// program.cpp: see program.h. The linker knows where variables lie, and JavaScript the lines.
#include "machine/program.h"
#include "emulator/processor.h"
#include "machine/webassembly/host.h"

#include <cstdlib>

void *cuda_emulator_place;

extern "C" char __global_base, __data_end, __heap_base;

namespace cuda_emulator {

static std::uintptr_t address(const char &symbol) {
    return reinterpret_cast<std::uintptr_t>(&symbol);
}

// All there is has been linked into one file.
bool is_code_of_program(const void *) {
    return true;
}

std::string lines_of_code(const void *place) {
    char text[4096];
    return {text, host_lines(place, text, sizeof text)};
}

// It takes no process here.
void look_up_code(const std::vector<const void *> &) {}

// Functions that copy an object, and the emulator's, do not store their places.
bool is_in_copy_function(const void *) {
    return false;
}
bool is_in_inlined_copy(const void *) {
    return false;
}

// The innermost one of the program is all that is known.
void calls_on_stack(void **calls, std::size_t) {
    calls[0] = cuda_emulator_place;
}

void call_with_zeros(const void *function) {
    host_call(function);
}

address_range code_of_program() {
    return {0, 1 << 17}; // more places than a program has
}

address_range image_of_program() {
    return {address(__global_base), address(__heap_base)};
}

std::vector<program_variable> variables_of_program() {
    std::string text(host_variables(nullptr, 0), '\0');
    host_variables(&text[0], text.size());
    std::vector<program_variable> all;
    for (std::size_t at = 0; at < text.size();) {
        char *after;
        const std::uintptr_t address = std::strtoul(&text[at], &after, 10);
        const std::size_t size = std::strtoul(after, &after, 10);
        const std::size_t name = static_cast<std::size_t>(after + 1 - &text[0]);
        const std::size_t end = text.find('\n', name);
        all.push_back({address, size, text.substr(name, end - name)});
        at = end + 1;
    }
    return all;
}

bool is_variable_of_program(std::uintptr_t at) {
    return at >= address(__global_base) && at < address(__data_end);
}

bool is_loaded(const void *at) {
    return is_variable_of_program(reinterpret_cast<std::uintptr_t>(at));
}

int exit_code_of_program() {
    return 0;
}

} // namespace cuda_emulator
