// symbols.cpp: the program's own variables, by its table of symbols: which of them are the host's.
#include "allocations.h"

#include "machine/program.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>

namespace cuda_emulator {

static bool some_are_hidden;
hidden_device_variables::hidden_device_variables() {
    some_are_hidden = true;
}

namespace checker {

namespace {

// Not what functions keep, which is the device's in a function of the device; not what templates
// make, nor what the emulator and the library keep, of which nothing is known here.
bool is_of_the_host(const std::string &mangled, std::string &name) {
    if (mangled.rfind("_ZZ", 0) == 0 || mangled.rfind("_ZG", 0) == 0 ||
        mangled.find_first_of(".@") != std::string::npos)
        return false;
    int status = 0;
    char *plain = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    name = status == 0 ? plain : mangled;
    std::free(plain);
    return name.find('<') == std::string::npos && name.find("cuda_emulator") != 0 &&
           name.find("std::") != 0 && name.find("__") != 0;
}

} // namespace

bool find_host_variable(uintptr_t address, variable &result) {
    if (some_are_hidden || !is_variable_of_program(address))
        return false;
    static const auto &all = *new std::vector<program_variable>(variables_of_program());
    auto after =
        std::upper_bound(all.begin(), all.end(), address,
                         [](uintptr_t at, const program_variable &v) { return at < v.address; });
    std::string name;
    if (after == all.begin() || address - after[-1].address >= after[-1].size)
        return false;
    // The rewriter makes references of __shared__ variables that stand outside of functions.
    if (after[-1].size == sizeof(uintptr_t) &&
        in_shared(*reinterpret_cast<const uintptr_t *>(after[-1].address))) {
        for (const uintptr_t word : {after[-1].address, after[-1].address + 4})
            *image_state(word) = word_state(true, true); // not to be asked for again
        return false;
    }
    if (!is_of_the_host(after[-1].name, name))
        return false;
    result.where = variable::space::host;
    result.name = name;
    result.offset = static_cast<std::intptr_t>(address - after[-1].address);
    result.size = after[-1].size;
    return true;
}

} // namespace checker
} // namespace cuda_emulator
