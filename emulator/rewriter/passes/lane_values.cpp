// In
//     int i = threadIdx.x + blockIdx.x * blockDim.x, j = n / 2, k = threadIdx.y + j;
//     float x = a[i];
// `i` is a ladder, `j` the same for all threads of the block, `k` for those of a row, and of `x`
// nothing is known.
#include "lane_values.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>

namespace cuda_rewriter {
namespace {

bool concerns_more(std::string_view word) {
    static constexpr std::array<std::string_view, 28> words = {
        "and_eq", "or_eq",   "xor_eq",   "goto",     "asm",      "__asm__",  "try",
        "throw",  "new",     "delete",   "static",   "struct",   "class",    "union",
        "enum",   "using",   "typedef",  "auto",     "volatile", "decltype", "alignas",
        "sizeof", "_Pragma", "template", "typename", "case",     "::",       "co_await"};
    return one_of(word, words);
}

// Functions whose result is made of their arguments and nothing else.
bool is_function_of_numbers(std::string_view word) {
    static constexpr std::array<std::string_view, 73> words = {
        "sqrt",        "sqrtf",       "rsqrt",     "rsqrtf",      "fabs",       "fabsf",
        "abs",         "min",         "max",       "fminf",       "fmaxf",      "fmin",
        "fmax",        "sin",         "sinf",      "cos",         "cosf",       "tan",
        "tanf",        "exp",         "expf",      "exp2f",       "log",        "logf",
        "log2f",       "pow",         "powf",      "floor",       "floorf",     "ceil",
        "ceilf",       "fmod",        "fmodf",     "atan",        "atanf",      "atan2",
        "atan2f",      "asinf",       "acosf",     "tanhf",       "erff",       "erfcf",
        "roundf",      "rintf",       "truncf",    "hypotf",      "cbrtf",      "fma",
        "fmaf",        "__fdividef",  "__expf",    "__sinf",      "__cosf",     "make_float2",
        "make_float3", "make_float4", "make_int2", "make_uchar4", "__powf",     "__fadd_rn",
        "__fsub_rn",   "__fmul_rn",   "__fdiv_rn", "__frcp_rn",   "__fsqrt_rn", "__fmaf_rn",
        "__dadd_rn",   "__dsub_rn",   "__dmul_rn", "__ddiv_rn",   "__drcp_rn",  "__dsqrt_rn",
        "__fma_rn"};
    return one_of(word, words);
}

bool is_atomic(std::string_view word) {
    static constexpr std::array<std::string_view, 7> words = {
        "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"};
    return one_of(word, words);
}

bool is_assignment(std::string_view word) {
    static constexpr std::array<std::string_view, 9> operators = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    return one_of(word, operators);
}

bool is_step(std::string_view word) {
    return word == "++" || word == "--";
}

} // namespace

bool is_wait(std::string_view function) {
    return function == "__syncthreads" || function == "__syncwarp";
}

bool is_shuffle(std::string_view function) {
    static constexpr std::array<std::string_view, 8> words = {
        "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
        "__shfl",      "__shfl_up",      "__shfl_down",      "__shfl_xor"};
    return one_of(function, words);
}

bool is_wide_integer(std::string_view type) {
    static constexpr std::array<std::string_view, 9> types = {
        "int",           "unsigned", "unsigned int",       "long", "long long",
        "unsigned long", "size_t",   "unsigned long long", "uint"};
    return one_of(type, types);
}

bool lane_values::is_floating(std::string_view word) const {
    return word == "float" || word == "double" || context_.floats.contains(word);
}

// "float", "const real *"
bool lane_values::is_of_floating(std::string_view type) const {
    while (!type.empty()) {
        const std::size_t end = std::min(type.find(' '), type.size());
        if (is_floating(type.substr(0, end)))
            return true;
        type.remove_prefix(std::min(end + 1, type.size()));
    }
    return false;
}

// Of numbers, or a part of its name.
bool lane_values::is_type(std::string_view word) const {
    return is_arithmetic(word) || is_number_type(word) || context_.floats.contains(word);
}

bool lane_values::is_known_call(int name) const {
    const std::string_view word = text_.text(name);
    if (is_arithmetic(word) || context_.floats.contains(word) || is_wait(word))
        return true;
    return (is_function_of_numbers(word) || is_atomic(word) || is_shuffle(word)) &&
           !is_of_reader(word);
}

// A max(int *of, int n) of the reader's own may do anything.
bool lane_values::is_of_reader(std::string_view function) const {
    for (const node &n : syntax_.nodes())
        if (n.what == kind::function && text_.is(n.name, function))
            return true;
    return context_.others.count(std::string(function)) != 0;
}

bool lane_values::read_token(int position) {
    const std::string_view here = text_.text(position), before = text_.text(position - 1),
                           next = text_.text(position + 1);
    if (concerns_more(here) || here.empty() || here.front() == '"' || here.front() == '#' ||
        here == "\\" || text_.is_launch(position))
        return false;
    if (here == "[")
        return text_.is_name(position - 1) || before == "]" || before == ")";
    if (here == "&" && text_.takes_address(position))
        return before == "(" && is_atomic(text_.text(position - 2));
    if (here == "&")
        return !is_type(before) && before != "*" && before != "const";
    if (here == ">" && next == "(") {
        const int open = text_.template_opener(position);
        return open < 0 || text_.is(open - 1, "static_cast");
    }
    if (!text_.is_identifier(position))
        return true;
    if (text_.is_name(position) && context_.macros.count(std::string(here)) != 0 &&
        !context_.floats.contains(here))
        return next == "(" ? is_macro_of_numbers(here) : is_constant_macro(here, 0);
    if (next == "{" && text_.is_name(position) && !is_type(here))
        return false; // what makes such an object may ask for the index of its thread
    return next != "(" || !text_.is_name(position) || is_known_call(position);
}

bool lane_values::is_shared(const node &statement) const {
    return text_.is(statement.first, "__shared__") ||
           (text_.is(statement.first, "extern") && text_.is(statement.first + 1, "__shared__"));
}

// Whether a loop may go on until another thread does something: it does not count, or it looks at
// what atomic functions return.
bool lane_values::may_wait(const node &loop) const {
    if (!is_loop(loop.what))
        return false;
    if (!ignores_old_values(loop.first, loop.last))
        return true;
    for (int position = loop.condition; position < loop.condition_end; ++position)
        for (int change = loop.first; text_.is_name(position) && change < loop.last; ++change)
            if (text_.is(change, text_.text(position)) && counts(change, loop))
                return false;
    return true;
}

bool lane_values::changes_in(const lane_variable &v, const node &loop) const {
    for (int position = loop.first; position < loop.last; ++position)
        if (at(position) == &v && (position == v.definition || changes(position)))
            return true;
    return false;
}

// "k++", "k += 2", "k = (k + 1) % n": of nothing that another thread may change.
bool lane_values::counts(int change, const node &loop) const {
    if (!changes(change))
        return false;
    if (!text_.is(change + 1, "="))
        return true;
    bool of_itself = false;
    for (int position = change + 2; position < loop.last && !text_.is(position, ";"); ++position) {
        const lane_variable *v = at(position);
        of_itself = of_itself || (v != nullptr && v == at(change));
        if (text_.is_name(position) && !text_.is(position + 1, "(") &&
            (v == nullptr || v->is_array || (v != at(change) && changes_in(*v, loop))))
            return false;
        if (text_.is(position, "[") || text_.is(position, "->") ||
            (text_.is(position, "*") && is_dereference(position)))
            return false;
    }
    return of_itself;
}

// Whether nobody uses what atomic functions return.
bool lane_values::ignores_old_values(int first, int last) const {
    for (int position = first; position < last; ++position) {
        if (!is_atomic(text_.text(position)))
            continue;
        const std::string_view before = text_.text(position - 1);
        const std::string_view head = text_.text(text_.opener(position - 1) - 1);
        if (before != ";" && before != "{" && before != "}" && before != "else" &&
            (before != ")" || (head != "if" && head != "while" && head != "for")))
            return false;
    }
    return true;
}

bool lane_values::read() {
    constexpr int longest = 4000, most_variables = 64;
    if (end_ < 0 || end_ - body_ > longest ||
        text_.directives_before(kernel_.first) != text_.directives_before(end_))
        return false;
    for (int position = 0; position < text_.size(); ++position)
        if (text_.is(position, "volatile") && syntax_.function_around(position) == nullptr)
            return false; // perhaps of a variable that is used here
    int first = kernel_.open + 1;
    const int close = text_.closer(kernel_.open);
    for (int position = first; position <= close; ++position)
        if (text_.is(position, ",") || (position == close && first < close)) {
            if (!read_parameter(first, position))
                return false;
            first = position + 1;
        }
    for (int position = body_ + 1; position < end_; ++position)
        if (!read_token(position))
            return false;
    for (const node &n : syntax_.below(kernel_)) {
        if (n.first <= body_)
            continue;
        if (n.what == kind::lambda || n.what == kind::label || n.what == kind::macro_block ||
            n.what == kind::type || n.what == kind::try_block || n.what == kind::launch)
            return false;
        if ((n.what == kind::declaration || n.what == kind::expression || n.what == kind::jump) &&
            !text_.is(n.last - 1, ";"))
            return false; // which compilers say better of what is there
        if (may_wait(n))
            return false;
        const int scope_end = syntax_[n.parent].last;
        if (n.what == kind::declaration && !is_shared(n)) {
            if (!read_declaration(n.first, n.last - 1, scope_end))
                return false;
        } else if (n.what == kind::declaration) {
            const std::size_t known = shared_.size();
            for (int position = n.first; position < n.last; ++position)
                if (text_.is_name(position) && !is_type(text_.text(position)) &&
                    (text_.is(position + 1, "[") || text_.is(position + 1, ",") ||
                     text_.is(position + 1, ";")) &&
                    !text_.is(position - 1, "[")) {
                    shared_.insert(std::string(text_.text(position)));
                    bool whole = true;
                    for (int type = n.first; type < position; ++type)
                        whole = whole && !is_floating(text_.text(type));
                    if (whole)
                        shared_integers_.insert(std::string(text_.text(position)));
                }
            if (shared_.size() == known)
                return false;
        } else if (n.what == kind::expression) {
            if (text_.is_name(n.first) &&
                (text_.is_name(n.first + 1) ||
                 (text_.is(n.first + 1, "&") && text_.is(n.first + 3, "="))))
                return false; // a declaration that is not understood
        } else if (n.what == kind::for_loop) {
            const int init = n.open + 1;
            if (is_type(text_.text(init)) || text_.is(init, "const"))
                if (!read_declaration(init, n.condition - 1, n.last))
                    return false;
        }
        if ((n.what == kind::if_statement || n.what == kind::while_loop) &&
            is_type(text_.text(n.open + 1)) && !text_.is(n.open + 2, "("))
            return false;
    }
    return variables_.size() <= most_variables && names_are_plain();
}

// Whether no variable hides another one, or a constant of the file that a value in front of it is
// made of, none is what a pointer may point to, and each change says which variable it changes.
bool lane_values::names_are_plain() const {
    for (const lane_variable &v : variables_) {
        if (shared_.count(v.name) != 0)
            return false;
        for (const lane_variable &other : variables_)
            if (&v != &other && v.name == other.name && other.definition >= v.definition &&
                other.definition < v.scope_end)
                return false;
        for (int position = body_; position < v.definition; ++position)
            if (text_.is(position, v.name) && at(position) == nullptr &&
                !text_.is(position - 1, ".") && !text_.is(position - 1, "->"))
                return false;
    }
    for (int position = body_; position < end_; ++position) {
        const lane_variable *v = at(position);
        if (v != nullptr && v->is_array && v->definition != position) {
            int behind = position + 1, indices = 0; // fewer than dimensions: a pointer
            for (; text_.is(behind, "["); ++indices)
                behind = text_.closer(behind) + 1;
            if (indices < v->dimensions || (indices == 0 && !text_.is(behind, ".")))
                return false;
        }
        int target = position + 1; // of "&v" and "&(v)"
        while (text_.is(target, "("))
            ++target;
        if (text_.is(position, "&") && text_.takes_address(position) && at(target) != nullptr &&
            !text_.is(target + 1, "[") && !text_.is(target + 1, "->"))
            return false;
        const bool shift = (text_.is(position, "<") && text_.is(position + 1, "<=")) ||
                           (text_.is(position, ">") && text_.is(position + 1, ">="));
        const bool step = is_step(text_.text(position));
        if (!step && !shift && !is_assignment(text_.text(position)))
            continue;
        int open = text_.is(position - 1, ")") ? text_.opener(position - 1) : -1;
        if (open >= 0 && text_.is_identifier(open - 1))
            open = -1; // if (...) ++k;
        if (open < 0 && step && text_.is(position + 1, "("))
            open = position + 1;
        for (int inner = open + 1; open >= 0 && inner < text_.closer(open); ++inner)
            if (text_.is(inner, "?") || text_.is(inner, ","))
                return false; // (a > b ? a : b) = 0
    }
    return true;
}

bool lane_values::read_parameter(int first, int last) {
    lane_variable v = {};
    v.definition = last - 1;
    v.name = text_.text(last - 1);
    v.first = v.last = -1;
    v.scope_end = end_;
    v.is_parameter = true;
    for (int position = first; position < last - 1; ++position) {
        const std::string_view here = text_.text(position);
        if (!is_type(here) && here != "*" && here != "const" && here != "__restrict__" &&
            here != "__restrict")
            return false;
        if (here != "const" && here != "__restrict__" && here != "__restrict")
            v.type += (v.type.empty() ? "" : " ") + std::string(here);
    }
    variables_.push_back(v);
    return text_.is_name(last - 1) && !v.type.empty();
}

// Of numbers, vectors of these, pointers and arrays: what stands in [first, last) in front of a
// ';'.
bool lane_values::read_declaration(int first, int last, int scope_end) {
    int position = first;
    std::string base;
    bool pointee_is_const = false;
    for (;; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "const") {
            pointee_is_const = true;
            continue;
        }
        if (is_arithmetic(here) || (is_type(here) && base.empty()))
            base += (base.empty() ? "" : " ") + std::string(here);
        else
            break;
    }
    if (base.empty())
        return false;
    for (;;) {
        lane_variable v = {};
        std::string stars;
        for (; text_.is(position, "*") || text_.is(position, "const") ||
               text_.is(position, "__restrict__");
             ++position)
            stars += text_.is(position, "*") ? " *" : "";
        if (!text_.is_name(position))
            return false;
        v.type = (stars.empty() || !pointee_is_const ? "" : "const ") + base + stars;
        v.name = text_.text(position);
        v.definition = position++;
        v.first = first;
        v.last = last + 1;
        v.scope_end = scope_end;
        v.may_be_ladder = !stars.empty() || is_wide_integer(base);
        for (; text_.is(position, "["); ++v.dimensions) {
            v.is_array = true;
            position = text_.closer(position) + 1;
        }
        if (text_.is(position, "=")) {
            v.value = ++position;
            if (text_.is(position, "{"))
                v.is_array = true;
            for (; position < last && !text_.is(position, ","); ++position) {
                const int closer = text_.closer(position);
                if (closer > position)
                    position = closer;
            }
            v.value_end = position;
        }
        variables_.push_back(v);
        if (position == last)
            return true;
        if (!text_.is(position, ","))
            return false;
        ++position;
    }
}

