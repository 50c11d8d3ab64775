//     int sum(int a, int b) { return a + b; }
//     __global__ void k(int *x) { *x = sum(1, 2); }
// becomes
//     2:35: error: sum() runs on the host: a kernel cannot call it. ...
// The compiler would need to know where each function runs. So this looks at names: a call is
// refused if the name can mean nothing else than what nvcc refuses. Where a macro, an overload, a
// template that nobody uses, an #if or a name of the function's own may make a difference, it is
// silent.
#include "verdicts.h"

#include "characters.h"
#include "host_library.h"
#include "judge.h"

#include <algorithm>
#include <utility>

namespace cuda_rewriter {

namespace {

// For certain: "return f();" may be of type void.
bool returns_value(const tree &syntax, const node &jump) {
    const region &text = syntax.text();
    const int first = jump.first + 1, last = jump.last - 1;
    for (const node &n : syntax.within(first, last))
        if (n.what == kind::operation && n.first == first && n.last == last)
            return !text.is(n.name, "?");
        else if (n.what == kind::call || n.what == kind::lambda || n.what == kind::launch)
            return false;
    return first < last &&
           (text.is_identifier(first) || text.is_number(first) || text.is_literal(first));
}

// A macro with a block behind it may be one, too.
bool is_in_lambda(const tree &syntax, int position) {
    int index = syntax.at(position);
    while (index > 0 && syntax[index].what != kind::function &&
           syntax[index].what != kind::lambda && syntax[index].what != kind::macro_block)
        index = syntax[index].parent;
    return syntax[index].what != kind::function;
}

} // namespace

std::vector<std::string> judge::read() {
    find_names();
    find_called();
    for (const program_file &file : files_) {
        if (file.is_certain)
            for (const auto &[position, what] : pasted_characters(*file.source))
                say(*file.source, file.source->main_text(), position, what);
        for (const node &n : file.source->syntax().nodes())
            check_node(file, n);
        check_names(file);
    }
    for (const known_function &f : functions_)
        check_shape(f);
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

void judge::check_node(const program_file &file, const node &n) {
    if (n.what == kind::launch)
        check_launch(file, n);
    const bool named = (n.what == kind::call || n.what == kind::launch) && n.name >= 0;
    if (!named && n.what != kind::jump && n.what != kind::try_block)
        return;
    const known_function *f = function_at(file, named ? n.name : n.first);
    if (f == nullptr)
        return;
    const region &text = f->text();
    if (named) {
        check_use(*f, n);
    } else if (n.what == kind::try_block || text.is(n.first, "throw")) {
        if (f->is_called)
            say(*f, n.first, "code of the device can neither throw nor catch exceptions.");
    } else if (text.is(n.first, "return") && f->what.runs == space::kernel &&
               returns_value(f->syntax(), n) && !is_in_lambda(f->syntax(), n.first)) {
        say(*f, n.first,
            "a kernel returns nothing: write return; alone, or leave it out. " +
                std::string(results_go));
    }
}

// A call or a launch.
void judge::check_use(const known_function &f, const node &use) {
    const tree &syntax = f.syntax();
    if (use.what == kind::call && f.is_called)
        check_member(f, use);
    if (use.what == kind::call && check_launch_typed_as_shifts(f, use))
        return;
    const std::string name(f.text().text(use.name));
    if (!stands_alone(syntax, use.name) || has_own(f, name))
        return;
    if (use.what == kind::call) {
        check_call(f, use);
        return;
    }
    const known_function *other = only(name, space::host, f);
    const bool on_host = other != nullptr;
    if (!on_host)
        other = only(name, space::device, f);
    if (other != nullptr)
        say(f, use.name,
            name + "() is no kernel, so it cannot be launched. " +
                (on_host ? "Write __global__ before it."
                         : "Write __global__ instead of __device__ before it."),
            other);
}

// What device code uses of the host's.
void judge::check_names(const program_file &file) {
    for (const auto &[name, uses] : file.source->syntax().names()) {
        const bool plain_class = is_plain_class(name);
        const bool variable = variables_.count(name) != 0;
        const bool of_std = name == "std";
        const bool may_be_std =
            (uses_std_ || imported_.count(name) != 0) &&
            (name == "vector" || name == "string" || !instead_of_std_stream(name).empty());
        if (!plain_class && !variable && !of_std && !may_be_std)
            continue;
        for (const int position : uses) {
            const known_function *f = function_at(file, position);
            if (f == nullptr || !f->is_called)
                continue;
            if (plain_class)
                check_constructor(*f, position);
            if (variable)
                check_variable(*f, position);
            if (of_std && f->text().is(position + 1, "::") && !f->text().is(position - 1, "::"))
                check_std(*f, position);
            else if (may_be_std)
                check_unqualified_std(*f, position);
        }
    }
}

std::vector<std::string> verdicts(const std::vector<program_file> &files, const macro_words &macros,
                                  bool relaxed_constexpr) {
    return judge(files, macros, relaxed_constexpr).read();
}

} // namespace cuda_rewriter
