// The functions that a file declares at namespace scope or in classes, and the host's variables:
// what nvcc knows of them when it decides who may call whom, and who may use what.
#pragma once

#include "../syntax/tree.h"
#include "../syntax/words.h"

#include <string>
#include <vector>

namespace cuda_rewriter {

struct function {
    // Where it runs. Unknown: a macro may say so, or the declaration was not understood.
    enum class space { unknown, host, device, both, kernel };

    std::string name;
    space runs = space::unknown;
    int specifier = -1; // the position of __global__ of a kernel
    int head;           // the first position of the declaration
    int position;       // of the name
    int parameters;     // the '('
    int body = -1;      // the '{'
    bool is_template = false;
    bool is_member = false;   // of a class, or declared before in a namespace: its name has a "::"
    std::string class_name;   // of the class that it is declared in, or nothing
    bool is_constant = false; // constexpr
    bool may_be_unused = false; // static, inline: nvcc leaves it out if nobody calls it
    std::string type;       // what it returns, if that may be a macro for all that is known here
    std::string space_name; // the namespaces around it: "a::b"
};

// A variable outside of functions that the host has for itself, and may change.
struct host_variable {
    std::string name;
    int position;
    std::string type;       // if it may be a macro for all that is known here
    std::string space_name; // the namespaces around it
};

struct declarations {
    std::vector<std::string> plain_classes; // no templates, without bases: all is in them
    std::vector<std::string> other_classes;
    std::vector<function> functions;
    std::vector<host_variable> variables;
};

// macros: every macro so far, with the identifiers in it.
declarations find_declarations(const tree &syntax, const macro_words &macros);

} // namespace cuda_rewriter