const lane_variable *lane_values::at(int position) const {
    if (!text_.is_name(position) || text_.is(position - 1, ".") || text_.is(position - 1, "->"))
        return nullptr;
    const lane_variable *found = nullptr;
    for (const lane_variable &v : variables_)
        if (v.definition <= position && position < v.scope_end && text_.is(position, v.name) &&
            (found == nullptr || v.definition > found->definition))
            found = &v;
    return found;
}

// Also in "(k) = 1" and "k >>= 1", of which the operator is two tokens.
bool lane_values::changes(int position) const {
    int first = position - 1, behind = position + 1;
    for (;;) {
        while (text_.is(behind, ".") && text_.is_name(behind + 1))
            behind += 2;
        if (is_assignment(text_.text(behind)) || is_step(text_.text(behind)) ||
            is_step(text_.text(first)) || (text_.is(behind, ">") && text_.is(behind + 1, ">=")) ||
            (text_.is(behind, "<") && text_.is(behind + 1, "<=")))
            return true;
        if (!text_.is(first, "(") || text_.closer(first) != behind ||
            text_.is_identifier(first - 1))
            return false;
        --first;
        ++behind;
    }
}

// #define ROOT(x) sqrtf(x): wherever the file defines it, it calculates with its parameters, and
// calls nothing but functions of numbers.
bool lane_values::is_macro_of_numbers(std::string_view name) const {
    bool known = false;
    for (const macro_definition &macro : context_.file.macros()) {
        if (macro.name != name)
            continue;
        const region &body = macro.body;
        for (int position = 0; position < body.size(); ++position) {
            static constexpr std::array<std::string_view, 7> operators = {"+", "-", "*", "/",
                                                                          "(", ")", ","};
            const std::string_view here = body.text(position);
            const bool parameter = std::find(macro.parameters.begin(), macro.parameters.end(),
                                             here) != macro.parameters.end();
            const bool function =
                is_function_of_numbers(here) && !is_of_reader(here) && body.is(position + 1, "(");
            if (!parameter && !function && !body.is_number(position) && !one_of(here, operators))
                return false;
            if ((parameter || here == ")") && body.is(position + 1, "("))
                return false; // a call of what it is given
            if (here == "*" && (position == 0 || one_of(body.text(position - 1), operators)) &&
                !body.is(position - 1, ")"))
                return false; // *p
        }
        if (!macro.function_like || body.size() == 0)
            return false;
        known = true;
    }
    return known;
}

