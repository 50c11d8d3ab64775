// Calls and launches, and the heads of kernels.
#include "host_library.h"
#include "judge.h"

#include <algorithm>

namespace cuda_rewriter {
// Whether a name is nothing's member, and is not being declared.
bool judge::stands_alone(const tree &syntax, int position) {
    return !syntax.text().is(position - 1, "::") && !syntax.declares(position) &&
           syntax[syntax.at(position)].what != kind::member;
}

// Whether a name is declared in a function, or used otherwise than in a call: it may hide another.
bool judge::has_own(const known_function &f, const std::string &name) {
    const auto [known, is_new] = own_.try_emplace({&f, name}, false);
    if (!is_new)
        return known->second;
    const tree &syntax = f.syntax();
    const std::vector<int> &uses = syntax.uses(name);
    const int end = f.text().closer(f.what.body);
    for (auto at = std::lower_bound(uses.begin(), uses.end(), f.what.head);
         at != uses.end() && *at < end && !known->second; ++at)
        known->second = *at != f.what.position &&
                        (syntax.declares(*at) || syntax[syntax.at(*at)].what == kind::member ||
                         syntax.called(*at) == nullptr);
    return known->second;
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
    const int count = text.count_parts(begin + 3, end);
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

// Whether a call's arguments may be those of a function.
bool judge::fits(const known_function &callee, const region &text, int open) const {
    const int given = text.count_parts(open + 1, text.closer(open));
    const region &other = callee.text();
    const int first = callee.what.parameters + 1, last = other.closer(callee.what.parameters);
    int taken = other.count_parts(first, last), optional = 0;
    if (taken == 1 && last == first + 1 && other.is(first, "void"))
        taken = 0;
    for (int position = first; position < last; ++position) {
        if (other.is(position, "..."))
            return true;
        optional += other.is(position, "=") ? 1 : 0;
    }
    return given < 0 || taken < 0 || (given <= taken && given >= taken - optional);
}

// "k<<1, 2>>(x);" as a statement, which looks like a template's call. (A kernel's address may be
// shifted into a stream.)
bool judge::check_launch_typed_as_shifts(const known_function &f, const node &call) {
    const region &text = f.text();
    const int position = call.name;
    const std::string name(text.text(position));
    if (!text.is(position + 1, "<") || !text.is(position + 2, "<") ||
        !f.syntax().begins_statement(position) || only(name, space::kernel, f) == nullptr)
        return false;
    say(f, position + 1,
        "a launch has three angle brackets on each side: " + name + "<<<" +
            text.joined(position + 3, call.open - 2) + ">>>(...).");
    return true;
}

void judge::check_call(const known_function &f, const node &call) {
    const region &text = f.text();
    const int position = call.name, open = call.open;
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

} // namespace cuda_rewriter
