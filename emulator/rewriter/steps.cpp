// __global__ void k(float *out) {
//     __shared__ float cache[256];
//     int i = threadIdx.x;
//     cache[i] = out[i];
//     __syncthreads();
//     out[i] = cache[255 - i];
// }
// becomes (with shorter names, and all on the same lines as before)
//     struct kept { int i; };
//     STEPS_BEGIN
//     __shared__ float cache[256];
//     int i{};
//     switch (from) {
//     case 0:
//         i = threadIdx.x;
//         cache[i] = out[i];
//         { mine.i = i; return 1; case 1: i = mine.i; }
//         out[i] = cache[255 - i];
//     }
//     return STEPS_FINISHED;
//     STEPS_END
//
// The label of a barrier may lie in a loop or a branch. It must not lie behind the definition of a
// variable in the same block, so those are declared in front of the switch, and what was their
// definition becomes an assignment. Variables of blocks without a barrier stay where they are.
#include "steps.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

// Types of one word that can be made without a value and be assigned.
bool is_plain_type(std::string_view word) {
    return word == "dim3" || is_number_type(word);
}

// Words that may only stand in a kernel which is left alone. A lock, or what threads of a warp do
// together, needs threads that take turns in the middle of a step; fibers do that from the start.
// With others there may be a return of another function, or memory that is gone after the step.
bool needs_fibers(std::string_view word) {
    static constexpr std::array<std::string_view, 19> words = {
        "goto",       "asm",    "__asm__",    "try",          "co_await",  "atomicCAS",
        "atomicExch", "__trap", "__syncwarp", "__activemask", "static",    "struct",
        "class",      "union",  "alloca",     "bitand",       "addressof", "__builtin_alloca",
        "_Pragma"};
    for (const char *beginning :
         {"__shfl", "__syncthreads_", "__any", "__all", "__ballot", "__match", "__reduce"})
        if (word.substr(0, std::string_view(beginning).size()) == beginning)
            return true;
    return is_type_query(word) || one_of(word, words);
}

bool is_builtin_variable(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"threadIdx", "blockIdx", "blockDim",
                                                              "gridDim"};
    return one_of(word, words);
}

// Of a constant expression, whatever the names in it may be.
bool may_be_in_constant(std::string_view word) {
    static constexpr std::array<std::string_view, 4> names = {"true", "false", "nullptr", "sizeof"};
    static constexpr std::array<std::string_view, 22> operators = {
        "(",  ")",  "+",  "-",  "*", "/", "%", "<", ">", "<=", ">=",
        "==", "!=", "&&", "||", "!", "~", "|", "^", "?", ":",  "="};
    return word == "," || one_of(word, names) || one_of(word, operators) || is_arithmetic(word);
}

bool is_number(std::string_view word) {
    return word.find_first_of("0123456789") == 0 ||
           (word.size() > 1 && word[0] == '.' && word[1] != '.' && word[1] != '*');
}

// Whether a position has a '&' without an operand on its left.
bool takes_address(const region &text, int position) {
    const int left = position - 1;
    return text.is(position, "&") && !text.is_name(left) && !is_number(text.text(left)) &&
           !text.is(left, ")") && !text.is(left, "]");
}

bool is_qualifier(std::string_view word) {
    return word == "const" || word == "__restrict__" || word == "__restrict" || word == "restrict";
}

// A variable that is kept, from its definition to the end of its scope.
struct variable {
    std::string type;
    int begin, end;
    bool generic; // of a type that a template names
};

class step_rewriter {
public:
    step_rewriter(const region &text, int specifier, int body, const step_context &context)
        : text_(text), body_(body), end_(text.closer(body)), shared_(context.shared),
          macros_(context.macros), statements_(context.statement_macros),
          words_in_macros_(context.words) {
        find_parameters(specifier);
    }

