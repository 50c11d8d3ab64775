// Static __shared__ variables.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../syntax/source_file.h"

#include <map>
#include <string>

namespace cuda_rewriter {

// Macros such as "#define SHARED_FLOAT __shared__ float", by name: what else than __shared__ they
// stand for.
using static_shared_macros = std::map<std::string, std::string>;

// That text, or nothing if the macro is none of these.
std::string specifiers_of_static_shared(const region &macro);

// For the checker: makes references of the variables of a declaration, but leaves its __shared__,
// or macro, to the caller. False, and nothing changed, if the declaration has a form that is not
// understood.
bool make_shared_references(const region &text, int specifier, bool in_function, bool is_macro_body,
                            edit_list &edits);

// The opening braces around a declaration: of the function, and the nearest.
struct enclosing_braces {
    int function, block;
};
// Else: makes references of them, to variables between guards, in front of the statement `late` if
// that is not -1. Changes nothing if the declaration has a form that is not understood, or
// references would mean something else there.
void guard_shared_variables(const source_file &file, const region &text, int specifier,
                            const enclosing_braces &around, int late, edit_list &edits);

} // namespace cuda_rewriter
