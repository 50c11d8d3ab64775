//     static __device__ float half(float x) { return x / 2; }
// is a function: half, runs on the device, may be unused. Declarations are read only as far as
// their shape is plain. What a macro hides, or has an unusual form, is unknown, and unknown is
// never wrong.
#include "functions.h"

#include <array>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// What may stand in front of a type, and says nothing of where a function runs.
bool is_plain_specifier(std::string_view word) {
    static constexpr std::array<std::string_view, 17> words = {
        "static",       "inline",          "extern",       "const",    "volatile", "virtual",
        "explicit",     "__inline__",      "__inline",     "friend",   "register", "mutable",
        "__restrict__", "__forceinline__", "__noinline__", "typename", "constexpr"};
    return one_of(word, words);
}

bool is_execution_space(std::string_view word) {
    return word == "__host__" || word == "__device__" || word == "__global__";
}

// No function's name, though a parenthesis may follow.
bool is_no_name(std::string_view word) {
    return takes_arguments(word) || is_arithmetic(word) || word == "void" || word == "auto" ||
           word == "static_assert" || word == "asm" || word == "__asm__" || word == "_Pragma" ||
           word == "defined" || word == "sizeof" || word == "alignof" || word == "operator";
}

// What is around a declaration.
struct surroundings {
    std::string space, class_name; // namespaces, "a::b"; or nothing
    bool in_template = false, in_unnamed = false, in_function = false;
};

class reader {
public:
    reader(const tree &syntax, const macro_words &macros)
        : syntax_(syntax), text_(syntax.text()), macros_(macros) {}

    declarations read();

private:
    surroundings inside(const node &n, surroundings around) const;
    bool read_function(const node &n, const surroundings &around);
    void read_class(const node &n, const surroundings &around);
    void read_head(function &f, int head, int end, int most_types) const;
    void read_variables(int head, int end, const std::string &space);
    bool looks_like_parameters(int open) const;

    const tree &syntax_;
    const region &text_;
    const macro_words &macros_;
    declarations found_;
};

declarations reader::read() {
    std::vector<surroundings> all; // by node: what is around that which it consists of
    for (const node &n : syntax_.nodes()) {
        const surroundings around = n.parent < 0 ? surroundings() : all[n.parent];
        all.push_back(inside(n, around));
        if (around.in_function)
            continue;
        if (n.what == kind::type && !text_.is(n.first, "enum"))
            read_class(n, around);
        else if (n.what == kind::function)
            read_function(n, around);
        else if (n.what == kind::declaration && !read_function(n, around) &&
                 around.class_name.empty() && text_.is(n.last - 1, ";"))
            read_variables(n.first, n.last - 1, around.space);
    }
    return std::move(found_);
}

surroundings reader::inside(const node &n, surroundings around) const {
    if (n.what == kind::space) {
        for (int at = n.first; at < n.body; ++at)
            if (text_.is_name(at) && !text_.is(at, "inline"))
                around.space += (around.space.empty() ? "" : "::") + std::string(text_.text(at));
        around.in_unnamed = around.in_unnamed || text_.is(n.body - 1, "namespace");
    } else if (n.what == kind::type) {
        around.class_name = n.name < 0 ? "?" : text_.text(n.name);
    } else if (n.what == kind::declaration) {
        around.in_template = around.in_template || text_.is(n.first, "template");
    } else if (n.what != kind::unit) {
        around.in_function = true;
    }
    return around;
}

void reader::read_class(const node &n, const surroundings &around) {
    bool plain = !around.in_template && around.class_name.empty();
    for (int at = syntax_[n.parent].first; at < n.body; ++at)
        plain = plain && !text_.is(at, ":");
    (plain ? found_.plain_classes : found_.other_classes)
        .push_back(n.name < 0 ? "" : std::string(text_.text(n.name)));
}

// "static float sum, *list[3] = {};" All of it has to be plain.
void reader::read_variables(int head, int end, const std::string &space) {
    std::string type;
    int types = 0, position = head;
    bool arithmetic = false;
    for (; position < end; ++position) {
        const std::string_view here = text_.text(position);
        const std::string_view next = text_.text(position + 1);
        if (here == "static" || here == "volatile" || is_class_key(here))
            continue;
        if (text_.is_name(position) && types > 0 &&
            (next == ";" || next == "=" || next == "[" || next == ","))
            break;
        if (is_arithmetic(here)) {
            types += arithmetic ? 0 : 1;
            arithmetic = true;
        } else if (here == "*" && types > 0) {
            continue;
        } else if (text_.is_name(position) && types == 0 && next != "::" && next != "<" &&
                   macros_.count(std::string(here)) == 0) {
            ++types;
            type = is_number_type(here) ? "" : here;
        } else {
            return;
        }
    }
    if (types != 1)
        return;
    bool named = false;
    for (; position < end; ++position) {
        const std::string_view here = text_.text(position);
        if (!named && text_.is_name(position)) {
            found_.variables.push_back({std::string(here), position, type, space});
            named = true;
        } else if (here == ",") {
            named = false;
        } else if (here == "(" || here == "[" || here == "{") {
            position = text_.closer(position);
            if (position < 0)
                return;
        } else if (!named && here != "*") {
            return;
        }
    }
}