    // Whether the kernel can be rewritten: then everything about it is known.
    bool plan();
    step_ends apply(const std::string &bounds, edit_list &edits) const;

private:
    void find_parameters(int specifier);
    bool find_barriers();
    void find_macro_words();
    bool has_barrier(int first, int last) const;
    int end_of_statement(int first) const;
    int behind_semicolon(int position, int last) const;
    void read_block(int open, int loop);
    void read_statement(int first, int loop);
    void read_inner(int first, int last, int loop);
    bool is_leading(int first, int last) const;
    bool is_shared(int first, int last) const;
    bool is_constant(int first, int last) const;
    bool stands_for_constant(const std::string &macro, int depth) const;
    void note_names(int first, int last);
    bool declares_in_condition(int first, int last) const;
    bool may_leave_address(int position) const;
    bool addresses_stay() const;
    bool mentions_variable(int first, int last) const;
    int behind_type(int first) const;
    bool read_declaration(int first, int last, int scope_end);
    bool begins_expression(int first) const;
    bool declares(int position) const;
    bool is_used(const std::string &name) const;
    bool names_are_clear() const;
    bool is_needed_behind(int barrier, int loop, const std::string &name) const;
    void replace(int position, const std::string &by) { changes_[position] = by; }
    void fail() { failed_ = true; }

    const region &text_;
    const int body_, end_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_, &statements_;
    const macro_words &words_in_macros_;
    std::set<std::string, std::less<>> type_parameters_, value_parameters_, parameters_;
    std::set<std::string, std::less<>> macro_words_; // that macros in the body stand for
    std::set<std::string, std::less<>> leading_;     // constants in front of the switch
    std::map<int, int> barriers_; // positions, and the outermost loop around each, or -1
    std::multimap<std::string, variable, std::less<>> variables_;
    std::map<int, std::string> changes_; // by position
    int first_statement_ = -1;           // that has to be in the switch
    bool failed_ = false;
};

// The names in the head of the function, and the types that a template names.
void step_rewriter::find_parameters(int specifier) {
    for (int position = specifier + 1; position < body_; ++position)
        if (text_.is_name(position) && !is_arithmetic(text_.text(position)))
            parameters_.insert(std::string(text_.text(position)));
    int closing = specifier - 1;
    while (text_.is_identifier(closing)) // static, inline
        --closing;
    if (!text_.is(closing, ">"))
        return;
    int opening = closing;
    while (opening >= 0 && !text_.is(opening, "template") && !text_.is(opening, ";") &&
           !text_.is(opening, "}"))
        --opening;
    for (int position = opening + 1; position < closing; ++position)
        if ((text_.is(position, "class") || text_.is(position, "typename")) &&
            !text_.is(position - 1, ">")) // template <class> class
            type_parameters_.insert(std::string(text_.text(position + 1)));
        else if (text_.is_name(position))
            value_parameters_.insert(std::string(text_.text(position)));
    for (const std::string &type : type_parameters_)
        value_parameters_.erase(type);
}

// With the macros in those macros.
void step_rewriter::find_macro_words() {
    std::vector<std::string> found;
    for (int position = body_ + 1; position < end_; ++position)
        if (macros_.count(std::string(text_.text(position))) != 0)
            found.push_back(std::string(text_.text(position)));
    while (!found.empty()) {
        const auto words = words_in_macros_.find(found.back());
        found.pop_back();
        if (words == words_in_macros_.end())
            continue;
        for (const std::string &word : words->second)
            if (macro_words_.insert(word).second)
                found.push_back(word);
    }
}

bool step_rewriter::find_barriers() {
    for (const std::string &word : macro_words_)
        if (needs_fibers(word) || statements_.count(word) != 0)
            return false;
    for (int position = body_ + 1; position < end_; ++position) {
        const std::string_view here = text_.text(position);
        if (needs_fibers(here) || statements_.count(std::string(here)) != 0)
            return false;
        // The captures of a lambda, as against the index of an array.
        if (here == "[" && !text_.is_name(position - 1) && !text_.is(position - 1, "]") &&
            !text_.is(position - 1, ")"))
            return false;
        if (here == "return") {
            if (!text_.is(position + 1, ";"))
                return false;
            replace(position, "return ::cuda_emulator::STEPS_FINISHED");
        }
        if (here == "__syncthreads") {
            if (!text_.is(position + 1, "(") || !text_.is(position + 2, ")") ||
                !text_.is(position + 3, ";"))
                return false;
            barriers_.emplace(position, -1);
        }
    }
    constexpr std::size_t most = 255; // see CUDA_EMULATOR_STEP
    return !barriers_.empty() && barriers_.size() <= most;
}

