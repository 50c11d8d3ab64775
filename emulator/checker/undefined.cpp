// undefined.cpp: the functions that the compilers call where an index lies outside of its array, an
// address is no multiple of what its type needs, or a shift is too wide. Their names and parameters
// are those of UndefinedBehaviorSanitizer's interface.
#include "allocations.h"
#include "order.h"

#include "machine/program.h"

#include <cstring>
#include <map>
#include <string>

namespace cuda_emulator {
namespace checker {

struct source_location {
    const char *file;
    uint32_t line, column;
};
struct type_descriptor {
    uint16_t kind, info;
    char name[1];
};
struct out_of_bounds_data {
    source_location location;
    const type_descriptor *array, *index;
};
struct wide_shift_data {
    source_location location;
    const type_descriptor *shifted, *bits;
};
// check_kind: a load, a store, and from here on something that does not touch the memory.
static constexpr unsigned char REFERENCE = 2;
struct type_mismatch_data {
    source_location location;
    const type_descriptor *type;
    unsigned char log_alignment, check_kind;
};

// As g++ writes it. Clang has no blank before a [, and quotation marks of its own where a name
// stands for another one: 'float4' (aka 'struct float4').
static std::string type_text(const type_descriptor &type) {
    std::string text = type.name;
    const size_t other = text.find(" (aka ");
    if (other != std::string::npos)
        text = text.substr(other + 6, text.size() - other - 7);
    for (size_t at = 1; at < text.size(); ++at)
        if (text[at] == '[' && text[at - 1] != ' ' && text[at - 1] != ']')
            text.insert(at, 1, ' ');
    return text;
}

// Integers are passed as they are, or by a pointer where they are larger than one; the type says
// how wide, and whether signed.
static long long number_of_type(uintptr_t value, const type_descriptor &type) {
    if (type.kind == 0 && 1u << (type.info >> 1) > 8 * sizeof value)
        return *reinterpret_cast<const long long *>(value);
    if (type.kind == 0 && (type.info & 1) != 0 && (type.info >> 1) == 5)
        return static_cast<int>(value);
    return static_cast<long long>(value);
}

static std::string text_of(const source_location &location) {
    return short_path(location.file) + ":" + std::to_string(location.line);
}

static void add_at_source(mistake kind, const source_location &location, std::string detail,
                          const std::string &missing, uintptr_t address, variable about = {}) {
    finding f(kind);
    f.first = this_access(nullptr, false, false, 0);
    f.first.place = text_of(location);
    f.detail = std::move(detail);
    f.missing = missing;
    f.address = address;
    f.about = std::move(about);
    if (address != 0)
        describe(address, f);
    add(std::move(f));
}

} // namespace checker

void index_outside(const local_note &array, long long index, size_t length, const char *file,
                   int line) {
    const undisturbed quiet;
    local_note mine = array;
    mine.thread = checker::this_thread();
    checker::add_at_source(
        checker::mistake::index, {file, static_cast<uint32_t>(line), 0},
        "index " + std::to_string(index) + " of an array of " + std::to_string(length),
        checker::missing_of_index(index < 0), 0,
        checker::variable_of_note(mine, reinterpret_cast<uintptr_t>(array.memory) +
                                            static_cast<uintptr_t>(index) * (array.size / length)));
}

void structs_misaligned(const void *first, size_t alignment, const char *file, int line) {
    const undisturbed quiet;
    checker::add_at_source(checker::mistake::misaligned, {file, static_cast<uint32_t>(line), 0},
                           "an address that is no multiple of " + std::to_string(alignment) +
                               ", as the structs there need",
                           "an index that keeps the alignment, or loads of single elements",
                           reinterpret_cast<uintptr_t>(first));
}

void index_beyond(size_t index, const char *file, int line) {
    const undisturbed quiet;
    const std::string number = std::to_string(index);
    checker::add_at_source(checker::mistake::index, {file, static_cast<uint32_t>(line), 0},
                           "index " + number + " of an array of " + number + " structs",
                           checker::missing_of_index(false), 0);
}

namespace checker {

extern "C" {

void __ubsan_handle_out_of_bounds(out_of_bounds_data *data, uintptr_t index) {
    // The last member of a struct may have any length in truth: `float rest[1]`. g++ does not
    // except these, and clang++ not always.
    if (std::strstr(data->array->name, "[1]'") != nullptr)
        return;
    // The program's own copies of functions of std::string have the calls in them.
    const undisturbed quiet;
    const long long number = number_of_type(index, *data->index);
    add_at_source(mistake::index, data->location,
                  "index " + std::to_string(number) + " of an array of type " +
                      type_text(*data->array),
                  missing_of_index(number < 0), 0);
}

void __ubsan_handle_shift_out_of_bounds(wide_shift_data *data, uintptr_t, uintptr_t by) {
    if (block.interruptible == 0)
        return; // the host's: all processors that are its own agree
    const undisturbed quiet;
    const std::string bits = std::to_string(1u << (data->shifted->info >> 1));
    add_at_source(
        mistake::wide_shift, data->location,
        "shifts a number of " + bits + " bits by " +
            std::to_string(number_of_type(by, *data->bits)) +
            ": undefined in C++; a GPU shifts all of them out, and this processor by the rest "
            "of a division by " +
            bits,
        "a test that the number of bits is below " + bits, 0);
}

void __ubsan_handle_type_mismatch_v1(type_mismatch_data *data, uintptr_t pointer) {
    const undisturbed quiet;
    // Of a function that copies an object the reader's text has no line, and who calls it with such
    // an address is told of.
    char *const place = static_cast<char *>(CUDA_EMULATOR_RETURN_ADDRESS) - 1;
    static thread_local auto &copies = *new std::map<char *, bool>;
    const auto [known, is_new] = copies.emplace(place, false);
    if (is_new)
        known->second = is_in_copy_function(place) || is_in_inlined_copy(place);
    if (known->second)
        return;
    // A library keeps structs as words of 16 bytes at most, whose members it then reads one by one.
    if (data->check_kind >= REFERENCE && is_of_library(data->location.file))
        return;
    add_at_source(mistake::misaligned, data->location,
                  "an address that is no multiple of " + std::to_string(1u << data->log_alignment) +
                      ", as the type " + type_text(*data->type) + " needs",
                  "an index that keeps the alignment, or loads of single elements", pointer);
}

struct alignment_assumption_data {
    source_location location, assumption;
    const type_descriptor *type;
};
// __builtin_assume_aligned: only clang asks.
void __ubsan_handle_alignment_assumption(alignment_assumption_data *data, uintptr_t pointer,
                                         uintptr_t alignment, uintptr_t) {
    const undisturbed quiet;
    add_at_source(mistake::misaligned, data->location,
                  "an address that is no multiple of " + std::to_string(alignment) +
                      ", as the program says",
                  "", pointer);
}

} // extern "C"

} // namespace checker
} // namespace cuda_emulator
