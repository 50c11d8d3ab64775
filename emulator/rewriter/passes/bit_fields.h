// Bit fields, of some of which clang++ does not tell the checker.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

class bit_fields {
public:
    // Those of the classes in a text.
    void find(const tree &syntax);
    bool has(std::string_view name) const { return runs_.count(name) != 0; }
    // Where device code uses one of that name. functions: where the text says __device__ or
    // __global__. macros: every name that the program has given one.
    void note(const tree &syntax, const device_functions &functions,
              const std::set<std::string> &macros, edit_list &edits) const;

private:
    // Side by side they are one place of memory.
    struct run {
        std::vector<std::string> fields;
        std::string next; // the member behind them, or nothing
    };
    void find_in_class(const tree &syntax, const node &type);
    void add(const run &fields);
    void note_use(const tree &syntax, const node &member, edit_list &edits) const;

    std::map<std::string, std::vector<run>, std::less<>> runs_; // by the names of their fields
};

} // namespace cuda_rewriter
