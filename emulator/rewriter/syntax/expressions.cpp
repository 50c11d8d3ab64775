//     sum += ok && n < 3 ? a[i] : -b
// becomes the operation +=, and below it '?', which has && (and in that '<' and the operand n), a
// subscript, and '-'. Operands that are a name or a number have no node of their own. Of a.b[i]
// there is one for '.b' and one for '[i]', side by side, which both know where 'a' is. What '<' is,
// a type or a value, C++ decides by what names mean; here the text has to do.
#include "expressions.h"

#include <algorithm>
#include <array>

#include "launch_angles.h"
#include "words.h"

namespace cuda_rewriter {
namespace {

// How tightly operators bind. Those with a value to the right of them alone are assignments, the
// conditional operator, and what stands in front of its operand.
enum level { separator, assignment, first_binary, prefix = 13, postfix };

bool is_prefix(std::string_view word) {
    static constexpr std::array<std::string_view, 11> words = {"+", "-",  "*",  "&",   "&&",   "!",
                                                               "~", "++", "--", "not", "compl"};
    return one_of(word, words);
}

// Behind these comes an operand, as it does behind an operator.
bool leads(std::string_view word) {
    static constexpr std::array<std::string_view, 12> words = {
        "return", "case",   "throw",     "else",     "sizeof",   "new",
        "delete", "typeid", "co_return", "co_yield", "co_await", "goto"};
    return one_of(word, words);
}

int level_of(std::string_view word) {
    static constexpr std::array<std::array<std::string_view, 3>, 11> words = {{{"||", "or"},
                                                                               {"&&", "and"},
                                                                               {"|", "bitor"},
                                                                               {"^", "xor"},
                                                                               {"&", "bitand"},
                                                                               {"==", "!=", "<=>"},
                                                                               {"<=", ">="},
                                                                               {"<", ">"},
                                                                               {"<<", ">>"},
                                                                               {"+", "-"},
                                                                               {"*", "/", "%"}}};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!word.empty() && one_of(word, words[i]))
            return first_binary + static_cast<int>(i);
    return -1;
}

} // namespace

bool closes_bracket(std::string_view word) {
    return word == ")" || word == "]" || word == "}";
}

int expression_reader::begin(kind what, int first) {
    nodes_.push_back({what, first, first, parent_, 0});
    return parent_ = static_cast<int>(nodes_.size()) - 1;
}

int expression_reader::end(int index, int last) {
    nodes_[index].last = last;
    nodes_[index].end = static_cast<int>(nodes_.size());
    parent_ = nodes_[index].parent;
    return last;
}

int expression_reader::closer(int open, int last) const {
    const int close = text_.closer(open);
    return close > open && close < last ? close : last;
}

int expression_reader::end_of_value(int position, int last) const {
    for (; position < last; ++position) {
        if (text_.is(position, ";") || closes_bracket(text_.text(position)))
            return position;
        if (text_.closer(position) > position)
            position = closer(position, last);
    }
    return last;
}

// "f<a, b>(c)", but not "a < b && c > (d)".
int expression_reader::behind_template(int open) const {
    const int behind = text_.is_name(open - 1) ? text_.behind_angles(open) : -1;
    if (behind < 0 || (text_.is_spaced(open) && text_.is_spaced(behind - 1)))
        return -1;
    for (int position = open; position < behind; ++position)
        if (text_.is(position, "&&") || text_.is(position, "||") || text_.is(position, "?"))
            return -1;
        else if (text_.closer(position) > position)
            position = text_.closer(position);
    static constexpr std::array<std::string_view, 9> words = {"(", "{", "::", ")", ",",
                                                              ";", ">", "*",  "&"};
    return text_.is_name(behind) || text_.is_launch(behind) || one_of(text_.text(behind), words)
               ? behind
               : -1;
}

void expression_reader::read_expression(int first, int last) {
    const operations found = find_operations(first, last);
    const operation *const to = found.data() + found.size();
    for (const operation *from = found.data(); first < last;) {
        const operation *stop = from;
        while (stop != to && stop->level != separator)
            ++stop;
        read_operation(first, stop == to ? last : stop->position, from, stop);
        first = stop == to ? last : stop->behind;
        from = stop == to ? to : stop + 1;
    }
}

