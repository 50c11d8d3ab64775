// Which variables a thread of a kernel in steps need not keep for itself from one step to the next.
#pragma once

#include "step_names.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_rewriter {

struct step_values {
    // Positions [first, last) of what every thread does that comes by, as far as the text shows:
    // statements and heads of loops that lie in no branch or loop without a barrier.
    using ranges = std::vector<std::pair<int, int>>;

    // arguments: the parameters' names, if they are numbers and pointers; is_constant: whether a
    // macro stands for a constant.
    step_values(const step_names &names, const std::vector<std::string> *arguments,
                const ranges &unconditional, std::function<bool(const std::string &)> is_constant);

    // Whether the kernel certainly does not change its arguments.
    bool arguments_stay = false;
    // Variables that always have the value of their definition, which is made of what a thread
    // knows in each step: int i = threadIdx.x + blockIdx.x * blockDim.x. By the variable, the
    // positions of the value.
    std::map<std::string, std::pair<int, int>> derived;
    // Integers that mostly are the same for all threads: for (int i = blockDim.x / 2; ...).
    // Whether they are is looked at in each step.
    std::set<std::string> common;

private:
    bool refers_to_variables() const;
    bool is_member(int position) const;
    bool is_only_read(int position) const;
    bool is_only_read(const std::string &name, int definition) const;
    bool is_constant(int position) const;
    bool is_constant_of_file(std::string_view name) const;
    bool is_argument(int position) const;
    bool is_index(const node &member) const;
    bool is_known_in_each_step(int first, int last) const;
    bool is_alike_for_all(int first, int last) const;
    bool may_be_common(const std::string &name) const;

    const step_names &names_;
    const region &text_;
    const std::vector<std::string> *arguments_;
    const ranges &unconditional_;
    const std::function<bool(const std::string &)> macro_is_constant_;
};

} // namespace cuda_rewriter
