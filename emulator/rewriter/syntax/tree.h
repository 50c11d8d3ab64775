// What a region consists of: namespaces, classes, functions, statements, and in these calls,
// subscripts, launches and lambda expressions. The text is parsed once; passes ask the tree.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "region.h"

namespace cuda_rewriter {

enum class kind : unsigned char {
    unit,        // all of the region
    space,       // a namespace, extern "C" {}, or braces behind a word that is not understood
    type,        // a class or an enum with its body
    function,    // the definition of one
    declaration, // of anything else, at namespace scope, in a class or in a function
    block,       // { ... }
    if_statement,
    while_loop,
    do_loop,
    for_loop,
    switch_statement,
    try_block,
    label, // of a goto or a switch, with its colon
    jump,  // return, break, continue, goto, throw
    expression,
    empty,       // a ';' alone
    macro_block, // NAME(...) { ... } in a function
    // In all of these:
    call,      // from '(' to ')'
    subscript, // from '[' to ']'
    launch,    // from <<< to the ')' of the arguments
    lambda,    // from '[' to '}'
};

// Positions are those of the region; -1 stands for "none".
struct node {
    kind what;
    int first, last; // the positions [first, last)
    int parent;      // the node around it
    int end;         // the next node that is not below it
    int name = -1;   // of a function, a class, a namespace; of what is called or launched
    int open = -1;   // the bracket of parameters, arguments or a condition; the <<< of a launch
    int body = -1; // the '{'; of a loop or a branch where the statement begins; the >>> of a launch
    int other = -1; // behind "else"; the arguments of a launch
    int condition = -1, condition_end = -1;
};

class tree {
public:
    explicit tree(const region &text);

    const region &text() const { return text_; }
    // In the order of the text: each in front of those below it. The first is the unit.
    const std::vector<node> &nodes() const { return nodes_; }
    const node &operator[](int index) const { return nodes_[index]; }

    int index_of(const node &n) const { return static_cast<int>(&n - nodes_.data()); }
    // What a node consists of, and that in turn.
    struct nodes_below {
        const node *first, *last;
        const node *begin() const { return first; }
        const node *end() const { return last; }
    };
    nodes_below below(const node &n) const { return {&n + 1, nodes_.data() + n.end}; }

    // The innermost node that holds a position.
    int at(int position) const;
    // The same, or the innermost one around it of that kind, or -1.
    int around(int position, kind what) const;
    // The function or the lambda expression whose head or body holds a position, or null.
    const node *function_around(int position) const;
    // The statement that begins at a position, the outermost if there are several, or -1.
    const node *statement(int first) const;
    // The innermost statement that holds a position; of a function at namespace scope that.
    const node &statement_around(int position) const;
    // Those that a block consists of.
    std::vector<const node *> statements_in(const node &block) const;
    // The position behind it, or -1.
    int end_of_statement(int first) const;
    bool begins_statement(int position) const { return statement(position) != nullptr; }

    // A line for each node: what, its name, and where it begins and ends.
    using place = std::function<std::string(int position)>;
    std::string dump(const place &of) const;

private:
    const region &text_;
    std::vector<node> nodes_;
    std::vector<int> innermost_, statements_; // by position
};

} // namespace cuda_rewriter
