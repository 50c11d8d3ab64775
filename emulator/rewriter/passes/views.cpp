//     __device__ int arch() { return __CUDA_ARCH__; }
// becomes
//     __device__ int arch() { return CUDA_EMULATOR_ARCH; }
// and likewise with the directives in the bodies of device functions, and around them. A macro that
// is another one in device code,
//     #ifdef __CUDA_ARCH__
//     #define SIDE "device"
//     #else
//     #define SIDE "host"
//     #endif
// is defined once more, as device code sees it and under another name, which replaces its own
// there. The body of a function for both sides is there twice:
//     __host__ __device__ const char *side() { return SIDE; }
// becomes
//     ... side() { if (CUDA_EMULATOR_ON_HOST) { return SIDE; } else { return cuda_emulator_d_SIDE;
//     } }
#include "views.h"

#include <algorithm>

#include "../syntax/words.h"

namespace cuda_rewriter {

// ---------------------------------------------------------------- names

void views::add_macro(const macro_definition &macro) {
    unsigned found = NONE;
    for (int position = 0; position < macro.body.size(); ++position) {
        if (macro.body.is(position, "{") || macro.body.is(position, ";"))
            return;
        found |= says(macro.body.text(position));
    }
    if (found != NONE)
        specifiers_[std::string(macro.name)] |= found;
}

unsigned views::says(std::string_view word) const {
    const auto found = specifiers_.find(word);
    return found == specifiers_.end() ? unsigned(NONE) : found->second;
}

std::string_view views::device_name(std::string_view word) const {
    const auto found = names_.find(word);
    return found == names_.end() ? std::string_view() : std::string_view(found->second);
}

void views::add_name(std::string_view macro) {
    names_.emplace(macro, "cuda_emulator_d_" + std::string(macro));
}

// clock(), of which both sides have one.
bool file_views::is_call_of_clock(std::uint32_t index) const {
    const auto step = [&](std::uint32_t from, std::uint32_t by) {
        do
            from += by;
        while (from < file_.tokens().size() && is_trivia(file_.tokens()[from].kind));
        return from;
    };
    const auto is = [&](std::uint32_t at, std::string_view text) {
        return at < file_.tokens().size() && file_.spelling(at) == text;
    };
    const std::uint32_t open = step(index, 1), before = step(index, ~0u);
    if (!is(open, "(") || !is(step(open, 1), ")") || is(before, ".") ||
        (is(before, ">") && is(before - 1, "-")))
        return false;
    // Behind a type it is a declaration of the program's own.
    return before >= file_.tokens().size() ||
           file_.tokens()[before].kind != token_kind::identifier || is(before, "return");
}

// What the token is in device code, or nothing if it is the same there.
std::string_view file_views::device_name(std::uint32_t index) const {
    if (file_.tokens()[index].kind != token_kind::identifier)
        return {};
    const std::string_view word = file_.spelling(index);
    if (word == "clock")
        return is_call_of_clock(index) ? "cuda_emulator_clock" : std::string_view();
    return all_.device_name(word);
}

// Whether one of the tokens is another one in device code.
bool file_views::depends(std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t index = first; index < last; ++index)
        if (!device_name(index).empty())
            return true;
    return false;
}

bool file_views::depends(const directive &line) const {
    return !line.arguments.empty() && depends(line.arguments.front(), line.end);
}

void file_views::use_device_names(std::uint32_t first, std::uint32_t last, bool in_repetition) {
    for (std::uint32_t index = first; index < last; ++index) {
        const std::string_view name = device_name(index);
        if (name.empty())
            continue;
        if (in_repetition)
            edits_.replace_in_repetition(index, std::string(name));
        else
            edits_.replace(index, std::string(name));
    }
}

// ---------------------------------------------------------------- directives

