//     __global__ void k(Lock lock, int *x) { ... }
// becomes
//     __global__ void k(Lock lock, int *x) {
//     KERNEL_BEGIN(0, , bytes_of_lock = argument<decltype(lock)>(lock))
//     auto &lock = bytes_of_lock.value(); ... KERNEL_END }
// As with nvcc, an argument is copied into the launch byte by byte: its constructor and destructor
// run once, with the parameter of the stub, however many threads there are. Numbers and pointers
// have neither.
#include "arguments.h"

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// The name that a parameter in [first, last) gets, or -1: it has none, or is a number, a pointer or
// a reference, or anything that has more to it.
int name_of_class_parameter(const region &text, int first, int last) {
    for (int position = first; position < last; ++position)
        if (text.is(position, "="))
            last = position;
    const int name = last - 1;
    if (name <= first || !text.is_name(name))
        return -1;
    bool is_number = true;
    for (int position = first; position < name; ++position) {
        const std::string_view here = text.text(position);
        if (here == "&" || here == "(" || here == "[" || here == "." || here == "...")
            return -1;
        is_number = is_number && (is_arithmetic(here) || is_number_type(here) || here == "const" ||
                                  here == "std" || here == ":" || here == "volatile");
    }
    const bool is_pointer = text.is(name - 1, "*") || text.is(name - 1, "__restrict__") ||
                            text.is(name - 1, "const") || text.is(name - 1, "restrict") ||
                            text.is(name - 1, "__restrict");
    // A type and no name: f(Lock).
    const bool has_type = !text.is(name - 1, "const") || name - first > 1;
    return is_number || is_pointer || !has_type || is_arithmetic(text.text(name)) ? -1 : name;
}

} // namespace

class_arguments find_class_arguments(const region &text, int body) {
    class_arguments result;
    const int close = body - 1;
    const int open = text.is(close, ")") ? text.opener(close) : -1;
    if (open < 0 || !text.is_identifier(open - 1) || takes_arguments(text.text(open - 1)))
        return result;
    int first = open + 1, angles = 0;
    for (int position = open + 1; position <= close; ++position) {
        const std::string_view here = text.text(position);
        if (position < close && (here == "(" || here == "[" || here == "{")) {
            position = text.closer(position);
            if (position < 0)
                return {};
        } else if (here == "<") {
            ++angles;
        } else if (here == ">") {
            --angles;
        } else if ((here == "," && angles == 0) || position == close) {
            const int name = name_of_class_parameter(text, first, position);
            if (name >= 0) {
                const std::string word(text.text(name));
                result.captures += ", cuda_emulator_" + word +
                                   " = ::cuda_emulator::argument<decltype(" + word + ")>(" + word +
                                   ")";
                result.definitions +=
                    "[[maybe_unused]] auto &" + word + " = cuda_emulator_" + word + ".value(); ";
            }
            first = position + 1;
        }
    }
    if (!result.captures.empty())
        result.captures.insert(0, ", ");
    return result;
}

} // namespace cuda_rewriter
