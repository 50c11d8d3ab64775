//     x = a[i] * y;
// becomes
//     ::cuda_emulator::operations(
//         PLACE, CUDA_EMULATOR_OPERATION(multiply, CUDA_EMULATOR_TYPE(a[i] * y))); x = a[i] * y;
// with a "+" between several of these. What they are, if anything, compilers know, by types: see
// include/emulator/profiled.h. In front of a jump it is the same; behind a declaration, which may
// declare what it names; and with braces where the statement is the body of an "if" or a loop. In a
// condition, in the step of a loop, and in an operand that is not always evaluated, there is a
// comma:
//     while (x < 2 * y)                        b ? x * y : 0
// becomes
//     while (operations(...), x < 2 * y)       b ? (operations(...), x * y) : 0
// What only numbers take part in is left to the compiler. So is what compilers cannot repeat: what
// has a lambda expression in it, or an #if, or "..." behind it; and what a macro may write down.
#include "operation_marks.h"

#include "../sema/casts.h"
#include "../sema/device_bodies.h"
#include "../syntax/words.h"
#include "math_functions.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_rewriter {
namespace {

constexpr int longest = 500; // tokens of an operation

class operation_marker {
public:
    operation_marker(const source_file &file, const tree &syntax,
                     const std::set<std::string> &macros, edit_list &edits)
        : file_(file), syntax_(syntax), text_(syntax.text()), casts_(syntax), macros_(macros),
          edits_(edits) {
        for (const node &n : syntax.nodes())
            if (n.what == kind::function && n.name >= 0)
                own_functions_.insert(text_.text(n.name));
    }

    void mark_body(int body) {
        walk_nodes(syntax_, body, macros_, [&](const node &n) {
            if (!done_.insert(syntax_.index_of(n)).second) // in a lambda with a body of its own
                return;
            if (n.what == kind::expression || n.what == kind::jump)
                mark_statement(n);
            else if (n.what == kind::declaration)
                mark_declaration(n);
            else if (n.what >= kind::if_statement && n.what <= kind::switch_statement)
                mark_head(n);
        });
    }

private:
    // What is told at one place: of an expression what is evaluated whenever all of it is.
    struct unit {
        std::string sum;
        void add(const std::string &what, const std::string &types) {
            sum += (sum.empty() ? "" : " + ") + ("CUDA_EMULATOR_OPERATION(" + what) + types + ")";
        }
    };

    std::string told(int position, const unit &operations) const {
        const std::size_t column = file_.column_of(text_.token_index(position)) + 1;
        return "::cuda_emulator::operations(CUDA_EMULATOR_MARKED(\"" + std::to_string(column) +
               "\"), " + operations.sum + ")";
    }

    bool is_in_block(const node &n) const { return syntax_[n.parent].what == kind::block; }

    void mark_statement(const node &n) {
        if (!text_.is(n.last - 1, ";") || !is_whole(n.first, n.last) || is_behind_macro(n.first))
            return;
        unit here;
        gather(syntax_.index_of(n), n.first, n.last, here);
        if (here.sum.empty())
            return;
        edits_.insert_first(text_.token_index(n.first),
                            (is_in_block(n) ? "" : "{ ") + told(n.first, here) + "; ");
        if (!is_in_block(n))
            edits_.insert_after(text_.token_index(n.last - 1), " }");
    }

    void mark_declaration(const node &n) {
        static constexpr std::array<std::string_view, 7> words = {
            "constexpr", "static_assert", "static", "template", "using", "typedef", "extern"};
        for (int word = n.first; word < n.last; ++word)
            if (one_of(text_.text(word), words))
                return;
        if (!is_in_block(n) || !text_.is(n.last - 1, ";") || !is_whole(n.first, n.last) ||
            (text_.is(n.first + 1, "(") && is_behind_macro(n.first)))
            return;
        unit here;
        gather(syntax_.index_of(n), n.first, n.last, here);
        if (!here.sum.empty())
            edits_.insert_after(text_.token_index(n.last - 1), " " + told(n.first, here) + ";");
    }

    // Of a loop or a branch: its condition, a loop's step, and the variables that it declares.
    void mark_head(const node &n) {
        const int close = n.open < 0 ? -1 : text_.closer(n.open);
        if (close < 0 || text_.is(n.open - 1, "constexpr") || !is_whole(n.first, close) ||
            n.condition < 0)
            return;
        if (syntax_.declared_in_condition(n) == nullptr)
            mark_expression(n, n.condition, n.condition_end);
        if (n.what == kind::for_loop)
            mark_expression(n, n.condition_end + 1, close);
        for (const node &variable : syntax_.within(n.open, close))
            if (variable.what == kind::declarator && variable.parent == syntax_.index_of(n) &&
                text_.is(variable.body, "=") && !text_.is(n.open + 1, "static") &&
                !text_.is(n.open + 1, "constexpr"))
                mark_operand(variable, variable.body + 1, variable.last);
    }

    // In which a comma may stand.
    void mark_expression(const node &around, int first, int last) {
        unit here;
        if (first < last)
            gather(syntax_.index_of(around), first, last, here);
        if (!here.sum.empty())
            edits_.insert_first(text_.token_index(first), told(first, here) + ", ");
    }

    // An operand that is not always evaluated, or a variable's value.
    void mark_operand(const node &around, int first, int last) {
        unit here;
        if (first < last && !text_.is(first, "{"))
            gather(syntax_.index_of(around), first, last, here);
        if (here.sum.empty())
            return;
        edits_.insert_first(text_.token_index(first), "(" + told(first, here) + ", ");
        edits_.insert_after(text_.token_index(last - 1), ")");
    }

