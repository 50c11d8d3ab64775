//     int sum(int a, int b) { return a + b; }
//     __global__ void k(int *x) { *x = sum(1, 2); }
// becomes
//     2:35: error: sum() runs on the host: a kernel cannot call it. ...
// The compiler would need to know where each function runs. So this looks at names: a call is
// refused if the name can mean nothing else than what nvcc refuses. Where a macro, an overload, a
// template that nobody uses, an #if or a name of the function's own may make a difference, it is
// silent.
#include "verdicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "characters.h"
#include "host_library.h"

namespace cuda_rewriter {
namespace {

using space = function::space;

constexpr const char *results_go =
    "Its results go to memory of the device, which a pointer among its arguments points to.";

struct known_function {
    const program_file *file;
    function what;
    bool is_called = false; // by a kernel, whether directly or not: nvcc compiles it for the device

    const region &text() const { return file->source->main_text(); }
    bool is_certain(int position) const {
        return file->is_certain && file->source->is_certain(text().directives_before(position));
    }
    bool is_device_code() const { return what.runs == space::device || what.runs == space::kernel; }
};

struct known_variable {
    const program_file *file;
    host_variable what;
};

struct message {
    const source_file *source;
    std::uint32_t token;
    std::string text;
    const source_file *other; // what the message is about is declared there, or null
    std::uint32_t other_token;
    std::string other_text;
};

class judge {
public:
    judge(const std::vector<program_file> &files, const macro_words &macros, bool relaxed_constexpr)
        : files_(files), macros_(macros), relaxed_constexpr_(relaxed_constexpr) {}

    std::vector<std::string> read();

private:
    using names = std::set<std::string, std::less<>>;

    void find_names();
    void find_called();
    names local_names(const known_function &f) const;
    bool calls(const region &text, int position, int &open) const;
    bool is_declaration(const region &text, int position) const;
    int after_skipped(const known_function &f, int position) const;
    void check_launch(const program_file &file, const node &launch);
    void check_shape(const known_function &f);
    void check_body(const known_function &f);
    void check_call(const known_function &f, int position, int open);
    bool check_launch_typed_as_shifts(const known_function &f, int position);
    void check_variable(const known_function &f, int position);
    bool is_plain_class(std::string_view name) const;
    const known_function *host_member(const std::string &class_name,
                                      const std::string &member) const;
    std::string class_of(const known_function &f, const std::string &variable) const;
    void check_member(const known_function &f, int position);
    void check_constructor(const known_function &f, int position);
    bool may_declare(const known_function &f, const std::string &name) const;
    void check_std(const known_function &f, int position);
    void check_unqualified_std(const known_function &f, int position, const names &local);
    const known_function *only(const std::string &name, space runs,
                               const known_function &caller) const;
    // Though it does not say so.
    bool is_for_both(const known_function &f) const {
        return relaxed_constexpr_ && f.what.is_constant;
    }
    bool fits(const known_function &callee, const region &text, int open) const;
    bool is_macro(std::string_view name) const { return macros_.count(std::string(name)) != 0; }
    bool is_mentioned_by_macro(const std::string &name) const {
        return words_of_macros_.count(name) != 0;
    }
    void say(const source_file &source, const region &text, int position, const std::string &what) {
        messages_.push_back({&source, text.token_index(position), what, nullptr, 0, ""});
    }
    void say(const known_function &f, int position, const std::string &what,
             const known_function *about = nullptr) {
        say(*f.file->source, f.text(), position, what);
        if (about != nullptr)
            add_note(*about->file, about->what.position, about->what.name + "() is declared here");
    }
    void add_note(const program_file &file, int position, const std::string &what) {
        messages_.back().other = file.source;
        messages_.back().other_token = file.source->main_text().token_index(position);
        messages_.back().other_text = what;
    }

