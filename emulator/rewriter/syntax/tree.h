// What a region consists of: namespaces, classes, functions, statements, and in these calls,
// subscripts, launches and lambda expressions. The text is parsed once; passes ask the tree.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
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
    call,       // from '(' to ')'
    subscript,  // from '[' to ']'
    member,     // from '.' or '->' to the name behind it
    launch,     // from <<< to the ')' of the arguments
    lambda,     // from '[' to '}'
    declarator, // what a declaration says of one variable: its name, its bounds and its value
    operation,  // an operator with its operands
    query,      // the brackets behind sizeof, decltype: what is there is not evaluated
};

constexpr bool is_loop(kind what) {
    return what == kind::while_loop || what == kind::do_loop || what == kind::for_loop;
}

// Positions are those of the region; -1 stands for "none".
struct node {
    kind what;
    int first, last; // the positions [first, last)
    int parent;      // the node around it
    int end;         // the next node that is not below it
    int name = -1; // of a function, a class, a variable, a member; of what is called; the operator
    int open = -1; // the bracket of parameters, arguments, bounds, a condition; the <<< of a launch
    // The '{'; of a loop or a branch where the statement begins; the >>> of a launch; what is in
    // front of a variable's value; the operand behind an operator.
    int body = -1;
    int other = -1; // behind "else" or the ':' of a '?'; the arguments of a launch
    int condition = -1, condition_end = -1; // of a variable: where its type begins
    int object = -1; // where the expression begins that is called, indexed, or has the member
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

    // The nodes that begin in [first, last).
    nodes_below within(int first, int last) const;

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
    // The variable that the condition of a loop or a branch declares, or null.
    const node *declared_in_condition(const node &control) const;
    // The operation of which the operator stands at a position, or null.
    const node *operation_at(int position) const;
    // Whether it gives its left operand another value.
    bool assigns(const node &operation) const;
    // The same, or ++ and --.
    bool changes(const node &operation) const;
    // The operation that gives the operand in [first, last) another value, or null.
    const node *changed_by(int first, int last) const;
    // Whether an operator stands in front of its only operand.
    bool is_prefix(const node &n, std::string_view spelling) const;
    // Where the text has a name, in its order.
    const std::vector<int> &uses(std::string_view name) const;
    // The same for all names.
    const std::unordered_map<std::string_view, std::vector<int>> &names() const;
    // The call or the launch of what a name means, or null.
    const node *called(int name) const;
    // Whether a variable is declared at a position: its name stands there.
    bool declares(int position) const;
    // The variables that a declaration, or the head of a loop, declares.
    std::vector<const node *> variables_of(const node &declaration) const;
    // The position behind it, or -1.
    int end_of_statement(int first) const;
    bool begins_statement(int position) const { return statement(position) != nullptr; }

    // A line for each node: what, its name, and where it begins and ends.
    using place = std::function<std::string(int position)>;
    std::string dump(const place &of) const;

private:
    const region &text_;
    std::vector<node> nodes_;
    std::vector<int> innermost_, statements_;                             // by position
    mutable std::unordered_map<std::string_view, std::vector<int>> uses_; // once it is asked for
};

} // namespace cuda_rewriter