// Those outside of brackets, in their order.
expression_reader::operations expression_reader::find_operations(int first, int last) const {
    operations found;
    bool operand = false; // whether one has just ended
    int questions = 0;    // that wait for a ':'
    for (int position = first; position < last;) {
        const std::string_view here = text_.text(position);
        if (here == "(" || here == "[" || here == "{") {
            operand = operand || here != "(" || !is_cast(position);
            position = closer(position, last) + 1;
            continue;
        }
        if (here == "<" && text_.is_launch(position)) {
            const launch_end angles = find_launch_end(text_, position);
            position = angles.begin < 0 ? position + 3 : angles.begin + 3;
            continue;
        }
        if (here == "<" && operand && behind_template(position) > 0) {
            position = behind_template(position);
            continue;
        }
        operation one = operand ? binary_at(position) : operation{position, position + 1, -1};
        if (here == "," || here == ";")
            one.level = separator;
        else if (here == ":")
            one.level = questions-- > 0 ? assignment : separator;
        else if (here == "?")
            one.level = assignment;
        else if (operand && (here == "++" || here == "--"))
            one.level = postfix;
        else if (!operand && is_prefix(here))
            one.level = prefix;
        questions = std::max(questions + (here == "?" ? 1 : 0), 0);
        if (one.level == separator)
            questions = 0;
        operand = one.level < 0 ? !leads(here) : one.level == postfix;
        if (one.level >= 0)
            found.push_back(one);
        position = one.behind;
    }
    return found;
}

// A '<' or '>' is a token of its own, that of "<<=" or ">>" too.
expression_reader::operation expression_reader::binary_at(int position) const {
    static constexpr std::array<std::string_view, 9> assignments = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    const std::string_view here = text_.text(position), next = text_.text(position + 1);
    if (here == "<" || here == ">") {
        if (next == here)
            return {position, position + 2, level_of("<<")};
        if ((here == "<" && next == "<=") || (here == ">" && next == ">="))
            return {position, position + 2, assignment};
    }
    const int level = one_of(here, assignments) ? static_cast<int>(assignment) : level_of(here);
    return {position, position + 1, level};
}

// As far as the text shows: (float), (const T *)
bool expression_reader::is_cast(int open) const {
    const int close = text_.closer(open);
    if (text_.is(open - 1, "sizeof") || text_.is(open - 1, "typeid"))
        return false;
    bool type = text_.is(close - 1, "*");
    for (int position = open + 1; position < close; ++position) {
        const std::string_view here = text_.text(position);
        type = type || is_arithmetic(here) || is_number_type(here);
        if (!text_.is_identifier(position) && here != "*" && here != "&" && here != "::" &&
            here != "<" && here != ">")
            return false;
    }
    return type;
}

// from, to: the operators in [first, last), none of which is a separator.
void expression_reader::read_operation(int first, int last, const operation *from,
                                       const operation *to) {
    if (++depth_ <= deepest) {
        const int around = parent_;
        from = read_to_the_right(first, from, to);
        int least = postfix;
        for (const operation *at = from; at != to; ++at)
            least = std::min(least, at->level);
        if (from == to) {
            read_operand(first, last);
        } else if (least == postfix) {
            nodes_[begin(kind::operation, first)].name = from->position;
            read_operand(first, last);
        } else {
            read_chain(first, last, from, to, least);
        }
        while (parent_ != around)
            end(parent_, last);
    }
    --depth_;
}

// What has its last operand in all of the rest: returns the operators of that.
const expression_reader::operation *
expression_reader::read_to_the_right(int &first, const operation *from, const operation *to) {
    constexpr int most = 100; // one in the other
    for (int count = 0;; ++count) {
        const operation *at = from;
        while (at != to && at->level != assignment)
            ++at;
        if (at == to) {
            const bool all = from != to && std::all_of(from, to, [](const operation &one) {
                                 return one.level >= prefix;
                             });
            if (!all || from->level != prefix || count == most)
                return from;
            at = from;
            read_operand(first, at->position);
            first = at->position;
        }
        const int node = count < most ? begin(kind::operation, first) : -1;
        if (node >= 0) {
            nodes_[node].name = at->position;
            nodes_[node].body = at->behind;
        }
        if (at->level != prefix)
            read_operation(first, at->position, from, at);
        first = at->behind;
        from = at + 1;
        if (text_.is(at->position, "?")) {
            int questions = 1;
            const operation *colon = from;
            for (; colon != to; ++colon) {
                questions += text_.is(colon->position, "?") - text_.is(colon->position, ":");
                if (questions == 0)
                    break;
            }
            if (colon == to)
                return from;
            if (node >= 0)
                nodes_[node].other = colon->behind;
            read_operation(first, colon->position, from, colon);
            first = colon->behind;
            from = colon + 1;
        }
    }
}

