//     template <class T> struct point;   struct line { using point = point<int>; };
// becomes
//     template <class T> struct point;   struct line { using point = ::point<int>; };
// and likewise "point<int> point;" and "typedef point<int> point;".
#include "same_names.h"

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

bool is_outside(const node &n) {
    return n.what == kind::space || n.what == kind::unit;
}

// The namespaces around a node: "a::b::", or nothing.
std::string path_of(const tree &syntax, const node &n) {
    if (n.parent < 0)
        return {};
    std::string path = path_of(syntax, syntax[n.parent]);
    if (n.what == kind::space)
        for (int head = n.first; head < n.body; ++head)
            if (syntax.text().is_name(head) && !syntax.text().is(head, "inline"))
                path += std::string(syntax.text().text(head)) + "::";
    return path;
}

// Whether a node is a class outside of functions. A base class may have a member of its name, too.
bool is_plain_class(const tree &syntax, const node &n) {
    const node &declaration = syntax[n.parent];
    for (int head = declaration.first; head < n.body; ++head)
        if (syntax.text().is(head, ":"))
            return false;
    const node &around = syntax[declaration.parent];
    return is_outside(around) || (around.what == kind::type && is_plain_class(syntax, around));
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

void qualify_same_names(const tree &syntax, class_names &classes, edit_list &edits) {
    const region &text = syntax.text();
    for (const node &n : syntax.nodes()) {
        if (n.what != kind::declaration && n.what != kind::function)
            continue;
        const node &around = syntax[n.parent];
        if (is_outside(around)) {
            for (int at = n.first; at < n.last && !text.is(at, "{"); ++at)
                if (is_class_key(text.text(at)) && text.is_name(at + 1) && !text.is(at - 1, "<") &&
                    !text.is(at - 1, ","))
                    classes.insert(path_of(syntax, around) + std::string(text.text(at + 1)));
        } else if (around.what == kind::type && n.what == kind::declaration) {
            const int type = type_of_same_name(text, n.first);
            if (type < 0 || !is_plain_class(syntax, around))
                continue;
            const std::string whole = whole_name(path_of(syntax, around), text.text(type), classes);
            if (!whole.empty())
                edits.replace(text.token_index(type), "::" + whole);
        }
    }
}

} // namespace cuda_rewriter
