//     fmaf          a multiplication and an addition
//     __fmul_rn     a multiplication
//     rsqrtf        a function, as is all that is neither +, -, * nor /
#include "math_functions.h"

#include "../syntax/words.h"

#include <array>

namespace cuda_rewriter {
namespace {

bool begins_with(std::string_view name, std::string_view prefix) {
    return name.substr(0, prefix.size()) == prefix;
}

// As they are called for double; with an "f" behind for float.
bool is_function(std::string_view name) {
    static constexpr std::array<std::string_view, 46> names = {
        "sqrt", "rsqrt", "cbrt",   "rcbrt",   "exp",    "exp2",     "exp10",  "expm1",
        "log",  "log2",  "log10",  "log1p",   "pow",    "hypot",    "rhypot", "sin",
        "cos",  "tan",   "sinpi",  "cospi",   "sincos", "sincospi", "asin",   "acos",
        "atan", "atan2", "sinh",   "cosh",    "tanh",   "asinh",    "acosh",  "atanh",
        "erf",  "erfc",  "erfinv", "erfcinv", "erfcx",  "normcdf",  "tgamma", "lgamma",
        "j0",   "j1",    "y0",     "y1",      "fmod",   "remainder"};
    return one_of(name, names) ||
           (!name.empty() && name.back() == 'f' && one_of(name.substr(0, name.size() - 1), names));
}

bool is_intrinsic(std::string_view name) {
    static constexpr std::array<std::string_view, 9> names = {"__expf",  "__exp10f", "__logf",
                                                              "__log2f", "__log10f", "__powf",
                                                              "__sinf",  "__cosf",   "__tanf"};
    static constexpr std::array<std::string_view, 7> beginnings = {
        "__fsqrt_r", "__frsqrt_r", "__frcp_r", "__dsqrt_r", "__drcp_r", "__sincosf", "__tanhf"};
    for (const std::string_view beginning : beginnings)
        if (begins_with(name, beginning))
            return true;
    return one_of(name, names);
}

// hsqrt, h2exp
bool is_of_half(std::string_view name) {
    static constexpr std::array<std::string_view, 12> names = {"sqrt",  "rsqrt", "rcp", "exp",
                                                               "exp2",  "exp10", "log", "log2",
                                                               "log10", "sin",   "cos", "tanh"};
    return one_of(name.substr(begins_with(name, "h2") ? 2 : 1), names);
}

} // namespace

math_function find_math_function(std::string_view name) {
    struct rule {
        std::string_view beginning;
        math_function what;
    };
    static constexpr std::array<rule, 16> rules = {{{"__fmaf_", {"multiply", "add"}},
                                                    {"__fma_r", {"multiply", "add"}},
                                                    {"__hfma", {"multiply", "add"}},
                                                    {"__fadd_", {"add"}},
                                                    {"__fsub_", {"add"}},
                                                    {"__dadd_", {"add"}},
                                                    {"__dsub_", {"add"}},
                                                    {"__hadd", {"add"}},
                                                    {"__hsub", {"add"}},
                                                    {"__fmul_", {"multiply"}},
                                                    {"__dmul_", {"multiply"}},
                                                    {"__hmul", {"multiply"}},
                                                    {"__fdiv", {"divide"}},
                                                    {"__ddiv_", {"divide"}},
                                                    {"__hdiv", {"divide"}},
                                                    {"__h2div", {"divide"}}}};
    if (name == "fma" || name == "fmaf")
        return {"multiply", "add"};
    if (name == "fdividef")
        return {"divide"};
    for (const rule &one : rules)
        if (begins_with(name, one.beginning))
            return one.what;
    if (begins_with(name, "sincos") || begins_with(name, "__sincos"))
        return {"function", "function", true};
    if (is_function(name) || is_intrinsic(name) || (begins_with(name, "h") && is_of_half(name)))
        return {"function"};
    return {};
}

} // namespace cuda_rewriter
