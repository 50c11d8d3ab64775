// Reads expressions, of which statements and declarations consist: see parser.cpp.
#pragma once

#include <vector>

#include "tree.h"

namespace cuda_rewriter {

class expression_reader {
public:
    explicit expression_reader(const region &text) : text_(text) {}

protected:
    ~expression_reader() = default;

    // Deeper brackets and statements are not looked into: enough for programs, and little for a
    // stack.
    static constexpr int deepest = 200;

    int begin(kind what, int first);
    int end(int index, int last);
    // The bracket that closes one, or `last` where there is none before.
    int closer(int open, int last) const;
    // The next ';' outside of brackets, the bracket that ends all, or `last`.
    int end_of_value(int position, int last) const;
    int brace_of_lambda(int open, int last) const;
    // Behind the '>' of template arguments that begin at a '<', or -1.
    int behind_template(int open) const;

    // All of [first, last): one, or several with ',' or ';' between.
    void read_expression(int first, int last);
    // Returns the position behind it.
    int read_bracket(int open, int last, int object = -1);
    void read_arguments(int open, int close);

    virtual int read_block(int open, int last) = 0;
    virtual void read_parameters(int open, int close) = 0;
    virtual int read_declaration(int first, int last) = 0;

    const region &text_;
    std::vector<node> nodes_;
    int parent_ = -1;
    int depth_ = 0;

private:
    struct operation { // an operator
        int position, behind;
        int level; // how tightly it binds
    };
    using operations = std::vector<operation>;

    operations find_operations(int first, int last) const;
    operation binary_at(int position) const;
    bool is_cast(int open) const;
    void read_operation(int first, int last, const operation *from, const operation *to);
    const operation *read_to_the_right(int &first, const operation *from, const operation *to);
    void read_chain(int first, int last, const operation *from, const operation *to, int level);
    void read_operand(int first, int last);
    bool ends_name(int position) const;
    bool goes_on(int position) const;
    bool begins_function(int first) const;
    int read_launch(int begin, int last);
    int read_lambda(int open, int brace, int last);
    int name_in_front(int open) const;
};

bool closes_bracket(std::string_view word);

} // namespace cuda_rewriter
