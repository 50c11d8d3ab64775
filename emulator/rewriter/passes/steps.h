// Kernels that run from barrier to barrier: see include/emulator/steps.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/float_names.h"
#include "../sema/specifiers.h"
#include "step_names.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cuda_rewriter {

class step_functions;

struct step_context {
    const source_file &file;
    const specifier_uses &shared; // where the text says __shared__
    const std::set<std::string> &macros;
    const std::set<std::string> &statement_macros; // of these, those that hide_statements()
    const macro_words &words;                      // the identifiers in each macro
    const std::set<std::string> &others;           // names of functions of other files
    std::set<int> bodies;                          // the opening braces of what was rewritten
    // __shared__ variables that stand behind a kernel's first statement, by the position of that
    // word: in front of which statement they have to come to be references, -1 if they cannot.
    std::map<int, int> late_shared;
    std::shared_ptr<step_functions> functions; // of the file, once a kernel asks for them
    const float_names &floats;
    bool lanes;                    // whether threads may be lanes: see lanes.h
    bool check;                    // for the checker
    std::set<int> bodies_in_lanes; // as `bodies`
};

// Whether a macro with this body may stand for more than an expression or a type.
bool hides_statements(const region &macro);

// What stands in front of a body's first statement and behind its last one, instead of
// CUDA_EMULATOR_KERNEL_BEGIN and _END.
struct step_ends {
    std::string begin, end;
};

// Rewrites the inside of a kernel's body. Leaves a kernel alone in which there is anything that is
// not understood for certain, or no barrier: then both ends are empty.
// specifier: of __global__; body: the opening brace; bounds: what __launch_bounds__ says, or 0;
// arguments: the parameters' names, or null if one may be an object.
step_ends rewrite_steps(const tree &syntax, int specifier, int body, const std::string &bounds,
                        const std::vector<std::string> *arguments, step_context &context,
                        edit_list &edits);

} // namespace cuda_rewriter