// Of "sqrtf(x)", or of what a macro stands for.
bool lane_values::is_root(int name) const {
    const std::string_view here = text_.text(name);
    if (contains(here, "sqrt") || contains(here, "rcp"))
        return true;
    for (const macro_definition &macro : context_.file.macros())
        for (int position = 0; macro.name == here && position < macro.body.size(); ++position)
            if (contains(macro.body.text(position), "sqrt"))
                return true;
    return false;
}

bool lane_values::changes_only_variables(int first, int last) const {
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (is_atomic(here))
            return false;
        const lane_variable *v = at(position);
        const bool of_variable = at(position - 1) != nullptr && !text_.is(position - 2, "*");
        if ((is_assignment(here) || is_step(here)) && !of_variable &&
            !(is_step(here) && at(position + 1) != nullptr && !text_.is(position + 2, "[") &&
              !text_.is(position + 2, "->")))
            return false;
        if (v != nullptr && changes(position) && (v->is_array || text_.is(position + 1, ".")))
            return false;
        if ((here == ">" && text_.is(position + 1, ">=")) ||
            (here == "<" && text_.is(position + 1, "<=")))
            return false;
    }
    return true;
}

bool lane_values::any_order(int first, int last) const {
    if (!ignores_old_values(first, last))
        return false;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here != "atomicAdd" && here != "atomicSub")
            continue;
        const int name = position + 2 + (text_.is(position + 2, "&") ? 1 : 0);
        const lane_variable *v = at(name);
        const bool whole = shared_integers_.count(text_.text(name)) != 0 ||
                           (v != nullptr && !is_of_floating(v->type));
        if (!whole)
            return false;
    }
    return true;
}