// a - b + c: the last one is the outermost.
void expression_reader::read_chain(int first, int last, const operation *from, const operation *to,
                                   int level) {
    constexpr std::size_t most = 100; // one in the other
    std::vector<const operation *> chain;
    for (const operation *at = from; at != to; ++at)
        if (at->level == level)
            chain.push_back(at);
    const int around = parent_;
    for (std::size_t i = chain.size() > most ? 1 : chain.size(); i-- > 0;) {
        const int node = begin(kind::operation, first);
        nodes_[node].name = chain[i]->position;
        nodes_[node].body = chain[i]->behind;
    }
    for (std::size_t i = 0; i <= chain.size(); ++i) {
        const operation *stop = i < chain.size() ? chain[i] : to;
        const int end_of_operand = i < chain.size() ? stop->position : last;
        read_operation(first, end_of_operand, from, stop);
        if (i > 0 && chain.size() <= most && parent_ != around)
            end(parent_, end_of_operand);
        first = i < chain.size() ? stop->behind : last;
        from = i < chain.size() ? stop + 1 : to;
    }
}

// Looks for brackets and members in what has no operator: a::b<c>(d)[e].f
void expression_reader::read_operand(int first, int last) {
    int object = -1; // where that begins which they belong to
    int behind_arguments = first;
    bool declares = false;
    for (int position = first; position < last && last - first > 1;) {
        const std::string_view here = text_.text(position);
        const bool in_arguments = position < behind_arguments; // of a template
        if (!in_arguments && (position == first || !goes_on(position)))
            object = position;
        // new T[n], row rows[4], ALIGN(4) rows[4]: a type in front of a name.
        declares = declares || here == "new" ||
                   (object == position && position > first && text_.is_identifier(position) &&
                    ends_name(position - 1));
        const int of = in_arguments || object == position ? -1 : object;
        if (here == "(" || here == "[" || here == "{") {
            // row (*rows)[4]
            const int front = here == "[" ? text_.opener(position - 1) : -1;
            if (front > object && text_.is(front, "(") && text_.is_name(front - 1) &&
                (text_.is(front + 1, "*") || text_.is(front + 1, "&")))
                object = -1;
            position = read_bracket(position, last, object < 0 || declares ? -1 : of);
        } else if (here == "<" && text_.is_launch(position)) {
            position = read_launch(position, last);
        } else if (here == "." || here == "->") {
            const int behind =
                std::min(text_.is_name(position + 1) ? position + 2 : position + 1, last);
            const int index = begin(kind::member, position);
            nodes_[index].name = behind == position + 2 ? position + 1 : -1;
            nodes_[index].open = position;
            nodes_[index].object = of;
            position = end(index, behind);
        } else {
            if (here == "<" && !in_arguments)
                behind_arguments = behind_template(position);
            ++position;
        }
    }
}

// Whether a name, or a call, ends at a position.
bool expression_reader::ends_name(int position) const {
    if (text_.is(position, ")"))
        position = text_.opener(position) - 1;
    return text_.is_name(position) || is_arithmetic(text_.text(position));
}

// Whether a token belongs to the operand that the one in front does: not in sizeof x, (int)x.
bool expression_reader::goes_on(int position) const {
    const std::string_view here = text_.text(position), before = text_.text(position - 1);
    if (here == "." || here == "->" || here == "<")
        return true;
    if (here == "(" && before == ")")
        return !is_cast(text_.opener(position - 1));
    if (here == "(" || here == "[" || here == "{")
        return before == ">" || closes_bracket(before) ||
               (text_.is_identifier(position - 1) && !leads(before));
    return here == "::" ? text_.is_name(position - 1) || before == ">"
                        : before == "." || before == "->" || before == "::" || before == "template";
}

// Returns the position behind it.
int expression_reader::read_bracket(int open, int last, int object) {
    const int close = closer(open, last), behind = std::min(close + 1, last);
    if (text_.is(open, "(")) {
        const bool compares = text_.is_spaced(open - 1) || name_in_front(open) < 0; // n > (x)
        const bool calls = text_.is_name(open - 1) || (text_.is(open - 1, ">") && !compares) ||
                           (text_.is(open - 1, ")") && !is_cast(text_.opener(open - 1))) ||
                           text_.is(open - 1, "]");
        const bool asks = text_.is_identifier(open - 1) && is_query(text_.text(open - 1));
        if (!asks && (!calls || is_arithmetic(text_.text(open - 1)))) {
            read_expression(open + 1, close);
            return behind;
        }
        const int index = begin(asks ? kind::query : kind::call, open);
        nodes_[index].open = open;
        nodes_[index].name = name_in_front(open);
        nodes_[index].object = object;
        read_arguments(open, close);
        return end(index, behind);
    }
    if (text_.is(open, "[")) {
        const int brace = brace_of_lambda(open, last);
        if (brace > 0)
            return read_lambda(open, brace, last);
        const int index = begin(kind::subscript, open);
        nodes_[index].open = open;
        nodes_[index].object =
            object >= 0 && is_arithmetic(text_.text(object)) ? -1 : object; // new int[n]
        read_expression(open + 1, close);
        return end(index, behind);
    }
    // LAMBDA(int i) { ... }, where a macro says [=].
    const int head = text_.is(open - 1, ")") ? text_.opener(open - 1) : -1;
    if (head > 0 && text_.is_name(head - 1) && !is_query(text_.text(head - 1))) {
        const int index = begin(kind::lambda, open);
        nodes_[index].open = head;
        nodes_[index].body = open;
        return end(index, read_block(open, last));
    }
    // An argument of a macro may be a block.
    if ((text_.is(open - 1, "(") || text_.is(open - 1, ",")) &&
        text_.is(end_of_value(open + 1, close), ";"))
        return read_block(open, last);
    read_expression(open + 1, close);
    return behind;
}