bool step_rewriter::has_barrier(int first, int last) const {
    const auto found = barriers_.lower_bound(first);
    return found != barriers_.end() && found->first < last;
}

bool step_rewriter::plan() {
    if (end_ < 0 || text_.directives_before(body_) != text_.directives_before(end_))
        return false;
    find_macro_words();
    if (!find_barriers())
        return false;
    read_block(body_, -1);
    return !failed_ && first_statement_ >= 0 && names_are_clear() && addresses_stay();
}

// The position behind the next ';' outside of brackets, or -1.
int step_rewriter::behind_semicolon(int position, int last) const {
    for (; position >= 0 && position < last; ++position) {
        if (text_.is(position, ";"))
            return position + 1;
        const int closer = text_.closer(position);
        if (closer > position)
            position = closer;
    }
    return -1;
}

// The position behind the statement, or -1.
int step_rewriter::end_of_statement(int first) const {
    const std::string_view here = text_.text(first);
    if (here == "{")
        return text_.closer(first) + 1;
    if (here == "if" || here == "while" || here == "for" || here == "switch") {
        const int close = text_.closer(first + 1);
        int end = close < 0 ? -1 : end_of_statement(close + 1);
        if (here == "if" && end >= 0 && text_.is(end, "else"))
            end = end_of_statement(end + 1);
        return end;
    }
    if (here == "do") {
        const int end = end_of_statement(first + 1);
        return end < 0 ? -1 : behind_semicolon(end, end_);
    }
    return behind_semicolon(first, end_);
}

// A block with a barrier in it. loop: the outermost one around it, or -1.
void step_rewriter::read_block(int open, int loop) {
    const int close = text_.closer(open);
    for (int first = open + 1; first < close && !failed_;) {
        const int last = end_of_statement(first);
        if (last < 0 || last > close || macros_.count(std::string(text_.text(first))) != 0)
            return fail();
        const bool leads = first_statement_ < 0 && is_leading(first, last);
        if (leads)
            note_names(first, last);
        else if (first_statement_ < 0)
            first_statement_ = first;
        if (has_barrier(first, last))
            read_statement(first, loop);
        else if (!leads && !read_declaration(first, last - 1, close) && !begins_expression(first))
            fail();
        first = last;
    }
}

// A statement with a barrier in it.
void step_rewriter::read_statement(int first, int loop) {
    const std::string_view here = text_.text(first);
    const int last = end_of_statement(first);
    if (loop < 0 && (here == "while" || here == "for" || here == "do"))
        loop = first;
    if (here == "{") {
        read_block(first, loop);
    } else if (here == "__syncthreads") {
        barriers_[first] = loop;
    } else if (here == "if" || here == "while") {
        const int close = text_.closer(first + 1);
        if (declares_in_condition(first + 2, close))
            return fail();
        const int end = end_of_statement(close + 1);
        read_inner(close + 1, end, loop);
        if (here == "if" && text_.is(end, "else"))
            read_inner(end + 1, last, loop);
    } else if (here == "for") {
        const int open = first + 1, close = text_.closer(open);
        const int init = behind_semicolon(open + 1, close);
        const int condition = init < 0 ? -1 : behind_semicolon(init, close);
        if (condition < 0 || behind_semicolon(condition, close) >= 0 ||
            declares_in_condition(init, condition - 1) ||
            (init != open + 2 && !read_declaration(open + 1, init - 1, last) &&
             !begins_expression(open + 1)))
            return fail();
        read_inner(close + 1, last, loop);
    } else if (here == "do") {
        read_inner(first + 1, end_of_statement(first + 1), loop);
    } else {
        fail();
    }
}

void step_rewriter::read_inner(int first, int last, int loop) {
    if (has_barrier(first, last))
        read_statement(first, loop);
}

bool step_rewriter::is_shared(int first, int last) const {
    for (int position = first; position < last; ++position)
        if (shared_.at(position))
            return true;
    return false;
}

