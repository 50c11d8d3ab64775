// symbols.cpp: the program's own variables, by its table of symbols: which of them are the host's.
#include "shadow.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <elf.h>
#include <fstream>
#include <link.h>

extern "C" char __ehdr_start, __data_start, _end; // from the linker

namespace cuda_emulator {

static bool some_are_hidden;
hidden_device_variables::hidden_device_variables() {
    some_are_hidden = true;
}

namespace checker {

namespace {

struct symbol {
    uintptr_t address;
    size_t size;
    std::string name;
};

// Variables that can be written, by address. Empty if the program is stripped.
std::vector<symbol> read_symbols() {
    std::vector<symbol> found;
    std::ifstream file("/proc/self/exe", std::ios::binary);
    ElfW(Ehdr) header = {};
    if (!file.read(reinterpret_cast<char *>(&header), sizeof header) ||
        header.e_shentsize != sizeof(ElfW(Shdr)))
        return found;
    std::vector<ElfW(Shdr)> sections(header.e_shnum);
    file.seekg(static_cast<std::streamoff>(header.e_shoff));
    file.read(reinterpret_cast<char *>(sections.data()),
              static_cast<std::streamsize>(sections.size() * sizeof sections[0]));
    // A program that may lie anywhere has addresses from 0 on.
    const uintptr_t base = header.e_type == ET_DYN ? reinterpret_cast<uintptr_t>(&__ehdr_start) : 0;
    for (const ElfW(Shdr) & table : sections) {
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size())
            continue;
        const ElfW(Shdr) &names = sections[table.sh_link];
        std::vector<ElfW(Sym)> symbols(table.sh_size / sizeof(ElfW(Sym)));
        std::string text(names.sh_size, '\0');
        file.seekg(static_cast<std::streamoff>(table.sh_offset));
        file.read(reinterpret_cast<char *>(symbols.data()),
                  static_cast<std::streamsize>(table.sh_size));
        file.seekg(static_cast<std::streamoff>(names.sh_offset));
        file.read(&text[0], static_cast<std::streamsize>(names.sh_size));
        for (const ElfW(Sym) & s : symbols)
            if ((s.st_info & 15) == STT_OBJECT && s.st_size != 0 && s.st_name < text.size() &&
                base + s.st_value >= reinterpret_cast<uintptr_t>(&__data_start))
                found.push_back({base + s.st_value, s.st_size, text.c_str() + s.st_name});
    }
    std::sort(found.begin(), found.end(),
              [](const symbol &a, const symbol &b) { return a.address < b.address; });
    return found;
}

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

bool find_host_variable(uintptr_t address, std::string &description) {
    if (some_are_hidden || address < reinterpret_cast<uintptr_t>(&__data_start) ||
        address >= reinterpret_cast<uintptr_t>(&_end))
        return false;
    static const std::vector<symbol> &all = *new std::vector<symbol>(read_symbols());
    auto after = std::upper_bound(all.begin(), all.end(), address,
                                  [](uintptr_t at, const symbol &s) { return at < s.address; });
    std::string name;
    if (after == all.begin() || address - after[-1].address >= after[-1].size ||
        !is_of_the_host(after[-1].name, name))
        return false;
    // The rewriter makes references of __shared__ variables that stand outside of functions.
    if (after[-1].size == sizeof(uintptr_t) &&
        in_shared(*reinterpret_cast<const uintptr_t *>(after[-1].address)))
        return false;
    description = "byte " + std::to_string(address - after[-1].address) + " of " + name + ", " +
                  std::to_string(after[-1].size) + " bytes of a variable of the host";
    return true;
}

} // namespace checker
} // namespace cuda_emulator
