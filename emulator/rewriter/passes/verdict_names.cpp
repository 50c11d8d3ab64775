// What a program declares, which of it runs where, and what nvcc compiles for the device.
#include "judge.h"

#include <algorithm>

namespace cuda_rewriter {

void judge::find_names() {
    names namespaces = {"std"}, used_namespaces;
    for (const program_file &file : files_) {
        declarations found = find_declarations(file.source->syntax(), macros_);
        for (function &f : found.functions)
            functions_.push_back({&file, std::move(f)});
        for (const std::string &name : found.plain_classes)
            ++classes_[name];
        for (const std::string &name : found.other_classes)
            classes_[name] += 2; // not plain
        for (host_variable &v : found.variables)
            variables_[v.name].push_back({&file, std::move(v)});
        find_types(file.source->syntax());
        for (const node &n : file.source->syntax().nodes())
            if (n.what == kind::space && n.name >= 0)
                namespaces.emplace(file.source->main_text().text(n.name));
            else if (n.what == kind::declaration)
                read_using(file.source->main_text(), n, namespaces, used_namespaces);
    }
    for (const std::string &name : used_namespaces)
        foreign_namespace_ = foreign_namespace_ || namespaces.count(name) == 0;
    // "KERNEL add(float *x)": a word that nothing tells of may be a macro of another header.
    for (known_function &f : functions_)
        if (f.what.runs == space::host && !f.what.type.empty() && types_.count(f.what.type) == 0)
            f.what.runs = space::unknown;
    for (known_function &f : functions_) {
        by_name_.emplace(f.what.name, &f);
        by_body_.emplace(std::make_pair(f.file->source, f.what.body), &f);
    }
    for (const auto &[name, words] : macros_)
        words_of_macros_.insert(words.begin(), words.end());
    for (const program_file &file : files_)
        for (const node &n : file.source->syntax().nodes())
            if (n.what == kind::if_statement && n.open == n.first + 2)
                if (known_function *f = function_around(file, n.first))
                    f->leaves_out = f->what.is_template;
}

// struct S, template <class T>; and all words of "typedef struct { ... } S, *P;" but those in
// braces
void judge::find_types(const tree &syntax) {
    const region &text = syntax.text();
    for (const char *key : {"struct", "class", "union", "enum"})
        for (const int position : syntax.uses(key))
            if (text.is_name(position + 1))
                types_.emplace(text.text(position + 1));
    for (const int position : syntax.uses("typedef")) {
        const int last = syntax.statement_around(position).last;
        for (int word = position; word < last; ++word)
            if (text.is_name(word))
                types_.emplace(text.text(word));
            else if (text.is(word, "{")) // its members are none
                word = std::max(word, text.closer(word));
    }
}

// using T = int;   using a::f;   using namespace a;   namespace b = a;
void judge::read_using(const region &text, const node &declaration, names &namespaces,
                       names &used_namespaces) {
    int first = declaration.first;
    if (text.is(first, "template"))
        first = text.behind_angles(first + 1);
    const int last = declaration.last - 2; // in front of the ';'
    if (text.is(first, "namespace")) {
        namespaces.emplace(text.text(first + 1));
    } else if (text.is(first, "using") && text.is(first + 1, "namespace")) {
        uses_std_ = uses_std_ || (text.is(last, "std") && last == first + 2);
        used_namespaces.emplace(text.text(last));
    } else if (text.is(first, "using") && text.is(first + 2, "=")) {
        types_.emplace(text.text(first + 1));
    } else if (text.is(first, "using")) {
        imported_.emplace(text.text(last));
    }
}

// The function in whose body a position is, or null.
known_function *judge::function_around(const program_file &file, int position) {
    const tree &syntax = file.source->syntax();
    for (int index = syntax.at(position); index >= 0; index = syntax[index].parent)
        if (syntax[index].what == kind::function) {
            const auto found = by_body_.find({file.source, syntax[index].body});
            if (found != by_body_.end() && position > syntax[index].body)
                return found->second;
        }
    return nullptr;
}

// The same where it is code for certain that runs on the host or on the device.
const known_function *judge::function_at(const program_file &file, int position) {
    const known_function *f = function_around(file, position);
    if (f == nullptr || f->leaves_out || !f->is_certain(position) ||
        (f->what.runs != space::host && !f->is_device_code()))
        return nullptr;
    const tree &syntax = file.source->syntax();
    for (int index = syntax.at(position); syntax[index].body != f->what.body;
         index = syntax[index].parent)
        if (is_left_out(*f, syntax[index]))
            return nullptr;
    return f;
}

// Whether what is in a node is not looked at: an operand that is not evaluated, a class, and in
// host code what runs on the device or may do so.
bool judge::is_left_out(const known_function &f, const node &around) const {
    const region &text = f.text();
    if (around.what == kind::query || around.what == kind::type)
        return true;
    if (f.is_device_code())
        return false;
    if (around.what == kind::macro_block || around.what == kind::function)
        return true; // FORALL(i, n) { ... }
    if (around.what != kind::lambda)
        return false;
    if (text.is_name(around.open - 1)) // [=] DEVICE (int i) { ... }
        return true;
    for (int position = around.first; position < around.body; ++position)
        if (stands_for(text.text(position), "__device__", macros_))
            return true;
    return false;
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
    std::map<const known_function *, std::vector<known_function *>> callees;
    for (const program_file &file : files_)
        for (const auto &[name, uses] : file.source->syntax().names()) {
            const auto [first, last] = by_name_.equal_range(name);
            // Of several overloads it is not known which one is called.
            if (std::count_if(first, last,
                              [](const auto &e) { return e.second->what.body >= 0; }) != 1)
                continue;
            for (const int position : uses)
                if (const known_function *f = function_around(file, position);
                    f != nullptr && f->is_certain(position))
                    for (auto at = first; at != last; ++at)
                        callees[f].push_back(at->second);
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
        const known_function *f = pending.back();
        pending.pop_back();
        for (known_function *callee : callees[f])
            call(*callee);
    }
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
    for (const int position : f.syntax().uses(variable)) {
        if (position < f.what.parameters || position >= text.closer(f.what.body) ||
            !f.syntax().declares(position))
            continue;
        int type = position - 1;
        while (text.is(type, "*") || text.is(type, "&") || text.is(type, "const") ||
               text.is(type, "__restrict__"))
            --type;
        if (!result.empty() || !is_plain_class(text.text(type)))
            return {};
        result = text.text(type);
    }
    return result;
}

} // namespace cuda_rewriter