// What may stay in front of the switch: shared variables, and types and constants, which others may
// need. It comes again in each step.
bool step_rewriter::is_leading(int first, int last) const {
    for (const char *word : {"{", "if", "while", "for", "do", "switch"})
        if (text_.is(first, word))
            return false;
    return is_shared(first, last) || text_.is(first, "typedef") || text_.is(first, "using") ||
           is_constant(first, last);
}

// Whether [first, last) defines constants whose value is the same every time, of which the text
// tells that it is so: a name may be a variable's that changes.
bool step_rewriter::is_constant(int first, int last) const {
    const bool known = text_.is(first, "constexpr");
    if (!known && !text_.is(first, "const"))
        return false;
    const int declarators = behind_type(known ? first + 1 : first);
    if (declarators < 0)
        return false;
    for (int position = declarators; position < last - 1; ++position) {
        const std::string_view here = text_.text(position);
        if (text_.is(position + 1, "=") ? !text_.is_name(position) : here == "[" || here == "&")
            return false;
        if (known || text_.is(position + 1, "=") || is_number(here) || text_.is_literal(position) ||
            leading_.count(here) != 0 || value_parameters_.count(here) != 0 ||
            stands_for_constant(std::string(here), 0))
            continue;
        if (!may_be_in_constant(here) ||
            (here == "*" && (position == declarators || text_.is(position - 1, ","))))
            return false;
    }
    return true;
}

// "#define SIZE (4 * LENGTH)"
bool step_rewriter::stands_for_constant(const std::string &macro, int depth) const {
    constexpr int deepest = 16; // a macro may name itself
    if (macros_.count(macro) == 0 || depth == deepest)
        return false;
    const auto words = words_in_macros_.find(macro);
    return words == words_in_macros_.end() ||
           std::all_of(words->second.begin(), words->second.end(), [&](const std::string &word) {
               return is_arithmetic(word) || stands_for_constant(word, depth + 1);
           });
}

// All of a definition's names: see addresses_stay().
void step_rewriter::note_names(int first, int last) {
    if (is_shared(first, last))
        return;
    for (int position = first; position < last; ++position)
        if (text_.is_name(position))
            leading_.insert(std::string(text_.text(position)));
}

// if (int i = ...), while (node *n = ...)
bool step_rewriter::declares_in_condition(int first, int last) const {
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "{") || text_.is(position, ";"))
            return true;
        if (text_.is(position, "=") && position - 1 > first && text_.is_name(position - 1))
            for (const char *word : {"*", "&", "&&", ">", "const"})
                if (text_.is(position - 2, word))
                    return true;
        if (text_.is(position, "=") && text_.is_identifier(position - 1) &&
            text_.is_identifier(position - 2))
            return true;
        const int closer = text_.closer(position);
        if (closer > position)
            position = closer;
    }
    return false;
}

bool step_rewriter::mentions_variable(int first, int last) const {
    for (int position = first; position < last; ++position)
        if (text_.is_name(position) && (is_builtin_variable(text_.text(position)) ||
                                        parameters_.count(text_.text(position)) != 0 ||
                                        variables_.count(text_.text(position)) != 0))
            return true;
    return false;
}

// Of a type that can be made without a value and assigned, as far as its name tells; or -1.
int step_rewriter::behind_type(int first) const {
    bool arithmetic = false, plain = false;
    for (int position = first;; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "const")
            continue;
        if (is_arithmetic(here) && !plain) {
            arithmetic = true;
        } else if (!arithmetic && !plain && macros_.count(std::string(here)) == 0 &&
                   (is_plain_type(here) || type_parameters_.count(here) != 0) &&
                   text_.is_identifier(position + 1) + text_.is(position + 1, "*") != 0) {
            plain = true;
        } else {
            return arithmetic || plain ? position : -1;
        }
    }
}

