//     s = a * b + c[i];
//     s += a * b;
// becomes
//     s = a ->*fused * fused->* b + fused->* c[i];
//     s ->*fused_sum += a ->*fused * fused->* b;
// with "::cuda_emulator::" in front of each. That binds tighter than a product, so nothing needs
// brackets. What comes of it the types decide: see include/emulator/multiply_add.h.
//
// Left as it is: what is certainly about integers, such as an index; constants of the text; bit
// fields, which promote to other types than theirs; what a macro may write down; and all of a
// program with operators that only its own text reaches (sema/out_of_reach.h). So are sums of calls
// that change what the rest of them reads: marked operators are functions, which g++ gives their
// operands from right to left.
#include "multiply_adds.h"

#include "../sema/casts.h"
#include "../sema/device_bodies.h"
#include "../syntax/words.h"

#include <array>
#include <map>
#include <string_view>

namespace cuda_rewriter {
namespace {

bool is_integer_literal(std::string_view spelling) {
    const bool hexadecimal = spelling.substr(0, 2) == "0x" || spelling.substr(0, 2) == "0X";
    return spelling.find_first_of(hexadecimal ? ".pP" : ".eEfF") == std::string_view::npos;
}

class multiply_add_marker {
public:
    multiply_add_marker(source_file &file, const bit_fields &fields, const out_of_reach &members,
                        const changed_arguments &calls, const std::set<std::string> &macros,
                        edit_list &edits)
        : file_(file), syntax_(file.syntax()), text_(syntax_.text()), casts_(syntax_),
          fields_(fields), members_(members), calls_(calls), macros_(macros), edits_(edits) {
        for (const node &n : syntax_.nodes())
            if (n.what == kind::declarator && n.name >= 0)
                note_type(text_.text(n.name), is_integer_variable(n));
        for (const macro_definition &macro : file.macros())
            note_type(macro.name, !macro.function_like && macro.body.size() == 1 &&
                                      macro.body.is_number(0) &&
                                      is_integer_literal(macro.body.text(0)));
    }

    void mark_body(int body, bool asks) {
        mark_ = asks ? "::cuda_emulator::fused_on_device" : "::cuda_emulator::fused";
        mark_of_sum_ = asks ? "::cuda_emulator::fused_sum_on_device" : "::cuda_emulator::fused_sum";
        walk_nodes(syntax_, body, macros_, [&](const node &n) {
            if (n.what == kind::operation && n.name != n.first && n.body >= 0 && n.body < n.last &&
                done_.insert(n.name).second && is_calculated(n))
                mark_sum(n);
        });
    }

private:
    // ---- the sum

    void mark_sum(const node &n) {
        const std::string_view sign = text_.text(n.name);
        const bool adds_to = sign == "+=" || sign == "-=";
        if ((!adds_to && sign != "+" && sign != "-") || !is_whole(n) ||
            casts_.may_end(n.name - 1) || calls_.order_matters(syntax_, n))
            return;
        const node *left = adds_to ? nullptr : product_in(n, n.first, n.name);
        const node *right = product_in(n, n.body, n.last);
        if (left == nullptr && right == nullptr)
            return;
        const bool is_alone = !has_operator(n, n.first, n.name);
        if (adds_to && (!is_alone || has_packed(n.first, n.name)))
            return;
        for (const node *product : {left, right})
            if (product != nullptr)
                mark(product->name,
                     !has_operator(*product, product->first, product->name) ? mark_ : "", mark_);
        mark(n.name,
             adds_to                       ? mark_of_sum_
             : left == nullptr && is_alone ? mark_
                                           : "",
             right == nullptr && !has_operator(n, n.body, n.last) ? mark_ : "");
    }

    void mark(int sign, const std::string &left, const std::string &right) {
        std::string text = text_.is_number(sign - 1) && !left.empty() ? " " : ""; // 0xE-
        text += left.empty() ? "" : "->*" + left + " ";
        text += text_.text(sign);
        text += right.empty() ? "" : " " + right + "->*";
        edits_.replace(text_.token_index(sign), text);
        file_.respell(sign, text);
    }

    // The product that an operand is, in brackets or not: a * b, (a * b), -(a * b).
    const node *product_in(const node &around, int first, int last) const {
        const bool is_negative = text_.is(first, "-");
        const int open = is_negative ? first + 1 : first;
        if (text_.is(open, "(") && text_.closer(open) == last - 1)
            return product_in(around, open + 1, last - 1);
        const node *found = operation_in(around, first, last);
        if (found == nullptr || !text_.is(found->name, "*") || found->name == first ||
            casts_.may_end(found->name - 1) ||
            (is_integer(first, found->name) && is_integer(found->body, last)))
            return nullptr;
        return found;
    }

    // The operation that an operand is, the outermost, or null.
    const node *operation_in(const node &around, int first, int last) const {
        for (const node &n : syntax_.below(around))
            if (n.what == kind::operation && n.first == first && n.last == last)
                return &n;
        return nullptr;
    }

    // Whether there is one between two operands: its mark would belong to one of them.
    bool has_operator(const node &around, int first, int last) const {
        const node *found = operation_in(around, first, last);
        return found != nullptr && found->name != first && found->body >= 0;
    }