// A macro may take a function: IF_CUDA(__device__ int f() { return 1; })
void expression_reader::read_arguments(int open, int close) {
    int pending = open + 1; // not read yet
    for (int first = open + 1, last; first < close; first = last + 1) {
        for (last = first; last < close && !text_.is(last, ","); ++last)
            if (text_.closer(last) > last)
                last = closer(last, close);
        if (!begins_function(first) || depth_ >= deepest)
            continue;
        read_expression(pending, first);
        read_declaration(first, close);
        pending = last + 1;
    }
    read_expression(pending, close);
}

bool expression_reader::begins_function(int first) const {
    int open = first;
    while (text_.is_identifier(open) || text_.is(open, "*") || text_.is(open, "&"))
        ++open;
    return open > first + 1 && text_.is(open, "(") && text_.is_name(open - 1) &&
           text_.is(text_.closer(open) + 1, "{") && text_.closer(open) > open;
}

// The name that is called: f(x), f<int>(x).
int expression_reader::name_in_front(int open) const {
    constexpr int most = 200; // tokens
    int position = open - 1;
    if (text_.is(position, ">")) {
        int depth = 0;
        for (; position > open - most; --position) {
            const std::string_view here = text_.text(position);
            depth += (here == ">") - (here == "<");
            if (depth == 0)
                break;
            const bool type = here == "&&" && (text_.is(position + 1, ">") || // f<T &&>(x)
                                               text_.is(position + 1, ","));
            const bool compares = here == "||" || here == "?" || (here == "&&" && !type);
            if (here.empty() || here == ";" || text_.closer(position) > position ||
                (compares && !text_.is_launch(open)))
                return -1;
            if (closes_bracket(here) && text_.opener(position) >= 0)
                position = text_.opener(position);
        }
        --position;
    }
    return text_.is_name(position) ? position : -1;
}

int expression_reader::read_launch(int begin_angles, int last) {
    const launch_end angles = find_launch_end(text_, begin_angles);
    if (angles.begin < 0 || angles.begin + 3 > last)
        return begin_angles + 3;
    const int index = begin(kind::launch, begin_angles), arguments = angles.begin + 3;
    nodes_[index].name = name_in_front(begin_angles);
    nodes_[index].open = begin_angles;
    nodes_[index].body = angles.begin;
    read_expression(begin_angles + 3, angles.begin);
    if (!text_.is(arguments, "(") || arguments >= last)
        return end(index, std::min(arguments, last));
    const int close = closer(arguments, last);
    nodes_[index].other = arguments;
    read_expression(arguments + 1, close);
    return end(index, std::min(close + 1, last));
}

// The '{' of "[a] __device__ (int i) mutable -> int {", or -1.
int expression_reader::brace_of_lambda(int open, int last) const {
    constexpr int most = 200; // tokens
    if (text_.is_name(open - 1) || text_.is(open - 1, ")") || text_.is(open - 1, "]"))
        return -1;
    const int captures = closer(open, last);
    for (int brace = captures + 1; brace < last && brace <= captures + most; ++brace) {
        const std::string_view here = text_.text(brace);
        if (here == "{")
            return brace;
        if (here == ";" || here == "," || here == "=" || closes_bracket(here))
            return -1;
        if (here == "(")
            brace = closer(brace, last);
    }
    return -1;
}

// Up to the '}' of its body.
int expression_reader::read_lambda(int open, int brace, int last) {
    const int index = begin(kind::lambda, open), captures = closer(open, last);
    for (int position = captures + 1; position < brace && nodes_[index].open < 0; ++position)
        if (text_.is(position, "(") && !takes_arguments(text_.text(position - 1)))
            nodes_[index].open = position;
        else if (text_.is(position, "("))
            position = closer(position, last);
    nodes_[index].body = brace;
    read_expression(open + 1, captures);
    if (const int parameters = nodes_[index].open; parameters >= 0)
        read_parameters(parameters, closer(parameters, brace));
    return end(index, read_block(brace, last));
}

} // namespace cuda_rewriter