    const std::vector<program_file> &files_;
    const macro_words &macros_;
    const bool relaxed_constexpr_;
    std::vector<known_function> functions_;
    std::multimap<std::string, known_function *> by_name_;
    std::map<std::string, std::vector<known_variable>> variables_;
    std::map<std::string, int, std::less<>> classes_; // 1: a plain class, of which there is one
    names types_;                    // names of classes, and those that typedef and using make
    names imported_;                 // by "using a::name;"
    names words_of_macros_;          // what occurs in a macro
    bool foreign_namespace_ = false; // "using namespace" of one whose functions are not known
    bool uses_std_ = false;          // "using namespace std"
    std::vector<message> messages_;
};

void judge::find_names() {
    names namespaces = {"std"};
    names used_namespaces;
    for (const program_file &file : files_) {
        const region &text = file.source->main_text();
        declarations found = find_declarations(file.source->syntax(), macros_);
        for (function &f : found.functions)
            functions_.push_back({&file, std::move(f)});
        for (const std::string &name : found.plain_classes)
            ++classes_[name];
        for (const std::string &name : found.other_classes)
            classes_[name] += 2; // not plain
        for (host_variable &v : found.variables)
            variables_[v.name].push_back({&file, std::move(v)});
        for (int position = 0; position < text.size(); ++position) {
            const std::string_view here = text.text(position);
            if (is_class_key(here) && text.is_name(position + 1)) {
                types_.emplace(text.text(position + 1));
            } else if (here == "typedef") {
                int end = position;
                while (text.contains(end) && !text.is(end, ";"))
                    types_.emplace(text.text(end++));
            } else if (here == "namespace" && text.is_name(position + 1) &&
                       !text.is(position - 1, "using")) {
                namespaces.emplace(text.text(position + 1));
            } else if (here == "using" && text.is(position + 1, "namespace")) {
                int last = position + 2;
                while (text.contains(last + 1) && !text.is(last + 1, ";"))
                    ++last;
                uses_std_ = uses_std_ || (text.is(last, "std") && last == position + 2);
                used_namespaces.emplace(text.text(last));
            } else if (here == "using") {
                int end = position;
                while (text.contains(end) && !text.is(end, ";") && !text.is(end, "="))
                    ++end;
                if (text.is(end, "="))
                    types_.emplace(text.text(end - 1));
                else
                    imported_.emplace(text.text(end - 1));
            }
        }
    }
    for (const std::string &name : used_namespaces)
        foreign_namespace_ = foreign_namespace_ || namespaces.count(name) == 0;
    // "KERNEL add(float *x)": a word that nothing tells of may be a macro of another header.
    for (known_function &f : functions_)
        if (f.what.runs == space::host && !f.what.type.empty() && types_.count(f.what.type) == 0)
            f.what.runs = space::unknown;
    for (known_function &f : functions_)
        by_name_.emplace(f.what.name, &f);
    for (const auto &[name, words] : macros_)
        words_of_macros_.insert(words.begin(), words.end());
}

// Which functions nvcc compiles for the device: kernels, and what they call; of templates those
// that are launched or called; and of device functions all that another file might call.
void judge::find_called() {
    names launched;
    for (const program_file &file : files_) {
        for (const node &launch : file.source->syntax().nodes())
            if (launch.what == kind::launch)
                launched.emplace(file.source->main_text().text(launch.name));
    }
    std::vector<known_function *> pending;
    const auto call = [&](known_function &f) {
        if (!f.is_called && f.what.body >= 0 && f.is_device_code()) {
            f.is_called = true;
            pending.push_back(&f);
        }
    };
    for (known_function &f : functions_) {
        const bool kernel = f.what.runs == space::kernel;
        if (f.what.is_template ? kernel && launched.count(f.what.name) != 0
                               : kernel || !f.what.may_be_unused)
            call(f);
    }
    while (!pending.empty()) {
        const known_function &f = *pending.back();
        pending.pop_back();
        for (int position = f.what.body; position < f.text().closer(f.what.body); ++position) {
            if (!f.text().is_name(position) || !f.is_certain(position))
                continue;
            const auto [first, last] = by_name_.equal_range(std::string(f.text().text(position)));
            // Of several overloads it is not known which one is called.
            if (std::count_if(first, last,
                              [](const auto &e) { return e.second->what.body >= 0; }) == 1)
                for (auto at = first; at != last; ++at)
                    call(*at->second);
        }
    }
}

// What a call may have in front: no type, which would make it a declaration.
bool judge::is_declaration(const region &text, int position) const {
    const std::string_view before = text.text(position - 1);
    if (text.is_identifier(position - 1))
        return before != "return" && before != "else" && before != "do" && before != "case" &&
               before != "and" && before != "or" && before != "not";
    return before == "." || before == "->" || before == "::" || before == ">" || before == "~" ||
           before == "#" || before == "##" ||
           ((before == "*" || before == "&") && is_arithmetic(text.text(position - 2)));
}

// Whether a name is called: name(...) or name<...>(...). Sets the place of the '('.
bool judge::calls(const region &text, int position, int &open) const {
    open = position + 1;
    if (text.is(open, "<") && !text.is(open + 1, "<"))
        open = text.behind_angles(open);
    return text.is(open, "(") && text.closer(open) > 0;
}

// The names that a function declares, or uses otherwise than in a call: they may hide others.
judge::names judge::local_names(const known_function &f) const {
    names result;
    const region &text = f.text();
    int open;
    for (int position = f.what.head; position < text.closer(f.what.body); ++position) {
        if (!text.is_name(position) || position == f.what.position)
            continue;
        const bool launched = text.is_launch(position + 1);
        if (text.is(position - 1, ".") || text.is(position - 1, "->") ||
            (!launched && !calls(text, position, open) && !text.is(position + 1, "<")) ||
            (is_declaration(text, position) && !text.is(position - 1, "::")))
            result.emplace(text.text(position));
    }
    return result;
}

// The position behind what is not looked at, or the same position: an operand that is not
// evaluated, a class, and in host code what runs on the device or may do so.
int judge::after_skipped(const known_function &f, int position) const {
    const region &text = f.text();
    const std::string_view here = text.text(position);
    if ((here == "sizeof" || here == "alignof" || here == "noexcept" || here == "typeid" ||
         is_type_query(here)) &&
        text.is(position + 1, "(") && text.closer(position + 1) > 0)
        return text.closer(position + 1);
    const auto behind_body = [&](int at) {
        while (at < text.size() && !text.is(at, "{") && !text.is(at, ";"))
            ++at;
        return std::max(text.closer(at), position);
    };
    if (is_class_key(here)) {
        const int end = behind_body(position);
        return text.is(end, "}") ? end : position;
    }
    if (f.is_device_code())
        return position;
    const auto macro = macros_.find(std::string(here));
    if (here == "__device__" || (macro != macros_.end() && macro->second.count("__device__") != 0))
        return behind_body(position);
    // A macro or an unknown word that makes a lambda: "FORALL(i, n) {", "[=] DEVICE (int i) {".
    if (here == "{" && text.is(position - 1, ")") && text.opener(position - 1) > f.what.body &&
        text.is_name(text.opener(position - 1) - 1))
        return text.closer(position);
    return position;
}

// How many arguments stand between brackets, or -1 where a '<' makes it uncertain.
int count_arguments(const region &text, int first, int last) {
    int count = first < last ? 1 : 0;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text.text(position);
        if (here == "<")
            return -1;
        if (here == "(" || here == "[" || here == "{") {
            position = text.closer(position);
            if (position < 0)
                return -1;
        } else if (here == ",") {
            ++count;
        }
    }
    return count;
}

void judge::check_launch(const program_file &file, const node &launch) {
    const region &text = file.source->main_text();
    const int begin = launch.open, end = launch.body;
    if (launch.other < 0 || !file.is_certain ||
        !file.source->is_certain(text.directives_before(begin)))
        return;
    for (int position = begin + 3; position < end; ++position) {
        if (is_macro(text.text(position))) // it may hold several arguments
            return;
        position = std::max(position, text.closer(position));
    }
    // So may one of another header, in capitals as such are.
    const std::string_view first = text.text(begin + 3);
    if (text.is_name(begin + 3) &&
        std::none_of(first.begin(), first.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
        return;
    const int count = count_arguments(text, begin + 3, end);
    if (count < 0 || (count >= 2 && count <= 4))
        return;
    // "k<<<arguments...>>>": a pack holds any number.
    for (int position = begin; position < end; ++position)
        if (text.is(position, "..."))
            return;
    say(*file.source, text, begin + 3,
        count < 2
            ? "a launch takes at least the number of blocks and the number of threads in each: "
              "<<<blocks, threads>>>."
            : "a launch takes at most four values: <<<blocks, threads, bytes of shared memory, "
              "stream>>>.");
}

void judge::check_shape(const known_function &f) {
    const int specifier = f.what.specifier;
    if (specifier < 0 || !f.is_certain(specifier))
        return;
    const region &text = f.text();
    bool is_void = false, is_friend = false;
    int other = -1, type = -1;
    for (int position = f.what.head; position < f.what.position; ++position) {
        const std::string_view here = text.text(position);
        if (here == "template" && text.is(position + 1, "<")) {
            position = text.behind_angles(position + 1) - 1; // its parameters are no return type
            if (position < 0)
                return;
            continue;
        }
        if (takes_arguments(here) && text.is(position + 1, "(") && text.closer(position + 1) > 0) {
            position = text.closer(position + 1);
            continue;
        }
        is_friend = is_friend || here == "friend";
        if (here == "__device__" || here == "__host__")
            other = position;
        if (is_macro(here) || text.is(position, "<"))
            return;
        is_void = is_void || (here == "void" && !text.is(position + 1, "*"));
        if (type < 0 && (is_arithmetic(here) || is_number_type(here) ||
                         (here == "void" && text.is(position + 1, "*"))))
            type = position;
    }
    if (other >= 0)
        say(f, other,
            "__global__ stands alone: a kernel runs on the device and is launched by the host. "
            "Leave " +
                std::string(text.text(other)) + " out.");
    if (!is_void && type >= 0)
        say(f, type, "a kernel returns nothing: write void. " + std::string(results_go));
    if (!f.what.class_name.empty() && !is_friend)
        say(f, f.what.position,
            "a kernel cannot be a member of a class. Write it outside, and give it what it needs "
            "as "
            "arguments.");
}

// The function of this name, if all of this name run there and the caller sees them.
const known_function *judge::only(const std::string &name, space runs,
                                  const known_function &caller) const {
    const auto [first, last] = by_name_.equal_range(name);
    const known_function *found = nullptr;
    if (is_macro(name) || is_mentioned_by_macro(name) || types_.count(name) != 0 ||
        imported_.count(name) != 0)
        return nullptr;
    for (auto at = first; at != last; ++at) {
        const known_function &f = *at->second;
        if (f.what.is_member) {
            if (caller.what.is_member)
                return nullptr;
            continue;
        }
        if (f.what.runs != runs || is_for_both(f))
            return nullptr;
        const std::string &space_name = f.what.space_name;
        const bool visible =
            space_name.empty() || caller.what.space_name == space_name ||
            caller.what.space_name.compare(0, space_name.size() + 2, space_name + "::") == 0;
        if (visible && f.is_certain(f.what.position) && (found == nullptr || f.what.body >= 0))
            found = &f;
    }
    return found;
}

// Whether a call's arguments may be those of a function.
bool judge::fits(const known_function &callee, const region &text, int open) const {
    const int given = count_arguments(text, open + 1, text.closer(open));
    const region &other = callee.text();
    const int first = callee.what.parameters + 1, last = other.closer(callee.what.parameters);
    int taken = count_arguments(other, first, last), optional = 0;
    if (taken == 1 && last == first + 1 && other.is(first, "void"))
        taken = 0;
    for (int position = first; position < last; ++position) {
        if (other.is(position, "..."))
            return true;
        optional += other.is(position, "=") ? 1 : 0;
    }
    return given < 0 || taken < 0 || (given <= taken && given >= taken - optional);
}

// "k<<1, 2>>(x);" as a statement. (A kernel's address may be shifted into a stream.)
bool judge::check_launch_typed_as_shifts(const known_function &f, int position) {
    const region &text = f.text();
    const std::string_view before = text.text(position - 1);
    if (!text.is(position + 1, "<") || !text.is(position + 2, "<") || text.is(position + 3, "<") ||
        (before != ";" && before != "{" && before != "}" && before != ")"))
        return false;
    const std::string name(text.text(position));
    if (only(name, space::kernel, f) == nullptr)
        return false;
    int end = position + 3;
    while (text.contains(end) && !text.is(end, ";") && !text.is(end, "}") && !text.is(end, ">")) {
        const int close = text.closer(end);
        end = close > 0 ? close + 1 : end + 1;
    }
    if (!text.is(end, ">"))
        return false;
    say(f, position + 1,
        "a launch has three angle brackets on each side: " + name + "<<<" +
            text.joined(position + 3, end) + ">>>(...).");
    return true;
}

void judge::check_call(const known_function &f, int position, int open) {
    const region &text = f.text();
    const std::string name(text.text(position));
    // A member of a base class may have the name.
    if (f.what.is_member && !is_plain_class(f.what.class_name))
        return;
    const std::string caller = f.what.runs == space::kernel ? "a kernel" : "a __device__ function";
    if (const known_function *kernel = only(name, space::kernel, f)) {
        if (f.is_device_code())
            say(f, position,
                name + " is a kernel: " + caller +
                    " cannot call it like a function. Move what both need into a __device__ "
                    "function.",
                kernel);
        else
            say(f, position,
                name +
                    " is a kernel: a call of it is a launch, and says how many blocks and "
                    "threads. Write " +
                    name + "<<<blocks, threads>>>(...).",
                kernel);
        return;
    }
    if (!f.is_device_code()) {
        const known_function *device = only(name, space::device, f);
        if (device != nullptr && !is_device_name(name) && fits(*device, text, open))
            say(f, position,
                name +
                    "() runs on the device: the host cannot call it. Call it in a kernel, or write "
                    "__host__ __device__ before it if both call it.",
                device);
        else if (is_only_of_device(name) && by_name_.count(name) == 0 && !is_macro(name) &&
                 imported_.count(name) == 0)
            say(f, position,
                name +
                    "() runs on the device: the host cannot call it. It belongs in a kernel or a "
                    "__device__ function.");
        return;
    }
    if (!f.is_called)
        return;
    if (const known_function *host = only(name, space::host, f)) {
        if (!is_device_name(name) && !foreign_namespace_ && fits(*host, text, open))
            say(f, position,
                name + "() runs on the host" +
                    (host->what.is_constant ? ", though it is constexpr: " : ": ") + caller +
                    " cannot call it. Write " +
                    (host->what.is_constant
                         ? "__host__ __device__ before it, or compile with "
                           "--expt-relaxed-constexpr."
                         : "__device__ before it, or __host__ __device__ if both call it."),
                host);
        return;
    }
    const std::string instead = instead_of_host_function(name);
    if (!instead.empty() && by_name_.count(name) == 0 && !is_macro(name) &&
        imported_.count(name) == 0 && types_.count(name) == 0 && !foreign_namespace_ &&
        !f.what.is_member)
        say(f, position, name + "() runs on the host: " + caller + " cannot call it. " + instead);
}

// Whether a name may be one of the function's own: a parameter, or a variable in it.
bool judge::may_declare(const known_function &f, const std::string &name) const {
    const region &text = f.text();
    const auto begins_type = [&](int position) {
        const std::string_view here = text.text(position), next = text.text(position + 1);
        return is_arithmetic(here) || is_number_type(here) || is_class_key(here) ||
               here == "const" || here == "auto" || here == "static" || here == "volatile" ||
               here == "register" || here.substr(0, 2) == "__" ||
               (text.is_name(position) && (text.is_name(position + 1) || next == "*" ||
                                           next == "&" || next == "<" || next == "::"));
    };
    std::vector<bool> after_type = {false}; // by open bracket: in what begins with a type
    for (int position = f.what.head; position < text.closer(f.what.body); ++position) {
        const std::string_view before = text.text(position - 1), here = text.text(position);
        if ((before == ")" || before == "]" || before == "}") && after_type.size() > 1)
            after_type.pop_back();
        if (before == "(" || before == "[" || before == "{")
            after_type.push_back(begins_type(position));
        else if (before == ";" || before == "}")
            after_type.back() = begins_type(position);
        if (here != name)
            continue;
        // "auto [x, y]", but not "a[x]".
        const bool subscript = (text.is_name(position - 2) && !text.is(position - 2, "auto")) ||
                               text.is(position - 2, ")") || text.is(position - 2, "]");
        if (position < f.what.body || before == ">" || (before == "[" && !subscript) ||
            (text.is_identifier(position - 1) && before != "return" && before != "else" &&
             before != "case" && before != "do") ||
            (after_type.back() && before == ","))
            return true;
        // "float *x" or "T *x", but not "a * x".
        const std::string_view type = text.text(position - 2), behind = text.text(position - 3);
        if ((before == "*" || before == "&") &&
            (is_arithmetic(type) || is_number_type(type) || type == "const" || type == ">" ||
             type == "*" || type == "," || types_.count(type) != 0 ||
             (text.is_name(position - 2) &&
              (behind == ";" || behind == "{" || behind == "}" || behind == "(" ||
               behind == "const" || behind == "::"))))
            return true;
    }
    return false;
}

// "int n = 10;" outside of functions, and n in a kernel.
void judge::check_variable(const known_function &f, int position) {
    const region &text = f.text();
    const std::string name(text.text(position));
    const auto found = variables_.find(name);
    const std::string_view before = text.text(position - 1);
    if (found == variables_.end() || found->second.size() != 1 || f.what.is_member ||
        before == "." || before == "->" || before == "::" || text.is(position + 1, "::") ||
        text.is(position + 1, ":") || before == "goto" || is_macro(name) ||
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

bool judge::is_plain_class(std::string_view name) const {
    const auto found = classes_.find(name);
    return found != classes_.end() && found->second == 1 && !is_macro(name) &&
           by_name_.count(std::string(name)) ==
               static_cast<std::size_t>(std::count_if(
                   functions_.begin(), functions_.end(), [&](const known_function &f) {
                       return f.what.name == name && f.what.class_name == name;
                   }));
}

// A member of that name, if all of this name in the class run on the host.
const known_function *judge::host_member(const std::string &class_name,
                                         const std::string &member) const {
    const known_function *found = nullptr;
    const auto [first, last] = by_name_.equal_range(member);
    for (auto at = first; at != last; ++at) {
        const known_function &f = *at->second;
        if (!f.what.is_member || (!f.what.class_name.empty() && f.what.class_name != class_name))
            continue;
        if (f.what.runs != space::host || is_for_both(f) || f.what.is_template)
            return nullptr;
        if (f.what.class_name == class_name && f.is_certain(f.what.position))
            found = &f;
    }
    return found;
}

// The plain class that a variable of the function is of, or of which it is a pointer or a
// reference.
std::string judge::class_of(const known_function &f, const std::string &variable) const {
    const region &text = f.text();
    std::string result;
    for (int position = f.what.parameters; position < text.closer(f.what.body); ++position) {
        if (!text.is(position, variable))
            continue;
        int type = position - 1;
        while (text.is(type, "*") || text.is(type, "&") || text.is(type, "const") ||
               text.is(type, "__restrict__"))
            --type;
        if (text.is(position - 1, "*") || text.is(position - 1, "&")) {
            if (!is_plain_class(text.text(type)))
                continue; // "x * point"
        } else if (!text.is_identifier(type) || text.is(type, "return")) {
            if (text.is(position - 1, ","))
                return {}; // "point a, b": not understood
            continue;
        }
        if (!result.empty() || !is_plain_class(text.text(type)))
            return {};
        result = text.text(type);
    }
    return result;
}

// "p.length()" with a struct point { float length(); } of the reader's.
void judge::check_member(const known_function &f, int position) {
    const region &text = f.text();
    if ((!text.is(position - 1, ".") && !text.is(position - 1, "->")) ||
        !text.is(position + 1, "(") || !text.is_name(position - 2))
        return;
    const std::string_view before = text.text(position - 3);
    if (before == "." || before == "->" || before == "::" || f.what.is_member)
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
                        count_arguments(text, open + 1, text.closer(open)) >= 2;
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

// Whether the name of a class, with its arguments, is followed by that of a variable, or by values.
bool makes_object(const region &text, int name) {
    const int end = text.is(name + 1, "<") ? text.behind_angles(name + 1) : name + 1;
    return text.is_name(end) || text.is(end, "(") || text.is(end, "{");
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
    int open;
    if (!instead.empty() && calls(text, at, open))
        say(f, position, full + "() runs on the host: " + kind + " cannot call it. " + instead);
}

// cout << x;   vector<int> v(3);   behind "using namespace std" or "using std::cout".
void judge::check_unqualified_std(const known_function &f, int position, const names &local) {
    const region &text = f.text();
    const std::string name(text.text(position));
    if ((!uses_std_ && imported_.count(name) == 0) || by_name_.count(name) != 0 || is_macro(name) ||
        types_.count(name) != 0 || is_declaration(text, position))
        return;
    const std::string kind = f.what.runs == space::kernel ? "a kernel" : "a __device__ function";
    if (!instead_of_std_stream(name).empty() &&
        (text.is(position + 1, "<") || text.is(position + 1, ">")))
        say(f, position,
            name + " is the host's: " + kind + " cannot use it. " + instead_of_std_stream(name));
    const bool a_vector = name == "vector" && text.is(position + 1, "<");
    const bool a_string = name == "string" && text.is_name(position + 1);
    if ((a_vector || a_string) && local.count(name) == 0 && makes_object(text, position))
        say(f, position,
            name + " is the host's: " + kind + " cannot make one. " + instead_of_std_class(name));
}

// For certain: "return f();" may be of type void.
bool returns_value(const region &text, int position) {
    const int value = position + 1;
    return text.is_number(value) || text.is_literal(value) || text.is(value, "-") ||
           text.is(value, "true") || text.is(value, "false") ||
           (text.is_name(value) &&
            (text.is(value + 1, ";") || text.is(value + 1, "[") || text.is(value + 1, "+") ||
             text.is(value + 1, "-") || text.is(value + 1, "*") || text.is(value + 1, "/")));
}

// A macro with a block behind it may be one, too.
bool is_in_lambda(const tree &syntax, int position) {
    int index = syntax.at(position);
    while (index > 0 && syntax[index].what != kind::function &&
           syntax[index].what != kind::lambda && syntax[index].what != kind::macro_block)
        index = syntax[index].parent;
    return syntax[index].what != kind::function;
}

void judge::check_body(const known_function &f) {
    const region &text = f.text();
    const int end = text.closer(f.what.body);
    const bool host = f.what.runs == space::host;
    if ((!host && !f.is_device_code()) || end < 0)
        return;
    for (int position = f.what.body; f.what.is_template && position < end; ++position)
        if (text.is(position, "constexpr"))
            return; // "if constexpr" leaves out what is not for its types
    const names local = local_names(f);
    int open;
    for (int position = f.what.body + 1; position < end; ++position) {
        if (const int skipped = after_skipped(f, position); skipped > position) {
            position = skipped;
            continue;
        }
        if (!text.is_identifier(position) || !f.is_certain(position))
            continue;
        const std::string name(text.text(position));
        if (name == "return" && f.what.runs == space::kernel && returns_value(text, position) &&
            !is_in_lambda(f.file->source->syntax(), position))
            say(f, position,
                "a kernel returns nothing: write return; alone, or leave it out. " +
                    std::string(results_go));
        if (text.is(position, "try") || text.is(position, "throw")) {
            if (f.is_called)
                say(f, position, "code of the device can neither throw nor catch exceptions.");
            continue;
        }
        if (!text.is_name(position))
            continue;
        if (name == "std" && text.is(position + 1, "::") && !text.is(position - 1, "::")) {
            if (f.is_called)
                check_std(f, position);
            position += 2;
            continue;
        }
        if (f.is_called) {
            check_unqualified_std(f, position, local);
            check_variable(f, position);
            check_member(f, position);
            check_constructor(f, position);
        }
        if (local.count(name) != 0 && !text.is(position - 1, "."))
            if (!check_launch_typed_as_shifts(f, position))
                continue;
        if (local.count(name) != 0 || is_declaration(text, position))
            continue;
        if (check_launch_typed_as_shifts(f, position))
            continue;
        if (text.is_launch(position + 1)) {
            const known_function *other = only(name, space::host, f);
            const bool on_host = other != nullptr;
            if (!on_host)
                other = only(name, space::device, f);
            if (other != nullptr)
                say(f, position,
                    name + "() is no kernel, so it cannot be launched. " +
                        (on_host ? "Write __global__ before it."
                                 : "Write __global__ instead of __device__ before it."),
                    other);
            continue;
        }
        if (calls(text, position, open))
            check_call(f, position, open);
    }
}

std::vector<std::string> judge::read() {
    find_names();
    find_called();
    for (const program_file &file : files_) {
        if (file.is_certain)
            for (const auto &[position, what] : pasted_characters(*file.source))
                say(*file.source, file.source->main_text(), position, what);
        for (const node &launch : file.source->syntax().nodes())
            if (launch.what == kind::launch)
                check_launch(file, launch);
    }
    for (const known_function &f : functions_) {
        check_shape(f);
        if (f.what.body >= 0)
            check_body(f);
    }
    std::map<const source_file *, int> order;
    for (const program_file &file : files_)
        order.emplace(file.source, static_cast<int>(order.size()));
    std::stable_sort(messages_.begin(), messages_.end(), [&](const message &a, const message &b) {
        return std::make_pair(order[a.source], a.token) < std::make_pair(order[b.source], b.token);
    });
    std::vector<std::string> result;
    std::set<std::pair<const source_file *, std::uint32_t>> shown;
    for (const message &m : messages_) {
        result.push_back(m.source->message_at(m.token, m.text));
        if (m.other != nullptr && shown.insert({m.other, m.other_token}).second)
            result.push_back(m.other->message_at(m.other_token, m.other_text, "note"));
    }
    return result;
}

} // namespace

std::vector<std::string> verdicts(const std::vector<program_file> &files, const macro_words &macros,
                                  bool relaxed_constexpr) {
    return judge(files, macros, relaxed_constexpr).read();
}

} // namespace cuda_rewriter