// Whether a parenthesis may open parameters, and not the value of a variable: "float x(3.0f)".
bool reader::looks_like_parameters(int open) const {
    const int close = text_.closer(open);
    if (close == open + 1)
        return true;
    for (int position = open + 1; position < close; ++position) {
        const std::string_view here = text_.text(position);
        if (is_arithmetic(here) || here == "void" || here == "const" || here == "..." ||
            (text_.is_name(position) && text_.is_name(position - 1)))
            return true;
        if (here == "(" || here == "{" || here == "[")
            return false;
    }
    return false;
}

bool reader::read_function(const node &n, const surroundings &around) {
    const int name = n.name, close = n.open < 0 ? -1 : text_.closer(n.open);
    if (close < 0 || name < 0 || is_no_name(text_.text(name)) ||
        is_execution_space(text_.text(name)) || macros_.count(std::string(text_.text(name))) != 0 ||
        (n.body < 0 && !looks_like_parameters(n.open)) || (n.body >= 0 && text_.closer(n.body) < 0))
        return false;
    function f;
    const bool destructor = text_.is(name - 1, "~");
    f.name = (destructor ? "~" : "") + std::string(text_.text(name));
    f.head = n.first;
    f.position = name;
    f.parameters = n.open;
    f.body = n.body;
    f.is_template = around.in_template;
    f.is_member = !around.class_name.empty() || text_.is(name - 1, "::");
    f.class_name = around.class_name;
    f.space_name = around.space;
    const bool constructor = f.name == f.class_name;
    if (name == n.first && !constructor && f.name != "main")
        return false;    // a macro with arguments: there is no type
    int head_end = name; // in front of "point::"
    while (text_.is(head_end - 1, "::") && text_.is_name(head_end - 2))
        head_end -= 2;
    read_head(f, n.first, head_end, destructor || constructor ? 0 : 1);
    if (destructor || constructor || f.is_member || around.in_unnamed)
        f.may_be_unused = true;
    for (int position = close; n.body < 0 && position < n.last; ++position)
        if (text_.is(position, "=")) // = default, = delete: nvcc decides itself
            f.runs = function::space::unknown;
    found_.functions.push_back(std::move(f));
    return true;
}

// Everything in front of the name. It is known where a function runs if there is one type, or none
// for a constructor, plain specifiers, and nothing else.
void reader::read_head(function &f, int head, int end, int most_types) const {
    bool host = false, device = false, known = true, arithmetic = false;
    int types = 0;
    for (int position = head; position < end; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "template" && text_.is(position + 1, "<")) {
            f.is_template = true;
            position = text_.behind_angles(position + 1) - 1;
            if (position < 0)
                break;
        } else if (here == "__global__") {
            f.specifier = position;
        } else if (here == "__device__") {
            device = true;
        } else if (here == "__host__") {
            host = true;
        } else if (takes_arguments(here) && text_.is(position + 1, "(")) {
            position = text_.closer(position + 1);
            if (position < 0)
                break;
        } else if (is_plain_specifier(here) || is_class_key(here)) {
            f.is_constant = f.is_constant || here == "constexpr";
            f.may_be_unused = f.may_be_unused || here == "static" || here == "inline" ||
                              here == "__inline__" || here == "__inline" ||
                              here == "__forceinline__";
            known = known && here != "friend";
        } else if (is_arithmetic(here) || here == "void" || here == "auto") {
            types += arithmetic ? 0 : 1;
            arithmetic = true;
        } else if (text_.is_name(position)) {
            const auto macro = macros_.find(std::string(here));
            known = known && macro == macros_.end();
            // One chain of names: std::vector<int>. A "::" behind a blank begins another one.
            const bool goes_on = text_.is(position - 1, "::") &&
                                 !text_.follows_trivia(position - 1) &&
                                 (text_.is_name(position - 2) || text_.is(position - 2, ">"));
            types += goes_on ? 0 : 1;
            if (!goes_on && !is_number_type(here) && here != "std" && here != "FILE" &&
                here.substr(0, 4) != "cuda")
                f.type = here;
            if (text_.is(position + 1, "<")) {
                position = text_.behind_angles(position + 1) - 1;
                if (position < 0)
                    break;
            }
        } else if (here == "[" && text_.is(position + 1, "[") && text_.closer(position) > 0) {
            position = text_.closer(position);
        } else if (here == "(" || here == "{" || here == ")" || here == "#") {
            known = false;
        }
    }
    if (!known || types > most_types)
        return;
    if (f.specifier >= 0)
        f.runs = host || device ? function::space::unknown : function::space::kernel;
    else if (device)
        f.runs = host ? function::space::both : function::space::device;
    else
        f.runs = function::space::host;
}

} // namespace

declarations find_declarations(const tree &syntax, const macro_words &macros) {
    return reader(syntax, macros).read();
}

} // namespace cuda_rewriter
