// Members of a class that have the name of their type, which nvcc and clang take and g++ does not.
#pragma once

#include <set>
#include <string>

#include "../syntax/edits.h"
#include "../syntax/tree.h"

namespace cuda_rewriter {

// Classes outside of classes and functions, with their namespaces: "a::point".
using class_names = std::set<std::string>;

// Gives such a type its namespace. classes: those of the files so far, to which the text's come.
void qualify_same_names(const tree &syntax, class_names &classes, edit_list &edits);

} // namespace cuda_rewriter
