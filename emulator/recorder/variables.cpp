// variables.cpp: see variables.h.
#include "variables.h"

#include "written.h"

#include "machine/program.h"
#include "machine/threads.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace cuda_emulator {
namespace recorder {

namespace {

// Of an array of which the kernel uses more, the beginning of what it uses is kept.
constexpr std::size_t LARGEST_WINDOW = 256 * 1024;

std::uintptr_t to_number(const volatile void *pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

struct device_variable {
    std::uintptr_t address;
    std::size_t size;
    const char *name;
    bool constant;
    const char *file;
    int line;
    recorded_type type;
};
struct noted_argument {
    std::string kernel, name;
    const void *pointer;
    recorded_type type;
};
struct call_stack {
    static constexpr std::size_t MOST = 12;
    void *calls[MOST];
};

struct notes {
    os_mutex mutex;
    std::vector<device_variable> variables;
    std::vector<noted_argument> arguments;
    std::map<std::uintptr_t, call_stack> allocations;
};
notes &all_notes() {
    static notes &n = *new notes; // never destroyed: kernels may run in destructors
    return n;
}

// "T = pixel]" or "T = pixel; ...": how compilers name a type in a function's name.
std::string name_in(const std::string &text) {
    const std::size_t begin = text.find("T = ");
    if (begin == std::string::npos)
        return "bytes";
    const std::size_t end = text.find_first_of(";]", begin);
    return text.substr(begin + 4, end - begin - 4);
}

std::string format_of(char kind, std::size_t size) {
    const char letter = kind == 's' ? 'i' : kind == 'p' ? 'x' : kind;
    return letter == 'o' || size > 8 ? "bytes" : letter + std::to_string(8 * size);
}

// A vector of CUDA is a row of numbers: float4, uchar3.
bool is_vector(const std::string &name, std::string &format, std::size_t &count) {
    static const struct {
        const char *name, *format;
    } bases[] = {{"char", "i8"},   {"uchar", "u8"},     {"short", "i16"},     {"ushort", "u16"},
                 {"int", "i32"},   {"uint", "u32"},     {"long", "i64"},      {"ulong", "u64"},
                 {"float", "f32"}, {"longlong", "i64"}, {"ulonglong", "u64"}, {"double", "f64"}};
    if (name.empty() || name.back() < '1' || name.back() > '4')
        return false;
    for (const auto &base : bases)
        if (name.compare(0, name.size() - 1, base.name) == 0) {
            format = base.format;
            count = static_cast<std::size_t>(name.back() - '0');
            return true;
        }
    return false;
}

// bytes: of the whole variable, which may have more elements than its type says.
element element_of(const recorded_type &type, std::size_t bytes) {
    element e;
    static const std::map<std::string, const char *> names = {
        {"i8", "signed char"}, {"u8", "unsigned char"},
        {"i16", "short"},      {"u16", "unsigned short"},
        {"i32", "int"},        {"u32", "unsigned"},
        {"i64", "long long"},  {"u64", "unsigned long long"},
        {"f32", "float"},      {"f64", "double"}};
    e.type = name_in(type.text);
    e.format = format_of(type.kind, type.size);
    e.size = type.size;
    // Compilers have several names for these.
    const auto known = names.find(e.format);
    if (known != names.end() && e.type != "char" && e.type != "bool")
        e.type = known->second;
    std::size_t lanes = 1;
    if (type.kind == 'o' && is_vector(e.type, e.format, lanes))
        e.size = type.size / lanes;
    else if (e.type == "__half")
        e.format = "f16";
    else if (e.type == "void")
        e.type = "bytes";
    std::size_t elements = 1;
    for (unsigned i = 1; i < std::min(type.rank, 4u); ++i)
        elements *= type.extents[i];
    if (type.rank > 4 || elements == 0)
        elements = 1;
    else if (type.rank > 1)
        e.shape.assign(type.extents + 1, type.extents + type.rank);
    if (type.size != 0)
        e.shape.insert(e.shape.begin(), bytes / (elements * type.size));
    if (lanes > 1)
        e.shape.push_back(lanes);
    return e;
}

// Where the program called what has allocated this.
void place_of_allocation(std::uintptr_t base, std::string &file, int &line) {
    const os_lock lock(all_notes().mutex);
    const auto found = all_notes().allocations.find(base);
    if (found == all_notes().allocations.end())
        return;
    for (void *call : found->second.calls) {
        std::istringstream lines(call == nullptr ? "" : lines_of_code(call_before(call)));
        for (std::string text; std::getline(lines, text);)
            if (!is_of_emulator(text) && text.rfind("/usr/", 0) != 0) {
                const std::size_t colon = text.rfind(':');
                file = short_path(text.substr(0, colon));
                line = std::atoi(text.c_str() + colon + 1);
                return;
            }
    }
}

} // namespace

void note_device_variable(const volatile void *memory, std::size_t size, const char *name,
                          bool constant, const char *file, int line, const recorded_type &type) {
    const os_lock lock(all_notes().mutex);
    all_notes().variables.push_back({to_number(memory), size, name, constant, file, line, type});
}

void note_allocation(const void *memory) {
    call_stack stack = {};
    calls_on_stack(stack.calls, call_stack::MOST);
    const os_lock lock(all_notes().mutex);
    all_notes().allocations[to_number(memory)] = stack;
}

void note_argument(const char *kernel, const std::string &name, const void *pointer,
                   const recorded_type &type) {
    const os_lock lock(all_notes().mutex);
    auto &noted = all_notes().arguments;
    noted.erase(std::remove_if(
                    noted.begin(), noted.end(),
                    [&](const noted_argument &a) { return a.kernel == kernel && a.name == name; }),
                noted.end());
    noted.push_back({kernel, name, pointer, type});
}

void variable_table::begin_launch(const launch_info &launch) {
    const os_lock lock(all_notes().mutex);
    for (const noted_argument &a : all_notes().arguments)
        if (a.kernel == launch.kernel->name) {
            const memory_place at = find_memory(a.pointer);
            if (at.base != nullptr)
                arguments_.push_back({a.name, to_number(at.base), a.type});
        }
    dynamic_bytes_ = launch.shared_bytes;
}

void variable_table::begin_block(int number) {
    block_ = number;
    last_ = OTHER;
    for (auto at = by_address_.begin(); at != by_address_.end();)
        at = is_shared(at->second) ? by_address_.erase(at) : std::next(at);
}

std::uint32_t variable_table::add(const variable &v, std::uintptr_t base) {
    const auto number = static_cast<std::uint32_t>(all_.size());
    all_.push_back({v, base, ~std::uint64_t(0), 0, {}});
    by_address_[base] = number;
    return number;
}

void variable_table::note_shared(const void *memory, std::size_t size, const char *name,
                                 const char *file, int line, const recorded_type &type) {
    const std::uintptr_t base = to_number(memory);
    if (by_address_.count(base) != 0)
        return;
    variable v;
    v.name = name;
    v.space = memory_space::shared;
    v.bytes = size != 0 ? size : dynamic_bytes_;
    v.of = element_of(type, v.bytes);
    v.file = short_path(file);
    v.line = line;
    v.block = block_;
    if (v.bytes != 0)
        add(v, base);
}

void variable_table::forget(const void *memory) {
    by_address_.erase(to_number(memory));
    last_ = OTHER;
}

std::uint32_t variable_table::look_up(std::uintptr_t address, bool &is_memory) {
    const auto is_in = [&](std::uint32_t number) {
        return number != OTHER && address - all_[number].base < all_[number].is.bytes;
    };
    if (is_in(last_))
        return last_;
    const auto next = by_address_.upper_bound(address);
    if (next != by_address_.begin() && is_in(std::prev(next)->second))
        return last_ = std::prev(next)->second;
    variable v;
    {
        const os_lock lock(all_notes().mutex);
        for (const device_variable &d : all_notes().variables)
            if (address - d.address < d.size) {
                v.name = d.name;
                v.space = d.constant ? memory_space::constant : memory_space::global;
                v.bytes = d.size;
                v.of = element_of(d.type, d.size);
                v.file = short_path(d.file);
                v.line = d.line;
                return last_ = add(v, d.address);
            }
    }
    const memory_place at = find_memory(reinterpret_cast<const void *>(address));
    if (at.base == nullptr) {
        static const address_range image = image_of_program();
        // What is constant in the program, and tables of the compiler.
        is_memory = address - image.begin >= image.end - image.begin;
        return OTHER;
    }
    v.bytes = at.size;
    for (const argument &a : arguments_)
        if (a.base == to_number(at.base)) {
            if (v.name.empty())
                v.of = element_of(a.type, v.bytes);
            v.name += (v.name.empty() ? "" : ", ") + a.name;
        }
    place_of_allocation(to_number(at.base), v.file, v.line);
    if (v.name.empty()) {
        v.name = v.file.empty() ? "memory" : "memory of line " + std::to_string(v.line);
        v.of.shape = {v.bytes};
    }
    return last_ = add(v, to_number(at.base));
}

variable_table::found variable_table::find(std::uintptr_t address, std::size_t bytes) {
    found f = {true, OTHER, 0};
    f.variable = look_up(address, f.is_memory);
    if (!f.is_memory)
        return f;
    if (f.variable == OTHER) {
        const auto word = others_.insert({address / 8, others_.size()}).first;
        f.offset = word->second * 8 + address % 8;
        return f;
    }
    entry &e = all_[f.variable];
    f.offset = address - e.base;
    e.touched = std::min(e.touched, f.offset);
    e.touched_end = std::max(e.touched_end, f.offset + bytes);
    if (e.is.space != memory_space::shared)
        keep(e, f.offset, bytes);
    return f;
}

void variable_table::keep_page(entry &e, std::uint64_t number, page &to) const {
    const std::uint64_t begin = number * PAGE;
    const std::size_t bytes = std::min<std::size_t>(PAGE, e.is.bytes - begin);
    std::memcpy(to.bytes, reinterpret_cast<const void *>(e.base + begin), bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        to.written[i] = is_written(e.base + begin + i);
}

void variable_table::keep(entry &e, std::uint64_t offset, std::size_t bytes) {
    const std::uint64_t end = std::min<std::uint64_t>(offset + bytes, e.is.bytes);
    for (std::uint64_t number = offset / PAGE; number * PAGE < end; ++number)
        if (e.before.count(number) == 0)
            keep_page(e, number, e.before[number]);
}

std::vector<variable> variable_table::take() {
    std::vector<variable> result;
    for (entry &e : all_) {
        variable &v = e.is;
        if (v.space == memory_space::shared) {
            v.window = v.bytes;
        } else {
            // Whole rows of 32 elements, so that neighbours stay together.
            const std::uint64_t row = 32 * v.of.size;
            v.first = e.touched / row * row;
            const std::uint64_t end =
                std::min<std::uint64_t>((e.touched_end + row - 1) / row * row, v.bytes);
            v.window = std::min<std::uint64_t>(end - v.first, LARGEST_WINDOW);
            keep(e, v.first, v.window);
            v.initial.resize(v.window);
            v.is_written.resize(v.window);
            for (std::size_t i = 0; i < v.window; ++i) {
                const page &p = e.before[(v.first + i) / PAGE];
                v.is_written[i] = p.written[(v.first + i) % PAGE];
                v.initial[i] = v.is_written[i] != 0 ? p.bytes[(v.first + i) % PAGE] : 0;
            }
            const auto written = std::count(v.is_written.begin(), v.is_written.end(), 1);
            if (written == 0)
                v.initial.clear();
            if (written == 0 || static_cast<std::size_t>(written) == v.window)
                v.is_written.clear();
        }
        result.push_back(std::move(v));
    }
    return result;
}

} // namespace recorder
} // namespace cuda_emulator