// Whether [first, last) in front of a ';' declares variables that can be kept. Then it becomes
// assignments.
bool step_rewriter::read_declaration(int first, int last, int scope_end) {
    if (is_shared(first, last)) {
        // A static one may lie anywhere. A dynamic one is a reference here.
        if (!text_.is(first, "__shared__"))
            fail();
        return true;
    }
    const int declarators = behind_type(first);
    if (declarators < 0 || text_.is(declarators, "("))
        return false; // or it is a conversion, int(x)
    std::string base, plain_base;
    bool is_const = false, is_integer = true, has_sizeof = false;
    bool of_parameter = false; // it may be any class, or const
    for (int position = first; position < declarators; ++position) {
        const std::string word(text_.text(position));
        is_const = is_const || word == "const";
        is_integer = is_integer && word != "float" && word != "double";
        of_parameter = of_parameter || type_parameters_.count(word) != 0;
        base += word + " ";
        plain_base += word == "const" ? "" : word + " ";
        replace(position, "");
    }
    for (int position = declarators; position < last; ++position)
        has_sizeof = has_sizeof || text_.is(position, "sizeof");
    if (is_const && is_integer && !text_.is(declarators, "*") &&
        (has_sizeof || !mentions_variable(declarators, last)))
        return false; // a constant that the size of an array may need
    for (int position = declarators;; ++position) {
        std::string stars;
        for (; text_.is(position, "*") || is_qualifier(text_.text(position)); ++position) {
            if (text_.is(position, "*") && position > declarators &&
                is_qualifier(text_.text(position - 1)))
                return false; // of a pointer that is const itself
            if (text_.is(position, "*"))
                stars += "*";
            replace(position, "");
        }
        if (!text_.is_name(position) || macros_.count(std::string(text_.text(position))) != 0)
            return false;
        const int name = position++;
        const bool generic = of_parameter && stars.empty();
        const std::string type = stars.empty() ? plain_base : base + stars;
        const std::string spelling(text_.text(name));
        if (is_plain_type(spelling) || is_arithmetic(spelling))
            return false;
        variables_.emplace(spelling, variable{type, name, scope_end, generic});
        bool has_less = false;
        const std::string beginning = "::cuda_emulator::begin_variable<" + type + ">(" + spelling;
        if (!text_.is(position, "=")) {
            replace(name, generic           ? beginning + ")"
                          : type == "dim3 " ? spelling + " = dim3()"
                                            : "(void)0");
        } else {
            if (generic) {
                replace(name, beginning);
                replace(position++, ",");
            }
            for (; position < last && !text_.is(position, ","); ++position) {
                has_less = has_less || text_.is(position, "<");
                const int closer = text_.closer(position);
                if (closer > position)
                    position = closer;
            }
        }
        if (generic && text_.is(name + 1, "="))
            replace(position, ")" + std::string(text_.text(position)));
        if (position == last)
            return true;
        // Or it is an array, has its value in brackets, or the comma is one of f<a, b>(c).
        if (!text_.is(position, ",") || has_less)
            return false;
    }
}

// Whether a statement in a block with a barrier is no declaration for certain. (A '>' or '<' stands
// alone: see tokenize().)
bool step_rewriter::begins_expression(int first) const {
    static constexpr std::array<std::string_view, 23> behind_name = {
        "=",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ">", "[", ".",
        "->", "++", "--", ",",  ";",  "?",  "==", "!=", "+",  "-", "|"};
    const std::string_view here = text_.text(first);
    for (const char *word : {";", "{", "if", "while", "for", "do", "switch", "return", "break",
                             "continue", "*", "(", "++", "--", "using", "typedef", "static_assert"})
        if (here == word)
            return true;
    if (text_.is(first + 1, "(")) { // or it is "pair (*p)(int)", or "alignas(8) int i"
        const int behind = text_.closer(first + 1) + 1;
        return text_.is_name(first) && !is_arithmetic(here) && type_parameters_.count(here) == 0 &&
               !is_plain_type(here) &&
               (text_.is(behind, ";") || text_.is(behind, ".") || text_.is(behind, "->") ||
                text_.is(behind, ","));
    }
    return text_.is_name(first) && (one_of(text_.text(first + 1), behind_name) ||
                                    (text_.is(first + 1, "<") && text_.is(first + 2, "<")));
}

