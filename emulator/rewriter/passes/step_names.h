// What the names in a kernel mean that is to run in steps, and whether its variables can be kept
// from one step to the next.
#pragma once

#include "../syntax/tree.h"
#include "../syntax/words.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_rewriter {

// Types of one word that can be made without a value and be assigned.
bool is_plain_type(std::string_view word);
// Of a variable or of a pointer, without volatile.
bool is_qualifier(std::string_view word);

// A variable that is kept, from its definition to the end of its scope.
struct step_variable {
    std::string type;
    int begin, end;
    bool generic;            // of a type that a template names
    bool integer;            // of an arithmetic type, and no pointer
    int value, end_of_value; // of its definition: positions, or -1
};

struct step_names {
    // macros: all names of macros.
    step_names(const tree &syntax_tree, int specifier, int open,
               const std::set<std::string> &macros, const macro_words &words_in_macros);

    bool holds(int position) const { return body < position && position < end; }
    bool mentions_variable(int first, int last) const;
    // Whether variables can be defined in front of the switch, and lie at another place in each
    // step.
    bool variables_can_move() const { return names_are_clear() && addresses_stay(); }
    // Whether a variable is in scope at a barrier, and may be read behind it: farther down, or in
    // the next round of a loop. loop: the outermost one around the barrier, or -1.
    bool is_needed_behind(int barrier, int loop, const std::string &name) const;

    using words = std::set<std::string, std::less<>>;
    const tree &syntax;
    const region &text;
    const int body, end;                     // the braces
    words parameters;                        // of the function, and its name
    words type_parameters, value_parameters; // of its template
    words in_macros;                         // what macros in the body stand for
    // The next two are filled in by whoever reads the body.
    words leading; // constants in front of the switch
    std::multimap<std::string, step_variable, std::less<>> variables;

private:
    void find_parameters(int specifier);
    void find_in_macros(const std::set<std::string> &macros, const macro_words &words_in_macros);

    bool is_used(const std::string &name) const;
    bool means_own(const std::string &name) const;
    bool names_are_clear() const;
    bool may_take_address(const node &n) const;
    bool addresses_stay() const;
};

} // namespace cuda_rewriter