sameness lane_values::of_name(int position) const {
    const std::string_view here = text_.text(position);
    if (here == "threadIdx")
        return text_.is(position + 1, ".") && !text_.is(position + 2, "x") ? sameness::row
                                                                           : sameness::none;
    if (const lane_variable *v = at(position))
        return v->is_array || v->how == sameness::ladder ? sameness::none : v->how;
    if (shared_.count(here) != 0)
        return sameness::none;
    if (is_builtin_variable(here) || is_type(here) || here == "true" || here == "false" ||
        here == "static_cast" || here == "nullptr" || here == "warpSize" ||
        (is_function_of_numbers(here) && text_.is(position + 1, "(")) ||
        context_.macros.count(std::string(here)) != 0)
        return sameness::block;
    return is_constant(position) ? sameness::block : sameness::none;
}

std::vector<std::pair<int, int>> lane_values::parts(int first, int last,
                                                    std::string_view operation) const {
    std::vector<std::pair<int, int>> found;
    int begin = first;
    for (int position = first; position < last; ++position) {
        const int closer = text_.closer(position);
        if (closer > position) {
            position = closer;
        } else if (text_.is(position, operation)) {
            found.emplace_back(begin, position);
            begin = position + 1;
        }
    }
    found.emplace_back(begin, last);
    return found;
}

