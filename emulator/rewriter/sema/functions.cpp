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

class reader {
public:
    reader(const region &text, const macro_words &macros) : text_(text), macros_(macros) {}

    declarations read() {
        read_scope(0, text_.size(), "", "", false);
        return std::move(found_);
    }

private:
    void read_scope(int first, int last, const std::string &space, const std::string &class_name,
                    bool in_template);
    int class_brace(int head, int brace, std::string &name) const;
    bool read_function(int head, int open, int last, const std::string &space,
                       const std::string &class_name, bool in_template, int &end);
    void read_head(function &f, int head, int end, int most_types) const;
    void read_variables(int head, int end, const std::string &space);
    bool looks_like_parameters(int open) const;

    const region &text_;
    const macro_words &macros_;
    declarations found_;
    int unnamed_ = 0; // how many unnamed namespaces are around
};

// Whether the brace opens a class: -1 no, 0 an enum, 1 yes.
int reader::class_brace(int head, int brace, std::string &name) const {
    for (int position = head; position < brace; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "template" && text_.is(position + 1, "<")) {
            position = text_.behind_angles(position + 1) - 1;
            if (position < 0)
                return -1;
        } else if (here == "(" || here == "=") {
            return -1;
        } else if (is_class_key(here)) {
            for (int at = position + 1; at < brace && !text_.is(at, ":"); ++at) {
                if (text_.is(at, "(")) {
                    at = text_.closer(at);
                    if (at < 0)
                        return -1;
                } else if (text_.is_name(at) && !takes_arguments(text_.text(at)) &&
                           !text_.is(at, "final") && name.empty()) {
                    name = text_.text(at);
                }
            }
            return here == "enum" ? 0 : 1;
        }
    }
    return -1;
}

void reader::read_scope(int first, int last, const std::string &space,
                        const std::string &class_name, bool in_template) {
    int head = first;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == ";" || here == "}") {
            if (here == ";" && class_name.empty())
                read_variables(head, position, space);
            head = position + 1;
        } else if (here == ":" && position > head &&
                   (text_.is(position - 1, "public") || text_.is(position - 1, "private") ||
                    text_.is(position - 1, "protected"))) {
            head = position + 1;
        } else if (here == "[") {
            position = text_.closer(position);
        } else if (here == "template" && position == head && text_.is(position + 1, "<")) {
            position = text_.behind_angles(position + 1) - 1;
            if (position < 0)
                return;
        } else if (here == "(") {
            int end = -1;
            if (read_function(head, position, last, space, class_name, in_template, end)) {
                position = end;
                head = end + 1;
            } else {
                position = text_.closer(position);
            }
        } else if (here == "{") {
            const int close = text_.closer(position);
            std::string name;
            if (close < 0)
                return;
            if (text_.opens_namespace(position)) {
                std::string inner = space;
                for (int at = head; at < position; ++at)
                    if (text_.is_name(at) && !text_.is(at, "inline"))
                        inner += (inner.empty() ? "" : "::") + std::string(text_.text(at));
                const bool unnamed = text_.is(position - 1, "namespace");
                unnamed_ += unnamed ? 1 : 0;
                read_scope(position + 1, close, inner, "", in_template);
                unnamed_ -= unnamed ? 1 : 0;
                head = close + 1;
            } else if (class_brace(head, position, name) == 1) {
                bool plain = !in_template && class_name.empty();
                for (int at = head; at < position; ++at)
                    plain = plain && !text_.is(at, ":") && !text_.is(at, "template");
                (plain ? found_.plain_classes : found_.other_classes).push_back(name);
                read_scope(position + 1, close, space, name.empty() ? "?" : name,
                           in_template || text_.is(head, "template"));
            } else if (!text_.is(position - 1, "=") && !text_.is(position - 1, "]")) {
                head = close + 1; // no value of a variable
            }
            position = close;
        }
        if (position < 0)
            return;
    }
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

// Sets `end` to the last token of the declaration.
bool reader::read_function(int head, int open, int last, const std::string &space,
                           const std::string &class_name, bool in_template, int &end) {
    const int name = open - 1, close = text_.closer(open);
    if (close < 0 || name < head || !text_.is_name(name) || is_no_name(text_.text(name)) ||
        is_execution_space(text_.text(name)) || macros_.count(std::string(text_.text(name))) != 0)
        return false;
    for (int position = head; position < name; ++position)
        if (text_.is(position, "=") && !text_.is(position - 1, "operator") &&
            !text_.is(head, "template"))
            return false;
    int after = close + 1;
    bool initialises_members = false;
    for (; after < last; ++after) {
        const std::string_view here = text_.text(after);
        if (here == ";" || here == "=" || here == "{")
            break;
        if (here == ":")
            initialises_members = true;
        if (here == "}" || here == ")" || here == "]")
            return false;
        // A member's value in braces: "A() : x{1} {".
        if (here == "(" || here == "[") {
            after = text_.closer(after);
            if (after < 0)
                return false;
        } else if (here == "," && !initialises_members) {
            return false;
        }
    }
    while (initialises_members && text_.is(after, "{") && text_.is_name(after - 1)) {
        after = text_.closer(after) + 1;
        if (after == 0)
            return false;
        while (after < last && !text_.is(after, "{"))
            ++after;
    }
    if (after >= last || (!text_.is(after, "{") && !looks_like_parameters(open)))
        return false;
    function f;
    const bool destructor = text_.is(name - 1, "~");
    f.name = (destructor ? "~" : "") + std::string(text_.text(name));
    f.head = head;
    f.position = name;
    f.parameters = open;
    f.is_template = in_template;
    f.is_member = !class_name.empty() || text_.is(name - 1, "::");
    f.class_name = class_name;
    f.space_name = space;
    const bool constructor = f.name == class_name;
    if (name == head && !constructor && f.name != "main")
        return false;    // a macro with arguments: there is no type
    int head_end = name; // in front of "point::"
    while (text_.is(head_end - 1, "::") && text_.is_name(head_end - 2))
        head_end -= 2;
    read_head(f, head, head_end, destructor || constructor ? 0 : 1);
    if (destructor || constructor || f.is_member || unnamed_ > 0)
        f.may_be_unused = true;
    if (text_.is(after, "{")) {
        f.body = after;
        end = text_.closer(after);
        if (end < 0)
            return false;
    } else {
        end = after;
        while (end < last && !text_.is(end, ";"))
            ++end;
        if (text_.is(after, "=")) // = default, = delete: nvcc decides itself
            f.runs = function::space::unknown;
    }
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

declarations find_declarations(const region &text, const macro_words &macros) {
    return reader(text, macros).read();
}

} // namespace cuda_rewriter