// Whether a name at a position is being declared, as in "int i" or "float *p".
bool step_rewriter::declares(int position) const {
    int before = position - 1;
    while (text_.is(before, "*") || text_.is(before, "&") || is_qualifier(text_.text(before)))
        --before;
    const std::string_view type = text_.text(before);
    return is_arithmetic(type) || is_plain_type(type) || type == "auto" ||
           type_parameters_.count(type) != 0;
}

// Whether a variable is named anywhere but in its definitions.
bool step_rewriter::is_used(const std::string &name) const {
    const auto range = variables_.equal_range(name);
    for (int position = body_; position < end_; ++position)
        if (text_.is(position, name) &&
            std::none_of(range.first, range.second,
                         [position](const auto &v) { return v.second.begin == position; }))
            return true;
    return false;
}

// Variables of inner blocks get a larger scope. Nothing else of that name may be meant in it: two
// of one name must be of one type, one after the other; and where the name stands outside of their
// scopes, a statement without a barrier must declare one of its own.
bool step_rewriter::names_are_clear() const {
    for (auto one = variables_.begin(); one != variables_.end(); ++one) {
        if (parameters_.count(one->first) != 0 || is_builtin_variable(one->first))
            return false;
        for (auto other = std::next(one); other != variables_.end() && other->first == one->first;
             ++other)
            if (one->second.type != other->second.type ||
                (one->second.begin < other->second.end && other->second.begin < one->second.end))
                return false;
    }
    for (const std::string &word : macro_words_)
        if (variables_.count(word) != 0)
            return false; // which is meant, and where, the macro does not tell
    for (const auto &[name, v] : variables_)
        if (!is_used(name))
            return false;                     // the compiler's warning would name another line
    std::map<std::string_view, int> declared; // the end of the statement in which it is
    for (int position = body_; position < end_; ++position) {
        const auto found = variables_.find(text_.text(position));
        if (found == variables_.end() || text_.is(position - 1, ".") ||
            text_.is(position - 1, "->"))
            continue;
        const auto range = variables_.equal_range(found->first);
        if (std::any_of(range.first, range.second, [position](const auto &v) {
                return v.second.begin <= position && position < v.second.end;
            }))
            continue;
        const auto own = declared.find(found->first);
        if (own != declared.end() && position < own->second)
            continue;
        if (!declares(position))
            return false;
        // for (int i = ...) ...
        int head = position;
        while (head > body_ && !text_.is(head, "("))
            --head;
        if (!text_.is(head - 1, "for"))
            return false;
        declared[found->first] = end_of_statement(head - 1);
    }
    return true;
}

// Whether there is a variable at a position of which the address, or that of a part of it, is
// taken: behind a '&' that has one operand, or in front of a call to one of its functions.
bool step_rewriter::may_leave_address(int position) const {
    const auto found = variables_.find(text_.text(position));
    if (found == variables_.end() && leading_.count(text_.text(position)) == 0)
        return false;
    if (text_.is(position - 1, ".") || text_.is(position - 1, "->"))
        return false;
    const bool known = found != variables_.end();
    if (known && found->second.generic && text_.is(position + 1, ".") &&
        text_.is(position + 3, "("))
        return true;
    int before = position - 1;
    while (text_.is(before, "(") && !text_.is_identifier(before - 1))
        --before;
    if (!text_.is(before, "&"))
        return false;
    if (known && found->second.type.back() == '*' && before == position - 1 &&
        (text_.is(position + 1, "[") || text_.is(position + 1, "->")))
        return false; // of what it points to
    const int left = before - 1;
    if (!text_.is(left, ")"))
        return !text_.is_name(left) && !is_number(text_.text(left)) && !text_.is_literal(left) &&
               !text_.is(left, "]");
    // (int *)&x, as against (a + b) & x
    const int open = text_.opener(left);
    if (text_.is_identifier(open - 1) && text_.is_name(open - 1))
        return false;
    for (int inner = open + 1; inner < left - 1; ++inner)
        if (!text_.is_identifier(inner) && !text_.is(inner, "::") && !text_.is(inner, "*"))
            return text_.is(left - 1, "*");
    return true;
}

// A variable lies at another place in each step.
bool step_rewriter::addresses_stay() const {
    for (int position = body_; position < end_; ++position)
        // &f(i) may be the address of i too.
        if (may_leave_address(position) ||
            (takes_address(text_, position) && text_.is_name(position + 1) &&
             text_.is(position + 2, "(")))
            return false;
    return true;
}