    // ---- what is left alone

    // Whether it is evaluated when the program runs, and not the index of a subscript.
    bool is_calculated(const node &n) const {
        int inner = syntax_.index_of(n);
        for (int index = n.parent; index >= 0; inner = index, index = syntax_[index].parent) {
            const node &around = syntax_[index];
            if (around.what == kind::query || around.what == kind::label ||
                (around.what == kind::call && around.name >= 0 && is_assembly(around.name)))
                return false;
            if (around.what == kind::subscript && around.object >= 0 && &syntax_[inner] == &n)
                return false;
            if (around.what == kind::declarator && syntax_[inner].what == kind::subscript)
                return false; // its bounds
            if (around.what == kind::declaration && is_constant(around))
                return false;
            if (around.what == kind::block || around.what == kind::lambda)
                break;
        }
        return true;
    }

    bool is_assembly(int name) const {
        static constexpr std::array<std::string_view, 5> words = {"asm", "__asm", "__asm__",
                                                                  "volatile", "__volatile__"};
        return one_of(text_.text(name), words);
    }

    bool is_constant(const node &declaration) const {
        static constexpr std::array<std::string_view, 6> words = {
            "constexpr", "static_assert", "static", "template", "using", "typedef"};
        for (int position = declaration.first; position < declaration.last; ++position)
            if (one_of(text_.text(position), words))
                return true;
        return false;
    }

    // No "..." in it, no #if, and no bit field.
    bool is_whole(const node &n) const {
        for (int position = n.first; position < n.last; ++position)
            if (text_.is(position, "...") || fields_.has(text_.text(position)))
                return false;
        return text_.directives_before(n.first) == text_.directives_before(n.last - 1);
    }

    // A member of a packed class: no reference can be bound to it.
    bool has_packed(int first, int last) const {
        const node *function = syntax_.function_around(first);
        const bool in_class = syntax_.around(first, kind::type) >= 0 ||
                              (function != nullptr && text_.is(function->name - 1, "::"));
        for (int position = first; position < last; ++position)
            if (members_.is_packed(text_.text(position)) &&
                (in_class || text_.is(position - 1, ".") || text_.is(position - 1, "->")))
                return true;
        return false;
    }

    // ---- integers, as far as the text shows

    void note_type(std::string_view name, bool integer) {
        const auto [found, is_new] = integers_.emplace(name, integer);
        found->second = is_new ? integer : found->second && integer;
    }

    bool is_integer_type(std::string_view word) const {
        return (is_arithmetic(word) && word != "float" && word != "double") ||
               (is_number_type(word) && (word.back() == 't' || word == "uint"));
    }

    // int i = 0, j; but no pointer and no array.
    bool is_integer_variable(const node &variable) const {
        bool integer = false;
        int position = variable.condition;
        for (; position >= 0 && position < variable.name; ++position)
            if (is_integer_type(text_.text(position)))
                integer = true;
            else if (!text_.is(position, "const") && !text_.is(position, "constexpr") &&
                     !text_.is(position, "static"))
                break;
        return integer && variable.open < 0 &&
               (position == variable.name || text_.is(variable.name - 1, ","));
    }

    bool is_integer(int first, int last) const {
        static constexpr std::array<std::string_view, 7> signs = {"+", "-", "*", "/",
                                                                  "%", "(", ")"};
        for (int position = first; position < last; ++position) {
            const std::string_view here = text_.text(position);
            if (is_builtin_variable(here) && text_.is(position + 1, ".")) {
                position += 2;
                continue;
            }
            const auto variable = integers_.find(here);
            const bool integer =
                text_.is_number(position) ? is_integer_literal(here)
                : variable != integers_.end()
                    ? variable->second && !text_.is(position - 1, ".") &&
                          !text_.is(position - 1, "->")
                    : one_of(here, signs) || is_integer_type(here) || here == "warpSize";
            if (!integer)
                return false;
        }
        return true;
    }

    source_file &file_;
    const tree &syntax_;
    const region &text_;
    const casts casts_;
    const bit_fields &fields_;
    const out_of_reach &members_;
    const changed_arguments &calls_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    std::map<std::string_view, bool> integers_; // names; whether all that have it are integers
    std::set<int> done_;
    std::string mark_, mark_of_sum_;
};

// Whether a function says __host__, be it through a macro.
bool runs_on_host(const region &text, const node &function, const views &view) {
    for (int position = function.first; position < function.body; ++position)
        if (view.says(text.text(position)) & views::HOST)
            return true;
    return false;
}

} // namespace

void mark_multiply_adds(source_file &file, const device_functions &functions, const views &view,
                        const bit_fields &fields, const out_of_reach &members,
                        const changed_arguments &calls, const std::set<std::string> &macros,
                        edit_list &edits) {
    const tree &syntax = file.syntax();
    multiply_add_marker marker(file, fields, members, calls, macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marker.mark_body(body, runs_on_host(syntax.text(), *syntax.function_around(body), view));
}

} // namespace cuda_rewriter
