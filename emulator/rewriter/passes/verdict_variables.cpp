// Variables, members and objects of the host in device code, and those of the standard library.
#include "host_library.h"
#include "judge.h"

#include <algorithm>

namespace cuda_rewriter {

namespace {

// Whether the name of a class, with its arguments, is followed by that of a variable, or by values.
bool makes_object(const region &text, int name) {
    const int end = text.is(name + 1, "<") ? text.behind_angles(name + 1) : name + 1;
    return text.is_name(end) || text.is(end, "(") || text.is(end, "{");
}

} // namespace

// Whether a name may be one of the function's own: a parameter, or a variable in it.
bool judge::may_declare(const known_function &f, const std::string &name) const {
    const region &text = f.text();
    for (const int position : f.syntax().uses(name)) {
        if (position < f.what.head || position >= text.closer(f.what.body))
            continue;
        if (position < f.what.body || f.syntax().declares(position))
            return true;
    }
    return false;
}

// "int n = 10;" outside of functions, and n in a kernel.
void judge::check_variable(const known_function &f, int position) {
    const region &text = f.text();
    const std::string name(text.text(position));
    const auto found = variables_.find(name);
    if (found == variables_.end() || found->second.size() != 1 || f.what.is_member ||
        !stands_alone(f.syntax(), position) || text.is(position + 1, "::") ||
        text.is(position + 1, ":") || text.is(position - 1, "goto") || is_macro(name) ||
        is_mentioned_by_macro(name) || types_.count(name) != 0 || imported_.count(name) != 0 ||
        by_name_.count(name) != 0 || foreign_namespace_ || may_declare(f, name))
        return;
    const known_variable &variable = found->second.front();
    const region &other = variable.file->source->main_text();
    if ((!variable.what.type.empty() && types_.count(variable.what.type) == 0) ||
        !variable.what.space_name.empty() || !variable.file->is_certain ||
        !variable.file->source->is_certain(other.directives_before(variable.what.position)))
        return;
    say(f, position,
        name + " is a variable of the host: " +
            (f.what.runs == space::kernel ? "a kernel" : "a __device__ function") +
            " cannot use it. Give it to the kernel as an argument; what never changes may be "
            "const.");
    add_note(*variable.file, variable.what.position, name + " is declared here");
}

// "p.length()" with a struct point { float length(); } of the reader's.
void judge::check_member(const known_function &f, const node &call) {
    const region &text = f.text();
    const int position = call.name;
    const node &n = f.syntax()[f.syntax().at(position)];
    if (n.what != kind::member || n.object != position - 2 || f.what.is_member)
        return;
    const std::string class_name = class_of(f, std::string(text.text(position - 2)));
    const std::string member(text.text(position));
    const known_function *host = class_name.empty() ? nullptr : host_member(class_name, member);
    if (host != nullptr)
        say(f, position,
            member + "() of " + class_name + " runs on the host: " +
                (f.what.runs == space::kernel ? "a kernel" : "a __device__ function") +
                " cannot call it. Write __device__ before it, or __host__ __device__ if both call "
                "it.",
            host);
}

// "point p;" or "point(1, 2)" with constructors of the host. (A copy may need none of them.)
void judge::check_constructor(const known_function &f, int position) {
    const region &text = f.text();
    const std::string name(text.text(position));
    const std::string_view before = text.text(position - 1);
    if (!is_plain_class(name) || before == "." || before == "->" || before == "::" ||
        before == "__shared__" || before == "extern" || before == "~" || before == "new")
        return;
    const bool variable = text.is_name(position + 1);
    const int open = variable ? position + 2 : position + 1;
    const bool values = (text.is(open, "(") || text.is(open, "{")) && text.closer(open) > 0 &&
                        text.count_parts(open + 1, text.closer(open)) >= 2;
    if (!values && !(variable && (text.is(open, ";") || text.is(open, "["))))
        return;
    const known_function *host = host_member(name, name);
    if (host != nullptr)
        say(f, position,
            "the constructor of " + name + " runs on the host: " +
                (f.what.runs == space::kernel ? "a kernel" : "a __device__ function") +
                " cannot make one. Write __device__ before it, or __host__ __device__ if both do.",
            host);
}

// std::cout << x;   std::vector<int> v(3);   std::sort(first, last);
void judge::check_std(const known_function &f, int position) {
    const region &text = f.text();
    const int at = position + 2;
    const std::string_view name = text.text(at);
    const std::string full = "std::" + std::string(name);
    const std::string kind = f.what.runs == space::kernel ? "a kernel" : "a __device__ function";
    const std::string stream = instead_of_std_stream(name);
    if (!stream.empty()) {
        say(f, position, full + " is the host's: " + kind + " cannot use it. " + stream);
        return;
    }
    const std::string type = instead_of_std_class(name);
    if (!type.empty()) {
        if (makes_object(text, at) && !text.is(position - 1, "typedef") &&
            !text.is(position - 1, "=") && !text.is(position - 1, "<"))
            say(f, position, full + " is the host's: " + kind + " cannot make one. " + type);
        return;
    }
    const std::string instead = instead_of_std_function(name);
    if (!instead.empty() && f.syntax().called(at) != nullptr)
        say(f, position, full + "() runs on the host: " + kind + " cannot call it. " + instead);
}

// cout << x;   vector<int> v(3);   behind "using namespace std" or "using std::cout".
void judge::check_unqualified_std(const known_function &f, int position) {
    const region &text = f.text();
    const std::string name(text.text(position));
    if ((!uses_std_ && imported_.count(name) == 0) || by_name_.count(name) != 0 || is_macro(name) ||
        types_.count(name) != 0 || !stands_alone(f.syntax(), position))
        return;
    const std::string kind = f.what.runs == space::kernel ? "a kernel" : "a __device__ function";
    if (!instead_of_std_stream(name).empty() &&
        (text.is(position + 1, "<") || text.is(position + 1, ">")))
        say(f, position,
            name + " is the host's: " + kind + " cannot use it. " + instead_of_std_stream(name));
    const bool a_vector = name == "vector" && text.is(position + 1, "<");
    const bool a_string = name == "string" && text.is_name(position + 1);
    if ((a_vector || a_string) && !may_declare(f, name) && makes_object(text, position))
        say(f, position,
            name + " is the host's: " + kind + " cannot make one. " + instead_of_std_class(name));
}

} // namespace cuda_rewriter
