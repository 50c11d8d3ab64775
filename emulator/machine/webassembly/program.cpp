// program.cpp: see program.h. The linker knows where variables lie, and JavaScript the lines.
#include "machine/program.h"
#include "machine/webassembly/host.h"

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

void calls_on_stack(void **, std::size_t) {}

void call_with_zeros(const void *function) {
    host_call(function);
}

address_range code_of_program() {
    return {0, UINTPTR_MAX};
}

address_range image_of_program() {
    return {address(__global_base), address(__heap_base)};
}

std::vector<program_variable> variables_of_program() {
    return {};
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
