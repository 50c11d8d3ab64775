// What the variables of a kernel have to do with the lanes that its threads become.
#pragma once

#include "../syntax/tree.h"
#include "steps.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

// How a value differs between the threads of a block. Each is a case of those behind it, but for
// a ladder: it is no case of `row`.
enum class sameness {
    block,  // it does not
    row,    // not between those of a row
    ladder, // in a row by 1 from each thread to the next one
    none    // nothing is known
};

struct lane_variable {
    std::string name, type; // without const
    int definition;         // the position of its name
    int first, last;        // the statement that defines it, or the head of a loop
    int scope_end;
    int value = -1, value_end = -1; // of its definition
    int dimensions = 0;
    bool is_array = false, is_parameter = false;
    bool may_be_ladder = false; // of an integer type that is wide enough, or a pointer
    sameness how = sameness::block;
};

// What an expression is made of, beside plain numbers of 32 bits.
namespace numbers {
constexpr unsigned UNSIGNED = 1, // of 32 bits
    WIDE = 2,                    // of 64 bits, or pointers
    WIDE_UNSIGNED = 4,           // of 64 bits
    NEGATIVE = 8,                // what may be less than 0, or would be if it had a sign
    OTHER = 16,                  // floating-point numbers, vectors, or what is not known
    SHIFT = 32;                  // of a macro without brackets, which binds less than a sum
} // namespace numbers

// Whether at a function the threads of a block wait for one another, or those of a warp: then all
// of the block may.
bool is_wait(std::string_view function);
// Whether a function gives each thread a number of another one of its warp.
bool is_shuffle(std::string_view function);
// A type of 32 bits or more.
bool is_wide_integer(std::string_view type);

class lane_values {
public:
    lane_values(const tree &syntax, const node &kernel, int body, const step_context &context)
        : syntax_(syntax), text_(syntax.text()), kernel_(kernel), body_(body),
          end_(text_.closer(body)), context_(context) {}

    // Whether all of the body is understood, and nothing in it concerns more than one thread but
    // barriers.
    bool read();
    // By their definitions and assignments; knows() nothing of where these stand.
    void work_out();

    std::vector<lane_variable> &variables() { return variables_; }
    const std::vector<lane_variable> &variables() const { return variables_; }
    // The variable that a position names, or null.
    const lane_variable *at(int position) const;
    lane_variable *at(int position) {
        return const_cast<lane_variable *>(static_cast<const lane_values *>(this)->at(position));
    }
    // Names of __shared__ variables; they are references.
    const std::set<std::string, std::less<>> &shared() const { return shared_; }
    bool is_shared(const node &statement) const;

    // Of the expression [first, last).
    sameness of(int first, int last) const;
    // Whether the token at a position changes the variable that it names.
    bool changes(int position) const;
    // Whether all that is changed in [first, last) are variables, and none of them is an array.
    bool changes_only_variables(int first, int last) const;
    // Whether a call may be a root or a quotient, which vectors have at the price of one.
    bool is_root(int name) const;
    // Whether all changes of memory by atomic functions in [first, last) come to the same in any
    // order.
    bool any_order(int first, int last) const;
    // The positions of the parts of an expression between these operators, at its top level.
    std::vector<std::pair<int, int>> parts(int first, int last, std::string_view operation) const;
    // The comparison that an expression is, with nothing that binds less, or -1.
    int comparison(int first, int last) const;
    // `numbers` of all that is in there.
    unsigned numbers_in(int first, int last) const;
    // Whether an expression stays a ladder in this variable.
    bool is_ladder_for(const lane_variable &v, int first, int last) const;
    // Whether the threads for which a comparison holds may not be neighbours, as their numbers
    // begin anew at 0.
    bool may_lie_apart(int ladder, int ladder_end, int bound, int bound_end) const;

private:
    bool is_floating(std::string_view word) const;
    bool is_of_floating(std::string_view type) const;
    bool is_type(std::string_view word) const;
    bool is_known_call(int name) const;
    bool is_of_reader(std::string_view function) const;
    bool changes_in(const lane_variable &v, const node &loop) const;
    bool counts(int change, const node &loop) const;
    bool may_wait(const node &loop) const;
    bool ignores_old_values(int first, int last) const;
    bool read_token(int position);
    bool read_parameter(int first, int last);
    bool read_declaration(int first, int last, int scope_end);
    bool is_constant(int position) const;
    bool is_defined_as_constant(std::string_view name) const;
    bool is_constant_macro(std::string_view name, int depth) const;
    bool is_macro_of_numbers(std::string_view name) const;
    int constant_type(std::string_view name) const;
    bool names_are_plain() const;
    sameness of_name(int position) const;
    sameness of_names(int first, int last) const;
    bool is_dereference(int star) const;
    bool is_ladder(int first, int last) const;
    bool is_ladder_behind_cast(int first, int last) const;
    static bool may_jump(unsigned all);
    unsigned numbers_of_macro(std::string_view name, int depth) const;
    unsigned numbers_of_constant(int position) const;
    unsigned numbers_of_variable(const lane_variable &v) const;

    const tree &syntax_;
    const region &text_;
    const node &kernel_;
    const int body_, end_;
    const step_context &context_;
    std::vector<lane_variable> variables_;
    std::set<std::string, std::less<>> shared_, shared_integers_;
    mutable std::map<std::string, bool> constants_;
    mutable std::map<int, unsigned> numbers_; // of variables, by their definitions
};

} // namespace cuda_rewriter