// Whether a variable is in scope at a barrier, and may be read behind it: farther down, or in the
// next round of a loop.
bool step_rewriter::is_needed_behind(int barrier, int loop, const std::string &name) const {
    const auto range = variables_.equal_range(name);
    const auto in_scope = std::find_if(range.first, range.second, [barrier](const auto &v) {
        return v.second.begin < barrier && barrier < v.second.end;
    });
    if (in_scope == range.second)
        return false;
    const int first = loop < 0 ? barrier : loop;
    for (int position = std::max(first, in_scope->second.begin + 1);
         position < in_scope->second.end; ++position)
        if (text_.is(position, name))
            return true;
    return false;
}

step_ends step_rewriter::apply(const std::string &bounds, edit_list &edits) const {
    for (const auto &[position, replacement] : changes_)
        edits.replace(text_.token_index(position), replacement);
    std::map<std::string, variable> known; // one for each name
    for (const auto &[name, v] : variables_)
        known.emplace(name, v);
    std::set<std::string> kept;
    int number = 0;
    for (const auto &[barrier, loop] : barriers_) {
        std::string keep, restore;
        for (const auto &[name, v] : known) {
            if (!is_needed_behind(barrier, loop, name))
                continue;
            kept.insert(name);
            const std::string place = "cuda_emulator_mine." + name;
            if (v.generic) {
                keep += "::cuda_emulator::copy_variable(" + place + ".value, " + name + "); ";
                restore += "::cuda_emulator::copy_variable(" + name + ", " + place + ".value); ";
            } else {
                keep += place + " = " + name + "; ";
                restore += name + " = " + place + "; ";
            }
        }
        // All on the line on which the barrier begins, which is the one that reports name.
        edits.replace(text_.token_index(barrier), "CUDA_EMULATOR_STEP(" + std::to_string(++number) +
                                                      ", " + keep + ", " + restore + ")");
        edits.replace(text_.token_index(barrier + 1), "");
        edits.replace(text_.token_index(barrier + 2), "");
    }
    std::string definitions, members;
    for (const auto &[name, v] : known) {
        const std::string type =
            v.generic ? "::cuda_emulator::step_variable<" + v.type + "> " : v.type;
        if (v.generic)
            definitions += type + "cuda_emulator_room_" + name + "; [[maybe_unused]] auto &" +
                           name + " = cuda_emulator_room_" + name + ".value; ";
        else
            definitions += type + name + "{}; ";
        if (kept.count(name) != 0)
            members += " " + type + name + ";";
    }
    edits.insert_before(text_.token_index(first_statement_),
                        definitions + "switch (cuda_emulator_from) { case 0:; ");
    return {" struct cuda_emulator_kept {" + members + " }; CUDA_EMULATOR_STEPS_BEGIN(" + bounds +
                ", " + std::to_string(barriers_.size()) + ") ",
            " } CUDA_EMULATOR_STEPS_END "};
}

} // namespace

bool hides_statements(const region &macro) {
    for (int position = 0; position < macro.size(); ++position) {
        for (const char *word :
             {";", "{", "}", "##", "return", "break", "continue", "goto", "case", "if", "else",
              "for", "while", "do", "switch", "__syncthreads", "__shared__", "_Pragma"})
            if (macro.is(position, word))
                return true;
        // An address, of who knows what.
        if (takes_address(macro, position))
            return true;
    }
    for (int position = 0; position < macro.size(); ++position) {
        if (macro.is(position, ","))
            return true; // "int i = THREE_AND_J;"
        const int closer = macro.closer(position);
        if (closer > position)
            position = closer;
    }
    return false;
}

step_ends rewrite_steps(const region &text, int specifier, int body, const std::string &bounds,
                        step_context &context, edit_list &edits) {
    step_rewriter rewriter(text, specifier, body, context);
    if (!rewriter.plan())
        return {};
    context.bodies.insert(body);
    return rewriter.apply(bounds, edits);
}

} // namespace cuda_rewriter
