//     tile.sum<16>(x)
// becomes
//     tile.template sum<16>(x)
#include "member_templates.h"

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// The name of the function template whose parameters begin at a '<', or nothing.
std::string_view function_template(const region &text, int open) {
    for (int position = text.behind_angles(open); text.contains(position); ++position) {
        const std::string_view here = text.text(position);
        if (here == "(")
            return text.is_name(position - 1) ? text.text(position - 1) : std::string_view();
        if (here == ";" || here == "{" || here == "=" || is_class_key(here))
            return {};
        if (here == "<")
            position = text.behind_angles(position) - 1;
        if (position < 0)
            return {};
    }
    return {};
}

bool is_behind_an_object(const region &text, int position) {
    return text.is(position - 1, ".") || text.is(position - 1, "->") ||
           (text.is(position - 1, ">") && text.is(position - 2, "-"));
}

} // namespace

void say_template(const region &text, std::set<std::string, std::less<>> &known, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position)
        if (text.is(position, "template") && text.is(position + 1, "<")) {
            const std::string_view name = function_template(text, position + 1);
            if (!name.empty())
                known.insert(std::string(name));
        }
    for (int position = 1; position + 1 < text.size(); ++position) {
        if (!text.is(position + 1, "<") || !is_behind_an_object(text, position) ||
            known.count(text.text(position)) == 0)
            continue;
        const int behind = text.behind_angles(position + 1);
        if (behind >= 0 && text.is(behind, "("))
            edits.insert_before(text.token_index(position), "template ");
    }
}

} // namespace cuda_rewriter
