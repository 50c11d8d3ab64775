// Where a region says __global__ or __shared__, be it through a macro.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "../syntax/region.h"

namespace cuda_rewriter {

// What stands for a specifier at some line of the translation unit: the specifier itself and macros
// such as "#define KERNEL __global__ void".
class specifier_names {
public:
    explicit specifier_names(std::string_view specifier) { add(specifier, false); }

    void add(std::string_view name, bool function_like) {
        names_[std::string(name)] = function_like;
    }
    void remove(std::string_view name) { names_.erase(std::string(name)); }

private:
    friend class specifier_uses;
    std::unordered_map<std::string, bool> names_; // true: a macro with parameters
};

// The uses in one region. Found from directive to directive, because a macro holds only between its
// #define and its #undef.
class specifier_uses {
public:
    // Looks at the positions [first, last).
    void find(const region &text, int first, int last, const specifier_names &names);

    bool at(int position) const { return uses_.count(position) != 0; }
    bool none() const { return uses_.empty(); }
    bool has_arguments(int position) const {
        const auto found = uses_.find(position);
        return found != uses_.end() && found->second;
    }

private:
    std::unordered_map<int, bool> uses_; // by position; true: of a macro with parameters
};

struct device_functions {
    specifier_uses on_device; // __device__ and __global__
    specifier_uses constant;  // constexpr and consteval
};

} // namespace cuda_rewriter