int lane_values::comparison(int first, int last) const {
    int found = -1;
    for (int position = first; position < last; ++position) {
        const int closer = text_.closer(position);
        if (closer > position)
            position = closer;
        static constexpr std::array<std::string_view, 5> comparisons = {"<", ">", "<=", ">=", "=="};
        static constexpr std::array<std::string_view, 9> looser = {"!=", "&", "|", "^", "&&",
                                                                   "||", "?", ",", "="};
        const std::string_view here = text_.text(position);
        if (one_of(here, looser) || (one_of(here, comparisons) && found >= 0))
            return -1;
        if (one_of(here, comparisons) && position > first && position + 1 < last)
            found = position;
    }
    return found;
}

// "*p", but not "a * p", nor a type.
bool lane_values::is_dereference(int star) const {
    if (text_.is(star - 1, ")") && text_.is(star - 3, "(") &&
        context_.macros.count(std::string(text_.text(star - 2))) != 0)
        return true; // #define REAL float, and (REAL)*p
    const node *operation = syntax_.operation_at(star);
    if (operation != nullptr)
        return operation->first == star;
    return !text_.is_name(star - 1) && !text_.is_number(star - 1) && !text_.is(star - 1, ")");
}

sameness lane_values::of(int first, int last) const {
    const sameness names = of_names(first, last);
    return names == sameness::none && is_ladder(first, last) ? sameness::ladder : names;
}

