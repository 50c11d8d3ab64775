// Answers for single words, without a look at what stands around them:
//     is_number_type("uint4")                  true
//     takes_arguments("__launch_bounds__")     true
#include "words.h"

namespace cuda_rewriter {

bool is_class_key(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"struct", "class", "union", "enum"};
    return one_of(word, words);
}

bool is_arithmetic(std::string_view word) {
    static constexpr std::array<std::string_view, 9> words = {
        "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned"};
    return one_of(word, words);
}

bool is_number_type(std::string_view word) {
    static constexpr std::array<std::string_view, 14> integers = {
        "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t", "clock_t",  "int8_t",   "int16_t",
        "int32_t", "int64_t",   "uint8_t",  "uint16_t",  "uint32_t", "uint64_t", "uint"};
    // float4 and the like: see include/vector_types.h.
    static constexpr std::array<std::string_view, 12> elements = {
        "char", "uchar", "short",    "ushort",    "int",   "uint",
        "long", "ulong", "longlong", "ulonglong", "float", "double"};
    return one_of(word, integers) || (!word.empty() && word.back() >= '1' && word.back() <= '4' &&
                                      one_of(word.substr(0, word.size() - 1), elements));
}

bool is_builtin_variable(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"threadIdx", "blockIdx", "blockDim",
                                                              "gridDim"};
    return one_of(word, words);
}

bool is_attribute(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"__attribute__", "__attribute",
                                                              "__align__", "__builtin_align__"};
    return one_of(word, words);
}

bool is_type_query(std::string_view word) {
    static constexpr std::array<std::string_view, 5> words = {"decltype", "__decltype",
                                                              "__typeof__", "__typeof", "typeof"};
    return one_of(word, words);
}

bool is_query(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"sizeof", "alignof", "typeid",
                                                              "noexcept"};
    return is_type_query(word) || one_of(word, words);
}

bool takes_arguments(std::string_view word) {
    static constexpr std::array<std::string_view, 9> words = {
        "__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__", "__declspec",
        "alignas",           "noexcept",    "requires",         "explicit"};
    return is_attribute(word) || is_type_query(word) || one_of(word, words);
}

namespace {

bool leads_to(std::string_view word, std::string_view what, const macro_words &macros,
              std::set<std::string> &seen) {
    if (word == what)
        return true;
    const auto macro = macros.find(std::string(word));
    if (macro == macros.end() || !seen.insert(macro->first).second)
        return false;
    return std::any_of(macro->second.begin(), macro->second.end(), [&](const std::string &inner) {
        return leads_to(inner, what, macros, seen);
    });
}

} // namespace

bool stands_for(std::string_view word, std::string_view what, const macro_words &macros) {
    std::set<std::string> seen;
    return leads_to(word, what, macros, seen);
}

} // namespace cuda_rewriter
