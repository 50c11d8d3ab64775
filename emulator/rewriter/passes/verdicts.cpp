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
#include "judge.h"

#include <algorithm>
#include <utility>

namespace cuda_rewriter {

namespace {

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

} // namespace

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

std::vector<std::string> verdicts(const std::vector<program_file> &files, const macro_words &macros,
                                  bool relaxed_constexpr) {
    return judge(files, macros, relaxed_constexpr).read();
}

} // namespace cuda_rewriter
