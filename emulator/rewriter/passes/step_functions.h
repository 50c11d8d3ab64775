// Functions of the device that wait at barriers.
#pragma once

#include "step_rewriter.h"

#include "../sema/functions.h"

#include <map>
#include <memory>
#include <string>

namespace cuda_rewriter {

// The functions of a file, by name. What they are is found when a kernel calls them.
class step_functions {
public:
    step_functions(const tree &syntax, step_context &context);
    // The function that a name in front of a '(' means, if it takes steps, or null.
    const step_function *find(int name);
    // Writes it, if it is not there yet.
    void write(const step_function &function, edit_list &edits);

private:
    enum class state { unknown, being_read, takes_steps, does_not, written };
    struct entry {
        function declared;
        state is = state::unknown;
        step_function known;
        std::unique_ptr<step_rewriter> rewriter;
    };
    bool read_head(entry &e) const;
    bool read_parameter(int first, int last, step_function &known) const;

    const tree &syntax_;
    const region &text_;
    step_context &context_;
    std::map<std::string, entry, std::less<>> entries_;
};

} // namespace cuda_rewriter
