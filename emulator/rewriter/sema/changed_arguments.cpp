#include "changed_arguments.h"

namespace cuda_rewriter {

void changed_arguments::find(const tree &syntax, const macro_words &macros) {
    const region &text = syntax.text();
    for (const function &f : find_declarations(syntax, macros).functions) {
        std::set<int> &changed = functions_[f.name];
        const int close = text.closer(f.parameters);
        if ((f.is_member || !f.class_name.empty()) && !text.is(close + 1, "const"))
            changed.insert(OBJECT);
        int number = 0;
        for (int first = f.parameters + 1, end; first < close; first = end + 1, ++number) {
            end = text.end_of_part(first, close);
            int signs = 0; // const float *&p may change p
            bool is_constant = false;
            for (int position = first; position < end; ++position) {
                signs += text.is(position, "&") || text.is(position, "*") ||
                         text.is(position, "&&") || text.is(position, "[");
                is_constant = is_constant || text.is(position, "const");
            }
            if (signs > 1 || (signs == 1 && !is_constant))
                changed.insert(number);
        }
        for (int position = f.body; position >= 0 && position < text.closer(f.body); ++position)
            if (text.is(position, "printf") || text.text(position).substr(0, 6) == "atomic")
                changed.insert(WORLD);
    }
    for (int position = 0; position < text.size(); ++position)
        if (text.is(position, "operator") && text.is(position + 1, "(") &&
            text.is(position + 3, "(") && !text.is(text.closer(position + 3) + 1, "const"))
            objects_change_ = true;
}

// The names of what a call may change; or its own name.
std::set<std::string> changed_arguments::changed_by(const tree &syntax, const node &call) const {
    const region &text = syntax.text();
    std::set<std::string> result;
    const auto add = [&](int first, int last) {
        for (int position = first; position < last; ++position)
            if (text.is_name(position))
                result.emplace(text.text(position));
    };
    const auto known = functions_.find(text.text(call.name));
    const int open = call.first, close = text.closer(open);
    int number = 0;
    for (int first = open + 1, end; first < close; first = end + 1, ++number) {
        end = text.end_of_part(first, close);
        if (known != functions_.end() ? known->second.count(number) != 0 : text.is(first, "&"))
            add(first, end);
    }
    const bool of_object = text.is(call.name - 1, ".") || text.is(call.name - 1, "->");
    if (of_object && (known == functions_.end() || known->second.count(OBJECT) != 0))
        add(call.object, call.name);
    else if (!of_object && (open + 1 == close || (known == functions_.end() && objects_change_)))
        add(call.name, call.name + 1);
    return result;
}

bool changed_arguments::order_matters(const tree &syntax, const node &expression) const {
    const region &text = syntax.text();
    int seen_by_others = 0;
    for (const node &call : syntax.below(expression)) {
        if (call.what != kind::call || call.name < 0)
            continue;
        const auto known = functions_.find(text.text(call.name));
        if (known != functions_.end() && known->second.count(WORLD) != 0 && ++seen_by_others > 1)
            return true;
        const int begin = call.object >= 0 ? call.object : call.name;
        for (const std::string &name : changed_by(syntax, call))
            for (int position = expression.first; position < expression.last; ++position)
                if ((position < begin || position >= call.last) && text.is(position, name))
                    return true;
    }
    return false;
}

} // namespace cuda_rewriter