int file_views::position_behind(std::uint32_t directive) const {
    const region &text = file_.main_text();
    int first = 0, last = text.size(); // the answer is in [first, last]
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (text.directives_before(middle) < directive)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

bool file_views::differs(const directive &line) const {
    return line.macro >= 0 || line.name == "undef" || line.name == "error" ||
           toolkit_headers_.count(&line) != 0;
}

void file_views::follow(const directive &line, bool is_of_toolkit) {
    const std::string_view name = line.name;
    directives_.push_back(&line);
    if (is_of_toolkit)
        toolkit_headers_.insert(&line);
    if (name == "if" || name == "ifdef" || name == "ifndef") {
        open_.push_back({depends(line), directives_.size() - 1, {}});
    } else if (name == "elif" || name == "elifdef" || name == "elifndef") {
        if (!open_.empty())
            open_.back().depends = open_.back().depends || depends(line);
    } else if (name == "endif" && !open_.empty()) {
        const group g = std::move(open_.back());
        open_.pop_back();
        const bool outermost = std::none_of(open_.begin(), open_.end(),
                                            [](const group &around) { return around.depends; });
        if (g.depends && outermost)
            end_group(g, directives_.size() - 1, true);
        else if (!outermost)
            open_.back().inner.push_back(g);
    } else if (line.macro >= 0 || name == "undef") {
        if (line.macro >= 0)
            all_.add_macro(file_.macros()[line.macro]);
        const bool in_group = std::any_of(open_.begin(), open_.end(),
                                          [](const group &around) { return around.depends; });
        if (!in_group && line.macro >= 0 && depends(line) && rewrite_macro(line))
            return;
        if (!in_group && depends(line) && !is_in_function(position_behind(line.number))) {
            if (line.macro >= 0)
                all_.add_name(file_.macros()[line.macro].name);
            repeat(directives_.size() - 1, directives_.size() - 1);
        }
    }
}

// A group that depends on __CUDA_ARCH__, outside of functions: as device code sees it if it has
// only device code; else as host code sees it, with its macros once more for device code.
void file_views::end_group(const group &g, std::size_t last, bool outermost) {
    const int begin = position_behind(directives_[g.first]->number);
    const int end = position_behind(directives_[last]->number);
    if (is_in_function(begin))
        return;
    if (begin < end && has_device_code_only(begin, end)) {
        use_device_names(directives_[g.first]->hash, directives_[last]->hash, false);
        return;
    }
    bool repeats = false;
    for (std::size_t i = g.first; outermost && i < last; ++i) {
        const directive &line = *directives_[i];
        if (is_in_function(position_behind(line.number)))
            continue;
        repeats = repeats || differs(line);
        if (line.macro >= 0)
            all_.add_name(file_.macros()[line.macro].name);
    }
    if (repeats)
        repeat(g.first, last);
    for (const group &inner : g.inner) {
        std::size_t inner_end = inner.first + 1;
        for (int depth = 1; inner_end < last; ++inner_end) {
            const std::string_view name = directives_[inner_end]->name;
            depth += name == "if" || name == "ifdef" || name == "ifndef" ? 1 : 0;
            depth -= name == "endif" ? 1 : 0;
            if (depth == 0)
                break;
        }
        end_group(inner, inner_end, false);
    }
}

// Conditions and what differs in them once more, behind the last.
void file_views::repeat(std::size_t first, std::size_t last) {
    std::vector<edit_list::span> parts;
    for (std::size_t i = first; i <= last; ++i) {
        const directive &line = *directives_[i];
        const bool conditional = line.name.substr(0, 2) == "if" || line.name.substr(0, 2) == "el" ||
                                 line.name == "endif";
        if (!conditional && !differs(line))
            continue;
        use_device_names(line.hash, line.end, true);
        const bool has_messages = line.name == "error" || line.name == "include";
        parts.push_back({line.hash, line.end,
                         "\n" + (has_messages ? file_.line_marker(line.hash) + "\n" : "")});
    }
    const std::uint32_t behind = directives_[last]->end - 1;
    edits_.repeat_after(behind, std::move(parts), "\n" + file_.line_marker(behind, 1));
}

// ---------------------------------------------------------------- functions

bool file_views::is_in_function(int position) const {
    const tree &syntax = file_.syntax();
    for (int index = syntax.at(position); index >= 0; index = syntax[index].parent)
        if (syntax[index].what == kind::block && syntax[index].first < position)
            return true;
    return false;
}

// Has the bodies of functions in the text that only device code sees use its names, and calls
// both_views(first, end) of those of both, whose tokens these are. False if there are no bodies.
template <class Function> bool file_views::rewrite_bodies(const tree &syntax, Function both_views) {
    const region &text = syntax.text();
    bool found = false;
    for (int position = 0; position < text.size(); ++position) {
        if ((all_.says(text.text(position)) & views::DEVICE) == 0)
            continue;
        const node *function = syntax.function_around(position);
        if (function == nullptr || position > function->body || text.closer(function->body) < 0)
            continue;
        const bool is_lambda = function->what == kind::lambda;
        const int head = is_lambda ? text.closer(function->first) + 1 : function->first;
        unsigned said = views::NONE;
        for (int at = head; at < (is_lambda ? function->body : function->open); ++at)
            said |= all_.says(text.text(at));
        position = text.closer(function->body);
        const std::uint32_t first = text.token_index(function->body),
                            end = text.token_index(position) + 1;
        found = true;
        if ((said & views::HOST) == 0) {
            use_device_names(text.token_index(head), end, false);
        } else if (depends(first, end)) {
            use_device_names(first, end, true);
            both_views(first, end);
        }
    }
    return found;
}

// A macro that holds the bodies of functions, as device code sees them, or both views of them.
// False if there are none.
bool file_views::rewrite_macro(const directive &line) {
    bool repeated = false;
    const bool found = rewrite_bodies(
        tree(file_.macros()[line.macro].body), [&](std::uint32_t first, std::uint32_t end) {
            edits_.insert_after(first - 1, "{ if (CUDA_EMULATOR_ON_HOST) ");
            edits_.repeat_after(end - 1, {{first, end, " else "}}, " }");
            repeated = true;
        });
    if (repeated) // perhaps with lines of its own
        edits_.insert_after(line.end - 1, "\n" + file_.line_marker(line.end - 1, 1));
    return found;
}

// Whether each declaration of [first, last) says __device__ or its like, and none __host__.
bool file_views::has_device_code_only(int first, int last) const {
    const region &text = file_.main_text();
    unsigned said = views::NONE;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text.text(position);
        said |= all_.says(here);
        bool ends = here == ";";
        if (here == "(" || here == "[" || here == "{") {
            // A function ends with its body, a variable or a class goes on.
            position = text.closer(position);
            if (position < 0 || position >= last)
                return false;
            ends = here == "{" && !text.is(position + 1, ";") && !text.is(position + 1, ",");
        }
        if (!ends)
            continue;
        if (said != views::DEVICE)
            return false;
        said = views::NONE;
    }
    return said == views::NONE;
}

void file_views::rewrite() {
    if (!depends(0, static_cast<std::uint32_t>(file_.tokens().size())))
        return;
    rewrite_bodies(file_.syntax(), [&](std::uint32_t first, std::uint32_t end) {
        const std::string line =
            file_.line_marker(first) + "\n" + std::string(file_.column_of(first), ' ');
        edits_.insert_after(first - 1, "{ if (CUDA_EMULATOR_ON_HOST)\n" + line);
        edits_.repeat_after(end - 1, {{first, end, " else\n" + line}}, " }");
    });
}

} // namespace cuda_rewriter
