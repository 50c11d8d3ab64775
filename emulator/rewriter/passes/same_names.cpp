//     template <class T> struct point;   struct line { using point = point<int>; };
// becomes
//     template <class T> struct point;   struct line { using point = ::point<int>; };
// and likewise "point<int> point;" and "typedef point<int> point;".
#include "same_names.h"

#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

struct scope {
    enum class kind { space, type, other } what;
    std::string path; // of namespaces: "a::b::", or nothing
};

bool begins_declaration(const region &text, int position) {
    const std::string_view before = text.text(position - 1), label = text.text(position - 2);
    return position == 0 || before == ";" || before == "{" || before == "}" ||
           (before == ":" && (label == "public" || label == "private" || label == "protected"));
}

scope scope_of(const region &text, int brace, const scope &around) {
    scope inner{scope::kind::other, around.path};
    int head = brace;
    while (!begins_declaration(text, head))
        --head;
    if (text.opens_namespace(brace)) {
        inner.what = scope::kind::space;
        for (; head < brace; ++head)
            if (text.is_name(head) && !text.is(head, "inline"))
                inner.path += std::string(text.text(head)) + "::";
    } else if (around.what != scope::kind::other) {
        if (text.is(head, "template") && text.is(head + 1, "<"))
            head = text.behind_angles(head + 1);
        if (head >= 0 && is_class_key(text.text(head)) && !text.is(head, "enum") &&
            !text.is(brace - 1, ")"))
            inner.what = scope::kind::type;
        for (; head < brace; ++head)
            if (text.is(head, ":")) // a base class may have one of this name, too
                inner.what = scope::kind::other;
    }
    return inner;
}

// "a::point" for "point" in "a::b::", or nothing where there is no such class.
std::string whole_name(std::string path, std::string_view name, const class_names &classes) {
    for (;;) {
        const std::string whole = path + std::string(name);
        if (classes.count(whole) != 0)
            return whole;
        if (path.empty())
            return {};
        const std::size_t end = path.rfind("::", path.size() - 3);
        path.erase(end == std::string::npos ? 0 : end + 2);
    }
}

// The position of the type in a member that has its name, or -1.
int type_of_same_name(const region &text, int first) {
    if (text.is(first, "using"))
        return text.is(first + 2, "=") && text.is(first + 3, text.text(first + 1)) ? first + 3 : -1;
    const int type = text.is(first, "typedef") ? first + 1 : first;
    const int name = text.is(type + 1, "<") ? text.behind_angles(type + 1) : type + 1;
    const bool ends = text.is(name + 1, ";") || text.is(name + 1, "=") || text.is(name + 1, "[") ||
                      text.is(name + 1, "{");
    return text.is_name(type) && name > type && text.is(name, text.text(type)) && ends ? type : -1;
}

} // namespace

void qualify_same_names(const region &text, class_names &classes, edit_list &edits) {
    std::vector<scope> scopes = {{scope::kind::space, ""}};
    for (int position = 0; position < text.size(); ++position) {
        const scope &here = scopes.back();
        if (text.is(position, "{")) {
            scopes.push_back(scope_of(text, position, here));
        } else if (text.is(position, "}")) {
            if (scopes.size() > 1)
                scopes.pop_back();
        } else if (here.what == scope::kind::space && is_class_key(text.text(position)) &&
                   text.is_name(position + 1) && !text.is(position - 1, "<") &&
                   !text.is(position - 1, ",")) {
            classes.insert(here.path + std::string(text.text(position + 1)));
        } else if (here.what == scope::kind::type && begins_declaration(text, position)) {
            const int type = type_of_same_name(text, position);
            const std::string whole =
                type < 0 ? "" : whole_name(here.path, text.text(type), classes);
            if (!whole.empty())
                edits.replace(text.token_index(type), "::" + whole);
        }
    }
}

} // namespace cuda_rewriter
