// One kernel, or one function with barriers, that becomes a state machine: see steps.cpp.
#pragma once

#include "step_names.h"
#include "step_values.h"
#include "steps.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

// A function that waits at barriers, and takes the steps of the thread that calls it.
struct step_function {
    struct parameter {
        std::string type, name;
    };
    std::string name, result; // the type, or nothing
    std::vector<parameter> parameters;
    int steps = 0; // how many barriers it has, with those in what it calls
};

class step_rewriter {
public:
    // function: what is known of it by its head, or null for a kernel.
    step_rewriter(const tree &syntax, int specifier, int body, step_context &context,
                  step_function *function = nullptr)
        : syntax_(syntax), text_(syntax.text()), body_(body), end_(text_.closer(body)),
          context_(context), shared_(context.shared), macros_(context.macros),
          statements_(context.statement_macros), words_in_macros_(context.words),
          function_(function), names_(syntax, specifier, body, context.macros, context.words) {}

    // Whether the kernel or function can be rewritten: then everything about it is known.
    bool plan();
    // Whether the checker sees of a kernel in steps what it sees of threads on fibers.
    bool shows_all(const std::vector<std::string> *arguments) const;
    step_ends apply(const std::string &bounds, const std::vector<std::string> *arguments,
                    edit_list &edits) const;
    void apply_to_function(edit_list &edits) const;
    int count_steps() const;

private:
    // "x = f(a, b) + 1;" of a function that takes steps.
    struct step_call {
        const step_function *function;
        int name, close;    // the position of the name, and of the ')'
        bool declares;      // "int x = f();"
        std::string before; // what to do with the result: "x = "
        bool returns;
    };
    struct made_text {
        std::string definitions, members;
        std::string common; // the definition of what the threads of a kernel have in common
        bool arguments_stay;
        std::map<int, std::string> changes; // by position
    };

    void read_call(const node &call);
    bool read_return(const node &jump);
    bool only_reads(int first, int last, bool may_call) const;
    made_text make_text(const std::vector<std::string> *arguments) const;
    bool find_blocks();
    const node *block_variable(const node &statement) const;
    int end_of_barrier(const node &call) const;
    bool find_barriers();
    bool has_barrier(int first, int last) const;
    void read_block(const node &block, int loop);
    void read_statement(const node &statement, int loop);
    void read_block_variable(const node &statement, bool leads);
    void read_inner(int first, int loop);
    std::string derive(const step_values &values, const std::set<std::string> &needed) const;
    bool is_compound(const node &statement) const;
    bool is_leading(const node &statement) const;
    bool is_shared(int first, int last) const;
    bool is_constant(const node &statement) const;
    bool has_constant_value(const node &variable) const;
    bool stands_for_constant(const std::string &macro, int depth) const;
    void note_names(int first, int last);
    int end_of_type(const node &variable) const;
    bool is_kept_type(int first, int last) const;
    bool read_declaration(const node &around, int scope_end);
    bool read_variable(const node &variable, int first, const std::string &base,
                       step_variable known);
    bool is_expression(const node &statement) const;
    bool declares_type(int first, int last) const;
    bool may_come_first(int specifier) const;
    bool has_variable_length(int specifier) const;
    void replace(int position, const std::string &by) { changes_[position] = by; }
    void fail() { failed_ = true; }

    const tree &syntax_;
    const region &text_;
    const int body_, end_;
    step_context &context_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_, &statements_;
    const macro_words &words_in_macros_;
    step_function *const function_;
    step_names names_;
    std::map<int, int> barriers_;        // positions, and the outermost loop around each, or -1
    std::map<int, int> barrier_ends_;    // their last tokens in front of the ';'
    std::set<std::string_view> blocks_;  // variables that stand for the thread block
    std::string moved_blocks_;           // their definitions, if they do not lead
    std::map<int, step_call> calls_;     // by the first positions of their statements
    std::map<int, std::string> changes_; // by position
    int first_statement_ = -1;           // that has to be in the switch
    std::vector<int> late_shared_;       // see step_context
    step_values::ranges unconditional_;
    bool failed_ = false;
};

// Behind "cooperative_groups::" or nothing.
int behind_namespaces(const region &text, int position);

} // namespace cuda_rewriter