// The same without ladders, which are `none` here.
sameness lane_values::of_names(int first, int last) const {
    sameness result = sameness::block;
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "[") || text_.is(position, "->") ||
            is_atomic(text_.text(position)) ||
            (text_.is(position, "*") && is_dereference(position)))
            return sameness::none; // memory, which others may change
        if (text_.is_identifier(position) && !text_.is(position - 1, ".")) {
            const sameness name = of_name(position);
            if (name == sameness::none)
                return name;
            result = std::max(result, name);
        }
    }
    return result;
}

void lane_values::work_out() {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (lane_variable &v : variables_) {
            if (v.how == sameness::none || v.is_parameter)
                continue;
            sameness how = v.is_array ? sameness::none : v.how;
            const auto include = [&](sameness other) {
                if (other == sameness::ladder && !is_ladder_for(v, v.value, v.value_end))
                    other = sameness::none;
                // A ladder is no case of another.
                how = how == sameness::ladder && other <= sameness::row ? sameness::none
                                                                        : std::max(how, other);
            };
            if (v.value >= 0) {
                const sameness value = of(v.value, v.value_end);
                if (how == sameness::ladder && value <= sameness::row)
                    how = sameness::none;
                else if (how != sameness::ladder || value != sameness::ladder)
                    include(value);
            }
            if (how != v.how) {
                v.how = how;
                goes_on = true;
            }
        }
    }
}

} // namespace cuda_rewriter