    // What nodes below one do in [first, last).
    void gather(int around, int first, int last, unit &here) {
        for (int index = around + 1; index < syntax_[around].end; index = syntax_[index].end)
            if (syntax_[index].first >= first && syntax_[index].last <= last)
                gather(index, here);
    }

    void gather(int index, unit &here) {
        const node &n = syntax_[index];
        int end = n.last; // of what is always evaluated
        if (n.what <= kind::macro_block || n.what == kind::lambda || n.what == kind::query ||
            n.what == kind::launch ||
            (n.what == kind::call && is_argument_of_macro(syntax_, n.open, macros_)))
            return;
        if (n.what == kind::call) {
            add_call(n, here);
        } else if (n.what == kind::operation) {
            const std::string_view sign = text_.text(n.name);
            if (sign == "?" || sign == "&&" || sign == "||" || sign == "and" || sign == "or") {
                end = n.name;
                mark_operand(n, n.body, sign == "?" ? n.other - 1 : n.last);
                if (sign == "?" && n.other >= 0)
                    mark_operand(n, n.other, n.last);
            } else {
                add_operation(n, sign, here);
            }
        }
        gather(index, n.first, end, here);
    }

    void add_operation(const node &n, std::string_view sign, unit &here) const {
        if (n.name == n.first || n.body >= n.last) // one operand
            return;
        if (casts_.may_end(n.name - 1) || casts_.may_end(n.last - 1))
            return;
        const std::string_view last = sign.substr(0, 1);
        if (sign != last && sign != std::string(last) + "=")
            return;
        const char *what = last == "+" || last == "-" ? "add"
                           : last == "*"              ? "multiply"
                           : last == "/"              ? "divide"
                                                      : nullptr;
        if (what == nullptr || !has_name(n.first, n.last))
            return;
        if (sign == last)
            add(what, {{n.first, n.last}}, here);
        else // may return nothing
            add(what, {{n.first, n.name}, {n.body, n.last}}, here);
    }

    // Of the math library, unless the file has a function of that name.
    void add_call(const node &n, unit &here) const {
        if (n.name < 0)
            return;
        const std::string_view name = text_.text(n.name);
        int first = n.name; // ::cuda::std::sqrt
        while (text_.is(first - 1, "::") || text_.is(first - 1, "std") ||
               text_.is(first - 1, "cuda"))
            --first;
        const bool is_of_other = text_.is(first - 1, ".") || text_.is(first - 1, "->") ||
                                 (text_.is(first, "::") && text_.is_name(first - 1));
        if (is_of_other || own_functions_.count(name) != 0 || !has_name(n.open, n.last))
            return;
        const math_function function = find_math_function(name);
        for (const char *const what : {function.first, function.second})
            if (what != nullptr && function.is_told_by_argument)
                add(what, {{n.open + 1, text_.end_of_part(n.open + 1, n.last - 1)}}, here);
            else if (what != nullptr)
                add(what, {{first, n.last}}, here);
    }

    // Not a number, nor a type: (float)2 / 3.
    bool has_name(int first, int last) const {
        for (int position = first; position < last; ++position)
            if ((text_.is_name(position) && !is_arithmetic(text_.text(position))) ||
                text_.is(position, "this"))
                return true;
        return false;
    }

    bool is_whole(int first, int last) const {
        for (int position = first; position < last; ++position)
            if (text_.is(position, "..."))
                return false;
        return text_.directives_before(first) == text_.directives_before(last - 1);
    }

    // FOR(i, n) x += i: perhaps it is a loop, and no operand. But ELEMENT(i, n) += x.
    bool is_behind_macro(int first) const {
        if (macros_.count(std::string(text_.text(first))) == 0)
            return false;
        const int behind = text_.is(first + 1, "(") ? text_.closer(first + 1) + 1 : first + 1;
        static constexpr std::array<std::string_view, 10> signs = {"*",  "&", "+", "-", "++",
                                                                   "--", "!", "~", "(", "::"};
        return text_.is_identifier(behind) || one_of(text_.text(behind), signs);
    }

    // An operation whose type follows from those of these expressions.
    void add(const char *what, const std::vector<std::pair<int, int>> &expressions,
             unit &here) const {
        std::string types;
        for (const auto &[first, last] : expressions) {
            const std::string text = spelling(first, last);
            if (text.empty())
                return;
            types += ", CUDA_EMULATOR_TYPE(" + text + ")";
        }
        here.add(what, types);
    }

    // Of an expression that can be repeated; or nothing.
    std::string spelling(int first, int last) const {
        const tree::nodes_below nodes = syntax_.within(first, last);
        const bool has_statements =
            std::any_of(nodes.begin(), nodes.end(), [last = last](const node &n) {
                return n.last <= last && (n.what == kind::lambda || n.what < kind::call);
            });
        if (last - first > longest || has_statements || text_.is(first, "{"))
            return "";
        std::vector<std::uint32_t> tokens;
        for (int position = first; position < last; ++position)
            tokens.push_back(text_.token_index(position));
        return edits_.expression(file_, tokens);
    }

    const source_file &file_;
    const tree &syntax_;
    const region &text_;
    const casts casts_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    std::set<std::string_view> own_functions_;
    std::set<int> done_;
};

} // namespace

void mark_operations(const source_file &file, const tree &syntax, const device_functions &functions,
                     const std::set<std::string> &macros, edit_list &edits) {
    operation_marker marks(file, syntax, macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marks.mark_body(body);
}

} // namespace cuda_rewriter
