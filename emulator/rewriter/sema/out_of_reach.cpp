#include "out_of_reach.h"

#include "../syntax/words.h"

#include <array>

namespace cuda_rewriter {
namespace {

// The namespaces around a node.
std::string space_of(const tree &syntax, const node &n) {
    std::string result;
    for (int index = n.parent; index >= 0; index = syntax[index].parent)
        if (const node &around = syntax[index]; around.what == kind::space)
            result = syntax.text().joined(around.first, around.body) + result;
    return result;
}

bool is_operator(const region &text, int position) {
    static constexpr std::array<std::string_view, 5> signs = {"*", "+", "-", "+=", "-="};
    return text.is(position, "operator") && text.is(position + 2, "(") &&
           one_of(text.text(position + 1), signs);
}

bool says_packed(const region &text, int first, int last, const macro_words &macros) {
    for (int position = first; position < last; ++position) {
        const auto macro = macros.find(std::string(text.text(position)));
        for (const char *word : {"packed", "__packed__"})
            if (text.is(position, word) || (macro != macros.end() && macro->second.count(word)))
                return true;
    }
    return false;
}

} // namespace

void out_of_reach::find(const source_file &file, const macro_words &macros) {
    const tree &syntax = file.syntax();
    const region &text = syntax.text();
    for (const node &n : syntax.nodes())
        if (n.what == kind::type && !text.is(n.first, "enum"))
            find_class(file, n, macros);
    for (int position = 0; position < text.size() && !any_operator_; ++position)
        any_operator_ = is_operator(text, position) && is_far(syntax, position + 1);
}

void out_of_reach::find_class(const source_file &file, const node &type,
                              const macro_words &macros) {
    const tree &syntax = file.syntax();
    const region &text = syntax.text();
    if (type.name >= 0)
        spaces_[std::string(text.text(type.name))].insert(space_of(syntax, type));
    bool packs = false; // #pragma pack(1), pack(push, 1), but pack(pop) and pack()
    for (const directive &line : file.directives())
        if (line.number <= text.directives_before(type.first) && line.name == "pragma" &&
            line.arguments.size() > 2 && file.spelling(line.arguments[0]) == "pack")
            packs = file.spelling(line.arguments[2]) != "pop" &&
                    file.spelling(line.arguments[2]) != ")";
    const int end = syntax[type.parent].last;
    packs = packs || says_packed(text, type.first, type.body, macros) ||
            says_packed(text, type.last, end, macros);
    bool is_private = text.is(type.first, "class");
    for (const node *member : syntax.statements_in(type)) {
        if (text.is(member->first - 1, ":"))
            is_private = !text.is(member->first - 2, "public");
        for (int position = member->first; position < member->last && !text.is(position, "{");
             ++position)
            any_operator_ = any_operator_ || (is_private && !text.is(member->first, "friend") &&
                                              is_operator(text, position));
        if (packs || says_packed(text, member->first, member->last, macros))
            for (const node *variable : syntax.variables_of(*member))
                packed_.emplace(text.text(variable->name));
    }
}

// Whether an operator is a template that the namespace of its operands does not have.
bool out_of_reach::is_far(const tree &syntax, int sign) const {
    const region &text = syntax.text();
    int around = syntax.at(sign);
    while (around > 0 && syntax[around].what != kind::function &&
           syntax[around].what != kind::declaration)
        around = syntax[around].parent;
    const node &declaration = syntax[around];
    if (!text.is(declaration.first, "template") || syntax.around(sign, kind::type) >= 0)
        return false;
    const std::string here = space_of(syntax, declaration);
    for (int position = sign + 2; position < text.closer(sign + 1); ++position) {
        const auto found = spaces_.find(text.text(position));
        if (found != spaces_.end() ? found->second.count(here) == 0
                                   : text.is(position - 1, "::") && text.is(position + 1, "<"))
            return true;
    }
    return false;
}

} // namespace cuda_rewriter
